/// The answer to reset that a reader gives for a card: contact cards' own, contactless ones made up by the reader.
///
/// Sources: ISO/IEC 7816-3, 8.2; ISO/IEC 7816-4, 12.1.1; PC/SC part 3, 3.1.3.2.3.
struct ATRTool {
    private var result = ToolResult()
    private var rest: ArraySlice<UInt8>
    private let bytes: [UInt8]
    private var protocols: [Int] = []

    static func evaluate(_ bytes: [UInt8]) -> ToolResult {
        var tool = ATRTool(bytes)
        tool.run()
        return tool.result
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        rest = bytes[...]
    }

    private mutating func run() {
        guard let start = rest.popFirst() else { return }
        switch start {
        case 0x3B: result.add("TS", Hex.byte(start), "direct convention")
        case 0x3F: result.add("TS", Hex.byte(start), "inverse convention")
        default:
            result.add("TS", Hex.byte(start), "neither 3B nor 3F")
            result.problems.append("an ATR begins with 3B or 3F, not \(Hex.byte(start))")
        }
        guard let format = rest.popFirst() else {
            result.problems.append("it ends after TS")
            return
        }
        let count = Int(format & 0x0F)
        result.add("T0", Hex.byte(format), "\(count) historical byte\(count == 1 ? "" : "s")\(Self.follows(format, 1))")
        interfaceBytes(after: format)
        let historical = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        if historical.count < count {
            result.problems.append("T0 promises \(count) historical bytes, and there are \(historical.count)")
        }
        describe(historical: historical)
        checkByte()
        result.set("protocols", .list(protocols.map { .number($0) }))
    }

    /// Which interface bytes an indicator announces.
    private static func follows(_ indicator: UInt8, _ group: Int) -> String {
        let names = [(UInt8(0x10), "TA"), (0x20, "TB"), (0x40, "TC"), (0x80, "TD")].filter { indicator & $0.0 != 0 }
        return names.isEmpty ? "" : "; " + names.map { "\($0.1)\(group)" }.joined(separator: ", ") + " follow"
    }

    private mutating func interfaceBytes(after format: UInt8) {
        var indicator = format
        var group = 1
        // The protocol that the bytes of a group are for; the first group serves all.
        var current: Int?
        while true {
            for (bit, letter) in [(UInt8(0x10), "A"), (0x20, "B"), (0x40, "C")] where indicator & bit != 0 {
                guard let byte = rest.popFirst() else { return missing("T\(letter)\(group)") }
                result.add("T\(letter)\(group)", Hex.byte(byte), Self.words(letter, group, current, byte))
            }
            guard indicator & 0x80 != 0 else { break }
            guard let byte = rest.popFirst() else { return missing("TD\(group)") }
            let number = Int(byte & 0x0F)
            protocols.append(number)
            let what = number == 15 ? "global bytes (T=15)" : "T=\(number)"
            result.add("TD\(group)", Hex.byte(byte), what + Self.follows(byte, group + 1))
            current = number
            indicator = byte
            group += 1
        }
        if protocols.isEmpty { protocols = [0] }
    }

    private mutating func missing(_ name: String) {
        result.problems.append("\(name) is announced, and the ATR ends before it")
    }

    private static func words(_ letter: String, _ group: Int, _ current: Int?, _ byte: UInt8) -> String {
        switch (letter, group, current) {
        case ("A", 1, _):
            let (clock, divider) = (clockRates[Int(byte >> 4)], dividers[Int(byte & 0x0F)])
            guard clock > 0, divider > 0 else { return "clock rate conversion: a reserved value" }
            return "clock rate conversion Fi \(clock), bit rate adjustment Di \(divider): "
                + "\(clock / divider) clock cycles a bit"
        case ("B", 1, _): return "programming voltage (no longer used)"
        case ("C", 1, _):
            return byte == 0xFF ? "guard time as short as the protocol allows" : "extra guard time \(byte)"
        case ("A", 2, _):
            return "specific mode: T=\(byte & 0x0F) only"
                + (byte & 0x80 != 0 ? ", unable to change" : ", able to change")
        case ("C", 2, 0): return "waiting time integer \(byte)"
        case ("A", _, 1): return "blocks of up to \(byte) bytes to the card (IFSC)"
        case ("B", _, 1): return "block waiting time 2^\(byte >> 4), character waiting time 2^\(byte & 0x0F)"
        case ("C", _, 1): return byte & 1 == 0 ? "check byte LRC" : "check bytes CRC"
        case ("A", _, 15): return "supply classes and clock stop"
        default: return "for protocol T=\(current ?? 0)"
        }
    }

    /// Source: ISO/IEC 7816-3, tables 7 and 8; 0 is reserved.
    private static let clockRates = [372, 372, 558, 744, 1116, 1488, 1860, 0, 0, 512, 768, 1024, 1536, 2048, 0, 0]
    private static let dividers = [0, 1, 2, 4, 8, 16, 32, 64, 12, 20, 0, 0, 0, 0, 0, 0]

