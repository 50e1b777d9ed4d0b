/// What the UID of an ISO/IEC 15693 tag tells of its chip: maker, product and the size of its memory.
///
/// Sources: AN11809 and proxmark3 for NXP's type bits; proxmark3 for ST and Texas Instruments.
public struct Type5Chip: Equatable, Sendable {
    /// The name, such as `ICODE SLIX2`.
    public var name: String
    /// The number of blocks; `nil` where the product comes in several sizes.
    public var blockCount: Int?
    /// Bytes a block; `nil` where that is not fixed.
    public var blockSize: Int?

    /// The chip with this UID in print order (`E0h` first); `nil` for one that no source names.
    public static func of(uid: [UInt8]) -> Type5Chip? {
        guard uid.count == 8, uid[0] == 0xE0 else { return nil }
        switch uid[1] {
        case 0x04: return icode(uid)
        case 0x02: return product(uid[2], in: st)
        case 0x07: return product(uid[2], in: tagIt)
        default: return nil
        }
    }

    /// NXP: a product byte, and in the next the type bits 36 and 35 of the UID.
    private static func icode(_ uid: [UInt8]) -> Type5Chip? {
        let first = uid[3] & 0x10 != 0
        let second = uid[3] & 0x08 != 0
        switch uid[2] {
        case 0x01:
            switch (first, second) {
            case (false, false): return Type5Chip(name: "ICODE SLI", blockCount: 28, blockSize: 4)
            case (true, false): return Type5Chip(name: "ICODE SLIX", blockCount: 28, blockSize: 4)
            case (false, true): return Type5Chip(name: "ICODE SLIX2", blockCount: 80, blockSize: 4)
            case (true, true): return Type5Chip(name: "ICODE DNA or NTAG 5", blockCount: nil, blockSize: 4)
            }
        case 0x02: return Type5Chip(name: first ? "ICODE SLIX-S" : "ICODE SLI-S", blockCount: 40, blockSize: 4)
        case 0x03: return Type5Chip(name: first ? "ICODE SLIX-L" : "ICODE SLI-L", blockCount: 8, blockSize: 4)
        default: return nil
        }
    }

    private static func product(_ code: UInt8, in table: [(code: UInt8, name: String, blocks: Int?)]) -> Type5Chip? {
        table.first { $0.code == code }.map { Type5Chip(name: $0.name, blockCount: $0.blocks, blockSize: nil) }
    }

    private static let st: [(code: UInt8, name: String, blocks: Int?)] = [
        (0x23, "ST25TV02K or ST25TV512", nil), (0x08, "ST25TV02KC or LRI2K", nil), (0x35, "ST25TV04K-P", nil),
        (0x48, "ST25TV16K or ST25TV64K", nil), (0x05, "LRI64", nil), (0x0A, "LRIS2K", nil), (0x44, "LRIS64K", nil),
        (0x24, "ST25DV04K", 128), (0x26, "ST25DV16K or ST25DV64K", nil), (0x50, "ST25DV04KC", 128),
        (0x51, "ST25DV16KC or ST25DV64KC", nil),
    ]

    private static let tagIt: [(code: UInt8, name: String, blocks: Int?)] = [
        (0x00, "Tag-it HF-I Plus", 64), (0x80, "Tag-it HF-I Plus", 64), (0xC0, "Tag-it HF-I Standard", 8),
        (0xC4, "Tag-it HF-I Pro", 8),
    ]
}
