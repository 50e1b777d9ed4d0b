import NDEF
import Testing

@testable import Tags

@Suite("configuration of NTAG I2C and I2C plus") struct SectorChipPlanTests {
    private func tag(_ name: String) throws -> PlannedTag {
        try PlanTests.formatted(try #require(Type2Chip.named(name)))
    }

    private static let password: [UInt8] = [1, 2, 3, 4]

    @Test("registers of an NTAG I2C are restored, and what locks them only with the locks, at the very end")
    func registers() throws {
        var source = try tag("NTAG I2C 1K")
        source.image.set(page: 0xE8, to: [0x41, 0x22, 0xF8, 0x10])
        source.image.set(page: 0xE9, to: [0x09, 0x01, 0x03, 0x00])
        let target = try tag("NTAG I2C 1K")
        let (plain, open) = try RestorePlanTests.restored(source, on: target) { $0.withConfiguration = true }
        #expect(written(plain) == ["E9 09010000", "E8 4122F810"])
        #expect(open.image.page(0xE9) == [0x09, 0x01, 0x00, 0x00] && plain.irreversibleSteps.isEmpty)
        let (full, locked) = try RestorePlanTests.restored(source, on: target) {
            $0.withConfiguration = true
            $0.withLocks = true
        }
        #expect(written(full) == ["E9 09010000", "E8 4122F810", "E9 09010300"])
        #expect(full.steps.last?.phase == .lock && full.irreversiblePages == [0xE9])
        #expect {
            try RestorePlanTests.restored(target, on: locked) { $0.withConfiguration = true }
        } throws: { ($0 as? Refusal)?.kind == .configurationLocked }
        #expect(throws: Refusal.self) { try target.plan(.protect(.init(password: Self.password))) }
    }

    @Test("a password on an NTAG I2C plus goes in the order of every other: PWD, PACK, proof, ACCESS, AUTH0 last")
    func protect() throws {
        for name in ["NTAG I2C plus 1K", "NTAG I2C plus 2K"] {
            let plan = try tag(name).plan(.protect(.init(password: Self.password, guardsReading: true)))
            #expect(written(plan) == ["E5 01020304", "E6 00000000", "E4 80000000", "E3 00000004"])
            #expect(plan.steps.map(\.phase) == [.password, .password, .prove, .configuration, .close])
            #expect(plan.notices.contains { $0.contains("first sector only") } == (name == "NTAG I2C plus 2K"))
        }
    }

    @Test(
        "a dump of an NTAG I2C plus brings AUTH0, ACCESS and registers; PT_I2C and what locks registers stay, and that is said"
    )
    func plus() throws {
        var source = try tag("NTAG I2C plus 1K")
        source.image.set(page: 0xE3, to: [0, 0, 0, 0x10])
        source.image.set(page: 0xE4, to: [0xA0, 0, 0, 0])
        source.image.set(page: 0xE7, to: [0x0C, 0, 0, 0])
        source.image.set(page: 0xE8, to: [0x41, 0x22, 0xF8, 0x10])
        source.image.set(page: 0xE9, to: [0x09, 0x01, 0x03, 0x00])
        var target = try tag("NTAG I2C plus 1K")
        target.image.set(page: 0xE9, to: [0x08, 0x01, 0x00, 0x00])
        let (plan, after) = try RestorePlanTests.restored(source, on: target) {
            $0.withConfiguration = true
            $0.withLocks = true
            $0.password = Self.password
        }
        #expect(
            written(plan) == [
                "E8 4122F810", "E9 09010000", "E5 01020304", "E6 00000000", "E4 A0000000", "E3 00000010",
            ])
        #expect(after.image.page(0xE7) == target.image.page(0xE7))
        let skipped = try #require(plan.notices.first { $0.hasPrefix("not written") })
        #expect(skipped.contains("page E7 (PT_I2C") && skipped.contains("bytes 2-3 of page E9"))
        target.image.set(page: 0xE9, to: [0x08, 0x01, 0x01, 0x00])
        #expect {
            try RestorePlanTests.restored(source, on: target) { $0.withConfiguration = true }
        } throws: { ($0 as? Refusal)?.kind == .configurationLocked }
    }
}

@Suite("AUTH0 and a password that nobody proved") struct UnprovedPasswordTests {
    private static let given: [UInt8] = [1, 2, 3, 4]

    private func open() throws -> PlannedTag { try PlanTests.formatted(try #require(Type2Chip.named("NTAG213"))) }

    @Test(
        "where AUTH0 goes on with the password that is on the tag, the one that was given is proved first",
        arguments: [
            Wish.configure([.auth0(4)]), .edit(pages: [0x29: [4, 0, 0, 4]]), .protect(.init(password: nil)),
            .configure([.auth0(8), .guardsReading(true)]),
        ])
    func proved(wish: Wish) throws {
        let plan = try open().plan(wish, Credential(password: Self.given))
        let proof = try #require(plan.steps.firstIndex { $0.target == .command("PWD_AUTH") })
        #expect(plan.steps[proof].new == Self.given && plan.steps[proof].secret)
        let settings = plan.steps.indices.filter { plan.steps[$0].phase != .prove }
        #expect(settings.allSatisfy { $0 > proof } && plan.irreversibleSteps.isEmpty)
        let blind = try open().plan(wish)
        #expect(!blind.steps.contains { $0.phase == .prove })
        #expect(!blind.irreversibleSteps.isEmpty, "it closes the tag with a password that nobody may know")
    }

    @Test("a write of CFG0 on an open tag warns of what a torn one leaves, and proves nothing where it closes nothing")
    func torn() throws {
        let wish = Wish.configure([.mirror(.uid), .mirrorPage(10)])
        for credential in [Credential(), Credential(password: Self.given)] {
            let plan = try open().plan(wish, credential)
            #expect(written(plan) == ["29 44000AFF"])
            #expect(plan.notices.contains { $0.contains("FFFFFFFF as delivered") })
            #expect(plan.irreversibleSteps.isEmpty)
        }
        #expect(!(try open().plan(.write(message: [0xD0, 0, 0]))).notices.contains { $0.contains("torn") })
    }
}
