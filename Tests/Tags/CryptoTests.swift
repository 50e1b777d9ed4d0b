import Testing

@testable import Tags

@Suite("Cryptography by published vectors")
struct CryptoTests {
    @Test("an original signature verifies and names the published key", .enabled(if: SharedFiles.present))
    func originals() throws {
        let vectors = try SharedFiles.vectors("ecc_signature.json")["positive"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let state = try verify(vector)
            #expect(state.valid, "\(vector["product"])")
            let key = try vector.text("public_key_uncompressed")
            let named = OriginalityKey.all.filter { $0.point == key }.map(\.name)
            let name = try #require(state.key)
            #expect(named.contains(name), "\(vector["product"])")
        }
    }

    @Test("a signature with one bit changed does not verify", .enabled(if: SharedFiles.present))
    func changedBit() throws {
        for vector in try SharedFiles.vectors("ecc_signature.json")["positive"].list {
            var signature = try vector.bytes("signature")
            signature[5] ^= 0x10
            let uid = try vector.bytes("uid")
            let state = Originality.verify(uid: uid, signature: signature, curve: try curve(vector))
            #expect(!state.valid)
        }
    }

    @Test("a counterfeit is called one", .enabled(if: SharedFiles.present))
    func counterfeits() throws {
        let vectors = try SharedFiles.vectors("ecc_signature.json")["negative"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let state = try verify(vector)
            #expect(!state.valid)
            #expect(state.key == nil)
            #expect(state.verdict.contains("counterfeit"))
        }
    }

    @Test("every published key is in the table", .enabled(if: SharedFiles.present))
    func allKeys() throws {
        let published = try SharedFiles.vectors("ecc_signature.json")["public_keys"].list
        let known = Set(OriginalityKey.all.map { "\($0.curve.rawValue) \($0.point)" })
        for key in published {
            let name = "\(try key.text("curve")) \(try key.text("public_key_uncompressed"))"
            #expect(known.contains(name), "\(key["name"])")
        }
        #expect(OriginalityKey.all.count == published.count)
    }

    @Test("the signature of every real dump verifies", .enabled(if: SharedFiles.present))
    func dumps() throws {
        for dump in try SharedFiles.vectors("type2_dumps.json")["dumps"].list where dump["signature"].isPresent {
            let uid = try dump.bytes("uid")
            let signature = try dump.bytes("signature")
            let state = Originality.verify(uid: uid, signature: signature, curve: .secp128r1)
            #expect(state.valid == dump["signature_ok"].flag, "\(dump["name"])")
        }
    }

    @Test("no signature, a short one and zeros are told apart")
    func noSignature() {
        let uid: [UInt8] = [4, 1, 2, 3, 4, 5, 6]
        let zeros = Originality.verify(uid: uid, signature: Array(repeating: 0, count: 32), curve: .secp128r1)
        #expect(!zeros.valid)
        #expect(zeros.verdict.contains("zero"))
        let short = Originality.verify(uid: uid, signature: [1, 2, 3], curve: .secp128r1)
        #expect(!short.valid)
        #expect(short.verdict.contains("3 bytes"))
        let ones = Originality.verify(uid: [], signature: Array(repeating: 0xFF, count: 48), curve: .secp192r1)
        #expect(!ones.valid)
    }

    @Test("the Ultralight C exchange is that of the data sheet, on both sides", .enabled(if: SharedFiles.present))
    func ultralightC() throws {
        let vectors = try SharedFiles.vectors("type2_dumps.json")["ultralight_c_auth"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let exchange = UltralightCAuthentication(key: try vector.bytes("key"))
            let randomA = try vector.bytes("rndA")
            let randomB = try vector.bytes("rndB")
            let challenge = Array(try vector.bytes("resp_1").dropFirst())
            let sent = Array(try vector.bytes("cmd_2").dropFirst())
            let proof = Array(try vector.bytes("resp_2").dropFirst())
            #expect(exchange.challenge(randomB: randomB) == challenge)
            let response = try #require(exchange.response(to: challenge, randomA: randomA))
            #expect(response.send == sent)
            #expect(response.expect == proof)
            #expect(exchange.proof(of: sent, challenge: challenge, randomB: randomB) == proof)
            var wrong = sent
            wrong[9] ^= 1
            #expect(exchange.proof(of: wrong, challenge: challenge, randomB: randomB) == nil)
        }
    }

    @Test("the key in pages 2C-2F is the DES key with its halves reversed")
    func keyOrder() {
        let memory = Array("BREAKMEIFYOUCAN!".utf8)
        let key = Array("IEMKAERB!NACUOYF".utf8)
        #expect(UltralightCAuthentication.key(fromMemory: memory) == key)
        #expect(UltralightCAuthentication.memory(ofKey: key) == memory)
    }

    @Test("the Ultralight AES exchange decrypts and encrypts as published", .enabled(if: SharedFiles.present))
    func ultralightAES() throws {
        let vectors = try SharedFiles.vectors("type2_dumps.json")["ultralight_aes_auth"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let key = try vector.bytes("key")
            let randomA = try vector.bytes("rndA")
            let randomB = try vector.bytes("rndB")
            let challenge = Array(try vector.bytes("resp_1").dropFirst())
            #expect(BlockCipher.aes128.decrypt(challenge, key: key) == randomB)
            let rotated = randomB.dropFirst() + randomB.prefix(1)
            let sent = BlockCipher.aes128.encrypt(randomA + rotated, key: key)
            #expect(sent == vector["cmd_2"].bytes.map { Array($0.dropFirst()) })
            let proof = BlockCipher.aes128.encrypt(Array(randomA.dropFirst() + randomA.prefix(1)), key: key)
            #expect(proof == vector["resp_2"].bytes.map { Array($0.dropFirst()) })
        }
    }

    @Test("a key, IV or text of a wrong length is refused")
    func lengths() {
        let key = [UInt8](repeating: 1, count: 16)
        #expect(BlockCipher.aes128.encrypt([1, 2, 3], key: key) == nil)
        #expect(BlockCipher.aes128.encrypt([], key: key) == nil)
        #expect(BlockCipher.twoKeyTripleDES.encrypt(Array(repeating: 0, count: 8), key: [1]) == nil)
        #expect(BlockCipher.aes128.decrypt(Array(repeating: 0, count: 16), key: key, iv: [0]) == nil)
    }

    private func verify(_ vector: JSON) throws -> SignatureState {
        Originality.verify(
            uid: try vector.bytes("uid"), signature: try vector.bytes("signature"),
            curve: try curve(vector))
    }

    private func curve(_ vector: JSON) throws -> Type2Chip.SignatureCurve {
        try #require(vector["curve"].text.flatMap(Type2Chip.SignatureCurve.init(rawValue:)))
    }
}
