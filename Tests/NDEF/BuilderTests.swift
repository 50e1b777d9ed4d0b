import NDEF
import Testing

@Suite("Building records")
struct BuilderTests {
    @Test(
        "the longest prefix is taken, scheme and host without case",
        arguments: [
            ("https://www.x.y", "02 782E79"), ("http://www.x.y", "01 782E79"), ("ftp://ftp.x", "08 78"),
            ("urn:epc:id:1", "1E 31"), ("urn:epc:x", "22 78"), ("urn:x", "13 78"), ("tel:+1", "05 2B31"),
            ("x", "00 78"),
            ("HTTPS://www.X", "02 58"), ("URN:NFC:x", "23 78"), ("urn:epc:ID:1", "22 49443A31"),
            ("mailto:a b", "06 6125323062"), ("https://ü.x/ü", "04 C3BC2E782F254333254243"), ("tftp:a", "17 61"),
        ])
    func uri(text: String, payload: String) throws {
        #expect(try NDEFRecord.uri(text).payload == Bytes(hex(payload)))
    }

    @Test(
        "text is written with its language and reads back the same, in both encodings",
        arguments: [
            TextContent.Encoding.utf8, .utf16,
        ])
    func text(encoding: TextContent.Encoding) throws {
        for text in ["", "Grüße", "\u{1F600}\u{0}x", String(repeating: "ä", count: 300)] {
            let record = try NDEFRecord.text(text, language: "de-1996", encoding: encoding)
            #expect(record.content == .text(TextContent(text: text, language: "de-1996", encoding: encoding)))
            #expect(record.contentProblems.isEmpty)
        }
    }

    @Test("input that no record can hold is refused with a sentence")
    func refused() {
        let long = String(repeating: "a", count: 300)
        let attempts: [(RecordError, () throws -> NDEFRecord)] = [
            (.languageCode(String(long.prefix(64))), { try .text("x", language: String(long.prefix(64))) }),
            (.languageCode(""), { try .text("x", language: "") }),
            (.uriEmpty, { try .uri("  ") }),
            (.mediaType("text"), { try .mime(type: "text", payload: []) }),
            (.typeTooLong(302), { try .mime(type: "a/" + long, payload: []) }),
            (.externalType("a b:c"), { try .external(domain: "a b", type: "c", payload: []) }),
            (.externalType(":c"), { try .external(domain: "", type: "c", payload: []) }),
            (.packageName("a b"), { try .aar(package: "a b") }),
            (.packageName(""), { try .aar(package: "") }),
            (.ssidLength(33), { try .wifi(ssid: String(long.prefix(33))) }),
            (.ssidLength(0), { try .wifi(ssid: "") }),
            (
                .networkKey(allowed: "left out for an open network"),
                { try .wifi(ssid: "a", authentication: .open, key: "x") }
            ),
            (
                .networkKey(allowed: "8 to 63 ASCII characters or 64 hex digits for WPA"),
                { try .wifi(ssid: "a", key: "short") }
            ),
            (.macAddress("01:02"), { try .bluetooth(address: "01:02") }),
            (.macAddress("0102:03:04:05:06"), { try .bluetooth(address: "0102:03:04:05:06") }),
            (.deviceName(300), { try .bluetooth(address: "010203040506", name: long) }),
            (.contactWithoutName, { try .contact(ContactFields(telephones: ["1"])) }),
            (.notAbsoluteURI("abc"), { try .absoluteURI("abc") }),
            (.wpa3, { try .wifi(ssid: "a", authentication: WiFiAuthentication(word: "wpa3")) }),
        ]
        for (error, build) in attempts {
            #expect(throws: error) { _ = try build() }
            #expect(!error.description.isEmpty)
        }
        #expect(throws: RecordError.contactField("fax")) { try ContactFields(pairs: [("fax", "1")]) }
    }

