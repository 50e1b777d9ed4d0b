/// Why a record or message cannot be built or written: facts, with one sentence for a person.
public enum RecordError: Error, Equatable, Sendable {
    /// A type of this many bytes; 255 fit.
    case typeTooLong(Int)
    /// An id of this many bytes; 255 fit.
    case idTooLong(Int)
    /// A payload of this many bytes; 4 294 967 295 fit.
    case payloadTooLong(Int)
    /// A record of the empty kind with a type, id or payload.
    case emptyWithContent
    /// A record whose type name format asks for a type has none.
    case typeMissing(TNF)
    /// A record of the unknown kind has a type.
    case typeUnexpected
    /// A type name format that is not for writing: unchanged (only inside a chunked record) or reserved.
    case notWritable(TNF)
    /// A language code that is not 1 to 63 ASCII characters.
    case languageCode(String)
    /// A URI without any character.
    case uriEmpty
    /// A text that is no absolute URI.
    case notAbsoluteURI(String)
    /// A MIME type that is not `type/subtype` in ASCII.
    case mediaType(String)
    /// A domain or type that an external type name cannot hold.
    case externalType(String)
    /// A name that cannot be an Android package.
    case packageName(String)
    /// A network name of this many bytes; 1 to 32 fit.
    case ssidLength(Int)
    /// A network key that its authentication does not allow, and what is allowed.
    case networkKey(allowed: String)
    /// An authentication or encryption word that is not known.
    case wifiWord(String)
    /// WPA3 has no number in a Wi-Fi record.
    case wpa3
    /// A text that is not six bytes in hex.
    case macAddress(String)
    /// A device name of this many bytes; 248 fit.
    case deviceName(Int)
    /// A contact without a name or organisation.
    case contactWithoutName
    /// A contact field that is not known.
    case contactField(String)
    /// A field, as a sentence names it, that holds this character: one that steers or cannot be seen.
    case unprintable(String, UInt32)
}

extension RecordError: CustomStringConvertible {
    /// One sentence without a final full stop: what is wrong and what would be right.
    public var description: String {
        switch self {
        case .typeTooLong(let count): "The record type is \(count) bytes long; 255 is the most a record can hold"
        case .idTooLong(let count): "The record id is \(count) bytes long; 255 is the most a record can hold"
        case .payloadTooLong(let count): "The payload is \(count) bytes long; 4294967295 is the most a record can hold"
        case .emptyWithContent: "An empty record can have no type, id or payload"
        case .typeMissing(let tnf): "A record with TNF \(tnf.rawValue) needs a type"
        case .typeUnexpected: "A record of the unknown kind can have no type"
        case .notWritable(let tnf): "TNF \(tnf.rawValue) is not for records to be written"
        case .languageCode(let code):
            "The language code '\(code.visible)' is not 1 to 63 ASCII characters, such as en or de-DE"
        case .uriEmpty: "The URI is empty"
        case .notAbsoluteURI(let text): "'\(text.visible)' is not an absolute URI, such as https://example.com"
        case .mediaType(let type): "'\(type.visible)' is not a MIME type, such as text/plain"
        case .externalType(let type): "'\(type.visible)' is not an external type, such as example.com:type"
        case .packageName(let name): "'\(name.visible)' is not an Android package name, such as com.example.app"
        case .ssidLength(let count): "The network name (SSID) is \(count) bytes long; it must be 1 to 32"
        case .networkKey(let allowed): "The network key must be \(allowed)"
        case .wifiWord(let word):
            "'\(word.visible)' is not known; say open, wep, wpa, wpa2, wpa-wpa2, wpa-enterprise or wpa2-enterprise"
        case .wpa3: "A Wi-Fi record has no number for WPA3; say wpa2, which networks in transition mode accept"
        case .macAddress(let text): "'\(text.visible)' is not an address of six bytes, such as 01:23:45:67:89:AB"
        case .deviceName(let count): "The device name is \(count) bytes long; 248 is the most Bluetooth allows"
        case .contactWithoutName: "A contact needs a name or an organisation"
        case .contactField(let name):
            "'\(name.visible)' is not a contact field; say name, tel, email, org, title, url, address or note"
        case .unprintable(let field, let value):
            field.prefix(1).uppercased() + field.dropFirst() + " holds a character that cannot be seen there ("
                + TypedText.name(of: value) + ")"
        }
    }
}
