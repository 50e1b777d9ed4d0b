"""dump, show, convert, compare and tool: what scripts rely on, with files of every odd kind."""

import json
import os
import socket
import subprocess

import pytest

from harness import images
from harness import program as built

ESCAPE = b"\x1b"


def dumped(program, name, chip="ntag213", *more):
    answer = program.run("dump", "--simulate=" + chip, "--out", name, "--json", *more)
    assert answer.code == 0, answer.errors
    return answer.json


@pytest.mark.parametrize("chip", images.CHIPS)
def test_a_dump_holds_what_the_tag_shows_and_is_the_same_as_the_tag(program, chip):
    (program.home / "tag.bin").write_bytes(images.memory(chip))
    simulated = "--simulate=%s:tag.bin" % chip
    assert program.run("dump", simulated, "--out", "dump.json").code == 0
    read, shown = program.run("read", simulated, "--json").json, program.run("show", "dump.json", "--json").json
    assert shown["memory"] == read["memory"]
    assert shown["tag"] == read["tag"]
    answer = program.run("compare", "dump.json", "tag", simulated, "--json")
    assert answer.code == 0 and answer.json["same"] is True


def test_compare_tells_the_page_and_what_it_means(program):
    memory = bytearray(images.memory("ntag213"))
    (program.home / "a.bin").write_bytes(memory)
    memory[41 * 4:41 * 4 + 4] = bytes.fromhex("04000004")
    (program.home / "b.bin").write_bytes(memory)
    memory[8 + 2] |= 0x30
    (program.home / "c.bin").write_bytes(memory)
    answer = program.run("compare", "a.bin", "b.bin", "--json")
    assert answer.code == 1
    assert answer.json["same"] is False
    difference, = answer.json["differences"]
    assert difference["page"] == 41 and difference["b"] == "04000004"
    assert difference["meaning"].endswith("-> 04: pages from 04 now need the password")
    locked = program.run("compare", "b.bin", "tag", "--simulate=ntag213:c.bin", "--json")
    assert locked.code == 1
    assert [(entry["page"], entry["meaning"]) for entry in locked.json["differences"]] \
        == [(2, "pages 04-05 now locked for good")]


def test_a_password_opens_the_tag_for_dump_and_compare(program):
    memory = bytearray(images.memory("ntag213"))
    memory[41 * 4:45 * 4] = bytes.fromhex("0400000480000000112233440A0B0000")
    (program.home / "tag.bin").write_bytes(memory)
    simulated = "--simulate=ntag213:tag.bin"
    closed = dumped(program, "closed.json", "ntag213:tag.bin")
    assert [entry["from"] for entry in closed["unread"]][0] == 4
    opened = dumped(program, "open.json", "ntag213:tag.bin", "--password", "hex:11223344")
    assert [entry["from"] for entry in opened["unread"]][0] == 43
    # What a closed tag does not show is no difference, and is said.
    answer = program.run("compare", "open.json", "tag", simulated, "--json")
    assert answer.code == 0
    assert any("not read in the tag" in notice for notice in answer.json["notices"])
    assert program.run("compare", "open.json", "tag", simulated, "--password", "hex:11223344").code == 0


def test_a_tag_pulled_away_leaves_a_dump_of_what_was_read(program):
    # Nothing is on the reader: nothing is written.
    answer = program.run("dump", "--out", "none.json", "--json", "--wait", "0")
    assert answer.code == 3
    assert not (program.home / "none.json").exists()


def test_without_a_name_the_library_keeps_it(program):
    answer = program.run("dump", "--simulate=ntag215", "--json")
    assert answer.code == 0
    path = answer.json["file"]
    assert path.startswith(str(program.home / "data" / "tagdesk" / "dumps" / "NTAG215-"))
    assert oct(os.stat(path).st_mode & 0o777) == "0o600"
    assert program.run("show", path).code == 0


