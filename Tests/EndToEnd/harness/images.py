"""Tag memories to start the simulated chips with, made from the chips' data sheets."""

#: The chips that the simulator can be: the word on the command line, the name in JSON, pages, and where the
#: configuration lies (CFG0's page; CFG1, PWD and PACK follow). Sources: the NXP data sheets of each.
CHIPS = {
    "ultralight": ("Ultralight", 16, None),
    "ultralight-c": ("Ultralight C", 48, None),
    "ntag203": ("NTAG203", 42, None),
    "ntag210": ("NTAG210", 20, 0x10),
    "ntag212": ("NTAG212", 41, 0x25),
    "ul11": ("Ultralight EV1 (UL11)", 20, 0x10),
    "ul21": ("Ultralight EV1 (UL21)", 41, 0x25),
    "ntag213": ("NTAG213", 45, 0x29),
    "ntag215": ("NTAG215", 135, 0x83),
    "ntag216": ("NTAG216", 231, 0xE3),
}
_CAPABILITY = {
    "ultralight": "E1100600", "ultralight-c": "E1101200", "ul11": "E1100600", "ul21": "E1101000",
    "ntag203": "E1101200", "ntag210": "E1100600", "ntag212": "E1101000",
    "ntag213": "E1101200", "ntag215": "E1103E00", "ntag216": "E1106D00",
}
#: Pages that no command reads back: PWD and PACK, the 3DES keys of the Ultralight C.
SECRET = {"ultralight": (), "ultralight-c": range(44, 48)}

UID = bytes.fromhex("04A1B2C3D4E580")
#: A URI record, https://example.com/tagdesk
MESSAGE = bytes.fromhex("D1011455046578616D706C652E636F6D2F7461676465736B")


def secret_pages(chip):
    _, _, config = CHIPS[chip]
    return set(SECRET.get(chip, () if config is None else range(config + 2, config + 4)))


def memory(chip, uid=UID, message=MESSAGE, auth0=0xFF, access=0x00, mirror=0x04, mirror_page=0x00,
           password=bytes.fromhex("FFFFFFFF")):
    """The chip's whole memory: the message, then a pattern in every user byte, so that no page looks like another."""
    _, pages, config = CHIPS[chip]
    image = bytearray((page * 7 + byte * 61 + 3) & 0xFF for page in range(pages) for byte in range(4))
    image[0:4] = uid[:3] + bytes([0x88 ^ uid[0] ^ uid[1] ^ uid[2]])
    image[4:8] = uid[3:]
    image[8:12] = bytes([uid[3] ^ uid[4] ^ uid[5] ^ uid[6], 0x48, 0, 0])
    image[12:16] = bytes.fromhex(_CAPABILITY[chip])
    area = bytes([0x03, len(message)]) + message + b"\xFE"
    image[16:16 + len(area)] = area
    if chip in ("ul21", "ntag212", "ntag213", "ntag215", "ntag216"):
        image[(config - 1) * 4:config * 4] = bytes.fromhex("000000BD")       # dynamic lock bytes: nothing locked
    elif chip == "ntag203":
        image[40 * 4:] = bytes(8)                                            # locks, counter
    elif chip == "ultralight-c":
        image[40 * 4:44 * 4] = bytes.fromhex("00000000000000003000000000000000")  # locks, counter, AUTH0, AUTH1
    if config is not None:
        if chip not in ("ntag213", "ntag215", "ntag216"):
            mirror, mirror_page = mirror & 0x04, 0
        image[config * 4:config * 4 + 4] = bytes([mirror, 0, mirror_page, auth0])
        image[(config + 1) * 4:(config + 2) * 4] = bytes([access, 5, 0, 0])
        image[(config + 2) * 4:(config + 3) * 4] = password
        image[(config + 3) * 4:(config + 4) * 4] = bytes(4)
    return bytes(image)


def differences(image, document):
    """Where `read --json` does not give the image's bytes: everything that is not in `unread` must be there, a mirror's
    range excepted, and nothing that is in `unread` may be."""
    memory_part = document["memory"]
    size = memory_part["pageSize"]
    shown = memory_part["bytes"]
    found = [shown[index:index + 2] for index in range(0, len(shown), 2)]
    unread = {page for run in memory_part["unread"] for page in range(run["from"], run["to"] + 1)}
    mirrored = {
        region.get("at", region["from"] * size) + index
        for region in memory_part["regions"] if "mirror" in region["name"].lower()
        for index in range(region.get("length", (region["to"] - region["from"] + 1) * size))}
    wrong = []
    if len(found) != len(image):
        wrong.append("%d bytes instead of %d" % (len(found), len(image)))
    for index, (got, wanted) in enumerate(zip(found, image)):
        page = index // size
        if page in unread:
            if got != "??":
                wrong.append("page %02X byte %d is said to be unread, but is %s" % (page, index % size, got))
        elif index not in mirrored and got != "%02X" % wanted:
            wrong.append("page %02X byte %d: %s instead of %02X" % (page, index % size, got, wanted))
    return wrong
