/// The cryptography of a link, with everything that depends on the keys alone made once.
protocol SUNEngine: AnyObject {
    /// PICCData decrypted; `nil` for a wrong length.
    func decryptPICC(_ data: [UInt8]) -> [UInt8]?
    /// Makes the session keys of one reading; a counter or UID that is not mirrored is not in them.
    func open(uid: [UInt8]?, counter: Int?) -> Bool
    /// All 16 bytes of the MAC over what the file holds.
    func mac(of message: [UInt8]) -> [UInt8]
    /// The encrypted part decrypted, where both UID and counter are known.
    func decryptFile(_ data: [UInt8]) -> [UInt8]?
    var sessionVector: [UInt8] { get }
    var sessionKey: [UInt8] { get }
}

/// AES. Source: NT4H2421Gx data sheet, 9.3.9; AN12196, table 2.
final class AESLinkEngine: SUNEngine {
    private let meta: BlockAES
    private let file: AESCMAC
    private let session: AESCMAC
    private let forward: BlockAES
    private let inverse: BlockAES
    private(set) var sessionVector: [UInt8] = []
    private(set) var sessionKey: [UInt8] = []
    private var identity: [UInt8] = []
    private var counter: [UInt8] = []

    init?(metaKey: [UInt8], fileKey: [UInt8]) {
        guard let key = AESBlock(bytes: metaKey), let meta = BlockAES(.decrypting), let file = AESCMAC(key: fileKey),
            let session = AESCMAC(key: fileKey), let forward = BlockAES(), let inverse = BlockAES(.decrypting)
        else { return nil }
        meta.use(key)
        self.meta = meta
        self.file = file
        self.session = session
        self.forward = forward
        self.inverse = inverse
    }

    func decryptPICC(_ data: [UInt8]) -> [UInt8]? { AESBlock(bytes: data).map { meta($0).bytes } }

    func open(uid: [UInt8]?, counter: Int?) -> Bool {
        self.counter = counter.map(LittleEndian.three) ?? []
        identity = (uid ?? []) + self.counter
        sessionVector = Self.vector([0x3C, 0xC3, 0x00, 0x01, 0x00, 0x80], identity)
        sessionKey = file.mac(of: sessionVector)
        return session.use(key: sessionKey)
    }

    func mac(of message: [UInt8]) -> [UInt8] { session.mac(of: message) }

    func decryptFile(_ data: [UInt8]) -> [UInt8]? {
        let vector = Self.vector([0xC3, 0x3C, 0x00, 0x01, 0x00, 0x80], identity)
        guard identity.count == 10, data.count.isMultiple(of: 16), let key = AESBlock(bytes: file.mac(of: vector))
        else {
            return nil
        }
        var chain = forward(AESBlock(zeroPadded: counter), under: key)
        inverse.use(key)
        var plain: [UInt8] = []
        for start in stride(from: 0, to: data.count, by: 16) {
            let block = AESBlock(zeroPadded: data[start..<start + 16])
            plain += (inverse(block) ^ chain).bytes
            chain = block
        }
        return inverse.isBroken || forward.isBroken ? nil : plain
    }

    /// The key that encrypts the file's data at this reading.
    var encryptionKey: [UInt8] { file.mac(of: Self.vector([0xC3, 0x3C, 0x00, 0x01, 0x00, 0x80], identity)) }

    private static func vector(_ label: [UInt8], _ identity: [UInt8]) -> [UInt8] {
        label + identity + Array(repeating: 0, count: max(0, 10 - identity.count))
    }
}

/// LRP. Source: NT4H2421Gx data sheet, 9.3.9; AN12304.
final class LRPLinkEngine: SUNEngine {
    private let meta: LRP
    private let file: LRP
    private let session: LRP
    private(set) var sessionVector: [UInt8] = []
    private(set) var sessionKey: [UInt8] = []
    private var identity: [UInt8] = []
    private var counter: [UInt8] = []

    init?(metaKey: [UInt8], fileKey: [UInt8]) {
        guard let meta = LRP(key: metaKey, updatedKeys: 1), let file = LRP(key: fileKey, updatedKeys: 1),
            let session = LRP(key: fileKey, updatedKeys: 2)
        else { return nil }
        self.meta = meta
        self.file = file
        self.session = session
    }

    /// Eight random bytes are the counter, one block follows.
    func decryptPICC(_ data: [UInt8]) -> [UInt8]? {
        guard data.count == 24 else { return nil }
        let block = meta.decrypt(
            AESBlock(zeroPadded: data[8...]), counter: LRPCounter(Array(data[..<8])), updatedKey: 0)
        return meta.isBroken ? nil : block.bytes
    }

    func open(uid: [UInt8]?, counter: Int?) -> Bool {
        self.counter = counter.map(LittleEndian.three) ?? []
        identity = (uid ?? []) + self.counter
        sessionVector =
            [0x00, 0x01, 0x00, 0x80] + identity + Array(repeating: 0, count: max(0, 10 - identity.count))
            + [0x1E, 0xE1]
        let key = file.macBlock(of: sessionVector, updatedKey: 0)
        sessionKey = key.bytes
        session.use(key)
        return !file.isBroken && !session.isBroken
    }

    func mac(of message: [UInt8]) -> [UInt8] { session.mac(of: message, updatedKey: 0) }

    func decryptFile(_ data: [UInt8]) -> [UInt8]? {
        guard identity.count == 10 else { return nil }
        var blocks = LRPCounter(counter + [0, 0, 0])
        return session.decrypt(data, counter: &blocks, updatedKey: 1)
    }
}
