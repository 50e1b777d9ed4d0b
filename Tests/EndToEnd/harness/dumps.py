"""Dump files as other programs write them, made from the chips' data sheets and the formats' documents."""

from . import images

#: What the Flipper calls a chip, and the answer to GET_VERSION of those that have one.
FLIPPER = {
    "ultralight": ("Mifare Ultralight", None),
    "ultralight-c": ("Mifare Ultralight C", None),
    "ntag203": ("NTAG203", None),
    "ntag210": ("NTAG210", "0004040101000B03"),
    "ntag212": ("NTAG212", "0004040101000E03"),
    "ul11": ("Mifare Ultralight 11", "0004030101000B03"),
    "ul21": ("Mifare Ultralight 21", "0004030101000E03"),
    "ntag213": ("NTAG213", "0004040201000F03"),
    "ntag215": ("NTAG215", "0004040201001103"),
    "ntag216": ("NTAG216", "0004040201001303"),
}


def spaced(data):
    return " ".join("%02X" % byte for byte in data)


def flipper(chip, image):
    """A Flipper file, version 4, of this memory; what the chip never shows is zero in it."""
    kind, version = FLIPPER[chip]
    image = bytearray(image)
    for page in images.secret_pages(chip):
        image[page * 4:page * 4 + 4] = bytes(4)
    pages = len(image) // 4
    uid = bytes(image[0:3] + image[4:8])
    lines = [
        "Filetype: Flipper NFC device", "Version: 4", "Device type: NTAG/Ultralight", "UID: " + spaced(uid), "ATQA: 00 44",
        "SAK: 00", "Data format version: 2", "NTAG/Ultralight type: " + kind, "Signature: " + spaced(bytes(32)),
        "Mifare version: " + spaced(bytes.fromhex(version) if version else bytes(8)),
    ]
    for number in range(3):
        lines += ["Counter %d: 0" % number, "Tearing %d: 00" % number]
    lines += ["Pages total: %d" % pages, "Pages read: %d" % pages]
    lines += ["Page %d: %s" % (page, spaced(image[page * 4:page * 4 + 4])) for page in range(pages)]
    lines.append("Failed authentication attempts: 0")
    return ("\n".join(lines) + "\n").encode()
