"""The program in tmux: a real terminal, with a real shell for job control."""

import shlex
import shutil
import subprocess

from .waiting import DEADLINE, wait_until


def reason_it_cannot_be():
    return None if shutil.which("tmux") else "tmux is not installed"


class Tmux:
    """One tmux server with one window that runs a shell."""

    PROMPT = "shell-is-back>"

    def __init__(self, folder, columns, rows, env):
        folder.mkdir(parents=True, exist_ok=True)
        self._socket = str(folder / "tmux")
        configuration = folder / "tmux.conf"
        configuration.write_text(
            "set -g default-terminal tmux-256color\nset -g status off\nset -g escape-time 0\nset -g remain-on-exit on\n")
        self._env = {**env, "TERM": "xterm-256color"}
        self("-f", str(configuration), "new-session", "-d", "-x", str(columns), "-y", str(rows),
             "env", "PS1=" + self.PROMPT, "bash", "--norc", "--noprofile", "-i")
        self.wait_for(self.PROMPT)

    def __call__(self, *arguments):
        return subprocess.run(["tmux", "-u", "-S", self._socket, *arguments], env=self._env, check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout.decode()

    @property
    def text(self):
        return self("capture-pane", "-p")

    def wait_for(self, wanted, deadline=DEADLINE):
        holds = wanted if callable(wanted) else (lambda text: wanted in text)
        wait_until(lambda: holds(self.text), lambda: "%r on\n%s" % (wanted, self.text), deadline)
        return self

    def run(self, argv):
        """Types a command line into the shell."""
        self("send-keys", "-l", shlex.join(argv))
        self("send-keys", "Enter")
        return self

    def press(self, *keys):
        """Presses keys by tmux's names: `Down`, `F1`, `C-z`."""
        self("send-keys", *keys)
        return self

    def type(self, text):
        self("send-keys", "-l", text)
        return self

    @property
    def focused(self):
        """The line with the cursor."""
        return self.text.split("\n")[int(self("display", "-p", "#{cursor_y}"))]

    def choose(self, label):
        """Moves down a list until the cursor is on the item with this label, and takes it."""
        self.wait_for(label)
        key = "Down"
        for _ in range(100):
            line = self.focused
            if label in line:
                return self.press("Enter")
            self.press(key)
            try:
                wait_until(lambda: self.focused != line, lambda: "the cursor to move", 3)
            except AssertionError:
                # The list ends here, or a key pressed before brought the cursor back to where it was seen: on the other way.
                key = "Up" if key == "Down" else "Down"
        raise AssertionError("no item %r on\n%s" % (label, self.text))

    def resize(self, columns, rows):
        self("resize-window", "-x", str(columns), "-y", str(rows))
        return self

    def state(self):
        """Alternate screen, cursor, mouse: as the terminal sees them, `1` or `0` each."""
        return self("display", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}").strip()

    def wait_state(self, beginning):
        wait_until(lambda: self.state().startswith(beginning), lambda: "%r, not %r" % (beginning, self.state()))
        return self

    def close(self):
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], check=False, capture_output=True)
