import NDEF
import Tags
import Testing

@testable import Dumps

/// Dumps of which anything may be missing, written in every format and opened again: what came back is what was there, or a
/// sentence names it.
@Suite("A dump of which anything may be missing")
struct ExportPropertyTests {
    private static let seeds = 1...4

    @Test(
        "comes back from every format as it was, but for what was named as lost: Type 2", arguments: NamedChip.all,
        DumpFormat.allCases.filter(\.isWritten))
    func type2(named: NamedChip, format: DumpFormat) throws {
        for seed in Self.seeds {
            var random = RandomDumps(seed: seed)
            try roundTrip(random.type2(named.chip), format, seed)
        }
    }

    @Test(
        "comes back from every format as it was, but for what was named as lost: Type 5",
        arguments: DumpFormat.allCases.filter(\.isWritten), 1...60)
    func type5(format: DumpFormat, seed: Int) throws {
        var random = RandomDumps(seed: seed)
        try roundTrip(random.type5(), format, seed)
    }

    @Test(
        "comes back from every format as it was, but for what was named as lost: MIFARE Classic",
        arguments: DumpFormat.allCases.filter(\.isWritten), 1...24)
    func classic(format: DumpFormat, seed: Int) throws {
        var random = RandomDumps(seed: seed)
        try roundTrip(random.classic(), format, seed)
    }

    private func roundTrip(_ dump: Dump, _ format: DumpFormat, _ seed: Int) throws {
        let export: DumpExport
        do throws(DumpError) { export = try dump.encoded(as: format) } catch {
            #expect(!error.reason.isEmpty && !error.advice.isEmpty)
            return
        }
        let lost = Lost(export.lost)
        if lost.says("what kind of tag it is of") { return }
        let opened = try Dump.open(export.bytes)
        let context = Comment(rawValue: "seed \(seed), lost: \(export.lost.joined(separator: "; "))")
        if format == .tagdesk {
            #expect(opened.dump == dump, context)
            #expect(export.lost.isEmpty)
            return
        }
        // Proxmark3 keeps the blocks of a MIFARE Classic and nothing else in a .bin.
        let isBlocks = format == .proxmarkBinary && dump.report.identity.type == .unknown
        #expect(opened.format == (isBlocks ? .raw : format), context)
        if format == .ndef {
            #expect(opened.dump.report.ndef?.raw == dump.report.ndef?.raw, context)
            return
        }
        let (before, after) = (dump.report, opened.dump.report)
        try memory(try #require(before.image), try #require(after.image), lost, context)
        identity(before, after, lost, context)
        for value in dump.values {
            #expect(opened.dump.values.contains(value) || lost.says(value.name), context)
        }
        #expect(
            after.protection?.knowsLocks == before.protection?.knowsLocks || before.identity.type == .type2
                || lost.says("locked"), context)
        if before.identity.type == .type5 {
            #expect(after.protection?.lockedPages == before.protection?.lockedPages || lost.says("locked"), context)
        }
    }

    private func identity(_ before: TagReport, _ after: TagReport, _ lost: Lost, _ context: Comment) {
        #expect(after.identity.uid == before.identity.uid || lost.says("the UID"), context)
        #expect(after.identity.type == before.identity.type, context)
        #expect(after.identity.chip == before.identity.chip || lost.says("chip"), context)
        if before.identity.type == .unknown {
            #expect(after.identity.chipName == before.identity.chipName || lost.says("which card it is"), context)
        }
        #expect(after.identity.version == before.identity.version || lost.says("version bytes"), context)
        #expect(after.identity.sak == before.identity.sak || lost.says("SAK"), context)
        #expect(after.signature?.bytes == before.signature?.bytes || lost.says("signature"), context)
        for old in before.counters {
            let new = after.counters.first { $0.number == old.number }
            #expect(
                new?.value == old.value && new?.torn == old.torn || lost.says("the counters")
                    || lost.says("counter \(old.number)"), "\(old), \(context.rawValue)")
        }
        #expect(after.counters.allSatisfy { new in before.counters.contains { $0.number == new.number } }, context)
        #expect(before.protection?.authenticated != true || lost.says("the password was given"), context)
    }

    private func memory(_ old: TagImage, _ new: TagImage, _ lost: Lost, _ context: Comment) throws {
        guard new.pageSize == old.pageSize else {
            #expect(lost.says("are a block"), context)
            return
        }
        let bad = (0..<old.pageCount).filter { !isAsItWas($0, old, new, lost) }
        #expect(bad.isEmpty, "pages \(bad), \(context.rawValue)")
    }

    private func isAsItWas(_ page: Int, _ old: TagImage, _ new: TagImage, _ lost: Lost) -> Bool {
        if page >= new.pageCount || lost.names(page, before: "for which") {
            return !old.isKnownInPart(page) || lost.names(page, before: "for which")
        }
        let (was, now) = (old.bytesOfPage(page), new.bytesOfPage(page))
        // Zeros may stand where nothing is known, where that is said, and nothing else may.
        let areBytes =
            was == now || lost.names(page, before: "zeros are written") && was.map { $0 ?? 0 } == now.map { $0 ?? 0 }
        guard areBytes, case .unread = old.state(of: page), old.state(of: page) != new.state(of: page) else {
            return areBytes
        }
        return lost.names(page, before: "not read")
    }
}

