"""A wire between the simulated reader and pcscd's vpcd, on which every native frame can be looked at on its way to the tag.

This is what makes "at the fourth write" an exact moment: the frame waits on the wire while the test pulls the tag away or
kills the program, and only then goes on.
"""

import ctypes
import os
import select
import socket
import struct
import threading
import time

from .pcscd import PORT

_CLONE_NEWNET = 0x40000000
#: "Direct transmit" of an ACR1252: the native frame follows the length.
_DIRECT = bytes.fromhex("FF000000")
#: Seconds without a card between two: pcscd looks every 400 ms, and takes one that is back sooner for the one before.
_LEAST_ABSENCE = 0.9
_WRITE, _WRITE_LENGTH = 0xA2, 6
#: Commands for the card itself: ISO/IEC 7816-4, and NXP's native ones in their wrapped form.
_CARD_CLASSES = (0x00, 0x90)
#: UPDATE BINARY and WriteData.
_CARD_WRITES = (bytes.fromhex("00D6"), bytes.fromhex("908D"))


def frame_in(command):
    """The native frame that a reader's command carries, a card's own command, or `None`."""
    if len(command) >= 4 and command[0] in _CARD_CLASSES:
        return command
    return command[5:5 + command[4]] if command[:4] == _DIRECT and len(command) > 5 else None


def page_written(frame):
    """The page that a WRITE goes to; `None` for every other frame."""
    return frame[1] if len(frame) == _WRITE_LENGTH and frame[0] == _WRITE else None


def is_write_to_card(frame):
    """A command writes a file of a card."""
    return frame[:2] in _CARD_WRITES


class Wire:
    """Listens inside the namespace for the simulated reader, and passes all it says on to the vpcd."""

    def __init__(self, namespace, port=40001, vpcd=PORT):
        self.address = "127.0.0.1:%d" % port
        #: Called with each native frame before it goes on.
        self.watch = lambda frame: None
        self._empty_since = 0.0
        #: What went wrong on the wire's own thread.
        self.failure = None
        self._vpcd = vpcd
        self._ready = threading.Event()
        self._end, self._ended = os.pipe()
        self._thread = threading.Thread(target=self._run, args=(namespace.network, port), daemon=True)
        self._thread.start()
        self._ready.wait(10)
        if self.failure:
            raise self.failure

    def _run(self, network, port):
        try:
            with open(network, "rb") as inside:
                if ctypes.CDLL(None, use_errno=True).setns(inside.fileno(), _CLONE_NEWNET) != 0:
                    raise OSError(ctypes.get_errno(), "no way into the network namespace")
            with socket.create_server(("127.0.0.1", port)) as listener:
                self._ready.set()
                while self._end not in select.select([listener, self._end], [], [])[0]:
                    if self._pass(listener.accept()[0]):
                        self._empty_since = time.monotonic()
        except Exception as error:  # noqa: BLE001 - told to the test, whatever it is
            self.failure = error
        finally:
            self._ready.set()

    def _pass(self, reader):
        """Passes on until either side closes; true where it did."""
        with reader:
            # Whoever is turned away tries again, until pcscd has surely seen that the last card went.
            if time.monotonic() - self._empty_since < _LEAST_ABSENCE:
                return False
            try:
                pcscd = socket.create_connection(("127.0.0.1", self._vpcd))
            except OSError:
                return False
            with pcscd:
                for side in (reader, pcscd):
                    side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                pending = b""
                while True:
                    ready = select.select([reader, pcscd, self._end], [], [])[0]
                    if self._end in ready:
                        return True
                    try:
                        if reader in ready:
                            answer = reader.recv(65536)
                            if not answer:
                                return True
                            pcscd.sendall(answer)
                        if pcscd in ready:
                            more = pcscd.recv(65536)
                            if not more:
                                return True
                            pending = self._look(pending + more, reader)
                        for side in (reader, pcscd):
                            side.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
                    except OSError:
                        return True

    def _look(self, data, reader):
        """Sends whole messages on, each looked at first; returns what is left."""
        while len(data) >= 2 and len(data) >= 2 + struct.unpack(">H", data[:2])[0]:
            length = 2 + struct.unpack(">H", data[:2])[0]
            frame = frame_in(data[2:length])
            if frame is not None:
                self.watch(frame)
            reader.sendall(data[:length])
            data = data[length:]
        return data

    def close(self):
        os.write(self._ended, b".")
        self._thread.join(10)
        os.close(self._end)
        os.close(self._ended)
