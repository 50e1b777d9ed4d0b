import Tags
import Testing

@testable import Simulator

@Suite("A simulated NTAG 424 DNA")
struct NTAG424Tests {
    @Test("is delivered as its data sheet says", arguments: SimulatedProfile.all)
    func delivered(profile: SimulatedProfile) throws {
        let host = try NTAG424Host(profile: profile)
        #expect(host.bench.channel.atr == hex("3B8180018080"))
        #expect(try host.send("90F50000010100") == "00" + "00" + "00E0" + "2000009100")
        #expect(try host.send("90F50000010200") == "00" + "00" + "E0EE" + "0001009100")
        #expect(try host.send("90F50000010300") == "00" + "03" + "3023" + "8000009100")
        for number in 0..<5 { #expect(try host.send("9064000001" + "0\(number)" + "00") == "009100") }
        #expect(try host.send("00A4000C02E103") == "9000")
        #expect(
            try host.send("00B0000000") == "001720010000FF0406E104010000000506E10500808283" + "0000000000000000009000")
        #expect(try host.send("90AD0000070200000000010000").hasSuffix("9100"))
        #expect(try host.send("90600000" + "00") == "040402300011" + "0591AF")
        #expect(try host.send("90AF000000") == "040402010211" + "0591AF")
        #expect(try host.send("90AF000000").hasPrefix("04518DFAA96180"))
        #expect(try host.send("903C000001" + "0000").count == 2 * 58)
    }

