import Tags
import Testing

@testable import Simulator

@Suite("The links of a simulated NTAG 424 DNA")
struct NTAG424LinkTests {
    private static func card(limit: Int? = nil) -> SimulatedDNA {
        var card = SimulatedDNA()
        card.keys[1].value = key(0x11)
        card.keys[2].value = key(0x22)
        var sdm = NTAG424FileSettings.SDM(options: limit == nil ? 0xC1 : 0xE1, access: 0x12F1)
        sdm.piccOffset = 10
        sdm.macInputOffset = 50
        sdm.macOffset = 50
        sdm.limit = limit
        card.files[1].settings = NTAG424FileSettings(mode: .plain, access: 0xE000, sdm: sdm)
        return card
    }

    private static func counter(in file: [UInt8]) throws -> Int {
        let digits = String(decoding: file[10..<42], as: UTF8.self)
        let plain = try #require(BlockCipher.aes128.decrypt(hex(digits), key: key(0x11)))
        #expect(plain[0] == 0xC7 && Array(plain[1..<8]) == SimulatedDNA.publishedUID)
        return NTAG424FileSettings.number(plain[8..<11])
    }

    @Test("count the first read after another command, and no read that goes on", arguments: SimulatedProfile.all)
    func counting(profile: SimulatedProfile) throws {
        let host = try NTAG424Host(Self.card(), profile: profile)
        for tap in 1...20 {
            try host.bench.select("E104")
            #expect(try host.send("00B0000002") == "00009000")
            let whole = try host.bench.send(hex("00B00000" + "80"))
            #expect(try Self.counter(in: whole) == tap)
            let mac = String(decoding: whole[50..<66], as: UTF8.self)
            let keys = SDMKeys(
                key: key(0x22), uid: host.card.uid, counter: NTAG424FileSettings.little(tap, 3), lrp: false)
            #expect(mac == Hex.string(keys.mac([])))
        }
        #expect(host.card.readCounter == 20)
        let whole = try host.bench.send(hex("00B0000000"))
        #expect(host.card.readCounter == 20)
        var pieces: [UInt8] = []
        for offset in stride(from: 0, to: 256, by: 32) {
            pieces += try host.bench.send([0x00, 0xB0, 0x00, UInt8(offset), 32]).dropLast(2)
        }
        #expect(pieces == Array(whole.dropLast(2)), "pieces show the same random bytes")
        #expect(try host.send("90AD0000070200000000000000").hasSuffix("9100"))
        #expect(host.card.readCounter == 21, "the other command reads anew")
        #expect(try host.send("90AD000007" + "02" + "100000" + "000000" + "00").hasSuffix("9100"))
        #expect(host.card.readCounter == 21)
        #expect(try host.send("90F50000010200").hasSuffix("9100"))
        #expect(try host.send("90AD000007" + "02" + "000000" + "010100" + "00") == "91BE")
        #expect(host.card.readCounter == 21, "a reading that is refused is none")
        #expect(try host.send("90AD0000070200000000000000").hasSuffix("9100"))
        #expect(host.card.readCounter == 22)
    }

    @Test("are neither made nor counted for whoever has proved a key")
    func authenticated() throws {
        var card = Self.card()
        card.files[1].content = Array(repeating: 0x30, count: 256)
        let host = try NTAG424Host(card)
        try host.authenticate(0)
        let head = [2] + NTAG424FileSettings.little(0, 3) + NTAG424FileSettings.little(64, 3)
        #expect(try host.command(0xAD, head, [], .plain).data == Array(repeating: 0x30, count: 64))
        #expect(host.card.readCounter == 0)
    }

