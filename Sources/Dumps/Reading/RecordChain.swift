/// Records that follow each other and end where the bytes end, whatever else is wrong with them as a message: MB missing, a
/// TNF that is reserved.
///
/// The lengths have to fit to the byte, the last record has to end the message, and types that are text have to be text:
/// random bytes are not so.
enum RecordChain {
    /// The bytes are such records and nothing else.
    static func fills(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let record = Record(rest) {
            rest = rest.dropFirst(record.count)
            // ME in the last one, and in it alone.
            if record.endsMessage || rest.isEmpty { return record.endsMessage && rest.isEmpty }
        }
        return false
    }

    /// The head of a record that is there as a whole.
    private struct Record {
        let count: Int
        let endsMessage: Bool

        /// `nil` where the bytes are cut, or none.
        init?(_ bytes: ArraySlice<UInt8>) {
            let head = Array(bytes.prefix(7))
            guard let flags = head.first else { return nil }
            // A chunk has its type in the first one only: a message that is whole but for one flag is what is looked for.
            guard flags & 0x20 == 0, (1...7).contains(flags & 0x07) else { return nil }
            let isShort = flags & 0x10 != 0
            let hasID = flags & 0x08 != 0
            let start = 2 + (isShort ? 1 : 4) + (hasID ? 1 : 0)
            guard head.count >= min(start, 7), bytes.count >= start else { return nil }
            let length = isShort ? Int(head[2]) : head[2..<6].reduce(0) { $0 << 8 | Int($1) }
            let idLength = hasID ? Int(bytes[bytes.startIndex + start - 1]) : 0
            count = start + Int(head[1]) + idLength + length
            guard count <= bytes.count else { return nil }
            endsMessage = flags & 0x40 != 0
            let type = bytes.dropFirst(start).prefix(Int(head[1]))
            let needsType = flags & 0x07 != 5 && flags & 0x07 != 6
            guard needsType != type.isEmpty, type.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        }
    }
}
