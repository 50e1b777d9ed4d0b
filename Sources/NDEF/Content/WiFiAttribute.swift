/// The attributes of Wi-Fi Simple Configuration that a record of a network holds, and the words for their values.
///
/// Source: Wi-Fi Simple Configuration Technical Specification 2.0.5, 12.
enum WiFiAttribute {
    static let credential = 0x100E
    static let authentication = 0x1003
    static let encryption = 0x100F
    static let macAddress = 0x1020
    static let networkIndex = 0x1026
    static let networkKey = 0x1027
    static let ssid = 0x1045

    /// Authentication types by bit (table 32).
    static let authenticationNames: [(bit: Int, name: String)] = [
        (0x0001, "open"), (0x0002, "WPA-Personal"), (0x0004, "shared"), (0x0008, "WPA-Enterprise"),
        (0x0010, "WPA2-Enterprise"), (0x0020, "WPA2-Personal"),
    ]

    /// Encryption types by bit (table 40).
    static let encryptionNames: [(bit: Int, name: String)] = [
        (0x0001, "none"), (0x0002, "WEP"), (0x0004, "TKIP"), (0x0008, "AES"),
    ]

    /// The names of the bits that are set, bits without a name in hex, and the number: `AES (0x0008)`.
    static func words(for value: Int, names: [(bit: Int, name: String)]) -> String {
        var parts = names.filter { value & $0.bit != 0 }.map(\.name)
        let number = hex16(value)
        if parts.isEmpty { return number }
        let unnamed = value & ~names.reduce(0) { $0 | $1.bit }
        if unnamed != 0 { parts.append(hex16(unnamed)) }
        return parts.joined(separator: " + ") + " (\(number))"
    }

    /// `0x0020`.
    static func hex16(_ value: Int) -> String {
        "0x" + UInt8(truncatingIfNeeded: value >> 8).hex + UInt8(truncatingIfNeeded: value).hex
    }
}