    private mutating func describe(historical: [UInt8]) {
        result.set("historical", .hex(historical))
        guard !historical.isEmpty else {
            result.add("Historical", "", "none")
            return
        }
        result.add("Historical", Hex.string(historical, separator: " "), category(historical))
        let answer = AnswerToReset(bytes)
        if let card = answer.storageCard {
            storageCard(card, registered: Array(historical[3..<8]))
        } else if isContactless {
            contactless(historical)
        }
    }

    private func category(_ historical: [UInt8]) -> String {
        switch historical[0] {
        case 0x00: "compact TLV with a status at the end"
        case 0x10: "a reference to a data file"
        case 0x80 where historical.count == 1: "no more to say, as DESFire and NTAG 424 DNA"
        case 0x80: "compact TLV"
        default: "as the card's maker chose"
        }
    }

    /// What every contactless ATR begins with behind T0: TD1 80, TD2 01. Source: PC/SC part 3, 3.1.3.2.3.
    private var isContactless: Bool {
        bytes.count >= 4 && bytes[0] == 0x3B && bytes[1] & 0xF0 == 0x80 && bytes[2] == 0x80 && bytes[3] == 0x01
    }

    private mutating func storageCard(_ card: (standard: UInt8, name: UInt16), registered: [UInt8]) {
        let kind = CardKind(AnswerToReset(bytes))
        let standard = StorageCardStandard.words(card.standard)
        result.add("Kind", "storage card", "a tag without commands of its own, as PC/SC part 3 describes it")
        result.add("RID", Hex.string(registered, separator: " "), "PC/SC workgroup", depth: 1)
        result.add("SS", Hex.byte(card.standard), standard, depth: 1)
        result.add("NN", Hex.file(card.name), kind.name, depth: 1)
        if card.name == 0x0003 {
            result.add("", "", "most readers call every Ultralight and NTAG so; GET_VERSION tells the chip", depth: 1)
        }
        result.set("kindOfCard", .text("storage"))
        result.set("rid", .hex(registered))
        result.set("standard", .object([.init("byte", .hex([card.standard])), .init("words", .text(standard))]))
        result.set("name", .object([.init("code", .text(Hex.file(card.name))), .init("words", .text(kind.name))]))
    }

    private mutating func contactless(_ historical: [UInt8]) {
        result.set("kindOfCard", .text("contactless"))
        result.add(
            "Kind", "contactless ISO/IEC 14443-4 card",
            "Type A: the historical bytes are those of its ATS"
                + (historical.count == 8 ? "; Type B: application data, protocol data and MBLI of its ATQB" : ""))
        // Some readers put the whole ATS there.
        if Int(historical[0]) == historical.count, historical.count > 1 {
            result.add("ATS", Hex.string(historical, separator: " "), "the whole ATS stands there:", depth: 1)
            let ats = ATSTool.evaluate(historical)
            result.lines += ats.lines.map { .init($0.label, $0.value, $0.explanation, depth: $0.depth + 2) }
            result.set("ats", .object(ats.fields))
        }
    }

    private mutating func checkByte() {
        let needsOne = protocols.contains { $0 != 0 }
        guard let check = rest.first else {
            if needsOne { result.problems.append("TCK is missing: a protocol other than T=0 is named") }
            result.set("checkByte", .text(needsOne ? "missing" : "none"))
            return
        }
        let right = bytes[1..<rest.startIndex].reduce(0, ^)
        if needsOne {
            let isRight = check == right
            result.add("TCK", Hex.byte(check), isRight ? "right" : "wrong: \(Hex.byte(right)) is right")
            if !isRight { result.problems.append("TCK is \(Hex.byte(check)), and \(Hex.byte(right)) is right") }
            result.set("checkByte", .text(isRight ? "right" : "wrong"))
            rest = rest.dropFirst()
        } else {
            result.set("checkByte", .text("none"))
        }
        if !rest.isEmpty {
            result.add("Surplus", Hex.string(rest, separator: " "), "behind the end of the ATR; some drivers add zeros")
            result.set("surplus", .hex(rest))
        }
    }
}

/// The standard byte of a storage card's ATR. Source: PC/SC part 3, supplemental document, table 3-1.
enum StorageCardStandard {
    static func words(_ byte: UInt8) -> String {
        switch byte {
        case 0x00: "no information"
        case 0x01...0x03: "ISO/IEC 14443 Type A, part \(byte)"
        case 0x05...0x07: "ISO/IEC 14443 Type B, part \(byte - 4)"
        case 0x09...0x0C: "ISO/IEC 15693, part \(byte - 8)"
        case 0x0D: "ISO/IEC 7816-10 I2C"
        case 0x0E: "ISO/IEC 7816-10 extended I2C"
        case 0x0F: "ISO/IEC 7816-10 two-wire"
        case 0x10: "ISO/IEC 7816-10 three-wire"
        case 0x11: "FeliCa"
        case 0x40: "low frequency"
        default: "reserved"
        }
    }
}
