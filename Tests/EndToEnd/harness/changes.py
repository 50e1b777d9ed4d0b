"""The changes that the tests make to tags, and what a tag must hold before, on the way and after; by the data sheets."""

from . import dumps, images

#: Written over the message that `images.memory` puts on a tag.
NEW_URI = "https://example.org/other"
NEW_MESSAGE = bytes.fromhex("D1011255046578616D706C652E6F72672F6F74686572")
PASSWORD, PACK = bytes.fromhex("31323334"), bytes(2)
FIRST_GUARDED = 8
_NDEF, _NULL, _END, _CONTROLS = 0x03, 0x00, 0xFE, (0x01, 0x02, 0xFD)
_USER = 16


def user_end(chip):
    """The first byte behind user memory."""
    return {"ntag213": 0x28, "ntag215": 0x82, "ntag216": 0xE2, "ultralight-c": 0x28, "ul11": 0x10}[chip] * 4


def blank_behind_message(chip, uid):
    """A tag with a message, zeros behind it, everything open."""
    image = bytearray(images.memory(chip, uid=uid))
    start = _USER + 2 + len(images.MESSAGE) + 1
    image[start:user_end(chip)] = bytes(user_end(chip) - start)
    return bytes(image)


def message(image, chip):
    """The NDEF message by the TLVs: `None` where they are broken, empty where there is none."""
    at, end = _USER, user_end(chip)
    while at < end:
        kind = image[at]
        if kind == _NULL:
            at += 1
            continue
        if kind == _END:
            return b""
        length = image[at + 1]
        if at + 2 + length > end or kind not in (_NDEF, *_CONTROLS):
            return None
        if kind == _NDEF:
            return bytes(image[at + 2:at + 2 + length])
        at += 2 + length
    return b""


