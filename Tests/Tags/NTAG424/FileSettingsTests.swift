import Testing

@testable import Tags

@Suite("File settings of NTAG 424 DNA")
struct FileSettingsTests {
    @Test("every published answer is decoded in full and encoded again", .enabled(if: SharedFiles.present))
    func published() throws {
        let vectors = try SharedFiles.vectors("ntag424.json")["file_settings"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let bytes = try vector.bytes("hex")
            let settings = try #require(FileSettings(bytes))
            let expected = vector["decoded"]
            #expect(Int(settings.fileType) == expected["fileType"].number)
            #expect(settings.mode.word == expected["commMode"].text)
            #expect(Int(settings.access.read.nibble) == expected["read"].number)
            #expect(Int(settings.access.write.nibble) == expected["write"].number)
            #expect(Int(settings.access.readWrite.nibble) == expected["readWrite"].number)
            #expect(Int(settings.access.change.nibble) == expected["change"].number)
            #expect(settings.size == expected["size"].number)
            #expect((settings.sdm != nil) == expected["sdm"].flag)
            // ChangeFileSettings takes the same without type and size.
            #expect(settings.encoded == [bytes[1]] + bytes[2...3] + bytes[7...], "\(vector["name"])")
            guard let sdm = settings.sdm else { continue }
            #expect([sdm.options] == expected["sdmOptions"].bytes)
            #expect(sdm.mirrorsUID == expected["uidMirror"].flag)
            #expect(sdm.mirrorsCounter == expected["ctrMirror"].flag)
            #expect((sdm.counterLimit != nil) == expected["ctrLimit"].flag)
            #expect(sdm.encryptsFileData == expected["encFileData"].flag)
            #expect(Int(sdm.metaRead.nibble) == expected["sdmAccess"]["metaRead"].number)
            #expect(Int(sdm.fileRead.nibble) == expected["sdmAccess"]["fileRead"].number)
            #expect(Int(sdm.counterRead.nibble) == expected["sdmAccess"]["ctrRet"].number)
            #expect(sdm.piccOffset == expected["piccDataOffset"].number)
            #expect(sdm.macInputOffset == expected["macInputOffset"].number)
            #expect(sdm.encryptionOffset == expected["encOffset"].number)
            #expect(sdm.encryptionLength == expected["encLength"].number)
            #expect(sdm.macOffset == expected["macOffset"].number)
            #expect(settings.problems(file: 2, suite: .aes) == [])
        }
    }

