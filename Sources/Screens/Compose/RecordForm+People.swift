import NDEF

/// Contacts, as fields or as a file, and apps.
extension RecordForm {
    static let people: [RecordForm] = [contact, vcard, app]

    private static let contact = RecordForm(
        kind: .contact, title: "Contact", summary: "a contact card made of fields (vCard 3.0)",
        fields: {
            [
                .text(
                    "name", "Name",
                    help: "The full name; family and given names (N) are guessed from it: Doe, Jane says it"),
                .text("tel", "Phone", help: "Several apart by commas"),
                .text("email", "Mail", help: "Several apart by commas"),
                .text("org", "Organisation", help: "Optional"),
                .text("title", "Position", help: "Optional"),
                .text("url", "Web", help: "Several apart by blanks"),
                .text("address", "Address", help: "Optional, in one text; a line end is typed \\n"),
                .text("note", "Note", help: "Optional; a line end is typed \\n"),
            ]
        },
        read: { record in
            guard case .vcard(let card) = record.content else { return nil }
            let names = [
                "FN": "name", "TEL": "tel", "EMAIL": "email", "ORG": "org", "TITLE": "title", "URL": "url",
                "ADR": "address", "NOTE": "note",
            ]
            var values: [String: [String]] = [:]
            for property in card.properties where property.name != "N" && property.name != "VERSION" {
                guard let name = names[property.name], property.parameters.isEmpty else { return nil }
                guard let value = LineText.shown(property.value) else { return nil }
                values[name, default: []].append(name == "address" ? street(value) : value)
            }
            return values.mapValues { $0.joined(separator: ", ") }
                .merging(["url": (values["url"] ?? []).joined(separator: " ")]) { $1 }
        },
        build: { values throws(FormProblem) in
            try built("name") { () throws(RecordError) in try .contact(contactFields(values)) }
        })

    /// The street of an address whose other parts are empty.
    private static func street(_ address: String) -> String {
        var text = address[...]
        while text.first == ";" { text.removeFirst() }
        while text.last == ";" { text.removeLast() }
        return String(text)
    }

    /// What the fields say of a contact.
    static func contactFields(_ values: Values) -> ContactFields {
        func list(_ name: String, _ separators: Set<Character>) -> [String] {
            values[name].split { separators.contains($0) }.map { String(String($0).trimmed) }.filter { !$0.isEmpty }
        }
        return ContactFields(
            name: values["name"], telephones: list("tel", [","]), emails: list("email", [",", " "]),
            organisation: values["org"], title: values["title"], urls: list("url", [" "]),
            address: values.lines("address"), note: values.lines("note"))
    }

    private static let vcard = RecordForm(
        kind: .vcard, title: "vCard from a file", summary: "a contact card as it is in a .vcf file",
        fields: {
            [
                .choice(
                    Attachment.field, "Card", [Attachment.file], help: "The bytes of the file are taken as they are"),
                .text("path", "File", help: "The path of a .vcf file; empty keeps the card that is there"),
            ]
        },
        read: { record in
            guard case .vcard = record.content, record.type == "text/vcard" else { return nil }
            return [Attachment.field: Attachment.file]
        },
        build: { values throws(FormProblem) in
            guard let card = values.attachment else {
                throw FormProblem(field: "path", sentence: "Name the file with the card")
            }
            let record = NDEFRecord.vcard(card.bytes)
            guard case .vcard = record.content else {
                throw FormProblem(field: "path", sentence: "That file holds no vCard")
            }
            return record
        })

    private static let app = RecordForm(
        kind: .app, title: "App (AAR)", summary: "an Android app, or its page in the store",
        fields: {
            [.text("package", "Package", help: "The package name, such as com.example.app; put it last in the message")]
        },
        read: { record in
            guard case .aar(let package) = record.content else { return nil }
            return ["package": package]
        },
        build: { values throws(FormProblem) in
            try built("package") { () throws(RecordError) in try .aar(package: values["package"]) }
        })
}
