"""A real pcscd with a virtual reader, out of everybody's way.

pcscd has one fixed socket folder, and its virtual reader (vpcd) one fixed port. So both live in a mount and a network
namespace of their own: nothing else on the machine sees them, and several can run side by side. This needs root.
"""

import os
import shutil
import signal
import subprocess

from .waiting import wait_until

DRIVER = "/usr/lib/pcsc/drivers/serial/libifdvpcd.so"
PORT = 0x8C7B
_LISTENING = "0A"


def reason_it_cannot_be():
    """Why there can be no private pcscd here, or `None`."""
    if os.geteuid() != 0:
        return "a private pcscd needs root"
    for tool in ("pcscd", "unshare", "nsenter", "ip"):
        if not shutil.which(tool):
            return tool + " is not installed"
    if not os.path.exists(DRIVER):
        return "vsmartcard-vpcd is not installed"
    probe = subprocess.run(["unshare", "-m", "-n", "true"], capture_output=True, check=False)
    return None if probe.returncode == 0 else "this machine allows no new namespaces: " + probe.stderr.decode().strip()


class Namespace:
    """A mount and a network namespace, alive as long as this object."""

    def __init__(self):
        script = "ip link set lo up && mount -t tmpfs -o mode=755 tmpfs /run && mkdir /run/pcscd && echo ready && exec cat"
        self._holder = subprocess.Popen(
            ["unshare", "-m", "-n", "sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self._holder.stdout.readline() != b"ready\n":
            raise AssertionError("the namespaces could not be set up")

    @property
    def prefix(self):
        """Put before a command line, this runs it inside."""
        return ["nsenter", "-t", str(self._holder.pid), "-m", "-n", "--"]

    def path(self, inside):
        """The name outside of a file inside."""
        return "/proc/%d/root%s" % (self._holder.pid, inside)

    @property
    def network(self):
        """The file that is the network namespace."""
        return "/proc/%d/ns/net" % self._holder.pid

    def listening(self, port):
        """Whether anybody inside listens on this TCP port."""
        for table in ("tcp", "tcp6"):
            with open("/proc/%d/net/%s" % (self._holder.pid, table), encoding="ascii") as lines:
                for line in list(lines)[1:]:
                    fields = line.split()
                    if fields[3] == _LISTENING and int(fields[1].rsplit(":", 1)[1], 16) == port:
                        return True
        return False

    def close(self):
        self._holder.stdin.close()
        self._holder.wait(10)
        self._holder.stdout.close()


class Pcscd:
    """pcscd with one virtual reader of two slots, under any reader's name."""

    def __init__(self, namespace, folder):
        self.namespace = namespace
        self.folder = folder
        self._process = None
        self._log = None

    def start(self, reader):
        """Starts pcscd and waits until it answers and its virtual reader listens."""
        self.folder.mkdir(parents=True, exist_ok=True)
        configuration = self.folder / "readers"
        configuration.mkdir(exist_ok=True)
        (configuration / "vpcd").write_text(
            'FRIENDLYNAME "%s"\nDEVICENAME /dev/null:0x%X\nLIBPATH %s\nCHANNELID 0x%X\n' % (reader, PORT, DRIVER, PORT))
        self._log = open(self.folder / "pcscd.log", "ab")
        self._process = subprocess.Popen(
            [*self.namespace.prefix, "pcscd", "--foreground", "-c", str(configuration)],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log)
        wait_until(self._ready, "pcscd to listen")

    def _ready(self):
        if self._process.poll() is not None:
            raise AssertionError("pcscd ended: " + (self.folder / "pcscd.log").read_text(errors="replace"))
        return (os.path.exists(self.namespace.path("/run/pcscd/pcscd.comm"))
                and self.namespace.listening(PORT) and self.namespace.listening(PORT + 1))

    @property
    def running(self):
        return self._process is not None and self._process.poll() is None

    def stop(self, sig=signal.SIGTERM):
        """Ends pcscd: politely, or as a crash does (`SIGKILL`, which leaves its socket behind)."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(sig)
            self._process.wait(20)
        self._process = None
        self._log.close()
