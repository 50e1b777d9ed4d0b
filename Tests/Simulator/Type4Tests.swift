import Tags
import Testing

@testable import Simulator

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

    // docs/TESTING.md.
    @Test("can be written by hand, with the manners that are named and the others as they come")
    func writtenByHand() throws {
        let text = """
            tagdesk simulated tag 1
            card type4
            uid 02A4001B2C3D4E
            ats 0578805000
            file E103 000F20003B00340406E10400400000
            file E104 0003D00000
            readingOn nothing
            end any
            """
        let card = try #require(SimulatedTag(name: "x", encodedState: Array(text.utf8))?.type4)
        #expect(card.files[0xE104] == hex("0003D00000") && card.rules.readingOn == .nothing)
        #expect(card.rules.applications == [Type4Rules.version2] && card.rules.selectLe == .either)
        #expect(SimulatedTag(name: "x", encodedState: Array(text.dropLast(4).utf8)) == nil)
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
