/// URIs as people type them, made fit to be stored.
enum URIText {
    /// The bytes of `text` with what no URI may hold percent-encoded; blanks at the ends are dropped.
    ///
    /// Source: RFC 3986, 2 (allowed characters); RFC 3987, 3.1 (non-ASCII as UTF-8).
    static func encoded(_ text: String) -> [UInt8] {
        let bytes = Array(text.trimmingSpaces.utf8)
        let host = hostRange(of: bytes)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if isAllowed(byte) || (byte >= 0x80 && host.contains(index)) {
                encoded.append(byte)
            } else {
                encoded.append(0x25)
                encoded.append(contentsOf: byte.hex.utf8)
            }
        }
        return encoded
    }

    /// Where the authority stands: after `//` up to the next `/`, `?` or `#`.
    private static func hostRange(of bytes: [UInt8]) -> Range<Int> {
        guard let colon = bytes.firstIndex(of: 0x3A), colon + 2 < bytes.count, bytes[colon + 1] == 0x2F,
            bytes[colon + 2] == 0x2F
        else { return 0..<0 }
        let start = colon + 3
        let end = bytes[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.count
        return start..<end
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x20, 0x7F...0xFF: false
        case 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: false
        default: true
        }
    }
}
