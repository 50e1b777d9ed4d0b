/// What GetVersion of an NTAG 424 DNA says: two sets of seven bytes and the production data.
public struct NTAG424Version: Equatable, Sendable {
    /// Vendor, type, sub-type, major, minor, size, protocol of the hardware.
    public let hardware: [UInt8]
    /// The same of the software.
    public let software: [UInt8]
    /// The UID; zeros where the chip shows a random one.
    public let uid: [UInt8]
    /// The batch number.
    public let batch: [UInt8]
    /// The calendar week of production.
    public let week: Int
    /// The year of production.
    public let year: Int

    /// The version of 28 or 29 bytes, as three frames give them; `nil` for any other number.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 28 || bytes.count == 29 else { return nil }
        hardware = Array(bytes[0..<7])
        software = Array(bytes[7..<14])
        uid = Array(bytes[14..<21])
        batch = Array(bytes[21..<26])
        week = Self.decimal(bytes[26])
        year = 2000 + Self.decimal(bytes[27])
    }

    /// The type is NTAG, not DESFire (01).
    public var isNTAG: Bool { hardware[1] & 0x0F == 0x04 }
    /// Bit 3 of the sub-type: a tamper loop.
    public var isTagTamper: Bool { hardware[2] & 0x08 != 0 }

    /// The chip's name; `nil` where it is none of these.
    public var chipName: String? {
        guard hardware[0] == 0x04, isNTAG else { return nil }
        return switch hardware[3] {
        case 0x30: isTagTamper ? "NTAG 424 DNA TT" : "NTAG 424 DNA"
        case 0x10: "NTAG 413 DNA"
        default: nil
        }
    }

    /// A byte of two decimal digits.
    private static func decimal(_ byte: UInt8) -> Int { Int(byte >> 4) * 10 + Int(byte & 0x0F) }
}
