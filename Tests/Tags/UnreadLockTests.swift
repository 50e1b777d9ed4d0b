import Testing

@testable import Tags

/// What is said of locks, password and message where the pages that hold them were not read: never more than is known.
@Suite("Pages that were not read")
struct UnreadLockTests {
    /// Chips with one sector that can guard reading, and whose configuration is decoded.
    static let guarded = Type2Chip.all.filter {
        $0.pageCount <= 256 && $0.absentPages.isEmpty && $0.authentication != .none && $0.configuration != nil
    }.map(\.name)

    /// A chip whose configuration says this; the model acts on it.
    static func tag(_ chip: Type2Chip, auth0: Int, guardsReading: Bool) throws -> ModelTag {
        let tag = try #require(ModelTag.fresh(chip.name))
        let configuration = try #require(chip.configuration)
        func set(_ setting: ConfigurationSetting, _ value: Int) throws {
            let field = try #require(configuration.field(setting))
            let place = configuration.page(of: field) * 4 + field.byte
            tag.memory[place] = tag.memory[place] & ~field.mask | UInt8(value) << UInt8(field.bits.lowerBound)
        }
        try set(.auth0, auth0)
        if configuration.field(.readProtection) != nil {
            try set(.readProtection, guardsReading ? 1 : 0)
        } else {
            try set(.writeOnlyProtection, guardsReading ? 0 : 1)
        }
        tag.memory[Type2Chip.staticLockPage * 4 + 2] |= 0x10
        if guardsReading { tag.protectedFrom = auth0 }
        return tag
    }

    static func read(_ tag: ModelTag, as chip: Type2Chip) throws -> TagReport {
        let identity = TagIdentity(
            uid: try hex("04A1B2C3D4E5F6"), type: .type2, chipName: chip.name, chip: chip, identifiedBy: "the test",
            provenance: .assumed)
        return TagReader.read(identity, link: tag).report
    }

    @Test(
        "wherever AUTH0 is, what guards reading is known, and of locks what was read",
        arguments: guarded, [true, false])
    func everyAUTH0(name: String, guardsReading: Bool) throws {
        let chip = try #require(Type2Chip.named(name))
        let mask = try #require(chip.configuration?.field(.auth0)?.mask)
        for auth0 in 0...Int(mask) {
            let tag = try Self.tag(chip, auth0: auth0, guardsReading: guardsReading)
            let report = try Self.read(tag, as: chip)
            let image = try #require(report.image)
            let state = try #require(report.protection)
            let readable = guardsReading ? min(auth0, chip.readablePageCount) : chip.readablePageCount
            if auth0 >= chip.pageCount {
                #expect(state.passwordProtects == .nothing, "AUTH0 \(auth0)")
            } else {
                #expect(state.passwordProtects == (guardsReading ? .readWrite : .write), "AUTH0 \(auth0)")
            }
            #expect(state.auth0 == auth0)
            #expect(state.authLimit == nil || image.page(chip.configuration?.cfg1 ?? 0) != nil)

            let holders = Set(chip.lockBits.map(\.page))
            let unread = holders.filter { $0 >= readable }
            #expect(state.unreadLockPages == unread.sorted(), "AUTH0 \(auth0)")
            #expect(state.knowsLocks == (unread.count < holders.count), "AUTH0 \(auth0)")
            #expect(state.lockedPages == (unread.contains(2) ? [] : [4]), "AUTH0 \(auth0)")
            let undecided = chip.lockBits.filter { unread.contains($0.page) && $0.bit.kind == .locks }
            #expect(state.undecidedPages == Set(undecided.flatMap(\.bit.pages)).sorted(), "AUTH0 \(auth0)")
            // Page 05 is open: known as soon as page 02 was read.
            #expect(state.permanentlyReadOnly == (unread.contains(2) ? nil : false), "AUTH0 \(auth0)")
            #expect(state.ccReadOnly == (readable > 3 ? false : nil), "AUTH0 \(auth0)")

            let lines = report.protectionLines
            #expect(!lines.contains("no page is locked"))
            #expect(lines.contains { $0.hasSuffix("not read") } == !unread.isEmpty, "AUTH0 \(auth0)")
            #expect(report.ndef?.state != .protected || report.ndef?.capacity?.used == nil, "AUTH0 \(auth0)")
        }
    }

    @Test("an unread lock page could make the tag read-only: that is not known then")
    func readOnlyUnknown() throws {
        let chip = Type2Chip.ntag213
        for (locks, expected) in [(UInt8(0xF0), Bool?.none), (0x70, .some(false))] {
            let tag = try Self.tag(chip, auth0: 0x28, guardsReading: true)
            tag.memory.replaceSubrange(10..<12, with: [locks, 0xFF])
            let report = try Self.read(tag, as: chip)
            #expect(report.protection?.permanentlyReadOnly == expected)
            #expect(report.protection?.undecidedPages == Array(0x10...0x27))
            #expect(report.protectionLines.contains("locks of pages 10-27 not known: page 28 was not read"))
        }
    }

    @Test("a plan that needs to know a lock that was not read is refused, one that does not is made")
    func planning() throws {
        let chip = Type2Chip.ntag213
        let tag = try Self.tag(chip, auth0: 0x28, guardsReading: true)
        tag.memory[10] = 0
        tag.memory.replaceSubrange(16..<24, with: [0x03, 0x00, 0xFE, 0, 0, 0, 0, 0])
        let report = try Self.read(tag, as: chip)
        let short = try Planner.plan(.write(message: [UInt8](repeating: 0xD0, count: 20)), for: report)
        #expect(!short.steps.isEmpty)
        let long = Wish.write(message: [UInt8](repeating: 0xD0, count: 60))
        #expect(throws: Refusal.needsPassword) { try Planner.plan(long, for: report) }
        do throws(Refusal) {
            _ = try Planner.plan(long, for: report, credential: Credential(password: [1, 2, 3, 4]))
            Issue.record("planned over locks that nobody read")
        } catch {
            #expect(error.kind == .unread(pages: [0x28]))
            #expect(error.reason.contains("pages 10-13 are locked is not known: page 28 was not read"))
        }
    }

    @Test("of a tag pulled while it is read no lock is claimed that was not read", arguments: guarded)
    func pulled(name: String) throws {
        let chip = try #require(Type2Chip.named(name))
        for step in 0..<8 {
            let tag = try Self.tag(chip, auth0: 0, guardsReading: false)
            tag.capabilities.maximumAnswer = 64
            tag.leavesBefore = step
            let report = try Self.read(tag, as: chip)
            guard let image = report.image else { continue }
            let state = try #require(report.protection)
            let unread = Set(chip.lockBits.map(\.page)).filter { image.page($0) == nil }
            #expect(state.unreadLockPages == unread.sorted())
            #expect(state.undecidedPages.isEmpty == unread.isEmpty)
            #expect(state.permanentlyReadOnly != true)
            if unread.contains(2) {
                #expect(!state.knowsLocks || unread.count == 1)
                #expect(state.permanentlyReadOnly == nil)
            }
            #expect(report.protectionLines.contains("no page is locked") == false)
        }
    }

    @Test("room is given as assumed, and nothing as used, where the message was not read")
    func capacity() throws {
        let report = try Self.read(try Self.tag(.ntag213, auth0: 4, guardsReading: true), as: .ntag213)
        #expect(report.ndef?.state == .protected)
        #expect(
            report.ndef?.capacity
                == Capacity(
                    maximum: 142, used: nil, provenance: .assumed,
                    how:
                        "CC 12h x 8 = 144, less the NDEF TLV head (2); page 04 was not read, TLVs there would take off more"
                ))
    }
}
