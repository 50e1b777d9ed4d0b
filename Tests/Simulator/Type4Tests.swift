import Tags
import Testing

@testable import Simulator

/// A card on a reader, driven by APDUs.
struct CardBench {
    let reader: SimulatedReader
    let tag: SimulatedTag
    let channel: any CardChannel

    init(_ tag: SimulatedTag, profile: SimulatedProfile = .acr122, seed: UInt64 = 1) throws {
        self.tag = tag
        reader = SimulatedReader(profile: profile, seed: seed)
        reader.insert(tag)
        channel = try reader.connect()
    }

    init(_ card: Type4Card, profile: SimulatedProfile = .acr122, seed: UInt64 = 1) throws {
        try self.init(SimulatedTag(type4: card), profile: profile, seed: seed)
    }

    /// The answer in hex.
    func send(_ command: String) throws -> String { Hex.string(try channel.transmit(hex(command))) }
    func send(_ command: [UInt8]) throws -> [UInt8] { try channel.transmit(command) }

    /// SELECT of the NDEF application and a file.
    func select(_ file: String) throws {
        try #require(try send("00A4040007D276000085010100") == "9000")
        try #require(try send("00A4000C02" + file) == "9000")
    }
}

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

@Suite("Type 4 cards that people reported", .enabled(if: SharedFiles.available))
struct ReportedCardTests {
    @Test("are played with their container and files")
    func files() throws {
        var tried = 0
        for item in try SharedFiles.allCases() {
            guard let input = item["input"] as? [String: Any], input["kind"] as? String == "t4t_files",
                let container = input["cc"] as? String, let files = input["files"] as? [String: String]
            else { continue }
            let contents = Dictionary(
                uniqueKeysWithValues: files.map { (UInt16($0.key, radix: 16) ?? 0, hex($0.value)) })
            let bench = try CardBench(Type4Card(container: hex(container), files: contents), profile: .acr1252)
            try bench.select("E103")
            #expect(try bench.send("00B000000F") == String(container.prefix(30)) + "9000")
            try bench.select("E104")
            #expect(try bench.send("00B0000002") == (files["E104"] ?? "").prefix(4) + "9000")
            tried += 1
        }
        #expect(tried >= 5)
    }

    /// What each trace presupposes of the card.
    private static let rules: [String: Type4Rules] = [
        "T4T-010": .firstVersion,
        "T4T-014": {
            var rules = Type4Rules()
            rules.readingOn = .exactLength
            return rules
        }(),
        "T4T-016": {
            var rules = Type4Rules()
            rules.template = hex("6F088003010F00820101")
            return rules
        }(),
        "T4T-020": {
            var rules = Type4Rules()
            rules.unselectedRead = hex("040020810A000015070000610A00001F07")
            return rules
        }(),
    ]

    @Test("answer as they were reported")
    func traces() throws {
        var tried = 0
        for item in try SharedFiles.allCases() where item["area"] as? String == "t4t" {
            guard let id = item["id"] as? String, let input = item["input"] as? [String: Any],
                let steps = input["steps"] as? [[String: String]],
                Self.rules[id] != nil || id == "T4T-012"
            else { continue }
            // The container is the one the trace ends with.
            let read = steps.compactMap { $0["r"] }.first { $0.hasPrefix("000F") }.map { hex(String($0.dropLast(4))) }
            let container = read ?? hex("000F20003B00340406E10401000000")
            let size = Int(container[11]) << 8 | Int(container[12])
            let card = Type4Card(
                container: container, files: [0xE104: Array(repeating: 0, count: size)],
                rules: Self.rules[id] ?? Type4Rules())
            let bench = try CardBench(card)
            // Some begin in the middle.
            if steps[0]["c"]?.hasPrefix("00B0") == true, id != "T4T-020" { try bench.select("E103") }
            if steps[0]["c"]?.hasPrefix("00A400") == true { _ = try bench.send("00A4040007D276000085010100") }
            for step in steps { #expect(try bench.send(step["c"] ?? "") == step["r"], "\(id): \(step)") }
            tried += 1
        }
        #expect(tried == 5)
    }
}

@Suite("A simulated Type 4 tag")
struct Type4Tests {
    @Test("of the first version is found by its own name, and its files by P2 00")
    func firstVersion() throws {
        let card = Type4Card(
            container: hex("000F10003B00340406E10400800000"),
            files: [0xE104: [0, 0] + Array(repeating: 0, count: 126)],
            rules: .firstVersion)
        let bench = try CardBench(card)
        // cases.json T4T-010.
        #expect(try bench.send("00A4040007D276000085010100") == "6A82")
        #expect(try bench.send("00A4040007D2760000850101") == "6A82")
        #expect(try bench.send("00A4040007D2760000850100") == "9000")
        #expect(try bench.send("00A4000C02E103") == "6A86")
        #expect(try bench.send("00A4000002E103") == "9000")
        #expect(try bench.send("00B000000F") == "000F10003B00340406E104008000009000")
    }

