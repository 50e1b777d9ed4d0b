import NDEF

extension NDEFState {
    /// Looks for an NDEF message in a Type 2 memory and says how much would fit.
    init(chip: Type2Chip?, image: TagImage) {
        guard let container = image.page(Type2Chip.capabilityPage) else {
            let page = Type2Chip.capabilityPage
            self.init(state: .hidden(by: image.state(of: page)), problems: [Self.unread(page, image.state(of: page))])
            return
        }
        guard container[0] == 0xE1 else {
            let obstacle = Self.obstacle(to: 0xE1, over: container, image)
            self.init(
                state: .unformatted,
                problems: [
                    "no NDEF magic E1 in page 03: the tag is not formatted for NDEF"
                        + (obstacle.map { ", and can never be: \($0)" } ?? "")
                ],
                capacity: obstacle == nil
                    ? chip.map { CapacitySum.afterFormatting($0).capacity(used: 0, .assumed) } : nil)
            return
        }
        let area = DataArea(container: container, chip: chip, image: image)
        var walk = TLVWalk(image: image, start: DataArea.start, areaEnd: area.end, memoryEnd: area.memoryEnd)
        walk.run()
        self.init(state: .unformatted, tlvs: walk.entries)
        if let contradiction = area.contradiction { problems.append(contradiction) }
        settle(walk, area, image)
        problems += walk.problems
        let sum = CapacitySum(area: area, walk: walk)
        let used = state == .protected || state == .unread ? nil : raw?.count ?? 0
        capacity = sum.capacity(used: used, walk.message == nil ? .assumed : .derived)
    }

    /// Why page 03 can never begin with E1; `nil` where it can, or where that is not known.
    private static func obstacle(to magic: UInt8, over page: [UInt8], _ image: TagImage) -> String? {
        if page[0] & ~magic != 0 { return "its bits can be set and never cleared" }
        let lock = Type2Chip.staticLockTable.first { $0.kind == .locks && $0.pages.contains(Type2Chip.capabilityPage) }
        guard let lock, let byte = image.byte(at: Type2Chip.staticLockPage * image.pageSize + lock.byte),
            byte >> UInt8(lock.bit) & 1 == 1
        else { return nil }
        return "page 03 is locked"
    }

    mutating func settle(_ walk: TLVWalk, _ area: DataArea, _ image: TagImage) {
        if case .unread(let page) = walk.end, walk.message.map({ $0.value.count < $0.length }) ?? true {
            state = .hidden(by: image.state(of: page))
            problems.append(Self.unread(page, image.state(of: page), area.unit))
            raw = walk.message?.value
            memoryRanges = walk.message?.ranges ?? []
            return
        }
        guard let message = walk.message else {
            switch walk.end {
            case .incompleteLength:
                state = .invalid
                problems.append("TLV length field incomplete: the data area ends within it")
            case .tooLong(let tag, let length, let left):
                problems.append(
                    "no NDEF TLV in data area: TLV \(Hex.byte(tag)) claims \(length) bytes, \(left) are left")
            default:
                problems.append("no NDEF TLV in data area")
            }
            return
        }
        take(message, area)
        if message.length == 0 {
            if Self.looksInterrupted(after: message, area, image) {
                problems.append("bytes after 03 00 look like an NDEF record (write was interrupted?)")
            }
        } else if message.value.count == message.length, walk.end != .terminator, walk.hasRoomForTerminator {
            problems.append("no terminator TLV")
        }
    }

    private mutating func take(_ message: TLVWalk.Message, _ area: DataArea) {
        memoryRanges = message.ranges
        raw = message.value
        guard message.length > 0 else {
            state = .empty
            return
        }
        let decoding = NDEFMessage.decode(message.value)
        self.decoding = decoding
        guard message.value.count == message.length else {
            state = .invalid
            problems.append("NDEF length \(message.length) exceeds data area (\(message.value.count) bytes left)")
            cut(to: decoding)
            return
        }
        state = decoding.isMalformed ? .invalid : .message
        if let last = message.ranges.last, last.upperBound > area.declaredEnd {
            problems.append("message runs past the NDEF area declared in CC (\(area.declaredSize) bytes)")
        }
        problems += decoding.allProblems.map(\.sentence)
    }

    /// Of a value that is cut off, the records that are whole.
    private mutating func cut(to decoding: NDEFDecoding) {
        guard let end = decoding.records.last?.range.upperBound, end > 0, let bytes = raw, end < bytes.count else {
            return
        }
        raw = Array(bytes.prefix(end))
        var left = end
        memoryRanges = memoryRanges.compactMap { range in
            let count = min(left, range.count)
            left -= count
            return count > 0 ? range.lowerBound..<range.lowerBound + count : nil
        }
    }

    /// A write begins by setting the length to 0 and ends by setting it: a record right after `03 00` was left by one that
    /// did not end.
    private static func looksInterrupted(after message: TLVWalk.Message, _ area: DataArea, _ image: TagImage) -> Bool {
        let start = message.start + 1 + message.lengthBytes
        var bytes: [UInt8] = []
        for offset in start..<max(start, area.end) {
            guard let byte = image.byte(at: offset) else { break }
            bytes.append(byte)
        }
        // MB must be set, and the type name format must be one that means something.
        guard let first = bytes.first, first & 0x80 != 0, first & 0x07 < 0x07, first != TLVWalk.Tag.terminator else {
            return false
        }
        return NDEFMessage.decode(bytes).records.first.map { !$0.record.type.isEmpty } ?? false
    }

    private static func unread(_ page: Int, _ state: PageState, _ unit: String = "page") -> String {
        let reason: String
        if case .unread(let why) = state { reason = why.words } else { reason = "not read" }
        return "\(unit) \(Hex.address(page)) is needed and was not read: \(reason)"
    }
}

extension TLVWalk {
    /// Between the message and the end of the area a byte is left for a terminator.
    var hasRoomForTerminator: Bool { (message?.ranges.last?.upperBound ?? areaEnd) < areaEnd }
}

extension NDEFState.State {
    /// What is to be said where a page that is needed is not known.
    static func hidden(by state: PageState) -> Self {
        guard case .unread(let reason) = state else { return .unread }
        return switch reason {
        case .protected, .refused, .writeOnly: .protected
        case .notTried, .notInFile, .unreadInFile, .readerCannot, .tagLost, .doesNotExist: .unread
        }
    }
}

extension UnreadReason {
    /// The reason in words.
    public var words: String {
        switch self {
        case .notTried: "nobody asked for it"
        case .notInFile: "the file does not hold it"
        case .unreadInFile: "the file says that it was not read"
        case .writeOnly: "it never reads back"
        case .protected: "it needs the password or key"
        case .refused(let code): code.map { "the tag refused (NAK \(Hex.byte($0)))" } ?? "the tag refused"
        case .readerCannot: "this reader cannot send the command it takes"
        case .tagLost: "the tag went away before it was read"
        case .doesNotExist: "the chip has no such page"
        }
    }
}
