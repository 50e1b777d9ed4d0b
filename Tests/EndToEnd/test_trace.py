"""Traces: recorded by every command, exported, opened again, replayed, and looked at by tshark."""

import json
import os
import shutil
import stat
import subprocess

import pytest

TSHARK = shutil.which("tshark")
TAGS = ["ntag213", "ntag216", "ultralight-c", "ul11", "ntag424", "type4"]

needs_tshark = pytest.mark.skipif(
    TSHARK is None and not os.environ.get("CI") and not os.environ.get("TAGDESK_REQUIRE_PCSCD"),
    reason="tshark is not installed")


def tshark(path, *arguments):
    """What tshark says of a capture, a line each."""
    assert TSHARK, "tshark is not installed: apt-get install tshark"
    answer = subprocess.run([TSHARK, "-r", str(path), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            timeout=120, check=False)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.decode("utf-8").splitlines()


def record(program, tag):
    """Reads a simulated tag, and exports what was said as JSON lines."""
    assert program.run("read", "--simulate=" + tag).code == 0
    path = program.home / (tag + ".jsonl")
    answer = program.run("trace", "export", path)
    assert answer.code == 0, answer.errors
    return path


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_session_is_kept_for_its_owner_alone(program):
    assert program.run("trace", "show").code == 1
    assert program.run("readers", "--json").code in (0, 3)
    assert program.run("trace", "show").code == 1, "a session without exchanges left a trace"
    record(program, "ntag213")
    folder = program.home / "state" / "tagdesk" / "traces"
    kept = list(folder.iterdir())
    assert len(kept) == 1
    assert stat.S_IMODE(kept[0].stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_json_lines_hold_what_is_documented(program):
    header, *rest = lines(record(program, "ntag213"))
    assert header["schema"] == "tagdesk-trace" and header["version"] == 1 and header["program"]
    exchanges = [line for line in rest if "kind" in line]
    assert [line["number"] for line in exchanges] == list(range(1, len(exchanges) + 1))
    for line in exchanges:
        assert {"time", "duration", "reader", "profile", "layer", "command", "response", "meaning"} <= set(line)
    assert [line["event"] for line in rest if "event" in line][:2] == ["reader", "tag"]
    times = [line["time"] for line in rest]
    assert times == sorted(times)


def test_the_password_is_in_no_trace(program):
    assert program.run("protect", "--simulate", "--password", "hex:5A5B5C5D").code == 0
    path = program.home / "protect.jsonl"
    for name in ("jsonl", "text", "pcapng"):
        answer = program.run("trace", "export", path, "--format", name, "--overwrite")
        assert answer.code == 0, answer.errors
        content = path.read_bytes()
        assert b"5A5B5C5D" not in content and b"5A 5B 5C 5D" not in content and b"\x5a\x5b\x5c\x5d" not in content
    assert b"**" in program.run("trace", "show").out


@needs_tshark
@pytest.mark.parametrize("tag", TAGS)
def test_tshark_finds_every_frame_and_none_malformed(program, tag):
    trace = record(program, tag)
    capture = program.home / "capture.pcapng"
    answer = program.run("trace", "export", trace, "--format", "pcapng", "--out", capture, "--json")
    assert answer.code == 0, answer.errors
    expected = 0
    for line in lines(trace):
        if line.get("layer") == "native" and not line["command"].startswith(("FFB0", "FFD6")):
            expected += 1 + ("nativeResponse" in line)
        elif line.get("layer") == "apdu":
            expected += 2
    rows = tshark(capture, "-T", "fields", "-e", "frame.number", "-e", "frame.protocols", "-e", "frame.time_epoch",
                  "-e", "frame.comment")
    assert len(rows) == expected > 0
    assert all("iso14443" in row for row in rows)
    assert tshark(capture, "-Y", "_ws.malformed || _ws.short") == []
    assert answer.json["exchanges"] > 0 and answer.json["format"] == "pcapng"
    # What each command means stands beside it.
    commands = [row for row in rows if "#" in row]
    assert any("GET_VERSION" in row or "SELECT" in row or "READ" in row for row in commands)


@needs_tshark
def test_tshark_takes_apart_the_blocks_of_a_card(program):
    capture = program.home / "capture.pcapng"
    trace = record(program, "ntag424")
    assert program.run("trace", "export", trace, "--format", "pcapng", "--out", capture).code == 0
    rows = tshark(capture, "-T", "fields", "-e", "_ws.col.Info", "-e", "iso14443.block_type")
    assert all(row.startswith("I-block, No chaining") for row in rows)
    numbers = [row.split("Block number ")[1][0] for row in rows]
    assert numbers[::2] == numbers[1::2], "an answer has the number of its command"
    # They begin anew where the card was powered anew.
    assert all(left != right or right == "0" for left, right in zip(numbers[::2], numbers[2::2]))


@needs_tshark
def test_tshark_takes_whatever_is_typed_at_the_console(program):
    codes = [0x05, 0x0A, 0x1D, 0x26, 0x50, 0x78, 0x90, 0x93, 0x97, 0xA0, 0xB2, 0xC0, 0xC8, 0xCA, 0xD2, 0xE0, 0xE2, 0xFA, 0xFF]
    typed = "".join("native %02X 04\n" % code for code in codes)
    typed += "native 60 00\nnative 93 20\nnative 1D 00 00 00\nnative E0 80\nnative 50 00\nnative 30 E0\nnative 60\n"
    answer = program.run("console", "--simulate=ntag213", stdin=typed.encode())
    assert answer.code == 0, answer.errors
    capture = program.home / "typed.pcapng"
    assert program.run("trace", "export", capture).code == 0
    assert len(tshark(capture)) > 10
    assert tshark(capture, "-Y", "_ws.malformed") == []


@pytest.mark.parametrize("tag", TAGS)
def test_a_trace_is_read_as_the_tag_was(program, tag):
    def read(*options):
        document = program.run("read", "--json", *options).json
        for key in ("reader", "milliseconds"):
            document.pop(key)
        return document

    expected = read("--simulate=" + tag)
    path = program.home / "x.jsonl"
    assert program.run("trace", "export", path).code == 0
    assert read("--replay", path) == expected
    assert program.run("--replay", path, "read", "--json").json["reader"].endswith("(replay)")


def test_a_replay_changes_nothing_and_leaves_no_trace(program):
    path = record(program, "ntag213")
    folder = program.home / "state" / "tagdesk" / "traces"
    before = sorted(folder.iterdir())
    # Reading the tag itself was kept; what is replayed is not.
    journal = program.home / "data" / "tagdesk" / "journal.db"
    journal.unlink()
    answer = program.run("--replay", path, "write", "--uri", "https://example.com", "--json")
    assert answer.code == 1 and answer.json["result"] == "refusedHere"
    assert program.run("--replay", path, "read").code == 0
    assert sorted(folder.iterdir()) == before
    assert not journal.exists()


def test_what_is_not_in_the_trace_is_said_to_be_so(program):
    path = record(program, "ntag213")
    answer = program.run("--replay", path, "console", stdin=b"native 30 20\n")
    assert answer.code == 1
    assert "not in" in answer.errors and "trace" in answer.errors


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe\x00", b"{\"schema\":\"tagdesk-trace\",\"version\":9}\n",
                                     b"{\"schema\":\"tagdesk-trace\",\"version\":1}\n"], ids=repr)
def test_a_file_that_is_no_trace_gets_one_sentence(program, content):
    path = program.home / "x.jsonl"
    path.write_bytes(content)
    for words in (["--replay", path, "read"], ["trace", "replay", path]):
        answer = program.run(*words)
        assert answer.code == 2
        assert len(answer.errors.strip().splitlines()) == 2
        assert answer.out == b""


def test_exporting_never_overwrites_another_file(program):
    trace = record(program, "ntag213")
    letter = program.home / "letter.txt"
    letter.write_text("dear")
    assert program.run("trace", "export", letter).code == 2
    assert program.run("trace", "export", trace, "--format", "text", "--out", letter).code == 2
    assert letter.read_text() == "dear"
    assert program.run("trace", "export", letter, "--overwrite").code == 0
    assert letter.read_text().startswith("# tagdesk trace")
    shown = program.run("trace", "export", trace, "--format", "text")
    assert shown.code == 0 and shown.text.startswith("# tagdesk trace")
    again = program.run("trace", "export", trace)
    assert again.out == trace.read_bytes()


def test_a_trace_is_played_to_simulated_tags(program):
    trace = record(program, "ntag213")
    same = program.run("trace", "replay", trace, "--json")
    assert same.code == 0 and same.json["same"] is True
    other = program.run("trace", "replay", trace, "--simulate=ntag215", "--json")
    assert other.code == 1 and other.json["same"] is False
    assert other.json["tags"][0]["differences"]


def test_the_console_prints_each_answer_and_holds_the_selection(program):
    answer = program.run("console", "--simulate=ntag424", stdin=(
        b"# select, then read\n00 A4 04 00 07 D2760000850101 00\n00A4000C02E103\n\ncount = 0F\n00B00000 $count # CC\n"))
    assert answer.code == 0, answer.errors
    rows = answer.text.splitlines()
    assert rows[0] == "> 00 A4 04 00 07 D2 76 00 00 85 01 01 00"
    assert rows[1].startswith("< 9000  ")
    assert rows[4] == "> 00 B0 00 00 0F"
    assert rows[5].startswith("< 00 17 20 01 00 00 FF 04 06 E1 04 01 00 00 00  9000  ")


def test_the_console_answers_with_one_document(program):
    answer = program.run("console", "--json", "--simulate=ntag213", stdin=b"native 60\nnative 30 E0\nnative 1B 01020304\n")
    assert answer.code == 0, answer.errors
    first, second, third = answer.json["exchanges"]
    assert first["response"] == "0004040201000F03" and first["refused"] is False
    assert second["refused"] is True
    assert third["command"] == "1B********" and "01020304" not in answer.text


def test_a_line_that_is_none_ends_the_console(program):
    answer = program.run("console", "--json", "--simulate=ntag213", stdin=b"native 60\nnonsense\nnative 60\n")
    assert answer.code == 2
    assert answer.json["error"]["kind"] == "usage"
    assert len(answer.json["exchanges"]) == 1
    alone = program.run("console", "--simulate=ntag213", stdin=b"# nothing\n")
    assert alone.code == 0 and alone.out == b""


def test_the_console_asks_before_what_cannot_be_undone(program):
    answer = program.run("console", "--json", "--simulate=ntag213", stdin=b"native A2 02 00 00 08 00\n")
    assert answer.code == 1 and answer.json["error"]["kind"] == "refusedHere"
    assert answer.json["exchanges"] == []
    uid = answer.json["tag"]["uid"]
    confirmed = program.run("console", "--json", "--confirm", uid, "--simulate=ntag213", stdin=b"native A2 02 00 00 08 00\n")
    assert confirmed.code == 0 and confirmed.json["exchanges"][0]["response"] == "0A"
    refused = program.run("console", "--json", "--read-only", "--confirm", uid, "--simulate=ntag213",
                          stdin=b"native A2 04 00 00 00 00\n")
    assert refused.code == 1 and refused.json["exchanges"] == []