    @Test("insists on Le or on its absence where its rules say so", arguments: Type4Rules.Length.allCases)
    func lengths(rule: Type4Rules.Length) throws {
        var rules = Type4Rules()
        rules.selectLe = rule
        rules.fileLe = rule
        let bench = try CardBench(Type4Card(rules: rules))
        #expect(try bench.send("00A4040007D276000085010100") == (rule == .refused ? "6700" : "9000"))
        #expect(try bench.send("00A4040007D2760000850101") == (rule == .needed ? "6700" : "9000"))
        #expect(try bench.send("00A4000C02E10300") == (rule == .refused ? "6700" : "9000"))
        #expect(try bench.send("00A4000C02E103") == (rule == .needed ? "6700" : "9000"))
    }

    @Test("reads on beyond the end as its rules say")
    func readingOn() throws {
        let expected: [Type4Rules.ReadingOn: (String, String)] = [
            .rest: ("0A0B9000", "6B00"), .warning: ("0A0B6282", "6282"), .exactLength: ("6C02", "6B00"),
            .refused: ("6B00", "6B00"), .nothing: ("9000", "9000"),
        ]
        for rule in Type4Rules.ReadingOn.allCases {
            var rules = Type4Rules()
            rules.readingOn = rule
            let card = Type4Card(
                container: hex("000F20003B00340406E10400040000"), files: [0xE104: [0x01, 0x02, 0x0A, 0x0B]],
                rules: rules)
            let bench = try CardBench(card)
            try bench.select("E104")
            #expect(try bench.send("00B0000204") == expected[rule]?.0)
            #expect(try bench.send("00B0000402") == expected[rule]?.1)
            #expect(try bench.send("00B0000004") == "01020A0B9000")
        }
    }

