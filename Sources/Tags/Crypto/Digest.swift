import CCrypto

/// Message digests by libcrypto.
public enum Digest {
    /// The 32 bytes of SHA-256, `nil` where libcrypto refuses.
    static func sha256(_ bytes: [UInt8]) -> [UInt8]? { digest(of: bytes, length: 32, EVP_sha256()) }

    /// The 16 bytes of MD5 (RFC 1321), or `nil` where this libcrypto does not offer it (FIPS builds).
    ///
    /// Protects nothing: it is how a widely used phone app derives a password from a phrase.
    public static func md5(_ bytes: [UInt8]) -> [UInt8]? { digest(of: bytes, length: 16, EVP_md5()) }

    private static func digest(of bytes: [UInt8], length: Int, _ algorithm: OpaquePointer?) -> [UInt8]? {
        guard let algorithm else { return nil }
        var digest = [UInt8](repeating: 0, count: length)
        var count: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &count, algorithm, nil) == 1, count == length else { return nil }
        return digest
    }
}
