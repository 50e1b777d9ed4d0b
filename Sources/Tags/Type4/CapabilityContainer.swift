/// What the capability container file E103 says: how much a command may carry, and which files there are.
///
/// Sources: NFC Forum Type 4 Tag technical specification 1.2, 4.3 (mapping 2.0, 3.0); operation specification 1.0.
public struct CapabilityContainer: Equatable, Sendable {
    /// One file control TLV.
    public struct FileControl: Equatable, Sendable {
        /// The T byte: 04 NDEF, 05 proprietary, 06 extended NDEF, 07 extended proprietary.
        public var tag: UInt8
        /// The file's identifier.
        public var id: UInt16
        /// The most bytes the file may have, its length field included.
        public var maximumSize: Int
        /// The byte of the read access condition.
        public var read: UInt8
        /// The byte of the write access condition.
        public var write: UInt8
        /// Where the write access byte lies in the container file.
        public var writeOffset: Int

        /// It holds an NDEF message.
        public var isMessage: Bool { tag == 0x04 || tag == 0x06 }
        /// Sizes have four bytes, and so has the length before a message.
        public var isExtended: Bool { tag == 0x06 || tag == 0x07 }
        /// Who may do what.
        public var access: FileAccess {
            FileAccess(read: .init(container: read), write: .init(container: write))
        }
    }

    /// CCLEN, as it is there.
    public var length: Int
    /// The mapping version, such as 20h for 2.0.
    public var version: UInt8
    /// MLe, as it is there: the most bytes of one answer.
    public var maximumRead: Int
    /// MLc, as it is there: the most data bytes of one command.
    public var maximumWrite: Int
    /// The file control TLVs in order.
    public var files: [FileControl]
    /// What is unusual, one sentence each.
    public var problems: [String]

    /// Below these every command still works on the cards that say so, but no card may.
    static let leastRead = 15, leastWrite = 13
    /// What may be asked of every card at a time.
    public static let leastChunk = leastRead
    /// The smallest container: length, version, MLe, MLc and one file control TLV.
    static let leastLength = 15

    /// The file of the NDEF message.
    public var message: FileControl? { files.first(where: \.isMessage) }
    /// `2.0`.
    public var versionWords: String { "\(version >> 4).\(version & 0x0F)" }
    /// The bytes to ask for at a time: MLe, but never none and no more than a short Le can say.
    public var readChunk: Int {
        min(maximumRead == 0 ? Self.leastRead : maximumRead, CommandAPDU.shortExpected)
    }
    /// The bytes to write at a time: MLc, but never none and no more than a short Lc can say.
    public var writeChunk: Int {
        min(maximumWrite == 0 ? Self.leastWrite : maximumWrite, CommandAPDU.shortData)
    }

    /// Why bytes are no capability container; one sentence.
    public struct Fault: Error, Equatable, Sendable {
        /// The sentence, without a full stop.
        public var sentence: String
    }

    /// Reads a container; what is behind CCLEN does not count.
    public init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.contains(where: { $0 != 0 }), bytes.contains(where: { $0 != 0xFF }) else {
            throw Fault(sentence: bytes.isEmpty ? "the CC file is empty" : "the CC file was never written")
        }
        guard bytes.count >= 7 else {
            throw Fault(sentence: "the CC ends after \(bytes.count) bytes, the smallest has \(Self.leastLength)")
        }
        length = Self.number(bytes[0..<2])
        version = bytes[2]
        maximumRead = Self.number(bytes[3..<5])
        maximumWrite = Self.number(bytes[5..<7])
        files = []
        problems = []
        if length < Self.leastLength {
            problems.append("CCLEN \(length) is below the minimum \(Self.leastLength)")
        } else if length > bytes.count {
            problems.append("CCLEN is \(length), but the CC file gives \(bytes.count) bytes")
        } else if length > 0x7FFF {
            problems.append("CCLEN \(length) is above the maximum 32767")
        }
        if !(1...3).contains(version >> 4) { problems.append("mapping version \(versionWords) is not known here") }
        if maximumRead < Self.leastRead {
            problems.append("MLe \(maximumRead) is below the minimum \(Self.leastRead)")
        }
        if maximumWrite < Self.leastWrite {
            problems.append("MLc \(maximumWrite) is below the minimum \(Self.leastWrite)")
        }
        readControls(bytes, end: min(bytes.count, max(length, Self.leastLength)))
        if files.count(where: \.isMessage) > 1 {
            problems.append("the CC names more than one NDEF file; the first one counts")
        }
        if let message,
            message.id == Type4Names.capabilityContainer || [0, 0x3F00, 0x3FFF, 0xFFFF].contains(message.id)
        {
            throw Fault(sentence: "the CC names file \(Hex.file(message.id)) for the NDEF message, which no card may")
        }
    }

    private mutating func readControls(_ bytes: [UInt8], end: Int) {
        var offset = 7
        while offset + 2 <= end {
            let tag = bytes[offset]
            guard tag != 0 else { return }
            var count = Int(bytes[offset + 1])
            var start = offset + 2
            if count == 0xFF {
                guard offset + 4 <= end else { break }
                count = Self.number(bytes[offset + 2..<offset + 4])
                start = offset + 4
            }
            guard start + count <= end else {
                problems.append("TLV \(Hex.byte(tag)) claims \(count) bytes, \(end - start) are left")
                return
            }
            take(tag, Array(bytes[start..<start + count]), at: start)
            offset = start + count
        }
        if offset < end { problems.append("the CC ends within a TLV") }
    }

    private mutating func take(_ tag: UInt8, _ value: [UInt8], at start: Int) {
        guard (0x04...0x07).contains(tag) else { return }
        let sizeBytes = tag >= 0x06 ? 4 : 2
        guard value.count >= sizeBytes + 4 else {
            problems.append("TLV \(Hex.byte(tag)) has \(value.count) bytes, \(sizeBytes + 4) are needed")
            return
        }
        if value.count > sizeBytes + 4 {
            problems.append("TLV \(Hex.byte(tag)) has \(value.count) bytes, \(sizeBytes + 4) are usual")
        }
        files.append(
            FileControl(
                tag: tag, id: UInt16(Self.number(value[0..<2])),
                maximumSize: Self.number(value[2..<2 + sizeBytes]), read: value[2 + sizeBytes],
                write: value[3 + sizeBytes], writeOffset: start + 3 + sizeBytes))
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

extension CapabilityContainer.FileControl {
    /// `E105 proprietary, 128 bytes, read 82, write 83`.
    public var words: String {
        let kind = isMessage ? "NDEF" : "proprietary"
        return "\(Hex.file(id)) \(kind), \(maximumSize) bytes, read \(Hex.byte(read)), write \(Hex.byte(write))"
    }
}
