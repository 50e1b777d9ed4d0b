import Testing

@testable import Tags

@Suite("Links of NTAG 424 DNA")
struct SDMTests {
    @Test("every published link in AES gives its UID, counter, keys, data and MAC", .enabled(if: SharedFiles.present))
    func aesVectors() throws {
        let vectors = try SharedFiles.vectors("ntag424.json")["sdm_aes"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let engine = try #require(
                AESLinkEngine(
                    metaKey: try vector.bytes("k_sdm_meta_read"), fileKey: try vector.bytes("k_sdm_file_read")))
            if let data = vector["picc_enc_data"].bytes {
                let plain = try #require(engine.decryptPICC(data))
                #expect(plain == vector["picc_data"].bytes, "\(vector["name"])")
                #expect(PICCData(plain)?.uid == vector["uid"].bytes)
                #expect(PICCData(plain)?.counter == vector["sdm_read_ctr"].number)
            }
            #expect(engine.open(uid: vector["uid"].bytes, counter: vector["sdm_read_ctr"].number))
            #expect(engine.sessionVector == vector["sv2"].bytes)
            #expect(engine.sessionKey == vector["k_ses_sdm_file_read_mac"].bytes)
            #expect(engine.encryptionKey == vector["k_ses_sdm_file_read_enc"].bytes)
            if let data = vector["sdm_enc_file_data"].bytes {
                #expect(engine.decryptFile(data) == vector["sdm_enc_file_data_plain"].bytes, "\(vector["name"])")
            }
            guard let input = vector["mac_input_ascii"].text else { continue }
            #expect(engine.mac(of: Array(input.utf8)) == vector["sdm_cmac_full"].bytes, "\(vector["name"])")
            #expect(AESCMAC.truncated(engine.mac(of: Array(input.utf8))) == vector["sdmmac"].bytes)
            #expect(engine.mac(of: Array(input.utf8)) == vector["sdm_cmac_full"].bytes, "a second time")
        }
    }

    @Test("every published link in LRP gives its UID, counter, key, data and MAC", .enabled(if: SharedFiles.present))
    func lrpVectors() throws {
        let vectors = try SharedFiles.vectors("ntag424.json")["sdm_lrp"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let engine = try #require(
                LRPLinkEngine(
                    metaKey: try vector.bytes("k_sdm_meta_read"), fileKey: try vector.bytes("k_sdm_file_read")))
            let plain = try #require(engine.decryptPICC(try vector.bytes("picc_enc_data")))
            #expect(plain == vector["picc_data"].bytes, "\(vector["name"])")
            let uid = vector["uid"].bytes.flatMap { $0.isEmpty ? nil : $0 }
            #expect(PICCData(plain)?.uid == uid)
            #expect(PICCData(plain)?.counter == vector["sdm_read_ctr"].number)
            #expect(engine.open(uid: uid, counter: vector["sdm_read_ctr"].number))
            #expect(engine.sessionVector == vector["sv"].bytes)
            #expect(engine.sessionKey == vector["ses_sdm_file_read_master_key"].bytes, "\(vector["name"])")
            if let data = vector["sdm_enc_file_data"].bytes {
                #expect(engine.decryptFile(data) == vector["sdm_enc_file_data_plain"].bytes, "\(vector["name"])")
            }
            guard let input = vector["mac_input_ascii"].text else { continue }
            #expect(engine.mac(of: Array(input.utf8)) == vector["sdm_cmac_full"].bytes, "\(vector["name"])")
        }
    }

    @Test("a link in the wild is checked without being told where its parts are", .enabled(if: SharedFiles.present))
    func cases() throws {
        let cases = try SharedFiles.cases(area: "ntag424").filter { $0["input"]["kind"].text == "sdm_url" }
        #expect(!cases.isEmpty)
        for item in cases {
            let keys = item["input"]["keys"]
            let isLRP = item["input"]["mode"].text?.lowercased() == "lrp" || item["input"]["lrp"].flag == true
            let checker = try #require(
                SUNChecker(suite: isLRP ? .lrp : .aes, metaKey: keys["meta"].bytes, fileKey: keys["file"].bytes))
            let result = checker.check(try item["input"].text("url"))
            let expected = item["expected"]
            #expect(result.uid == expected["uid"].bytes, "\(item["id"])")
            #expect(result.counter == expected["counter"].number, "\(item["id"])")
            if let good = expected["mac_ok"].flag { #expect(result.isGenuine == good, "\(item["id"])") }
            if let key = expected["ses_mac_key"].bytes { #expect(result.sessionKey == key, "\(item["id"])") }
            if let text = expected["file_ascii"].text {
                #expect(result.fileData.map { String(decoding: $0, as: UTF8.self) } == text, "\(item["id"])")
            }
        }
    }

    @Test("a computed session key is the published one", .enabled(if: SharedFiles.present))
    func calculations() throws {
        let cases = try SharedFiles.cases(area: "ntag424").filter { $0["input"]["kind"].text == "sdm_calc" }
        for item in cases {
            let key = try item["input"].bytes("key")
            let engine = try #require(AESLinkEngine(metaKey: key, fileKey: key))
            let counter = LittleEndian.number(try item["input"].bytes("counter_le"))
            #expect(engine.open(uid: try item["input"].bytes("uid"), counter: counter))
            #expect(engine.sessionKey == item["expected"]["ses_mac_key"].bytes, "\(item["id"])")
            #expect(engine.encryptionKey == item["expected"]["ses_enc_key"].bytes, "\(item["id"])")
        }
    }

    @Test("a MAC that does not hold is rejected", .enabled(if: SharedFiles.present))
    func negatives() throws {
        let vectors = try SharedFiles.vectors("ntag424.json")
        for negative in vectors["sdm_negative"].list {
            let base = vectors["sdm_aes"].list.first { $0["name"].text == negative["based_on"].text }
            guard let base, let url = base["url"].text, let mac = base["sdmmac"].text else { continue }
            let checker = try #require(
                SUNChecker(
                    suite: .aes, metaKey: base["k_sdm_meta_read"].bytes, fileKey: base["k_sdm_file_read"].bytes))
            #expect(checker.check(url).isGenuine)
            let wrong = url.replacing(mac, with: try negative.text("sdmmac"))
            #expect(checker.check(wrong).mac == .invalid)
            #expect(checker.check(wrong).uid == base["uid"].bytes, "what can be decrypted is shown all the same")
        }
    }

    private static let zero = [UInt8](repeating: 0, count: 16)
    private static let published =
        "https://www.my424dna.com/?picc_data=FD91EC264309878BE6345CBE53BADF40&enc=CEE9A53E3E463EF1F459635736738962"
        + "&cmac=ECC1E7F6C6C73BF6"

    @Test("every digit of a link counts")
    func everyDigit() throws {
        let checker = try #require(SUNChecker(suite: .aes, metaKey: Self.zero, fileKey: Self.zero))
        let link = Array(Self.published.utf8)
        #expect(checker.check(link).isGenuine)
        let start = try #require(link.firstIndex(of: 0x3D))
        for index in start..<link.count where (0x30...0x39).contains(link[index]) || (0x41...0x46).contains(link[index])
        {
            var changed = link
            changed[index] = changed[index] == 0x30 ? 0x31 : 0x30
            #expect(!checker.check(changed).isGenuine, "digit \(index)")
        }
    }

    @Test("a link that was made lower case on its way still holds")
    func lowerCase() throws {
        let checker = try #require(SUNChecker(suite: .aes, metaKey: Self.zero, fileKey: Self.zero))
        let result = checker.check(Self.published.lowercased())
        #expect(result.uid == [0x04, 0x95, 0x8C, 0xAA, 0x5C, 0x5E, 0x80])
        #expect(result.counter == 8)
        #expect(result.isGenuine)
    }

    @Test("with a template the MAC must cover what the template says")
    func strictTemplate() throws {
        let checker = try #require(SUNChecker(suite: .aes, metaKey: Self.zero, fileKey: Self.zero))
        let head = "https://www.my424dna.com/?picc_data={picc}&enc="
        let right = try SDMTemplate(head + "{file:32}&cmac={mac}")
        #expect(checker.check(Self.published, template: right).isGenuine)
        let other = try SDMTemplate("https://www.my424dna.com/?{mac-from}picc_data={picc}&enc={file:32}&cmac={mac}")
        #expect(checker.check(Self.published, template: other).mac == .invalid)
        let foreign = try SDMTemplate("https://example.com/?p={picc}&c={mac}")
        #expect(checker.check(Self.published, template: foreign).problems == ["the link does not fit the template"])
    }

    @Test("one value with PICCData and MAC together is taken apart")
    func bulk() throws {
        let checker = try #require(SUNChecker(suite: .aes, metaKey: Self.zero, fileKey: Self.zero))
        let result = checker.check("https://x.example/t?d=EF963FF7828658A599F3041510671E8894EED9EE65337086")
        #expect(result.counter == 61)
        #expect(result.isGenuine)
    }

    @Test("without keys, or with wrong ones, the check says so and never that it holds")
    func missingKeys() throws {
        let none = try #require(SUNChecker(suite: .aes, metaKey: nil, fileKey: nil)).check(Self.published)
        #expect(none.mac == .unchecked)
        #expect(none.problems.count == 1)
        let wrongKey = [UInt8](repeating: 9, count: 16)
        let wrong = try #require(SUNChecker(suite: .aes, metaKey: wrongKey, fileKey: Self.zero)).check(Self.published)
        #expect(wrong.uid == nil)
        #expect(!wrong.isGenuine)
        #expect(SUNChecker(suite: .aes, metaKey: [1], fileKey: nil) == nil)
    }

    @Test(
        "no text crashes the checker or passes for a link",
        arguments: [
            "", "0", "https://", "https://a", "uid=", "x?x=0000000000000000", "https://a/?p=&c=", "://////", "=&=&",
            "https://e.example/?e=zz963FF7828658A599F3041510671E88&c=94EED9EE65337086", "https://ä.example/?é=ßß",
            "https://x/?uid=04C767F2066180&ctr=000001&c=54A45B2C3A558765",
        ])
    func nonsense(text: String) throws {
        for suite in SecureSession.Suite.allCases {
            let checker = try #require(SUNChecker(suite: suite, metaKey: Self.zero, fileKey: Self.zero))
            #expect(!checker.check(text).isGenuine)
        }
    }

    @Test("a MAC that a known tool calls official is not the one that key zero makes")
    func falseVector() throws {
        let engine = try #require(AESLinkEngine(metaKey: Self.zero, fileKey: Self.zero))
        #expect(engine.open(uid: try hex("0464171A282290"), counter: 0xCE))
        #expect(AESCMAC.truncated(engine.mac(of: [])) == (try hex("608EC96738E66669")))
        let checker = try #require(SUNChecker(suite: .aes, metaKey: nil, fileKey: Self.zero))
        let link = "https://x.example/?u=0464171A282290&n=0000CE&m="
        #expect(checker.check(link + "608EC96738E66669").isGenuine)
        #expect(checker.check(link + "EDEC8186BF3D1153").mac == .invalid)
    }

    // MARK: - Templates

    @Test("the published layout comes out of its template")
    func publishedLayout() throws {
        let template = try SDMTemplate(
            "https://www.my424dna.com/?picc_data={picc}&enc={file:32=xxxxxxxxxxxxxxxx}&cmac={mac}")
        let layout = try template.layout(
            suite: .aes, rights: SDMTemplate.Rights(meta: .key(0), file: .key(0), counter: .free))
        #expect(layout.settings.piccOffset == 0x1F)
        #expect(layout.settings.encryptionOffset == 0x44)
        #expect(layout.settings.encryptionLength == 0x20)
        #expect(layout.settings.macInputOffset == 0x44)
        #expect(layout.settings.macOffset == 0x6A)
        #expect(layout.settings.options == 0xD1)
        #expect(layout.settings.rights == [0xFE, 0x00])
        #expect(layout.file.count == Int(layout.file[1]) + 2)
        #expect(layout.file[2] == 0xD1)
    }

    static let placeholders = ["{uid}", "{counter}", "{picc}", "{mac}", "{file:32}", "{file:64}"]

    @Test(
        "every offset points at the first character of its place, for every order of the placeholders",
        arguments: [
            "https://example.com/t?u={uid}&n={counter}&m={mac}", "https://www.a.b/{picc}/{mac}",
            "http://x.y/?c={mac}&p={picc}", "lnurlw://pay.example/?p={picc}&c={mac}",
            "https://a.b/{uid}x{counter}x{mac}",
            "https://a.b/?p={picc}&e={file:64}&c={mac}", "tel:{uid}", "urn:x:{counter}{uid}",
        ])
    func offsets(text: String) throws {
        for suite in SecureSession.Suite.allCases {
            let layout = try SDMTemplate(text).layout(suite: suite)
            let places = layout.settings.places(suite)
            #expect(places.count == (try SDMTemplate(text)).mirrors.count)
            for place in places {
                #expect(layout.file[place.bytes].allSatisfy { $0 == 0x30 }, "\(place.mirror)")
                let before = layout.file[place.bytes.lowerBound - 1]
                #expect(before != 0x30 || text.contains("}{"), "\(place.mirror)")
            }
        }
    }

    @Test("the MAC's input begins at the mark, at the encrypted part, or at the MAC itself")
    func macInput() throws {
        let marked = try SDMTemplate("https://a.b/?{mac-from}u={uid}&n={counter}&m={mac}").layout(suite: .aes).settings
        #expect(marked.macInputOffset == marked.uidOffset.map { $0 - 2 })
        let plain = try SDMTemplate("https://a.b/?u={uid}&m={mac}").layout(suite: .aes).settings
        #expect(plain.macInputOffset == plain.macOffset)
        let encrypted = try SDMTemplate("https://a.b/?p={picc}&e={file:32}&m={mac}").layout(suite: .aes).settings
        #expect(encrypted.macInputOffset == encrypted.encryptionOffset)
    }

    @Test(
        "a template that the chip could not take is refused before anything is sent",
        arguments: [
            "https://a.b/?u={uid}&u2={uid}&m={mac}", "https://a.b/?p={picc}&u={uid}&m={mac}", "https://a.b/?{nothing}",
            "https://a.b/?{uid", "https://a.b/?uid}", "https://a.b/?e={file:31}&m={mac}",
            "https://a.b/?e={file:0}&m={mac}",
            "https://a.b/?p={picc}&e={file:32}", "https://a.b/?u={uid}&e={file:32}&m={mac}",
            "https://a.b/?p={picc}&m={mac}&e={file:32}", "https://a.b/ ?u={uid}", "https://ä.b/?u={uid}",
            "https://a.b/?p={picc}&e={file:32=12345678901234567}&m={mac}", "https://a.b/?{mac-from}u={uid}",
            "https://a.b/?p={picc}&e={file:256}&m={mac}", "",
        ])
    func refused(text: String) {
        #expect(throws: Refusal.self) { try SDMTemplate(text).layout(suite: .aes) }
    }

    @Test("a key for meta data without PICCData, or PICCData without a key, is refused")
    func metaRights() throws {
        let plain = try SDMTemplate("https://a.b/?u={uid}&n={counter}&m={mac}")
        #expect(throws: Refusal.self) { try plain.layout(suite: .aes, rights: SDMTemplate.Rights(meta: .key(2))) }
        let picc = try SDMTemplate("https://a.b/?p={picc}&m={mac}")
        #expect(throws: Refusal.self) { try picc.layout(suite: .aes, rights: SDMTemplate.Rights(meta: .free)) }
    }

    @Test(
        "zeros of a wrong number, and combinations the chip refuses, are refused in words",
        .enabled(if: SharedFiles.present))
    func plannedCases() throws {
        let cases = try SharedFiles.cases(area: "ntag424").filter {
            $0["input"]["op"].text == "plan_sdm"
        }
        #expect(!cases.isEmpty)
        for item in cases {
            let arguments = item["input"]["args"]
            let wanted = SDMTemplate.Wanted(
                encryptsPICC: arguments["encrypted_picc"].flag ?? false, uid: arguments["mirror_uid"].flag ?? true,
                counter: arguments["mirror_counter"].flag ?? true,
                encryptsFile: arguments["encrypted_file"].flag ?? false, mac: arguments["cmac"].flag ?? false)
            let link = try arguments.text("url")
            let result = Result { try SDMTemplate(zeros: link, wanted: wanted, suite: .aes).layout(suite: .aes) }
            switch result {
            case .success(let layout):
                #expect(!item["expected"]["error"].isPresent, "\(item["id"])")
                if let offset = item["expected"]["picc_data_offset"].number {
                    #expect(layout.settings.piccOffset == offset)
                }
            case .failure(let error):
                #expect((error as? Refusal)?.reason == item["expected"]["error"].text, "\(item["id"])")
            }
        }
    }

    @Test("a link with zeros becomes the same layout as its template")
    func zeros() throws {
        let zeros = String(repeating: "0", count: 32)
        let link = "https://a.b/t?picc_data=\(zeros)&cmac=0000000000000000"
        let found = try SDMTemplate(zeros: link, wanted: SDMTemplate.Wanted(encryptsPICC: true), suite: .aes)
        #expect(found.text == "https://a.b/t?picc_data={picc}&cmac={mac}")
        #expect(try found.layout(suite: .aes).link == link)
    }

    // MARK: - Keys

    @Test("diversified keys are those of AN10922, also for short inputs", .enabled(if: SharedFiles.present))
    func diversification() throws {
        let vectors = try SharedFiles.vectors("desfire.json")["key_diversification_an10922"].list.filter {
            $0["algorithm"].text?.hasPrefix("AES-128") == true
        }
        #expect(vectors.count >= 2)
        for vector in vectors {
            let key = KeyDiversification.aes128(
                master: try vector.bytes("master_key"), input: try vector.bytes("div_input"))
            #expect(key == vector["diversified_key"].bytes, "\(vector["name"])")
        }
        #expect(KeyDiversification.aes128(master: Self.zero, input: []) == nil)
        #expect(KeyDiversification.aes128(master: Self.zero, input: Array(repeating: 1, count: 32)) == nil)
        #expect(KeyDiversification.aes128(master: [1], input: [1]) == nil)
    }

    @Test("a bolt card's keys follow from the issuer's as published", .enabled(if: SharedFiles.present))
    func boltCards() throws {
        let vectors = try SharedFiles.vectors("ntag424.json")["boltcard_key_derivation"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let version = UInt32(try #require(vector["version"].number))
            let made = BoltCard.keys(
                issuer: try vector.bytes("issuer_key"), uid: try vector.bytes("uid"), version: version)
            let keys = try #require(made)
            #expect(keys.keys == (0...4).map { vector["k\($0)"].bytes })
            #expect(keys.cardID == vector["card_id"].bytes)
        }
    }

    @Test("a bolt card's link has PICCData and MAC, and keeps the service's own parameters")
    func boltCardLink() throws {
        #expect(BoltCard.template(url: "https://a.b/w?id=7") == "lnurlw://a.b/w?id=7&p={picc}&c={mac}")
        let layout = try SDMTemplate(BoltCard.template(url: "lnurlw://a.b/w")).layout(
            suite: .aes, rights: SDMTemplate.Rights(meta: .key(1), file: .key(2)))
        #expect(layout.settings.rights == [0xFF, 0x12])
        #expect(layout.settings.options == 0xC1)
    }
}
