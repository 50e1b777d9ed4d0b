"""The built program: where it is, and running it without a terminal."""

import json
import os
import pathlib
import subprocess

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]


def path():
    """The program under test: `TAGDESK`, or the release build of this repository."""
    return os.environ.get("TAGDESK") or str(REPOSITORY / ".build" / "release" / "tagdesk")


class Answer:
    """What a finished run left behind."""

    def __init__(self, completed):
        self.code = completed.returncode
        self.out = completed.stdout
        self.err = completed.stderr

    @property
    def text(self):
        return self.out.decode("utf-8")

    @property
    def errors(self):
        return self.err.decode("utf-8")

    @property
    def json(self):
        """The one JSON document on stdout; anything else there is a failure."""
        try:
            return json.loads(self.text)
        except ValueError as error:
            raise AssertionError("stdout is not one JSON document (%s): %r\nstderr: %s"
                                 % (error, self.text, self.errors)) from error

    def __repr__(self):
        return "Answer(code=%d, out=%r, err=%r)" % (self.code, self.out, self.err)


class Program:
    """Runs tagdesk with folders of its own, so that nobody's settings or tags are touched."""

    def __init__(self, home, prefix=()):
        self.home = pathlib.Path(home)
        #: Put before every command line: how to get into the namespaces of the private pcscd.
        self.prefix = list(prefix)

    def environment(self, **changes):
        """The environment of a run; a change of `None` removes the variable."""
        values = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
            "HOME": str(self.home),
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_STATE_HOME": str(self.home / "state"),
        }
        values.update(changes)
        return {name: value for name, value in values.items() if value is not None}

    def command(self, *arguments):
        # A change of namespace loses the working directory.
        return [*self.prefix, "env", "-C", str(self.home), path(), *map(str, arguments)]

    def run(self, *arguments, stdin=b"", timeout=60, env=None, new_session=True):
        """Runs the program to its end, by default without any terminal at all."""
        return Answer(subprocess.run(
            self.command(*arguments), input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=env or self.environment(), timeout=timeout, start_new_session=new_session, cwd=self.home, check=False))

    def action(self, name):
        """What help says that the action of this name does, out of the program's own table."""
        for line in self.run("--keys").text.splitlines():
            cells = [cell.strip() for cell in line.split(" | ")]
            if len(cells) == 4 and cells[2] == "`:%s`" % name:
                return cells[3].rstrip(" |")
        raise AssertionError("there is no action " + name)

    def start(self, *arguments, env=None, **options):
        """Starts the program and returns at once."""
        return subprocess.Popen(self.command(*arguments), env=env or self.environment(), cwd=self.home, **options)
