/// What ATQA and SAK, the first answers of an ISO/IEC 14443 Type A tag, say of it.
enum SAKTool {
    static func evaluate(_ input: String) throws(ToolError) -> ToolResult {
        let words = input.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" }).map(String.init)
        // `44 00 00` and `0044 00` are the same three bytes.
        var bytes: [UInt8] = []
        for word in words { bytes += try Tool.bytes(word) }
        guard bytes.count == 3 else {
            throw ToolError("it takes ATQA, two bytes, and SAK, one: `0044 00`")
        }
        let sak = bytes[2]
        let atqa = ATQA(written: bytes[0], bytes[1])
        var result = ToolResult()
        describe(atqa, &result)
        describe(sak: sak, &result)
        let candidates = TypeACandidate.all(sak: sak, atqa: atqa.value)
        for candidate in candidates {
            result.add("May be", candidate.name, candidate.remark ?? "")
        }
        if candidates.isEmpty {
            result.add("May be", "unknown", "no source names this pair")
        } else if candidates.count > 1 || sak & 0x20 != 0 {
            result.add("", "", Self.howToTell(sak))
        }
        result.set("candidates", .list(candidates.map { .text($0.name) }))
        result.set("atqa", .text(Hex.file(atqa.value)))
        result.set("sak", .hex([sak]))
        return result
    }

    private static func howToTell(_ sak: UInt8) -> String {
        sak & 0x20 != 0
            ? "many chips answer so, and some can be set to: ATS and GetVersion tell which it is"
            : sak == 0x00 ? "GET_VERSION tells the chip; without it only probing" : "only what the card does tells more"
    }

    private static func describe(_ atqa: ATQA, _ result: inout ToolResult) {
        result.add(
            "ATQA", Hex.file(atqa.value),
            "over the air \(Hex.string(atqa.wire, separator: " ")), least significant byte first"
                + (atqa.wasWire ? "; that is how it was written" : ""))
        result.add(
            "", "",
            "UID of \(atqa.uidWords), bit frame anticollision \(atqa.hasFrame ? "as it has to be" : "not as it has to be")"
        )
        if atqa.value & 0x0F00 != 0 { result.add("", "", "proprietary coding \(atqa.value >> 8 & 0x0F)") }
        if !atqa.isRegular { result.problems.append("this ATQA follows no rule of ISO/IEC 14443-3 in either order") }
        result.set("uidLength", atqa.uidLength.map { .number($0) } ?? .text("reserved"))
        result.set("atqaWire", .hex(atqa.wire))
    }

    private static func describe(sak: UInt8, _ result: inout ToolResult) {
        var parts: [String] = []
        if sak & 0x04 != 0 {
            parts.append("the UID is not complete: another cascade level follows")
        } else {
            parts.append(sak & 0x20 != 0 ? "speaks ISO/IEC 14443-4" : "does not speak ISO/IEC 14443-4")
            if sak & 0x40 != 0 { parts.append("speaks NFC-DEP (ISO/IEC 18092)") }
        }
        result.add("SAK", Hex.byte(sak), parts.joined(separator: ", "))
        result.set("iso14443Part4", .truth(sak & 0x24 == 0x20))
        result.set("uidComplete", .truth(sak & 0x04 == 0))
    }
}

/// The answer to a request. Source: ISO/IEC 14443-3, 6.5.2.
struct ATQA: Equatable {
    /// As a number: the byte that came second is the high one.
    let value: UInt16
    /// It was written in the order over the air.
    let wasWire: Bool

    /// Two bytes in either order: tools write `0044`, a trace shows `44 00`. The order in which it follows the rules counts.
    init(written first: UInt8, _ second: UInt8) {
        let (asNumber, asWire) = (UInt16(first) << 8 | UInt16(second), UInt16(second) << 8 | UInt16(first))
        wasWire = !Self.isRegular(asNumber) && Self.isRegular(asWire)
        value = wasWire ? asWire : asNumber
    }

    var wire: [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }
    var isRegular: Bool { Self.isRegular(value) }
    /// Exactly one of the five bits for bit frame anticollision is set.
    var hasFrame: Bool { (value & 0x1F).nonzeroBitCount == 1 }

    /// The UID's bytes; `nil` for the reserved value.
    var uidLength: Int? { [4, 7, 10, nil][Int(value >> 6 & 3)] }

    var uidWords: String { uidLength.map { "\($0) bytes" } ?? "a reserved length" }

    private static func isRegular(_ value: UInt16) -> Bool {
        // The four high bits and bit 6 are 0; of the low five exactly one is set.
        value & 0xF020 == 0 && (value & 0x1F).nonzeroBitCount == 1
    }
}
