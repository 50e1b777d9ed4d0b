"""The program on a pty, with a terminal emulator (pyte) behind it."""

import errno
import fcntl
import itertools
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import pyte

from .waiting import DEADLINE

_SIGNALS_A_SHELL_IGNORES = (signal.SIGHUP, signal.SIGTTOU, signal.SIGTTIN, signal.SIGTSTP, signal.SIGINT, signal.SIGQUIT)

_CURSOR = {"up": b"A", "down": b"B", "right": b"C", "left": b"D", "home": b"H", "end": b"F"}
_KEYS = {
    "enter": b"\r", "esc": b"\x1b", "tab": b"\t", "space": b" ", "backspace": b"\x7f", "shift-tab": b"\x1b[Z",
    "pgup": b"\x1b[5~", "pgdn": b"\x1b[6~", "delete": b"\x1b[3~", "insert": b"\x1b[2~",
    "f1": b"\x1bOP", "f2": b"\x1bOQ", "f3": b"\x1bOR", "f4": b"\x1bOS", "f5": b"\x1b[15~", "f6": b"\x1b[17~",
    "f7": b"\x1b[18~", "f8": b"\x1b[19~", "f9": b"\x1b[20~", "f10": b"\x1b[21~",
}

#: Private modes that a program must leave as it found them.
MODES = {
    1: "application cursor keys", 47: "alternate screen", 1000: "mouse", 1002: "mouse drag", 1003: "mouse motion",
    1004: "focus events", 1006: "mouse by SGR", 1047: "alternate screen", 1049: "alternate screen",
    2004: "bracketed paste", 2026: "synchronised output",
}


class _Screen(pyte.Screen):
    """pyte's screen, with the sequences of xterm that it lacks: repeat the last character (REP), scroll (SU, SD)."""

    _last = " "

    def draw(self, data):
        if data:
            self._last = data[-1]
        super().draw(data)

    def repeat(self, count=None, **_):
        super().draw(self._last * (count or 1))

    def scroll_up(self, count=None, **_):
        self._scroll(count, self.margins.bottom if self.margins else self.lines - 1, self.index)

    def scroll_down(self, count=None, **_):
        self._scroll(count, self.margins.top if self.margins else 0, self.reverse_index)

    def _scroll(self, count, row, step):
        """Scrolls within the margins; the cursor stays where it is."""
        before, self.cursor.y = self.cursor.y, row
        for _ in range(count or 1):
            step()
        self.cursor.y = before


class _Stream(pyte.ByteStream):
    csi = {**pyte.ByteStream.csi, "b": "repeat", "S": "scroll_up", "T": "scroll_down"}
    events = frozenset(itertools.chain(pyte.ByteStream.events, ["repeat", "scroll_up", "scroll_down"]))


