import NDEF
import Tags
import Testing

@testable import Screens

@Suite("Forms of records")
struct RecordFormTests {
    /// A form filled with these values, built.
    private static func built(_ kind: RecordKind, _ values: [String: String]) throws -> NDEFRecord {
        let form = try #require(RecordForm.of(kind))
        var fields = form.blank()
        fields.set(values)
        return try form.record(RecordForm.Values(form: fields))
    }

    @Test("every kind is in the menu once", arguments: RecordKind.allCases)
    func complete(kind: RecordKind) {
        #expect(RecordForm.all.filter { $0.kind == kind }.count == 1)
    }

    static let samples: [(RecordKind, [String: String])] = [
        (.uri, ["uri": "https://www.example.com/a?b=c"]),
        (.mail, ["to": "post@example.com", "subject": "Hello & more", "body": "one\\ntwo"]),
        (.phone, ["number": "+49 (30) 123-4567"]),
        (.sms, ["number": "+49301234567", "body": "50 % off?"]),
        (.geo, ["latitude": "52.5163", "longitude": "-13.3777", "query": "Gate"]),
        (.text, ["text": "a\\\\b\\nc", "language": "de-CH", "encoding": "UTF-16"]),
        (
            .smartPoster,
            ["uri": "https://example.com", "title": "Zoë", "language": "de", "action": "do it", "size": "700"]
        ),
        (
            .contact,
            ["name": "Jane Mary Doe", "tel": "+49301234567", "email": "a@b.c", "url": "https://b.c", "note": "x\\ny"]
        ),
        (.wifi, ["ssid": "Café", "key": "12345678", "auth": "WPA2", "encryption": "AES", "mac": "01:23:45:67:89:AB"]),
        (.bluetooth, ["address": "01:23:45:67:89:AB", "name": "Ear", "kind": "low energy", "id": "0"]),
        (.app, ["package": "com.example.app"]),
        (.external, ["domain": "example.com", "type": "x", "as": "hex", "content": "00 FF 7F"]),
        (.mime, ["type": "text/plain", "as": "text", "content": "{\"a\": 1}"]),
        (.absoluteURI, ["uri": "https://example.com/x"]),
        (.handover, ["reference": "0", "power": "active", "version": "1.3"]),
        (.deviceInformation, ["vendor": "Acme", "model": "T1", "uuid": "000102030405060708090A0B0C0D0E0F"]),
        (.empty, [:]),
        (.raw, ["tnf": "5 unknown", "as": "hex", "content": "01 02 03", "id": "x:00FF"]),
    ]

    @Test("what a form builds fills the same form again, and builds the same", arguments: samples)
    func roundTrip(kind: RecordKind, values: [String: String]) throws {
        let record = try Self.built(kind, values)
        let form = try #require(RecordForm.fitting(record))
        #expect(form.kind == kind)
        let (fields, attachment) = try #require(form.filled(from: record))
        #expect(try form.record(RecordForm.Values(form: fields, attachment: attachment)) == record)
        #expect(record.contentProblems.isEmpty, "\(record.contentProblems)")
    }

    @Test("what a link is built of is percent-encoded where it must be")
    func links() throws {
        let mail = try Self.built(.mail, ["to": "post@example.com", "subject": "a&b", "body": "x\\ny"])
        #expect(mail.content == .uri("mailto:post@example.com?subject=a%26b&body=x%0D%0Ay"))
        #expect(try Self.built(.phone, ["number": "+49 (30) 12 34"]).content == .uri("tel:+49301234"))
        #expect(try Self.built(.geo, ["latitude": "1.5", "longitude": "2"]).content == .uri("geo:1.5,2"))
    }

