extension Bytes {
    /// Calls `body` with the memory of the bytes, without a copy.
    @inline(__always) func withUnsafeBytes(_ body: (UnsafeRawPointer) -> Void) {
        storage.withUnsafeBytes { memory in
            if let base = memory.baseAddress { body(base + lower) }
        }
    }

    /// The bytes in `range`, which the caller has checked to lie in the bytes.
    @inline(__always) func cut(_ range: Range<Int>) -> Bytes {
        Bytes(storage: storage, lower: lower + range.lowerBound, upper: lower + range.upperBound)
    }

    /// The text the bytes hold, or `nil` where they are not UTF-8.
    public var utf8: String? { String(validating: self, as: UTF8.self) }

    /// The text the bytes hold, with U+FFFD where they are not UTF-8.
    public var utf8Repaired: String { String(decoding: self, as: UTF8.self) }

    /// The bytes as upper-case hex without spaces; used in sentences about bytes that are no text.
    var hex: String {
        var text = ""
        for byte in self { text += byte.hex }
        return text
    }

    /// True where the bytes are the ASCII letters of `text`, whatever their case.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { letters in
            letters.indices.allSatisfy { self[$0].lowercasedASCII == letters[$0].lowercasedASCII }
        }
    }

    /// True where the bytes are exactly those of `text`.
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { letters in letters.indices.allSatisfy { self[$0] == letters[$0] } }
    }
}

extension UInt8 {
    /// Two upper-case hex digits.
    var hex: String {
        let digits = String(self, radix: 16, uppercase: true)
        return self < 16 ? "0" + digits : digits
    }

    /// The letter in lower case; other bytes as they are.
    var lowercasedASCII: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}

/// Reads fields off the front of bytes; every read says `nil` where the bytes end.
struct ByteReader {
    private(set) var rest: Bytes
    /// The number of bytes read so far.
    private(set) var position = 0

    init(_ bytes: Bytes) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { take(1)?[0] }

    /// Two bytes, the more significant first.
    mutating func big16() -> Int? { take(2).map { Int($0[0]) << 8 | Int($0[1]) } }

    mutating func take(_ length: Int) -> Bytes? {
        guard length >= 0, length <= rest.count else { return nil }
        let taken = rest[0..<length]
        rest = rest[length..<rest.count]
        position += length
        return taken
    }

    mutating func takeAll() -> Bytes {
        let taken = rest
        position += rest.count
        rest = rest[rest.count..<rest.count]
        return taken
    }
}
