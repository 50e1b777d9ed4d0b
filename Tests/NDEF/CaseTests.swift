import NDEF
import Testing

/// Messages that people met in practice, each with the right behaviour.
@Suite("Real-world messages", .enabled(if: SharedFiles.areThere, "TAGDESK_CASES is not set"))
struct CaseTests {
    private func cases(_ area: String) throws -> [[String: Any]] {
        try SharedFiles.list("cases.json", "cases").filter { ($0["area"] as? String ?? "").hasPrefix(area) }
    }

    @Test("a message is understood, tolerated with a warning, or called malformed, as the case says")
    func verdicts() throws {
        let cases = try cases("ndef/")
        #expect(!cases.isEmpty)
        for item in cases {
            let id = item["id"] as? String ?? ""
            let (decoding, expected) = try decode(item)
            let problems = decoding.allProblems.map(\.sentence)
            switch expected["verdict"] as? String {
            case "valid": #expect(decoding.verdict == .sound, "\(id): \(problems)")
            case "tolerate": #expect(decoding.verdict == .tolerated, "\(id): \(problems)")
            case "invalid": #expect(decoding.verdict == .malformed, "\(id)")
            default: Issue.record("\(id) has no verdict")
            }
        }
    }

    @Test("every record says what the case says it says")
    func records() throws {
        for item in try cases("ndef/") {
            let id = item["id"] as? String ?? ""
            let (decoding, expected) = try decode(item)
            let records = try #require(expected["records"] as? [[String: Any]])
            guard expected["verdict"] as? String != "invalid" else {
                #expect(decoding.records.allSatisfy { $0.record.kindName == "unknown" }, "\(id)")
                continue
            }
            #expect(decoding.records.count == records.count, "\(id)")
            for (located, record) in zip(decoding.records, records) {
                for (key, value) in record { check(located.record, key, value, id) }
            }
        }
    }

    @Test("what is decoded encodes to the bytes it was, unless it was chunked or malformed")
    func encoding() throws {
        for item in try cases("ndef/") {
            let (decoding, expected) = try decode(item)
            guard expected["verdict"] as? String == "valid", !decoding.records.contains(where: \.chunked) else {
                continue
            }
            let input = try #require(item["input"] as? [String: Any])
            #expect(decoding.message.encoded() == hex(input["hex"] as? String ?? ""), "\(item["id"] ?? "")")
        }
    }