    @Test("selects its levels and files by name and by identifier, and nothing else")
    func selection() throws {
        let host = try NTAG424Host()
        let answers = [
            ("00A4040C07D276000085010000", "9000"), ("90F50000010200", "919D"), ("00A4000C02E104", "6A82"),
            ("00B0000002", "6985"), ("00A4000C02E110", "9000"), ("00A4020C02E104", "9000"), ("00B0000002", "00009000"),
            ("00A4030C", "9000"), ("00A4000002E110", "9000"), ("00A4000C02E105", "9000"), ("00A4000C02E106", "6A82"),
            ("00A4000C023F00", "9000"), ("00A4010C02E110", "9000"), ("00A4010C02E104", "6A82"),
            ("00A4050C02E104", "6A86"),
            ("00A4000402E104", "6A86"), ("00A4000C01E1", "6A87"), ("00A4040C", "6A87"),
            ("00A4040C05D276000085", "6A82"),
            ("00A4040C07D276000085010100", "9000"), ("00B0000002", "6985"), ("00B0810002", "00179000"),
            ("00B0000002", "00179000"), ("00B0840002", "6A82"), ("00B0E10002", "6A86"), ("00C0000000", "6D00"),
            ("A0B0000002", "6E00"), ("00B00000000002", "6700"),
        ]
        for (command, answer) in answers { #expect(try host.send(command) == answer, "\(command)") }
    }

    @Test("reads and writes by ISO commands within its files, and says how it cannot")
    func isoFiles() throws {
        let host = try NTAG424Host()
        try host.bench.select("E104")
        #expect(try host.send("00D6000005" + "0003D00000") == "9000")
        #expect(try host.send("00B0000000") == "0003D00000" + String(repeating: "00", count: 251) + "9000")
        #expect(try host.send("00B000FE00") == "00009000")
        #expect(try host.send("00B000FE03") == "00009000", "more than there is gives what there is")
        #expect(try host.send("00B0010001") == "6A86")
        #expect(try host.send("00D600FF020000") == "6985")
        #expect(try host.send("00D60000") == "6700")
        #expect(try host.send("00B0000002") == "00039000", "an error does not lose the file")
        try host.bench.select("E103")
        #expect(try host.send("00D6000E01FF") == "6982")
        try host.bench.select("E105")
        #expect(try host.send("00B0000002") == "6982")
        #expect(try host.send("9060000000").hasSuffix("91AF"))
        #expect(try host.send("00B0000002") == "6985", "a wrapped command waited")
        try host.bench.select("E103")
        try host.authenticate(0)
        #expect(try host.send("00B0000002") == "6982", "ISO commands know no session")
        try host.authenticate(0)
        #expect(try host.send("00D6000E01FF") == "6982")
    }

    @Test("refuses native commands in the words of its data sheet")
    func refusals() throws {
        let host = try NTAG424Host()
        let answers = [
            ("9061000000", "911C"), ("90AF000000", "911C"), ("90F50000010400", "91F0"), ("90F50000012000", "919E"),
            ("90F5000000", "917E"), ("90F5000002020000", "917E"), ("90F50001010200", "917E"),
            ("90F60000010200", "919D"),
            ("9051000000", "91AE"), ("903C0000010100", "919E"), ("90640000010500", "9140"),
            ("9071000002050000", "9140"),
            ("907100000100" + "00", "917E"), ("90770000010000", "919D"), ("90640000011000", "919E"),
            ("90C40000020000" + "00", "91AE"), ("905C0000020000" + "00", "91AE"),
            ("90AD000007030000000100" + "0000", "91AE"),
            ("90AD000007020001000100" + "0000", "91BE"), ("90AD000007020000000101" + "0000", "91BE"),
            ("90AD00000602000000010000", "917E"), ("908D000008010000000100" + "00" + "FF" + "00", "91AE"),
            ("908D000009020000000100" + "00" + "FFFF" + "00", "917E"),
            ("908D000008020001000100" + "00" + "FF" + "00", "91BE"),
            ("905F00000402" + "00E0EE" + "00", "91AE"), ("90F7000000", "911C"),
        ]
        for (command, answer) in answers { #expect(try host.send(command) == answer, "\(command)") }
        #expect(try host.send("9071000002000000").hasSuffix("91AF"))
        #expect(try host.send("90F50000010200") == "91CA", "an authentication waits")
        #expect(try host.send("90AF000000") == "911C")
    }

    @Test(
        "protects commands in the mode they have, and counts them", arguments: [NTAG424Mode.plain, .mac, .full],
        [false, true])
    func modes(mode: NTAG424Mode, lrp: Bool) throws {
        var card = SimulatedDNA()
        card.usesLRP = lrp
        card.files[2].settings = NTAG424FileSettings(mode: mode, access: 0x2330)
        let host = try NTAG424Host(card)
        let data = (0..<40).map { UInt8($0 + 1) }
        let head = [3] + NTAG424FileSettings.little(5, 3)
        #expect(try host.authenticate(3) == "9100")
        #expect(try host.command(0x8D, head + NTAG424FileSettings.little(40, 3), data, mode).status == "9100")
        #expect(host.card.files[2].content[5..<45] == data[...])
        #expect(try host.command(0x3C, [0]).data == host.card.signature)
        #expect(try host.command(0x51).data == host.card.uid)
        #expect(try host.command(0xF5, [3], [], .mac).status == "9100")
        #expect(try host.command(0x64, [1], [], .mac).data == [0])
        #expect(try host.authenticate(2, first: false) == "9100", "the transaction goes on")
        let read = try host.command(0xAD, head + NTAG424FileSettings.little(40, 3), [], mode)
        #expect(read.data == data && host.counter == 6)
        #expect(try host.command(0x8D, head + NTAG424FileSettings.little(40, 3), data, mode).status == "91AE")
    }

    @Test("tells its version under one MAC over all its parts")
    func versionInSession() throws {
        let host = try NTAG424Host()
        try host.authenticate(0)
        let session = try #require(host.bench.tag.withNTAG424 { $0.session } ?? nil)
        #expect(try host.send("90600000" + "00") == "917E", "the MAC is missing")
        try host.authenticate(0)
        let now = try #require(host.bench.tag.withNTAG424 { $0.session } ?? nil)
        #expect(now != session)
        let first = try host.native(0x60, now.commandMAC(0x60, []))
        #expect(first.suffix(2) == [0x91, 0xAF])
        let second = try host.native(0xAF)
        let third = try host.native(0xAF)
        let parts = first.dropLast(2) + second.dropLast(2) + third.dropLast(10)
        #expect(third.count == 14 + 8 + 2)
        #expect(Array(third.dropLast(2).suffix(8)) == now.answerMAC(Array(parts)))
        #expect((host.bench.tag.withNTAG424 { $0.session } ?? nil)?.counter == 1)
    }

    @Test("ends the session with every error, and with a MAC that does not fit")
    func errorsEndSessions() throws {
        let host = try NTAG424Host()
        for bad in [
            "9051000008" + "0000000000000000" + "00", "9061000000", "00A4000C02E1FF", "90F50000010400",
            "905100000100" + "00",
        ] {
            try host.authenticate(0)
            #expect(try host.command(0x51).status == "9100")
            let answer = try host.send(bad)
            #expect(answer.count == 4 && answer != "9000")
            #expect(try host.native(0x51) == [0x91, 0xAE], "\(bad)")
        }
        // A command repeated byte for byte.
        try host.authenticate(0)
        let body = host.full(0x51, [], [])
        #expect(try host.native(0x51, body).suffix(2) == [0x91, 0x00])
        #expect(try host.native(0x51, body) == [0x91, 0x1E])
        // The counter at its end.
        try host.authenticate(0)
        host.bench.tag.withNTAG424 { $0.session?.counter = 0xFFFF }
        #expect(try host.native(0x51, Array(repeating: 0, count: 8)) == [0x91, 0x1E])
        // Another file of the application leaves the session, the application itself does not.
        try host.authenticate(0)
        #expect(try host.send("00A4000C02E104") == "9000")
        #expect(try host.command(0x51).status == "9100")
        try host.selectApplication()
        #expect(try host.native(0x51) == [0x91, 0xAE])
        // A reset by another program.
        try host.authenticate(0)
        host.bench.reader.resetByAnotherProgram()
        try host.bench.channel.reconnect(.reset)
        try host.selectApplication()
        #expect(try host.native(0x51) == [0x91, 0xAE])
    }

    // cases.json SDM-017.
    @Test("takes what comes encrypted to a plain file as it is, and answers without a MAC")
    func fullToPlain() throws {
        let host = try NTAG424Host()
        try host.authenticate(0)
        let head = [2] + NTAG424FileSettings.little(0, 3) + NTAG424FileSettings.little(0x98, 3)
        let data = Array(repeating: UInt8(0xEE), count: 0x98)
        #expect(try host.native(0x8D, head + data) == [0x91, 0x00])
        #expect(host.card.files[1].content.prefix(0x98) == data[...])
        #expect(
            try host.native(0x5F, host.full(0x5F, [2], hex(NTAG424Host.link))) == [0x91, 0x1E],
            "the counter has gone on")
    }

    @Test("changes keys, each in its own way", arguments: 0..<5, [false, true])
    func changeKeys(number: Int, lrp: Bool) throws {
        var card = SimulatedDNA()
        card.usesLRP = lrp
        let host = try NTAG424Host(card)
        let target = UInt8(number)
        let new = (0..<16).map { UInt8($0 * 3 + number) }
        #expect(try host.authenticate(0) == "9100")
        #expect(try host.changeKey(target, old: zeros, new: new, version: 7) == "9100")
        #expect(host.card.keys[number] == SimulatedDNA.Key(value: new, version: 7))
        // The session is over with the key that it was made with.
        if number == 0 {
            #expect(try host.native(0x51) == [0x91, 0xAE])
        } else {
            #expect(try host.command(0x51).status == "9100")
        }
        #expect(try host.authenticate(target, zeros) == "91AE")
        #expect(try host.authenticate(target, new) == "9100")
        #expect(host.card.keys[number].failures == 0, "a success takes ten off")
    }

    @Test("refuses a key change that does not hold together, and keeps the key")
    func refusedKeys() throws {
        let host = try NTAG424Host()
        let good = key(1) + [0] + CRC.jam(key(1))
        let changes: [(UInt8, UInt8, [UInt8], String)] = [
            (0, 1, good.dropLast() + [good[20] ^ 1], "911E"), (0, 1, Array(good.dropLast(4)), "917E"),
            (0, 5, good, "9140"),
            (0, 0, good, "917E"), (1, 1, good, "91AE"), (1, 0, Array(good.prefix(17)), "91AE"),
        ]
        for (session, number, data, status) in changes {
            try host.authenticate(session)
            #expect(try host.command(0xC4, [number], data).status == status)
        }
        #expect(host.card.keys.allSatisfy { $0.value == zeros && $0.version == 0 })
        // The old key of the operator is not that of the chip.
        try host.authenticate(0)
        #expect(try host.changeKey(2, old: key(9), new: key(8)) == "911E")
    }

    @Test("lets a message be read where only the message may be")
    func messageRead() throws {
        var card = SimulatedDNA()
        card.files[1].settings = try NTAG424FileSettings(
            hex("40" + "0000" + "C1" + "F121" + "200000" + "430000" + "430000"))
        let host = try NTAG424Host(card)
        try host.bench.select("E104")
        #expect(try host.send("00B0000002") == "00009000")
        #expect(try host.send("90AD0000070200000002000000") == "00009100")
        #expect(try host.send("00D60000020000") == "6982")
        host.card.files[1].settings.sdm?.access = 0x2FFF
        #expect(try host.send("00B0000002") == "6982")
        #expect(try host.send("90AD0000070200000002000000") == "91AE")
        host.card.readCounter = 0xFFFFFF
        host.card.files[1].settings = try NTAG424FileSettings(
            hex("40" + "00E0" + "C1" + "F121" + "200000" + "430000" + "430000"))
        #expect(try host.send("90AD0000070200000002000000") == "911E", "the counter is at its end")
    }

    @Test("is configured by key 0 only, and keeps what cannot be undone")
    func configuration() throws {
        let host = try NTAG424Host()
        let options: [(UInt8, String, String)] = [
            (0x00, "0202", "917E"), (0x00, "01", "919E"), (0x01, "00", "919E"), (0x04, "0400", "9100"),
            (0x04, "0401", "919E"),
            (0x05, "00000000000000000102", "9100"), (0x05, "01000000000000000000", "919E"), (0x05, "00", "917E"),
            (0x07, "010E", "919E"), (0x0A, "01E8030A00", "9100"), (0x0A, "0100000000", "919E"), (0x0A, "00", "917E"),
            (0x0B, "00", "9100"), (0x0B, "02", "919E"), (0x00, "02", "9100"), (0x00, "00", "9100"),
        ]
        for (option, data, status) in options {
            try host.authenticate(0)
            #expect(try host.command(0x5C, [option], hex(data)).status == status, "\(option) \(data)")
        }
        #expect(host.card.randomID && host.card.refusesChainedWriting && !host.card.strongBackModulation)
        #expect(host.card.userCapabilities == [1, 2] && !host.card.usesLRP)
        try host.authenticate(1)
        #expect(try host.command(0x5C, [0], [0]).status == "91AE")
        host.card.refusesChainedWriting = true
        host.card.files[2].settings = NTAG424FileSettings(mode: .full, access: 0x0000)
        try host.authenticate(0)
        let long = [3] + NTAG424FileSettings.little(0, 3) + NTAG424FileSettings.little(120, 3)
        #expect(try host.command(0x8D, long, Array(repeating: 1, count: 120)).status == "919D")
        try host.authenticate(0)
        let short = [3] + NTAG424FileSettings.little(0, 3) + NTAG424FileSettings.little(60, 3)
        #expect(try host.command(0x8D, short, Array(repeating: 1, count: 60)).status == "9100")
    }

    @Test("shows another UID at each power-up once told to, and its own only to whoever proves a key")
    func randomID() throws {
        let host = try NTAG424Host()
        try host.authenticate(0)
        #expect(try host.command(0x5C, [0], [0x02]).status == "9100")
        #expect(try host.send("FFCA000000") == "04518DFAA961809000", "not before the next power-up")
        var seen: Set<String> = []
        for _ in 0..<5 {
            try host.bench.channel.reconnect(.unpower)
            let shown = try host.send("FFCA000000")
            #expect(shown.hasPrefix("08") && shown.count == 12)
            seen.insert(shown)
        }
        #expect(seen.count == 5)
        try host.selectApplication()
        #expect(try host.send("903C0000010000") == "91AE")
        _ = try host.send("9060000000")
        _ = try host.send("90AF000000")
        #expect(try host.send("90AF000000").hasPrefix("00000000000000"))
        #expect(try host.send("90640000010500") == "9140")
        try host.authenticate(3)
        #expect(try host.command(0x51).data == hex("04518DFAA96180"))
    }

    @Test("works in LRP only, once told to, and with NXP's own keys at the level of the card")
    func lrpMode() throws {
        let host = try NTAG424Host()
        // A reader that asks for LRP gets AES, and knows it by the length.
        #expect(try host.send("90710000080006" + "020000000000" + "00").count == 2 * 18)
        #expect(try host.send("90AF000000") == "917E")
        host.card.files[1].settings = try NTAG424FileSettings(hex(NTAG424Host.link))
        try host.authenticate(0)
        #expect(try host.command(0x5C, [0x05], hex("00000000020000000000")).status == "9100")
        #expect(host.card.files[1].settings.sdm == nil, "its places would be too short")
        #expect(try host.send("9071000002" + "0000" + "00") == "919D")
        #expect(try host.send("90710000080006" + "020000000000" + "00").count == 2 * 19)
        let origin = try NTAG424Host()
        #expect(try origin.send("00A4040C07D2760000850100") == "9000")
        #expect(try origin.send("90710000080006" + "020000000000" + "00") == "9140")
        #expect(try origin.send("9071000002" + "0100" + "00") == "919D")
        let begun = try origin.send("90710000080106" + "020000000000" + "00")
        #expect(begun.hasPrefix("01") && begun.hasSuffix("91AF"))
        let randomA = key(0x33)
        let session = try #require(
            NTAG424Session(
                lrpKey: 1, value: origin.card.originalityKeys[0], randomA: randomA,
                randomB: Array(hex(begun)[1..<17]), transaction: [], counter: 0))
        let proof = session.wholeMAC(randomA + hex(begun)[1..<17])
        #expect(try origin.send("90640000010100") == "91CA")
        _ = try origin.send("90710000080106" + "020000000000" + "00")
        #expect(try origin.native(0xAF, randomA + proof) == [0x91, 0xAE], "another challenge")
        origin.bench.tag.preset(randoms: [Array(hex(begun)[1..<17])])
        _ = try origin.send("90710000080106" + "020000000000" + "00")
        #expect(try origin.native(0xAF, randomA + proof).suffix(2) == [0x91, 0x00])
        #expect(try origin.native(0x51) == [0x91, 0xAE], "a genuine card is not an open one")
        #expect(try origin.send("90640000010100") == "009100")
        #expect(try origin.send("90770000010100").count == 2 * 19, "no session is needed before")
        #expect(try origin.send("90AF000000") == "917E")
        _ = try origin.send("90710000080106" + "020000000000" + "00")
        #expect(try origin.native(0xAF, randomA + proof) == [0x91, 0xAE])
    }

