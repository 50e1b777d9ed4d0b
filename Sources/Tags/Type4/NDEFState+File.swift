import NDEF

extension NDEFState {
    /// Looks for an NDEF message in its file and says how much would fit.
    init(file: TagFile) {
        self.init(state: .empty)
        let head = file.lengthBytes
        let name = file.isExtended ? "ENLEN" : "NLEN"
        guard let field = file.content.bytes(in: 0..<head) else {
            state = file.refusal.map(Self.needsRight) ?? (file.access.read != .free) ? .protected : .invalid
            problems.append("the length of the message in file \(Hex.file(file.id)) was not read: \(file.unreadWords)")
            capacity = Self.room(in: file, used: nil)
            return
        }
        let length = CapabilityContainer.number(field[...])
        let room = max(0, file.size - head)
        capacity = Self.room(in: file, used: min(length, Int(UInt32.max)))
        if length > room {
            problems.append("\(name) \(length) + \(head) exceeds the declared file size \(file.size)")
        }
        if file.size < head + 3 {
            problems.append("the declared file size \(file.size) leaves no room for a message")
        }
        guard length > 0 else {
            if Self.looksInterrupted(file) {
                problems.append("bytes after \(name) 0 look like an NDEF record (write was interrupted?)")
            }
            return
        }
        take(length, file)
    }

    private mutating func take(_ length: Int, _ file: TagFile) {
        let head = file.lengthBytes
        let known = file.content.runs.first { $0.range.contains(head) }
        let count = max(0, min(length, (known?.range.upperBound ?? head) - head))
        let bytes = file.content.bytes(in: head..<head + count) ?? []
        raw = bytes
        memoryRanges = bytes.isEmpty ? [] : [head..<head + bytes.count]
        if let field = file.content.bytes(in: 0..<2), !file.isExtended, field[0] == TLVWalk.Tag.message,
            bytes.count < length
        {
            problems.append(
                "the file begins with \(Hex.string(field, separator: " ")): that is a TLV of a Type 2 tag, a Type 4 file "
                    + "begins with the length alone")
        }
        let decoding = NDEFMessage.decode(bytes)
        self.decoding = decoding
        guard bytes.count == length else {
            state = file.refusal.map(Self.needsRight) == true ? .protected : .invalid
            problems.append("the message of \(length) bytes ends after \(bytes.count): \(file.unreadWords)")
            return
        }
        state = decoding.isMalformed ? .invalid : .message
        problems += decoding.allProblems.map(\.sentence)
    }

    private static func room(in file: TagFile, used: Int?) -> Capacity {
        let head = file.lengthBytes
        let field = file.isExtended ? "ENLEN" : "NLEN"
        var maximum = max(0, file.size - head)
        var how = "file \(Hex.file(file.id)) of \(file.size) bytes by the CC, less the length field \(field) (\(head))"
        if !file.isExtended, maximum > 0xFFFE {
            maximum = 0xFFFE
            how += ", and NLEN ends at FFFE"
        }
        return Capacity(maximum: maximum, used: used, provenance: .derived, how: how)
    }

    private static func needsRight(_ status: StatusWord) -> Bool {
        [0x6982, 0x6985, 0x6986, 0x919D, 0x91AE].contains(status)
    }

    /// A write begins by setting the length to 0 and ends by setting it: a whole record right behind was left by one that did
    /// not end.
    private static func looksInterrupted(_ file: TagFile) -> Bool {
        guard let run = file.content.runs.first, run.range.contains(file.lengthBytes) else { return false }
        let bytes = Array(run.bytes.dropFirst(file.lengthBytes - run.offset))
        // MB must be set, and the type name format must be one that means something.
        guard let first = bytes.first, first & 0x80 != 0, first & 0x07 < 0x07 else { return false }
        return NDEFMessage.decode(bytes).records.first.map { !$0.record.type.isEmpty } ?? false
    }
}
