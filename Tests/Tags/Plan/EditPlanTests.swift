import NDEF
import Testing

@testable import Tags

@Suite struct EditPlanTests {
    private func chip(_ name: String) throws -> Type2Chip { try #require(Type2Chip.named(name)) }

    @Test("every page of user memory can be typed on every chip, and nothing else changes", arguments: Type2Chip.all)
    func userMemory(chip: Type2Chip) throws {
        let start = PlannedTag(chip)
        for page in chip.dataPages {
            var tag = start
            let bytes: [UInt8] = [0xCA, 0xFE, 0xBA, UInt8(truncatingIfNeeded: page)]
            let plan = try tag.plan(.edit(pages: [page: bytes]))
            #expect(plan.steps.count <= 3 && plan.irreversibleSteps.isEmpty && plan.kind == .edit)
            for step in plan.steps { tag.run(step) }
            for other in 0..<chip.pageCount {
                #expect(tag.image.page(other) == (other == page ? bytes : start.image.page(other)), "page \(other)")
            }
        }
    }

    @Test("what is there already needs no write, and no page beside the typed ones is written but the message's head")
    func exactPages() throws {
        let tag = try RestorePlanTests.holding("hello", try chip("NTAG213"))
        #expect(try tag.plan(.edit(pages: [4: tag.image.page(4) ?? [], 2: tag.image.page(2) ?? []])).steps.isEmpty)
        let plan = try tag.plan(.edit(pages: [7: [1, 2, 3, 4]]))
        #expect(written(plan) == ["05 340300FE", "07 01020304", "05 34030CD1"])
        #expect(plan.steps.map(\.phase) == [.hide, .data, .show])
    }

    @Test("UID, counters, reserved bytes, absent pages and cleared one-way bits are refused before anything is sent")
    func refused() throws {
        let ntag = PlannedTag(try chip("NTAG213"))
        var otp = PlannedTag(try chip("Ultralight"))
        otp.image.set(page: 3, to: [0, 0, 0, 1])
        let cases: [(PlannedTag, [Int: [UInt8]])] = [
            (ntag, [0: [1, 2, 3, 4]]), (ntag, [1: [1, 2, 3, 4]]), (ntag, [2: [1, 2, 0, 0]]),
            (ntag, [3: [0xE1, 0x10, 0x10, 0]]), (ntag, [0x28: [0, 0, 0, 0]]), (ntag, [0x28: [0, 0xF0, 0, 0xBD]]),
            (ntag, [45: [0, 0, 0, 0]]), (ntag, [-1: [0, 0, 0, 0]]), (ntag, [4: [0, 0, 0]]),
            (ntag, [0x2C: [1, 2, 0, 0]]), (otp, [3: [0, 0, 0, 2]]),
            (PlannedTag(try chip("Ultralight C")), [0x29: [1, 0, 0, 0]]),
            (PlannedTag(try chip("Ultralight C")), [0x2C: [1, 2, 3, 4]]),
            (PlannedTag(try chip("NTAG I2C 1K")), [0xE4: [1, 2, 3, 4]]),
            (PlannedTag(try chip("Ultralight AES")), [0x30: [1, 2, 3, 4]]),
            (PlannedTag(try chip("Ultralight AES")), [0x2D: [1, 2, 3, 4]]),
            (PlannedTag(try chip("NTAG223 DNA")), [41: [1, 2, 3, 4]]),
        ]
        for (tag, pages) in cases {
            #expect(throws: Refusal.self, "\(tag.chip.name) \(pages)") { try tag.plan(.edit(pages: pages)) }
        }
    }

    @Test("every page of every chip is either refused or reads as typed", arguments: Type2Chip.all)
    func everyPage(chip: Type2Chip) throws {
        var start = PlannedTag(chip)
        start.authenticated = true
        for page in 0..<chip.pageCount where !chip.writeOnlyPages.contains(page) {
            let old = try #require(start.image.page(page))
            // Of user memory one bit stands for all.
            for bit in chip.userPages.contains(page) ? 31..<32 : 0..<32 {
                var bytes = old
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                guard let plan = try? start.plan(.edit(pages: [page: bytes])) else { continue }
                var tag = start
                for step in plan.steps { tag.run(step) }
                #expect(tag.image.page(page) == bytes, "page \(page) bit \(bit)")
                let isOneWay = [2, 3, chip.dynamicLock?.page].contains(page)
                #expect(!isOneWay || plan.irreversiblePages == [page], "page \(page) bit \(bit)")
            }
        }
    }

    @Test("typed lock bits, CFGLCK and container bits are named as irreversible and come last")
    func oneWayBits() throws {
        let tag = PlannedTag(try chip("NTAG213"))
        let page2 = try #require(tag.image.page(2))
        let plan = try tag.plan(
            .edit(pages: [
                2: page2.prefix(2) + [0x10, 0], 3: [0xE1, 0x10, 0x12, 0x0F], 0x28: [1, 0, 0, 0xBD],
                0x2A: [0x40, 5, 0, 0], 8: [1, 2, 3, 4],
            ]))
        #expect(
            written(plan) == [
                "08 01020304", "03 E110120F", "2A 40050000", "28 01000000",
                "02 \(Hex.string(page2.prefix(2) + [0x10, 0]))",
            ])
        #expect(plan.irreversiblePages == [2, 3, 0x28, 0x2A])
        #expect(plan.irreversibleSteps.allSatisfy { $0.consequence != nil })
    }

