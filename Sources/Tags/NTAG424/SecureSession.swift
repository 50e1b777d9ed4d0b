/// An authenticated session with an NTAG 424 DNA: wraps what is sent, and lets nothing through whose MAC is wrong.
///
/// Pure: gives the data field of a command and takes that of its answer. Belongs to one thread; after any error it is of no
/// use any more, on the chip neither. Source: NT4H2421Gx data sheet, 9.1 and 9.2; AN12196; AN12343 for LRP.
public final class SecureSession {
    /// The cryptography a chip works with. A chip that was set to LRP never goes back.
    public enum Suite: String, Equatable, Sendable, CaseIterable {
        case aes
        case lrp
    }

    /// Why an answer is not let through.
    public enum Fault: Error, Equatable, Sendable {
        /// The MAC is missing.
        case noMAC
        /// The MAC is wrong.
        case wrongMAC
        /// What was decrypted has no padding.
        case noPadding
        /// 65 535 commands were sent, or libcrypto refuses.
        case exhausted
    }

    /// The cryptography.
    public let suite: Suite
    /// The key it was opened with.
    public let keyNumber: UInt8
    /// TI: four bytes that name the transaction.
    public let transaction: [UInt8]
    /// CmdCtr: the commands of the transaction so far.
    public private(set) var counter: UInt16
    private let cipher: any MessageCipher

    init(suite: Suite, keyNumber: UInt8, transaction: [UInt8], counter: UInt16, cipher: any MessageCipher) {
        self.suite = suite
        self.keyNumber = keyNumber
        self.transaction = transaction
        self.counter = counter
        self.cipher = cipher
    }

    /// The bytes of a MAC as it travels.
    public static let macLength = 8

    /// The data field of a command: header, data as the mode wants them, MAC.
    /// - Parameters:
    ///   - header: What is never encrypted: file or key number, offset, length.
    ///   - data: What the mode may encrypt; nothing is padded or encrypted where there is none.
    public func wrap(
        _ ins: UInt8, header: [UInt8] = [], data: [UInt8] = [], mode: CommunicationMode
    ) throws(Fault) -> [UInt8] {
        guard counter < UInt16.max else { throw .exhausted }
        var sent = data
        if mode == .full, !data.isEmpty {
            guard let encrypted = cipher.encrypt(BitPadding.padded(data), transaction, counter) else {
                throw .exhausted
            }
            sent = encrypted
        }
        guard mode != .plain else { return header + sent }
        let mac = cipher.mac(of: [ins] + counterBytes + transaction + header + sent)
        guard mac.count == Self.macLength else { throw .exhausted }
        return header + sent + mac
    }

    /// The data of an answer, after its MAC was checked; counts the command.
    /// - Parameter status: The second byte of its status word.
    public func unwrap(
        _ answer: [UInt8], status: UInt8 = 0, mode: CommunicationMode
    ) throws(Fault) -> [UInt8] {
        guard counter < UInt16.max else { throw .exhausted }
        counter += 1
        guard mode != .plain else { return answer }
        guard answer.count >= Self.macLength else { throw .noMAC }
        let data = Array(answer.dropLast(Self.macLength))
        let mac = cipher.mac(of: [status] + counterBytes + transaction + data)
        guard mac.count == Self.macLength, ConstantTime.equal(mac, answer.suffix(Self.macLength)) else {
            throw .wrongMAC
        }
        guard mode == .full, !data.isEmpty else { return data }
        guard let plain = cipher.decrypt(data, transaction, counter).flatMap(BitPadding.stripped) else {
            throw .noPadding
        }
        return plain
    }

    private var counterBytes: [UInt8] { [UInt8(truncatingIfNeeded: counter), UInt8(counter >> 8)] }
}

/// Comparison that takes the same time wherever the first difference is.
enum ConstantTime {
    static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The keys of a session at work.
protocol MessageCipher: AnyObject {
    /// Encrypts the padded data of a command.
    func encrypt(_ data: [UInt8], _ transaction: [UInt8], _ counter: UInt16) -> [UInt8]?
    /// Decrypts the data of an answer; the counter is that of its MAC.
    func decrypt(_ data: [UInt8], _ transaction: [UInt8], _ counter: UInt16) -> [UInt8]?
    /// The 8 bytes of a MAC; none where libcrypto refuses.
    func mac(of message: [UInt8]) -> [UInt8]
}

/// AES: CBC with an IV made of the transaction and the counter, and CMAC.
final class AESMessageCipher: MessageCipher {
    let encryptionKey: [UInt8]
    let macKey: [UInt8]
    private let cmac: AESCMAC

