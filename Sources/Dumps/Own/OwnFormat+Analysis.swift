import Tags

extension OwnFormat {
    /// What the facts of a report say by themselves: all that need not be kept in a file.
    static func analysis(of facts: TagReport) -> TagReport {
        if let image = facts.image {
            var report = TagReader.report(
                identity: facts.identity, image: image, authenticated: facts.protection?.authenticated ?? false)
            if let size = ClassicSize.of(image), facts.identity.type == .unknown {
                report.regions = size.regions
                report.findings.append(ClassicSize.note)
            }
            return report
        }
        guard !facts.files.isEmpty else { return TagReport(identity: facts.identity) }
        if facts.files.count == 1, let file = facts.files.first, file.role == .message, file.access.read == .untold,
            let message = file.content.bytes(in: 0..<file.size)
        {
            return TagReader.report(identity: facts.identity, message: message, isExtended: file.isExtended)
        }
        return TagReader.report(identity: facts.identity, files: facts.files)
    }

    /// The state of a signature, which is checked anew: a file can claim what it likes.
    static func signature(_ bytes: [UInt8], _ identity: TagIdentity) -> SignatureState {
        let byLength: Type2Chip.SignatureCurve =
            [.secp128r1, .secp192r1, .secp224r1].first { $0.signatureLength == bytes.count } ?? .secp128r1
        return Originality.verify(
            uid: identity.uid, signature: bytes, curve: identity.chip?.signatureCurve ?? byLength)
    }
}
