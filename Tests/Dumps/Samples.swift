import Tags

@testable import Dumps

/// Dumps made up for tests, the same for the same seed.
enum Samples {
    /// A tag of `chip` with random content, some pages unread for every reason there is.
    static func type2(_ chip: Type2Chip, seed: UInt64, gaps: Bool = true) -> Dump {
        var random = Random(seed: seed)
        let uid: [UInt8] = [0x04] + (0..<6).map { _ in random.byte() }
        var image = TagImage(pageSize: 4, pageCount: chip.pageCount)
        for page in 0..<chip.pageCount { image.set(page: page, to: (0..<4).map { _ in random.byte() }) }
        image.set(page: 0, to: UIDCheck.page0(of: uid) ?? [])
        image.set(page: 1, to: Array(uid[3...]))
        image.set(page: 2, to: [UIDCheck.bcc1(uid) ?? 0, 0x48, 0, 0])
        image.set(page: 3, to: chip.factoryPage3 ?? [0xE1, 0x10, 0x06, 0x00])
        if gaps {
            let reasons: [UnreadReason] = [
                .notTried, .writeOnly, .protected, .refused(nak: nil), .refused(nak: 4), .readerCannot, .tagLost,
            ]
            for (index, reason) in reasons.enumerated() {
                image.markUnread(page: 5 + (index * 3 + Int(random.byte())) % (chip.pageCount - 5), reason)
            }
        }
        for page in chip.absentPages.joined() { image.markUnread(page: page, .doesNotExist) }
        let identity = TagIdentity(
            uid: uid, type: .type2, chipName: chip.name, chip: chip, vendor: Manufacturer.name(ofUID: uid),
            identifiedBy: "GET_VERSION", provenance: .reported, version: chip.versions.first, atr: [0x3B, 0x80],
            sak: 0x00)
        var report = TagReader.report(identity: identity, image: image, authenticated: seed.isMultiple(of: 2))
        if let curve = chip.signatureCurve {
            let signature = (0..<curve.signatureLength).map { _ in random.byte() }
            report.signature = Originality.verify(uid: uid, signature: signature, curve: curve)
        }
        switch chip.counters {
        case .none: break
        case .nfc: report.counters = [CounterState(number: 2, enabled: report.protection?.counterEnabled, value: 17)]
        case .three:
            report.counters = (0..<3).map { CounterState(number: $0, value: UInt32($0) * 70_000 + 1, torn: $0 == 1) }
        }
        report.findings.append(Finding(.note, "a finding with \"quotes\", a \\ and a \u{1B}[31m"))
        return Dump(
            report: report,
            values: [NamedValue("DSFID", "01"), NamedValue("Privacy password", "0F 0F 0F 0F", isSecret: true)],
            origin: DumpOrigin(reader: "ACS ACR122U", taken: 1_796_040_271_000_250, program: "tagdesk"))
    }
}

/// A small generator, the same sequence for the same seed.
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func byte() -> UInt8 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt8(truncatingIfNeeded: state >> 24)
    }
}
