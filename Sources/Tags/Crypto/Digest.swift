import CCrypto

/// SHA-256 by libcrypto.
enum Digest {
    /// The 32 bytes of the hash, `nil` where libcrypto refuses.
    static func sha256(_ bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil) == 1, length == 32 else { return nil }
        return digest
    }
}
