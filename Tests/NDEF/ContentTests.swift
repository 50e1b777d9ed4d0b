import NDEF
import Testing

@Suite("What records say")
struct ContentTests {
    private func wellKnown(_ type: Bytes, _ payload: String) -> NDEFRecord {
        NDEFRecord(tnf: .wellKnown, type: type, payload: Bytes(hex(payload)))
    }

    private func text(_ payload: String) -> TextContent? {
        if case .text(let text) = wellKnown("T", payload).content { return text }
        return nil
    }

    @Test(
        "UTF-16 is read by its byte order mark, without one big-endian, and surrogate pairs are one character",
        arguments: [
            ("82656E FEFF D83DDE00", "\u{1F600}"), ("82656E FFFE 3DD800DE", "\u{1F600}"),
            ("82656E D83DDE00", "\u{1F600}"),
            ("82656E 0048 0069", "Hi"), ("82656E", ""), ("82656E FEFF", ""),
        ])
    func utf16(payload: String, expected: String) {
        #expect(text(payload)?.text == expected)
        #expect(wellKnown("T", payload).contentProblems.isEmpty)
    }

    @Test(
        "text that is damaged is shown as far as it goes, with a problem",
        arguments: [
            ("82656E FEFF D83D 0041", "\u{FFFD}A"), ("82656E DE01", "\u{FFFD}"), ("02656E 41FF42", "A\u{FFFD}B"),
            ("02656E EFBBBF 41", "A"), ("82656E 4100 4200", "\u{4100}\u{4200}"), ("00 41", "A"), ("02 65FF 41", "A"),
        ])
    func damagedText(payload: String, expected: String) {
        let record = wellKnown("T", payload)
        #expect(text(payload)?.text == expected)
        #expect(record.contentProblems.count == 1)
        #expect(record.contentFaults.allSatisfy { $0.severity == .warning })
    }

    @Test("a language code longer than the payload leaves nothing to understand")
    func languageTooLong() {
        let record = wellKnown("T", "3F 65 6E")
        #expect(record.kindName == "unknown")
        #expect(record.contentFaults.map(\.severity) == [.malformed])
    }

    @Test("every identifier byte gives a URI; the reserved ones stand for no prefix and are reported")
    func uriCodes() {
        for code in 0...255 {
            let record = NDEFRecord(tnf: .wellKnown, type: "U", payload: Bytes([UInt8(code), 0x61]))
            guard case .uri(let uri) = record.content else {
                Issue.record("code \(code) gives no URI")
                continue
            }
            #expect(uri.hasSuffix("a"))
            #expect(record.contentProblems.isEmpty == (code < 36))
            if code == 0 || code >= 36 { #expect(uri == "a") }
        }
    }

    @Test("the absolute URI is in the type field")
    func absoluteURI() {
        let record = NDEFRecord(tnf: .absoluteURI, type: "https://example.com/a", payload: "ignored")
        #expect(record.content == .absoluteURI("https://example.com/a"))
        #expect(record.contentProblems.isEmpty)
        #expect(!NDEFRecord(tnf: .absoluteURI, type: "U", payload: "http://a").contentProblems.isEmpty)
    }

    @Test("MIME types are compared without case and parameters")
    func mediaTypes() {
        let card = "BEGIN:VCARD\nVERSION:2.1\nFN:A\nEND:VCARD"
        for type in ["text/vcard", "text/x-vCard", "TEXT/VCARD; charset=utf-8"] as [Bytes] {
            #expect(NDEFRecord(tnf: .media, type: type, payload: Bytes(Array(card.utf8))).kindName == "vcard")
        }
        #expect(NDEFRecord(tnf: .media, type: "text/plain; charset=utf-8", payload: "x").mediaText == "x")
        #expect(NDEFRecord(tnf: .media, type: "image/png", payload: "x").mediaText == nil)
    }

    private func parsedCard(_ text: String) -> VCardContent? {
        if case .vcard(let card) = NDEFRecord.vcard(Array(text.utf8)).content { return card }
        return nil
    }

    @Test("a vCard is unfolded and unescaped whatever its version and line ends", arguments: ["\r\n", "\n", "\r"])
    func vcard(end: String) throws {
        let lines = [
            "BEGIN:VCARD", "VERSION:4.0", "item1.TEL;TYPE=\"home;x\";VALUE=uri:tel:+1", "FN:Zoë M", " üller",
            "NOTE:a\\, b\\; c\\\\d\\ne", "\tf", "X:", "END:VCARD", "",
        ]
        let card = try #require(parsedCard(lines.joined(separator: end)))
        #expect(card.first("FN") == "Zoë Müller")
        #expect(card.first("NOTE") == "a, b; c\\d\nef")
        #expect(card.first("TEL") == "tel:+1")
        #expect(card.properties.first { $0.name == "TEL" }?.group == "item1")
        #expect(card.properties.first { $0.name == "TEL" }?.parameters == ["TYPE=\"home;x\"", "VALUE=uri"])
        #expect(NDEFRecord.vcard(Array(lines.joined(separator: end).utf8)).contentProblems.isEmpty)
    }

    @Test("vCard 2.1 has bare parameters, quoted-printable, other character sets, and no \\n")
    func vcard21() throws {
        let card = try #require(
            parsedCard(
                "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCll=\r\ner;J\r\n"
                    + "TEL;CELL;PREF:123\r\nNOTE:C:\\new\r\nEND:VCARD\r\n"))
        #expect(card.first("N") == "Müller;J")
        #expect(card.properties.first { $0.name == "TEL" }?.parameters == ["CELL", "PREF"])
        #expect(card.first("NOTE") == "C:\\new")
    }

