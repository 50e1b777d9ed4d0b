"""Dumps as a person uses them: kept, opened, compared, restored and cloned in a real terminal."""

import shutil
import subprocess

import pytest
from harness.waiting import wait_until

TAG = "04:E1:0C:DA:99:3C:80"
SIZES = pytest.mark.parametrize("columns, rows", [(80, 24), (200, 60)])


def flipper():
    """An NTAG213 with a link, as a Flipper writes it: by the description of the format, not by any program."""
    link = b"example.org"
    message = bytes([0xD1, 0x01, len(link) + 1, 0x55, 0x04]) + link
    memory = bytes.fromhex("04E10C61DA993C80FF480000E1101200") + bytes.fromhex("0103A00C34") + bytes(
        [0x03, len(message)]) + message + b"\xFE"
    memory = memory.ljust(160, b"\0") + bytes.fromhex("000000BD" "040000FF" "00050000" "00000000" "00000000")
    lines = ["Filetype: Flipper NFC device", "Version: 4", "Device type: NTAG/Ultralight",
             "UID: 04 E1 0C DA 99 3C 80", "ATQA: 00 44", "SAK: 00", "Data format version: 2",
             "NTAG/Ultralight type: NTAG213", "Signature:" + " 00" * 32, "Mifare version: 00 04 04 02 01 00 0F 03"]
    for number in range(3):
        lines += ["Counter %d: 0" % number, "Tearing %d: 00" % number]
    lines += ["Pages total: 45", "Pages read: 45"]
    lines += ["Page %d: %s" % (page, memory[page * 4:page * 4 + 4].hex(" ").upper()) for page in range(45)]
    return "\n".join(lines) + "\n"


@pytest.fixture
def open_desk(open_tmux, program):
    """Opens the program on its bench in tmux, with a tag as delivered on the reader and a Flipper's file at home."""
    (program.home / "door.nfc").write_text(flipper())

    def start(columns, rows):
        tmux = open_tmux(columns, rows)
        tmux.run(program.command("--simulate")).wait_for(TAG).wait_for("read 43 pages")
        return tmux

    return start


def open_flipper(tmux):
    tmux.press("F8").wait_for("[Dumps]").press("o").wait_for("Open a dump").press("C-u").type("~/door.nfc").press("Enter")
    return tmux.wait_for("dump: door.nfc").wait_for("[dump]").wait_for("example.org")


@SIZES
def test_a_dump_is_kept_opened_compared_and_restored(open_desk, program, columns, rows):
    tmux = open_desk(columns, rows)

    # The tag as it is now is kept, and listed.
    tmux.press("S").wait_for("kept as NTAG213-04E10CDA993C80")
    # A file of another tool: shown as a dump, never as a tag; then kept too.
    open_flipper(tmux)
    tmux.press("R").wait_for("a dump is shown, not a tag")
    tmux.press("S").wait_for("kept as NTAG213-")

    # Compared with the tag: the link is in one and not in the other.
    tmux.press("c").wait_for("[Compare]").wait_for("record 1 removed").wait_for("34 03 10 D1")
    tmux.press("a").wait_for("capability container")
    tmux.press("q").wait_for("dump: ")

    # Restored by a plan that has Cancel in front.
    tmux.press("I").wait_for("New password").press("Enter").wait_for("[ Cancel ]").wait_for("steps, about")
    tmux.press("Tab").wait_for("[ Restore ]").press("Enter").wait_for("restore:").wait_for("read back")
    tmux.press("c").wait_for("[Compare]").wait_for("no difference")
    tmux.press("q").wait_for("dump: ").press("q").wait_for("[Dumps]").press("q").wait_for("2 Memory")

    # What was there before is what the journal undoes; the tag without a screen holds the link.
    document = program.run("read", "--json", "--simulate").json
    assert [record["kind"] for record in document["ndef"]["records"]] == ["uri"]
    tmux.press("F10").wait_for(tmux.PROMPT)