    @Test("gives its answer in parts, and never ends where it shall not")
    func parts() throws {
        var rules = Type4Rules()
        rules.answerPart = 6
        let bench = try CardBench(Type4Card(rules: rules))
        try bench.select("E103")
        #expect(try bench.send("00B000000F") == "610F")
        #expect(try bench.send("00C0000006") == "000F2000F6006109")
        #expect(try bench.send("00C0000009") == "F60406E104086103")
        #expect(try bench.send("00C0000003") == "0000009000")
        #expect(try bench.send("00C0000003") == "6985")
        rules.endlessAnswer = true
        let endless = try CardBench(Type4Card(rules: rules))
        try endless.select("E103")
        #expect(try endless.send("00B000000F") == "610F")
        for _ in 0..<100 { #expect(try endless.send("00C0000006") == "000F2000F6006100") }
    }

    // cases.json T4T-012, T4T-016, T4T-020.
    @Test("can refuse extended lengths, answer a template and read without a file")
    func manners() throws {
        var rules = Type4Rules()
        rules.template = hex("6F088003010F00820101")
        rules.unselectedRead = hex("040020810A000015070000610A00001F07")
        rules.refusals = [0xD6: hex("6D00")]
        let bench = try CardBench(Type4Card(message: hex("D00000"), rules: rules))
        #expect(try bench.send("00B00001FF") == "040020810A000015070000610A00001F079000")
        #expect(try bench.send("00A4040007D276000085010100") == "9000")
        #expect(try bench.send("00A4000002E103") == "6F088003010F008201019000")
        #expect(try bench.send("00B00000000000") == "6700")
        #expect(try bench.send("00D60000020000") == "6D00")
        #expect(try bench.send("80B0000000") == "6E00")
        #expect(try bench.send("0020000000") == "6D00")
    }

    @Test("keeps to MLe and MLc, and to the access its container tells")
    func access() throws {
        // vectors/type4_cc.json: "nfcpy both", "DESFire EV1 as NDEF".
        let own = Type4Card(
            container: hex("000F20003B00340406E10400408181"), files: [0xE104: Array(repeating: 0, count: 64)])
        let closed = try CardBench(own)
        try closed.select("E104")
        #expect(try closed.send("00B0000002") == "6982")
        #expect(try closed.send("00D60000020000") == "6982")
        var granting = own
        granting.rules.grantsOwnConditions = true
        let open = try CardBench(granting)
        try open.select("E104")
        #expect(try open.send("00B000003B").count == 2 * (59 + 2))
        #expect(try open.send("00B000003C") == "6700")
        #expect(try open.send([0x00, 0xD6, 0, 0, 53] + Array(repeating: 0, count: 53)) == hex("6700"))
        #expect(try open.send([0x00, 0xD6, 0, 0, 52] + Array(repeating: 0, count: 52)) == hex("9000"))
        #expect(try open.send("00D6003F020000") == "6A84")

        let readOnly = try CardBench(
            Type4Card(
                container: hex("000F20003B00340406E10400FF00FF"), files: [0xE104: Array(repeating: 0, count: 255)]))
        try readOnly.select("E104")
        #expect(try readOnly.send("00B0000002") == "00009000")
        #expect(try readOnly.send("00D60000020000") == "6982")
        try readOnly.select("E103")
        #expect(try readOnly.send("00D6000E0100") == "6982")
    }

    @Test("whose container can be written is read only from then on")
    func lock() throws {
        var rules = Type4Rules()
        rules.containerWritable = true
        let bench = try CardBench(Type4Card(message: hex("D00000"), rules: rules))
        try bench.select("E103")
        #expect(try bench.send("00D6000E01FF") == "9000")
        try bench.select("E104")
        #expect(try bench.send("00D60000020000") == "6982")
    }

    // vectors/type4_cc.json: appendix D and the READ BINARY with an offset data object.
    @Test("of version 3 reads and writes beyond 32767 with the offset in a data object")
    func longOffsets() throws {
        let card = Type4Card(
            message: Array(repeating: 0x5A, count: 40_000), size: 1 << 20, mostRead: 59, mostWritten: 52)
        let bench = try CardBench(card)
        try bench.select("E103")
        #expect(try bench.send("00B0000011") == "001130003B00340608E1040010000000009000")
        try bench.select("E104")
        #expect(try bench.send("00B0000004") == "00009C409000")
        #expect(try bench.send("00B100000554030080000A") == "530A5A5A5A5A5A5A5A5A5A5A9000")
        #expect(try bench.send("00D700000A54030080005303010203") == "9000")
        #expect(try bench.send("00B1000005540300800004") == "53040102035A9000")
        #expect(try bench.send("00B10000055403100000" + "01") == "6B00")
        #expect(try bench.send("00D70000085403100000530101") == "6A84")
        #expect(try bench.send("00B1000003540100") == "6700")
        #expect(try bench.send("00B100000254010A") == "6A80")
        #expect(try bench.send("00B0800004") == "6A86")
    }

    @Test("is torn in units of its memory, in the manner that was asked for", arguments: TearManner.allCases, 1...40)
    func torn(manner: TearManner, seed: Int) throws {
        let old = Array(repeating: UInt8(0x55), count: 100)
        let new = Array(repeating: UInt8(0xAA), count: 50)
        var card = Type4Card(size: 100)
        card.files[0xE104] = old
        let bench = try CardBench(card, profile: .acr1252, seed: UInt64(seed))
        try bench.select("E104")
        bench.reader.tear = manner
        bench.reader.pull(afterFrames: 1)
        #expect(throws: ChannelError.cardRemoved(code: PCSCCode.removedCard)) {
            try bench.send([0x00, 0xD6, 0x00, 20, 50] + new)
        }
        #expect(bench.reader.tag == nil)
        let left = try #require(bench.tag.type4?.files[0xE104])
        #expect(left[0..<20] == old[0..<20] && left[70...] == old[70...])
        switch manner {
        case .old: #expect(left == old)
        case .new: #expect(Array(left[20..<70]) == new)
        case .zeros, .mix:
            // Units of 16 bytes: whole ones, a torn one, untouched ones.
            let bounds = [20, 32, 48, 64, 70]
            let units = zip(bounds, bounds.dropFirst()).map { Array(left[$0..<$1]) }
            let torn = units.firstIndex { !$0.allSatisfy { $0 == 0xAA } } ?? 0
            #expect(units[(torn + 1)...].allSatisfy { $0.allSatisfy { $0 == 0x55 } })
            if manner == .zeros { #expect(units[torn].allSatisfy { $0 == 0 }) }
        }
    }

    @Test("is untouched by a command that did not come whole, and counts every block as a frame")
    func pulledWhileChaining() throws {
        let card = Type4Card(message: hex("D00000")).framed(5)
        for frame in 1...6 {
            let bench = try CardBench(card)
            try bench.select("E104")
            bench.reader.tear = .new
            bench.reader.pull(afterFrames: frame)
            // 245 bytes in blocks of 61: five frames, the last of which is obeyed.
            let answer = try? bench.send([0x00, 0xD6, 0x00, 0x02, 240] + Array(repeating: 9, count: 240))
            #expect(answer == (frame == 6 ? [0x90, 0x00] : nil))
            #expect((bench.tag.type4 == card) == (frame < 5))
        }
    }

    @Test("comes back whole from its state, and nothing else is taken for one")
    func state() throws {
        var rules = Type4Rules()
        rules.applications = [Type4Rules.version2, Type4Rules.version1]
        rules.selectLe = .needed
        rules.fileLe = .refused
        rules.fileP2 = [0x0C]
        rules.template = [0x6F, 0x00]
        rules.needsApplication = false
        rules.unselectedRead = [1, 2]
        rules.readingOn = .warning
        rules.extendedLengths = true
        rules.keepsLimits = false
        rules.answerPart = 9
        rules.endlessAnswer = true
        rules.grantsOwnConditions = true
        rules.containerWritable = true
        rules.writeUnit = 4
        rules.refusals = [0xD6: [0x6D, 0x00], 0xB1: [0x6A, 0x81]]
        let card = Type4Card(uid: hex("01020304"), message: hex("D00000"), size: 100, write: 0x80, rules: rules)
        let tag = SimulatedTag(type4: card, name: "x")
        let back = try #require(SimulatedTag(name: "x", encodedState: tag.encodedState()))
        #expect(back.type4 == card && back.kind == .type4 && back.uid == hex("01020304"))
        let whole = tag.encodedState()
        for length in 0..<whole.count - 1 {
            #expect(SimulatedTag(name: "x", encodedState: Array(whole.prefix(length))) == nil)
        }
    }

    @Test("of any bytes for a command gets an answer with a status word", arguments: 0..<20)
    func anyCommand(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let bench = try CardBench(Type4Card(size: 200), profile: .acr1252)
        try bench.select("E104")
        for _ in 0..<300 {
            var command = generator.bytes(Int.random(in: 1...40, using: &generator))
            if Bool.random(using: &generator) { command[0] = 0 }
            if command.count > 1, Bool.random(using: &generator) {
                command[1] = [0xA4, 0xB0, 0xB1, 0xC0, 0xD6, 0xD7].randomElement(using: &generator) ?? 0xA4
            }
            if command[0] == 0xFF { continue }
            #expect(try bench.send(command).count >= 2)
        }
    }
}
