import NDEF

/// The kinds of record the compose screen makes: those of the JSON contract, the ones of a URI that have fields of their
/// own, and raw bytes.
enum RecordKind: String, Equatable, Sendable, CaseIterable {
    case uri, text, mail, phone, sms, geo, contact, vcard, wifi, bluetooth, app, smartPoster, mime, external
    case absoluteURI, handover, deviceInformation, signature, empty, raw
}

/// How records of one kind are asked for: its fields, how a record fills them, and how they make a record.
struct RecordForm: Sendable {
    /// What a field list is filled with, and what a file brought along.
    struct Values: Sendable {
        var form: Form
        var attachment: Attachment?

        /// The text of a field, blanks at its ends left out.
        subscript(name: String) -> String { form[name] }
        /// The text of a field of several lines.
        func lines(_ name: String) -> String { LineText.typed(form.exactly(name)) }
    }

    var kind: RecordKind
    /// The kind as people say it.
    var title: String
    /// What it is for, a few words.
    var summary: String
    /// The empty fields.
    var fields: @Sendable () -> [FormField]
    /// The values that stand for a record, `nil` where the fields cannot.
    var read: @Sendable (NDEFRecord) -> [String: String]?
    /// The record that values stand for.
    var build: @Sendable (Values) throws(FormProblem) -> NDEFRecord
    /// Why no such record can be made.
    var unavailable: String?

    /// The name of the field for the record's id, which every kind has.
    static let id = "id"

    /// The forms; one for a special kind of link comes before that for links.
    static let all: [RecordForm] = links + people + devices + data

    /// The forms in the order of the menu, the most used first.
    static let menu: [RecordForm] = RecordKind.allCases.compactMap(of)

    /// The form of a kind.
    static func of(_ kind: RecordKind) -> RecordForm? { all.first { $0.kind == kind } }

    /// An empty form with the field for the id at its end.
    func blank() -> Form {
        var fields = fields()
        if kind != .empty {
            fields.append(
                .text(
                    Self.id, "Record ID",
                    help: "Optional: a name by which other records refer to this one; hex after x:")
            )
        }
        return Form(fields)
    }

    /// The form filled from a record, with the bytes that no field shows.
    func filled(from record: NDEFRecord) -> (form: Form, attachment: Attachment?)? {
        guard let values = read(record) else { return nil }
        var form = blank()
        form.set(values)
        if let id = record.id { form.set([Self.id: RecordID.shown(id)]) }
        let keeps = values[Attachment.field] == Attachment.file
        return (form, keeps ? Attachment(name: "the record", bytes: Array(record.payload)) : nil)
    }

    /// The record that a form stands for.
    func record(_ values: Values) throws(FormProblem) -> NDEFRecord {
        var record = try build(values)
        if kind != .empty, !values[Self.id].isEmpty { record.id = try RecordID.typed(values[Self.id]) }
        do throws(RecordError) { try record.validate() } catch {
            throw FormProblem(field: "", sentence: error.description)
        }
        return record
    }

    /// The form that shows a record whole: filled from it and built again it gives the same record. Raw bytes take all.
    static func fitting(_ record: NDEFRecord) -> RecordForm? {
        all.first { form in
            guard form.unavailable == nil, let (fields, attachment) = form.filled(from: record),
                let again = try? form.record(Values(form: fields, attachment: attachment))
            else { return false }
            return again == record
        }
    }

    /// Builds with what the NDEF builders object to turned into a problem of a field.
    static func built(
        _ field: String, _ build: () throws(RecordError) -> NDEFRecord
    ) throws(FormProblem) -> NDEFRecord {
        do throws(RecordError) { return try build() } catch {
            throw FormProblem(field: field, sentence: error.description)
        }
    }
}

/// Bytes that came from a file, or that a record held and no field shows.
struct Attachment: Equatable, Sendable {
    /// Where they came from, for people.
    var name: String
    var bytes: [UInt8]

    /// The field that says how the payload is given, and its word for a file.
    static let field = "as"
    static let file = "file"
    static let hex = "hex"
    static let text = "text"
}

/// The id field of a record as it is typed: text, or hex after `x:`.
enum RecordID {
    static func shown(_ id: Bytes) -> String {
        let isPlain = id.allSatisfy { (0x21...0x7E).contains($0) } && !id.isEmpty
        let text = String(decoding: id, as: UTF8.self)
        return isPlain && !text.hasPrefix("x:") ? text : "x:" + id.map { Words.byte($0) }.joined()
    }

    static func typed(_ text: String) throws(FormProblem) -> Bytes {
        guard text.hasPrefix("x:") else { return Bytes(Array(text.utf8)) }
        return Bytes(try HexText.bytes(String(text.dropFirst(2)), field: RecordForm.id))
    }
}
