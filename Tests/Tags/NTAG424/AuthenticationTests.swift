import Testing

@testable import Tags

@Suite("Authentication of NTAG 424 DNA by published sessions")
struct DNAAuthenticationTests {
    @Test("AuthenticateEV2First and NonFirst are those of AN12196, byte for byte", .enabled(if: SharedFiles.present))
    func ev2() throws {
        let vectors = try SharedFiles.vectors("ntag424.json")["ev2_auth"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let key = try vector.bytes("key")
            let number = UInt8(try #require(vector["key_no"].number))
            let continues = vector["ins"].text == "77"
            let before = continues ? try session(transaction: vector.bytes("ti"), counter: 2) : nil
            var exchange = try #require(
                DNAAuthentication(
                    suite: .aes, key: key, number: number, randomA: try vector.bytes("rndA"), continuing: before))
            if !continues || vector["c_apdu_1"].text == "9077000001" + Hex.byte(number) + "00" {
                #expect(CommandAPDU.native(exchange.ins, exchange.opening).bytes == vector["c_apdu_1"].bytes)
            }
            let challenge = try #require(ResponseAPDU(try vector.bytes("r_apdu_1")))
            let answer = exchange.response(to: challenge.data)
            let response = try #require(answer)
            #expect(CommandAPDU.native(0xAF, response).bytes == vector["c_apdu_2"].bytes, "\(vector["name"])")
            let proof = try #require(ResponseAPDU(try vector.bytes("r_apdu_2")))
            let opened = try #require(exchange.session(from: proof.data))
            #expect(opened.transaction == vector["ti"].bytes)
            #expect(opened.counter == (continues ? 2 : 0))
            let cipher = try #require(
                AESMessageCipher(key: key, randomA: try vector.bytes("rndA"), randomB: try vector.bytes("rndB")))
            #expect(cipher.encryptionKey == vector["ses_auth_enc_key"].bytes)
            #expect(cipher.macKey == vector["ses_auth_mac_key"].bytes)
        }
    }

    @Test("AuthenticateLRPFirst is that of AN12343, byte for byte", .enabled(if: SharedFiles.present))
    func lrp() throws {
        let vector = try #require(try SharedFiles.vectors("lrp.json")["authentication"].list.first)
        let key = [UInt8](repeating: 0, count: 16)
        var exchange = try #require(
            DNAAuthentication(suite: .lrp, key: key, number: 3, randomA: try vector.bytes("rndA")))
        #expect(CommandAPDU.native(exchange.ins, exchange.opening).bytes == vector["c_apdu_1"].bytes)
        let challenge = try #require(ResponseAPDU(try vector.bytes("r_apdu_1")))
        let answer = exchange.response(to: challenge.data)
        let response = try #require(answer)
        #expect(CommandAPDU.native(0xAF, response).bytes == vector["c_apdu_2"].bytes)
        let proof = try #require(ResponseAPDU(try vector.bytes("r_apdu_2")))
        let opened = try #require(exchange.session(from: proof.data))
        #expect(opened.transaction == vector["ti"].bytes)
        #expect(opened.suite == .lrp)
    }

    @Test("LRP session keys and MACs are the published ones", .enabled(if: SharedFiles.present))
    func lrpKeys() throws {
        for vector in try SharedFiles.vectors("lrp.json")["authentication"].list {
            let cipher = try #require(
                LRPMessageCipher(
                    key: Array(repeating: 0, count: 16), randomA: try vector.bytes("rndA"),
                    randomB: try vector.bytes("rndB")))
            #expect(cipher.master == vector["ses_auth_master_key"].bytes, "\(vector["name"])")
            if vector["ses_auth_mac_update_key"].isPresent {
                #expect(
                    cipher.updatedKeys == [
                        try vector.bytes("ses_auth_mac_update_key"), try vector.bytes("ses_auth_enc_update_key"),
                    ])
            }
            let plain = try #require(cipher.decrypt(try vector.bytes("picc_data")))
            #expect(plain == vector["picc_data_plain"].bytes)
            #expect(cipher.blocks == LRPCounter(1), "one block was decrypted")
            if let input = vector["mac_input"].bytes { #expect(cipher.mac(of: input) == vector["mact"].bytes) }
        }
    }

    @Test("a card that cannot prove the key opens no session, whichever bit of its proof is wrong")
    func falseProof() throws {
        let key = [UInt8](repeating: 0, count: 16)
        var exchange = try #require(
            DNAAuthentication(suite: .aes, key: key, number: 0, randomA: try hex("13C5DB8A5930439FC3DEF9A4C675360F")))
        let challenge = try hex("A04C124213C186F22399D33AC2A30215")
        #expect(exchange.response(to: challenge)?.count == 32)
        let proof = try hex("3FA64DB5446D1F34CD6EA311167F5E4985B89690C04A05F17FA7AB2F08120663")
        #expect(exchange.session(from: proof) != nil)
        for bit in 32..<128 {
            var wrong = proof
            wrong[bit / 8] ^= 1 << (bit % 8)
            #expect(exchange.session(from: wrong) == nil, "bit \(bit)")
        }
        #expect(exchange.session(from: []) == nil)
        #expect(exchange.session(from: Array(proof.prefix(16))) == nil)
    }

    @Test("challenges of a wrong length or kind are refused", arguments: [0, 1, 8, 15, 16, 17, 18, 32])
    func oddChallenges(count: Int) throws {
        let key = [UInt8](repeating: 0, count: 16)
        for suite in SecureSession.Suite.allCases {
            var exchange = try #require(DNAAuthentication(suite: suite, key: key, number: 0, randomA: key))
            let answered = exchange.response(to: Array(repeating: 0, count: count)) != nil
            #expect(answered == (suite == .aes && count == 16))
        }
        #expect(DNAAuthentication(suite: .aes, key: Array(repeating: 0, count: count), number: 0, randomA: []) == nil)
    }

    private func session(transaction: [UInt8], counter: UInt16) throws -> SecureSession {
        let key = [UInt8](repeating: 0, count: 16)
        return SecureSession(
            suite: .aes, keyNumber: 3, transaction: transaction, counter: counter,
            cipher: try #require(AESMessageCipher(encryptionKey: key, macKey: key)))
    }
}
