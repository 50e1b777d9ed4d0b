import Foundation
import NDEF
import Testing

@testable import App

@Suite("Records as JSON and text")
struct RecordOutputTests {
    /// Text that a terminal would obey, that hides its direction, and that is no UTF-8 at all.
    private static let hostileBytes: [UInt8] =
        Array("a\u{1B}]0;x\u{07}\u{9B}31m\u{202E}b\u{200B}c\r\n\u{7F}".utf8) + [0xFF, 0xC0, 0x80]

    private static let kinds: [NDEFRecord] = {
        let bytes = Bytes(hostileBytes)
        let types: [(TNF, String)] = [
            (.empty, ""), (.wellKnown, "U"), (.wellKnown, "T"), (.wellKnown, "Sp"), (.wellKnown, "Hs"),
            (.wellKnown, "Hr"),
            (.wellKnown, "Sig"), (.wellKnown, "Di"), (.wellKnown, "x"), (.media, "text/vcard"), (.media, "text/plain"),
            (.media, "application/vnd.wfa.wsc"), (.media, "application/vnd.bluetooth.ep.oob"),
            (.media, "application/vnd.bluetooth.le.oob"), (.absoluteURI, "http://x"), (.external, "android.com:pkg"),
            (.external, "example.com:t"), (.unknown, ""), (.reserved, "r"),
        ]
        var records = types.map { NDEFRecord(tnf: $0.0, type: Bytes(Array($0.1.utf8)), id: bytes, payload: bytes) }
        records.append(NDEFRecord(tnf: .external, type: bytes, payload: bytes))
        records.append(NDEFRecord(tnf: .media, type: bytes, payload: bytes))
        records.append(NDEFRecord(tnf: .absoluteURI, type: bytes))
        let vcard = Array("BEGIN:VCARD\nFN:".utf8) + hostileBytes + Array("\nEND:VCARD".utf8)
        records.append(NDEFRecord(tnf: .media, type: "text/vcard", payload: Bytes(vcard)))
        records.append(NDEFRecord(tnf: .wellKnown, type: "T", payload: Bytes([5] + hostileBytes)))
        let inner = NDEFMessage([
            NDEFRecord(tnf: .wellKnown, type: "T", payload: Bytes([2, 0x1B, 0x5B] + hostileBytes))
        ])
        records.append(NDEFRecord(tnf: .wellKnown, type: "Sp", payload: Bytes(inner.encoded())))
        return records
    }()