    @Test("end at their limit, by either command, and begin anew when SDM is enabled anew")
    func limits() throws {
        let host = try NTAG424Host(Self.card(limit: 3))
        try host.bench.select("E104")
        for _ in 1...3 {
            #expect(try host.send("00B0000001") == "009000")
            #expect(try host.send("00A4000C02E104") == "9000")
        }
        #expect(try host.send("00B0000001") == "6982")
        #expect(try host.send("90AD0000070200000001000000") == "919D")
        #expect(host.card.readCounter == 3)
        try host.authenticate(0)
        #expect(
            try host.command(0x5F, [2], hex("4000E0E1F1120A0000320000320000030000")).status == "919E", "no way back")
        try host.authenticate(0)
        #expect(try host.command(0x5F, [2], hex("4000E0E1F1120A0000320000320000040000")).status == "9100")
        #expect(host.card.readCounter == 3)
        #expect(try host.command(0x5F, [2], hex("0000E0")).status == "9100")
        #expect(try host.command(0x5F, [2], hex("4000E0E1F1120A0000320000320000030000")).status == "9100")
        #expect(host.card.readCounter == 0)
    }

    @Test("tell their counter to whom the right says")
    func counters() throws {
        let host = try NTAG424Host(Self.card())
        host.card.readCounter = 0x012345
        #expect(try host.send("90F60000010200") == "91AE")
        try host.authenticate(1, key(0x11))
        #expect(try host.command(0xF6, [2]).data == hex("4523010000"))
        #expect(try host.command(0xF6, [3]).status == "919D")
        host.card.files[1].settings.sdm?.access = 0x12FF
        try host.authenticate(1, key(0x11))
        #expect(try host.command(0xF6, [2]).status == "919D")
        host.card.files[1].settings.sdm?.access = 0x12FE
        #expect(try host.send("90F60000010200") == "45230100009100")
    }

    @Test("show what a TagTamper's loop says, for good once it was open")
    func tamper() throws {
        var card = SimulatedDNA(tagTamper: true)
        var sdm = NTAG424FileSettings.SDM(options: 0x49, access: 0xFFFF)
        sdm.tamperOffset = 4
        card.files[1].settings = NTAG424FileSettings(mode: .plain, access: 0xE000, sdm: sdm)
        try card.files[1].settings.check(for: card.files[1], of: card)
        let host = try NTAG424Host(card)
        #expect(try host.send("90F7000000") == "49499100")
        try host.authenticate(0)
        #expect(try host.command(0x5C, [0x07], [0x01, 0x02]).status == "9100")
        try host.bench.select("E104")
        #expect(try host.send("00B0000402") == "43439000")
        host.card.tamper?.isOpen = true
        #expect(try host.send("00B0000402") == "4F4F9000")
        host.card.tamper?.isOpen = false
        #expect(try host.send("00B0000402") == "4F439000")
        #expect(try host.send("90F7000000") == "91AE")
        try host.authenticate(2)
        #expect(try host.command(0xF7).data == hex("4F43"))
        try host.authenticate(0)
        #expect(try host.command(0x5C, [0x07], [0x00, 0x0E]).status == "9100")
        #expect(host.card.tamper?.enabled == true)
    }

    @Test("come back with everything else from the tag's state, and nothing else is taken for one")
    func state() throws {
        var card = Self.card(limit: 9)
        card.tamper = SimulatedDNA.Tamper()
        card.tamper?.wasOpen = true
        card.hardwareVersion[2] = 0x08
        card.readCounter = 5
        card.keys[3] = SimulatedDNA.Key(value: key(3), version: 9)
        card.keys[3].failures = 17
        card.keys[3].failuresInRow = 60
        card.keys[3].waited = 4
        card.randomID = true
        card.usesLRP = true
        card.refusesChainedWriting = true
        card.userCapabilities = [1, 2]
        card.failureCounting = SimulatedDNA.FailureCounting(enabled: false, limit: 7, decrement: 2)
        card.strongBackModulation = false
        card.originalityKeys[2] = key(0x77)
        card.files[1].content[3] = 0x33
        let tag = SimulatedTag(ntag424: card, name: "x")
        let back = try #require(SimulatedTag(name: "x", encodedState: tag.encodedState()))
        #expect(back.ntag424 == card && back.kind == .ntag424(tagTamper: true) && back.uid == card.uid)
        let whole = tag.encodedState()
        for length in stride(from: 0, to: whole.count - 1, by: 3) {
            #expect(SimulatedTag(name: "x", encodedState: Array(whole.prefix(length))) == nil)
        }
    }

    @Test("and every other command of any bytes get an answer with a status word", arguments: 0..<20)
    func anyCommand(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let host = try NTAG424Host(Self.card())
        let instructions: [UInt8] = [
            0x71, 0x77, 0xAF, 0x60, 0x51, 0x3C, 0x64, 0xF5, 0xF6, 0x5F, 0xAD, 0x8D, 0xC4, 0x5C, 0xF7,
        ]
        for round in 0..<300 {
            if round.isMultiple(of: 40) {
                try host.authenticate(UInt8(round / 40 % 5), host.card.keys[round / 40 % 5].value)
            }
            let body = generator.bytes(Int.random(in: 0...40, using: &generator))
            let isNative = Bool.random(using: &generator)
            let instruction = (isNative ? instructions : [0xA4, 0xB0, 0xD6]).randomElement(using: &generator) ?? 0
            let parameters = isNative ? [0, 0] : generator.bytes(2)
            let answer = try host.bench.send(
                [isNative ? 0x90 : 0x00, instruction] + parameters + [UInt8(body.count)] + body + [0])
            #expect(answer.count >= 2)
        }
    }
}