class Terminal:
    """One program, run as the foreground job of a shell that does nothing but wait for it."""

    def __init__(self, argv, columns=120, rows=40, env=None, cwd=None):
        self.columns, self.rows = columns, rows
        self.raw = b""
        self.screen = _Screen(columns, rows)
        self._stream = _Stream(self.screen)
        self._fd, self._slave = pty.openpty()
        self._set_size(columns, rows)
        self._before = termios.tcgetattr(self._slave)
        self._reports, reports = os.pipe()
        go_on, self._go_on = os.pipe()
        self._shell = os.fork()
        if self._shell == 0:
            os.close(self._fd)
            os.close(self._reports)
            os.close(self._go_on)
            self._be_the_shell(argv, env if env is not None else dict(os.environ), cwd, reports, go_on)
        os.close(reports)
        os.close(go_on)
        os.set_blocking(self._fd, False)
        self._report = b""
        self.status = None
        self.stopped = False
        self.hung_up = False
        self.pid = int(self._next_report())

    def _be_the_shell(self, argv, env, cwd, reports, go_on):
        """The session's leader: starts the job, reports what becomes of it, and stays until told to go, so that the
        terminal's modes can be looked at after the job has ended."""
        try:
            os.setsid()
            fcntl.ioctl(self._slave, termios.TIOCSCTTY, 0)
            for number in _SIGNALS_A_SHELL_IGNORES:
                signal.signal(number, signal.SIG_IGN)
            job = os.fork()
            if job == 0:
                os.setpgid(0, 0)
                os.tcsetpgrp(self._slave, os.getpid())
                for number in (*_SIGNALS_A_SHELL_IGNORES, signal.SIGPIPE):
                    signal.signal(number, signal.SIG_DFL)
                for descriptor in (0, 1, 2):
                    os.dup2(self._slave, descriptor)
                os.write(reports, b"%d\n" % os.getpid())
                os.closerange(3, 256)
                if cwd:
                    os.chdir(cwd)
                os.execvpe(argv[0], argv, env)
            os.close(self._slave)
            while True:
                _, status = os.waitpid(job, os.WUNTRACED | os.WCONTINUED)
                os.write(reports, b"%d\n" % status)
                if os.WIFEXITED(status) or os.WIFSIGNALED(status):
                    break
            os.read(go_on, 1)
        finally:
            os._exit(0)

    # What the program wrote

    def read(self, timeout=0.0):
        """Takes in what the program wrote, waiting at most `timeout` seconds for something to come."""
        if self.hung_up:
            return b""
        ready, _, _ = select.select([self._fd, self._reports], [], [], timeout)
        if self._reports in ready:
            self._take_reports()
        try:
            data = os.read(self._fd, 65536)
        except BlockingIOError:
            return b""
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return b""
        self.raw += data
        self._stream.feed(data)
        return data

    @property
    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self):
        return "\n".join(self.lines)

    def wait_for(self, wanted, deadline=DEADLINE, gone=False):
        """Reads until the screen shows `wanted` (a string, a compiled pattern, or a function of this terminal), or, with
        `gone`, until it shows it no more."""
        if callable(wanted):
            holds, name = (lambda: wanted(self)), getattr(wanted, "__name__", "a condition")
        elif isinstance(wanted, re.Pattern):
            holds, name = (lambda: wanted.search(self.text)), repr(wanted.pattern)
        else:
            holds, name = (lambda: wanted in self.text), repr(wanted)
        end = time.monotonic() + deadline
        while bool(holds()) == gone:
            left = end - time.monotonic()
            if left <= 0 or (self.ended and not self.read()):
                raise AssertionError("the screen never %s %s (%s):\n%s" % (
                    "lost" if gone else "showed", name, self.fate, self.text))
            self.read(min(left, 0.2))
        return self

    def settle(self, quiet=0.15, deadline=DEADLINE):
        """Reads until the program has written nothing for `quiet` seconds: for pictures and for counting bytes."""
        end = time.monotonic() + deadline
        while time.monotonic() < end and (self.read(quiet) or not self._quiet(quiet)):
            pass
        return self

    def _quiet(self, seconds):
        ready, _, _ = select.select([self._fd], [], [], seconds)
        return not ready or self.ended

    # What the person does

    def press(self, *keys):
        """Presses keys: names such as `down`, `f1`, `ctrl-c`, `alt-x`, or single characters."""
        for key in keys:
            self.send(self._bytes(key))
        return self

    def type(self, text):
        return self.send(text.encode())

    def send(self, data):
        os.write(self._fd, data)
        return self

    def _bytes(self, key):
        if key in _CURSOR:
            application = (1 << 5) in self.screen.mode
            return (b"\x1bO" if application else b"\x1b[") + _CURSOR[key]
        if key in _KEYS:
            return _KEYS[key]
        if key.startswith("ctrl-"):
            return bytes([ord(key[5:].upper()) & 0x1F])
        if key.startswith("alt-"):
            return b"\x1b" + key[4:].encode()
        if len(key) != 1:
            raise ValueError("no such key: " + key)
        return key.encode()

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.screen.resize(rows, columns)
        self._set_size(columns, rows)
        return self

    def _set_size(self, columns, rows):
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def kill(self, number):
        os.kill(self.pid, number)
        return self

    def hang_up(self):
        """The window is closed: the terminal goes away under the program."""
        self.hung_up = True
        os.close(self._slave)
        os.close(self._fd)

    # What becomes of it

    def _next_report(self):
        while b"\n" not in self._report:
            part = os.read(self._reports, 4096)
            if not part:
                raise AssertionError("the program could not be started")
            self._report += part
        line, _, self._report = self._report.partition(b"\n")
        return line

    def _take_reports(self):
        os.set_blocking(self._reports, False)
        try:
            self._report += os.read(self._reports, 4096)
        except BlockingIOError:
            pass
        while b"\n" in self._report:
            line, _, self._report = self._report.partition(b"\n")
            status = int(line)
            if os.WIFEXITED(status) or os.WIFSIGNALED(status):
                self.status = status
            else:
                self.stopped = os.WIFSTOPPED(status)

    @property
    def ended(self):
        self._take_reports()
        return self.status is not None

    @property
    def fate(self):
        """`running`, `exit N` or `signal NAME`."""
        if not self.ended:
            return "stopped" if self.stopped else "running"
        if os.WIFSIGNALED(self.status):
            return "signal " + signal.Signals(os.WTERMSIG(self.status)).name
        return "exit %d" % os.WEXITSTATUS(self.status)

    def wait_end(self, deadline=DEADLINE):
        """Waits for the program's end and returns its fate."""
        end = time.monotonic() + deadline
        while not self.ended:
            if time.monotonic() > end:
                raise AssertionError("the program does not end:\n" + self.text)
            if self.hung_up:
                select.select([self._reports], [], [], 0.2)
            else:
                self.read(0.2)
        while self.read():
            pass
        return self.fate

    @property
    def modes_left_on(self):
        """What a program that has ended left switched on: private modes, a hidden cursor."""
        state = {}
        for numbers, switch in re.findall(rb"\x1b\[\?([0-9;]+)([hl])", self.raw):
            for number in numbers.split(b";"):
                state[int(number)] = switch == b"h"
        left = [name for number, name in MODES.items() if state.get(number)]
        return left + (["hidden cursor"] if state.get(25) is False else [])

    @property
    def line_modes_restored(self):
        """Whether echo, line editing, signals and newlines are as they were: what makes a shell usable."""
        now, before = termios.tcgetattr(self._slave), self._before
        local = termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN
        return (now[3] & local == before[3] & local
                and now[0] & (termios.ICRNL | termios.IXON) == before[0] & (termios.ICRNL | termios.IXON)
                and now[1] & termios.OPOST == before[1] & termios.OPOST)

    def close(self):
        if not self.ended:
            for number in (signal.SIGKILL, signal.SIGCONT):
                try:
                    os.kill(self.pid, number)
                except ProcessLookupError:
                    pass
        os.close(self._go_on)
        if not self.hung_up:
            os.close(self._slave)
            os.close(self._fd)
        os.waitpid(self._shell, 0)
        os.close(self._reports)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