@SIZES
def test_an_export_asks_before_it_replaces_and_opens_again(open_desk, program, columns, rows):
    tmux = open_desk(columns, rows)
    out = program.home / "copy.nfc"
    out.write_text("something else")
    tmux.press("e").wait_for("Export").wait_for("Flipper .nfc").press("Tab", "C-u").type("~/copy.nfc").press("Enter")
    tmux.wait_for("Replace the file?").wait_for("[ Cancel ]")
    assert out.read_text() == "something else"
    tmux.press("Tab").wait_for("[ Replace it ]").press("Enter").wait_for("written as Flipper")
    assert out.read_text().startswith("Filetype: Flipper NFC device")
    shown = program.run("show", str(out), "--json").json
    assert shown["format"] == "flipper" and shown["tag"]["uid"] == TAG


@SIZES
def test_one_dump_goes_onto_one_tag_after_the_other(open_desk, columns, rows):
    tmux = open_desk(columns, rows)
    open_flipper(tmux)
    tmux.press("W").wait_for("To begin, type").press("BTab").type("clone").press("Enter")
    tmux.wait_for("[Clone]").wait_for("1 done")
    for name, sum_ in (("ntag213-mirror", "2 done"), ("ntag216-empty", "1 refused"), ("ntag213-factory", "1 skipped")):
        tmux.press("F6").wait_for("What is done to them is kept").press("g")
        wait_until(lambda: "ntag213-factory" in tmux.focused, "the top of the bench")
        tmux.choose(name)
        tmux.wait_for(sum_)
    tmux.wait_for("already done")
    tmux.press("Escape").wait_for("Stopped")


@SIZES
def test_a_file_becomes_a_tag_is_edited_compared_and_seen_on_the_wire(open_desk, program, columns, rows):
    tmux = open_desk(columns, rows)

    # A Flipper's file beside the tag, then on it.
    open_flipper(tmux).press("c").wait_for("[Compare]").wait_for("34 03 10 D1").press("q").wait_for("dump: ")
    tmux.press("I").wait_for("New password").press("Enter").wait_for("[ Cancel ]")
    tmux.press("Tab").wait_for("[ Restore ]").press("Enter").wait_for("restore:").wait_for("read back")
    tmux.press("q").wait_for("[Dumps]").press("q").wait_for("2 Memory").press("2").wait_for("[2 Memory]")

    # Two bytes are typed, planned and written.
    tmux.press("F5").wait_for("1C page").type("10").press("Enter").wait_for("page 10 byte 0")
    tmux.press("F2").wait_for("typing hex").type("dead").wait_for("[2 bytes changed]")
    tmux.press("Escape").wait_for("2 bytes changed and kept here").press("w").wait_for("Write the edits:")
    tmux.press("Enter").wait_for("written and read back").wait_for(lambda shown: "changed]" not in shown)

    # The tag against the file: these two bytes and nothing else.
    open_flipper(tmux).press("c").wait_for("[Compare]").wait_for("1 difference").wait_for("DE AD 00 00")
    tmux.press("q").wait_for("dump: ").press("q").wait_for("[Dumps]").press("q").wait_for("2 Memory")

    # All of it went over the air: the session that has ended is exported, and Wireshark reads it.
    capture = program.home / "session.pcapng"
    tmux.press("T").wait_for("[Trace]").wait_for("READ")
    tmux.press("F10").wait_for(lambda shown: shown.rstrip().endswith(tmux.PROMPT))
    exported = program.run("trace", "export", str(capture), "--format", "pcapng")
    assert exported.code == 0, exported.errors
    if shutil.which("tshark"):
        told = subprocess.run(["tshark", "-r", str(capture), "-V"], capture_output=True, text=True, check=True).stdout
        assert "Malformed" not in told
        frames = subprocess.run(
            ["tshark", "-r", str(capture), "-x"], capture_output=True, text=True, check=True).stdout.lower()
        assert "a2 10 de ad 00 00" in frames
