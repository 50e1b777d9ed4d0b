"""The readers that the simulator can be."""

#: profile: the PC/SC name by which a reader of this kind is known, and whether native commands pass.
READERS = {
    "acr122": ("ACS ACR122U PICC Interface", True),
    "acr1252": ("ACS ACR1252 1S CL Reader [ACR1252 Reader PICC]", True),
    "part3": ("SONY FeliCa RC-S300/P", True),
    "storage": ("HID Global OMNIKEY 5022 Smart Card Reader", False),
}