@pytest.mark.parametrize("arguments", [
    ["dump", "--simulate=ntag213", "--out", "taken.json"], ["convert", "source.json", "taken.json"],
], ids=lambda arguments: arguments[0])
def test_an_existing_file_stays_unless_it_is_said(program, arguments):
    dumped(program, "source.json")
    (program.home / "taken.json").write_text("mine")
    refused = program.run(*arguments, "--json")
    assert refused.code == 1
    assert refused.json["error"]["kind"] == "refusedHere"
    assert "--overwrite" in refused.json["error"]["advice"]
    assert (program.home / "taken.json").read_text() == "mine"
    assert program.run(*arguments, "--overwrite").code == 0
    assert json.loads((program.home / "taken.json").read_text())
    assert sorted(path.name for path in program.home.glob("taken*")) == ["taken.json"]


def odd_places(home):
    os.mkfifo(home / "pipe")
    (home / "folder").mkdir()
    (home / "to-device").symlink_to("/dev/zero")
    (home / "nowhere").symlink_to("missing")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(home / "socket"))
    listener.close()
    with open(home / "huge", "wb") as file:
        file.truncate(64 << 20)
    (home / "empty").write_bytes(b"")
    (home / "noise").write_bytes(bytes(range(256)) * 3)
    return ["pipe", "folder", "to-device", "nowhere", "socket", "huge", "empty", "noise", "missing", "/dev/null",
            "/dev/full", "/dev/tty"]


def test_what_is_no_dump_gets_one_sentence_and_nothing_waits(program):
    dumped(program, "good.json")
    for place in odd_places(program.home):
        for arguments, code in ((["show", place], 1), (["convert", place, "out.nfc"], 1),
                                (["compare", "good.json", place], 2)):
            answer = program.run(*arguments, timeout=20)
            assert answer.code == code, (arguments, answer)
            assert answer.out == b""
            lines = answer.errors.strip().splitlines()
            assert len(lines) <= 2 and lines[0].startswith("tagdesk: "), (arguments, lines)
            document = program.run(*arguments, "--json", timeout=20)
            assert document.code == code and document.json["error"]["message"]
        assert not (program.home / "out.nfc").exists()


@pytest.mark.parametrize("place", ["pipe", "folder", "to-device", "socket", "/dev/full", "/nowhere/at/all.json", ""])
def test_places_that_cannot_be_written_are_told(program, place):
    odd_places(program.home)
    answer = program.run("dump", "--simulate=ntag213", "--format", "tagdesk", "--overwrite", "--out", place, "--json",
                         timeout=20)
    assert answer.code == 1
    assert answer.json["error"]["kind"] == "refusedHere"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_told(program):
    dumped(program, "closed.json")
    (program.home / "closed.json").chmod(0)
    answer = program.run("show", "closed.json")
    assert answer.code == 1 and "Permission denied" in answer.errors


def test_a_full_disk_is_told(program):
    dumped(program, "tag.json")
    with open("/dev/full", "wb") as full:
        answer = subprocess.run(
            program.command("convert", "tag.json", "-", "--format", "flipper"), stdout=full, stderr=subprocess.PIPE,
            env=program.environment(), check=False)
    assert answer.returncode == 1
    assert b"No space left" in answer.stderr


def test_dumps_go_through_pipes(program):
    dumped(program, "tag.json")
    content = (program.home / "tag.json").read_bytes()
    flipper = program.run("convert", "-", "-", "--format", "flipper", stdin=content)
    assert flipper.code == 0 and flipper.out.startswith(b"Filetype: Flipper NFC device\n")
    for words in (["show", "-"], ["-"]):
        shown = program.run(*words, "--json", stdin=flipper.out)
        assert shown.code == 0 and shown.json["format"] == "flipper"
        assert program.run(*words, stdin=flipper.out).code == 0
    assert program.run("compare", "tag.json", "-", stdin=content).code == 0
    assert program.run("show", "-", stdin=b"").code == 1


def test_what_a_dump_says_never_reaches_the_terminal_raw(program):
    hostile = "Filetype: Flipper NFC device\nVersion: 4\nDevice type: \x1b[31mNTAG\u202e\nUID: 00\n"
    (program.home / "hostile.nfc").write_text(hostile)
    answer = program.run("show", "hostile.nfc")
    assert ESCAPE not in answer.out + answer.err
    assert "\u202e" not in answer.text + answer.errors


