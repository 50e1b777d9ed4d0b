/// Bytes as hexadecimal text and back: the one place that knows both directions.
///
///     Hex.string([0x04, 0xA1], separator: ":")   // "04:A1"
///     Hex.bytes("04 a1")                          // [0x04, 0xA1]
public enum Hex {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Upper-case hex of `bytes`, with `separator` between two of them (`""`, `" "` or `":"`).
    public static func string(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
        var text: [UInt8] = []
        let between = Array(separator.utf8)
        for byte in bytes {
            if !text.isEmpty { text.append(contentsOf: between) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// One byte as two upper-case digits.
    public static func byte(_ byte: UInt8) -> String { string([byte]) }

    /// A page or block address: two digits, more where it needs them.
    public static func address(_ value: Int) -> String {
        let text = String(max(0, value), radix: 16, uppercase: true)
        return text.utf8.count.isMultiple(of: 2) ? text : "0" + text
    }

    /// A file identifier: four digits.
    public static func file(_ id: UInt16) -> String { byte(UInt8(id >> 8)) + byte(UInt8(truncatingIfNeeded: id)) }

    /// The bytes that `text` spells, or `nil` where it is not hex.
    ///
    /// Upper and lower case are taken, and blanks, colons and hyphens between bytes, but not inside one.
    public static func bytes(_ text: String) -> [UInt8]? { bytes(ascii: text.utf8) }

    /// The same for text that is there as its bytes, such as a part of a file.
    public static func bytes(ascii text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text {
            if let value = value(of: character) {
                if let first = high {
                    bytes.append(first << 4 | value)
                    high = nil
                } else {
                    high = value
                }
            } else if high != nil || !isSeparator(character) {
                return nil
            }
        }
        return high == nil ? bytes : nil
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func isSeparator(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "-"), 0x09, 0x0A, 0x0D: true
        default: false
        }
    }
}