    @Test("settings of the cases are decoded, and built, as expected", .enabled(if: SharedFiles.present))
    func cases() throws {
        for item in try SharedFiles.cases(area: "ntag424") where item["input"]["kind"].text == "file_settings" {
            let settings = try #require(FileSettings(try item["input"].bytes("hex")), "\(item["id"])")
            let expected = item["expected"]
            if let text = expected["comm"].text { #expect(settings.mode.word == text) }
            if let size = expected["size"].number { #expect(settings.size == size) }
            if let on = expected["sdm"].flag { #expect((settings.sdm != nil) == on) }
            guard let sdm = settings.sdm else { continue }
            if let number = expected["sdm_meta_read"].number { #expect(Int(sdm.metaRead.nibble) == number) }
            if let number = expected["sdm_file_read"].number { #expect(Int(sdm.fileRead.nibble) == number) }
            if let number = expected["sdm_ctr_ret"].number { #expect(Int(sdm.counterRead.nibble) == number) }
            if let number = expected["picc_data_offset"].number { #expect(sdm.piccOffset == number) }
            if let number = expected["mac_input_offset"].number { #expect(sdm.macInputOffset == number) }
            if let number = expected["mac_offset"].number { #expect(sdm.macOffset == number) }
        }
    }

    @Test("an answer that ends early is refused at every length, and never crashes")
    func truncated() throws {
        let whole = try hex("0040EEEE000100D1FE001F00004400004400002000006A0000")
        #expect(FileSettings(whole) != nil)
        for count in 0..<whole.count { #expect(FileSettings(Array(whole.prefix(count))) == nil, "\(count) bytes") }
        #expect(FileSettings(whole + [1, 2])?.surplus == [1, 2])
    }

    @Test("any bytes at all are decoded or refused without a crash, and never sent where the chip would refuse")
    func anyBytes() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<44, using: &generator)).map { _ in UInt8.random(in: 0...255) }
            guard let settings = FileSettings(bytes) else { continue }
            _ = settings.problems(file: UInt8.random(in: 0...4), suite: .lrp)
            _ = settings.access.sentence
            _ = settings.encoded
        }
    }

    @Test("access rights go to the wire least significant byte first, and come back")
    func everyRight() {
        let broken = (0...0xFFFF).filter { value in
            let wire = [UInt8(value & 0xFF), UInt8(value >> 8)]
            return AccessRights(wire: wire[0], wire[1]).wire != wire
        }
        #expect(broken == [])
    }

    @Test("the factory's rights are those of the data sheet")
    func factory() throws {
        #expect(
            FileSettings.factory[1]?.access.sentence
                == "read by everybody, written by who has key 0, settings changed by who has key 0")
        #expect(FileSettings.factory[2]?.encoded == [0x00, 0xE0, 0xEE])
        let third = try #require(FileSettings.factory[3])
        #expect(third.access.read == .key(2))
        #expect(third.access.write == .key(3))
        #expect(
            third.access.sentence
                == "read by who has key 2 or who has key 3, written by who has key 3, settings changed by who has key 0"
        )
    }

    // MARK: - What the chip would refuse

    private static func settings(_ change: (inout SDMSettings) -> Void) -> FileSettings {
        var sdm = SDMSettings(metaRead: .key(1), fileRead: .key(2), counterRead: .never)
        sdm.mirrorsUID = true
        sdm.mirrorsCounter = true
        sdm.encryptsFileData = true
        sdm.piccOffset = 32
        sdm.macInputOffset = 70
        sdm.encryptionOffset = 70
        sdm.encryptionLength = 32
        sdm.macOffset = 110
        change(&sdm)
        return FileSettings(
            mode: .plain, access: AccessRights(read: .free, write: .key(0), readWrite: .key(0), change: .key(0)),
            size: 256, sdm: sdm)
    }

    @Test("settings that fit are taken, also at the very edges of the file")
    func edges() {
        #expect(Self.settings { _ in }.problems(file: 2, suite: .aes) == [])
        #expect(Self.settings { $0.macOffset = 240 }.problems(file: 2, suite: .aes) == [])
        #expect(Self.settings { $0.macOffset = 102 }.problems(file: 2, suite: .aes) == [])
        #expect(Self.settings { $0.piccOffset = 0 }.problems(file: 2, suite: .lrp) == [])
        #expect(Self.settings { $0.counterLimit = 1000 }.problems(file: 2, suite: .aes) == [])
        #expect(
            Self.settings {
                $0.encryptionLength = 128; $0.macOffset = 198
            }.problems(file: 2, suite: .aes) == [])
    }

    @Test("every contradiction is refused with a reason")
    func refused() {
        let faults: [(String, (inout SDMSettings) -> Void)] = [
            ("MAC beyond the file", { $0.macOffset = 241 }), ("MAC within the encrypted part", { $0.macOffset = 101 }),
            ("PICCData over the encrypted part", { $0.piccOffset = 39 }),
            ("PICCData beyond the file", { $0.piccOffset = 225 }),
            ("PICCData over the MAC", { $0.piccOffset = 100 }), ("length no multiple", { $0.encryptionLength = 33 }),
            ("length zero", { $0.encryptionLength = 0 }),
            ("encrypted part before the input", { $0.encryptionOffset = 69 }),
            ("input behind the MAC", { $0.macInputOffset = 111 }), ("no counter", { $0.mirrorsCounter = false }),
            ("no UID", { $0.mirrorsUID = false }), ("no key for the MAC", { $0.fileRead = .never }),
            ("free MAC", { $0.fileRead = .free }), ("reserved key", { $0.metaRead = .reserved(7) }),
            ("not ASCII", { $0.isASCII = false }), ("missing offset", { $0.macOffset = nil }),
            ("missing length", { $0.encryptionLength = nil }),
            ("tamper without a loop", { $0.mirrorsTamperStatus = true }),
            ("negative offset", { $0.piccOffset = -1 }), ("huge offset", { $0.macOffset = Int.max }),
            ("huge length", { $0.encryptionLength = Int.max - 31 }), ("reserved bits", { $0.reservedOptions = 2 }),
        ]
        for (name, fault) in faults {
            #expect(!Self.settings(fault).problems(file: 2, suite: .aes).isEmpty, "\(name)")
        }
        #expect(!Self.settings { _ in }.problems(file: 1, suite: .aes).isEmpty, "only file 02 has SDM")
        #expect(!Self.settings { _ in }.problems(file: 2, suite: .lrp).isEmpty, "PICCData is longer in LRP")
    }

    @Test("the tamper state may lie in the plaintext half of the encrypted part, and nowhere else in it")
    func tamperWithin() {
        for offset in 60...110 {
            let settings = Self.settings {
                $0.mirrorsTamperStatus = true
                $0.tamperOffset = offset
                $0.piccOffset = 0
            }
            let fits = offset <= 68 || (70...84).contains(offset) || (102...108).contains(offset)
            #expect(settings.problems(file: 2, suite: .aes, tamper: true).isEmpty == fits, "at \(offset)")
        }
    }

    @Test("only the fields that the options call for are written")
    func optionalFields() {
        var sdm = SDMSettings(metaRead: .free, fileRead: .never, counterRead: .free)
        sdm.mirrorsUID = true
        sdm.uidOffset = 0x20
        sdm.counterOffset = 0x44
        sdm.macOffset = 0x50
        let settings = FileSettings(
            mode: .plain, access: AccessRights(read: .free, write: .key(0), readWrite: .key(0), change: .key(0)),
            size: 256, sdm: sdm)
        #expect(settings.encoded == [0x40, 0x00, 0xE0, 0x81, 0xFE, 0xEF, 0x20, 0x00, 0x00])
        #expect(sdm.warnings.count == 1)
    }
}
