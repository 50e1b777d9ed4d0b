import Testing

@testable import Tags

@Suite struct LockPlanTests {
    @Test("making a tag read-only writes the CC, then the dynamic locks, the static ones last, and says so")
    func all() throws {
        let expected: [String: [String]] = [
            "NTAG213": ["03 E110120F", "28 FF0F0000", "02 2748F8FF"],
            "NTAG216": ["03 E1106D0F", "E2 FF3F0000", "02 2748F8FF"],
        ]
        for (name, writes) in expected {
            let tag = PlannedTag(try #require(Type2Chip.named(name)))
            var planned = tag
            planned.put(0x27, at: 8)
            let plan = try planned.plan(.lock(.init(pages: nil)))
            #expect(written(plan) == writes)
            #expect(plan.steps.allSatisfy { !$0.reversible && $0.consequence != nil })
        }
    }

    @Test("block-locking bits are set only when asked for")
    func freezing() throws {
        var tag = PlannedTag(try #require(Type2Chip.named("NTAG213")))
        tag.put(0, at: 8)
        #expect(
            written(try tag.plan(.lock(.init(pages: nil, freezes: true)))).suffix(2) == ["28 FF0F3F00", "02 0048FFFF"])
    }

    @Test(
        "every lockable page of every chip can be locked, and the plan names each page that goes with it",
        arguments: PlanTests.chips)
    func onePage(chip: Type2Chip) throws {
        for page in 3...chip.userPages.upperBound {
            let tag = PlannedTag(chip)
            guard let held = chip.lockBits.first(where: { $0.bit.kind == .locks && $0.bit.pages.contains(page) }) else {
                #expect { try tag.plan(.lock(.init(pages: [page]))) } throws: { ($0 as? Refusal)?.kind == .notPossible }
                continue
            }
            let pages = Array(held.bit.pages)
            let plan = try tag.plan(.lock(.init(pages: [page])))
            var locked = tag
            for step in plan.steps { locked.run(step) }
            #expect(locked.report.protection?.lockedPages == pages)
            #expect(plan.irreversiblePages == [held.page])
            let others = pages.filter { $0 != page }
            #expect(plan.notices.isEmpty == others.isEmpty)
            #expect(others.isEmpty || plan.notices.contains { $0.contains(Hex.pageList(others)) })
            #expect(try tag.plan(.lock(.init(pages: pages))).notices.isEmpty)
            // What is locked already takes nobody else along.
            #expect(try locked.plan(.lock(.init(pages: [page]))).steps.isEmpty)
        }
    }

    @Test("a lock bit that is frozen open is refused, not written in vain")
    func frozen() throws {
        var tag = PlannedTag(try #require(Type2Chip.named("NTAG213")))
        tag.put(0x02, at: 10)
        #expect { try tag.plan(.lock(.init(pages: [5]))) } throws: { ($0 as? Refusal)?.kind == .locked(pages: [5]) }
        #expect { try tag.plan(.lock(.init(pages: nil))) } throws: { error in
            if case .locked = (error as? Refusal)?.kind { true } else { false }
        }
    }

    @Test("a locked page is never in a plan")
    func lockedPage() throws {
        var tag = PlannedTag(try #require(Type2Chip.named("NTAG213")))
        tag.put(0x80, at: 10)
        #expect {
            try tag.plan(.write(message: message("reaches page 07")))
        } throws: { ($0 as? Refusal)?.kind == .locked(pages: [7]) }
        #expect(try tag.plan(.write(message: [0xD0, 0, 0])).steps.isEmpty == false)
    }

    @Test("the guard refuses UID pages on every chip and reserved lock bits", arguments: PlanTests.chips)
    func forbidden(chip: Type2Chip) {
        let writeGuard = WriteGuard(chip: chip)
        for page in [-1, 0, 1, chip.pageCount] {
            #expect(throws: Refusal.self) {
                try writeGuard.effect(ofWriting: [0, 0, 0, 0], to: page, over: [0, 0, 0, 0])
            }
        }
        guard let lock = chip.dynamicLock else { return }
        for bit in 0..<8 {
            let defined = lock.bits.contains { $0.byte == 1 && $0.bit == bit }
            let write = {
                try writeGuard.effect(ofWriting: [0, 1 << UInt8(bit), 0, 0], to: lock.page, over: [0, 0, 0, 0xBD])
            }
            if defined {
                #expect((try? write())?.consequences.count == 1)
            } else {
                #expect(throws: Refusal.self) { try write() }
            }
        }
    }

    @Test("a one-way page that was not read is never written")
    func unknownOneWayPage() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        for page in [2, 3, 0x28] {
            #expect(throws: Refusal.self) {
                try WriteGuard(chip: chip).effect(ofWriting: [0, 0, 0xFF, 0], to: page, over: nil)
            }
        }
    }

    @Test("a write that sets no new bit on a one-way page passes without a word")
    func harmless() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        let old: [UInt8] = [0xE1, 0x10, 0x12, 0x0F]
        let effect = try WriteGuard(chip: chip).effect(ofWriting: [0xE1, 0x10, 0x12, 0], to: 3, over: old)
        #expect(effect.readsBack == old && effect.consequences.isEmpty)
    }

    @Test("a wrong but set CC is kept, and the plan says why")
    func wrongContainer() throws {
        var tag = PlannedTag(try #require(Type2Chip.named("NTAG215")))
        tag.image.set(page: 3, to: [0xE1, 0x10, 0x87, 0x00])
        let plan = try tag.plan(.format)
        #expect(!plan.steps.contains { $0.target == .page(3) })
        #expect(plan.notices.contains { $0.contains("E1108700 OR E1103E00 would be E110BF00") })
    }

    @Test("a blank Ultralight gets its container only as something that cannot be undone")
    func blankContainer() throws {
        let tag = PlannedTag(try #require(Type2Chip.named("Ultralight EV1 (UL11)")))
        let plan = try tag.plan(.format)
        #expect(plan.steps.first?.target == .page(3) && plan.steps.first?.new == [0xE1, 0x10, 0x06, 0x00])
        #expect(plan.irreversiblePages == [3])
        #expect { try tag.plan(.write(message: [0xD0, 0, 0])) } throws: { ($0 as? Refusal)?.kind == .unformatted }
    }
}
