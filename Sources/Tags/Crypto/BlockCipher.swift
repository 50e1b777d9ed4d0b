import CCrypto

/// The block ciphers that tags speak, in CBC mode without padding: a thin wrapper over libcrypto's EVP.
///
/// Random numbers never come from here: callers bring their own, so that published exchanges can be repeated.
public enum BlockCipher: Sendable {
    /// Two-key 3DES (`EVP_des_ede_cbc`): Ultralight C.
    case twoKeyTripleDES
    /// AES-128 (`EVP_aes_128_cbc`): Ultralight AES.
    case aes128

    /// The bytes of one block, which is also the length of an IV.
    public var blockLength: Int {
        switch self {
        case .twoKeyTripleDES: 8
        case .aes128: 16
        }
    }

    /// The bytes of a key.
    public var keyLength: Int { 16 }

    /// Encrypts whole blocks.
    /// - Parameter iv: The bytes before the first block; zeros where left out.
    /// - Returns: As many bytes as `data` has; `nil` for a key, IV or data of a wrong length.
    public func encrypt(_ data: [UInt8], key: [UInt8], iv: [UInt8]? = nil) -> [UInt8]? {
        run(data, key: key, iv: iv, encrypting: true)
    }

    /// Decrypts whole blocks; the parameters are those of `encrypt`.
    public func decrypt(_ data: [UInt8], key: [UInt8], iv: [UInt8]? = nil) -> [UInt8]? {
        run(data, key: key, iv: iv, encrypting: false)
    }

    private func run(_ data: [UInt8], key: [UInt8], iv: [UInt8]?, encrypting: Bool) -> [UInt8]? {
        let iv = iv ?? Array(repeating: 0, count: blockLength)
        guard key.count == keyLength, iv.count == blockLength, !data.isEmpty, data.count.isMultiple(of: blockLength),
            let count = Int32(exactly: data.count), let context = EVP_CIPHER_CTX_new()
        else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        let cipher = self == .aes128 ? EVP_aes_128_cbc() : EVP_des_ede_cbc()
        guard EVP_CipherInit_ex(context, cipher, nil, key, iv, encrypting ? 1 : 0) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { return nil }
        // libcrypto may write one block beyond the data before it knows that nothing is padded.
        var output = [UInt8](repeating: 0, count: data.count + blockLength)
        var written: Int32 = 0
        guard EVP_CipherUpdate(context, &output, &written, data, count) == 1, Int(written) == data.count else {
            return nil
        }
        output.removeLast(blockLength)
        return output
    }
}
