/// The capability container of a Type 5 tag, at the start of its memory.
///
/// Source: NFC Forum Type 5 Tag technical specification 1.0, 4.3.1; what MLEN counts is handled both ways that are in use.
public struct Type5Container: Equatable, Sendable {
    /// E1 for one-byte block addresses, E2 for two-byte ones.
    public var magic: UInt8
    /// Version and access, byte 1.
    public var rights: UInt8
    /// What MLEN says, in units of 8 bytes.
    public var areaLength: Int
    /// The feature byte, byte 3.
    public var features: UInt8
    /// The bytes of the container, 4 or 8; the data area begins behind it, in the middle of a block where blocks are larger.
    public var length: Int

    /// The container at the start of a memory; `nil` where there is none or it was not read.
    init?(_ image: TagImage) {
        guard let head = image.bytes(in: 0..<4), head[0] == 0xE1 || head[0] == 0xE2 else { return nil }
        magic = head[0]
        rights = head[1]
        features = head[3]
        if head[2] != 0 {
            areaLength = Int(head[2])
            length = 4
        } else {
            guard let rest = image.bytes(in: 4..<8) else { return nil }
            areaLength = Int(rest[2]) << 8 | Int(rest[3])
            length = 8
        }
    }

    /// The bytes that MLEN stands for.
    public var areaBytes: Int { areaLength * 8 }
    /// The mapping version, such as `1.0`.
    public var version: String { "\(rights >> 6).\(rights >> 4 & 3)" }
    /// Reading is free.
    public var isReadable: Bool { rights & 0x0C == 0 }
    /// Writing is never allowed.
    public var isReadOnly: Bool { rights & 0x03 == 0x03 }
    /// The tag answers READ MULTIPLE BLOCKS.
    public var readsMultiple: Bool { features & 0x01 != 0 }

    /// `CC E1: version 1.0, read/write, MLEN 39 (312 bytes), READ MULTIPLE`.
    public var words: String {
        var parts = ["CC \(Hex.byte(magic)): version \(version)"]
        parts.append(isReadOnly ? "read only" : isReadable ? "read/write" : "read access of the maker's own")
        parts.append("MLEN \(areaLength) (\(areaBytes) bytes)")
        if readsMultiple { parts.append("READ MULTIPLE") }
        if features & 0x08 != 0 { parts.append("LOCK BLOCK") }
        if features & 0x10 != 0 { parts.append("special frame") }
        return parts.joined(separator: ", ")
    }
}
