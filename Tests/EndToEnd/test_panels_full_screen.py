"""Console, Trace and Tools as a person uses them: in a real terminal, with the built-in reader's tags."""

import json
import os
import shutil
import subprocess

import pytest

from harness.waiting import wait_until

TAG = "04:E1:0C:DA:99:3C:80"
CARD = "ntag424-link"
SIZES = pytest.mark.parametrize("columns, rows", [(80, 24), (200, 60)])


@pytest.fixture
def open_desk(open_tmux, program):
    """Opens the program on its bench in tmux."""
    def start(columns, rows, *arguments, tag=TAG):
        tmux = open_tmux(columns, rows)
        tmux.run(program.command(*(arguments or ("--simulate",)))).wait_for(tag).wait_for("F10")
        if not arguments:
            tmux.wait_for("read 43 pages")
        return tmux

    return start


def send(tmux, line):
    tmux.type(line).wait_for("> " + line)
    tmux.press("Enter")


def export(tmux, path, format):
    tmux.press("e").wait_for("Export the trace")
    tmux.press("C-u").type(str(path)).wait_for(path.name).press("Tab")
    for word in ("text", "jsonl", "pcapng"):
        wait_until(lambda: "Format" in tmux.focused and word in tmux.focused,
                   lambda: "the cursor on the format %s of\n%s" % (word, tmux.text))
        if word == format:
            break
        tmux.press("Space")
    tmux.press("Enter")


@SIZES
def test_commands_are_sent_traced_and_exported(open_desk, program, columns, rows):
    tmux = open_desk(columns, rows)
    tmux.press("C").wait_for("[Console]")
    send(tmux, "native 60")
    tmux.wait_for("00 04 04 02 01 00 0F 03").wait_for("NTAG213 by its version")

    # A card: an APDU, its status word in words, and the selection that lasts.
    tmux.press("F6").wait_for("What is done to them is kept")
    tmux.choose(CARD)
    send(tmux, "00 A4 04 00 07 D2760000850101 00")
    tmux.wait_for("another tag lies on")
    tmux.press("Up").wait_for("> 00 A4 04 00").press("Enter").wait_for("90 00")
    send(tmux, "00A4000C02FFFF")
    tmux.wait_for("6A 82")
    send(tmux, "00A4000C02E103")
    send(tmux, "00B000000F")
    tmux.wait_for("READ BINARY")

    # All of it stands in the trace; a filter finds the refusal, an export leaves the program.
    tmux.press("Tab").wait_for("Tab goes to the line")
    tmux.press("T").wait_for("[Trace]").wait_for("READ BINARY")
    tmux.press("F").wait_for("failures").wait_for("6A 82")
    tmux.press("Enter").wait_for("[Exchange").wait_for("SW 6A82").press("Escape").wait_for("[Trace]")
    tmux.press("F").wait_for(lambda shown: "failures" not in shown.split("\n")[1])
    capture, lines = program.home / "first.capture", program.home / "second.lines"
    export(tmux, capture, "pcapng")
    tmux.wait_for("Exported as pcapng").wait_for("written to").press("Enter")
    tmux.wait_for(lambda shown: "Exported as" not in shown)
    export(tmux, lines, "jsonl")
    wait_until(lambda: lines.exists(), "the exported file")
    for line in lines.read_text().splitlines():
        json.loads(line)

    # A file is looked at in place of the session's trace, and Esc goes back.
    tmux.press("o").wait_for("Open a trace")
    tmux.type(str(lines)).press("Enter").wait_for("[Trace: second.lines]").wait_for("READ BINARY")
    tmux.press("Escape").wait_for("[Trace]")

    # An existing file is replaced only after a yes.
    before = capture.read_bytes()
    export(tmux, capture, "pcapng")
    tmux.wait_for("Replace the file?").press("Enter").wait_for(lambda shown: "Replace the file?" not in shown)
    assert capture.read_bytes() == before
    tmux.press("F10").wait_for(lambda shown: shown.rstrip().endswith(tmux.PROMPT))

    assert before[:4] == b"\x0a\x0d\x0d\x0a"
    if shutil.which("tshark"):
        told = subprocess.run(["tshark", "-r", str(capture), "-V"], capture_output=True, text=True, check=True).stdout
        assert "Protocols in frame: iso14443" in told or "ISO 14443" in told
        assert "Malformed" not in told


@SIZES
def test_what_cannot_be_undone_is_asked_for(open_desk, columns, rows):
    tmux = open_desk(columns, rows)
    tmux.press("C").wait_for("[Console]")
    send(tmux, "native A2 02 00 48 01 00")
    tmux.wait_for("Send this?").wait_for("Type 3C80").press("Escape").wait_for("not sent")
    send(tmux, "native 30 02")
    tmux.wait_for("48 00 00")


def test_read_only_sends_nothing_that_changes(open_desk):
    tmux = open_desk(100, 30, "--simulate", "--read-only")
    tmux.press("C").wait_for("[Console]")
    tmux.type("native A2 05 00 00 00 00").wait_for("not now")
    tmux.press("Enter").wait_for("Not sent")
    tmux.press("C-u")
    send(tmux, "native 30 04")
    tmux.wait_for("01 03 A0 0C")


@SIZES
def test_tools_convert_as_one_types(open_desk, columns, rows):
    tmux = open_desk(columns, rows)
    tmux.press("O").wait_for("Tools" if columns >= 50 else "[Convert]")
    tmux.press("C-u").type("0x1F90").wait_for("8080")
    tmux.press("C-n").wait_for("[Access]")
    tmux.press("C-u").type("00 E0").wait_for("free")
    for _ in range(6):
        tmux.press("C-p")
    tmux.wait_for("[CRC]").press("C-u").type("00 00").wait_for("A0 1E")
    tmux.press("Tab").press("q").wait_for("2 Memory")


@SIZES
def test_a_trace_is_replayed_without_the_tag(open_desk, program, columns, rows):
    tmux = open_desk(columns, rows)
    tmux.press("C").wait_for("[Console]")
    send(tmux, "native 30 04")
    tmux.wait_for("01 03 A0 0C").press("Tab").wait_for("Tab goes to the line").press("T").wait_for("READ 04")
    lines = program.home / "fault.lines"
    export(tmux, lines, "jsonl")
    wait_until(lambda: lines.exists(), "the exported file")
    tmux.press("F10").wait_for(lambda shown: shown.rstrip().endswith(tmux.PROMPT))

    # The same tag, without a reader: what was asked then is answered, nothing else is made up.
    tmux.run(program.command("--replay", str(lines))).wait_for("[replay]").wait_for(TAG)
    tmux.press("C").wait_for("[Console]")
    send(tmux, "native 30 04")
    tmux.wait_for("01 03 A0 0C")
    send(tmux, "native 30 10")
    tmux.wait_for("a trace is replayed, and")
    tmux.press("Tab").wait_for("Tab goes to the line").press("T").wait_for("[Trace]").wait_for("READ 04")


def test_an_export_goes_to_files_alone(open_desk, program):
    tmux = open_desk(200, 60)
    tmux.press("T").wait_for("[Trace]")
    folder, pipe = program.home / "a.folder", program.home / "a.pipe"
    folder.mkdir()
    os.mkfifo(pipe)
    for path, reason in ((folder, "it is a folder"), (pipe, "it is a named pipe"),
                         (program.home / "none" / "a.file", "could not be written")):
        export(tmux, path, "text")
        tmux.wait_for(reason).press("Enter").wait_for(lambda shown: reason not in shown)
    assert sorted(path.name for path in program.home.glob("a.*")) == ["a.folder", "a.pipe"]
