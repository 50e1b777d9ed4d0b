/// AES-128 key diversification of NXP AN10922: a key of its own for each tag, from one master key.
public enum KeyDiversification {
    /// The most bytes of a diversification input.
    public static let longestInput = 31

    /// The diversified key.
    /// - Parameters:
    ///   - master: 16 bytes.
    ///   - input: UID, application and system identifier, one behind the other: 1 to 31 bytes.
    /// - Returns: 16 bytes; `nil` for a length that is not possible. Source: AN10922, 2.2.
    public static func aes128(master: [UInt8], input: [UInt8]) -> [UInt8]? {
        guard (1...longestInput).contains(input.count), let key = AESBlock(bytes: master), let aes = BlockAES() else {
            return nil
        }
        // Always two blocks, unlike CMAC, which would take one for a short input.
        let message = [0x01] + input
        let padded = message.count == 32 ? message : message + [0x80]
        let first = AESBlock(zeroPadded: padded.prefix(16))
        var second = AESBlock(zeroPadded: padded.dropFirst(16))
        let subkey = aes(AESBlock(), under: key).doubled
        second ^= message.count == 32 ? subkey : subkey.doubled
        let result = aes(aes(first) ^ second)
        return aes.isBroken ? nil : result.bytes
    }

    /// The input that NXP's example makes: UID, application identifier, system identifier.
    public static func input(uid: [UInt8], application: [UInt8], system: [UInt8]) -> [UInt8] {
        uid + application + system
    }
}
