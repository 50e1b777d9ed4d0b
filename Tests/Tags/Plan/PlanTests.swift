import NDEF
import Testing

@testable import Tags

/// A tag as a planner sees it, made from a memory image, and what writes do to it.
struct PlannedTag: Sendable {
    var chip: Type2Chip
    var image: TagImage
    var authenticated = false

    /// A tag as delivered, with a UID and its factory content.
    init(_ chip: Type2Chip) {
        self.chip = chip
        image = TagImage(pageSize: 4, bytes: Array(repeating: 0, count: chip.pageCount * 4))
        setSerialNumber([0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80])
        if let container = chip.factoryPage3 { image.set(page: 3, to: container) }
        for (offset, byte) in (chip.factoryUser ?? []).enumerated() { put(byte, at: 16 + offset) }
        if let lock = chip.dynamicLock { image.set(page: lock.page, to: [0, 0, 0, lock.constantByte3 ?? 0]) }
        if let configuration = chip.configuration {
            image.set(page: configuration.cfg0, to: configuration.factoryCFG0)
            image.set(page: configuration.cfg1, to: configuration.factoryCFG1)
        }
        hideSecrets()
    }

    mutating func setSerialNumber(_ uid: [UInt8]) {
        let bytes = (SerialNumber.memory(of: uid, layout: chip.serialLayout) ?? []) + [0, 0]
        for page in 0..<bytes.count / 4 { image.set(page: page, to: Array(bytes[page * 4..<page * 4 + 4])) }
    }

    /// A tag with exactly this memory.
    init(_ chip: Type2Chip, memory: [UInt8]) {
        self.chip = chip
        image = TagImage(pageSize: 4, bytes: memory)
        hideSecrets()
    }

    var report: TagReport {
        TagReader.report(
            identity: TagIdentity(
                uid: image.serialNumber(of: chip)?.uid ?? [], type: .type2, chipName: chip.name,
                chip: chip, identifiedBy: "test", provenance: .reported),
            image: image, authenticated: authenticated)
    }

    mutating func put(_ byte: UInt8, at offset: Int) {
        guard var page = image.page(offset / 4) else { return }
        page[offset % 4] = byte
        image.set(page: offset / 4, to: page)
    }

    private mutating func hideSecrets() {
        for page in chip.writeOnlyPages { image.markUnread(page: page, .writeOnly) }
    }

    /// Does what the chip does with a step: sets bits where it can only set, keeps secrets unread.
    mutating func run(_ step: PlanStep) {
        guard case .page(let page) = step.target, let readsBack = step.readsBack else { return }
        image.set(page: page, to: readsBack)
    }

    func plan(_ wish: Wish, _ credential: Credential = Credential()) throws(Refusal) -> Plan {
        try Planner.plan(wish, for: report, credential: credential)
    }
}

func message(_ text: String) -> [UInt8] {
    NDEFMessage([NDEFRecord(tnf: .wellKnown, type: [0x54], payload: Bytes([2, 0x65, 0x6E] + Array(text.utf8)))])
        .encoded()
}

/// Pages as `05 340300FE`.
func written(_ plan: Plan) -> [String] {
    plan.steps.compactMap { step in
        guard case .page(let page) = step.target else { return nil }
        return "\(Hex.address(page)) \(Hex.string(step.new))"
    }
}

@Suite struct PlanTests {
    static let chips = [
        "NTAG213", "NTAG215", "NTAG216", "Ultralight C", "Ultralight EV1 (UL11)", "Ultralight EV1 (UL21)",
    ]
    .compactMap(Type2Chip.named)

    @Test("a message keeps the lock control TLV, hides the old one first and sets the length last")
    func safeOrder() throws {
        var tag = PlannedTag(try #require(Type2Chip.named("NTAG213")))
        for step in try tag.plan(.write(message: message("old text"))).steps { tag.run(step) }
        let plan = try tag.plan(.write(message: message("another")))
        let first = try #require(plan.steps.first)
        let last = try #require(plan.steps.last)
        #expect(first.target == .page(5) && first.phase == .hide && first.new.starts(with: [0x34, 0x03, 0x00]))
        #expect(last.target == .page(5) && last.phase == .show && last.new == [0x34, 0x03, 0x0E, 0xD1])
        #expect(tag.image.page(4) == [0x01, 0x03, 0xA0, 0x0C])
        #expect(plan.steps.allSatisfy { $0.reversible })
    }

    @Test("the same message again needs no write", arguments: chips)
    func nothingToDo(chip: Type2Chip) throws {
        var tag = try Self.formatted(chip)
        for step in try tag.plan(.write(message: message("hello"))).steps { tag.run(step) }
        #expect(tag.report.ndef?.raw == message("hello"))
        #expect(try tag.plan(.write(message: message("hello"))).steps.isEmpty)
    }

    @Test("the pages written are those that differ, and at most two more", arguments: chips)
    func fewestPages(chip: Type2Chip) throws {
        var tag = try Self.formatted(chip)
        for step in try tag.plan(.write(message: message("0123456789012345678901234567890"))).steps { tag.run(step) }
        let before = tag.image
        let plan = try tag.plan(.write(message: message("01234567890123456789012345ABCDE")))
        for step in plan.steps { tag.run(step) }
        let differing = (0..<chip.pageCount).count { before.page($0) != tag.image.page($0) }
        #expect(plan.steps.count <= differing + 2)
        #expect(tag.report.ndef?.raw == message("01234567890123456789012345ABCDE"))
    }

    @Test("a message that fills the area to the last byte fits, one byte more does not", arguments: chips)
    func exactFit(chip: Type2Chip) throws {
        var tag = try Self.formatted(chip)
        let maximum = try #require(tag.report.ndef?.capacity?.maximum)
        let filler = { (size: Int) -> [UInt8] in
            var record = NDEFMessage([NDEFRecord(tnf: .unknown, payload: Bytes([]))])
            for count in 0...size {
                record = NDEFMessage([NDEFRecord(tnf: .unknown, payload: Bytes(Array(repeating: 0x5A, count: count)))])
                if record.encoded().count == size { return record.encoded() }
            }
            return []
        }
        let fits = filler(maximum)
        try #require(fits.count == maximum)
        for step in try tag.plan(.write(message: fits)).steps { tag.run(step) }
        #expect(tag.report.ndef?.raw == fits)
        #expect {
            try tag.plan(.write(message: fits + [0]))
        } throws: { error in
            (error as? Refusal)?.kind == .tooBig(by: 1)
        }
    }

    /// A tag with an NDEF container, as after `format`.
    static func formatted(_ chip: Type2Chip) throws -> PlannedTag {
        var tag = PlannedTag(chip)
        for step in try tag.plan(.format).steps { tag.run(step) }
        return tag
    }
}

extension Type2Chip: CustomTestStringConvertible {
    /// A failure names the chip instead of printing its whole table.
    public var testDescription: String { name }
}
