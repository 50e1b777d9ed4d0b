import NDEF

/// Text of a file as its bytes: files are large and hostile, and what they must hold is ASCII.
extension Collection<UInt8> {
    /// The number that decimal digits spell; `nil` for anything else, a sign included, and beyond 18 digits.
    var decimal: Int? {
        guard !isEmpty, count <= 18 else { return nil }
        var number = 0
        for byte in self {
            guard case 0x30...0x39 = byte else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }

    /// It spells `word`, whatever the case of its letters.
    func spells(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        return hasPrefix(word)
    }

    /// It begins with `word`, whatever the case of its letters.
    func hasPrefix(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { wanted in
            var index = startIndex
            for byte in wanted {
                guard index != endIndex, self[index].lowercased == byte.lowercased else { return false }
                index = self.index(after: index)
            }
            return true
        }
    }

    /// Text for a sentence, cut where it is long.
    var words: String {
        let text = String(decoding: prefix(40), as: UTF8.self)
        return text.visible + (count > 40 ? "…" : "")
    }
}

extension BidirectionalCollection<UInt8> where SubSequence: BidirectionalCollection {
    /// Without the blanks around it.
    var trimmed: SubSequence {
        var rest = self[...]
        while let first = rest.first, first.isBlank { rest = rest.dropFirst() }
        while let last = rest.last, last.isBlank { rest = rest.dropLast() }
        return rest
    }
}

extension UInt8 {
    /// An ASCII letter in its small form; anything else as it is.
    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
    /// A space, a tab or an end of line.
    var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    /// A digit of hexadecimal numbers.
    var isHexDigit: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(lowercased) }
}
