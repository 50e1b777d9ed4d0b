"""A workplace for writing: a reader behind a pcscd of its own, a wire to it, and the program with a journal of its own."""

import itertools

from .pcscd import Namespace, Pcscd
from .program import Program
from .readers import READERS
from .served import Served
from .waiting import wait_until
from .wire import Wire

PROFILE = "acr1252"
_numbers = itertools.count(1)


def fresh_uid():
    """A UID that no tag of this run has had."""
    return bytes.fromhex("04A1B2") + next(_numbers).to_bytes(2, "big") + bytes.fromhex("E580")


def text(uid):
    return ":".join("%02X" % byte for byte in uid)


class Workplace:
    """Everything that one tag after the other is written on; several can work side by side."""

    def __init__(self, folder):
        folder.mkdir(parents=True)
        self.namespace = Namespace()
        self.program = Program(folder / "home", self.namespace.prefix)
        self.program.home.mkdir()
        self.wire = Wire(self.namespace)
        self.pcscd = Pcscd(self.namespace, folder / "pcscd")
        self.pcscd.start(READERS[PROFILE][0])
        self.served = None

    def run(self, *arguments, **options):
        answer = self.program.run(*arguments, **options)
        if self.wire.failure:
            raise self.wire.failure
        return answer

    def serve(self, images, tear="old", lying=None):
        """Offers tags by name: `images` is name -> (chip, memory). On the reader lies the one named by `lying`, which must
        be the first, or none."""
        self.leave()
        tags = []
        for name, (chip, image) in images.items():
            (self.program.home / (name + ".bin")).write_bytes(image)
            tags.append("%s=%s:%s.bin" % (name, chip, name))
        self.served = Served(self.program, PROFILE, *tags, options=[self.wire.address, "--tear", tear])
        if lying is None:
            self.served.command("remove")
        elif not self._is_seen():
            self.served.command("remove")
            self.insert(lying)
        return self

    def insert(self, name):
        """Puts a tag on; where pcscd does not notice the card, it is taken off and put on again, as a person would."""
        for _ in range(4):
            # What pcscd says of the tag that went would be taken for the one that comes.
            wait_until(lambda: not self._tag_is_there(), "pcscd to see that the tag went")
            self.served.command("insert " + name)
            if self._is_seen():
                return self
            self.served.command("remove")
        raise AssertionError("pcscd never sees the tag")

    def _is_seen(self):
        try:
            return wait_until(self._tag_is_there, "pcscd to see the tag", deadline=4)
        except AssertionError:
            return False

    def _tag_is_there(self):
        readers = self.run("readers", "--json").json["readers"]
        assert readers
        return any(reader["tag"] for reader in readers)

    def memory(self, name):
        """The tag's true memory, whatever it lets anybody read."""
        path = self.program.home / (name + ".now.bin")
        self.served.command("save %s %s" % (name, path.name))
        return path.read_bytes()

    def leave(self):
        self.wire.watch = lambda frame: None
        if self.served:
            self.served.close()
            self.served = None

    def close(self):
        self.leave()
        self.pcscd.stop()
        self.wire.close()
        self.namespace.close()
