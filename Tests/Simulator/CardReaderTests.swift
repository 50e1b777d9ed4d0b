import Tags
import Testing

@testable import Simulator

@Suite("An ISO-DEP card on a simulated reader")
struct CardReaderTests {
    private static let message = hex("D1010C55046578616D706C652E636F6D")
    private static let uid = hex("04DE5F1EACC040")

    private static func card(ats: String = "067777710280", size: Int = 256) -> Type4Card {
        var card = Type4Card(uid: uid, message: message, size: size)
        card.ats = hex(ats)
        return card
    }

    // READERS.md 3.1: NTAG 424 DNA and DESFire, a card with no historical bytes.
    @Test(
        "has the ATR that PC/SC part 3 makes of its historical bytes", arguments: SimulatedProfile.all,
        [("067777710280", "3B8180018080"), ("0578805000", "3B80800101"), ("01", "3B80800101")])
    func atr(profile: SimulatedProfile, pair: (ats: String, atr: String)) throws {
        let bench = try CardBench(Self.card(ats: pair.ats), profile: profile)
        #expect(bench.channel.atr == hex(pair.atr))
        #expect(bench.reader.slot.atr == hex(pair.atr))
    }

    // ACR122U API V2.04, page 10.
    @Test("has its whole ATS in the ATR of a reader that puts it there")
    func wholeATS() throws {
        let profile = SimulatedProfile.acr122.with { $0.putsWholeATSInATR = true }
        #expect(
            try CardBench(Self.card(ats: "067577810280"), profile: profile).channel.atr == hex("3B86800106757781028000")
        )
    }

    @Test("gives its UID, and its ATS as the reader has it", arguments: SimulatedProfile.all)
    func data(profile: SimulatedProfile) throws {
        let bench = try CardBench(Self.card(), profile: profile)
        #expect(try bench.send("FFCA000000") == "04DE5F1EACC0409000")
        let ats = profile.name.hasPrefix("acr") ? "067777710280" : "80"
        #expect(try bench.send("FFCA010000") == ats + "9000")
        #expect(try bench.send("FFB0000410") == "6A81")
        #expect(try bench.send("FFD600040401020304") == "6A81")
    }

    // vectors/type4_cc.json, apdu_flow; the two bytes of NLEN and the message.
    @Test("is read by plain APDUs on every reader", arguments: SimulatedProfile.all, [16, 40, 246, 2000])
    func reads(profile: SimulatedProfile, size: Int) throws {
        let message = Array(repeating: UInt8(0xA5), count: size - 2)
        var card = Type4Card(uid: Self.uid, message: message, size: size)
        card.ats = hex("067777710280")
        let bench = try CardBench(card, profile: profile)
        #expect(try bench.send("00B000000F") == "6986")
        #expect(try bench.send("00A4000C02E104") == "6A82", "no application is selected")
        try bench.select("E103")
        #expect(try bench.send("00B0000002") == "000F9000")
        #expect(
            try bench.send("00B000020D") == "2000F600F60406E104" + Hex.string(Type4Card.big(size, 2)) + "00009000")
        try bench.select("E104")
        var read: [UInt8] = []
        while read.count < size {
            let part = try bench.send(
                [0x00, 0xB0] + Type4Card.big(read.count, 2) + [UInt8(min(246, size - read.count))])
            try #require(part.suffix(2) == [0x90, 0x00] && part.count > 2)
            read += part.dropLast(2)
        }
        #expect(read == Type4Card.big(size - 2, 2) + message)
    }

    @Test("takes long commands in blocks of its frame size", arguments: SimulatedProfile.all, [5, 7, 8])
    func chaining(profile: SimulatedProfile, frameCode: Int) throws {
        let bench = try CardBench(Self.card(ats: "0678805002" + "80").framed(frameCode), profile: profile)
        try bench.select("E104")
        let data = (0..<240).map { UInt8($0) }
        bench.reader.resetCosts()
        #expect(try bench.send([0x00, 0xD6, 0x00, 0x02, 240] + data) == [0x90, 0x00])
        let room = SimulatedCard.frameSizes[frameCode] - 3
        #expect(bench.reader.frames == (245 + room - 1) / room)
        #expect(bench.tag.type4?.files[0xE104]?[2..<242] == data[...])
    }

    @Test("is passed through the PN532 of an ACR122U by InDataExchange, and listed with its ATS")
    func throughPN532() throws {
        let bench = try CardBench(Self.card())
        #expect(try bench.send("FF00000004D44A0100") == "D54B0101034420" + "07" + "04DE5F1EACC040" + "0677777102809000")
        #expect(try bench.send("FF00000010D4400100A4040007D276000085010100") == "D5410090009000")
        #expect(try bench.send("FF0000000AD4400100A4000C02E104") == "D5410090009000")
        #expect(try bench.send("FF00000008D4400100B0000012").hasPrefix("D541000010D1010C"))
        // A block made by the host: the reader's next one has number 1, as three went before.
        #expect(try bench.send("FF00000008D4420300B0000002") == "D543000300109000" + "9000")
    }

    @Test("takes APDUs in a transparent session of layer 4, and its own frames in one of layer 3")
    func transparent() throws {
        let bench = try CardBench(Self.card(), profile: .part3)
        #expect(try bench.send("FFC2000002810000") == "C003009000" + "9000")
        #expect(try bench.send("FFC20002048F02000400").hasPrefix("C0030090005F51063B8180018080"))
        #expect(
            try bench.send("FFC200010F950D00A4040007D27600008501010000")
                == "C003009000920100960200009702" + "9000" + "9000")
        #expect(try bench.send("FFC20002048F02000300").hasPrefix("C003009000"))
        #expect(try bench.send("FFC200010B5F460440420F009502E05000").hasSuffix("9706" + "067777710280" + "9000"))
        #expect(try bench.send("FFC2000002820000") == "C003009000" + "9000")
        #expect(try bench.send("00A4040007D276000085010100") == "9000")
    }

    @Test("hears no command that the reader cannot carry")
    func limits() throws {
        var rules = Type4Rules()
        rules.extendedLengths = true
        let card = Type4Card(message: [], size: 4096, mostRead: 2048, mostWritten: 2048, rules: rules)
        let write = [0x00, 0xD6, 0x00, 0x02, 0x00, 0x03, 0xE8] + Array(repeating: UInt8(7), count: 1000)
        let small = try CardBench(card)
        try small.select("E104")
        #expect(throws: ChannelError.communication(code: PCSCCode.notTransacted)) { try small.send(write) }
        #expect(small.tag.type4 == card)
        #expect(throws: ChannelError.communication(code: PCSCCode.notTransacted)) { try small.send("00B00000000400") }
        #expect(try small.send("00B00000000064").count == 204)
        let large = try CardBench(card, profile: .acr1252)
        try large.select("E104")
        #expect(try large.send(write) == [0x90, 0x00])
        #expect(try large.send("00B00000000400").count == 2052)
    }

    @Test("is asked again for what got lost", arguments: 1...12)
    func lostFrames(frame: Int) throws {
        let data = (0..<200).map { UInt8($0) }
        for lose in [\SimulatedFaults.refusedFrame, \SimulatedFaults.unansweredFrame] {
            let bench = try CardBench(Self.card().framed(5))
            try bench.select("E104")
            bench.reader.faults[keyPath: lose] = frame
            #expect(try bench.send([0x00, 0xD6, 0x00, 0x02, 200] + data) == [0x90, 0x00])
            #expect(try bench.send([0x00, 0xB0, 0x00, 0x02, 200]) == data + [0x90, 0x00])
        }
    }

    @Test("forgets what was selected when another program resets it")
    func reset() throws {
        let bench = try CardBench(Self.card())
        try bench.select("E104")
        bench.reader.resetByAnotherProgram()
        #expect(throws: ChannelError.cardReset(code: PCSCCode.resetCard)) { try bench.send("00B0000002") }
        try bench.channel.reconnect(.reset)
        #expect(try bench.send("00B0000002") == "6986")
        for kind in [ResetKind.reset, .unpower] {
            try bench.select("E104")
            try bench.channel.reconnect(kind)
            #expect(try bench.send("00B0000002") == "6986")
        }
    }

    @Test("answers, or does not, as the exchange's fault says")
    func exchangeFaults() throws {
        let bench = try CardBench(Self.card())
        try bench.select("E104")
        bench.reader.faults.unansweredExchange = 1
        #expect(throws: ChannelError.communication(code: PCSCCode.notTransacted)) {
            try bench.send("00D60000020000")
        }
        #expect(try bench.send("00B0000002") == "00009000", "it was obeyed")
        bench.reader.faults.replacedExchange = 2
        bench.reader.faults.replacement = hex("6581")
        #expect(try bench.send("00B0000001") == "009000")
        #expect(try bench.send("00D60000020010") == "6581")
        #expect(try bench.send("00B0000002") == "00009000", "it was not heard")
    }

    @Test("costs the time of its blocks on air")
    func airTime() throws {
        let bench = try CardBench(Self.card().framed(8), profile: .acr1252)
        try bench.select("E104")
        bench.reader.resetCosts()
        _ = try bench.send("00B0000010")
        // TIMING.md 4.1: 1+9n+2 bits there, 1+9n+1 back, and the pauses; five bytes and prologue, eighteen and prologue.
        let bits = (1 + 9 * 8 + 2) + (1 + 9 * 21 + 1)
        let expected = (Double(bits * 128 + 1236 + 1172) / 13.56).rounded() + Double(CardMoment.thinking)
        #expect(abs(Double(bench.reader.airMicroseconds) - expected) <= 1)
    }
}

extension Type4Card {
    /// The same card with frames of this code.
    func framed(_ code: Int) -> Type4Card {
        var card = self
        card.ats[1] = card.ats[1] & 0xF0 | UInt8(code)
        return card
    }
}
