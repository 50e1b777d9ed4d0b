/// How a Type 2 chip keeps its serial number in pages 00 to 02.
public enum SerialLayout: Equatable, Sendable {
    /// UID 0-2, BCC0, UID 3-6, BCC1, an internal byte. Source: NTAG213/215/216 data sheet, 8.5.1, and its kin.
    case checked
    /// UID 0-6, SAK, ATQA, without check bytes: NTAG I2C and I2C plus. Source: NT3H2111/2211 data sheet, 8.3.5.
    case plain

    /// Where the UID lies, counted in bytes from page 00 on.
    public var uidBytes: [Range<Int>] { self == .checked ? [0..<3, 4..<8] : [0..<7] }

    /// The byte of the UID that an offset into the memory holds; `nil` for one that is none of the UID.
    public func uidIndex(at offset: Int) -> Int? {
        switch self {
        case .checked: (0..<3).contains(offset) ? offset : (4..<8).contains(offset) ? offset - 1 : nil
        case .plain: (0..<7).contains(offset) ? offset : nil
        }
    }
}

/// The serial number as the first pages of a Type 2 memory hold it.
public struct SerialNumber: Equatable, Sendable {
    /// SAK and ATQA as NTAG I2C keeps them behind the UID.
    public static let plainTail: [UInt8] = [0x00, 0x44, 0x00]

    /// How it is kept.
    public let layout: SerialLayout
    /// The UID, 7 bytes.
    public let uid: [UInt8]

    /// The serial number of a memory, by what its bytes say and, where that is open, by the chip.
    ///
    /// Check bytes that hold tell the one layout, `00 44 00` at 7 to 9 the other.
    /// - Parameter memory: From page 00 on; `nil` comes of fewer than 8 bytes. Ten are needed to tell the layout.
    public init?(memory: some Collection<UInt8>, chip: Type2Chip? = nil) {
        let head = Array(memory.prefix(10))
        guard head.count >= 8 else { return nil }
        let checked = Array(head[0..<3]) + Array(head[4..<8])
        let plain = Array(head[0..<7])
        let hasTail = head.count == 10 && Array(head[7...]) == Self.plainTail
        let isChecked = head.count >= 9 && UIDCheck.bcc0(checked) == head[3] && UIDCheck.bcc1(checked) == head[8]
        let expected = chip?.serialLayout
        if isChecked, !(hasTail && expected == .plain) {
            layout = .checked
        } else {
            layout = hasTail ? .plain : expected ?? .checked
        }
        uid = layout == .checked ? checked : plain
    }

    /// The check bytes that do not hold, each with what is stored and what is computed; none where there are no check bytes.
    /// - Parameter memory: From page 00 on.
    public func wrongCheckBytes(in memory: [UInt8]) -> [(name: String, stored: UInt8, computed: UInt8)] {
        guard layout == .checked, memory.count >= 9 else { return [] }
        return [("BCC0", memory[3], UIDCheck.bcc0(uid)), ("BCC1", memory[8], UIDCheck.bcc1(uid))].compactMap {
            name, stored, computed in
            guard let computed, stored != computed else { return nil }
            return (name, stored, computed)
        }
    }

    /// The first ten bytes of a tag with this UID; `nil` for a UID that has not 7 bytes.
    public static func memory(of uid: [UInt8], layout: SerialLayout) -> [UInt8]? {
        guard let bcc0 = UIDCheck.bcc0(uid), let bcc1 = UIDCheck.bcc1(uid) else { return nil }
        return switch layout {
        case .checked: Array(uid[0..<3]) + [bcc0] + Array(uid[3..<7]) + [bcc1, internalByte]
        case .plain: uid + plainTail
        }
    }

    /// Byte 1 of page 02, as every dump of a chip with check bytes by NXP shows it.
    private static let internalByte: UInt8 = 0x48
}

extension TagImage {
    /// The serial number in pages 00 to 02; `nil` where they are not known.
    public func serialNumber(of chip: Type2Chip?) -> SerialNumber? {
        guard pageSize == 4 else { return nil }
        return (bytes(in: 0..<10) ?? bytes(in: 0..<8)).flatMap { SerialNumber(memory: $0, chip: chip) }
    }
}
