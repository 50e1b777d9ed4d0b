import Testing

@testable import Tags

@Suite("Reading cards with files")
struct Type4ReadTests {
    static let message: [UInt8] = [0xD1, 0x01, 0x0C, 0x55, 0x04] + Array("example.com".utf8)
    static let ntagVersion = "04040230001105" + "04040201021105" + "04A1B2C3D4E5F6CF3D3FB1402021"

    static func file(_ size: Int, holding message: [UInt8] = message, extended: Bool = false) -> [UInt8] {
        let head: [UInt8] = [UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
        let bytes = (extended ? [0, 0] : []) + head + message
        return bytes + Array(repeating: 0, count: max(0, size - bytes.count))
    }

    static func ntag424() -> ModelCard {
        var rules = ModelCard.Rules()
        rules.applications = [Type4Names.applicationV2, Type4Names.applicationV1]
        rules.native = [
            "9060000000": "0404023000110591AF", "90AF000000": "04A1B2C3D4E5F6CF3D3FB14020219100",
        ]
        let container = Hex.bytes("001720010000FF0406E104010000000506E10500808283") ?? []
        return ModelCard(
            container: container + Array(repeating: 0, count: 9),
            files: [0xE104: file(256), 0xE105: Array(repeating: 0, count: 128)], rules: rules)
    }

    private func plain(_ container: String, _ files: [UInt16: [UInt8]], _ rules: ModelCard.Rules = .init()) -> ModelCard
    {
        ModelCard(container: Hex.bytes(container) ?? [], files: files, rules: rules)
    }

    @Test("the message of a 256-byte file of an NTAG 424 DNA costs five exchanges after the UID")
    func fewExchanges() {
        let card = Self.ntag424()
        let reading = TagReader.readMessage(.card(), over: APDUSession(card))
        #expect(reading.failure == nil)
        #expect(reading.report.ndef?.raw == Self.message)
        #expect(
            card.sent == [
                "00A4040007D276000085010100", "00A4000C02E103", "00B000000F", "00A4000C02E104", "00B0000000",
            ])
    }

