import CCrypto

/// AES-128 CMAC (NIST SP 800-38B, RFC 4493) by libcrypto's `EVP_MAC`, with a context that is made once.
///
/// ```swift
/// let mac = AESCMAC(key: key)?.mac(of: message)
/// ```
/// Under the same key a message costs no key schedule; `use(key:)` goes on with another one. Belongs to one thread.
public final class AESCMAC {
    private let context: OpaquePointer

    /// A context under a key of 16 bytes; `nil` for any other length, or where libcrypto has no CMAC.
    public init?(key: [UInt8]) {
        guard key.count == 16, let algorithm = EVP_MAC_fetch(nil, "CMAC", nil) else { return nil }
        defer { EVP_MAC_free(algorithm) }
        guard let context = EVP_MAC_CTX_new(algorithm) else { return nil }
        self.context = context
        guard tagdesk_cmac_start_aes128(context, key) == 1 else { return nil }
    }

    deinit { EVP_MAC_CTX_free(context) }

    /// Goes on under another key.
    /// - Returns: Whether that could be done: a key of another length than 16 bytes changes nothing.
    @discardableResult
    public func use(key: [UInt8]) -> Bool { key.count == 16 && EVP_MAC_init(context, key, key.count, nil) == 1 }

    /// The 16 bytes of the MAC; none at all where libcrypto refuses, which equal no MAC.
    public func mac(of message: [UInt8]) -> [UInt8] {
        var mac = [UInt8](repeating: 0, count: 16)
        var count = 0
        guard EVP_MAC_init(context, nil, 0, nil) == 1, EVP_MAC_update(context, message, message.count) == 1,
            EVP_MAC_final(context, &mac, &count, mac.count) == 1, count == 16
        else { return [] }
        return mac
    }

    /// The MAC of one message under one key; `nil` for a key that is not 16 bytes long.
    public static func mac(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
        AESCMAC(key: key).map { $0.mac(of: message) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The 8 bytes of a MAC that NTAG 424 DNA and DESFire send: those at the odd places, counted from 0.
    ///
    /// The data sheet calls them even-numbered, counting from 1.
    public static func truncated(_ mac: [UInt8]) -> [UInt8] {
        stride(from: 1, to: mac.count, by: 2).map { mac[$0] }
    }
}
