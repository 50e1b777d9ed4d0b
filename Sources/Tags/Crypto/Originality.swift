/// The originality check: was this UID signed by a maker whose key is published?
///
/// A signature proves the UID, not the chip: whoever copies both passes. What it does show is a chip that cannot even do
/// that, as most counterfeits cannot.
public enum Originality {
    /// Checks a signature against every published key of its curve and names the one that holds.
    ///
    /// - Parameters:
    ///   - uid: The UID in print order.
    ///   - signature: r and s, as READ_SIG answers.
    ///   - curve: The curve; 32 bytes are secp128r1, 48 secp192r1, 56 secp224r1.
    public static func verify(
        uid: [UInt8], signature: [UInt8], curve: Type2Chip.SignatureCurve
    ) -> SignatureState {
        func state(_ key: OriginalityKey?, _ verdict: String) -> SignatureState {
            SignatureState(bytes: signature, valid: key != nil, key: key?.name, verdict: verdict)
        }
        guard signature.count == curve.signatureLength else {
            return state(nil, "\(signature.count) bytes long, this curve's signatures have \(curve.signatureLength)")
        }
        if state(nil, "").isBlank { return state(nil, "no signature: all its bytes are zero") }
        if let key = OriginalityKey.all.first(where: { holds($0, uid: uid, signature: signature, curve: curve) }) {
            return state(key, "valid under the key of \(key.name)")
        }
        if let counterfeit = Counterfeit.pattern(uid: uid, signature: signature) { return state(nil, counterfeit) }
        return state(nil, "does not verify under any published key")
    }

    private static func holds(
        _ key: OriginalityKey, uid: [UInt8], signature: [UInt8], curve: Type2Chip.SignatureCurve
    ) -> Bool {
        guard key.curve == curve, let point = Hex.bytes(key.point) else { return false }
        return messages(for: uid, hashed: key.hashesUID).contains {
            EllipticCurve.verify(digest: $0, signature: signature, publicKey: point, curve: curve)
        }
    }

    /// What may have been signed. The 8-byte UIDs of ISO/IEC 15693 are signed in wire order, least significant byte first,
    /// by NXP, and in print order by ST.
    private static func messages(for uid: [UInt8], hashed: Bool) -> [[UInt8]] {
        if hashed { return [Digest.sha256(uid)].compactMap { $0 } }
        return uid.count == 8 ? [uid, uid.reversed()] : [uid]
    }
}

extension SignatureState {
    /// Nothing was ever signed: the chip was delivered without a signature, which is no sign of a copy.
    public var isBlank: Bool { !bytes.isEmpty && bytes.allSatisfy { $0 == 0 } }
}

/// Signature patterns of chips that are known to be copies.
enum Counterfeit {
    /// What a signature that fails gives away, or `nil`.
    ///
    /// Fudan's copies of NTAG213 have no signature: READ_SIG answers pages 0 and 1 over and over.
    static func pattern(uid: [UInt8], signature: [UInt8]) -> String? {
        guard let start = SerialNumber.memory(of: uid, layout: .checked)?.prefix(8), signature.count == 32 else {
            return nil
        }
        let repeats = signature.indices.allSatisfy { signature[$0] == start[$0 % 8] }
        return repeats ? "a known counterfeit: the chip answers its first two pages instead of a signature" : nil
    }
}