    @Test("no payload, type or id reaches an output as a control, whatever the record", arguments: Self.kinds.indices)
    func harmless(index: Int) throws {
        let record = Self.kinds[index]
        let kept = KeptOutput()
        kept.output.print(JSONValue(record: .alone(record)))
        #expect(kept.result.unprintable.isEmpty)
        let document = try parsed(String(kept.result.dropLast()))
        for key in ["tnf", "kind", "payload"] { #expect(document[key] != nil) }
        #expect((document["type"] == nil) != (document["typeHex"] == nil))
        #expect((document["id"] == nil) != (document["idHex"] == nil))

        let lines = RecordText.lines([.alone(record)], paint: Paint(enabled: false)).joined(separator: "\n")
        #expect(lines.unprintable.isEmpty, "\(lines)")
    }

    @Test("a message of records in records thousands deep is described, not followed to its end")
    func deep() throws {
        var payload: [UInt8] = []
        for _ in 0..<2000 {
            let record = NDEFRecord(tnf: .wellKnown, type: "Sp", payload: Bytes(payload))
            payload = NDEFMessage([record]).encoded()
        }
        let decoding = NDEFMessage.decode(payload)
        let document = try parsed(NDEFDecodeCommand.document(decoding, byteCount: payload.count))
        #expect((document["records"] as? [Any])?.count == 1)
        #expect(!RecordText.lines(decoding.records, paint: Paint(enabled: false)).isEmpty)
    }

    /// What the contract says of each kind: the record, its kind, and the fields it must have.
    static let contract: [(record: @Sendable () throws -> NDEFRecord, kind: String, fields: [String: String])] = [
        (
            { try .uri("https://example.com") }, "uri",
            ["uri": "https://example.com", "payload": "046578616D706C652E636F6D"]
        ),
        ({ try .text("Hallo", language: "de") }, "text", ["text": "Hallo", "language": "de", "encoding": "UTF-8"]),
        ({ try .text("x", encoding: .utf16) }, "text", ["text": "x", "encoding": "UTF-16"]),
        ({ try .mime(type: "application/json", payload: [0x7B, 0x7D]) }, "mime", ["mediaType": "application/json"]),
        ({ try .wifi(ssid: "Home", key: "passphrase") }, "wifi", ["ssid": "Home", "key": "passphrase"]),
        ({ try .aar(package: "com.example.app") }, "aar", ["package": "com.example.app", "type": "android.com:pkg"]),
        ({ try .external(domain: "example.com", type: "t", payload: [1]) }, "external", ["type": "example.com:t"]),
        ({ try .absoluteURI("https://example.com") }, "absoluteUri", ["uri": "https://example.com"]),
        ({ .empty }, "empty", ["type": "", "id": "", "payload": ""]),
        (
            { try .bluetooth(address: "01:23:45:67:89:AB", name: "n") }, "bluetooth",
            ["address": "01:23:45:67:89:AB", "name": "n"]
        ),
        ({ try .smartPoster(uri: "tel:1", titles: []) }, "smartPoster", ["uri": "tel:1"]),
    ]

    @Test("every kind has the fields of the contract", arguments: Self.contract.indices)
    func everyKind(index: Int) throws {
        let (make, kind, fields) = Self.contract[index]
        let document = try parsed(JSONValue(record: .alone(try make())))
        #expect(document["kind"] as? String == kind)
        for key in ["tnf", "type", "id", "kind", "payload"] { #expect(document[key] != nil, "\(key)") }
        for (key, value) in fields { #expect(document[key] as? String == value, "\(key)") }
        if kind == "smartPoster" {
            #expect((document["records"] as? [[String: Any]])?.first?["kind"] as? String == "uri")
        }
    }
}

@Suite("ndef decode and encode")
struct NDEFCommandTests {
    private func run(_ arguments: String...) throws -> (status: ShellStatus, kept: KeptOutput) { try run(arguments) }

    private func run(_ arguments: [String]) throws -> (status: ShellStatus, kept: KeptOutput) {
        let invocation = try Invocation(parsing: arguments)
        let kept = KeptOutput()
        let context = CommandContext(
            invocation: invocation, options: try CommonOptions(invocation), paths: Paths(environment: { _ in nil }),
            output: kept.output)
        return (try context.run(), kept)
    }

    @Test(
        "hex may have spaces and colons between its bytes, and be in a file; a file may hold the raw bytes",
        arguments: [
            "D1010C55046578616D706C652E636F6D", "d1 01 0c 55 04 65 78 61 6d 70 6c 65 2e 63 6f 6d",
            "D1:01:0C:55:04:65:78:61:6D:70:6C:65:2E:63:6F:6D",
        ])
    func decode(hex: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tagdesk-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = folder.appendingPathComponent("message.txt").path
        let raw = folder.appendingPathComponent("message.bin").path
        try Data((hex + "\n").utf8).write(to: URL(fileURLWithPath: text))
        let bytes: [UInt8] = [0xD1, 1, 0x0C, 0x55, 4] + Array("example.com".utf8)
        try Data(bytes).write(to: URL(fileURLWithPath: raw))
        for argument in [hex, text, raw] {
            let (status, kept) = try run("ndef", "decode", "--json", argument)
            let document = try parsed(kept.result)
            #expect(status == .done)
            #expect(document["bytes"] as? Int == 16)
            #expect((document["problems"] as? [String])?.isEmpty == true)
            #expect((document["records"] as? [[String: Any]])?.first?["uri"] as? String == "https://example.com")
        }
    }

    /// Three chunks, `en` and `Hello NFC!!`; alone, and as the only record of a Smart Poster.
    private static let chunked = "B101035402656E36000548656C6C6F560006204E46432121"

    @Test("a record that is stored in chunks is one record that says so, also inside another")
    func chunks() throws {
        let poster = "D1021853" + "70" + Self.chunked
        for (hex, isNested) in [(Self.chunked, false), (poster, true)] {
            let document = try parsed(try run("ndef", "decode", "--json", hex).kept.result)
            var records = try #require(document["records"] as? [[String: Any]])
            #expect(records.count == 1)
            if isNested {
                #expect(records[0]["chunks"] as? Int == 1)
                records = try #require(records[0]["records"] as? [[String: Any]])
            }
            #expect(records.map { $0["chunks"] as? Int } == [3])
            #expect(records.map { $0["text"] as? String } == ["Hello NFC!!"])
            let text = try run("ndef", "decode", hex).kept.result
            #expect(text.contains("stored in 3 chunks"))
        }
        #expect(!(try run("ndef", "decode", "D1010C55046578616D706C652E636F6D").kept.result.contains("chunk")))
    }

    @Test("a malformed message exits 1 with the problem and the records before it")
    func malformed() throws {
        let (status, kept) = try run("ndef", "decode", "--json", "91010255046151010C5504")
        let document = try parsed(kept.result)
        #expect(status == .failed)
        #expect((document["problems"] as? [String])?.isEmpty == false)
        #expect((document["records"] as? [Any])?.count == 1)
    }

    @Test(
        "hex may be given in many arguments",
        arguments: [["D1010C5504", "6578616D706C652E636F6D"], ["D1", "01:0C 55", "04", "6578616D706C652E636F6D"]])
    func inPieces(pieces: [String]) throws {
        let (status, kept) = try run(["ndef", "decode", "--json"] + pieces)
        #expect(status == .done)
        let records = try #require(try parsed(kept.result)["records"] as? [[String: Any]])
        #expect(records.map { $0["uri"] as? String } == ["https://example.com"])
        #expect(throws: UsageError.self) { try run(["ndef", "decode", "D1", "/dev/null"]) }
    }

    @Test("what is encoded is decoded to the same records, in order")
    func roundTrip() throws {
        let (status, kept) = try run(
            "ndef", "encode", "--json", "--text", "de:Hallo", "--uri", "https://example.com", "--raw",
            "D10101550061", "--external-hex", "example.com:t=0102", "--text", "Note: x")
        #expect(status == .done)
        let document = try parsed(kept.result)
        let hex = try #require(document["hex"] as? String)
        #expect(document["bytes"] as? Int == hex.count / 2)
        let (_, back) = try run("ndef", "decode", "--json", hex)
        let records = try #require(parsed(back.result)["records"] as? [[String: Any]])
        #expect(records.map { $0["kind"] as? String } == ["text", "uri", "uri", "external", "text"])
        #expect(records[0]["language"] as? String == "de")
        #expect(records[4]["text"] as? String == "Note: x")
    }

    @Test("plain output of encode is the hex and nothing else")
    func plain() throws {
        #expect(
            try run("ndef", "encode", "--uri", "https://example.com").kept.result
                == "D1010C55046578616D706C652E636F6D\n")
    }

    @Test(
        "records that cannot be built are wrong usage",
        arguments: [
            ["--wifi", "ssid=x,auth=wpa2,key=short"], ["--wifi", "x"], ["--contact", "name="], ["--bluetooth", "zz"],
            ["--external", "x"], ["--external-hex", "a:b=0"], ["--mime", "x"], ["--mime", "text/plain=/nonexistent"],
            ["--poster", "x"], ["--aar", ""], ["--uri", ""], ["--raw", "D1"], ["--raw", "x"],
            ["--ndef", "/nonexistent"],
            ["--vcard", "/nonexistent"], [],
        ])
    func refused(arguments: [String]) throws {
        let invocation = try Invocation(parsing: ["ndef", "encode"] + arguments)
        let kept = KeptOutput()
        let context = CommandContext(
            invocation: invocation, options: CommonOptions(), paths: Paths(environment: { _ in nil }),
            output: kept.output)
        #expect(throws: UsageError.self) { try context.run() }
        #expect(kept.result.isEmpty)
    }
}

extension NDEFDecoding.Located {
    /// A record that came from no message.
    static func alone(_ record: NDEFRecord) -> Self { Self(record: record, range: 0..<0, payloadRange: 0..<0) }
}
