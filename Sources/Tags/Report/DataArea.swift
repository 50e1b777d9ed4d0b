/// The part of a memory that is for TLV blocks: what the container declares, and what there is.
struct DataArea: Equatable {
    /// The first byte, on every Type 2 tag.
    static let start = 16

    /// The first byte.
    let first: Int
    /// What byte 2 of the container says, times 8.
    let declaredSize: Int
    /// What the memory has from `start` on.
    let physicalSize: Int
    /// Byte 2 of the container; `nil` on Type 5, where the size may have two bytes.
    let sizeByte: UInt8?
    /// The chip's name, where it is known.
    let chipName: String?
    /// The sentence for a container that promises too much, `nil` where it does not.
    let contradiction: String?

    init(first: Int, declaredSize: Int, physicalSize: Int, sizeByte: UInt8?, contradiction: String?) {
        self.first = first
        self.declaredSize = declaredSize
        self.physicalSize = physicalSize
        self.sizeByte = sizeByte
        self.contradiction = contradiction
        chipName = nil
    }

    init(container: [UInt8], chip: Type2Chip?, image: TagImage) {
        first = Self.start
        sizeByte = container[2]
        declaredSize = Int(container[2]) * 8
        physicalSize = min(chip?.userByteCount ?? .max, max(0, image.byteCount - Self.start))
        chipName = chip?.name
        contradiction =
            declaredSize > physicalSize
            ? chip?.containerContradiction(declared: declaredSize)
                ?? "CC declares \(declaredSize) bytes, \(physicalSize) could be read"
            : nil
    }

    /// What the memory is made of, in words.
    var unit: String { sizeByte == nil ? "block" : "page" }
    /// The bytes that a message and its TLVs can use.
    var size: Int { min(declaredSize, physicalSize) }
    /// The first byte after them.
    var end: Int { first + size }
    /// The first byte after what the container declares.
    var declaredEnd: Int { first + declaredSize }
    /// The first byte after the memory.
    var memoryEnd: Int { first + physicalSize }
}

/// How large a message can be, as a sum that a person can check.
struct CapacitySum: Equatable {
    /// What the sum starts from, such as `CC 12h x 8 = 144`.
    var base: String
    /// Its value in bytes.
    var size: Int
    /// What is taken off, with words.
    var less: [(words: String, bytes: Int)] = []
    /// What the memory is made of, in words.
    var unit = "page"
    /// The first page that was not read on the way to the message, where TLVs may lie that take off more.
    var unreadFrom: Int?

    static func == (left: CapacitySum, right: CapacitySum) -> Bool {
        left.base == right.base && left.size == right.size && left.unreadFrom == right.unreadFrom
            && left.less.elementsEqual(right.less, by: ==)
    }

    /// The sum for a message in the place of the one there is, or behind the control TLVs where there is none.
    init(area: DataArea, walk: TLVWalk) {
        size = area.size
        unit = area.unit
        let declared =
            area.sizeByte.map { "CC \(Hex.byte($0))h x 8 = \(area.declaredSize)" }
            ?? "MLEN \(area.declaredSize / 8) x 8 = \(area.declaredSize)"
        if area.declaredSize <= area.physicalSize {
            base = declared
        } else if let name = area.chipName {
            base = "\(name) has \(area.physicalSize) bytes of user memory (\(declared))"
        } else {
            base = "\(area.physicalSize) bytes could be read (\(declared))"
        }
        let start = walk.message?.start ?? area.end
        for block in walk.entries where block.range.upperBound <= start && block.tag != TLVWalk.Tag.terminator {
            // Of a tag without a message only the control TLVs are worth keeping.
            guard walk.message != nil || ControlTLV(block.tag, block.value) != nil else { continue }
            less.append((Self.words(block.tag), block.range.count))
        }
        if walk.message != nil, walk.nullBytes > 0 { less.append(("NULL bytes", walk.nullBytes)) }
        let inside = walk.reserved.map { $0.clamped(to: area.first..<max(area.first, area.end)) }
        let reserved = Set(inside.joined()).count
        if reserved > 0 { less.append(("reserved bytes", reserved)) }
        if walk.message == nil, case .unread(let page) = walk.end { unreadFrom = page }
    }

    private init(base: String, size: Int) {
        self.base = base
        self.size = size
    }

    /// The sum for a tag without a container, as it would be once formatted.
    static func afterFormatting(_ chip: Type2Chip) -> CapacitySum {
        if let page = chip.factoryPage3, page[0] == 0xE1 {
            let size = Int(page[2]) * 8
            return CapacitySum(base: "once formatted, CC \(Hex.byte(page[2]))h x 8 = \(size)", size: size)
        }
        return CapacitySum(
            base: "once formatted, \(chip.name) has \(chip.userByteCount) bytes of user memory",
            size: chip.userByteCount)
    }

    /// The result. A terminator is not counted: a message may fill the area without one.
    func capacity(used: Int?, _ provenance: Provenance) -> Capacity {
        let room = less.reduce(size) { $0 - $1.bytes }
        // A length above 254 takes three bytes instead of one.
        let head = room - 4 >= 0xFF ? 4 : 2
        let maximum = head == 4 ? room - 4 : min(max(0, room - 2), 0xFE)
        var parts = less.map { "the \($0.words) (\($0.bytes))" }
        parts.append("the NDEF TLV head (\(head))")
        let list =
            parts.count > 1 ? parts.dropLast().joined(separator: ", ") + " and " + parts[parts.count - 1] : parts[0]
        var how = "\(base), less \(list)"
        if room - 2 > maximum, head == 2 { how += "; a length over 254 would take two bytes more" }
        if let page = unreadFrom {
            how += "; \(unit) \(Hex.address(page)) was not read, TLVs there would take off more"
        }
        return Capacity(maximum: maximum, used: used, provenance: provenance, how: how)
    }

    private static func words(_ tag: UInt8) -> String {
        switch tag {
        case TLVWalk.Tag.lockControl: "lock control TLV"
        case TLVWalk.Tag.memoryControl: "memory control TLV"
        case TLVWalk.Tag.proprietary: "proprietary TLV"
        default: "TLV \(Hex.byte(tag))"
        }
    }
}
