import Tags

/// A Proxmark3 dump of an ISO/IEC 15693 tag: one structure of fixed size, whatever the tag.
///
/// Source: proxmark3, include/iso15.h.
struct ProxmarkVicinity {
    /// Where each part lies.
    enum Layout {
        static let size = 2235
        static let uid = 0..<8
        static let dsfid = 8, dsfidLock = 9, afi = 10, afiLock = 11, bytesPerPage = 12, pagesCount = 13, ic = 14
        static let locks = 15..<175
        static let data = 175..<2223
        static let random = 2223..<2225
        static let privacyPassword = 2225..<2229
        static let state = 2229
        static let expect = 2233..<2235
    }

    let bytes: [UInt8]
    /// What is there of a file that ends early.
    private let count: Int

    /// `nil` for bytes that are none: the size and the last byte of the UID tell.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Layout.size, bytes[7] == 0xE0, (1...32).contains(bytes[Layout.bytesPerPage]) else {
            return nil
        }
        self.bytes = bytes
        count = bytes.count
    }

    /// A file that ends within the blocks: `nil` where not all that stands before them is as in such a file.
    init?(cut bytes: [UInt8]) {
        guard (Layout.data.lowerBound + 1..<Layout.size).contains(bytes.count), bytes[7] == 0xE0, bytes[6] != 0,
            Manufacturer.name(bytes[6]) != nil, (1...32).contains(bytes[Layout.bytesPerPage]),
            bytes[Layout.pagesCount] > 0, bytes[Layout.dsfidLock] < 2, bytes[Layout.afiLock] < 2,
            bytes[Layout.locks].allSatisfy({ $0 < 4 })
        else { return nil }
        count = bytes.count
        self.bytes = bytes + [UInt8](repeating: 0, count: Layout.size - bytes.count)
    }

    func open() -> OpenedDump {
        var parts = ProxmarkVicinityParts(uid: bytes[Layout.uid].reversed())
        if count < Layout.size {
            parts.problems.append(
                "the file is cut off: \(count) of the \(Layout.size) bytes of a Proxmark3 dump of ISO 15693 are there")
        }
        parts.dsfid = bytes[Layout.dsfid]
        parts.dsfidLock = bytes[Layout.dsfidLock]
        parts.afi = bytes[Layout.afi]
        parts.afiLock = bytes[Layout.afiLock]
        parts.ic = bytes[Layout.ic]
        parts.blockSize = Int(bytes[Layout.bytesPerPage])
        parts.statedCount = Int(bytes[Layout.pagesCount])
        parts.locks = Array(bytes[Layout.locks])
        parts.content = Array(bytes[Layout.data.lowerBound..<min(count, Layout.data.upperBound)])
        parts.privacyPassword = Array(bytes[Layout.privacyPassword])
        return parts.opened(as: .proxmarkBinary)
    }
}

/// What both Proxmark3 formats tell of an ISO/IEC 15693 tag.
struct ProxmarkVicinityParts {
    /// In print order.
    var uid: [UInt8]
    var dsfid: UInt8?
    var dsfidLock: UInt8?
    var afi: UInt8?
    var afiLock: UInt8?
    var ic: UInt8?
    var blockSize = 4
    /// The blocks as the file counts them.
    var statedCount = 0
    var locks: [UInt8] = []
    var content: [UInt8] = []
    /// The blocks of a file that names them one by one.
    var blocks: [Int: [UInt8]] = [:]
    var privacyPassword: [UInt8] = []
    var problems: [String] = []

    func opened(as format: DumpFormat) -> OpenedDump {
        var draft = Type5Draft(source: "Proxmark3 dump", program: "Proxmark3")
        draft.uid = uid
        draft.problems = problems
        draft.blockSize = blockSize
        draft.blockCount = statedCount
        // Proxmark3 asks for as many blocks as it has room for where the tag does not tell their number.
        if let chip = Type5Chip.of(uid: uid), let count = chip.blockCount, count < statedCount {
            draft.blockCount = count
            draft.problems.append(
                "the page count byte says \(statedCount), \(chip.name) has \(count) blocks: those are taken")
        }
        let size = draft.blockCount * blockSize
        let isBehind =
            size < content.count && content[size...].contains { $0 != 0 } && statedCount * blockSize <= size
            || blocks.contains { $0.key >= draft.blockCount && $0.value.contains { $0 != 0 } }
        if isBehind {
            draft.problems.append("behind block \(Hex.address(draft.blockCount - 1)) the file holds other bytes")
        }
        draft.content = Array(content.prefix(size))
        draft.blocks = blocks.mapValues { bytes in bytes.map { $0 } }
        draft.add(ValueName.dsfid, dsfid)
        draft.add(ValueName.afi, afi)
        draft.add(ValueName.icReference, ic)
        for (lock, name) in zip([dsfidLock, afiLock], Type5Values.locks.map(\.name)) {
            if let lock { draft.values.append(NamedValue(name, lock == 0 ? "no" : "yes")) }
        }
        draft.security = locks
        if privacyPassword.contains(where: { $0 != 0 }) {
            draft.values.append(
                NamedValue("Privacy password", Hex.string(privacyPassword, separator: " "), isSecret: true))
        }
        return draft.opened(as: format)
    }
}
