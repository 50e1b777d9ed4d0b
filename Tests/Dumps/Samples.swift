import NDEF
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
        let serial = (SerialNumber.memory(of: uid, layout: chip.serialLayout) ?? []) + [0, 0]
        for page in 0..<serial.count / 4 { image.set(page: page, to: Array(serial[page * 4..<page * 4 + 4])) }
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
            values: [NamedValue("ATQA", "00 44"), NamedValue("A secret", "0F 0F 0F 0F", isSecret: true)],
            origin: DumpOrigin(reader: "ACS ACR122U", taken: 1_796_040_271_000_250, program: "tagdesk"))
    }
}

extension Samples {
    /// An ISO/IEC 15693 tag with a container, random content and every value that formats keep.
    static func type5(seed: UInt64, gaps: Bool) -> Dump {
        var random = Random(seed: seed)
        let uid: [UInt8] = [0xE0, 0x04, 0x01, 0x08] + (0..<4).map { _ in random.byte() }
        var image = TagImage(pageSize: 4, pageCount: 80)
        for block in 0..<80 { image.set(page: block, to: (0..<4).map { _ in random.byte() }) }
        image.set(page: 0, to: [0xE1, 0x40, 0x28, 0x01])
        if gaps { for _ in 0..<5 { image.markUnread(page: 1 + Int(random.byte()) % 79, .protected) } }
        let identity = TagIdentity(
            uid: uid, type: .type5, chipName: "ICODE SLIX2", vendor: "NXP Semiconductors",
            identifiedBy: "the UID, which names the product", provenance: .derived)
        var report = TagReader.report(identity: identity, image: image, authenticated: false)
        report.setLockedBlocks([0, 7, 79])
        if seed.isMultiple(of: 2) {
            let signature = (0..<32).map { _ in random.byte() }
            report.signature = Originality.verify(uid: uid, signature: signature, curve: .secp128r1)
        }
        return Dump(
            report: report,
            values: [
                NamedValue("DSFID", "01"), NamedValue("AFI", "3D"), NamedValue("IC reference", "01"),
                NamedValue("DSFID locked", "yes"), NamedValue("AFI locked", "no"),
                NamedValue("Privacy password", "0F 0F 0F 0F", isSecret: true),
            ])
    }

    /// A MIFARE Classic 1K with sound trailers, some bytes unknown.
    static func classic(seed: UInt64, gaps: Bool) -> Dump {
        var random = Random(seed: seed)
        var draft = ClassicDraft(source: "file")
        for block in 0..<64 {
            var bytes: [UInt8?] = (0..<16).map { _ in random.byte() }
            if block % 4 == 3 { bytes.replaceSubrange(6..<9, with: [0xFF, 0x07, 0x80]) }
            if gaps, block % 8 == 7 { bytes.replaceSubrange(0..<6, with: [UInt8?](repeating: nil, count: 6)) }
            if block == 0 { bytes[4] = [0, 1, 2, 3].reduce(0) { $0 ^ (bytes[$1] ?? 0) } }
            if !gaps || block != 20 { draft.blocks[block] = bytes }
        }
        return draft.opened(as: .raw).dump
    }

    /// A Type 4 card with its container, a message and a file that cannot be read.
    static func card(seed: UInt64) throws -> Dump {
        let message = NDEFMessage([try .uri("https://example.com/\(seed)")]).encoded()
        let container = Hex.bytes("001720010000FF0406E104010000000506E10500808283") ?? []
        let content = [UInt8(0), UInt8(message.count)] + message
        let files = [
            TagFile(
                id: 0xE103, role: .capabilityContainer, size: 23, content: FileContent(container),
                access: FileAccess(read: .free, write: .key(0), readWrite: .key(0), change: .key(0), mode: "plain")),
            TagFile(
                id: 0xE104, role: .message, size: 256, content: FileContent(content),
                access: FileAccess(read: .free, write: .free), mirrored: [10..<24]),
            TagFile(
                id: 0xE105, role: .proprietary, size: 128,
                access: FileAccess(read: .proprietary(0x82), write: .never), settings: ["a setting"],
                refusal: StatusWord(0x6982)),
        ]
        let identity = TagIdentity(
            uid: [0x04, 0x68, 0x53, 0xAA, UInt8(seed), 0x61, 0x80], type: .type4, chipName: "NTAG 424 DNA",
            vendor: "NXP Semiconductors", identifiedBy: "GetVersion", provenance: .reported,
            ats: [0x06, 0x77, 0x77, 0x71, 0x02, 0x80], sak: 0x20)
        var report = TagReader.report(identity: identity, files: files)
        var settings = FileSettings(
            mode: .plain, access: AccessRights(wire: 0xE0, 0xEE), size: 256,
            sdm: SDMSettings(metaRead: .key(2), fileRead: .key(1), counterRead: .key(3)))
        settings.sdm?.mirrorsUID = true
        settings.sdm?.piccOffset = 32
        settings.sdm?.macInputOffset = 67
        settings.sdm?.macOffset = 67
        report.dna = DNAState(
            settings: [2: settings, 3: FileSettings(mode: .full, access: AccessRights(wire: 0x30, 0x23), size: 128)],
            keyVersions: [0: 0, 1: 1], counter: 5, tamper: [0x43, 0x43])
        report.openedWith = 0
        report.signature = Originality.verify(
            uid: identity.uid, signature: [UInt8](repeating: 7, count: 56), curve: .secp224r1)
        return Dump(
            report: report,
            applications: [
                CardApplication(
                    id: [1, 2, 3], settings: ["Max Keys: 0E"],
                    files: [
                        ApplicationFile(
                            number: 1, kind: "standard", settings: ["plain"], size: 32, content: [1, 2, 3]),
                        ApplicationFile(number: 2, kind: "value"),
                    ]),
                CardApplication(id: [4, 5, 6], files: [ApplicationFile(number: 1, kind: "backup", content: [])]),
            ],
            origin: DumpOrigin(program: "tagdesk"))
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