    @Test("a full look names all files, what is known of each, and who may do what")
    func fullLook() throws {
        let card = Self.ntag424()
        let report = TagReader.readCard(.card(), channel: card).report
        #expect(report.files.map(\.name) == ["E103 CC", "E104 NDEF", "E105 proprietary"])
        #expect(report.files.map(\.size) == [23, 256, 128])
        #expect(report.files.map { $0.content.count } == [23, 256, 0])
        #expect(
            report.file(0xE105)?.access.words == "read proprietary condition 0x82, write proprietary condition 0x83")
        #expect(report.ndef?.capacity?.how == "file E104 of 256 bytes by the CC, less the length field NLEN (2)")
        #expect(!card.sent.contains("00A4000C02E105"))
    }

    @Test("every way of a card to take SELECT is found", arguments: 0..<16)
    func selection(way: Int) {
        var rules = ModelCard.Rules()
        rules.refusesLe = way & 1 != 0
        rules.needsLe = way & 1 == 0 && way & 2 != 0
        rules.fileP2 = way & 4 != 0 ? [0x00] : [0x0C]
        rules.applications = [way & 8 != 0 ? Type4Names.applicationV1 : Type4Names.applicationV2]
        let card = plain("000F20003B00340406E10401000000", [0xE104: Self.file(256)], rules)
        #expect(TagReader.readCard(.card(), channel: card).report.ndef?.raw == Self.message)
    }

    @Test("a message of every size is read whole with every MLe", arguments: [1, 2, 3, 15, 59, 246, 256])
    func everySize(chunk: Int) {
        for count in [0, 1, 13, 14, 57, 58, 253, 254, 255, 600] {
            let message = Array(repeating: UInt8(0x5A), count: count)
            let size = count + 2
            let container: [UInt8] = [
                0, 15, 0x20, UInt8(chunk >> 8), UInt8(chunk & 0xFF), 0, 52, 4, 6, 0xE1, 4, UInt8(size >> 8),
                UInt8(size & 0xFF), 0, 0,
            ]
            var rules = ModelCard.Rules()
            rules.mostRead = max(15, chunk)
            let card = ModelCard(container: container, files: [0xE104: Self.file(size, holding: message)], rules: rules)
            let report = TagReader.readCard(.card(), channel: card).report
            #expect(report.messageFile?.content.bytes(in: 2..<size) == message)
            #expect(report.ndef?.capacity?.used == count)
        }
    }

    @Test("a file of mapping 3.0 with four bytes of length is read, also past 7FFF with an offset object")
    func extended() throws {
        let message = (0..<40_000).map { UInt8(truncatingIfNeeded: $0) }
        var file: [UInt8] = [0, 0, UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
        file += message + Array(repeating: 0, count: 100)
        let card = plain("001130010000FF0608E104000100000000", [0xE104: file])
        let report = TagReader.readCard(.card(), channel: card).report
        #expect(report.ndef?.raw == message)
        #expect(report.ndef?.capacity?.maximum == 65_532)
        #expect(card.sent.contains { $0.hasPrefix("00B10000055403008000") })
        #expect(!card.sent.contains { $0.hasPrefix("00B08") })
    }

    @Test("a length larger than the file is told, and never read without end", arguments: [255, 256, 768, 0xFFFF])
    func longLength(length: Int) throws {
        var file = Self.file(256)
        file.replaceSubrange(0..<2, with: [UInt8(length >> 8), UInt8(length & 0xFF)])
        let card = plain("000F20003B00340406E10401000000", [0xE104: file])
        let ndef = try #require(TagReader.readCard(.card(), channel: card).report.ndef)
        #expect(ndef.state == .invalid)
        #expect(ndef.problems.contains("NLEN \(length) + 2 exceeds the declared file size 256"))
        #expect(card.sent.count < 20)
    }

    @Test("a claim of 4 GiB costs neither memory nor time")
    func hostileSize() throws {
        let card = plain("001130003B00340608E104FFFFFFFF0000", [0xE104: [0xFF, 0xFF, 0xFF, 0xFF] + Self.message])
        let reading = TagReader.readCard(.card(), channel: card)
        #expect(reading.report.ndef?.state == .invalid)
        #expect(card.sent.count < 20)
    }

    @Test(
        "a card that answers everything with the same ends",
        arguments: ["9000", "6100", "6C00", "91AF", "AA9000", "6F00", "6282", ""])
    func stubborn(answer: String) {
        let card = StubbornCard { _ in Hex.bytes(answer) ?? [] }
        _ = TagReader.readCard(.card(), channel: card)
        _ = try? TagReader.identify(link: ScriptedLink([]), channel: card)
        #expect(card.count < 20_000)
    }

    @Test(
        "a good container with every stubborn answer to reading ends",
        arguments: ["9000", "AA9000", "6100", "6C3B", "6282", "AA6282"])
    func stubbornFile(answer: String) {
        var selected = ""
        let card = StubbornCard { apdu in
            let text = Hex.string(apdu)
            if text.hasPrefix("00A4000C02") { selected = String(text.suffix(4)) }
            if text.hasPrefix("00A4") { return [0x90, 0x00] }
            if selected == "E103" { return (Hex.bytes("000F20003B00340406E104FFFF0000") ?? []) + [0x90, 0x00] }
            return Hex.bytes(answer) ?? []
        }
        let report = TagReader.readCard(.card(), channel: card).report
        #expect(report.container != nil)
        #expect(report.ndef?.state != .message)
        #expect(card.count < 5_000)
    }

    @Test("what a card closes is told as closed, and the rest is read all the same")
    func closed() throws {
        var rules = ModelCard.Rules()
        rules.closedForReading = [0xE104]
        let card = plain(
            "001720003B00340406E104010080800506E10500200000", [0xE104: Self.file(256), 0xE105: Self.file(32)], rules)
        let report = TagReader.readCard(.card(), channel: card).report
        #expect(report.ndef?.state == .protected)
        #expect(report.messageFile?.unreadWords == "the card refused: 6982: not allowed without a right")
        #expect(report.file(0xE105)?.content.count == 32)
    }

    @Test("a card without an NDEF application, container or file is unformatted, and its words say which")
    func unformatted() {
        var rules = ModelCard.Rules()
        rules.applications = []
        let none = TagReader.readCard(.card(), channel: plain("000F20003B00340406E10401000000", [:], rules)).report
        #expect(none.ndef?.state == .unformatted)
        #expect(none.ndef?.problems == ["the card has no NDEF application (6A82: no such file or block)"])
        let blank = TagReader.readCard(.card(), channel: plain("000000000000000000000000000000", [:])).report
        #expect(blank.ndef?.problems == ["the CC file was never written"])
        let missing = TagReader.readCard(.card(), channel: plain("000F20003B00340406E10401000000", [:])).report
        #expect(missing.ndef?.state == .invalid)
    }

    @Test("a card that refuses to be read past what it holds is read by its length")
    func shortFile() {
        var rules = ModelCard.Rules()
        rules.refusesPastEnd = true
        let card = plain("000F20003B00340406E10401000000", [0xE104: Self.file(0)], rules)
        #expect(TagReader.readCard(.card(), channel: card).report.ndef?.raw == Self.message)
    }

    @Test("a TLV in a Type 4 file is recognised as the mistake it is")
    func tlvInFile() throws {
        var file: [UInt8] = [0x03, 0x10] + Self.message + [0xFE]
        file += Array(repeating: 0, count: 256 - file.count)
        let card = plain("000F20003B00340406E10401000000", [0xE104: file])
        let ndef = try #require(TagReader.readCard(.card(), channel: card).report.ndef)
        #expect(ndef.problems.contains { $0.contains("a TLV of a Type 2 tag") })
    }

    @Test("cancelling stops between two commands, and what was learned is kept")
    func cancelling() {
        var left = 3
        let reading = TagReader.readCard(.card(), channel: Self.ntag424()) { _ in
            left -= 1
            return left > 0
        }
        #expect(reading.failure == .cancelled)
        #expect(reading.report.container != nil)
    }
}

