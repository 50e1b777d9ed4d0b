/// Walks the TLV blocks of a data area, around the bytes that control TLVs reserve.
///
/// Tolerant: it reports what is odd and stops where it cannot go on; it never reads outside the memory.
/// Source: NFC Forum Type 2 Tag; the rules as NXP's application notes and nfcpy apply them.
struct TLVWalk {
    /// The T bytes with a meaning.
    enum Tag {
        static let null: UInt8 = 0x00
        static let lockControl: UInt8 = 0x01
        static let memoryControl: UInt8 = 0x02
        static let message: UInt8 = 0x03
        static let proprietary: UInt8 = 0xFD
        static let terminator: UInt8 = 0xFE
    }

    /// The NDEF message TLV.
    struct Message: Equatable {
        /// Where T stands.
        var start: Int
        /// The bytes of L, 1 or 3.
        var lengthBytes: Int
        /// What L says.
        var length: Int
        /// The value, as far as it lies in the memory and was read.
        var value: [UInt8]
        /// Where the value lies.
        var ranges: [Range<Int>]
    }

    /// Why the walk ended.
    enum End: Equatable {
        case terminator
        /// The area is full, or only NULL bytes are left.
        case area
        /// A page that was not read.
        case unread(page: Int)
        /// An L that is cut off by the end of the area.
        case incompleteLength
        /// A value that is longer than what is left.
        case tooLong(tag: UInt8, length: Int, left: Int)
        /// Bytes after the message that are no TLV.
        case noTerminator
    }

    let image: TagImage
    /// The first byte after the area that the container declares.
    let areaEnd: Int
    /// The first byte after the memory that could hold a value.
    let memoryEnd: Int
    /// Lock and memory control TLVs set bytes apart: on Type 2 only.
    let hasControls: Bool

    private(set) var entries: [TLVEntry] = []
    private(set) var message: Message?
    private(set) var reserved: [Range<Int>] = []
    private(set) var problems: [String] = []
    private(set) var end = End.area
    /// NULL bytes before the message.
    private(set) var nullBytes = 0
    private var position: Int

    init(image: TagImage, start: Int, areaEnd: Int, memoryEnd: Int, hasControls: Bool = true) {
        self.image = image
        self.hasControls = hasControls
        self.areaEnd = areaEnd
        self.memoryEnd = memoryEnd
        position = start
    }

    mutating func run() {
        while true {
            skipReserved()
            guard position < areaEnd else { return }
            let start = position
            guard let tag = image.byte(at: start) else {
                end = .unread(page: start / image.pageSize)
                return
            }
            position += 1
            switch tag {
            case Tag.null:
                if message == nil { nullBytes += 1 }
            case Tag.terminator:
                entries.append(TLVEntry(tag: tag, range: start..<position, value: [], words: "Terminator"))
                end = .terminator
                return
            default:
                // After the message anything may follow that was left behind: only known blocks are worth a look.
                if message != nil, tag > Tag.message, tag != Tag.proprietary {
                    position = start
                    end = .noTerminator
                    return
                }
                guard take(tag, at: start) else { return }
            }
        }
    }

    /// Takes L and V of a block; false where the walk cannot go on.
    private mutating func take(_ tag: UInt8, at start: Int) -> Bool {
        guard let (length, lengthBytes) = takeLength() else { return false }
        let value = takeValue(length)
        if tag == Tag.message, message == nil {
            message = Message(
                start: start, lengthBytes: lengthBytes, length: length, value: value.bytes, ranges: value.ranges)
        }
        let complete = value.bytes.count == length
        let block = TLVEntry(
            tag: tag, range: start..<position, value: value.bytes,
            words: complete ? words(tag, value.bytes) : "\(name(tag)), cut off")
        entries.append(block)
        guard complete else {
            end = value.unread.map { .unread(page: $0) } ?? .tooLong(tag: tag, length: length, left: value.bytes.count)
            return false
        }
        interpret(block, lengthBytes: lengthBytes)
        return true
    }

