/// The three-pass authentication of Ultralight C, for both sides: the driver's and the simulated chip's.
///
/// CBC chains over the whole exchange: the IV is zero for the chip's first block and the last ciphertext block afterwards.
/// Source: MF0ICU2 data sheet rev 3.4, 7.5.5.
public struct UltralightCAuthentication: Sendable {
    /// The 16-byte DES key, as 3DES takes it (not as the memory holds it).
    public let key: [UInt8]

    /// An exchange under this key of 16 bytes.
    public init(key: [UInt8]) { self.key = key }

    /// The DES key that pages 2Ch-2Fh hold: each half is stored with its bytes reversed.
    public static func key(fromMemory bytes: [UInt8]) -> [UInt8]? {
        bytes.count == 16 ? bytes[0..<8].reversed() + bytes[8..<16].reversed() : nil
    }

    /// The 16 bytes of pages 2Ch-2Fh for a DES key: the same reversal.
    public static func memory(ofKey key: [UInt8]) -> [UInt8]? { self.key(fromMemory: key) }

    /// The chip's side, first answer: the encrypted random number (8 bytes, without the leading `AFh`).
    public func challenge(randomB: [UInt8]) -> [UInt8]? {
        randomB.count == 8 ? BlockCipher.twoKeyTripleDES.encrypt(randomB, key: key) : nil
    }

    /// The reader's side: what to send after `challenge` (16 bytes, without the leading `AFh`), and the answer that proves
    /// the chip knows the key (8 bytes, without the leading `00h`).
    public func response(to challenge: [UInt8], randomA: [UInt8]) -> (send: [UInt8], expect: [UInt8])? {
        let cipher = BlockCipher.twoKeyTripleDES
        guard randomA.count == 8, challenge.count == 8, let randomB = cipher.decrypt(challenge, key: key),
            let send = cipher.encrypt(randomA + Self.rotated(randomB), key: key, iv: challenge),
            let expect = cipher.encrypt(Self.rotated(randomA), key: key, iv: Array(send.suffix(8)))
        else { return nil }
        return (send, expect)
    }

    /// The chip's side, second answer: 8 bytes (without the leading `00h`), or `nil` where the reader does not know the key.
    public func proof(of response: [UInt8], challenge: [UInt8], randomB: [UInt8]) -> [UInt8]? {
        let cipher = BlockCipher.twoKeyTripleDES
        guard response.count == 16, randomB.count == 8,
            let plain = cipher.decrypt(response, key: key, iv: challenge),
            Array(plain[8..<16]) == Self.rotated(randomB)
        else { return nil }
        return cipher.encrypt(Self.rotated(Array(plain[0..<8])), key: key, iv: Array(response.suffix(8)))
    }

    private static func rotated(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.dropFirst() + bytes.prefix(1)) }
}