@Suite("What a card is")
struct Type4IdentificationTests {
    @Test(
        "GetVersion names the chip",
        arguments: [
            ("04040230001105", "NTAG 424 DNA"), ("04040830001105", "NTAG 424 DNA TT"),
            ("04040210001105", "NTAG 413 DNA"),
            ("04010101001A05", "MIFARE DESFire EV1 8K"), ("04010112001A05", "MIFARE DESFire EV2 8K"),
            ("04010133001805", "MIFARE DESFire EV3 4K"), ("04010133001C05", "MIFARE DESFire EV3 16K"),
            ("04010100021805", "MIFARE DESFire 4K"), ("04080130001305", "MIFARE DESFire Light"),
            ("04020111001805", "MIFARE Plus EV1 4K"), ("04020122001605", "MIFARE Plus EV2 2K"),
            ("04810142001A05", "MIFARE DESFire 8K"),
        ])
    func names(hardware: String, name: String) throws {
        let version = try #require(NativeVersion(try hex(hardware + hardware)))
        #expect(version.chipName == name)
    }

    @Test("an answer to GetVersion with one byte more or less is taken", arguments: 21...31)
    func lengths(count: Int) throws {
        let bytes = try hex(Type4ReadTests.ntagVersion) + [0, 0, 0]
        #expect(NativeVersion(Array(bytes.prefix(count)))?.chipName == "NTAG 424 DNA")
    }

    @Test("a card without GetVersion is told by its applications, by selecting alone")
    func applications() throws {
        for application in Type4Identification.applications {
            var rules = ModelCard.Rules()
            rules.applications = [application.name]
            let card = ModelCard(container: [], files: [:], rules: rules)
            let identity = try TagReader.identify(link: ScriptedLink([]), channel: card)
            #expect(identity.chipName == application.chip)
            #expect(card.sentToCard.allSatisfy { $0.hasPrefix("00A40400") || $0 == "9060000000" })
        }
        var rules = ModelCard.Rules()
        rules.applications = []
        let unknown = try TagReader.identify(
            link: ScriptedLink([]), channel: ModelCard(container: [], files: [:], rules: rules))
        #expect(unknown.chipName == "ISO 14443-4 card")
    }

    @Test("a random UID is told as one")
    func randomUID() {
        let report = TagReader.readCard(.card([0x08, 0xA1, 0xB2, 0xC3]), channel: Type4ReadTests.ntag424()).report
        #expect(report.identity.hasRandomUID)
        #expect(report.findings.contains { $0.sentence.contains("random") })
    }

    @Test("answers to select are taken apart, whole or only their historical bytes")
    func answersToSelect() throws {
        let ntag = AnswerToSelect(try hex("067777710280"))
        #expect(ntag.frameSize == 128)
        #expect(ntag.waitingExponent == 7)
        #expect(ntag.historical == [0x80])
        #expect(ntag.words.contains("frames of up to 128 bytes"))
        #expect(ntag.words.contains("answers within 39 ms"))
        #expect(AnswerToSelect(try hex("067577810280")).frameSize == 64)
        #expect(AnswerToSelect([0x80]).historical == [0x80])
        #expect(AnswerToSelect([]).words.isEmpty)
        for count in 0...12 { _ = AnswerToSelect([UInt8](repeating: UInt8(count), count: count)).words }
    }
}
