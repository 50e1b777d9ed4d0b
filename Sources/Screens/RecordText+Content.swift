import NDEF
import Tags

extension RecordText {
    /// What a record says, as names and values safe to show.
    static func contentPairs(_ content: RecordContent) -> [(String, String)] {
        switch content {
        case .empty, .unknown: []
        case .uri(let uri), .absoluteURI(let uri): [("URI", Words.safe(uri))]
        case .text(let text):
            [
                ("Text", Words.safe(text.text)), ("Language", Words.safe(text.language, limit: 70)),
                ("Encoding", text.encoding.rawValue),
            ]
        case .smartPoster(let poster): pairs(poster)
        case .vcard(let card):
            card.properties.prefix(100).map { property in
                let name = ([property.name] + property.parameters).joined(separator: ";")
                return (Words.safe(String(name.prefix(9))), Words.safe(property.value, limit: 500))
            }
        case .wifi(let wifi):
            known([
                ("SSID", wifi.ssid), ("Security", wifi.authentication), ("Cipher", wifi.encryption), ("Key", wifi.key),
                ("MAC", wifi.macAddress.map { Hex.string($0, separator: ":") }),
            ])
        case .bluetooth(let device):
            known([
                ("Address", device.address), ("Name", device.name),
                ("Kind", device.lowEnergy ? "low energy" : "classic"),
            ])
        case .handover(let handover): pairs(handover)
        case .mime(let type): [("MIME type", Words.safe(type, limit: 255))]
        case .aar(let package): [("Package", Words.safe(package, limit: 500))]
        case .external(let type): [("External", Words.safe(type, limit: 255))]
        case .signature(let signature): pairs(signature)
        case .deviceInformation(let device):
            known([
                ("Vendor", device.vendor), ("Model", device.model), ("Name", device.uniqueName),
                ("UUID", device.uuid.map { Hex.string($0, separator: "") }), ("Firmware", device.firmware),
            ])
        }
    }

    private static func known(_ pairs: [(String, String?)]) -> [(String, String)] {
        pairs.compactMap { name, value in value.map { (name, Words.safe($0, limit: 500)) } }
    }

    private static func pairs(_ poster: SmartPosterContent) -> [(String, String)] {
        var pairs = known([("URI", poster.uri)])
        for title in poster.titles.prefix(20) {
            pairs.append(("Title", Words.safe(title.text, limit: 500) + "  " + Words.safe(title.language, limit: 20)))
        }
        if let action = poster.action {
            let words = ["do it", "save it for later", "open it to edit"]
            pairs.append(("Action", words.indices.contains(Int(action)) ? words[Int(action)] : "\(action)"))
        }
        return pairs + known([("Points to", poster.mediaType), ("Size", poster.size.map { "\($0) bytes" })])
    }

    private static func pairs(_ handover: HandoverContent) -> [(String, String)] {
        var pairs = known([("Version", handover.version.map { "\($0.major).\($0.minor)" })])
        let states = ["inactive", "active", "activating", "unknown"]
        for carrier in handover.carriers.prefix(20) {
            pairs.append(("Carrier", visible(Array(carrier.reference)) + ", " + states[Int(carrier.powerState & 3)]))
        }
        return pairs
    }

    private static func pairs(_ signature: SignatureContent) -> [(String, String)] {
        var pairs = [("Version", Words.byte(signature.version)), ("Kind", "\(signature.signatureType)")]
        pairs += known([
            ("Hash", signature.hashType.map { "\($0)" }),
            ("Signature", signature.signature.map { Words.count($0.count, "byte") }), ("At", signature.uri),
        ])
        return pairs
    }
}
