import Tags
import Testing

@testable import Simulator

/// What NXP and others published, played against the simulated chip alone.
@Suite("An NTAG 424 DNA against published exchanges", .enabled(if: SharedFiles.available))
struct NTAG424VectorTests {
    private typealias Vector = [String: Any]

    private static func vectors(_ file: String, _ list: String) throws -> [Vector] {
        try #require(try SharedFiles.vectors(file)[list] as? [Vector])
    }

    private static func bytes(_ vector: Vector, _ key: String) throws -> [UInt8] {
        hex(try #require(vector[key] as? String, "\(vector["name"] ?? "") has no \(key)"))
    }

    private static func bench(_ card: SimulatedDNA = SimulatedDNA()) throws -> CardBench {
        let bench = try CardBench(SimulatedTag(ntag424: card), profile: .acr1252)
        try #require(try bench.send("00A4040C07D276000085010100") == "9000")
        return bench
    }

    @Test("authenticates byte for byte with AES")
    func authentications() throws {
        var tried = 0
        for vector in try Self.vectors("ntag424.json", "ev2_auth") {
            let bench = try Self.bench()
            let isFirst = vector["ins"] as? String == "71"
            if !isFirst {
                // The session it goes on with: another key, the same transaction.
                let before = NTAG424Session(
                    key: 3, transaction: try Self.bytes(vector, "ti"), counter: 1, encryptionKey: [], macKey: [])
                bench.tag.withNTAG424 { $0.session = before }
            }
            let random = try Self.bytes(vector, "rndB")
            bench.tag.preset(randoms: isFirst ? [random, try Self.bytes(vector, "ti")] : [random])
            for frame in ["1", "2"] {
                let answer = try bench.send(try Self.bytes(vector, "c_apdu_" + frame))
                #expect(answer == (try Self.bytes(vector, "r_apdu_" + frame)), "\(vector["name"] ?? "") \(frame)")
            }
            let key = UInt8(try #require(vector["key_no"] as? Int))
            let expected = NTAG424Session(
                key: key, transaction: try Self.bytes(vector, "ti"), counter: isFirst ? 0 : 1,
                encryptionKey: try Self.bytes(vector, "ses_auth_enc_key"),
                macKey: try Self.bytes(vector, "ses_auth_mac_key"))
            #expect(bench.tag.withNTAG424 { $0.session } == expected)
            tried += 1
        }
        #expect(tried == 4)
    }

    @Test("authenticates byte for byte with LRP, and knows the MAC of the next command")
    func authenticationsLRP() throws {
        let vectors = try Self.vectors("lrp.json", "authentication")
        for vector in vectors {
            var card = SimulatedDNA()
            card.usesLRP = true
            let bench = try Self.bench(card)
            let (randomA, randomB) = (try Self.bytes(vector, "rndA"), try Self.bytes(vector, "rndB"))
            bench.tag.preset(randoms: [randomB, try Self.bytes(vector, "ti")])
            // As published, or with the same capabilities where only the rest was.
            let first = vector["c_apdu_1"] as? String ?? "9071000008000602000000000000"
            #expect(try bench.send(hex(first)) == [0x01] + randomB + [0x91, 0xAF])
            let master = try Self.bytes(vector, "ses_auth_master_key")
            let proof = try #require(LRP(key: master)).mac(of: randomA + randomB)
            if let published = vector["pcd_response"] as? String { #expect(proof == hex(published)) }
            let answer = try bench.send([0x90, 0xAF, 0, 0, 32] + randomA + proof + [0])
            #expect(answer.prefix(16) == (try Self.bytes(vector, "picc_data"))[...])
            if let published = vector["r_apdu_2"] as? String { #expect(answer == hex(published)) }
            if let mac = vector["mact"] as? String {
                let uid = try bench.send(hex("9051000008" + mac + "00"))
                #expect(uid.count == 26 && uid.suffix(2) == [0x91, 0x00])
                var counter = LRPCounter(1)
                let plain = try #require(
                    LRP(key: master)?.decrypt(Array(uid.prefix(16)), counter: &counter, updatedKey: 1))
                #expect(plain == bench.tag.uid + [0x80] + Array(repeating: 0, count: 8))
            }
        }
        #expect(vectors.count == 2)
    }

    /// The card in the state each command finds.
    private static func card(for name: String) -> SimulatedDNA {
        var card = SimulatedDNA()
        if name.hasPrefix("GetFileSettings") {
            var sdm = NTAG424FileSettings.SDM(options: 0xD1, access: 0x00FE)
            sdm.piccOffset = 0x1F
            sdm.macInputOffset = 0x44
            sdm.encryptedOffset = 0x44
            sdm.encryptedLength = 0x20
            sdm.macOffset = 0x6A
            card.files[1].settings = NTAG424FileSettings(mode: .plain, access: 0xEEEE, sdm: sdm)
        }
        if name.hasPrefix("WriteData") { card.files[1].settings = NTAG424FileSettings(mode: .full, access: 0xE000) }
        return card
    }

    @Test("answers protected commands byte for byte, and does what they say")
    func messaging() throws {
        let vectors = try Self.vectors("ntag424.json", "secure_messaging")
        for vector in vectors {
            let name = try #require(vector["name"] as? String)
            let bench = try Self.bench(Self.card(for: name))
            let session = NTAG424Session(
                key: 0, transaction: try Self.bytes(vector, "ti"),
                counter: UInt16(try #require(vector["cmd_ctr"] as? Int)),
                encryptionKey: (vector["ses_auth_enc_key"] as? String).map(hex) ?? [],
                macKey: try Self.bytes(vector, "ses_auth_mac_key"))
            bench.tag.withNTAG424 { $0.session = session }
            let answer = try bench.send(try Self.bytes(vector, "c_apdu"))
            if let published = vector["r_apdu"] as? String {
                #expect(answer == hex(published), "\(name)")
            } else {
                // The session ends with its key; of the other command only the question was published.
                #expect(
                    name.hasPrefix("ChangeKey case 2") ? answer == [0x91, 0x00] : answer.suffix(2) == [0x91, 0x00])
            }

            let card = try #require(bench.tag.ntag424)
            let data = try Self.bytes(vector, "cmd_data_plain")
            switch vector["ins"] as? String {
            case "8D": #expect(Array(card.files[1].content.prefix(128)) == data)
            case "5F":
                let (head, sdm) = card.files[1].settings.encoded
                #expect(head + sdm == data)
            case "C4":
                let isMaster = try Self.bytes(vector, "cmd_header") == [0]
                let key = card.keys[isMaster ? 0 : 2]
                #expect(key.version == data[16] && key.value == Array(data.prefix(16)), "the old key is all zeros")
                #expect((bench.tag.withNTAG424 { $0.session } ?? nil == nil) == isMaster)
            case "5C": #expect(try Self.bytes(vector, "cmd_header") == [0] ? card.randomID : card.usesLRP)
            default: break
            }
        }
        #expect(vectors.count == 7)
    }

    // AN12196, tables 20 to 27: the counter goes on from key to key, ISO selection does not count.
    @Test("plays the keys' part of AN12196 from one table to the next")
    func transcript() throws {
        let authentications = try Self.vectors("ntag424.json", "ev2_auth")
        let commands = try Self.vectors("ntag424.json", "secure_messaging")
        func vector(_ list: [Vector], _ name: String) throws -> Vector {
            try #require(list.first { ($0["name"] as? String)?.contains(name) == true })
        }
        let bench = try Self.bench()
        let (first, next) = (try vector(authentications, "Table 20"), try vector(authentications, "Table 24"))
        bench.tag.preset(randoms: [
            try Self.bytes(first, "rndB"), try Self.bytes(first, "ti"), try Self.bytes(next, "rndB"),
        ])
        func replay(_ vector: Vector, _ frame: String) throws {
            let answer = try bench.send(try Self.bytes(vector, "c_apdu" + frame))
            #expect(answer == ((vector["r_apdu" + frame] as? String).map(hex) ?? [0x91, 0x00]))
        }
        try replay(first, "_1")
        try replay(first, "_2")
        #expect(try bench.send("00A4000C02E10500") == "9000")
        // Tables 22 and 23 write into the proprietary file; their bytes are not among the vectors.
        bench.tag.withNTAG424 { $0.session?.counter = 1 }
        try replay(next, "_1")
        try replay(next, "_2")
        #expect(try bench.send("908D000019010E0000120000FF0506E1050080828300000000000000000000") == "9100")
        #expect(
            bench.tag.ntag424?.files[0].content.prefix(23) == hex("001720010000FF0406E104010000FF0506E10500808283")[...]
        )
        try replay(try vector(commands, "ChangeKey case 1"), "")
        try replay(try vector(commands, "ChangeKey case 2"), "")
    }

    @Test("mirrors every published link")
    func links() throws {
        let (aes, lrp) = (
            try Self.vectors("ntag424.json", "sdm_aes"), try Self.vectors("ntag424.json", "sdm_lrp")
        )
        var tried = 0
        for vector in aes + lrp where vector["sdmmac"] != nil || vector["picc_enc_data"] != nil {
            let isLRP = vector["mode"] as? String == "LRP"
            let link = Link(
                uid: try Self.bytes(vector, "uid"), counter: try #require(vector["sdm_read_ctr"] as? Int), lrp: isLRP,
                picc: vector["picc_enc_data"] as? String, data: (vector["sdm_enc_file_data_plain"] as? String).map(hex),
                encrypted: vector["sdm_enc_file_data"] as? String, macInput: vector["mac_input_ascii"] as? String,
                mac: vector["sdmmac"] as? String, meta: try Self.bytes(vector, "k_sdm_meta_read"),
                file: try Self.bytes(vector, "k_sdm_file_read"),
                padding: (vector["picc_data"] as? String).map { hex($0) }.map { data in
                    Array(data.dropFirst(1 + (data[0] & 0x80 != 0 ? 7 : 0) + (data[0] & 0x40 != 0 ? 3 : 0)))
                })
            try link.check(vector["name"] as? String ?? "")
            tried += 1
        }
        #expect(tried == 13)
        for vector in aes {
            guard let encryption = vector["k_ses_sdm_file_read_enc"] as? String, let uid = vector["uid"] as? String
            else {
                continue
            }
            let counter = try Self.bytes(vector, "sdm_read_ctr_bytes_lsb_first")
            let keys = SDMKeys(
                key: try Self.bytes(vector, "k_sdm_file_read"), uid: hex(uid), counter: counter, lrp: false)
            #expect(keys.aesKeys?.encryption == hex(encryption))
            #expect(keys.aesKeys?.mac == (try Self.bytes(vector, "k_ses_sdm_file_read_mac")))
        }
    }

    @Test("mirrors the links that people reported")
    func reportedLinks() throws {
        var tried = 0
        for item in try SharedFiles.allCases() {
            guard let input = item["input"] as? Vector, input["kind"] as? String == "sdm_url",
                let expected = item["expected"] as? Vector, expected["mac_ok"] as? Bool == true,
                let url = input["url"] as? String, let keys = input["keys"] as? [String: String],
                let uid = expected["uid"] as? String, let counter = expected["counter"] as? Int
            else { continue }
            let parts = Self.query(of: url)
            let meta = hex(keys["meta"] ?? "")
            let picc = parts.first { $0.value.count == 32 && $0.name != "enc" }?.value
            let plain = picc.flatMap { BlockCipher.aes128.decrypt(hex($0), key: meta) }
            let encrypted = parts.first { $0.name == "enc" }?.value
            let mac = try #require(parts.last)
            let link = Link(
                uid: hex(uid), counter: counter, lrp: false, picc: picc,
                data: (expected["file_ascii"] as? String).map { Array($0.utf8) }, encrypted: encrypted,
                macInput: encrypted.map { $0 + "&" + mac.name + "=" } ?? "", mac: mac.value, meta: meta,
                file: hex(keys["file"] ?? ""), padding: plain.map { Array($0.suffix(5)) })
            try link.check(item["id"] as? String ?? "")
            tried += 1
        }
        #expect(tried >= 3)
    }

    private static func query(of url: String) -> [(name: String, value: String)] {
        (url.split(separator: "?").last ?? "").split(separator: "&").compactMap { part in
            let pair = part.split(separator: "=")
            return pair.count == 2 ? (String(pair[0]), String(pair[1])) : nil
        }
    }

    // cases.json, kinds sdm_calc, changekey_build and apdu_trace.
    @Test("computes, and answers, what people reported")
    func reportedValues() throws {
        var tried: Set<String> = []
        for item in try SharedFiles.allCases() where item["area"] as? String == "ntag424" {
            guard let input = item["input"] as? Vector, let expected = item["expected"] as? Vector,
                let kind = input["kind"] as? String
            else { continue }
            switch kind {
            case "sdm_calc":
                guard let uid = input["uid"] as? String, let counter = input["counter_le"] as? String,
                    let key = input["key"] as? String, let encryption = expected["ses_enc_key"] as? String
                else { continue }
                let keys = SDMKeys(key: hex(key), uid: hex(uid), counter: hex(counter), lrp: false)
                #expect(keys.aesKeys?.encryption == hex(encryption))
                #expect(keys.aesKeys?.mac == (try Self.bytes(expected, "ses_mac_key")))
            case "changekey_build":
                let arguments = try #require(input["args"] as? Vector)
                guard let number = arguments["key_no"] as? Int, let counter = arguments["cmd_ctr"] as? Int,
                    let command = expected["apdu"] as? String
                else { continue }
                let bench = try Self.bench()
                if let old = arguments["old_key"] as? String {
                    bench.tag.ntag424?.keys[number].value = hex(old)
                }
                let session = NTAG424Session(
                    key: UInt8(arguments["auth_key_no"] as? Int ?? 0), transaction: try Self.bytes(arguments, "ti"),
                    counter: UInt16(counter), encryptionKey: try Self.bytes(arguments, "ses_enc"),
                    macKey: try Self.bytes(arguments, "ses_mac"))
                bench.tag.withNTAG424 { $0.session = session }
                #expect(try bench.send(command).hasSuffix("9100"))
                #expect(bench.tag.ntag424?.keys[number].value == (try Self.bytes(arguments, "new_key")))
            case "apdu_trace" where expected["ic"] as? String == "NTAG 424 DNA":
                let bench = try Self.bench(SimulatedDNA(uid: hex("04A1B2C3D4E5F6")))
                for step in try #require(input["steps"] as? [[String: String]]) {
                    #expect(try bench.send(step["c"] ?? "") == step["r"])
                }
            default: continue
            }
            tried.insert(kind)
        }
        #expect(tried == ["sdm_calc", "changekey_build", "apdu_trace"])
    }

    // cases.json SDM-011; vectors/ntag424.json file_settings.
    @Test("gives published file settings back as they were set")
    func settings() throws {
        var wires = try Self.vectors("ntag424.json", "file_settings").map { try Self.bytes($0, "hex") }
        wires += try SharedFiles.allCases().compactMap { item in
            guard let input = item["input"] as? Vector, input["kind"] as? String == "file_settings",
                item["area"] as? String == "ntag424"
            else { return nil }
            return hex(try #require(input["hex"] as? String))
        }
        #expect(wires.count >= 4)
        for wire in wires {
            var card = SimulatedDNA()
            let settings = try NTAG424FileSettings(Array(wire[1...3] + wire.dropFirst(7)))
            try settings.check(for: card.files[1], of: card)
            card.files[1].settings = settings
            #expect(try Self.bench(card).send("90F50000010200") == Hex.string(wire) + "9100")
        }
    }

    @Test("tells its version, UID and signature as published")
    func identity() throws {
        let activation = try #require(try Self.vectors("ntag424.json", "activation").first)
        var card = SimulatedDNA(uid: hex("04968CAA5C5E80"), tagTamper: true)
        card.softwareVersion = hex("04040201011105")
        card.production = hex("CD65935D402118")
        let bench = try Self.bench(card)
        let version = try #require(try Self.vectors("ntag424.json", "get_version").first)
        let frames = try #require(version["frames"] as? [String])
        let commands = try #require(version["c_apdus"] as? [String])
        for (command, frame) in zip(commands, frames) {
            #expect(try bench.send(command) == frame)
        }
        // The note prints TB1 61; data sheet and real tags have 71 (CHIPS.md 11.1).
        let ats = try Self.bytes(activation, "ATS")
        #expect(ats[0..<3] == card.ats[0..<3] && ats[4...] == card.ats[4...] && card.ats[3] == 0x71)
        let signed = try #require(
            try Self.vectors("ntag424.json", "plain_apdus").first { $0["name"] as? String == "Read_Sig" })
        let answer = try #require(signed["r_apdu"] as? String)
        let plain = try Self.bench()
        // The note prints the status word the wrong way round.
        #expect(try plain.send(signed["c_apdu"] as? String ?? "").dropLast(4) == answer.dropLast(4))
        let state = Originality.verify(
            uid: plain.tag.uid, signature: hex(String(answer.dropLast(4))), curve: .secp224r1)
        #expect(state.valid == true)
    }
}

/// A link as a tap would show it: what goes into the file, and what must come out.
private struct Link {
    let uid: [UInt8]
    let counter: Int
    let lrp: Bool
    let picc: String?
    let data: [UInt8]?
    let encrypted: String?
    let macInput: String?
    let mac: String?
    let meta: [UInt8]
    let file: [UInt8]
    let padding: [UInt8]?

