/// The answer to select of an ISO/IEC 14443-4 Type A card, byte by byte. Source: ISO/IEC 14443-4, 5.2.
enum ATSTool {
    static func evaluate(_ input: [UInt8]) -> ToolResult {
        var result = ToolResult()
        var bytes = input
        // A trace shows the frame with its checksum.
        if let length = bytes.first, Int(length) + 2 == bytes.count, CRC.a(bytes.dropLast(2)) == Array(bytes.suffix(2))
        {
            result.add("CRC_A", Hex.string(bytes.suffix(2), separator: " "), "right, and no part of the ATS")
            bytes.removeLast(2)
        }
        let length = bytes[0]
        result.add("TL", Hex.byte(length), "\(length) bytes, this one included")
        result.set("length", .number(Int(length)))
        if Int(length) != bytes.count {
            result.problems.append("TL says \(length) bytes, and there are \(bytes.count)")
        }
        interfaceBytes(bytes.prefix(max(1, Int(length))), &result)
        return result
    }

    private static func interfaceBytes(_ bytes: ArraySlice<UInt8>, _ result: inout ToolResult) {
        var rest = bytes.dropFirst()
        guard let format = rest.popFirst() else {
            result.add("T0", "", "not there: frames of up to 32 bytes, all else by default")
            result.set("frameSize", .number(32))
            result.set("historical", .text(""))
            return
        }
        let exponent = Int(format & 0x0F)
        let frameSize = FrameSizes.bytes(exponent)
        result.add("T0", Hex.byte(format), "FSCI \(exponent): frames of up to \(frameSize) bytes to the card")
        if exponent > FrameSizes.largest { result.problems.append("FSCI \(exponent) is reserved, taken for 256 bytes") }
        result.set("frameSize", .number(frameSize))
        for (bit, name) in [(UInt8(0x10), "TA1"), (0x20, "TB1"), (0x40, "TC1")] where format & bit != 0 {
            guard let byte = rest.popFirst() else {
                result.problems.append("T0 promises \(name), and it is not there")
                break
            }
            describe(name, byte, &result)
        }
        if format & 0x80 != 0 { result.problems.append("bit 8 of T0 is set, and has to be 0") }
        historical(Array(rest), &result)
        // As a reader hands it over, the whole is known for some chips.
        let chips = KnownATS.chips(of: Array(bytes))
        if !chips.isEmpty {
            result.add("Known as", chips.joined(separator: ", "), "the ATS alone does not tell these apart")
        }
        result.set("knownAs", .list(chips.map { .text($0) }))
    }

    private static func describe(_ name: String, _ byte: UInt8, _ result: inout ToolResult) {
        switch name {
        case "TA1":
            let (down, up) = (BitRates.words(byte), BitRates.words(byte >> 4))
            let tied = byte & 0x80 != 0 ? "; both directions at the same rate only" : ""
            result.add(name, Hex.byte(byte), "to the card \(down) kbit/s, from the card \(up) kbit/s\(tied)")
            if byte & 0x08 != 0 { result.problems.append("bit 4 of TA1 is set, and has to be 0") }
            result.set("ratesToCard", .list(BitRates.all(byte).map { .number($0) }))
            result.set("ratesFromCard", .list(BitRates.all(byte >> 4).map { .number($0) }))
        case "TB1":
            let (waiting, guardTime) = (Int(byte >> 4), Int(byte & 0x0F))
            let pause =
                guardTime == 0 ? "no time needed after the ATS" : "\(milliseconds(guardTime)) ms needed after the ATS"
            result.add(
                name, Hex.byte(byte),
                "FWI \(waiting): an answer may take \(milliseconds(waiting)) ms; SFGI \(guardTime): \(pause)")
            if waiting == 15 { result.problems.append("FWI 15 is reserved") }
            if guardTime == 15 { result.problems.append("SFGI 15 is reserved") }
            result.set("fwi", .number(waiting))
            result.set("sfgi", .number(guardTime))
        default:
            let (cid, nad) = (byte & 0x02 != 0, byte & 0x01 != 0)
            result.add(name, Hex.byte(byte), "CID \(cid ? "" : "not ")supported, NAD \(nad ? "" : "not ")supported")
            result.set("cid", .truth(cid))
            result.set("nad", .truth(nad))
        }
    }

    /// 256 x 16 / 13.56 MHz times a power of 2, to a tenth.
    private static func milliseconds(_ exponent: Int) -> String {
        let tenths = (4096 * (1 << min(exponent, 14)) * 10_000 + 6_780_000) / 13_560_000
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func historical(_ bytes: [UInt8], _ result: inout ToolResult) {
        result.set("historical", .hex(bytes))
        guard !bytes.isEmpty else {
            result.add("Historical", "", "none")
            return
        }
        // Behind a TL and a T0 of its own, it is read as historical bytes and nothing else.
        let answer = AnswerToSelect([UInt8(truncatingIfNeeded: bytes.count + 2), 0x00] + bytes)
        result.add("Historical", Hex.string(bytes, separator: " "), answer.meaning ?? "as the card's maker chose")
    }
}

/// FSCI to FSC. Source: ISO/IEC 14443-4, table 1.
enum FrameSizes {
    static let largest = 8
    private static let table = [16, 24, 32, 40, 48, 64, 96, 128, 256]

    /// The most bytes of a frame; a reserved exponent counts as the largest.
    static func bytes(_ exponent: Int) -> Int { table[max(0, min(exponent, largest))] }
}

/// The bit rates of one direction, three bits of TA(1). Source: ISO/IEC 14443-4, 5.2.4.
enum BitRates {
    /// In kbit/s, the slowest first.
    static func all(_ bits: UInt8) -> [Int] {
        [106] + [(UInt8(1), 212), (2, 424), (4, 848)].filter { bits & $0.0 != 0 }.map(\.1)
    }

    static func words(_ bits: UInt8) -> String { all(bits).map(String.init).joined(separator: "/") }
}

/// Whole answers to select that sources print. Sources: NT4H2421Gx data sheet; AN12196; MF2DLHX0 data sheet; AN10833.
enum KnownATS {
    static func chips(of ats: [UInt8]) -> [String] { table.first { $0.ats == ats }?.chips ?? [] }

    private static let table: [(ats: [UInt8], chips: [String])] = [
        ([0x06, 0x77, 0x77, 0x71, 0x02, 0x80], ["NTAG 424 DNA", "MIFARE DESFire Light"]),
        ([0x06, 0x77, 0x77, 0x61, 0x02, 0x80], ["NTAG 424 DNA as AN12196 prints it"]),
        ([0x06, 0x75, 0x77, 0x81, 0x02, 0x80], ["MIFARE DESFire EV1", "MIFARE DESFire EV2", "MIFARE DESFire EV3"]),
    ]
}