    @Test("a contact is folded at 75 bytes without cutting a character, and reads back the same")
    func contact() throws {
        let note = String(repeating: "Zoë, the \u{1F600}; one\\two\n", count: 20)
        let fields = ContactFields(
            name: "Zoë Anna van Müller", telephones: ["+1", "+2"], emails: ["a@b.c"], organisation: "A; B",
            title: "Chief", urls: ["https://a.b"], address: "Street 1, Town", note: note)
        let bytes = try fields.vcard()
        let lines = String(decoding: bytes, as: UTF8.self).components("\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\u{FFFD}") })
        let record = try NDEFRecord.contact(fields)
        #expect(record.contentProblems.isEmpty)
        guard case .vcard(let card) = record.content else {
            Issue.record("no vCard")
            return
        }
        #expect(card.first("N") == "van Müller;Zoë;Anna;;")
        #expect(card.first("FN") == "Zoë Anna van Müller")
        #expect(card.properties.filter { $0.name == "TEL" }.map(\.value) == ["+1", "+2"])
        #expect(card.first("ORG") == "A; B")
        #expect(card.first("NOTE") == String(note.dropLast()) || card.first("NOTE") == note)
    }

    @Test(
        "family and given names are guessed from the full name",
        arguments: [
            ("Jane Doe", "Doe;Jane;;;"), ("Jane Mary Doe", "Doe;Jane;Mary;;"), ("Cher", ";Cher;;;"),
            ("Doe, Jane", "Doe;Jane;;;"),
            ("Ludwig van Beethoven", "van Beethoven;Ludwig;;;"),
        ])
    func names(full: String, expected: String) throws {
        let text = String(decoding: try ContactFields(name: full).vcard(), as: UTF8.self)
        #expect(text.contains("\r\nN:\(expected)\r\n"), "\(text)")
    }

    @Test("a Wi-Fi record reads back as it was made", arguments: WiFiAuthentication.allCases)
    func wifi(authentication: WiFiAuthentication) throws {
        let key = authentication == .open ? "" : authentication == .shared ? "12345" : "passphrase"
        let record = try NDEFRecord.wifi(ssid: "Café", authentication: authentication, key: key)
        #expect(record.contentProblems.isEmpty)
        guard case .wifi(let network) = record.content else {
            Issue.record("no Wi-Fi")
            return
        }
        #expect(network.ssid == "Café")
        #expect(network.key == key)
        #expect(network.macAddress == Bytes([UInt8](repeating: 0xFF, count: 6)))
        let number = String(authentication.rawValue, radix: 16, uppercase: true)
        #expect(network.authentication?.hasSuffix("\(number))") == true)
    }

    @Test("a poster holds its URI, titles, action, size and type")
    func poster() throws {
        let record = try NDEFRecord.smartPoster(
            uri: "https://a.b",
            titles: [TextContent(text: "T", language: "en"), TextContent(text: "U", language: "de")],
            action: 2, mediaType: "text/html", size: 70000)
        #expect(record.contentProblems.isEmpty)
        guard case .smartPoster(let poster) = record.content else {
            Issue.record("no poster")
            return
        }
        #expect(poster.uri == "https://a.b")
        #expect(poster.titles.map(\.text) == ["T", "U"])
        #expect(poster.action == 2)
        #expect(poster.size == 70000)
        #expect(poster.mediaType == "text/html")
    }

    @Test("Bluetooth records give the address and name they were made of", arguments: [true, false])
    func bluetooth(lowEnergy: Bool) throws {
        for address in ["01:02:03:0a:0B:FF", "01-02-03-0A-0B-FF", "0102030A0BFF"] {
            let record = try NDEFRecord.bluetooth(address: address, name: "Box", lowEnergy: lowEnergy)
            #expect(record.contentProblems.isEmpty)
            guard case .bluetooth(let data) = record.content else {
                Issue.record("no Bluetooth data")
                return
            }
            #expect(data.address == "01:02:03:0A:0B:FF")
            #expect(data.name == "Box")
            #expect(data.lowEnergy == lowEnergy)
        }
    }

    @Test("external types are stored in lower case and without their URN prefix")
    func external() throws {
        #expect(try NDEFRecord.external(domain: "Example.com", type: "T", payload: [1]).type == "example.com:t")
        #expect(try NDEFRecord.external(domain: "urn:nfc:ext:a.b", type: "c", payload: []).type == "a.b:c")
        #expect(try NDEFRecord.aar(package: "com.a").content == .aar(package: "com.a"))
        #expect(try NDEFRecord.absoluteURI("https://a.b").content == .absoluteURI("https://a.b"))
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        var parts: [String] = [""]
        for line in utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            parts.append(String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
        }
        return parts
    }

    /// What each builder makes of a text in one of its fields.
    private static let typed: [(String, @Sendable (String) throws -> NDEFRecord)] = [
        ("link", { try .uri("https://a.example/" + $0 + "x") }),
        ("absolute link", { try .absoluteURI("http://a/" + $0 + "x") }),
        ("poster", { try .smartPoster(uri: "https://a.example/" + $0 + "x", titles: []) }),
        ("network name", { try .wifi(ssid: "a" + $0) }),
        ("device name", { try .bluetooth(address: "010203040506", name: $0) }),
        ("contact's name", { try .contact(ContactFields(name: "a" + $0 + "b")) }),
        ("contact's number", { try .contact(ContactFields(name: "a", telephones: ["1" + $0 + "2"])) }),
        ("contact's link", { try .contact(ContactFields(name: "a", urls: ["https://a" + $0 + "b"])) }),
    ]

    @Test(
        "no field of one line takes a control character or a line break", arguments: 0..<typed.count,
        [0, 0x0A, 0x1B, 0x7F, 0x9B])
    func controls(field: Int, value: UInt32) throws {
        let text = String(try #require(Unicode.Scalar(value)))
        #expect("\(Self.typed[field].0)") {
            _ = try Self.typed[field].1(text)
        } throws: { error in
            if case .unprintable(_, value)? = error as? RecordError { true } else { false }
        }
    }

    @Test("an address and a note have lines")
    func severalLines() throws {
        let card = try NDEFRecord.contact(ContactFields(name: "a", address: "b\nc", note: "d\r\ne\tf"))
        #expect(String(decoding: card.payload, as: UTF8.self).contains("b\\nc"))
    }

    @Test("scripts that need joiners keep them in links")
    func joiners() throws {
        #expect(try !NDEFRecord.uri("https://\u{645}\u{6CC}\u{200C}\u{62E}.example").payload.isEmpty)
    }
}
