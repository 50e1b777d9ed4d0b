/// What an answer to reset tells of the tag, before a single frame went to it.
struct CardKind: Equatable {
    /// The NFC Forum type.
    var type: TagType
    /// A name as far as the reader knows one.
    var name: String
    /// The chip where the reader named it, `nil` where only a family is meant.
    var chip: Type2Chip?
    /// SAK, where the reader put it in the answer.
    var sak: UInt8?

    init(_ type: TagType, _ name: String, chip: Type2Chip? = nil, sak: UInt8? = nil) {
        self.type = type
        self.name = name
        self.chip = chip
        self.sak = sak
    }

    /// The kind of tag that an answer to reset stands for.
    init(_ answer: AnswerToReset) {
        guard let card = answer.storageCard else {
            self = Self.withoutStorageName(answer)
            return
        }
        if let kind = Self.named[card.name] {
            self = kind
        } else if card.name >> 8 == 0xFF {
            self = Self.bySAK(UInt8(card.name & 0xFF))
        } else {
            self = Self.byStandard(card.standard)
        }
    }

    /// Card names of PC/SC part 3, supplemental document, and those ACS adds.
    private static let named: [UInt16: CardKind] = [
        0x0001: CardKind(.unknown, "MIFARE Classic 1K"), 0x0002: CardKind(.unknown, "MIFARE Classic 4K"),
        // Most readers call every Ultralight and NTAG so; the chip itself has to say more.
        0x0003: CardKind(.type2, "Ultralight family"),
        0x0006: CardKind(.unknown, "SR176"), 0x0007: CardKind(.unknown, "SRI X4K"),
        0x0012: CardKind(.type5, "Tag-it"), 0x0013: CardKind(.type5, "LRI512"), 0x0014: CardKind(.type5, "ICODE SLI"),
        0x0016: CardKind(.unknown, "I-CODE 1"), 0x0021: CardKind(.type5, "LRI64"),
        0x0024: CardKind(.type5, "LRI12"), 0x0025: CardKind(.type5, "LRI128"),
        0x0026: CardKind(.unknown, "MIFARE Mini"),
        0x002F: CardKind(.unknown, "Jewel"), 0x0030: CardKind(.unknown, "Topaz"),
        0x0035: CardKind(.type5, "ICODE SL2"), 0x0036: CardKind(.unknown, "MIFARE Plus SL1 2K"),
        0x0037: CardKind(.unknown, "MIFARE Plus SL1 4K"), 0x0038: CardKind(.unknown, "MIFARE Plus SL2 2K"),
        0x0039: CardKind(.unknown, "MIFARE Plus SL2 4K"),
        0x003A: CardKind(.type2, "Ultralight C", chip: .ultralightC), 0x003B: CardKind(.unknown, "FeliCa"),
        0x003D: CardKind(.type2, "Ultralight EV1"),
        0xF004: CardKind(.unknown, "Topaz"), 0xF011: CardKind(.unknown, "FeliCa (212 kbit/s)"),
        0xF012: CardKind(.unknown, "FeliCa (424 kbit/s)"),
    ]

    /// `FFh` and SAK stand for a name that the reader has none for. Source: AN10833 rev 3.8.
    private static func bySAK(_ sak: UInt8) -> CardKind {
        if let known = TypeACandidate.first(sak: sak) { return CardKind(known.type, known.kind, sak: sak) }
        return sak & 0x20 != 0
            ? CardKind(.type4, "Type 4 tag", sak: sak) : CardKind(.unknown, "ISO 14443-3 tag", sak: sak)
    }

    /// The standard byte of PC/SC part 3, where no name is given.
    private static func byStandard(_ standard: UInt8) -> CardKind {
        switch standard {
        case 0x01...0x03: CardKind(.type2, "Type 2 tag")
        case 0x05...0x07: CardKind(.unknown, "ISO 14443 Type B tag")
        case 0x09...0x0C: CardKind(.type5, "ISO 15693 tag")
        case 0x11: CardKind(.unknown, "FeliCa")
        default: CardKind(.unknown, "unknown tag")
        }
    }

    /// An ISO/IEC 14443-4 tag: the historical bytes are those of its answer to select.
    private static func withoutStorageName(_ answer: AnswerToReset) -> CardKind {
        guard answer.bytes.first == 0x3B, answer.bytes.count >= 4 else { return CardKind(.unknown, "unknown tag") }
        if let known = answerToSelect.first(where: { $0.bytes == answer.historical }) {
            return CardKind(.type4, known.name)
        }
        return CardKind(.type4, "Type 4 tag")
    }

    /// Historical bytes that name a chip. Sources: ACR122U API 2.04, page 10; AN10833 rev 3.8.
    private static let answerToSelect: [(bytes: [UInt8], name: String)] = [
        ([0x06, 0x75, 0x77, 0x81, 0x02, 0x80], "MIFARE DESFire"),
        ([0xC1, 0x05, 0x2F, 0x2F, 0x00, 0x35, 0xC7], "MIFARE Plus"),
        ([0xC1, 0x05, 0x2F, 0x2F, 0x01, 0xBC, 0xD6], "MIFARE Plus"),
        ([0x00, 0xF6, 0xD1], "MIFARE Plus SE"), ([0x10, 0xF6, 0xD1], "MIFARE Plus SE"),
    ]
}