    func check(_ name: String) throws {
        var card = SimulatedDNA(uid: uid.count == 7 ? uid : nil)
        card.usesLRP = lrp
        card.readCounter = counter - 1
        card.keys[1].value = meta
        card.keys[2].value = file
        let mirrorsUID = uid.count == 7
        var sdm = NTAG424FileSettings.SDM(
            options: (mirrorsUID ? 0x80 : 0) | 0x41 | (data == nil ? 0 : 0x10),
            access: (picc == nil ? 0xE000 : 0x1000) | (mac == nil ? 0x0F00 : 0x0200) | 0x00FF)
        var text = "https://t.example/?p="
        var expected = text
        if let picc {
            sdm.piccOffset = text.utf8.count
            text += String(repeating: "0", count: picc.count)
            expected += picc
        } else {
            sdm.uidOffset = text.utf8.count
            text += String(repeating: "0", count: 14) + "&c="
            sdm.counterOffset = text.utf8.count
            text += String(repeating: "0", count: 6)
            let digits = String(counter, radix: 16, uppercase: true)
            expected += Hex.string(uid) + "&c=" + String(repeating: "0", count: 6 - digits.count) + digits
        }
        if let mac {
            text += "&e="
            expected += "&e="
            sdm.macInputOffset = text.utf8.count
            if data != nil, let encrypted {
                sdm.encryptedOffset = text.utf8.count
                sdm.encryptedLength = encrypted.count
                // The bytes themselves may be no text: `finish` puts them in.
                expected += encrypted
            }
            let between = (macInput ?? "").dropFirst(encrypted?.count ?? 0)
            try finish(card, sdm, text, expected, String(between), mac, name)
        } else {
            try finish(card, sdm, text, expected, "", nil, name)
        }
    }

