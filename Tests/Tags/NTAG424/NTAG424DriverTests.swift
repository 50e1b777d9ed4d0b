import Testing

@testable import Tags

@Suite("Driver of NTAG 424 DNA by published sessions")
struct NTAG424DriverTests {
    static let zero = [UInt8](repeating: 0, count: 16)

    /// A card with a script, and random numbers as they were published.
    private func card(
        _ steps: [(String, String)], random: [String], suite: SecureSession.Suite? = nil
    ) throws -> (NTAG424, ScriptedCard) {
        let script = ScriptedCard(steps.map { .answer($0.0, $0.1) })
        var numbers = try random.map { try hex($0) }
        return (
            NTAG424(APDUSession(script, uid: []), suite: suite) { _ in numbers.isEmpty ? nil : numbers.removeFirst()
            },
            script
        )
    }

    static let open14 = [
        ("9071000002000000", "A04C124213C186F22399D33AC2A3021591AF"),
        (
            "90AF00002035C3E05A752E0144BAC0DE51C1F22C56B34408A23D8AEA266CAB947EA8E0118D00",
            "3FA64DB5446D1F34CD6EA311167F5E4985B89690C04A05F17FA7AB2F081206639100"
        ),
    ]
    static let random14 = "13C5DB8A5930439FC3DEF9A4C675360F"

    @Test(
        "the personalisation of AN12196 runs byte for byte: select, key 0, write, settings",
        .enabled(if: SharedFiles.present))
    func personalisation() throws {
        let vectors = try SharedFiles.vectors("ntag424.json")["secure_messaging"].list
        let write = try #require(vectors.first { $0["name"].text?.hasPrefix("WriteData") == true })
        let change = try #require(vectors.first { $0["name"].text?.hasPrefix("ChangeFileSettings") == true })
        let (card, script) = try card(
            [("00A4040C07D276000085010100", "9000")] + Self.open14 + [
                (try write.text("c_apdu"), try write.text("r_apdu")),
                (try change.text("c_apdu"), try change.text("r_apdu")),
            ], random: [Self.random14])
        try card.selectApplication()
        try card.authenticate(0, key: Self.zero)
        #expect(card.suite == .aes)
        _ = try card.command(
            .writeData, header: hex("02000000800000"), data: write.bytes("cmd_data_plain"), mode: .full, file: 2)
        // The settings that table 19 sends.
        var sdm = SDMSettings(metaRead: .key(2), fileRead: .key(1), counterRead: .key(1))
        sdm.mirrorsUID = true
        sdm.mirrorsCounter = true
        sdm.piccOffset = 0x20
        sdm.macInputOffset = 0x43
        sdm.macOffset = 0x43
        let rights = AccessRights(read: .free, write: .key(0), readWrite: .key(0), change: .key(0))
        try card.changeFileSettings(2, to: FileSettings(mode: .plain, access: rights, size: 256, sdm: sdm))
        script.expectFinished()
    }

    @Test(
        "the key change of AN12196 runs byte for byte: key 3, then key 0, key 2 and key 0 changed",
        .enabled(if: SharedFiles.present))
    func keyChange() throws {
        let all = try SharedFiles.vectors("ntag424.json")
        let vectors = all["secure_messaging"].list.filter { $0["ins"].text == "C4" }
        let second = try #require(vectors.first { $0["cmd_header"].text == "02" })
        let master = try #require(vectors.first { $0["cmd_header"].text == "00" })
        let three = try #require(all["ev2_auth"].list.first { $0["key_no"].number == 3 })
        let again = try #require(all["ev2_auth"].list.first { $0["ins"].text == "77" })
        let (card, script) = try card(
            [
                (try three.text("c_apdu_1"), try three.text("r_apdu_1")),
                (try three.text("c_apdu_2"), try three.text("r_apdu_2")),
                ("90AD0000070100000001000000", "009100"), ("90AD0000070100000001000000", "009100"),
                // The note prints key 1 in the command and uses key 0 in the computation; the number is not under any MAC.
                ("90770000010000", try again.text("r_apdu_1")),
                (try again.text("c_apdu_2"), try again.text("r_apdu_2")),
                (try second.text("c_apdu"), try second.text("r_apdu")),
                (try master.text("c_apdu"), "9100"),
            ], random: [try three.text("rndA"), try again.text("rndA")])
        try card.authenticate(3, key: Self.zero)
        // Two plain commands of the transaction.
        for _ in 0..<2 { _ = try card.read(file: 1, length: 1, mode: .plain) }
        try card.authenticate(0, key: Self.zero, continuing: true)
        #expect(card.session?.counter == 2)
        let new = try hex("F3847D627727ED3BC9C4CC050489B966")
        try card.changeKey(2, to: new, version: 1, from: Self.zero)
        try card.changeKey(0, to: hex("5004BF991F408672B1EF00F08F9E8647"), version: 1)
        #expect(card.session == nil, "the session is over")
        script.expectFinished()
    }

