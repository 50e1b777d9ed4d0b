import NDEF
import Tags

/// Data of a type of its own, and bytes as they are.
extension RecordForm {
    static let data: [RecordForm] = [external, mime, signature, empty, raw]

    private static let payloadWays = [Attachment.text, Attachment.hex, Attachment.file]

    /// The fields that give a payload as text, hex or a file.
    private static func payloadFields(_ help: String) -> [FormField] {
        [
            .choice(Attachment.field, "Content as", payloadWays, help: "Text (JSON too), hex, or the bytes of a file"),
            .text("content", "Content", help: help),
            .text("path", "File", help: "The path, where the content is a file; empty keeps the bytes that are there"),
        ]
    }

    /// How a payload fills those fields: as text where it is one, as hex where it is short, else as bytes of a file.
    private static func payloadValues(_ payload: Bytes) -> [String: String] {
        if let text = String(validating: payload, as: UTF8.self), let shown = LineText.shown(text) {
            return [Attachment.field: Attachment.text, "content": shown]
        }
        guard payload.count * 3 <= InputLine.limit else { return [Attachment.field: Attachment.file] }
        return [Attachment.field: Attachment.hex, "content": Hex.string(payload, separator: " ")]
    }

    private static func payload(_ values: Values) throws(FormProblem) -> [UInt8] {
        switch values[Attachment.field] {
        case Attachment.hex: return try HexText.bytes(values["content"], field: "content")
        case Attachment.file:
            guard let attachment = values.attachment else {
                throw FormProblem(field: "path", sentence: "Name the file")
            }
            return attachment.bytes
        default: return Array(values.lines("content").utf8)
        }
    }

    private static let external = RecordForm(
        kind: .external, title: "External type", summary: "data of your own type, domain:type",
        fields: {
            [
                .text("domain", "Domain", help: "A domain that is yours, such as example.com"),
                .text("type", "Type", help: "Its name there; capitals are stored small"),
            ] + payloadFields("Text or JSON; a line end is typed \\n")
        },
        read: { record in
            guard case .external(let type) = record.content, let colon = type.firstIndex(of: ":") else { return nil }
            let name = ["domain": String(type[..<colon]), "type": String(type[type.index(after: colon)...])]
            return name.merging(payloadValues(record.payload)) { $1 }
        },
        build: { values throws(FormProblem) in
            let payload = try payload(values)
            return try built("domain") { () throws(RecordError) in
                try .external(domain: values["domain"], type: values["type"], payload: payload)
            }
        })

    private static let mime = RecordForm(
        kind: .mime, title: "MIME", summary: "a file, or data of a MIME type",
        fields: {
            [.text("type", "MIME type", help: "Such as text/plain or image/png")]
                + payloadFields("Text; a line end is typed \\n")
        },
        read: { record in
            guard case .mime(let type) = record.content else { return nil }
            return ["type": type].merging(payloadValues(record.payload)) { $1 }
        },
        build: { values throws(FormProblem) in
            let payload = try payload(values)
            return try built("type") { () throws(RecordError) in try .mime(type: values["type"], payload: payload) }
        })

    private static let signature = RecordForm(
        kind: .signature, title: "Signature", summary: "signs the records before it", fields: { [] },
        read: { _ in nil },
        build: { _ throws(FormProblem) in throw FormProblem(field: "", sentence: "there is no key to sign with") },
        unavailable: "there is no key to sign with here; raw bytes take a signature made elsewhere")

    private static let empty = RecordForm(
        kind: .empty, title: "Empty", summary: "a record that says nothing", fields: { [] },
        read: { record in record == .empty ? [:] : nil }, build: { _ throws(FormProblem) in .empty })

    private static let formats: [(word: String, value: TNF)] = [
        ("0 empty", .empty), ("1 well-known", .wellKnown), ("2 MIME", .media), ("3 absolute URI", .absoluteURI),
        ("4 external", .external), ("5 unknown", .unknown),
    ]

    private static let raw = RecordForm(
        kind: .raw, title: "Raw bytes", summary: "any record, by type and payload in hex",
        fields: {
            [
                .choice("tnf", "TNF", formats.map(\.word), "5 unknown", help: "How the type is to be read"),
                .text("type", "Type", help: "Text, or hex after x: ; none for empty and unknown"),
                .choice(
                    Attachment.field, "Payload as", [Attachment.hex, Attachment.file],
                    help: "Hex, or the bytes of a file"),
                .text("content", "Payload", help: "Hex, such as 04 A1 FF"),
                .text(
                    "path", "File", help: "The path, where the payload is a file; empty keeps the bytes that are there"),
            ]
        },
        read: { record in
            guard let format = formats.first(where: { $0.value == record.tnf }) else { return nil }
            var values = ["tnf": format.word, "type": record.type.isEmpty ? "" : RecordID.shown(record.type)]
            let isShort = record.payload.count * 3 <= InputLine.limit
            values[Attachment.field] = isShort ? Attachment.hex : Attachment.file
            values["content"] = isShort ? Hex.string(record.payload, separator: " ") : ""
            return values
        },
        build: { values throws(FormProblem) in
            let payload = try payload(values)
            let type = values["type"].isEmpty ? Bytes([]) : try RecordID.typed(values["type"])
            let format = formats.first { $0.word == values["tnf"] }?.value ?? .unknown
            return NDEFRecord(tnf: format, type: type, payload: Bytes(payload))
        })
}
