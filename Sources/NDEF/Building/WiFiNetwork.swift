/// How a network lets stations in, for writing: the bit of the Wi-Fi specification.
public enum WiFiAuthentication: UInt16, Sendable, CaseIterable {
    case open = 0x0001
    case wpaPersonal = 0x0002
    case shared = 0x0004
    case wpaEnterprise = 0x0008
    case wpa2Enterprise = 0x0010
    case wpa2Personal = 0x0020
    case wpaWPA2Personal = 0x0022

    /// The way that `word` names: `open`, `wep`, `wpa`, `wpa2`, `wpa-wpa2`, `wpa-enterprise`, `wpa2-enterprise`.
    ///
    /// - Throws: `RecordError.wpa3` for WPA3, which has no number; `.wifiWord` for another word.
    public init(word: String) throws(RecordError) {
        switch word.lowercased().filter({ $0 != "-" && $0 != "_" && $0 != " " && $0 != "/" }) {
        case "open", "none", "nopass": self = .open
        case "wep", "shared": self = .shared
        case "wpa", "wpapersonal", "wpapsk": self = .wpaPersonal
        case "wpa2", "wpa2personal", "wpa2psk": self = .wpa2Personal
        case "wpawpa2", "mixed", "wpawpa2personal": self = .wpaWPA2Personal
        case "wpaenterprise": self = .wpaEnterprise
        case "wpa2enterprise": self = .wpa2Enterprise
        case "wpa3", "sae", "wpa3personal", "wpa3sae": throw .wpa3
        default: throw .wifiWord(word)
        }
    }

    /// The encryption that goes with it where none is said.
    var usualEncryption: WiFiEncryption {
        switch self {
        case .open: .none
        case .shared: .wep
        case .wpaPersonal, .wpaEnterprise: .tkip
        case .wpa2Personal, .wpa2Enterprise: .aes
        case .wpaWPA2Personal: .aesTKIP
        }
    }

    var wantsPassphrase: Bool { rawValue & 0x0022 != 0 }
}

/// How a network encrypts, for writing.
public enum WiFiEncryption: UInt16, Sendable, CaseIterable {
    case none = 0x0001
    case wep = 0x0002
    case tkip = 0x0004
    case aes = 0x0008
    case aesTKIP = 0x000C

    /// The encryption that `word` names: `none`, `wep`, `tkip`, `aes`, `aes-tkip`.
    ///
    /// - Throws: `RecordError.wifiWord` for another word.
    public init(word: String) throws(RecordError) {
        switch word.lowercased().filter({ $0 != "-" && $0 != "_" && $0 != " " && $0 != "/" }) {
        case "none": self = .none
        case "wep": self = .wep
        case "tkip": self = .tkip
        case "aes", "ccmp": self = .aes
        case "aestkip", "tkipaes", "mixed": self = .aesTKIP
        default: throw .wifiWord(word)
        }
    }
}

extension NDEFRecord {
    /// A Wi-Fi record: one credential with everything the specification demands of it, and nothing more.
    ///
    /// - Parameters:
    ///   - ssid: The network's name, 1 to 32 bytes of UTF-8.
    ///   - authentication: `nil` for WPA2 where there is a key, open where there is none.
    ///   - encryption: `nil` for what goes with the authentication.
    ///   - key: The passphrase (8 to 63 ASCII characters) or key (64 hex digits); for WEP 5 or 13 characters, or 10 or
    ///     26 hex digits.
    ///   - macAddress: Six bytes, or `nil` for any access point of that name.
    /// - Throws: `RecordError.ssidLength`, `.networkKey`, `.macAddress`.
    public static func wifi(
        ssid: String, authentication: WiFiAuthentication? = nil, encryption: WiFiEncryption? = nil, key: String = "",
        macAddress: Bytes? = nil
    ) throws(RecordError) -> NDEFRecord {
        let name = Array(ssid.utf8)
        guard 1...32 ~= name.count else { throw .ssidLength(name.count) }
        try TypedText.check(ssid, "the network name")
        try TypedText.check(key, "the network key")
        let authentication = authentication ?? (key.isEmpty ? .open : .wpa2Personal)
        let encryption = encryption ?? authentication.usualEncryption
        try checkKey(Array(key.utf8), authentication: authentication, encryption: encryption)
        if let macAddress, macAddress.count != 6 { throw .macAddress(macAddress.hex) }
        var credential = attribute(WiFiAttribute.networkIndex, [1])
        credential += attribute(WiFiAttribute.ssid, name)
        credential += attribute(WiFiAttribute.authentication, authentication.rawValue.bigEndianBytes)
        credential += attribute(WiFiAttribute.encryption, encryption.rawValue.bigEndianBytes)
        credential += attribute(WiFiAttribute.networkKey, Array(key.utf8))
        credential += attribute(
            WiFiAttribute.macAddress, macAddress.map { Array($0) } ?? [UInt8](repeating: 0xFF, count: 6))
        return NDEFRecord(
            tnf: .media, type: "application/vnd.wfa.wsc",
            payload: Bytes(attribute(WiFiAttribute.credential, credential)))
    }

    private static func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
        UInt16(truncatingIfNeeded: type).bigEndianBytes + UInt16(truncatingIfNeeded: value.count).bigEndianBytes + value
    }

    private static func checkKey(
        _ key: [UInt8], authentication: WiFiAuthentication, encryption: WiFiEncryption
    ) throws(RecordError) {
        let isHex = key.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0.lowercasedASCII }
        if authentication.wantsPassphrase {
            let isPassphrase = 8...63 ~= key.count && key.allSatisfy { 0x20...0x7E ~= $0 }
            guard isPassphrase || (key.count == 64 && isHex) else {
                throw .networkKey(allowed: "8 to 63 ASCII characters or 64 hex digits for WPA")
            }
        } else if encryption == .wep {
            guard key.count == 5 || key.count == 13 || (isHex && (key.count == 10 || key.count == 26)) else {
                throw .networkKey(allowed: "5 or 13 characters, or 10 or 26 hex digits, for WEP")
            }
        } else if authentication == .open, encryption == .none {
            guard key.isEmpty else { throw .networkKey(allowed: "left out for an open network") }
        } else if key.count > 64 {
            throw .networkKey(allowed: "at most 64 bytes long")
        }
    }
}