@pytest.mark.parametrize("line", [
    "Page 300: 04 A1 B2 9F", "Page -1: 04 A1 B2 9F", "Pages total: 4294967295", "Pages total: -5",
    "Page 4: 04 A1", "Page 99999999999999999999: 00 00 00 00", "Counter 0: 99999999999999999999999",
])
def test_hostile_numbers_in_a_flipper_file_are_told_or_passed_over(program, line):
    head = "Filetype: Flipper NFC device\nVersion: 4\nDevice type: NTAG/Ultralight\nUID: 04 A1 B2 C3 D4 E5 F6\n" \
           "ATQA: 00 44\nSAK: 00\nNTAG/Ultralight type: NTAG213\nPages total: 45\nPages read: 45\n"
    answer = program.run("show", "--json", "-", stdin=(head + line + "\n").encode(), timeout=20)
    assert answer.code in (0, 1)
    assert answer.json.get("error", {}).get("message") or answer.json["problems"]


# The tools' words and what they have to say of an example of the standards.
@pytest.mark.parametrize("arguments, key, value", [
    (["crc", "30", "04"], "crcA", "26EE"), (["crc", "022B"], "crcB", "26A3"),
    (["crc", "F3847D627727ED3BC9C4CC050489B966"], "jamcrc", "789DFADC"),
    (["atr", "3B8F8001804F0CA0000003060300030000000068"], "checkByte", "right"),
    (["ats", "067777710280"], "frameSize", 128), (["sak", "4400", "00"], "atqa", "0044"),
    (["tlv", "6F098407D2760000850101"], "encoding", "ber"), (["access", "00E0"], "read", "free"),
    (["access", "FF0780"], "consistent", True), (["convert", "0x1F90"], "decimal", 8080),
], ids=lambda value: " ".join(value) if isinstance(value, list) else None)
def test_tools_answer_in_json_and_in_words(program, arguments, key, value):
    answer = program.run("tool", *arguments, "--json")
    assert answer.code == 0
    assert answer.json["kind"] == arguments[0]
    assert answer.json[key] == value
    assert answer.json["lines"]
    plain = program.run("tool", *arguments)
    assert plain.code == 0 and plain.text.strip()


@pytest.mark.parametrize("words", [
    ["dump"], ["show"], ["convert"], ["compare"], ["tool"], ["tool", "crc"], ["tool", "access"],
], ids=" ".join)
def test_help_has_an_example(program, words):
    answer = program.run(*words, "--help")
    assert answer.code == 0 and "Usage: tagdesk" in answer.text or "tagdesk tool" in answer.text
    assert all(len(line) <= 120 for line in answer.text.splitlines())
    if words != ["tool"]:
        assert "Example" in answer.text


def test_the_simulator_takes_any_dump(program):
    dumped(program, "tag.json", "ntag215")
    assert program.run("convert", "tag.json", "tag.nfc").code == 0
    for image in ("tag.json", "tag.nfc"):
        read = program.run("read", "--simulate=ntag215:" + image, "--json")
        assert read.code == 0
        assert program.run("compare", image, "tag", "--simulate=ntag215:" + image).code == 0
    assert built.path()


def test_a_name_that_is_no_text_is_the_file_of_that_name(program):
    name = os.fsdecode(b"caf\xe9.nfc")
    answer = program.run("dump", "--simulate=ntag213", "--out", name, "--json")
    assert answer.code == 0 and answer.json["file"] == "caf\u2039E9\u203a.nfc"
    assert os.path.exists(os.fsencode(program.home) + b"/caf\xe9.nfc")
    shown = program.run("show", name)
    assert shown.code == 0 and "caf\u2039E9\u203a.nfc" in shown.text
    other = os.fsdecode(b"\xff\xfe.json")
    assert program.run("convert", name, other).code == 0
    assert program.run("compare", name, other).code == 0
    assert program.run("restore", name, "--simulate=ntag213", "--dry-run", "--json").code == 0
    missing = program.run("show", os.fsdecode(b"\xe9.nfc"), "--json")
    assert missing.code == 1 and "\u2039E9\u203a.nfc" in missing.json["error"]["message"]
    assert sorted(entry for entry in os.listdir(os.fsencode(program.home)) if entry[-4:] in (b".nfc", b"json")) \
        == [b"caf\xe9.nfc", b"\xff\xfe.json"]