    @Test(
        "the authentication of AN12343 runs byte for byte, found after the tag refused AES",
        .enabled(if: SharedFiles.present))
    func findsLRP() throws {
        let vector = try #require(try SharedFiles.vectors("lrp.json")["authentication"].list.first)
        let random = try vector.text("rndA")
        let (card, script) = try card(
            [
                ("9071000002030000", "919D"), (try vector.text("c_apdu_1"), try vector.text("r_apdu_1")),
                (try vector.text("c_apdu_2"), try vector.text("r_apdu_2")),
            ], random: [random, random])
        try card.authenticate(3, key: Self.zero)
        #expect(card.suite == .lrp)
        #expect(card.session?.transaction == vector["ti"].bytes)
        script.expectFinished()
    }

    @Test("a key that is closed in AES is reported as that, and not as what LRP says")
    func closedKey() throws {
        let (card, script) = try card(
            [("9071000002000000", "919D"), ("9071000008000602000000000000", "919E")],
            random: [Self.random14, Self.random14])
        #expect(throws: TagError.refusedByCard(CardRefusal(command: "AuthenticateEV2First", status: 0x919D))) {
            try card.authenticate(0, key: Self.zero)
        }
        script.expectFinished()
    }

    @Test("a wrong key is refused once, and never tried again in another way")
    func wrongKey() throws {
        let (card, script) = try card(
            [Self.open14[0], (Self.open14[1].0, "91AE")], random: [Self.random14, Self.random14])
        #expect(throws: TagError.refusedByCard(CardRefusal(.additionalFrame, status: 0x91AE))) {
            try card.authenticate(0, key: Self.zero)
        }
        #expect(card.session == nil)
        script.expectFinished()
    }

    @Test("without random numbers nothing is sent")
    func noRandom() throws {
        let (card, script) = try card([], random: [])
        #expect(throws: TagError.self) { try card.authenticate(0, key: Self.zero) }
        #expect(script.sent.isEmpty)
    }

    @Test(
        "every status but success ends the session and is told",
        arguments: [
            0x911C, 0x911E, 0x9140, 0x917E, 0x919D, 0x919E, 0x91AD, 0x91AE, 0x91BE, 0x91CA, 0x91EE, 0x91F0, 0x6700,
            0x6982,
            0x6D00, 0x9000, 0x9190,
        ])
    func statusWords(number: Int) throws {
        let status = StatusWord(UInt16(number))
        let card = try openCard { _ in [UInt8(number >> 8), UInt8(number & 0xFF)] }
        #expect(throws: TagError.refusedByCard(CardRefusal(.getFileSettings, file: 0xE104, status: status))) {
            try card.fileSettings(2)
        }
        #expect(card.session == nil)
    }

    @Test(
        "an answer without its MAC, or with a wrong one, ends the session",
        arguments: ["9100", "00000000000000009100", "0102039100"])
    func answersWithoutMAC(answer: String) throws {
        let card = try openCard { _ in (try? hex(answer)) ?? [] }
        #expect(throws: TagError.self) { try card.cardUID() }
        #expect(card.session == nil)
        #expect(
            throws: TagError.refusedHere(reason: "the UID is told only to who has a key", advice: "Authenticate first.")
        ) {
            try card.cardUID()
        }
    }

    @Test("what goes to a file in one command fits into one frame of the chip", arguments: CommunicationMode.allCases)
    func frames(mode: CommunicationMode) throws {
        var sent: [[UInt8]] = []
        let card = try openCard { apdu in
            sent.append(apdu)
            return [0x91, 0x00]
        }
        // Only plain answers carry no MAC, so the others fail after their first command.
        try? card.write(file: 2, (0..<200).map { UInt8($0) }, mode: mode)
        #expect(!sent.isEmpty)
        // 128 bytes less PCB and CRC.
        for apdu in sent { #expect(apdu.count <= 125) }
        #expect(mode != .plain || sent.count == 2)
    }

    @Test("settings that the chip would refuse are not sent")
    func refusedHere() throws {
        var count = 0
        let card = try openCard { _ in
            count += 1
            return [0x91, 0x00]
        }
        let rights = AccessRights(read: .reserved(7), write: .key(0), readWrite: .key(0), change: .key(0))
        #expect(throws: TagError.self) {
            try card.changeFileSettings(2, to: FileSettings(mode: .plain, access: rights, size: 256))
        }
        #expect(throws: TagError.self) { try card.changeKey(5, to: Self.zero, version: 0, from: Self.zero) }
        #expect(throws: TagError.self) { try card.changeKey(1, to: Self.zero, version: 0) }
        #expect(throws: TagError.self) { try card.changeKey(1, to: [1], version: 0, from: Self.zero) }
        #expect(throws: TagError.self) { try card.configure(.failures(enabled: true, limit: 0, decrement: 0)) }
        #expect(throws: TagError.self) { try card.configure(.tamper(statusRight: .free)) }
        #expect(count == 0)
        #expect(card.session != nil, "a refusal of ours does not end the session")
    }

    @Test("keys and configuration are changed only in a session of key 0", .enabled(if: SharedFiles.present))
    func masterOnly() throws {
        let three = try #require(
            try SharedFiles.vectors("ntag424.json")["ev2_auth"].list.first { $0["key_no"].number == 3 })
        let (card, script) = try card(
            [
                (try three.text("c_apdu_1"), try three.text("r_apdu_1")),
                (try three.text("c_apdu_2"), try three.text("r_apdu_2")),
            ], random: [try three.text("rndA")])
        try card.authenticate(3, key: Self.zero)
        #expect(throws: TagError.self) { try card.changeKey(3, to: Self.zero, version: 0, from: Self.zero) }
        #expect(throws: TagError.self) { try card.configure(.randomID) }
        script.expectFinished()
    }

    @Test("configurations are sent as published", .enabled(if: SharedFiles.present))
    func configurations() throws {
        let vectors = try SharedFiles.vectors("ntag424.json")["secure_messaging"].list.filter { $0["ins"].text == "5C" }
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let setting: DNAConfiguration = vector["cmd_header"].text == "00" ? .randomID : .lrp
            #expect([setting.option] == vector["cmd_header"].bytes)
            #expect(setting.data == vector["cmd_data_plain"].bytes)
            #expect(setting.consequence != nil)
        }
        #expect(
            DNAConfiguration.failures(enabled: true, limit: 1000, decrement: 10).data == [0x01, 0xE8, 0x03, 0x0A, 0x00])
    }

    @Test("the version of published cards names the chip, and never DESFire", .enabled(if: SharedFiles.present))
    func versions() throws {
        let published = try #require(try SharedFiles.vectors("ntag424.json")["get_version"].list.first)
        let steps = zip(published["c_apdus"].list, published["frames"].list).map { ($0.text ?? "", $1.text ?? "") }
        let (card, script) = try card(steps, random: [])
        let version = try card.version()
        #expect(version.chipName == "NTAG 424 DNA TT")
        #expect(version.uid == [0x04, 0x96, 0x8C, 0xAA, 0x5C, 0x5E, 0x80])
        #expect(version.hasTagTamper)
        script.expectFinished()
        for item in try SharedFiles.cases(area: "ntag424") where item["expected"]["ic"].isPresent {
            let steps = item["input"]["steps"].list.map { ($0["c"].text ?? "", $0["r"].text ?? "") }
            let (card, _) = try self.card(steps, random: [])
            #expect(try card.version().chipName == item["expected"]["ic"].text)
        }
    }

    @Test("the signature of AN12196 is taken with the status it comes with, and is checked")
    func signature() throws {
        let signature =
            "D1940D17CFEDA4BFF80359AB975F9F6514313E8F90C1D3CAAF5941AD744A1CDF9A83F883CAFE0FE95D1939B1B7E47113993324473B785D21"
        let (card, script) = try card([("903C0000010000", signature + "9190")], random: [])
        let bytes = try card.signature()
        #expect(bytes.count == 56)
        script.expectFinished()
        let state = Originality.verify(uid: try hex("04518DFAA96180"), signature: bytes, curve: .secp224r1)
        #expect(state.valid)
        #expect(state.key?.contains("NTAG 424 DNA") == true)
    }

    @Test("an answer of a wrong length is called what it is, whatever it holds", arguments: 0..<40)
    func oddLengths(count: Int) throws {
        let stubborn = StubbornCard { _ in Array(repeating: 7, count: count) + [0x91, 0x00] }
        let card = NTAG424(APDUSession(stubborn), random: { _ in nil })
        if count != 28, count != 29 { #expect(throws: TagError.self) { try card.version() } }
        if count != 56 { #expect(throws: TagError.self) { try card.signature() } }
        if count != 1 { #expect(throws: TagError.self) { try card.keyVersion(0) } }
        if count < 3 { #expect(throws: TagError.self) { try card.fileCounter(2) } }
        if count != 2 { #expect(throws: TagError.self) { try card.tamperStatus() } }
        if count != 9 { #expect(throws: TagError.self) { try card.read(file: 1, length: 9, mode: .plain) } }
    }

    @Test("a card that never ends its frames does not hold us")
    func endless() throws {
        let stubborn = StubbornCard { _ in [1, 2, 3, 0x91, 0xAF] }
        let card = NTAG424(APDUSession(stubborn), random: { _ in Self.zero })
        #expect(throws: TagError.self) { try card.version() }
        #expect(throws: TagError.self) { try card.authenticate(0, key: Self.zero) }
        #expect(stubborn.count < 20)
    }

    @Test("every refusal that people meet says what to do")
    func advice() {
        let met: [(DNACommand, StatusWord, String)] = [
            (.changeKey, 0x91AE, "key 0"), (.additionalFrame, 0x91AE, "wrong"), (.changeFileSettings, 0x919D, "access"),
            (.writeData, 0x911E, "communication mode"), (.changeKey, 0x911E, "old key"), (.readData, 0x917E, "length"),
            (.authenticateFirst, 0x91AD, "Leave the tag"), (.getVersion, 0x91CA, "half done"),
            (.authenticateFirst, 0x919D, "LRP"), (.getVersion, 0x911C, "another program"),
        ]
        for (command, status, word) in met {
            #expect(
                CardRefusal(command, status: status).nativeAdvice?.contains(word) == true, "\(command) \(status.digits)"
            )
        }
        #expect(CardRefusal(command: "AuthenticateLRPFirst", status: 0x91AD).nativeAdvice != nil)
        #expect(CardRefusal(command: "UPDATE BINARY", status: 0x6982).nativeAdvice == nil)
    }

    /// A card with an open session whose further answers come from `answer`.
    private func openCard(_ answer: @escaping ([UInt8]) -> [UInt8]) throws -> NTAG424 {
        var opening = try Self.open14.map { try hex($0.1) }
        let stubborn = StubbornCard { apdu in opening.isEmpty ? answer(apdu) : opening.removeFirst() }
        let random = try hex(Self.random14)
        let card = NTAG424(APDUSession(stubborn), random: { _ in random })
        try card.authenticate(0, key: Self.zero)
        return card
    }
}
