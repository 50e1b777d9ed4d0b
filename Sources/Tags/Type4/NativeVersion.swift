/// The answer to GetVersion of an NXP card: hardware, software and production data.
///
/// Sources: NT4H2421Gx data sheet, GetVersion; AN10833 rev 3.8; proxmark3 for DESFire and Plus.
public struct NativeVersion: Equatable, Sendable {
    /// Vendor, type, subtype, major, minor, storage size, protocol of the hardware.
    public let hardware: [UInt8]
    /// The same of the software.
    public let software: [UInt8]
    /// UID, batch, week and year of production; some chips add a byte.
    public let production: [UInt8]

    /// The three frames, put together: 28 bytes, or one or two more.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 14 else { return nil }
        hardware = Array(bytes[0..<7])
        software = Array(bytes[7..<14])
        production = Array(bytes[14...])
    }

    /// The chip, such as `NTAG 424 DNA`; `nil` for a maker or type that no source names.
    public var chipName: String? {
        guard hardware[0] == 0x04 else { return nil }
        switch hardware[1] & 0x0F {
        case 0x01:
            return ["MIFARE DESFire", Self.desfire[hardware[3]], sizeWords].compactMap { $0 }.joined(separator: " ")
        case 0x02: return ["MIFARE Plus", Self.plus[hardware[3]], sizeWords].compactMap { $0 }.joined(separator: " ")
        case 0x04:
            guard let name = Self.ntag[hardware[3]] else { return nil }
            return hasTagTamper ? name + " TT" : name
        case 0x08: return "MIFARE DESFire Light"
        default: return nil
        }
    }

    /// What the chip is one of, for drivers.
    public enum Family: Equatable, Sendable {
        case desfire
        case desfireLight
        case plus
        case ntag424
        case ntag413
    }

    /// What the chip is one of; `nil` for none that is known.
    public var family: Family? {
        guard hardware[0] == 0x04 else { return nil }
        switch hardware[1] & 0x0F {
        case 0x01: return .desfire
        case 0x02: return .plus
        case 0x08: return .desfireLight
        case 0x04: return hardware[3] == 0x30 ? .ntag424 : hardware[3] == 0x10 ? .ntag413 : nil
        default: return nil
        }
    }

    /// The size of the capability container's file where the chip is delivered with it; `nil` for others.
    var containerBytes: Int? { family == .ntag424 || family == .ntag413 ? 32 : nil }

    /// The chip has a tag tamper loop.
    public var hasTagTamper: Bool { hardware[1] & 0x0F == 0x04 && hardware[2] & 0x08 != 0 }

    /// Where the chip is not silicon of its own: `on a microcontroller`; `nil` where it is.
    public var implementation: String? {
        switch hardware[1] >> 4 {
        case 0x0: nil
        case 0x8: "on a microcontroller"
        case 0x9: "a Java Card applet"
        case 0xA: "a MIFARE 2GO credential"
        default: "an implementation that no source names"
        }
    }

    /// The UID, `nil` where the card hides it (all zero: random ID).
    public var uid: [UInt8]? {
        guard production.count >= 7 else { return nil }
        let uid = Array(production.prefix(7))
        return uid.contains { $0 != 0 } ? uid : nil
    }

    /// Versions and production in words: `hardware 48.0, software 1.2, made in week 38 of 2022`.
    public var words: String {
        var parts = ["hardware \(hardware[3]).\(hardware[4])", "software \(software[3]).\(software[4])"]
        if production.count >= 14 {
            // Week and year are decimal digits in hex.
            let week = Hex.byte(production[12])
            let year = Hex.byte(production[13])
            if Int(week) != nil, Int(year) != nil { parts.append("made in week \(week) of 20\(year)") }
        }
        return parts.joined(separator: ", ")
    }

    /// Storage: 2 to the power of half the byte; `8K`. Odd values lie between two powers.
    private var sizeWords: String? {
        let exponent = Int(hardware[5] >> 1)
        guard (10...20).contains(exponent) else { return exponent == 9 ? "0.5K" : nil }
        return "\(1 << (exponent - 10))K"
    }

    private static let desfire: [UInt8: String] = [0x01: "EV1", 0x12: "EV2", 0x22: "EV2", 0x33: "EV3"]
    private static let plus: [UInt8: String] = [0x11: "EV1", 0x22: "EV2"]
    private static let ntag: [UInt8: String] = [0x30: "NTAG 424 DNA", 0x10: "NTAG 413 DNA"]
}
