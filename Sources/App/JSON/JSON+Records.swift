import NDEF
import Tags

extension JSONValue {
    /// How deep records within records are described; what lies deeper is there as its parent's payload.
    static let recordDepth = 4

    /// A record of a message: `tnf`, `type`, `id`, `kind`, `payload`, in how many `chunks` it is stored, and what its
    /// kind adds.
    init(record located: NDEFDecoding.Located, depth: Int = JSONValue.recordDepth) {
        let record = located.record
        var object: JSONObject = ["tnf": .integer(Int(record.tnf.rawValue))]
        object.set("type", text: record.type)
        object.set("id", text: record.id ?? [])
        object["kind"] = .string(record.kindName)
        object["payload"] = .string(Hex.string(Array(record.payload)))
        object["chunks"] = .integer(located.chunkCount)
        object.add(record.content)
        switch record.content {
        case .smartPoster, .handover:
            guard depth > 1 else { break }
            object["records"] = .array(record.innerRecords.map { JSONValue(record: $0, depth: depth - 1) })
        default: break
        }
        if case .mime = record.content, let text = record.mediaText { object["text"] = .string(text) }
        let problems = record.contentProblems
        if !problems.isEmpty { object["problems"] = JSONValue(strings: problems) }
        self = .object(object)
    }

    /// Bytes as upper-case hex without spaces, or `null` for what is not known.
    init(hex bytes: [UInt8]?) { self = bytes.map { .string(Hex.string($0)) } ?? .null }
}

extension JSONObject {
    /// Sets `key` to the bytes as text, or `keyHex` where they are not UTF-8.
    fileprivate mutating func set(_ key: String, text bytes: Bytes) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self[key] = .string(text)
        } else {
            self[key + "Hex"] = .string(Hex.string(Array(bytes)))
        }
    }

    /// Sets `key` where there is something to say.
    fileprivate mutating func set(_ key: String, _ value: String?) {
        if let value { self[key] = .string(value) }
    }

    fileprivate mutating func set(_ key: String, hex bytes: Bytes?) {
        if let bytes { self[key] = .string(Hex.string(Array(bytes))) }
    }

    /// Adds the fields that a record of this kind has.
    fileprivate mutating func add(_ content: RecordContent) {
        switch content {
        case .empty, .unknown: break
        case .uri(let uri), .absoluteURI(let uri): self["uri"] = .string(uri)
        case .text(let text): add(text)
        case .smartPoster(let poster): add(poster)
        case .vcard(let card): add(card)
        case .wifi(let network): add(network)
        case .bluetooth(let device): add(device)
        case .handover(let handover): add(handover)
        case .mime(let mediaType): self["mediaType"] = .string(mediaType)
        case .aar(let package): self["package"] = .string(package)
        case .external(let type): self["externalType"] = .string(type)
        case .signature(let signature): add(signature)
        case .deviceInformation(let information): add(information)
        }
    }

    private mutating func add(_ text: TextContent) {
        self["text"] = .string(text.text)
        self["language"] = .string(text.language)
        self["encoding"] = .string(text.encoding.rawValue)
    }

    private mutating func add(_ poster: SmartPosterContent) {
        set("uri", poster.uri)
        self["titles"] = .array(
            poster.titles.map { title in
                var object = JSONObject()
                object.add(title)
                return .object(object)
            })
        if let action = poster.action { self["action"] = .integer(Int(action)) }
        set("mediaType", poster.mediaType)
        if let size = poster.size { self["size"] = .integer(Int(size)) }
    }

    private mutating func add(_ card: VCardContent) {
        set("name", card.properties.first { $0.name == "FN" }?.value)
        self["properties"] = .array(
            card.properties.map {
                ["name": .string($0.name), "parameters": JSONValue(strings: $0.parameters), "value": .string($0.value)]
            })
    }

    private mutating func add(_ network: WiFiContent) {
        self["ssid"] = JSONValue(network.ssid)
        self["auth"] = JSONValue(network.authentication)
        self["encryption"] = JSONValue(network.encryption)
        set("key", network.key)
        set("mac", network.macAddress.map { Hex.string(Array($0), separator: ":") })
    }

    private mutating func add(_ device: BluetoothContent) {
        self["address"] = JSONValue(device.address)
        set("name", device.name)
        self["lowEnergy"] = .bool(device.lowEnergy)
        self["structures"] = .array(
            device.structures.map { ["type": .integer(Int($0.type)), "data": JSONValue(hex: Array($0.data))] })
    }

    private mutating func add(_ handover: HandoverContent) {
        if let version = handover.version { self["version"] = .string("\(version.major).\(version.minor)") }
        self["carriers"] = .array(
            handover.carriers.map { carrier in
                var object: JSONObject = ["powerState": .integer(Int(carrier.powerState))]
                object.set("reference", text: carrier.reference)
                object["auxiliary"] = .array(carrier.auxiliary.map { JSONValue(hex: Array($0)) })
                return .object(object)
            })
    }

    private mutating func add(_ signature: SignatureContent) {
        self["version"] = .integer(Int(signature.version))
        self["signatureType"] = .integer(Int(signature.signatureType))
        if let hash = signature.hashType { self["hashType"] = .integer(Int(hash)) }
        set("signature", hex: signature.signature)
        set("uri", signature.uri)
    }

    private mutating func add(_ information: DeviceInformationContent) {
        set("vendor", information.vendor)
        set("model", information.model)
        set("uniqueName", information.uniqueName)
        set("uuid", hex: information.uuid)
        set("firmware", information.firmware)
    }
}