    @Test("files made by other programs decode to the records they hold, and encode to the same bytes")
    func files() throws {
        var count = 0
        for item in try cases("file") {
            guard let input = item["input"] as? [String: Any], input["kind"] as? String == "ndef",
                let path = input["file"] as? String, let expected = item["expected"] as? [String: Any]
            else { continue }
            count += 1
            let bytes = try SharedFiles.bytes(path)
            if let text = expected["ndef_hex"] as? String { #expect(bytes.hexText == text) }
            let decoding = NDEFMessage.decode(bytes)
            #expect(decoding.verdict != .malformed, "\(path): \(decoding.allProblems)")
            let raw = try #require(expected["raw_records"] as? [[String: Any]])
            #expect(decoding.records.count == raw.count, "\(path)")
            for (located, raw) in zip(decoding.records, raw) {
                let record = located.record
                #expect(Int(record.tnf.rawValue) == raw["tnf"] as? Int, "\(path)")
                #expect(record.type.utf8 == raw["type"] as? String, "\(path)")
                #expect(record.id?.utf8 == raw["id"] as? String, "\(path)")
                #expect(record.payload.count == raw["payload_len"] as? Int, "\(path)")
                #expect(record.payload.hexText.hasPrefix(raw["payload_head"] as? String ?? "?"), "\(path)")
                #expect(record.storedLong == (raw["sr"] as? Int == 0 && record.payload.count < 256), "\(path)")
            }
            #expect(decoding.message.encoded() == bytes, "\(path)")
        }
        #expect(count > 0)
    }

    @Test("a URI that a person types is stored in one of the ways the case accepts")
    func typedURIs() throws {
        for item in try cases("operation") {
            guard let input = item["input"] as? [String: Any], input["op"] as? String == "encode_uri",
                let text = (input["args"] as? [String: Any])?["text"] as? String,
                let expected = item["expected"] as? [String: Any],
                let accepted = expected["acceptable_hex"] as? [String]
            else { continue }
            let bytes = NDEFMessage([try .uri(text)]).encoded().hexText
            #expect(accepted.contains(bytes), "\(text): \(bytes)")
            if expected["preferred"] as? String == "percent-encoded" { #expect(bytes == accepted.first) }
        }
    }

    private func decode(_ item: [String: Any]) throws -> (NDEFDecoding, [String: Any]) {
        let input = try #require(item["input"] as? [String: Any])
        let expected = try #require(item["expected"] as? [String: Any])
        return (NDEFMessage.decode(hex(try #require(input["hex"] as? String))), expected)
    }

    private func check(_ record: NDEFRecord, _ key: String, _ value: Any, _ id: String) {
        let text = value as? String
        switch (key, record.content) {
        case ("kind", _): #expect(record.kindName == Self.kind(text ?? "", record), "\(id)")
        case ("id", _): #expect(record.id?.utf8 == text, "\(id)")
        case ("payload", _): #expect(record.payload.utf8 == text, "\(id)")
        case ("payload_hex", _): #expect(record.payload.hexText == text?.uppercased(), "\(id)")
        case ("type_hex", _): #expect(record.type.hexText == text, "\(id)")
        case ("text", .text(let content)): #expect(content.text == text, "\(id)")
        case ("lang", .text(let content)): #expect(content.language == text, "\(id)")
        case ("encoding", .text(let content)): #expect(content.encoding.rawValue == text, "\(id)")
        case ("uri", .uri(let uri)), ("uri", .absoluteURI(let uri)): #expect(uri == text, "\(id)")
        case ("package", .aar(let package)): #expect(package == text, "\(id)")
        case (_, .smartPoster(let poster)): check(poster, key, value, id)
        case (_, .handover(let handover)): check(handover, key, value, id)
        case ("address", .bluetooth(let data)): #expect(data.address == text, "\(id)")
        case ("ssid", .wifi(let network)): #expect(network.ssid == text, "\(id)")
        case ("auth", .wifi(let network)): #expect(network.authentication == text, "\(id)")
        case ("encryption", .wifi(let network)): #expect(network.encryption == text, "\(id)")
        case ("key", .wifi(let network)): #expect(network.key == text, "\(id)")
        case ("fn", .vcard(let card)), ("note", .vcard(let card)):
            #expect(card.first(key.uppercased()) == text, "\(id)")
        case ("type", _): #expect(record.type.utf8 == text, "\(id)")
        default: Issue.record("\(id): nothing compares \(key) of \(record.kindName)")
        }
    }

    private func check(_ poster: SmartPosterContent, _ key: String, _ value: Any, _ id: String) {
        switch key {
        case "uri": #expect(poster.uri == value as? String, "\(id)")
        case "title":
            let titles = Dictionary(poster.titles.map { ($0.language, $0.text) }, uniquingKeysWith: { $1 })
            #expect(titles == value as? [String: String], "\(id)")
        case "action":
            // Written as "do (0)".
            #expect((value as? String)?.contains("(\(poster.action.map { String($0) } ?? "?"))") == true, "\(id)")
        case "size": #expect(poster.size.map { Int($0) } == value as? Int, "\(id)")
        case "type": #expect(poster.mediaType == value as? String, "\(id)")
        default: Issue.record("\(id): nothing compares \(key) of a poster")
        }
    }

    private func check(_ handover: HandoverContent, _ key: String, _ value: Any, _ id: String) {
        switch key {
        case "version":
            #expect(handover.version.map { "\($0.major).\($0.minor)" } == value as? String, "\(id)")
        case "collision": #expect(handover.collision.map { Int($0) } == value as? Int, "\(id)")
        case "carriers":
            let states = ["inactive", "active", "activating", "unknown"]
            let carriers = handover.carriers.map { carrier in
                "\(carrier.reference.utf8 ?? "?") (\(states[Int(carrier.powerState)]))"
                    + carrier.auxiliary.map { ", auxiliary \($0.utf8 ?? "?")" }.joined()
            }
            #expect(carriers == value as? [String], "\(id)")
        default: Issue.record("\(id): nothing compares \(key) of a handover")
        }
    }

    /// The words of the cases that differ from ours; see the cases' README.
    private static func kind(_ word: String, _ record: NDEFRecord) -> String {
        switch word {
        case "smartposter": "smartPoster"
        case "bt-oob": "bluetooth"
        case "handover-select", "handover-request": "handover"
        case "wellknown": ["Sig": "signature", "Di": "deviceInfo"][record.type.utf8 ?? ""] ?? "unknown"
        default: word
        }
    }
}