    @Test(
        "a vCard with faults is read as far as it goes",
        arguments: [
            "BEGIN:VCARD\nFN:A", "FN:A\nEND:VCARD", "BEGIN:VCARD\nnonsense\nFN:A\nEND:VCARD",
            "BEGIN:VCARD\nFN:A\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD",
        ])
    func vcardFaults(text: String) {
        #expect(parsedCard(text)?.first("FN") == "A")
        #expect(!NDEFRecord.vcard(Array(text.utf8)).contentProblems.isEmpty)
    }

    @Test("what is no vCard at all is a MIME record with a problem")
    func noVCard() {
        let record = NDEFRecord.vcard([0xFF, 0x00, 0x01])
        #expect(record.kindName == "mime")
        #expect(record.contentFaults.contains { $0.severity == .malformed })
    }

    private func wifi(_ payload: String) -> NDEFRecord {
        NDEFRecord(tnf: .media, type: "application/vnd.wfa.wsc", payload: Bytes(hex(payload)))
    }

    @Test("several credentials are kept, and bits without a name are shown as such")
    func credentials() throws {
        let record = wifi("100E 000C 1045 0001 41 1003 0002 0062 00 100E 0005 1045 0001 42")
        guard case .wifi(let network) = record.content else {
            Issue.record("no Wi-Fi")
            return
        }
        #expect(network.ssid == "A")
        #expect(network.authentication == "WPA-Personal + WPA2-Personal + 0x0040 (0x0062)")
        #expect(network.furtherCredentials.map(\.ssid) == ["B"])
    }

    @Test("attributes outside a credential are read too; a record without a network is a MIME record")
    func looseAttributes() {
        guard case .wifi(let network) = wifi("1045 0001 41 1027 0002 6162").content else {
            Issue.record("no Wi-Fi")
            return
        }
        #expect(network.ssid == "A")
        #expect(network.key == "ab")
        #expect(wifi("104A 0001 10").kindName == "mime")
    }

