import Testing

@testable import Tags

@Suite("Secure messaging of NTAG 424 DNA")
struct SecureSessionTests {
    @Test("every published command and answer is made and taken byte for byte", .enabled(if: SharedFiles.present))
    func published() throws {
        let vectors = try SharedFiles.vectors("ntag424.json")["secure_messaging"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let session = try Self.session(vector)
            let ins = try #require(vector.bytes("ins").first)
            let mode = try #require(CommunicationMode(word: try vector.text("comm_mode")))
            let data = try session.wrap(
                ins, header: vector.bytes("cmd_header"), data: vector.bytes("cmd_data_plain"), mode: mode)
            #expect(CommandAPDU.native(ins, data).bytes == vector["c_apdu"].bytes, "\(vector["name"])")
            guard let text = vector["r_apdu"].text, let answer = ResponseAPDU(try hex(text)) else { continue }
            let plain = try session.unwrap(answer.data, status: answer.status.sw2, mode: mode)
            #expect(plain == Array(answer.data.dropLast(8)))
            #expect(session.counter == UInt16(try #require(vector["cmd_ctr"].number)) + 1)
        }
    }

    @Test("the IV of a published session is the published one", .enabled(if: SharedFiles.present))
    func vectors() throws {
        let all = try SharedFiles.vectors("ntag424.json")
        for vector in all["sm_iv_only"].list + all["secure_messaging"].list where vector["ivc"].isPresent {
            let cipher = try #require(
                AESMessageCipher(
                    encryptionKey: try vector.bytes("ses_auth_enc_key"), macKey: try vector.bytes("ses_auth_mac_key")))
            let counter = UInt16(try #require(vector["cmd_ctr"].number))
            #expect(cipher.vector([0xA5, 0x5A], try vector.bytes("ti"), counter) == vector["ivc"].bytes)
        }
    }