/// The sentences on what a format could not hold.
private struct Lost {
    let sentences: [String]

    init(_ sentences: [String]) { self.sentences = sentences }

    func says(_ words: String) -> Bool { sentences.contains { $0.contains(words) } }

    /// A sentence names this page or block, as one of `04-0F, 28`, and goes on with these words.
    func names(_ page: Int, before words: String?) -> Bool {
        sentences.contains { sentence in
            guard words.map(sentence.contains) ?? true else { return false }
            return sentence.matches(of: /(?:pages?|blocks?) ([0-9A-F]+(?:-[0-9A-F]+)?(?:, [0-9A-F]+(?:-[0-9A-F]+)?)*)/)
                .contains { match in
                    match.1.split(separator: ", ").contains { run in
                        let ends = run.split(separator: "-").compactMap { Int($0, radix: 16) }
                        guard let first = ends.first, let last = ends.last else { return false }
                        return (first...max(first, last)).contains(page)
                    }
                }
        }
    }
}

/// Dumps at random, the same for the same seed; in each any part may be missing.
private struct RandomDumps {
    private var random: Random

    init(seed: Int) { random = Random(seed: UInt64(seed)) }

    private mutating func one(in count: Int) -> Bool { Int(random.byte()) % count == 0 }
    private mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in random.byte() } }
    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + (Int(random.byte()) << 8 | Int(random.byte())) % range.count
    }

    private static let reasons: [UnreadReason] = [
        .notTried, .notInFile, .unreadInFile, .writeOnly, .protected, .refused(nak: nil), .refused(nak: 4),
        .readerCannot,
        .tagLost,
    ]

    /// None, a few, many or all to the end are unread; some are known in part.
    private mutating func spoil(_ image: inout TagImage, from first: Int, holes: Bool) {
        let manner = random.byte() % 5
        let cut = number(first...max(first, image.pageCount))
        for page in first..<max(first, image.pageCount) {
            let isGone = manner == 1 && one(in: 16) || manner == 2 && one(in: 2) || manner >= 3 && page >= cut
            if isGone {
                image.markUnread(page: page, Self.reasons[number(0...Self.reasons.count - 1)])
            } else if holes, one(in: 40) {
                // A page that is not known at all is an unread one.
                for index in 0..<image.pageSize where one(in: 2) && index > 0 {
                    image.markHole(at: page * image.pageSize + index)
                }
            }
        }
    }

    private mutating func origin() -> DumpOrigin {
        one(in: 2) ? DumpOrigin() : DumpOrigin(reader: "a reader", taken: 1_796_040_271_000_000, program: "tagdesk")
    }

    mutating func type2(_ chip: Type2Chip) -> Dump {
        let uid: [UInt8] = [0x04] + bytes(6)
        var image = TagImage(pageSize: 4, pageCount: chip.pageCount)
        for page in 0..<chip.pageCount { image.set(page: page, to: bytes(4)) }
        let head = (SerialNumber.memory(of: uid, layout: chip.serialLayout) ?? []) + [0, 0]
        for page in 0..<3 { image.set(page: page, to: Array(head[page * 4..<page * 4 + 4])) }
        image.set(page: 3, to: one(in: 2) ? bytes(4) : chip.factoryPage3 ?? bytes(4))
        spoil(&image, from: one(in: 8) ? 0 : 3, holes: true)
        for page in chip.absentPages.joined() { image.markUnread(page: page, .doesNotExist) }
        if one(in: 2) { for page in chip.writeOnlyPages { image.markUnread(page: page, .writeOnly) } }
        var identity = TagIdentity(
            uid: uid, type: .type2, chipName: chip.name, chip: chip, vendor: Manufacturer.name(ofUID: uid),
            identifiedBy: "GET_VERSION", provenance: .reported)
        if one(in: 2) { identity.version = chip.versions.first }
        if one(in: 2) { identity.sak = random.byte() & 0x20 }
        var report = TagReader.report(identity: identity, image: image, authenticated: one(in: 2))
        if let curve = chip.signatureCurve, !one(in: 3) {
            let signature =
                one(in: 4) ? [UInt8](repeating: 0, count: curve.signatureLength) : bytes(curve.signatureLength)
            report.signature = Originality.verify(uid: uid, signature: signature, curve: curve)
        }
        let numbers = chip.counters == .none ? [] : chip.counters == .nfc ? [2] : [0, 1, 2]
        for number in numbers where !one(in: 3) {
            var counter = CounterState(number: number)
            if !one(in: 3) { counter.value = one(in: 3) ? 0 : UInt32(self.number(1...0xFFFF)) }
            if !one(in: 3) { counter.torn = one(in: 2) }
            if chip.counters == .nfc { counter.enabled = report.protection?.counterEnabled }
            report.counters.append(counter)
        }
        var dump = Dump(report: report, origin: origin())
        if one(in: 2) { dump.values.append(NamedValue("ATQA", "00 44")) }
        if one(in: 3) { dump.values.append(NamedValue("Failed authentication attempts", "3")) }
        if one(in: 3) { dump.values.append(NamedValue("TBO", Hex.string(bytes(2) + [1], separator: " "))) }
        return dump
    }

    mutating func type5() -> Dump {
        let chips: [[UInt8]] = [[0xE0, 0x04, 0x01, 0x08], [0xE0, 0x02, 0x23], [0xE0, 0x07, 0x80], [0xE0, 0x99]]
        let head = chips[number(0...chips.count - 1)]
        let uid = head + bytes(8 - head.count)
        let chip = Type5Chip.of(uid: uid)
        let size = one(in: 2) ? 4 : number(1...32)
        var image = TagImage(pageSize: size, pageCount: min(chip?.blockCount ?? 300, number(1...300)))
        for block in 0..<image.pageCount { image.set(page: block, to: bytes(size)) }
        if size >= 4, one(in: 2) { image.set(page: 0, to: [0xE1, 0x40, 0x08, 0x01] + bytes(size - 4)) }
        spoil(&image, from: one(in: 4) ? 0 : 1, holes: true)
        let identity = TagIdentity(
            uid: uid, type: .type5, chipName: chip?.name ?? "ISO 15693 tag", vendor: Manufacturer.name(ofUID: uid),
            identifiedBy: "the UID", provenance: .derived)
        var report = TagReader.report(identity: identity, image: image, authenticated: false)
        if one(in: 2) { report.setLockedBlocks((0..<image.pageCount).filter { _ in one(in: 5) }) }
        if one(in: 3) {
            report.signature = Originality.verify(uid: uid, signature: bytes(32), curve: .secp128r1)
        }
        var dump = Dump(report: report, origin: origin())
        for name in [ValueName.dsfid, ValueName.afi, ValueName.icReference] where one(in: 2) {
            dump.values.append(NamedValue(name, Hex.byte(random.byte())))
        }
        for lock in Type5Values.locks where one(in: 2) {
            dump.values.append(NamedValue(lock.name, one(in: 2) ? "yes" : "no"))
        }
        for entry in Type5Values.slix where one(in: 4) {
            let value: String
            switch entry.kind {
            case .password: value = Hex.string(one(in: 3) ? [0, 0, 0, 0] : bytes(4), separator: " ")
            case .byte: value = Hex.byte(random.byte())
            case .flag: value = one(in: 2) ? "yes" : "no"
            case .text: value = "Default"
            }
            dump.values.append(NamedValue(entry.name, value, isSecret: entry.kind == .password))
        }
        return dump
    }

    mutating func classic() -> Dump {
        let size = ClassicSize.all[number(0...ClassicSize.all.count - 1)]
        var image = TagImage(pageSize: 16, pageCount: size.blocks)
        for block in 0..<size.blocks { image.set(page: block, to: bytes(16)) }
        for sector in 0..<size.sectors {
            image.set(
                page: ClassicSize.sector(sector).upperBound - 1, to: bytes(6) + [0xFF, 0x07, 0x80, 0x69] + bytes(6))
        }
        let uid = bytes(4)
        let sak = [0x09, 0x08, 0x19, 0x18][number(0...3)] as UInt8
        image.set(page: 0, to: uid + [uid.reduce(0, ^), sak, sak & 0x10 == 0 ? 0x04 : 0x02, 0x00] + bytes(8))
        spoil(&image, from: 1, holes: true)
        var identity = TagIdentity(
            uid: uid, type: .unknown, chipName: size.name, vendor: Manufacturer.name(ofUID: uid),
            identifiedBy: "a file",
            provenance: .derived)
        if one(in: 2) { identity.sak = sak }
        var facts = TagReport(identity: identity)
        facts.image = image
        return Dump(
            report: OwnFormat.analysis(of: facts), values: one(in: 2) ? [NamedValue("ATQA", "00 04")] : [],
            origin: origin())
    }
}
