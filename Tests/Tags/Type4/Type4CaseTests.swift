import Testing

@testable import Tags

@Suite("Type 4 cards that people met")
struct Type4CaseTests {
    private func read(_ card: ModelCard) -> Reading { TagReader.readCard(.card(), channel: card) }

    @Test("every case of files is read as it must be", .enabled(if: SharedFiles.present))
    func files() throws {
        let cases = try SharedFiles.cases(area: "t4t").filter { $0["input"]["kind"].text == "t4t_files" }
        #expect(!cases.isEmpty)
        for item in cases {
            let id = try item.text("id")
            let reading = read(try ModelCard(item["input"]))
            #expect(reading.failure == nil, "\(id)")
            let ndef = try #require(reading.report.ndef, "\(id)")
            let expected = item["expected"]
            switch try expected.text("ndef_state") {
            case "ok": #expect(ndef.state == .message && ndef.problems.isEmpty, "\(id): \(ndef.problems)")
            case "ok_with_warning": #expect(ndef.state == .message && !ndef.problems.isEmpty, "\(id)")
            case "empty": #expect(ndef.state == .empty, "\(id)")
            case "none": #expect(ndef.state == .unformatted, "\(id)")
            case "error": #expect([.invalid, .unformatted].contains(ndef.state) && !ndef.problems.isEmpty, "\(id)")
            default: #expect(!ndef.problems.isEmpty, "\(id)")
            }
            if let bytes = expected["ndef_hex"].bytes { #expect(ndef.raw ?? [] == bytes, "\(id)") }
            if let size = expected["max_message_bytes"].number { #expect(ndef.capacity?.maximum == size, "\(id)") }
            for warning in expected["warnings"].list {
                #expect(ndef.problems.contains(warning.text ?? ""), "\(id): \(warning) in \(ndef.problems)")
            }
            if let words = expected["writable"].text {
                #expect(reading.report.messageFile?.access.write.words == words, "\(id)")
            }
            let others = reading.report.container?.files.filter { !$0.isMessage }.map(\.words) ?? []
            #expect(others == expected["other_files"].list.compactMap(\.text), "\(id)")
        }
    }

    @Test(
        "an old card without Le and with P2 00 is found by its mapping 1.0 name (T4T-010)",
        .enabled(if: SharedFiles.present))
    func oldCard() throws {
        let card = TraceCard(try trace("T4T-010"))
        let report = TagReader.readCard(.card(), channel: card).report
        #expect(Array(card.sent.prefix(5)) == (try trace("T4T-010")["steps"].list.compactMap { $0["c"].text }))
        #expect(report.container?.versionWords == "1.0")
        #expect(report.findings.contains { $0.sentence.contains("mapping version 1.0") })
    }

    @Test(
        "the container is read with a short Le of 15, and MLe bounds what follows (T4T-012)",
        .enabled(if: SharedFiles.present))
    func shortRead() throws {
        let card = TraceCard(try trace("T4T-012"), also: ["00A4000C02E104": "9000"])
        let report = TagReader.readCard(.card(), channel: card).report
        #expect(!card.sent.contains("00B00000000000"))
        #expect(report.container?.readChunk == 246)
        #expect(card.sent.contains("00B00000F6"))
    }

    @Test("a length that the card corrects is asked for again (T4T-014)", .enabled(if: SharedFiles.present))
    func correctedLength() throws {
        let card = TraceCard(try trace("T4T-014"))
        let answer = try APDUSession(card).send(CommandAPDU(0x00, 0xB0, 0x00, 0x00, expected: 256))
        #expect(answer.data.count == 15)
        #expect(card.sent == ["00B0000000", "00B000000F"])
    }

    @Test(
        "P2 0C is tried first, and an answer with data to P2 00 is taken (T4T-016)", .enabled(if: SharedFiles.present))
    func fileInformation() throws {
        let channel = TraceCard(try trace("T4T-016"))
        let card = Type4Files(APDUSession(channel))
        #expect(try card.select(0xE103) == nil)
        #expect(try card.read(0xE103, offset: 0, count: 15).data.count == 15)
        #expect(channel.sent == ["00A4000C02E103", "00A4000002E103", "00B000000F"])
    }

    @Test(
        "what a card answers before anything is selected is never decoded (T4T-020)", .enabled(if: SharedFiles.present))
    func garbage() throws {
        let card = TraceCard(try trace("T4T-020"))
        let report = TagReader.readCard(.card(), channel: card).report
        #expect(report.ndef?.state == .unformatted)
        #expect(report.ndef?.raw == nil)
        #expect(card.sent.allSatisfy { $0.hasPrefix("00A4") })
    }

    @Test("looking what a card is begins with a command that is allowed (T4T-024)", .enabled(if: SharedFiles.present))
    func firstCommand() throws {
        let item = try #require(try SharedFiles.cases(area: "t4t").first { $0["id"].text == "T4T-024" })
        let card = try ModelCard(item["input"]["tag"])
        _ = try TagReader.identify(link: ScriptedLink([]), channel: card)
        let first = try #require(card.sent.first)
        #expect(item["expected"]["first_apdu_allowed"].list.contains { first.hasPrefix($0.text ?? "-") })
        for never in item["expected"]["must_not_send"].list { #expect(!card.sent.contains(never.text ?? "")) }
    }

    @Test("an NTAG 424 DNA is never called DESFire (SDM-019)", .enabled(if: SharedFiles.present))
    func version() throws {
        let cases = try SharedFiles.cases(area: "ntag424").filter { $0["expected"]["ic"].isPresent }
        #expect(!cases.isEmpty)
        for item in cases {
            let steps = item["input"]["steps"].list
            let card = ScriptedCard(
                [.answer("FFCA000000", "04A1B2C3D4E5F69000"), .answer("FFCA010000", "6A81")]
                    + steps.map { .answer($0["c"].text ?? "", $0["r"].text ?? "") })
            let identity = try TagReader.identify(link: ScriptedLink([]), channel: card)
            #expect(identity.chipName == item["expected"]["ic"].text)
            #expect(identity.type == .type4)
            card.expectFinished()
        }
    }

    private func trace(_ id: String) throws -> JSON {
        try #require(try SharedFiles.cases(area: "t4t").first { $0["id"].text == id })["input"]
    }
}
