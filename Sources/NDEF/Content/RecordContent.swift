/// What a record says, decoded from its payload.
///
/// The kinds are those of the JSON contract. A payload that does not hold what its type promises is `unknown`, or `mime`
/// where the record has a MIME type, and `NDEFRecord.contentFaults` says why; the record's bytes are always there.
public indirect enum RecordContent: Equatable, Sendable {
    case empty
    case uri(String)
    case text(TextContent)
    case smartPoster(SmartPosterContent)
    case vcard(VCardContent)
    case wifi(WiFiContent)
    case bluetooth(BluetoothContent)
    case handover(HandoverContent)
    case mime(mediaType: String)
    case aar(package: String)
    case external(type: String)
    case absoluteURI(String)
    case signature(SignatureContent)
    case deviceInformation(DeviceInformationContent)
    case unknown
}

/// A Text record: NFC Forum RTD Text 1.0.
public struct TextContent: Equatable, Sendable {
    /// The encodings the status byte can name.
    public enum Encoding: String, Sendable { case utf8 = "UTF-8", utf16 = "UTF-16" }
    /// The text.
    public var text: String
    /// The language code, kept as it was.
    public var language: String
    /// How the text is stored.
    public var encoding: Encoding
    /// A text with its language and encoding.
    public init(text: String, language: String, encoding: Encoding = .utf8) {
        self.text = text
        self.language = language
        self.encoding = encoding
    }
}

/// A Smart Poster: a URI with titles and a recommended action.
public struct SmartPosterContent: Equatable, Sendable {
    /// The records inside, in order.
    public var records: [NDEFRecord]
    /// The URI, if there is one.
    public var uri: String?
    /// The titles, one a language.
    public var titles: [TextContent]
    /// 0 do it, 1 save it, 2 open it to edit; `nil` where not said.
    public var action: UInt8?
    /// The MIME type of what the URI points to.
    public var mediaType: String?
    /// The size in bytes of what the URI points to.
    public var size: UInt32?
    /// A poster of these fields.
    public init(
        records: [NDEFRecord], uri: String? = nil, titles: [TextContent] = [], action: UInt8? = nil,
        mediaType: String? = nil, size: UInt32? = nil
    ) {
        self.records = records
        self.uri = uri
        self.titles = titles
        self.action = action
        self.mediaType = mediaType
        self.size = size
    }
}

/// A vCard, read as far as its lines could be.
public struct VCardContent: Equatable, Sendable {
    /// One content line, unfolded: name, parameters and unescaped value.
    public struct Property: Equatable, Sendable {
        /// The group the property belongs to, such as `item1`, if any.
        public var group: String?
        /// The property's name, upper case.
        public var name: String
        /// The parameters as written, such as `TYPE=CELL`.
        public var parameters: [String]
        /// The value with escapes resolved.
        public var value: String
        /// A property of these parts.
        public init(group: String? = nil, name: String, parameters: [String] = [], value: String) {
            self.group = group
            self.name = name
            self.parameters = parameters
            self.value = value
        }
    }
    /// The properties between BEGIN and END, in order.
    public var properties: [Property]
    /// A vCard of these properties.
    public init(properties: [Property]) { self.properties = properties }

    /// The value of the first property named `name` (upper case), such as `FN`.
    public func first(_ name: String) -> String? { properties.first { $0.name == name }?.value }
}

/// A Wi-Fi Simple Configuration credential (`application/vnd.wfa.wsc`).
public struct WiFiContent: Equatable, Sendable {
    /// The network's name; `nil` where the attribute is missing or not UTF-8.
    public var ssid: String?
    /// The network's name as it was stored.
    public var ssidBytes: Bytes?
    /// The authentication type in words with its number: `WPA2-Personal (0x0020)`.
    public var authentication: String?
    /// The encryption type in words with its number: `AES (0x0008)`.
    public var encryption: String?
    /// The network key: data of the record, shown as such; `nil` where it is missing or not UTF-8.
    public var key: String?
    /// The network key as it was stored.
    public var keyBytes: Bytes?
    /// The MAC address, six bytes.
    public var macAddress: Bytes?
    /// Further credentials, where the record holds more than one.
    public var furtherCredentials: [WiFiContent] = []
    /// A credential of these fields.
    public init(
        ssid: String? = nil, authentication: String? = nil, encryption: String? = nil, key: String? = nil,
        macAddress: Bytes? = nil
    ) {
        self.ssid = ssid
        ssidBytes = ssid.map { Bytes(Array($0.utf8)) }
        self.authentication = authentication
        self.encryption = encryption
        self.key = key
        keyBytes = key.map { Bytes(Array($0.utf8)) }
        self.macAddress = macAddress
    }
}

