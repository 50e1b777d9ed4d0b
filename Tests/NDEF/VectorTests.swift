import NDEF
import Testing

/// The vectors beside the cases: complete messages, messages a strict decoder refuses, and the URI prefixes.
@Suite("Published vectors", .enabled(if: SharedFiles.areThere, "TAGDESK_CASES is not set"))
struct VectorTests {
    @Test("every message decodes to the records the vectors name, and encodes to the same bytes")
    func messages() throws {
        for vector in try SharedFiles.list("../vectors/ndef.json", "messages") {
            let name = vector["name"] as? String ?? ""
            let bytes = hex(try #require(vector["hex"] as? String))
            let decoding = NDEFMessage.decode(bytes)
            #expect(decoding.problems.isEmpty, "\(name)")
            #expect(decoding.byteCount == bytes.count, "\(name)")
            try check(decoding.records.map(\.record), vector, name)
            #expect(decoding.message.encoded() == bytes, "\(name)")
        }
    }

    @Test("every message or payload that a strict decoder refuses yields a problem")
    func refused() throws {
        for vector in try SharedFiles.list("../vectors/ndef.json", "invalid") {
            let error = vector["error"] as? String ?? ""
            if let text = vector["hex"] as? String {
                #expect(!NDEFMessage.decode(hex(text)).problems.isEmpty, "\(text): \(error)")
            } else {
                let payload = try #require(vector["payload_hex"] as? String)
                let type = try #require(vector["record_type"] as? String)
                let record = NDEFRecord(
                    tnf: .wellKnown, type: Bytes(Array(type.dropFirst("urn:nfc:wkt:".count).utf8)),
                    payload: Bytes(hex(payload)))
                #expect(!record.contentProblems.isEmpty, "\(payload): \(error)")
            }
        }
    }

    @Test("a truncated message is malformed, whatever could be decoded before")
    func truncated() throws {
        for vector in try SharedFiles.list("../vectors/ndef.json", "invalid")
        where vector["error"] as? String == "buffer underflow" {
            #expect(NDEFMessage.decode(hex(vector["hex"] as? String ?? "")).isMalformed)
        }
    }

    @Test("every URI prefix is read and written by its code")
    func prefixes() throws {
        let prefixes = try SharedFiles.list("../vectors/uri_prefixes.json", "prefixes")
        #expect(prefixes.count == 36)
        for entry in prefixes {
            let code = try #require(UInt8(entry["code"] as? String ?? "", radix: 16))
            let prefix = try #require(entry["prefix"] as? String)
            let record = NDEFRecord(tnf: .wellKnown, type: "U", payload: Bytes([code] + "x1.y".utf8))
            #expect(record.content == .uri(prefix + "x1.y"))
            #expect(record.contentProblems.isEmpty)
            #expect(try NDEFRecord.uri(prefix + "x1.y").payload == record.payload)
        }
    }

    private func check(_ records: [NDEFRecord], _ holder: [String: Any], _ name: String) throws {
        let expected = try #require(holder["records"] as? [[String: Any]])
        #expect(records.count == expected.count, "\(name)")
        for (record, expected) in zip(records, expected) { try check(record, expected, name) }
    }

    private func check(_ record: NDEFRecord, _ expected: [String: Any], _ name: String) throws {
        #expect(Int(record.tnf.rawValue) == expected["TNF"] as? Int, "\(name)")
        #expect(record.type.hexText == expected["type_hex"] as? String, "\(name)")
        #expect((record.id ?? []).hexText == expected["id_hex"] as? String, "\(name)")
        #expect((record.id != nil) == (expected["IL"] as? Int == 1), "\(name)")
        #expect(record.payload.hexText == expected["payload_hex"] as? String, "\(name)")
        let decoded = try #require(expected["decoded"] as? [String: Any])
        #expect(record.kindName == Self.kind(record, decoded), "\(name)")
        switch record.content {
        case .uri(let uri): #expect(uri == decoded["uri"] as? String, "\(name)")
        case .text(let text):
            #expect(text.text == decoded["text"] as? String, "\(name)")
            #expect(text.language == decoded["language"] as? String, "\(name)")
            #expect(text.encoding.rawValue == decoded["encoding"] as? String, "\(name)")
        case .smartPoster(let poster): try check(poster.records, decoded, name)
        case .handover(let handover):
            try check(handover.records, decoded, name)
            let version = try #require(handover.version)
            #expect("\(version.major).\(version.minor)" == decoded["version"] as? String, "\(name)")
            check(handover, decoded["records"] as? [[String: Any]] ?? [], name)
        case .external(let type): #expect(type == decoded["name"] as? String, "\(name)")
        case .mime(let type):
            #expect(type == decoded["mime"] as? String, "\(name)")
            #expect(record.mediaText == decoded["text"] as? String, "\(name)")
        default: break
        }
    }

    private func check(_ handover: HandoverContent, _ inner: [[String: Any]], _ name: String) {
        let decoded = inner.compactMap { $0["decoded"] as? [String: Any] }
        let carriers = decoded.filter { $0["kind"] as? String == "alternative carrier" }
        #expect(handover.carriers.map { Int($0.powerState) } == carriers.compactMap { $0["cps"] as? Int }, "\(name)")
        #expect(handover.carriers.map(\.reference.utf8) == carriers.map { $0["cdr"] as? String }, "\(name)")
        let collision = decoded.first { $0["kind"] as? String == "collision resolution" }
        #expect(handover.collision.map { Int($0) } == collision?["random"] as? Int, "\(name)")
        let error = decoded.first { $0["kind"] as? String == "error" }
        #expect(handover.error.map { Int($0.reason) } == error?["reason"] as? Int, "\(name)")
        #expect(handover.error?.data.hexText == error?["data_hex"] as? String, "\(name)")
    }

    /// The words of the vectors that differ from ours; see the cases' README.
    private static func kind(_ record: NDEFRecord, _ decoded: [String: Any]) -> String {
        let word = decoded["kind"] as? String ?? ""
        switch word {
        case "smartposter": return "smartPoster"
        case "handover Hr", "handover Hs", "handover Hm", "handover Hi": return "handover"
        case "well-known": return ["Sig": "signature", "Di": "deviceInfo"][record.type.utf8 ?? ""] ?? "unknown"
        case "mime":
            let kinds = [
                "text/vcard": "vcard", "application/vnd.bluetooth.ep.oob": "bluetooth",
                "application/vnd.bluetooth.le.oob": "bluetooth", "application/vnd.wfa.wsc": "wifi",
            ]
            return kinds[decoded["mime"] as? String ?? ""] ?? "mime"
        case "external": return decoded["name"] as? String == "android.com:pkg" ? "aar" : "external"
        case "action", "collision resolution", "alternative carrier", "error": return "unknown"
        default: return word
        }
    }
}