    init?(encryptionKey: [UInt8], macKey: [UInt8]) {
        guard encryptionKey.count == 16, let cmac = AESCMAC(key: macKey) else { return nil }
        self.encryptionKey = encryptionKey
        self.macKey = macKey
        self.cmac = cmac
    }

    /// The session keys that both random numbers give under a key.
    convenience init?(key: [UInt8], randomA: [UInt8], randomB: [UInt8]) {
        guard let mix = SessionVector.mix(randomA, randomB), let cmac = AESCMAC(key: key) else { return nil }
        self.init(
            encryptionKey: cmac.mac(of: [0xA5, 0x5A, 0x00, 0x01, 0x00, 0x80] + mix),
            macKey: cmac.mac(of: [0x5A, 0xA5, 0x00, 0x01, 0x00, 0x80] + mix))
    }

    func encrypt(_ data: [UInt8], _ transaction: [UInt8], _ counter: UInt16) -> [UInt8]? {
        vector([0xA5, 0x5A], transaction, counter).flatMap {
            BlockCipher.aes128.encrypt(data, key: encryptionKey, iv: $0)
        }
    }

    func decrypt(_ data: [UInt8], _ transaction: [UInt8], _ counter: UInt16) -> [UInt8]? {
        vector([0x5A, 0xA5], transaction, counter).flatMap {
            BlockCipher.aes128.decrypt(data, key: encryptionKey, iv: $0)
        }
    }

    func mac(of message: [UInt8]) -> [UInt8] { AESCMAC.truncated(cmac.mac(of: message)) }

    /// The IV: label, transaction and counter, encrypted.
    func vector(_ label: [UInt8], _ transaction: [UInt8], _ counter: UInt16) -> [UInt8]? {
        let input = label + transaction + [UInt8(truncatingIfNeeded: counter), UInt8(counter >> 8)]
        guard input.count == 8 else { return nil }
        return BlockCipher.aes128.encrypt(input + Array(repeating: 0, count: 8), key: encryptionKey)
    }
}

/// LRP: one master key with two updated keys, the first for the MAC, the second for encryption, which counts its blocks.
final class LRPMessageCipher: MessageCipher {
    let master: [UInt8]
    private let lrp: LRP
    /// EncCtr: blocks encrypted or decrypted so far; starts anew with each authentication.
    private(set) var blocks = LRPCounter(0)

    static let macKey = 0, encryptionKey = 1

    init?(key: [UInt8], randomA: [UInt8], randomB: [UInt8]) {
        guard let mix = SessionVector.mix(randomA, randomB), let outer = LRP(key: key) else { return nil }
        master = outer.mac(of: [0x00, 0x01, 0x00, 0x80] + mix + [0x96, 0x69])
        guard let lrp = LRP(key: master) else { return nil }
        self.lrp = lrp
    }

    func encrypt(_ data: [UInt8], _ transaction: [UInt8], _ counter: UInt16) -> [UInt8]? {
        lrp.encrypt(data, counter: &blocks, updatedKey: Self.encryptionKey)
    }

    func decrypt(_ data: [UInt8], _ transaction: [UInt8], _ counter: UInt16) -> [UInt8]? { decrypt(data) }

    func decrypt(_ data: [UInt8]) -> [UInt8]? {
        lrp.decrypt(data, counter: &blocks, updatedKey: Self.encryptionKey)
    }

    func mac(of message: [UInt8]) -> [UInt8] { AESCMAC.truncated(wholeMAC(of: message)) }

    /// All 16 bytes, as the authentication sends them.
    func wholeMAC(of message: [UInt8]) -> [UInt8] { lrp.mac(of: message, updatedKey: Self.macKey) }

    /// The updated keys as vectors give them.
    var updatedKeys: [[UInt8]] { lrp.updatedKeys.prefix(2).map(\.bytes) }
}

/// What both random numbers give together.
enum SessionVector {
    /// `RndA[15:14] || (RndA[13:8] xor RndB[15:10]) || RndB[9:0] || RndA[7:0]`, where byte 15 is the first sent.
    static func mix(_ randomA: [UInt8], _ randomB: [UInt8]) -> [UInt8]? {
        guard randomA.count == 16, randomB.count == 16 else { return nil }
        var mix = Array(randomA[0..<2])
        for (left, right) in zip(randomA[2..<8], randomB[0..<6]) { mix.append(left ^ right) }
        mix.append(contentsOf: randomB[6..<16])
        mix.append(contentsOf: randomA[8..<16])
        return mix
    }
}
