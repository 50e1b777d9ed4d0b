import Tags

/// What both sides know after an authentication, and the secure messaging under it.
struct NTAG424Session: Equatable, Sendable {
    /// The key that was proved.
    let key: UInt8
    /// The transaction's name.
    let transaction: [UInt8]
    /// Commands of the transaction so far.
    var counter: UInt16
    /// The keys, or LRP's master key.
    private let keys: Keys
    /// Blocks that LRP encrypted so far.
    private var encryptionCounter: UInt32

    private enum Keys: Equatable {
        case aes(encryption: [UInt8], mac: [UInt8])
        case lrp(master: [UInt8])
    }

    /// A session under AES whose keys are known.
    init(key: UInt8, transaction: [UInt8], counter: UInt16, encryptionKey: [UInt8], macKey: [UInt8]) {
        self.key = key
        self.transaction = transaction
        self.counter = counter
        keys = .aes(encryption: encryptionKey, mac: macKey)
        encryptionCounter = 0
    }

    /// A session under AES.
    init?(key: UInt8, value: [UInt8], randomA: [UInt8], randomB: [UInt8], transaction: [UInt8], counter: UInt16) {
        let middle = Self.mixture(randomA, randomB)
        guard let encryption = AESCMAC.mac(of: [0xA5, 0x5A, 0x00, 0x01, 0x00, 0x80] + middle, key: value),
            let mac = AESCMAC.mac(of: [0x5A, 0xA5, 0x00, 0x01, 0x00, 0x80] + middle, key: value)
        else { return nil }
        self.init(key: key, transaction: transaction, counter: counter, encryptionKey: encryption, macKey: mac)
    }

    /// A session under LRP; `encryptionCounter` blocks were encrypted already.
    init?(
        lrpKey key: UInt8, value: [UInt8], randomA: [UInt8], randomB: [UInt8], transaction: [UInt8], counter: UInt16,
        encryptionCounter: UInt32 = 0
    ) {
        let vector = [0x00, 0x01, 0x00, 0x80] + Self.mixture(randomA, randomB) + [0x96, 0x69]
        guard let master = LRP(key: value)?.mac(of: vector), master.count == 16 else { return nil }
        self.key = key
        self.transaction = transaction
        self.counter = counter
        keys = .lrp(master: master)
        self.encryptionCounter = encryptionCounter
    }

    /// The 26 bytes of both random numbers in a session vector.
    private static func mixture(_ randomA: [UInt8], _ randomB: [UInt8]) -> [UInt8] {
        guard randomA.count == 16, randomB.count == 16 else { return [] }
        let mixed: [UInt8] = zip(randomA[2..<8], randomB[0..<6]).map { $0 ^ $1 }
        var bytes = Array(randomA[0..<2])
        bytes += mixed
        bytes += randomB[6..<16]
        bytes += randomA[8..<16]
        return bytes
    }

    /// Under LRP.
    var isLRP: Bool { if case .lrp = keys { true } else { false } }

    /// The whole MAC over any bytes.
    func wholeMAC(_ bytes: [UInt8]) -> [UInt8] {
        switch keys {
        case .aes(_, let mac): AESCMAC.mac(of: bytes, key: mac) ?? []
        case .lrp(let master): LRP(key: master)?.mac(of: bytes) ?? []
        }
    }

    /// The 8 bytes a command carries.
    func commandMAC(_ instruction: UInt8, _ body: [UInt8]) -> [UInt8] {
        AESCMAC.truncated(wholeMAC([instruction] + Self.bytes(counter) + transaction + body))
    }

    /// The 8 bytes a good answer carries.
    func answerMAC(_ data: [UInt8]) -> [UInt8] {
        AESCMAC.truncated(wholeMAC([0x00] + Self.bytes(counter &+ 1) + transaction + data))
    }

    /// What a command's encrypted data says, its padding removed; `nil` where it is no whole blocks or not padded.
    mutating func decrypted(_ data: [UInt8]) -> [UInt8]? {
        guard var plain = decryptedBlocks(data), let mark = plain.lastIndex(where: { $0 != 0 }), plain[mark] == 0x80,
            plain.count - mark <= 16
        else { return nil }
        plain.removeSubrange(mark...)
        return plain
    }

    /// Whole blocks of a command's data, from its first on.
    mutating func decryptedBlocks(_ data: [UInt8]) -> [UInt8]? {
        switch keys {
        case .aes(let key, _):
            let vector = Self.vector([0xA5, 0x5A], transaction, counter, key)
            return vector.flatMap { BlockCipher.aes128.decrypt(data, key: key, iv: $0) }
        case .lrp(let master):
            var running = LRPCounter(encryptionCounter)
            encryptionCounter &+= UInt32(data.count / 16)
            return LRP(key: master)?.decrypt(data, counter: &running, updatedKey: 1)
        }
    }

    /// An answer's data, padded and encrypted.
    mutating func encrypted(_ data: [UInt8]) -> [UInt8] {
        let padded = Self.padded(data)
        switch keys {
        case .aes(let key, _):
            let vector = Self.vector([0x5A, 0xA5], transaction, counter &+ 1, key)
            return vector.flatMap { BlockCipher.aes128.encrypt(padded, key: key, iv: $0) } ?? []
        case .lrp: return lrpEncrypted(padded)
        }
    }

    /// Whole blocks under LRP's encryption key.
    mutating func lrpEncrypted(_ data: [UInt8]) -> [UInt8] {
        guard case .lrp(let master) = keys else { return [] }
        var running = LRPCounter(encryptionCounter)
        encryptionCounter &+= UInt32(data.count / 16)
        return LRP(key: master)?.encrypt(data, counter: &running, updatedKey: 1) ?? []
    }

    /// ISO/IEC 9797-1, method 2: always at least one byte.
    static func padded(_ data: [UInt8]) -> [UInt8] {
        data + [0x80] + Array(repeating: 0, count: 15 - data.count % 16)
    }

    private static func vector(
        _ label: [UInt8], _ transaction: [UInt8], _ counter: UInt16, _ key: [UInt8]
    ) -> [UInt8]? {
        let block = label + transaction + bytes(counter) + Array(repeating: 0, count: 8)
        return BlockCipher.aes128.encrypt(block, key: key)
    }

    private static func bytes(_ counter: UInt16) -> [UInt8] { [UInt8(counter & 0xFF), UInt8(counter >> 8)] }
}
