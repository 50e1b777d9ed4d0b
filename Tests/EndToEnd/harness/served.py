"""`tagdesk simulate --serve`: the simulated reader behind the real pcscd."""

import os
import select
import subprocess
import time

from .waiting import DEADLINE


class Served:
    """A running simulated reader that takes commands."""

    def __init__(self, program, profile, *tags, options=()):
        arguments = ["simulate", "--serve", "--profile", profile, *options]
        for tag in tags:
            arguments += ["--tag", tag]
        self._process = program.start(
            *arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self._buffer = b""

    def command(self, line):
        """Sends one command and returns its answer, which must begin with `ok`."""
        answer = self.ask(line)
        if not answer.startswith("ok"):
            raise AssertionError("%r was answered %r" % (line, answer))
        return answer

    def ask(self, line):
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()
        while True:
            answer = self.line()
            if answer.startswith(("ok", "error")):
                return answer

    def line(self, deadline=DEADLINE):
        """The next line the simulator says."""
        end = time.monotonic() + deadline
        while b"\n" not in self._buffer:
            left = end - time.monotonic()
            ready, _, _ = select.select([self._process.stdout], [], [], max(0, left))
            part = os.read(self._process.stdout.fileno(), 65536) if ready else b""
            if not part:
                raise AssertionError("the simulator says no more (exit %r): %s" % (
                    self._process.poll(), self._errors()))
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode()

    def _errors(self):
        if self._process.poll() is None:
            return "still running"
        return self._process.stderr.read().decode(errors="replace")

    def close(self):
        """Ends the simulator by closing its stdin; returns its exit code."""
        if self._process.poll() is None:
            self._process.stdin.close()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(10)
        for stream in (self._process.stdout, self._process.stderr):
            stream.close()
        return self._process.returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
