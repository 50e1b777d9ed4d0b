import CCrypto

/// AES-128 over single blocks (`EVP_aes_128_ecb`), with one libcrypto context for as many keys as are wanted.
///
/// A new key costs about 0.3 µs, a block 0.03 µs. Belongs to one thread.
final class BlockAES {
    /// Which of the two directions a context is made for.
    enum Direction: Int32 {
        case decrypting = 0
        case encrypting = 1
    }

    private let context: OpaquePointer
    /// libcrypto refused a call, which it never does for whole blocks: nothing computed here may be used.
    private(set) var isBroken = false

    /// A context under the zero key; `nil` where libcrypto has no AES.
    init?(_ direction: Direction = .encrypting) {
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        self.context = context
        let zeros = [UInt8](repeating: 0, count: 16)
        guard EVP_CipherInit_ex(context, EVP_aes_128_ecb(), nil, zeros, nil, direction.rawValue) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { return nil }
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// Goes on under another key.
    func use(_ key: AESBlock) {
        let done = withUnsafeBytes(of: key) { bytes in
            EVP_CipherInit_ex(context, nil, nil, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, -1)
        }
        if done != 1 { isBroken = true }
    }

    /// One block under the key in use.
    func callAsFunction(_ block: AESBlock) -> AESBlock {
        var result = AESBlock()
        var count: Int32 = 0
        let done = withUnsafeBytes(of: block) { input in
            withUnsafeMutableBytes(of: &result) { output in
                EVP_CipherUpdate(
                    context, output.baseAddress?.assumingMemoryBound(to: UInt8.self), &count,
                    input.baseAddress?.assumingMemoryBound(to: UInt8.self), 16)
            }
        }
        if done != 1 || count != 16 { isBroken = true }
        return result
    }

    /// One block under a key that is in use from then on.
    func callAsFunction(_ block: AESBlock, under key: AESBlock) -> AESBlock {
        use(key)
        return self(block)
    }
}
