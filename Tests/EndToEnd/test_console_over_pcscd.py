"""The console over a real pcscd: it holds the tag while it is open, and lets go of it whatever ends it."""

import json
import os
import select
import signal
import subprocess
import sys
import time

import pytest

from harness.readers import READERS
from harness.waiting import DEADLINE, wait_until

SELECT_APPLICATION = "00 A4 04 00 07 D2760000850101 00"
SELECT_FILE = "00 A4 00 0C 02 E103"
READ = "00 B0 00 00 0F"

OTHER = """
import sys
from smartcard.System import readers
connection = readers()[0].createConnection()
connection.connect()
print("connected", flush=True)
data, sw1, sw2 = connection.transmit([0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x04])
data, sw1, sw2 = connection.transmit([0xFF, 0xCA, 0, 0, 0])
print(bytes(data).hex(), "%02x%02x" % (sw1, sw2), flush=True)
"""


class Console:
    """A console that lines are typed into one by one."""

    def __init__(self, program, *options):
        self.process = program.start(
            "console", *options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self._buffer = b""

    def send(self, line):
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # It has ended already; its exit code and its words say why.

    def answer(self, line):
        """Sends a line and returns the line of its answer."""
        self.send(line)
        while True:
            text = self._line()
            if text.startswith("< "):
                return text

    def _line(self):
        end = time.monotonic() + DEADLINE
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            part = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not part:
                raise AssertionError("the console says no more (exit %r)" % self.process.poll())
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode()

    def end(self):
        """Closes its stdin; returns exit code, the rest of stdout, and stderr."""
        out, err = self.process.communicate(timeout=DEADLINE)
        return self.process.returncode, (self._buffer + out).decode(), err.decode()


@pytest.fixture
def open_console(inside):
    opened = []

    def start(*options):
        console = Console(inside, *options)
        opened.append(console)
        return console

    yield start
    for console in opened:
        if console.process.poll() is None:
            console.process.kill()
            console.process.wait()
        for stream in (console.process.stdin, console.process.stdout, console.process.stderr):
            if not stream.closed:
                stream.close()


def another_program(inside):
    return subprocess.Popen(
        [*inside.prefix, sys.executable, "-c", OTHER], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("profile", READERS)
def test_what_is_selected_lasts_while_another_program_waits_and_gets_the_card_afterwards(
        desk, inside, open_console, profile):
    desk(profile, "ntag424")
    console = open_console("--wait", "20")
    assert "9000" in console.answer(SELECT_APPLICATION)
    assert "9000" in console.answer(SELECT_FILE)
    first = console.answer(READ)
    assert first.startswith("< 00 17"), first
    other = another_program(inside)
    try:
        # It may connect, or is told that somebody has the card; it must not select another file in between.
        for _ in range(5):
            assert console.answer(READ) == first
        code, _, errors = console.end()
        assert code == 0, errors
        out, err = other.communicate(timeout=DEADLINE)
    finally:
        if other.poll() is None:
            other.kill()
            other.wait()
    if other.returncode != 0:
        assert "Sharing violation" in err or "0x8010000B" in err, err
        out = subprocess.run(
            [*inside.prefix, sys.executable, "-c", OTHER], capture_output=True, text=True, timeout=DEADLINE,
            check=True).stdout
    assert out.strip().endswith("9000"), out


def test_a_tag_pulled_in_the_middle_of_a_command_is_told_and_the_next_line_is_not_sent(desk, inside, open_console):
    served = desk("acr122", "ntag213")
    console = open_console("--wait", "20")
    assert "04 04 02" in console.answer("native 60")
    served.command("pull-after 1")
    console.send("native A2 04 01 02 03 04")
    console.send("native A2 05 01 02 03 04")
    code, out, errors = console.end()
    assert code == 1, errors
    # The torn write may have been answered by the reader's "no good answer"; the line behind it finds no tag.
    assert "Line 2" in errors or "Line 3" in errors, errors
    assert "< 0A" not in out, out
    served.command("insert ntag213")
    again = inside.run("console", "--wait", "20", stdin=b"native 60\n")
    assert again.code == 0, again


def test_a_pulled_tag_still_ends_in_one_document(desk, inside, open_console):
    served = desk("acr1252", "ntag213")
    console = open_console("--json", "--wait", "20")
    wait_until(lambda: inside.run("readers", "--json").json["readers"], "the reader")
    served.command("pull-after 6")
    for _ in range(12):
        console.send("native 30 04")
    code, out, errors = console.end()
    document = json.loads(out)
    assert code in (1, 3), errors
    assert document["error"]["kind"] in ("tagLost", "noTag")
    assert document["error"]["message"] and document["error"]["advice"]


@pytest.mark.parametrize("sig", [signal.SIGKILL, signal.SIGTERM])
def test_pcscd_that_ends_in_the_middle_is_told_and_a_new_one_serves_the_next_console(
        desk, inside, open_console, pcscd, serve, sig):
    desk("acr122", "ntag424")
    console = open_console("--wait", "20")
    assert "9000" in console.answer(SELECT_APPLICATION)
    pcscd.stop(sig)
    console.send(READ)
    code, _, errors = console.end()
    assert code in (1, 3), errors
    assert "pcscd" in errors, errors
    pcscd.start(READERS["acr122"][0])
    serve("acr122", "ntag424")
    again = inside.run("console", "--wait", "20", stdin=(SELECT_APPLICATION + "\n").encode())
    assert again.code == 0, again


def test_a_signal_ends_the_console_and_frees_the_card(desk, inside, open_console):
    desk("acr122", "ntag424")
    console = open_console("--wait", "20")
    assert "9000" in console.answer(SELECT_APPLICATION)
    console.process.send_signal(signal.SIGTERM)
    code, _, errors = console.end()
    assert code == 1, errors
    other = another_program(inside)
    out, err = other.communicate(timeout=DEADLINE)
    assert other.returncode == 0, err
    assert out.strip().endswith("9000")
