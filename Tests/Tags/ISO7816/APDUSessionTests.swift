import Testing

@testable import Tags

@Suite("A session with a card")
struct APDUSessionTests {
    private let read = CommandAPDU(0x00, 0xB0, 0x00, 0x00, expected: 256)

    @Test("61xx is followed until all is there, and 6Cxx by the right length")
    func following() throws {
        let card = ScriptedCard([
            .answer("00B0000000", "AABB6102"), .answer("00C0000002", "CCDD9000"),
            .answer("00B0000000", "6C0F"), .answer("00B000000F", "000F20003B00340406E104010000009000"),
            .answer("00B0000000", "6110"), .answer("00C0000010", "6C02"), .answer("00C0000002", "11229000"),
        ])
        let session = APDUSession(card)
        #expect(try session.send(read) == ResponseAPDU(data: [0xAA, 0xBB, 0xCC, 0xDD], status: .ok))
        #expect(try session.send(read).data.count == 15)
        #expect(try session.send(read).data == [0x11, 0x22])
        card.expectFinished()
    }

    @Test(
        "a card that never comes to an end is left after a bounded number of exchanges",
        arguments: [0x6100, 0x6101, 0x61FF, 0x6C00, 0x6C0F, 0x91AF, 0x9000] as [UInt16], [0, 1, 16, 256])
    func endless(word: UInt16, size: Int) {
        let card = StubbornCard { _ in Array(repeating: 0xA5, count: size) + [UInt8(word >> 8), UInt8(word & 0xFF)] }
        let session = APDUSession(card)
        _ = try? session.send(read)
        _ = try? session.native(0x60)
        #expect(card.count <= APDUSession.mostAnswers + 70)
    }

    @Test("native frames are put together; a chain that another program broke is taken again from its start, once")
    func nativeFrames() throws {
        let card = ScriptedCard([
            .answer("9060000000", "04040191AF"), .answer("90AF000000", "911C"),
            .answer("9060000000", "04040191AF"), .answer("90AF000000", "04040291AF"), .answer("90AF000000", "049100"),
            .answer("9060000000", "04040191AF"), .answer("90AF000000", "911C"),
            .answer("9060000000", "04040191AF"), .answer("90AF000000", "911C"),
        ])
        let session = APDUSession(card)
        #expect(try session.native(0x60) == ResponseAPDU(data: [4, 4, 1, 4, 4, 2, 4], status: .nativeOK))
        #expect(try session.native(0x60).status == 0x911C)
        card.expectFinished()
    }

    @Test("data that is too long for one command goes as a chain, and stops where a part is refused")
    func chaining() throws {
        let data = Array(repeating: UInt8(0x5A), count: 300)
        let long = CommandAPDU(0x00, 0xD6, 0x00, 0x00, data: data)
        let first = "10D60000FF" + Hex.string(data.prefix(255))
        let card = ScriptedCard([
            .answer(first, "9000"), .answer("00D600002D" + Hex.string(data.dropFirst(255)), "9000"),
            .answer(first, "6884"),
        ])
        let session = APDUSession(card)
        #expect(try session.send(long).status == .ok)
        #expect(try session.send(long).status == 0x6884)
        card.expectFinished()
    }

    @Test("after a reset a reading is repeated on the same card, with the same file selected")
    func recovery() throws {
        let card = ScriptedCard([
            .fails("00B0000000", .cardReset(code: 1)), .reconnect, .answer("FFCA000000", "041122334455669000"),
            .answer("00A4000C02E104", "9000"), .answer("00B0000000", "00009000"),
        ])
        let session = APDUSession(card, uid: [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66])
        session.selection = [CommandAPDU(0x00, 0xA4, 0x00, 0x0C, data: [0xE1, 0x04])]
        #expect(try session.send(read).data == [0, 0])
        card.expectFinished()
    }

    @Test("after a reset nothing is repeated that writes, authenticates, or follows an authentication")
    func noRepeat() {
        for command in [
            CommandAPDU(0x00, 0xD6, 0x00, 0x00, data: [0]), .native(0x71, [0]), .native(0x77, [0]), .native(0xC4, [0]),
            .native(0x5F), .native(0x5C), .native(0x8D), .native(0xAF),
        ] {
            let session = APDUSession(ScriptedCard([.fails(Hex.string(command.bytes), .cardReset(code: 1))]), uid: [4])
            #expect(throws: APDUError.channel(.cardReset(code: 1))) { try session.send(command) }
        }
        let authenticated = APDUSession(ScriptedCard([.fails("00B0000000", .cardReset(code: 1))]), uid: [4])
        authenticated.isAuthenticated = true
        #expect(throws: APDUError.channel(.cardReset(code: 1))) { try authenticated.send(read) }
    }

    @Test("after a reset another card is never taken for the one there was")
    func otherCard() {
        let other = APDUSession(
            ScriptedCard([
                .fails("00B0000000", .cardReset(code: 1)), .reconnect, .answer("FFCA000000", "049999999999999000"),
            ]), uid: [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66])
        #expect(throws: APDUError.otherCard) { try other.send(read) }
    }

    @Test("an answer without a status word is no answer", arguments: ["", "90"])
    func nonsense(answer: String) {
        let session = APDUSession(ScriptedCard([.answer("00B0000000", answer)]))
        #expect(throws: APDUError.nonsense(Hex.bytes(answer) ?? [])) { try session.send(read) }
    }
}

extension APDUSessionTests {
    @Test(
        "a reading that gets nothing, or a reader's word for nothing, is tried again on the same card",
        arguments: ["", "6300", "6F00"])
    func silence(answer: String) throws {
        let card = ScriptedCard([
            .answer("00B0000000", answer), .reconnect, .answer("FFCA000000", "041122334455669000"),
            .answer("00B0000000", "00009000"),
        ])
        let session = APDUSession(card, uid: [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66])
        #expect(try session.send(CommandAPDU(0x00, 0xB0, 0x00, 0x00, expected: 256)).data == [0, 0])
        card.expectFinished()
    }

    @Test("a card that does not even tell its UID any more is gone", arguments: ["", "90"])
    func gone(answer: String) {
        let card = ScriptedCard([.answer("00B0000000", ""), .reconnect, .answer("FFCA000000", answer)])
        let session = APDUSession(card, uid: [4])
        #expect(throws: APDUError.channel(.cardRemoved(code: 0))) {
            try session.send(CommandAPDU(0x00, 0xB0, 0x00, 0x00, expected: 256))
        }
    }
}
