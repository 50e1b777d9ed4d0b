/// What a contact card says: the fields people fill in.
///
///     try NDEFRecord.contact(ContactFields(name: "Zoë Müller", telephones: ["+49 123 456"]))
public struct ContactFields: Equatable, Sendable {
    /// The full name; the family and given names are guessed from it.
    public var name: String
    /// Telephone numbers.
    public var telephones: [String]
    /// E-mail addresses.
    public var emails: [String]
    /// The organisation.
    public var organisation: String
    /// The title or position.
    public var title: String
    /// Web addresses.
    public var urls: [String]
    /// The address in one text.
    public var address: String
    /// A note.
    public var note: String

    /// A contact of these fields; empty ones are left out of the card.
    public init(
        name: String = "", telephones: [String] = [], emails: [String] = [], organisation: String = "",
        title: String = "", urls: [String] = [], address: String = "", note: String = ""
    ) {
        self.name = name
        self.telephones = telephones
        self.emails = emails
        self.organisation = organisation
        self.title = title
        self.urls = urls
        self.address = address
        self.note = note
    }

    /// A contact of named fields: `name`, `tel`, `email`, `org`, `title`, `url`, `address`, `note`; `tel`, `email` and
    /// `url` may come more than once.
    ///
    /// - Throws: `RecordError.contactField` for another name.
    public init(pairs: [(field: String, value: String)]) throws(RecordError) {
        self.init()
        for (field, value) in pairs {
            switch field.lowercased() {
            case "name", "fn": name = value
            case "tel", "phone": telephones.append(value)
            case "email", "mail": emails.append(value)
            case "org": organisation = value
            case "title": title = value
            case "url": urls.append(value)
            case "address", "adr": address = value
            case "note": note = value
            default: throw .contactField(field)
            }
        }
    }

    /// The card as vCard 3.0, the version phones agree on: lines end in CR LF and are folded at 75 bytes.
    ///
    /// - Throws: `RecordError.contactWithoutName`, `.unprintable`.
    public func vcard() throws(RecordError) -> [UInt8] {
        for (field, value) in [("the name", name), ("the organisation", organisation), ("the title", title)] {
            try TypedText.check(value, field)
        }
        for telephone in telephones { try TypedText.check(telephone, "the telephone number") }
        for email in emails { try TypedText.check(email, "the e-mail address") }
        for url in urls { try TypedText.checkLink(url) }
        try TypedText.check(address, "the address", lines: true)
        try TypedText.check(note, "the note", lines: true)
        let full = [name, organisation].map { String($0.trimmingSpaces) }.first { !$0.isEmpty }
        guard let full else { throw .contactWithoutName }
        var writer = VCardWriter()
        writer.write("BEGIN:VCARD")
        writer.write("VERSION:3.0")
        writer.write("N:" + PersonName(guessedFrom: String(name.trimmingSpaces)).value)
        writer.write("FN", full)
        writer.write("ORG", organisation)
        writer.write("TITLE", title)
        for telephone in telephones { writer.write("TEL", telephone) }
        for email in emails { writer.write("EMAIL", email) }
        for url in urls { writer.write("URL", url) }
        if !address.isEmpty { writer.write("ADR:;;" + VCardEscapes.escape(address) + ";;;;") }
        writer.write("NOTE", note)
        writer.write("END:VCARD")
        return writer.bytes
    }
}

/// Family and given names, guessed from a full name.
struct PersonName {
    /// The value of `N`, escaped: family; given; further; prefixes; suffixes.
    let value: String

    /// `Jane Mary Doe` is Doe; Jane; Mary. A comma (`Doe, Jane`) says it outright; small words before the last belong to
    /// the family name (`Ludwig van Beethoven`). A single word is a given name.
    init(guessedFrom full: String) {
        let family: String
        let given: [Substring]
        if let comma = full.firstIndex(of: ",") {
            family = String(full[..<comma].trimmingSpaces)
            given = full[full.index(after: comma)...].split(separator: " ")
        } else {
            let words = full.split(separator: " ")
            let first = words.count > 1 ? Self.familyStart(in: words) : words.count
            family = words[first...].joined(separator: " ")
            given = Array(words[..<first])
        }
        let fields = [family, given.first.map { String($0) } ?? "", given.dropFirst().joined(separator: " "), "", ""]
        value = fields.map(VCardEscapes.escape).joined(separator: ";")
    }

    private static func familyStart(in words: [Substring]) -> Int {
        var start = words.count - 1
        while start > 1, words[start - 1].first?.isLowercase == true { start -= 1 }
        return start
    }
}

/// Writes the lines of a vCard. Source: RFC 2426, 2.6 (folding).
private struct VCardWriter {
    private(set) var bytes: [UInt8] = []
    private static let lineLimit = 75

    /// A property with one text value; nothing where the value is empty.
    mutating func write(_ name: String, _ value: String) {
        let value = value.trimmingSpaces
        if !value.isEmpty { write(name + ":" + VCardEscapes.escape(String(value))) }
    }

    /// A line, folded so that no line is longer than 75 bytes and no character is cut in two.
    mutating func write(_ line: String) {
        var length = 0
        for scalar in line.unicodeScalars {
            let encoded = UTF8.encode(scalar).map { Array($0) } ?? []
            if length + encoded.count > Self.lineLimit {
                bytes += [0x0D, 0x0A, 0x20]
                length = 1
            }
            bytes += encoded
            length += encoded.count
        }
        bytes += [0x0D, 0x0A]
    }
}

extension NDEFRecord {
    /// A vCard as it is: the bytes of a `.vcf` file.
    public static func vcard(_ bytes: [UInt8]) -> NDEFRecord {
        NDEFRecord(tnf: .media, type: "text/vcard", payload: Bytes(bytes))
    }

    /// A vCard made of fields.
    ///
    /// - Throws: `RecordError.contactWithoutName`.
    public static func contact(_ fields: ContactFields) throws(RecordError) -> NDEFRecord {
        vcard(try fields.vcard())
    }
}
