import Testing

@testable import Tags

@Suite("AES-CMAC, LRP and CRC-32 by published vectors")
struct BlockCryptoTests {
    @Test("AES-CMAC and its truncation are those of RFC 4493", .enabled(if: SharedFiles.present))
    func cmac() throws {
        let vectors = try SharedFiles.vectors("aes_cmac.json")["aes_cmac"].list
        #expect(!vectors.isEmpty)
        let reused = try #require(AESCMAC(key: Array(repeating: 7, count: 16)))
        for vector in vectors {
            let key = try vector.bytes("key")
            let message = try vector.bytes("message")
            let mac = try #require(AESCMAC.mac(of: message, key: key))
            #expect(mac == vector["cmac"].bytes, "\(vector["id"])")
            #expect(AESCMAC.truncated(mac) == vector["cmac_truncated_odd_bytes"].bytes)
            reused.use(key: key)
            #expect(reused.mac(of: message) == mac, "under a context that had another key")
            #expect(reused.mac(of: message) == mac, "a second time")
        }
    }

    @Test("the subkeys that doubling makes are the published ones", .enabled(if: SharedFiles.present))
    func subkeys() throws {
        for vector in try SharedFiles.vectors("aes_cmac.json")["subkeys"].list {
            let aes = try #require(BlockAES())
            let zero = aes(AESBlock(), under: try #require(AESBlock(bytes: try vector.bytes("key"))))
            #expect(zero.doubled.bytes == vector["K1"].bytes, "\(vector["id"])")
            #expect(zero.doubled.doubled.bytes == vector["K2"].bytes, "\(vector["id"])")
        }
    }

    @Test("keys of a wrong length are refused, not padded or cut", arguments: [0, 15, 17, 32])
    func keyLengths(count: Int) throws {
        let key = [UInt8](repeating: 1, count: count)
        #expect(AESCMAC(key: key) == nil)
        #expect(AESCMAC.mac(of: [], key: key) == nil)
        #expect(LRP(key: key) == nil)
        let context = try #require(AESCMAC(key: Array(repeating: 0, count: 16)))
        let before = context.mac(of: [1])
        #expect(!context.use(key: key))
        #expect(context.mac(of: [1]) == before)
    }

    @Test("LRP makes the published plaintexts and updated keys", .enabled(if: SharedFiles.present))
    func precompute() throws {
        let vectors = try SharedFiles.vectors("lrp.json")["precompute"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let lrp = try #require(LRP(key: try vector.bytes("key")))
            #expect(lrp.plaintexts.map(\.bytes) == vector["secret_plaintexts"].list.map(\.bytes))
            let keys = vector["updated_keys"].list
            #expect(lrp.updatedKeys.prefix(keys.count).map(\.bytes) == keys.map(\.bytes))
        }
    }

    @Test("EvalLRP gives every published value", .enabled(if: SharedFiles.present))
    func evaluation() throws {
        let vectors = try SharedFiles.vectors("lrp.json")["eval"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let lrp = try #require(LRP(key: try vector.bytes("key")))
            let nibbles = try vector.text("iv_nibbles").compactMap(\.hexDigitValue).map { UInt8($0) }
            let value = lrp.evaluate(
                nibbles, updatedKey: try #require(vector["updated_key_index"].number),
                finalizing: vector["finalize"].flag == true)
            #expect(value == vector["result"].bytes, "\(vector["iv_nibbles"])")
        }
    }

    @Test("LRICB encrypts and decrypts every published message", .enabled(if: SharedFiles.present))
    func encryption() throws {
        let vectors = try SharedFiles.vectors("lrp.json")["lricb"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let lrp = try #require(LRP(key: try vector.bytes("key")))
            let plain = try vector.bytes("plaintext")
            let data = vector["use_padding"].flag == true ? BitPadding.padded(plain) : plain
            let cipher = try vector.bytes("ciphertext")
            let start = LRPCounter(try vector.bytes("counter"))
            var counter = start
            #expect(lrp.encrypt(data, counter: &counter) == cipher, "\(vector["key"])")
            counter = start
            #expect(lrp.decrypt(cipher, counter: &counter) == data, "\(vector["key"])")
        }
    }

    @Test(
        "CMAC-LRP gives every published MAC, also where one object changes its key", .enabled(if: SharedFiles.present))
    func lrpMAC() throws {
        let vectors = try SharedFiles.vectors("lrp.json")["cmac"].list
        #expect(!vectors.isEmpty)
        let reused = try #require(LRP(key: Array(repeating: 0, count: 16)))
        for vector in vectors {
            let key = try vector.bytes("key")
            let message = try vector.bytes("message")
            #expect(LRP(key: key)?.mac(of: message) == vector["mac"].bytes, "\(vector["key"])")
            reused.use(try #require(AESBlock(bytes: key)))
            #expect(reused.mac(of: message) == vector["mac"].bytes)
        }
    }

    @Test("what does not exist in LRP is refused")
    func lrpBounds() throws {
        let lrp = try #require(LRP(key: Array(repeating: 0, count: 16)))
        var counter = LRPCounter(0)
        #expect(lrp.evaluate([16]) == nil)
        #expect(lrp.evaluate([1], updatedKey: 4) == nil)
        #expect(lrp.mac(of: [], updatedKey: -1).isEmpty)
        #expect(lrp.encrypt([1, 2], counter: &counter) == nil)
        #expect(counter == LRPCounter(0))
    }

    @Test("the LRP counter carries over its nibbles and starts again at zero")
    func counter() {
        var counter = LRPCounter(0xFFFF)
        counter.advance()
        #expect(counter == LRPCounter(0x1_0000))
        counter = LRPCounter(UInt32.max)
        counter.advance()
        #expect(counter == LRPCounter(0))
        #expect(LRPCounter([0x04, 0, 0]).nibbles == [0, 4, 0, 0, 0, 0])
    }

    @Test("padding is added to every length, also to whole blocks, and comes off again")
    func padding() {
        for count in 0...48 {
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let padded = BitPadding.padded(message)
            #expect(padded.count == (count / 16 + 1) * 16)
            #expect(padded.starts(with: message))
            #expect(padded[count] == 0x80)
            #expect(BitPadding.stripped(padded) == message)
        }
    }

    @Test(
        "bytes that carry no padding are refused", arguments: ["", "00", "8000000000000000000000000000000000", "0001"])
    func noPadding(text: String) throws {
        #expect(BitPadding.stripped(try hex(text)) == nil)
    }

    @Test("CRC-32 without inversion is the published one", .enabled(if: SharedFiles.present))
    func jam() throws {
        let vectors = try SharedFiles.vectors("crc.json")["crc32_jamcrc"]["vectors"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            #expect(CRC.jam(try vector.bytes("data")) == vector["expected"].bytes, "\(vector["id"])")
        }
    }
}
