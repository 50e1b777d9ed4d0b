extension StatusWord {
    /// What a word says.
    struct Meaning: Equatable, Sendable {
        var name: String
        var explanation: String?

        init(_ name: String, _ explanation: String? = nil) {
            self.name = name
            self.explanation = explanation
        }
    }

    var meaning: Meaning? {
        if let exact = Self.exact[rawValue] { return exact }
        return switch sw1 {
        case 0x61: Meaning("\(waiting ?? 0) more bytes wait")
        case 0x6C: Meaning("wrong length: \(rightLength ?? 0) bytes are right")
        case 0x63 where sw2 & 0xF0 == 0xC0: Meaning("wrong, \(sw2 & 0x0F) tries left")
        default: Self.families[sw1]
        }
    }

    /// Words whose second byte says no more than the first, or nothing that is known here.
    private static let families: [UInt8: Meaning] = [
        0x62: Meaning("a warning, nothing was changed"), 0x63: Meaning("a warning, something was changed"),
        0x64: Meaning("failed, nothing was changed"), 0x65: Meaning("failed, something was changed"),
        0x67: Meaning("wrong length"), 0x68: Meaning("a function of the class byte is not supported"),
        0x69: Meaning("not allowed"), 0x6A: Meaning("wrong parameters"), 0x6B: Meaning("wrong parameters"),
        0x6D: Meaning("unknown instruction"), 0x6E: Meaning("unknown class"), 0x6F: Meaning("failed"),
        0x91: Meaning("a native status that no source names"),
    ]

    /// Sources: ISO/IEC 7816-4, 5.1.3; NT4H2421Gx data sheet, tables of status codes; proxmark3 for DESFire; manuals of
    /// PC/SC readers.
    private static let exact: [UInt16: Meaning] = [
        0x9000: Meaning("done"),
        0x6281: Meaning("part of the data may be damaged"),
        0x6282: Meaning("fewer bytes than asked for", "the file or record ends before"),
        0x6283: Meaning("the file is switched off"),
        0x6284: Meaning("the answer is not in the usual form"),
        0x6300: Meaning("no good answer from the tag"),
        0x6400: Meaning("no response"),
        0x6401: Meaning("the reader's time was over"),
        0x6402: Meaning("no response from the tag"),
        0x6581: Meaning("memory failure or no such block"),
        0x6700: Meaning("wrong length"),
        0x6881: Meaning("logical channels are not supported"),
        0x6882: Meaning("secure messaging is not supported"),
        0x6883: Meaning("the last command of the chain was expected"),
        0x6884: Meaning("command chaining is not supported"),
        0x6981: Meaning("wrong kind of tag or file"),
        0x6982: Meaning(
            "not allowed without a right", "the access rights ask for a key or password, or a reading limit is reached"),
        0x6983: Meaning("key not readable or blocked"),
        0x6984: Meaning("key data not valid"),
        0x6985: Meaning(
            "conditions not met", "the write goes beyond the file, or another command was left half done"),
        0x6986: Meaning("not allowed here", "no file is selected"),
        0x6987: Meaning("secure messaging is missing"),
        0x6988: Meaning("key number or secure messaging not valid"),
        0x6989: Meaning("wrong key length"),
        0x6A80: Meaning("wrong data"),
        0x6A81: Meaning("not supported"),
        0x6A82: Meaning("no such file or block"),
        0x6A83: Meaning("no such record"),
        0x6A84: Meaning("not enough room in the file"),
        0x6A86: Meaning("wrong parameters"),
        0x6A87: Meaning("wrong length"),
        0x6A88: Meaning("no such data"),
        0x6B00: Meaning("wrong parameters", "the offset is beyond the file"),
        0x6D00: Meaning("unknown instruction"),
        0x6E00: Meaning("unknown class"),
        0x6F00: Meaning("failed"),
        0x9100: Meaning("done"),
        0x910C: Meaning("no changes", "there is nothing to commit or to abort"),
        0x910E: Meaning("out of memory"),
        0x911C: Meaning(
            "illegal command",
            "the command is not supported or not in this state; within a chain another program may have sent one between"
        ),
        0x911E: Meaning(
            "integrity error",
            "MAC or padding is wrong: most often the command counter did not advance, or the file's communication mode is "
                + "another one"),
        0x9140: Meaning("no such key", "there is no key with this number"),
        0x916E: Meaning("ISO error"),
        0x917E: Meaning("wrong length", "the command has too many or too few bytes"),
        0x919D: Meaning(
            "permission denied", "the access rights of the file do not allow this with the current key"),
        0x919E: Meaning("wrong parameter", "a value is out of range, or settings contradict each other"),
        0x91A0: Meaning("no such application"),
        0x91A1: Meaning("application integrity error", "the application is closed for good"),
        0x91AD: Meaning(
            "authentication delay",
            "too many failed authentications: wait and repeat; taking the tag away does not reset the count"),
        0x91AE: Meaning(
            "authentication error", "the key is wrong, or the command needs an authentication that is not there"),
        0x91AF: Meaning("more to come"),
        0x91BE: Meaning("boundary error", "offset or length beyond the file"),
        0x91C1: Meaning("card integrity error", "the card is closed for good"),
        0x91CA: Meaning("command aborted", "the command before was not finished"),
        0x91CD: Meaning("card switched off", "the card is closed for good"),
        0x91CE: Meaning("too many applications"),
        0x91DE: Meaning("already there"),
        0x91EE: Meaning("memory failure", "the chip could not write its memory"),
        0x91F0: Meaning("file not found", "no file with this number"),
        0x91F1: Meaning("file integrity error", "the file is closed for good"),
    ]
}