    @Test(
        "what is wrong is said, with the field it is in",
        arguments: [
            (.uri, [:], "uri"), (.mail, ["to": "nobody"], "to"), (.phone, ["number": "call me"], "number"),
            (.geo, ["latitude": "91", "longitude": "0"], "latitude"),
            (.text, ["text": "x", "language": ""], "language"),
            (.smartPoster, ["uri": "https://a.b", "size": "big"], "size"), (.contact, [:], "name"),
            (.wifi, ["ssid": "", "key": "12345678"], "ssid"), (.wifi, ["ssid": "a", "key": "short"], "key"),
            (.bluetooth, ["address": "01:23"], "address"), (.app, ["package": "com example"], "package"),
            (.external, ["domain": "", "type": "x"], "domain"), (.mime, ["type": "text"], "type"),
            (.mime, ["type": "text/plain", "as": "hex", "content": "0"], "content"), (.vcard, [:], "path"),
            (.handover, [:], "reference"), (.deviceInformation, ["vendor": "a"], "model"),
            (.raw, ["content": "zz"], "content"),
            (.raw, ["content": "00", "id": "x:0"], "id"),
        ] as [(RecordKind, [String: String], String)])
    func wrong(kind: RecordKind, values: [String: String], field: String) {
        #expect {
            _ = try Self.built(kind, values)
        } throws: { error in
            (error as? FormProblem)?.field == field && (error as? FormProblem)?.sentence.isEmpty == false
        }
    }

    @Test("a record that no form of its kind shows whole is kept as raw bytes")
    func raw() throws {
        let card = NDEFRecord(
            tnf: .media, type: "text/x-vCard", payload: Bytes(Array("BEGIN:VCARD\r\nFN:A\r\nEND:VCARD\r\n".utf8)))
        #expect(RecordForm.fitting(card)?.kind == .raw)
        let long = NDEFRecord.vcard(Array("BEGIN:VCARD\r\nVERSION:3.0\r\nFN;X=1:A\r\nEND:VCARD\r\n".utf8))
        #expect(RecordForm.fitting(long)?.kind == .vcard)
        let big = NDEFRecord(tnf: .unknown, payload: Bytes(Array(repeating: 7, count: 5000)))
        let form = try #require(RecordForm.fitting(big))
        let (fields, attachment) = try #require(form.filled(from: big))
        #expect(attachment?.bytes.count == 5000)
        #expect(try form.record(RecordForm.Values(form: fields, attachment: attachment)) == big)
    }

    @Test("a contact says what it would take as a link, a link says what its first byte saves")
    func hints() throws {
        let card = try Self.built(.contact, ["name": "Jane Doe", "tel": "+49301234567"])
        let lines = RecordHints.lines(for: card, columns: 200).map(\.text)
        #expect(lines.contains { $0.contains("same contact as link: 17 bytes, as vCard: \(card.encodedCount)") })
        let link = try Self.built(.uri, ["uri": "https://www.example.com"])
        #expect(
            RecordHints.lines(for: link, columns: 200).map(\.text).contains("https://www. is one byte: 11 bytes saved"))
    }

    @Test(
        "text of several lines goes through a field of one and back",
        arguments: ["a\nb", "\\n", "a\\\n\t\\", "", "x\r\n"])
    func lines(text: String) throws {
        #expect(LineText.typed(try #require(LineText.shown(text))) == text)
    }

    @Test(
        "no link takes a character that hides or turns the reading direction, and the sentence names it",
        arguments: [
            (.uri, "https://a.example/\u{202E}b", "U+202E"), (.absoluteURI, "http://a\u{200B}b", "U+200B"),
            (.smartPoster, "https://a.example/\u{2066}", "U+2066"),
        ] as [(RecordKind, String, String)])
    func hidden(kind: RecordKind, link: String, name: String) {
        #expect {
            _ = try Self.built(kind, ["uri": link, "title": "x"])
        } throws: { error in
            (error as? FormProblem)?.sentence.contains("(\(name))") == true
        }
    }

    @Test("what is pasted with a line break says that it was not taken whole")
    func pasted() {
        let session = Situation.composing("ntag213-factory").press("a").choose("Link")
        session.send(.paste("https://a.example\n/b\n"))
        #expect(session.text.contains("line breaks or control characters"), "\(session.text)")
        let lines = Situation.composing("ntag213-factory").press("a").choose("Raw")
        lines.send(.paste("D0\n00\n00\n"))
        #expect(!lines.text.contains("hex digits only"), "\(lines.text)")
    }

    @Test("a text with other control characters has no field: it is not changed unseen")
    func controls() { #expect(LineText.shown("a\u{1B}[2J") == nil) }
}
