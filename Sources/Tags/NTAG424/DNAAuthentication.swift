/// One authentication with an NTAG 424 DNA, step by step and without a card: what to send, what to make of the answer.
///
///     var exchange = try DNAAuthentication(suite: .aes, key: key, number: 0, randomA: random)
///     let first = exchange.opening                              // to INS 71 or 77
///     let second = exchange.response(to: challenge)             // to INS AF
///     let session = exchange.session(from: proof)               // nil: the card does not know the key
///
/// AuthenticateEV2First and NonFirst, AuthenticateLRPFirst and NonFirst. Source: NT4H2421Gx data sheet, 9.1.5 to 9.1.9 and
/// 9.2.5 to 9.2.8; AN12196 tables 14, 20, 24; AN12343 tables 19 and 20.
public struct DNAAuthentication {
    /// The cryptography.
    public let suite: SecureSession.Suite
    /// The number of the key.
    public let number: UInt8
    /// The session that goes on with another key (NonFirst): transaction and counter stay. `nil` opens a transaction.
    private let before: (transaction: [UInt8], counter: UInt16)?
    private let key: [UInt8]
    private let randomA: [UInt8]
    private var randomB: [UInt8] = []
    private var lrp: LRPMessageCipher?

    /// An authentication with this key.
    /// - Parameters:
    ///   - randomA: 16 random bytes.
    ///   - continuing: The session whose transaction goes on; `nil` for a first authentication.
    /// - Returns: `nil` where key or random number do not have 16 bytes.
    public init?(
        suite: SecureSession.Suite, key: [UInt8], number: UInt8, randomA: [UInt8], continuing: SecureSession? = nil
    ) {
        guard key.count == 16, randomA.count == 16 else { return nil }
        self.suite = suite
        self.key = key
        self.number = number
        self.randomA = randomA
        before = continuing.map { ($0.transaction, $0.counter) }
    }

    /// The instruction of the first command.
    public var ins: UInt8 { before == nil ? 0x71 : 0x77 }

    /// The data of the first command.
    ///
    /// LRP is asked for by bit 1 of PCDCap2.1; AES sends no capabilities.
    public var opening: [UInt8] {
        guard before == nil else { return [number] }
        return suite == .lrp ? [number, 0x06, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00] : [number, 0x00]
    }

    /// The data of the second command (`AF`); `nil` where the challenge is none of this cryptography.
    public mutating func response(to challenge: [UInt8]) -> [UInt8]? {
        switch suite {
        case .aes:
            guard challenge.count == 16, let random = BlockCipher.aes128.decrypt(challenge, key: key) else {
                return nil
            }
            randomB = random
            return BlockCipher.aes128.encrypt(randomA + Self.rotated(random), key: key)
        case .lrp:
            // The first byte says that the card answers in LRP.
            guard challenge.count == 17, challenge[0] == 0x01 else { return nil }
            randomB = Array(challenge.dropFirst())
            guard let cipher = LRPMessageCipher(key: key, randomA: randomA, randomB: randomB) else { return nil }
            lrp = cipher
            let mac = cipher.wholeMAC(of: randomA + randomB)
            return mac.isEmpty ? nil : randomA + mac
        }
    }

    /// The session, where the last answer proves that the card knows the key; `nil` where it does not.
    public func session(from proof: [UInt8]) -> SecureSession? {
        switch suite {
        case .aes: aesSession(from: proof)
        case .lrp: lrpSession(from: proof)
        }
    }

    private func aesSession(from proof: [UInt8]) -> SecureSession? {
        guard proof.count == (before == nil ? 32 : 16), let plain = BlockCipher.aes128.decrypt(proof, key: key),
            let cipher = AESMessageCipher(key: key, randomA: randomA, randomB: randomB)
        else { return nil }
        let proved = before == nil ? plain[4..<20] : plain[0..<16]
        guard ConstantTime.equal(proved, Self.rotated(randomA)) else { return nil }
        return session(transaction: Array(plain[0..<4]), cipher)
    }

    private func lrpSession(from proof: [UInt8]) -> SecureSession? {
        let data = Array(proof.dropLast(16))
        guard let cipher = lrp, proof.count == (before == nil ? 32 : 16) else { return nil }
        let mac = cipher.wholeMAC(of: randomB + randomA + data)
        guard mac.count == 16, ConstantTime.equal(mac, proof.suffix(16)) else { return nil }
        guard before == nil else { return session(transaction: [], cipher) }
        guard let plain = cipher.decrypt(data) else { return nil }
        return session(transaction: Array(plain[0..<4]), cipher)
    }

    private func session(transaction: [UInt8], _ cipher: any MessageCipher) -> SecureSession {
        SecureSession(
            suite: suite, keyNumber: number, transaction: before?.transaction ?? transaction,
            counter: before?.counter ?? 0, cipher: cipher)
    }

    private static func rotated(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.dropFirst() + bytes.prefix(1)) }
}