/// Bluetooth out-of-band data, BR/EDR or LE.
public struct BluetoothContent: Equatable, Sendable {
    /// The device address in print order, `AA:BB:CC:DD:EE:FF`.
    public var address: String?
    /// The local name.
    public var name: String?
    /// True for `application/vnd.bluetooth.le.oob`.
    public var lowEnergy: Bool
    /// The extended inquiry response or advertising structures: type and data.
    public var structures: [Structure]
    /// One EIR or AD structure.
    public struct Structure: Equatable, Sendable {
        /// The type byte.
        public var type: UInt8
        /// The data after it.
        public var data: Bytes
        /// A structure of these parts.
        public init(type: UInt8, data: Bytes) {
            self.type = type
            self.data = data
        }
    }
    /// Data of these fields.
    public init(address: String?, name: String?, lowEnergy: Bool, structures: [Structure] = []) {
        self.address = address
        self.name = name
        self.lowEnergy = lowEnergy
        self.structures = structures
    }
}

/// A Connection Handover record (request, select, mediation, initiate, carrier).
public struct HandoverContent: Equatable, Sendable {
    /// The record type: `Hr`, `Hs`, `Hm`, `Hi`, `Hc`.
    public var type: String
    /// Major and minor version, `nil` for `Hc`.
    public var version: (major: UInt8, minor: UInt8)? {
        versionByte.map { (major: $0 >> 4, minor: $0 & 15) }
    }
    /// The version byte as it was.
    public var versionByte: UInt8?
    /// The records inside.
    public var records: [NDEFRecord]
    /// The alternative carriers: power state and carrier data reference.
    public var carriers: [Carrier]
    /// The random number of a collision resolution record (`cr`).
    public var collision: UInt16?
    /// The error record (`err`), if there is one.
    public var error: Failure?
    /// What a Handover Carrier record (`Hc`) describes.
    public var carrierType: CarrierType?
    /// An error record of a handover.
    public struct Failure: Equatable, Sendable {
        /// 1 temporary memory constraint, 2 permanent memory constraint, 3 carrier-specific constraint.
        public var reason: UInt8
        /// What comes with it: milliseconds or bytes, by the reason.
        public var data: Bytes
        /// An error of these parts.
        public init(reason: UInt8, data: Bytes) {
            self.reason = reason
            self.data = data
        }
    }
    /// The type and data of a Handover Carrier record.
    public struct CarrierType: Equatable, Sendable {
        /// How `type` is to be read: a TNF.
        public var format: UInt8
        /// The carrier's type.
        public var type: Bytes
        /// Data about the carrier.
        public var data: Bytes
        /// A carrier type of these parts.
        public init(format: UInt8, type: Bytes, data: Bytes) {
            self.format = format
            self.type = type
            self.data = data
        }
    }
    /// One `ac` record.
    public struct Carrier: Equatable, Sendable {
        /// 0 inactive, 1 active, 2 activating, 3 unknown.
        public var powerState: UInt8
        /// The id of the record that holds the carrier's data.
        public var reference: Bytes
        /// The ids of auxiliary data records.
        public var auxiliary: [Bytes]
        /// A carrier of these parts.
        public init(powerState: UInt8, reference: Bytes, auxiliary: [Bytes] = []) {
            self.powerState = powerState
            self.reference = reference
            self.auxiliary = auxiliary
        }
    }
    /// A handover of these parts.
    public init(type: String, versionByte: UInt8?, records: [NDEFRecord], carriers: [Carrier]) {
        self.type = type
        self.versionByte = versionByte
        self.records = records
        self.carriers = carriers
    }
}

/// A Signature record (RTD Signature 1.0 or 2.0).
public struct SignatureContent: Equatable, Sendable {
    /// The version byte.
    public var version: UInt8
    /// The signature type number, 0 for the empty marker.
    public var signatureType: UInt8
    /// The hash type number (version 2), `nil` in version 1.
    public var hashType: UInt8?
    /// The signature's bytes, or `nil` where a URI stands for them.
    public var signature: Bytes?
    /// Where the signature is, if said in place of its bytes.
    public var uri: String?
    /// The format of the certificates: 0 X.509, 1 X9.68 or machine to machine; `nil` where there is no chain field.
    public var certificateFormat: UInt8?
    /// The certificates, the signer's first.
    public var certificates: [Bytes] = []
    /// Where the chain goes on, if said.
    public var certificateURI: String?
    /// A signature of these parts.
    public init(version: UInt8, signatureType: UInt8, hashType: UInt8?, signature: Bytes?, uri: String?) {
        self.version = version
        self.signatureType = signatureType
        self.hashType = hashType
        self.signature = signature
        self.uri = uri
    }
}

/// A Device Information record (RTD Device Information 1.0).
public struct DeviceInformationContent: Equatable, Sendable {
    /// The vendor name.
    public var vendor: String?
    /// The model name.
    public var model: String?
    /// The unique name.
    public var uniqueName: String?
    /// The 16-byte UUID.
    public var uuid: Bytes?
    /// The firmware version.
    public var firmware: String?
    /// Information of these fields.
    public init(vendor: String?, model: String?, uniqueName: String?, uuid: Bytes?, firmware: String?) {
        self.vendor = vendor
        self.model = model
        self.uniqueName = uniqueName
        self.uuid = uuid
        self.firmware = firmware
    }
}