    @Test("an answer with any bit changed is not let through")
    func changedAnswer() throws {
        let answer = try hex("0040EEEE000100D1FE001F00004400004400002000006A00002A474282E7A47986")
        #expect(try Self.settingsSession().unwrap(answer, mode: .mac).count == 25)
        for bit in 0..<answer.count * 8 {
            var wrong = answer
            wrong[bit / 8] ^= 1 << (bit % 8)
            let session = try Self.settingsSession()
            #expect(throws: SecureSession.Fault.wrongMAC) { try session.unwrap(wrong, mode: .mac) }
        }
        #expect(throws: SecureSession.Fault.wrongMAC, "the status is under the MAC too") {
            try Self.settingsSession().unwrap(answer, status: 0xAF, mode: .mac)
        }
    }

    @Test("an answer without a MAC is not let through", arguments: 0..<8)
    func missingMAC(count: Int) throws {
        for mode in [CommunicationMode.mac, .full] {
            let session = try Self.settingsSession()
            #expect(throws: SecureSession.Fault.noMAC) {
                try session.unwrap(Array(repeating: 0, count: count), mode: mode)
            }
        }
    }

    @Test("a session that has counted to its end sends nothing more")
    func exhausted() throws {
        let session = try Self.session(counter: UInt16.max)
        #expect(throws: SecureSession.Fault.exhausted) { try session.wrap(0xF5, header: [2], mode: .mac) }
        let last = try Self.session(counter: UInt16.max - 1)
        _ = try last.wrap(0xF5, mode: .plain)
        #expect(try last.unwrap([1, 2], mode: .plain) == [1, 2])
        #expect(throws: SecureSession.Fault.exhausted) { try last.wrap(0xF5, mode: .plain) }
    }

    @Test("plain commands count too, and header alone is never padded")
    func plain() throws {
        let session = try Self.session(counter: 5)
        #expect(try session.wrap(0xAD, header: [2, 0, 0, 0], mode: .plain) == [2, 0, 0, 0])
        _ = try session.unwrap([], mode: .plain)
        #expect(session.counter == 6)
        #expect(try session.wrap(0x51, header: [1], mode: .full).count == 9)
    }

    @Test(
        "what one side encrypts the other decrypts, for every length, in AES and LRP",
        arguments: SecureSession.Suite.allCases)
    func roundTrip(suite: SecureSession.Suite) throws {
        let a = (0..<16).map { UInt8($0) }
        let b = (16..<32).map { UInt8($0) }
        let key = [UInt8](repeating: 0x77, count: 16)
        for count in 1...48 {
            let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            switch suite {
            case .aes:
                let cipher = try #require(AESMessageCipher(key: key, randomA: a, randomB: b))
                let sent = try #require(cipher.encrypt(BitPadding.padded(data), [1, 2, 3, 4], 9))
                let vector = try #require(cipher.vector([0xA5, 0x5A], [1, 2, 3, 4], 9))
                let plain = BlockCipher.aes128.decrypt(sent, key: cipher.encryptionKey, iv: vector)
                #expect(plain.flatMap(BitPadding.stripped) == data)
            case .lrp:
                let sender = try #require(LRPMessageCipher(key: key, randomA: a, randomB: b))
                let receiver = try #require(LRPMessageCipher(key: key, randomA: a, randomB: b))
                let sent = try #require(sender.encrypt(BitPadding.padded(data), [], 0))
                #expect(receiver.decrypt(sent).flatMap(BitPadding.stripped) == data)
                #expect(sender.blocks == receiver.blocks)
            }
        }
    }

    @Test("the published data of ChangeKey are made from new and old key", .enabled(if: SharedFiles.present))
    func changeKeyData() throws {
        let zero = [UInt8](repeating: 0, count: 16)
        let vectors = try SharedFiles.vectors("ntag424.json")["secure_messaging"].list.filter { $0["ins"].text == "C4" }
        #expect(vectors.count == 2)
        for vector in vectors {
            let number = try #require(vector.bytes("cmd_header").first)
            let data = try vector.bytes("cmd_data_plain")
            // The old key was zero, so the first 16 bytes are the new one.
            let made = ChangeKeyData.make(
                number: number, new: Array(data.prefix(16)), version: data[16], old: number == 0 ? nil : zero)
            #expect(made == data)
        }
        #expect(ChangeKeyData.make(number: 1, new: zero, version: 0, old: nil) == nil)
        #expect(ChangeKeyData.make(number: 0, new: [1], version: 0, old: nil) == nil)
    }

    @Test("a ChangeKey command of the cases is built whole", .enabled(if: SharedFiles.present))
    func changeKeyCases() throws {
        let cases = try SharedFiles.cases(area: "ntag424").filter { $0["input"]["kind"].text == "changekey_build" }
        #expect(!cases.isEmpty)
        for item in cases {
            let arguments = item["input"]["args"]
            let number = UInt8(try #require(arguments["key_no"].number))
            let cipher = try #require(
                AESMessageCipher(
                    encryptionKey: try arguments.bytes("ses_enc"), macKey: try arguments.bytes("ses_mac")))
            let counter = UInt16(try #require(arguments["cmd_ctr"].number))
            let session = SecureSession(
                suite: .aes, keyNumber: 0, transaction: try arguments.bytes("ti"), counter: counter, cipher: cipher)
            let version = UInt8(try #require(arguments["version"].number))
            let made = ChangeKeyData.make(
                number: number, new: try arguments.bytes("new_key"), version: version, old: arguments["old_key"].bytes)
            let data = try #require(made)
            let wrapped = try session.wrap(0xC4, header: [number], data: data, mode: .full)
            let expected = item["expected"]
            #expect(cipher.vector([0xA5, 0x5A], try arguments.bytes("ti"), counter) == expected["iv"].bytes)
            #expect(Array(wrapped.dropFirst().dropLast(8)) == expected["ciphertext"].bytes, "\(item["id"])")
            #expect(Array(wrapped.suffix(8)) == expected["mac"].bytes)
            #expect(CommandAPDU.native(0xC4, wrapped).bytes == expected["apdu"].bytes)
        }
    }

    // MARK: - Sessions

    private static func settingsSession() throws -> SecureSession {
        SecureSession(
            suite: .aes, keyNumber: 0, transaction: try hex("7A21085E"), counter: 0,
            cipher: try #require(
                AESMessageCipher(
                    encryptionKey: Array(repeating: 0, count: 16), macKey: try hex("8248134A386E86EB7FAF54A52E536CB6")))
        )
    }

    private static func session(counter: UInt16) throws -> SecureSession {
        let key = [UInt8](repeating: 3, count: 16)
        return SecureSession(
            suite: .aes, keyNumber: 0, transaction: [1, 2, 3, 4], counter: counter,
            cipher: try #require(AESMessageCipher(encryptionKey: key, macKey: key)))
    }

    private static func session(_ vector: JSON) throws -> SecureSession {
        SecureSession(
            suite: .aes, keyNumber: 0, transaction: try vector.bytes("ti"),
            counter: UInt16(try #require(vector["cmd_ctr"].number)),
            cipher: try #require(
                AESMessageCipher(
                    encryptionKey: vector["ses_auth_enc_key"].bytes ?? Array(repeating: 0, count: 16),
                    macKey: try vector.bytes("ses_auth_mac_key"))))
    }
}
