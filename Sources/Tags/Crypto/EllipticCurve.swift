import CCrypto

/// ECDSA verification on the curves of originality signatures, by libcrypto.
enum EllipticCurve {
    /// Checks `signature` (r and s in equal halves) over `digest`, which is taken as an integer without hashing it.
    ///
    /// - Parameter publicKey: The uncompressed point, `04h` X Y.
    /// - Returns: False also where key or signature is no such thing at all.
    static func verify(
        digest: [UInt8], signature: [UInt8], publicKey: [UInt8], curve: Type2Chip.SignatureCurve
    ) -> Bool {
        guard signature.count == curve.signatureLength, let key = makeKey(publicKey, curve: curve) else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_PKEY_CTX_new(key, nil) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        // A signature that does not verify leaves entries in the thread's error queue that nobody will read.
        defer { ERR_clear_error() }
        let encoded = derEncoded(signature)
        guard EVP_PKEY_verify_init(context) == 1 else { return false }
        return EVP_PKEY_verify(context, encoded, encoded.count, digest, digest.count) == 1
    }

    private static func makeKey(_ point: [UInt8], curve: Type2Chip.SignatureCurve) -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var name = libcryptoName(of: curve)
        var bytes = point
        var key: OpaquePointer?
        let made = name.withUnsafeMutableBufferPointer { name in
            bytes.withUnsafeMutableBufferPointer { bytes in
                var parameters = [
                    tagdesk_group_parameter(name.baseAddress),
                    tagdesk_point_parameter(bytes.baseAddress, bytes.count),
                    OSSL_PARAM_construct_end(),
                ]
                return EVP_PKEY_fromdata_init(context) == 1
                    && EVP_PKEY_fromdata(context, &key, tagdesk_public_key_selection(), &parameters) == 1
            }
        }
        return made ? key : nil
    }

    private static func libcryptoName(of curve: Type2Chip.SignatureCurve) -> [CChar] {
        switch curve {
        case .secp128r1: Array("secp128r1".utf8CString)
        case .secp192r1: Array("prime192v1".utf8CString)
        case .secp224r1: Array("secp224r1".utf8CString)
        }
    }

    /// r and s as the ASN.1 sequence that libcrypto takes; short enough for one-byte lengths on every curve here.
    private static func derEncoded(_ signature: [UInt8]) -> [UInt8] {
        let half = signature.count / 2
        let body = derInteger(signature[..<half]) + derInteger(signature[half...])
        return [0x30, UInt8(truncatingIfNeeded: body.count)] + body
    }

    private static func derInteger(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(bytes.drop { $0 == 0 })
        if digits.first.map({ $0 & 0x80 != 0 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(truncatingIfNeeded: digits.count)] + digits
    }
}