    @Test("a Bluetooth LE address is read in print order, with its name and structures")
    func bluetoothLE() {
        let record = NDEFRecord(
            tnf: .media, type: "application/vnd.bluetooth.le.oob",
            payload: Bytes(hex("081B06050403020100 021C00 0309 4142")))
        guard case .bluetooth(let data) = record.content else {
            Issue.record("no Bluetooth data")
            return
        }
        #expect(data.address == "01:02:03:04:05:06")
        #expect(data.name == "AB")
        #expect(data.lowEnergy)
        #expect(data.structures.map(\.type) == [0x1B, 0x1C, 0x09])
        #expect(record.contentProblems.isEmpty)
    }

    @Test(
        "Bluetooth data that is cut off or padded does not fail",
        arguments: [
            ("0800060504030201", true), ("0900060504030201 00", true), ("0900060504030201", false),
            ("0B00060504030201 0509 41", false), ("0A00060504030201 0000", true),
        ])
    func bluetoothLengths(payload: String, isSound: Bool) {
        let record = NDEFRecord(
            tnf: .media, type: "application/vnd.bluetooth.ep.oob", payload: Bytes(hex(payload)))
        #expect(record.kindName == "bluetooth")
        #expect(record.contentProblems.isEmpty == isSound, "\(record.contentProblems)")
    }

    @Test("a handover's carriers that point to missing records are reported")
    func dangling() {
        let decoding = NDEFMessage.decode(hex("D1020A4873 12 D1020461630101 30 00"))
        #expect(decoding.problems.isEmpty)
        #expect(
            decoding.allProblems.map(\.sentence) == ["record 1: the carrier refers to a record '0' that is missing"])
    }

    @Test("a handover carrier record gives its type and data")
    func handoverCarrier() {
        guard case .handover(let handover) = wellKnown("Hc", "02 03 612F62 0102").content else {
            Issue.record("no handover")
            return
        }
        #expect(handover.type == "Hc")
        #expect(handover.carrierType == .init(format: 2, type: "a/b", data: [1, 2]))
    }

    @Test("signatures of both versions give type, bytes and certificates")
    func signatures() {
        guard case .signature(let new) = wellKnown("Sig", "20 0B 02 0002 AABB 91 0001 CC 0001 75").content,
            case .signature(let old) = wellKnown("Sig", "01 81 0001 75 00").content
        else {
            Issue.record("no signature")
            return
        }
        #expect(new.signatureType == 0x0B)
        #expect(new.hashType == 2)
        #expect(new.signature == [0xAA, 0xBB])
        #expect(new.certificateFormat == 1)
        #expect(new.certificates == [[0xCC]])
        #expect(new.certificateURI == "u")
        #expect(old.uri == "u")
        #expect(old.signature == nil)
        #expect(old.hashType == nil)
    }

    @Test("device information gives the names it holds")
    func deviceInformation() {
        let uuid = String(repeating: "AB", count: 16)
        let record = wellKnown("Di", "000141 010142 020143 0310\(uuid) 040131 7F00")
        #expect(
            record.content
                == .deviceInformation(
                    .init(vendor: "A", model: "B", uniqueName: "C", uuid: Bytes(hex(uuid)), firmware: "1")))
        #expect(record.contentProblems.isEmpty)
    }

    @Test(
        "every payload cut off at every byte is still described",
        arguments: [
            ("Sig", "200B020002AABB910001CC000175"),
            ("Di", "0001410101420201430401310310ABABABABABABABABABABABABABABABAB"),
            ("Hs", "1291020263721234510204616301013100"),
            ("Sp", "91010A55036E666370792E6F72675101085402656E6E66637079"),
            ("Hc", "0203612F620102"), ("T", "82656EFEFF00480069"), ("U", "0461"),
        ])
    func cut(type: String, payload: String) {
        let bytes = hex(payload)
        for length in 0..<bytes.count {
            let record = NDEFRecord(
                tnf: .wellKnown, type: Bytes(Array(type.utf8)), payload: Bytes(Array(bytes.prefix(length))))
            #expect(!record.kindName.isEmpty)
            #expect(!record.contentProblems.contains { $0.isEmpty || VisibleText.isHostile($0) })
        }
    }
}