    private mutating func interpret(_ block: TLVEntry, lengthBytes: Int) {
        switch block.tag {
        case Tag.lockControl where hasControls, Tag.memoryControl where hasControls:
            guard let control = ControlTLV(block.tag, block.value) else {
                problems.append("\(name(block.tag)) TLV of \(block.value.count) bytes, 3 expected")
                return
            }
            reserved.append(control.bytes)
        case Tag.message:
            if let first = message, first.start != block.range.lowerBound { problems.append("second NDEF TLV ignored") }
            if lengthBytes == 3, block.value.count < 0xFF {
                problems.append("the length \(block.value.count) is written in three bytes where one would do")
            }
        case Tag.proprietary:
            break
        default:
            problems.append("unknown TLV \(Hex.byte(block.tag)) skipped")
        }
    }

    private mutating func takeLength() -> (length: Int, bytes: Int)? {
        guard let first = takeHeadByte() else { return nil }
        guard first == 0xFF else { return (Int(first), 1) }
        guard let high = takeHeadByte(), let low = takeHeadByte() else { return nil }
        return (Int(high) << 8 | Int(low), 3)
    }

    private mutating func takeHeadByte() -> UInt8? {
        skipReserved()
        guard position < areaEnd else {
            end = .incompleteLength
            return nil
        }
        guard let byte = image.byte(at: position) else {
            end = .unread(page: position / image.pageSize)
            return nil
        }
        position += 1
        return byte
    }

    private mutating func takeValue(_ length: Int) -> (bytes: [UInt8], ranges: [Range<Int>], unread: Int?) {
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []
        while bytes.count < length {
            skipReserved()
            guard position < memoryEnd else { break }
            guard let byte = image.byte(at: position) else { return (bytes, ranges, position / image.pageSize) }
            bytes.append(byte)
            if let last = ranges.last, last.upperBound == position {
                ranges[ranges.count - 1] = last.lowerBound..<position + 1
            } else {
                ranges.append(position..<position + 1)
            }
            position += 1
        }
        return (bytes, ranges, nil)
    }

    private mutating func skipReserved() {
        while let range = reserved.first(where: { $0.contains(position) }) { position = range.upperBound }
    }

    private func name(_ tag: UInt8) -> String {
        switch tag {
        case Tag.lockControl where hasControls: "Lock Control"
        case Tag.memoryControl where hasControls: "Memory Control"
        case Tag.message: "NDEF message"
        case Tag.proprietary: "Proprietary"
        default: "TLV \(Hex.byte(tag))"
        }
    }

    private func words(_ tag: UInt8, _ value: [UInt8]) -> String {
        (hasControls ? ControlTLV(tag, value)?.words : nil) ?? "\(name(tag)), \(value.count) bytes"
    }
}

/// The value of a lock or memory control TLV: where bytes lie that do not belong to the message.
struct ControlTLV: Equatable {
    let tag: UInt8
    /// The bytes set apart.
    let bytes: Range<Int>
    /// Bits for lock control, bytes for memory control.
    let size: Int
    /// Bytes a lock bit, for lock control.
    let bytesPerBit: Int

    /// Reads three bytes: position (page nibble, byte nibble), size (0 = 256), bytes a page and bytes a lock bit as powers of 2.
    init?(_ tag: UInt8, _ value: [UInt8]) {
        guard tag == TLVWalk.Tag.lockControl || tag == TLVWalk.Tag.memoryControl, value.count == 3 else { return nil }
        self.tag = tag
        let start = Int(value[0] >> 4) << Int(value[2] & 0x0F) + Int(value[0] & 0x0F)
        size = value[1] == 0 ? 256 : Int(value[1])
        bytesPerBit = 1 << Int(value[2] >> 4)
        let count = tag == TLVWalk.Tag.lockControl ? (size + 7) / 8 : size
        bytes = start..<start + count
    }

    var words: String {
        let place =
            bytes.lowerBound.isMultiple(of: 4)
            ? "page \(Hex.address(bytes.lowerBound / 4))" : "byte \(bytes.lowerBound)"
        return tag == TLVWalk.Tag.lockControl
            ? "Lock Control: \(place), \(size) bits, \(bytesPerBit) bytes a bit"
            : "Memory Control: \(place), \(size) bytes"
    }
}
