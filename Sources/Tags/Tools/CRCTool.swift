/// The checksums that tags use, over the same bytes.
enum CRCTool {
    static func evaluate(_ bytes: [UInt8]) -> ToolResult {
        var result = ToolResult()
        let (a, b, jam) = (CRC.a(bytes), CRC.b(bytes), CRC.jam(bytes))
        let crc32 = jam.map { ~$0 }
        let sums: [(label: String, key: String, wire: [UInt8], use: String)] = [
            ("CRC_A", "crcA", a, "ISO/IEC 14443 Type A frames"),
            ("CRC_B", "crcB", b, "ISO/IEC 14443 Type B and ISO/IEC 15693 frames"),
            ("CRC-32", "crc32", crc32, "zlib, Ethernet"),
            ("JAMCRC", "jamcrc", jam, "CRC-32 not inverted: DESFire, NTAG 424 DNA"),
        ]
        for sum in sums {
            result.add(
                sum.label, Hex.string(sum.wire, separator: " "),
                "as it is sent, least significant byte first; as a number "
                    + "\(Hex.string(sum.wire.reversed()))h; \(sum.use)")
            result.set(sum.key, .hex(sum.wire))
            result.set(sum.key + "Number", .hex(sum.wire.reversed()))
        }
        let exclusiveOr = bytes.reduce(0, ^)
        result.add("XOR", Hex.byte(exclusiveOr), "all bytes exclusive-or: check bytes of ATR (TCK) and UID (BCC)")
        result.set("xor", .hex([exclusiveOr]))
        result.add("Bytes", String(bytes.count))
        result.set("bytes", .number(bytes.count))
        let checked = endings(of: bytes)
        for name in checked {
            result.add("Ending", name, "the last bytes are the right \(name) of those before them")
        }
        result.set("endsWith", .list(checked.map { .text($0) }))
        return result
    }

    /// The sums that the input itself ends with.
    private static func endings(of bytes: [UInt8]) -> [String] {
        var names: [String] = []
        if bytes.count > 2 {
            let (body, end) = (bytes.dropLast(2), Array(bytes.suffix(2)))
            if CRC.a(body) == end { names.append("CRC_A") }
            if CRC.b(body) == end { names.append("CRC_B") }
        }
        if bytes.count > 4 {
            let (jam, end) = (CRC.jam(bytes.dropLast(4)), Array(bytes.suffix(4)))
            if jam == end { names.append("JAMCRC") }
            if jam.map({ ~$0 }) == end { names.append("CRC-32") }
        }
        return names
    }
}