    // NT4H2421Gx: every length and order of file settings; SDM-013 of cases.json.
    @Test("refuses file settings that it could not keep")
    func settings() throws {
        let host = try NTAG424Host()
        let tries: [(UInt8, String, String)] = [
            (2, "00E0", "917E"), (2, "0000E0EE", "917E"), (2, "0400E0", "919E"), (2, "8000E0", "919E"),
            (2, "005000", "919E"),
            (2, "0000D0", "919E"), (4, "00E0EE", "91F0"), (1, NTAG424Host.link, "919D"), (3, NTAG424Host.link, "919D"),
            // One byte less, one more, the options' fixed bits.
            (2, String(NTAG424Host.link.dropLast(2)), "917E"), (2, NTAG424Host.link + "00", "917E"),
            (2, Self.changed(at: 3, to: "C0"), "919E"),
            (2, Self.changed(at: 3, to: "C3"), "919E"),
            (2, "4000E0C9F121" + "200000" + "500000" + "430000" + "430000", "919E"),
            (2, Self.changed(at: 3, to: "01"), "919E"), (2, Self.changed(at: 4, to: "E1"), "919E"),
            (2, Self.changed(at: 4, to: "F5"), "919E"), (2, Self.changed(at: 5, to: "2E"), "919E"),
            (2, "4000E0C1F151" + "430000" + "430000", "919E"),
            // Beyond the end, in reverse, on one another.
            (2, Self.changed(at: 6, to: "E1"), "919E"), (2, Self.changed(at: 12, to: "F1"), "919E"),
            (2, Self.changed(at: 9, to: "44"), "919E"), (2, Self.changed(at: 6, to: "24"), "919E"),
            // Encrypted file data: both mirrors, whole blocks, within what the MAC is over.
            (2, "4000E091F121" + "200000" + "430000" + "430000200000" + "630000", "919E"),
            (2, "4000E0D1F121" + "200000" + "430000" + "430000100000" + "630000", "919E"),
            (2, "4000E0D1F121" + "200000" + "430000" + "430000200000" + "620000", "919E"),
            (2, "4000E0D1F121" + "200000" + "440000" + "430000200000" + "630000", "919E"),
            (2, "4000E0D1F12F" + "200000", "919E"),
            // Counter retrieval without a counter, a UID that is shown nowhere.
            (2, "4000E081F121" + "200000" + "430000" + "430000", "919E"), (2, "4000E0C1FFFF", "919E"),
            // A limit that is reached already needs the counter.
            (2, "4000E0A1F121" + "200000" + "430000" + "430000" + "050000", "919E"),
            // Plain mirrors on one another.
            (2, "4000E0C1FFE1" + "200000" + "2D0000" + "600000" + "600000", "919E"),
        ]
        for (number, data, status) in tries {
            try host.authenticate(0)
            #expect(try host.command(0x5F, [number], hex(data)).status == status, "\(number) \(data)")
        }
        let good = [
            NTAG424Host.link, "4000E0D1F121" + "200000" + "430000" + "430000200000" + "630000",
            "4000E0E1F121" + "200000" + "430000" + "430000" + "050000",
            "4000E0C1FFE1" + "200000" + "2E0000" + "600000" + "600000",
            "4000E0C1FFE1" + "200000" + "FFFFFF" + "600000" + "600000", "400000" + "41FFFF", "0000E0", "0300E0",
            "0100E0",
        ]
        for data in good {
            try host.authenticate(0)
            #expect(try host.command(0x5F, [2], hex(data)).status == "9100", "\(data)")
            try host.authenticate(0)
            let told = try host.command(0xF5, [2], [], .mac).data
            #expect(told.prefix(1) == [0] && Hex.string(Array(told[1..<4] + told[7...])) == data)
        }
        try host.authenticate(1)
        #expect(try host.command(0x5F, [2], hex("00E0EE")).status == "91AE")
        host.card.files[1].settings.access = 0xEEEF
        try host.authenticate(0)
        #expect(try host.command(0x5F, [2], hex("00E0EE")).status == "919D")
        host.card.files[1].settings.access = 0xEEEE
        try host.selectApplication()
        #expect(try host.send("905F000004" + "02" + "00EEEE" + "00") == "9100", "anybody may change it")
        try host.authenticate(0)
        #expect(try host.command(0x5F, [2], hex("00E0EE"), .plain).status == "9100", "in plain, in a session too")
    }

    private static func changed(at index: Int, to byte: String) -> String {
        var bytes = hex(NTAG424Host.link)
        bytes[index] = hex(byte)[0]
        return Hex.string(bytes)
    }
}
