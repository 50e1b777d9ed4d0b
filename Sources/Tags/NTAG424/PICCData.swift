/// What PICCData holds once it is decrypted: a tag byte, UID, counter, and random bytes.
///
/// Bit 7 of the tag: the UID is there; bit 6: the counter; the low nibble is the UID's length. Source: NT4H2421Gx data sheet,
/// 9.3.4.
struct PICCData: Equatable {
    var uid: [UInt8]?
    var counter: Int?

    /// `nil` where the bytes make no sense, as after decryption with a wrong key.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        let hasUID = bytes[0] & 0x80 != 0
        let hasCounter = bytes[0] & 0x40 != 0
        guard bytes[0] & 0x30 == 0, hasUID || hasCounter, bytes[0] & 0x0F == (hasUID ? 7 : 0) else { return nil }
        let start = hasUID ? 8 : 1
        if hasUID { uid = Array(bytes[1..<8]) }
        if hasCounter { counter = LittleEndian.number(bytes[start..<start + 3]) }
    }
}

/// Hex digits within a link.
enum HexText {
    /// The bytes of hex digits; `nil` for anything else.
    static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var index = digits.startIndex
        while index < digits.endIndex {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
            index += 2
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit &- 0x30
        case 0x41...0x46: digit &- 0x37
        case 0x61...0x66: digit &- 0x57
        default: nil
        }
    }

    /// The link as the chip wrote it: it knows upper case only, and services and phones sometimes make it lower.
    static func upperCased(_ link: [UInt8], _ places: [Range<Int>?]) -> [UInt8] {
        var link = link
        for case let place? in places {
            for index in place where (0x61...0x66).contains(link[index]) { link[index] &-= 0x20 }
        }
        return link
    }
}
