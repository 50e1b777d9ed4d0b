extension NDEFRecord {
    /// One line that says what the record holds; what came from outside is made visible in it.
    ///
    ///     NDEFRecord.uri("https://example.com").summary     // "https://example.com"
    public var summary: String {
        switch content {
        case .empty: return "no content"
        case .uri(let uri), .absoluteURI(let uri): return uri.visible
        case .text(let text): return "\(quoted(text.text)) (\(text.language.visible), \(text.encoding.rawValue))"
        case .smartPoster(let poster):
            let title = poster.titles.first.map { " " + quoted($0.text) } ?? ""
            return (poster.uri ?? "no URI").visible + title
        case .vcard(let card):
            let name = card.properties.first { $0.name == "FN" } ?? card.properties.first { $0.name == "N" }
            return name.map { quoted($0.value) } ?? "\(card.properties.count) lines"
        case .wifi(let network):
            let name = network.ssid.map(quoted) ?? "network name missing"
            return name + ", " + (network.authentication ?? "authentication not said").visible
        case .bluetooth(let device):
            return (device.address ?? "address missing").visible + (device.name.map { " " + quoted($0) } ?? "")
        case .handover(let handover): return "\(handover.type), \(handover.carriers.count) carriers"
        case .mime(let mediaType): return "\(mediaType.visible), \(payload.count) bytes"
        case .aar(let package): return package.visible
        case .external(let type): return "\(type.visible), \(payload.count) bytes"
        case .signature(let signature):
            return signature.signature.map { "signature of \($0.count) bytes" } ?? "no signature in it"
        case .deviceInformation(let device):
            let names = [device.vendor, device.model, device.uniqueName].compactMap { $0?.visible }
            return names.joined(separator: ", ")
        case .unknown:
            let type = type.isEmpty ? "" : ", type " + VisibleText.bytes(type)
            return "TNF \(tnf.rawValue)\(type), \(payload.count) bytes"
        }
    }

    private func quoted(_ text: String) -> String { "\"" + text.visible + "\"" }
}