def length_pages(image, chip):
    """The pages with type and length of the NDEF TLV and of what is before it."""
    at = _USER
    while at + 1 < user_end(chip) and image[at] in (_NULL, *_CONTROLS):
        at += 1 if image[at] == _NULL else 2 + image[at + 1]
    return set(range(_USER // 4, (at + 1) // 4 + 1))


class Change:
    """One kind of change: its command, and what must hold of the tag's true memory."""

    def __init__(self, name, arguments, final, secret=False, permanent=False, renews=False, files=lambda chip: {}):
        self.name = name
        #: It puts NEW_MESSAGE on the tag.
        self.renews = renews
        #: The files that the command reads, by name.
        self.files = files
        self.arguments = arguments
        #: Told (before, memory, chip) of a finished change, this gives what is wrong with it.
        self.final = final
        self.secret = secret
        self.permanent = permanent

    def prepare(self, program, chip):
        """Puts the files that the command reads into the program's folder."""
        for name, content in self.files(chip).items():
            (program.home / name).write_bytes(content)

    def command(self, uid):
        return [*self.arguments, *(["--confirm", uid] if self.permanent else [])]

    def recovery(self, way, uid):
        password = ["--password", "hex:" + PASSWORD.hex()] if self.secret else []
        return ["journal", "recover", way, "--uid", uid, *password, *(["--confirm", uid] if self.permanent else [])]


def _config(chip):
    return images.CHIPS[chip][2]


def _only(before, memory, pages):
    """The pages that differ although they should not."""
    return ["page %02X: %s instead of %s" % (page, memory[page * 4:page * 4 + 4].hex(), before[page * 4:page * 4 + 4].hex())
            for page in range(len(before) // 4)
            if page not in pages and memory[page * 4:page * 4 + 4] != before[page * 4:page * 4 + 4]]


def _written(before, memory, chip):
    wrong = [] if message(memory, chip) == NEW_MESSAGE else ["the message is %r" % message(memory, chip)]
    return wrong + _only(before, memory, range(4, user_end(chip) // 4))


def _formatted(before, memory, chip):
    factory = bytes.fromhex("0103A00C340300FE").ljust(user_end(chip) - _USER, b"\0")
    wrong = [] if memory[_USER:user_end(chip)] == factory else ["user memory is " + memory[_USER:user_end(chip)].hex()]
    return wrong + _only(before, memory, range(4, user_end(chip) // 4))


def _protected(before, memory, chip):
    config = _config(chip)
    cells = {"AUTH0": (memory[config * 4 + 3], FIRST_GUARDED), "PROT": (memory[config * 4 + 4] & 0x80, 0x80),
             "PWD": (memory[config * 4 + 8:config * 4 + 12], PASSWORD), "PACK": (memory[config * 4 + 12:config * 4 + 14], PACK)}
    wrong = ["%s is %r" % (name, found) for name, (found, wanted) in cells.items() if found != wanted]
    return wrong + _only(before, memory, range(config, config + 4))


def _locked(before, memory, chip):
    # Static lock bits 3-15 (CC, pages 04-0F) and dynamic ones for 10-27; the CC's write access is "none".
    wrong = []
    if memory[10] & 0xF8 != 0xF8 or memory[11] != 0xFF:
        wrong.append("static lock bytes are " + memory[10:12].hex())
    if memory[15] & 0x0F != 0x0F:
        wrong.append("the CC is " + memory[12:16].hex())
    dynamic = (_config(chip) - 1) * 4
    if memory[dynamic] != 0xFF or memory[dynamic + 1] & 0x0F != 0x0F:
        wrong.append("dynamic lock bytes are " + memory[dynamic:dynamic + 3].hex())
    return wrong + _only(before, memory, (2, 3, _config(chip) - 1))


def locked_dump(chip):
    """A tag with another message, protected and locked for good."""
    image = bytearray(blank_behind_message(chip, bytes.fromhex("04D0D1D2D3D480")))
    start = _USER
    area = bytes([_NDEF, len(NEW_MESSAGE)]) + NEW_MESSAGE + bytes([_END])
    image[start:user_end(chip)] = area.ljust(user_end(chip) - start, b"\0")
    config = _config(chip)
    image[config * 4 + 3], image[config * 4 + 4] = FIRST_GUARDED, 0x80
    image[10:12], image[15] = bytes.fromhex("F8FF"), 0x0F
    image[(config - 1) * 4:(config - 1) * 4 + 2] = bytes.fromhex("FF0F")
    return bytes(image)


def _restored(before, memory, chip):
    config, dump = _config(chip), locked_dump(chip)
    wrong = _protected(before, memory, chip) + _locked(before, memory, chip)
    # Each of the two knows only its own pages; what is wrong with neither is what both did not expect.
    wrong = [line for line in wrong if not line.startswith("page ")]
    if memory[_USER:user_end(chip)] != dump[_USER:user_end(chip)]:
        wrong.append("user memory is " + memory[_USER:user_end(chip)].hex())
    pages = [2, 3, *range(4, user_end(chip) // 4), *range(config - 1, config + 4)]
    return wrong + _only(before, memory, pages)


WRITE = Change("write", ["write", "--uri", NEW_URI], _written, renews=True)
FORMAT = Change("format", ["format"], _formatted)
PROTECT = Change(
    "protect",
    ["protect", "--password", "hex:" + PASSWORD.hex(), "--mode", "readwrite", "--from", "%02X" % FIRST_GUARDED],
    _protected, secret=True)
RESTORE = Change(
    "restore",
    ["restore", "locked.nfc", "--with-configuration", "--with-locks", "--new", "hex:" + PASSWORD.hex()],
    _restored, secret=True, permanent=True, renews=True,
    files=lambda chip: {"locked.nfc": dumps.flipper(chip, locked_dump(chip))})
LOCK = Change("lock", ["lock", "--all"], _locked, permanent=True)


def surprises(change, before, memory, chip, torn_page):
    """What a tag that was torn away must not be: locked, guarded by a password nobody chose, or with a message that is
    neither the old one, nor the new one, nor empty. Only while the length itself is written it may be anything."""
    wrong = []
    locks = [10, 11, 14, 15]
    if chip.startswith("ntag21"):
        locks += range((_config(chip) - 1) * 4, (_config(chip) - 1) * 4 + 3)
    for index in locks:
        if change.permanent:
            if before[index] & ~memory[index]:
                wrong.append("bits of byte %d were cleared" % index)
        elif before[index] != memory[index]:
            wrong.append("byte %d: %02X became %02X, which nobody asked for" % (index, before[index], memory[index]))
    if _config(chip) is not None:
        at = _config(chip) * 4
        if change.secret:
            if memory[at + 3] < len(memory) // 4 and memory[at + 8:at + 14] != PASSWORD + PACK:
                wrong.append("AUTH0 is %02X while the password is %s" % (memory[at + 3], memory[at + 8:at + 14].hex()))
            if memory[at + 4] & 0x40:
                wrong.append("CFGLCK is set")
        elif memory[at:at + 16] != before[at:at + 16]:
            wrong.append("the configuration became " + memory[at:at + 16].hex())
    if torn_page not in length_pages(before, chip) | length_pages(memory, chip):
        allowed = {images.MESSAGE, b""} | ({NEW_MESSAGE} if change.renews else set())
        if message(memory, chip) not in allowed:
            wrong.append("with page %r torn the message is %r" % (torn_page, message(memory, chip)))
    return wrong


def not_put_back(change, before, memory, chip):
    """Where the memory is not as before; PWD and PACK cannot be known again, and nothing asks for them."""
    secret = images.secret_pages(chip) if change.secret else ()
    return _only(before, memory, secret)