    @Test("typed configuration goes CFG1 before CFG0 with AUTH0 last; a typed password is proved first")
    func configuration() throws {
        let tag = PlannedTag(try chip("NTAG216"))
        let plan = try tag.plan(
            .edit(pages: [
                0xE3: [4, 0, 0, 4], 0xE4: [0x80, 5, 0, 0], 0xE5: [1, 2, 3, 4], 0xE6: [0xAB, 0xCD, 0, 0],
            ]))
        #expect(written(plan) == ["E5 01020304", "E6 ABCD0000", "E4 80050000", "E3 04000004"])
        #expect(plan.steps.map(\.phase) == [.password, .password, .prove, .configuration, .close])
        #expect(plan.steps.filter(\.secret).count == 3)
        #expect(plan.irreversibleSteps.isEmpty)
    }

    @Test("a password typed alone leaves PACK as it is, also when it is finished after a tear")
    func passwordAlone() throws {
        let tag = PlannedTag(try chip("NTAG213"))
        let plan = try tag.plan(.edit(pages: [0x2B: [1, 2, 3, 4]]))
        #expect(written(plan) == ["2B 01020304"])
        #expect(plan.steps.map(\.phase) == [.password, .prove])
        let finish = try tag.plan(
            .bring(to: plan.after, like: .edit, secret: .renewedPassword), Credential(password: [1, 2, 3, 4]))
        #expect(written(finish) == ["2B 01020304"])
        #expect(finish.notices.isEmpty)
    }

    @Test("on a guarded tag a typed password takes AUTH0 off first and puts it back")
    func guarded() throws {
        var tag = PlannedTag(try chip("NTAG213"))
        for step in try tag.plan(.protect(.init(password: [9, 9, 9, 9]))).steps { tag.run(step) }
        #expect { try tag.plan(.edit(pages: [0x2B: [1, 2, 3, 4]])) } throws: {
            ($0 as? Refusal)?.kind == .needsPassword
        }
        #expect { try tag.plan(.edit(pages: [8: [1, 2, 3, 4]])) } throws: { ($0 as? Refusal)?.kind == .needsPassword }
        let plan = try tag.plan(.edit(pages: [0x2B: [1, 2, 3, 4]]), Credential(password: [9, 9, 9, 9]))
        #expect(written(plan) == ["29 040000FF", "2B 01020304", "29 04000004"])
    }

    @Test("a typed key of an Ultralight C is its four pages, proved as DES takes it")
    func key() throws {
        let tag = PlannedTag(try chip("Ultralight C"))
        let key = try #require(Hex.bytes("49454D4B41455242214E4143554F5946"))
        let stored = try #require(UltralightCAuthentication.memory(ofKey: key))
        let pages = Dictionary(uniqueKeysWithValues: (0..<4).map { (0x2C + $0, Array(stored[$0 * 4..<$0 * 4 + 4])) })
        let plan = try tag.plan(.edit(pages: pages))
        #expect(written(plan) == ["2C 42524541", "2D 4B4D4549", "2E 46594F55", "2F 43414E21"])
        #expect(plan.steps.last?.phase == .prove && plan.steps.last?.new == key)
    }

    @Test("pages that are locked or frozen are refused")
    func closed() throws {
        var tag = PlannedTag(try chip("NTAG213"))
        tag.image.set(page: 2, to: [0, 0x48, 0x10, 0])
        #expect { try tag.plan(.edit(pages: [4: [1, 2, 3, 4]])) } throws: {
            ($0 as? Refusal)?.kind == .locked(pages: [4])
        }
        tag.image.set(page: 0x2A, to: [0x40, 5, 0, 0])
        #expect { try tag.plan(.edit(pages: [0x29: [4, 0, 0, 8]])) } throws: {
            ($0 as? Refusal)?.kind == .configurationLocked
        }
        #expect(try tag.plan(.edit(pages: [0x2B: [1, 2, 3, 4]])).steps.count == 2)
    }

    @Test("bytes under a mirror are written, and that they do not show is said")
    func mirror() throws {
        var tag = try RestorePlanTests.holding("hello", try chip("NTAG213"))
        tag.image.set(page: 0x29, to: [0x44, 0, 8, 0xFF])
        #expect(
            try tag.plan(.edit(pages: [9: [1, 2, 3, 4]])).notices.contains {
                $0.contains("pages 09") || $0.contains("09")
            })
    }
}