    private func finish(
        _ start: SimulatedDNA, _ places: NTAG424FileSettings.SDM, _ text: String, _ expected: String, _ between: String,
        _ mac: String?, _ name: String
    ) throws {
        var (card, sdm) = (start, places)
        var content = Array(text.utf8)
        if let data, let offset = sdm.encryptedOffset, let length = sdm.encryptedLength {
            content = content.prefix(offset) + data + Array(repeating: 0x2A, count: length - data.count)
        }
        content += Array(between.utf8)
        var result = expected + between
        if let mac {
            sdm.macOffset = content.count
            content += Array(repeating: 0x30, count: 16)
            result += mac
        }
        card.files[1].settings = NTAG424FileSettings(mode: .plain, access: 0xEEE0, sdm: sdm)
        try card.files[1].settings.check(for: card.files[1], of: card)
        card.files[1].content.replaceSubrange(0..<content.count, with: content)
        let bench = try CardBench(SimulatedTag(ntag424: card), profile: .part3)
        try bench.select("E104")
        bench.tag.preset(
            randoms: picc == nil ? [] : [padding ?? []] + (lrp ? [hex(String((picc ?? "").prefix(16)))] : []))
        let read = try bench.send([0x00, 0xB0, 0, 0, UInt8(content.count)])
        #expect(String(decoding: read.dropLast(2), as: UTF8.self) == result, "\(name)")
        #expect(read.suffix(2) == [0x90, 0x00])
        #expect(bench.tag.ntag424?.readCounter == counter)
    }
}
