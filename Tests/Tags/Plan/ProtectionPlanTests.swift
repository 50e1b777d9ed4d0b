import Testing

@testable import Tags

@Suite struct ProtectionPlanTests {
    private func chip(_ name: String) throws -> Type2Chip { try #require(Type2Chip.named(name)) }

    @Test("on an open tag the password is written and proved before AUTH0")
    func openTag() throws {
        let tag = PlannedTag(try chip("NTAG216"))
        let plan = try tag.plan(
            .protect(.init(password: [0x4E, 0x45, 0x58, 0x74], pack: [0, 0], firstPage: 0xE3)))
        #expect(written(plan) == ["E5 4E455874", "E6 00000000", "E3 040000E3"])
        #expect(plan.steps.map(\.phase) == [.password, .password, .prove, .close])
        #expect(plan.steps.filter(\.secret).count == 3)
        #expect(plan.after.keys.sorted() == [0xE3])
        #expect(!plan.needsAuthentication)
    }

    @Test("UL EV1 keeps its configuration where it is: pages 10-13 and no mirror byte")
    func ultralightEV1() throws {
        let tag = PlannedTag(try chip("Ultralight EV1 (UL11)"))
        let plan = try tag.plan(.protect(.init(password: [1, 2, 3, 4], pack: [0xAB, 0xCD], firstPage: 4)))
        #expect(written(plan) == ["12 01020304", "13 ABCD0000", "10 00000004"])
    }

    @Test("on a guarded tag AUTH0 goes off, then PACK, PWD, proof, and AUTH0 on again")
    func guardedTag() throws {
        var tag = PlannedTag(try chip("NTAG213"))
        for step in try tag.plan(.protect(.init(password: [1, 2, 3, 4]))).steps { tag.run(step) }
        #expect {
            try tag.plan(.protect(.init(password: [5, 6, 7, 8])))
        } throws: { ($0 as? Refusal)?.kind == .needsPassword }
        let plan = try tag.plan(.protect(.init(password: [5, 6, 7, 8])), Credential(password: [1, 2, 3, 4]))
        #expect(plan.needsAuthentication)
        #expect(plan.steps.map(\.phase) == [.open, .password, .password, .prove, .close])
        #expect(written(plan) == ["29 040000FF", "2C 00000000", "2B 05060708", "29 04000004"])
    }

    @Test("a limit of tries is something that needs the typed confirmation")
    func limit() throws {
        let tag = PlannedTag(try chip("NTAG213"))
        let plan = try tag.plan(.protect(.init(password: [0x31, 0x32, 0x33, 0x34], firstPage: 4, limit: 7)))
        #expect(written(plan).contains("2A 07050000"))
        #expect(plan.irreversiblePages == [0x2A])
        #expect(plan.irreversibleSteps.first?.consequence?.contains("7 wrong passwords") == true)
    }

    @Test("a frozen configuration is refused before anything is sent")
    func frozen() throws {
        var tag = PlannedTag(try chip("NTAG213"))
        tag.put(0x40, at: 0x2A * 4)
        for wish in [Wish.protect(.init(password: [1, 2, 3, 4])), .unprotect, .configure([.counter(true)])] {
            #expect { try tag.plan(wish) } throws: { ($0 as? Refusal)?.kind == .configurationLocked }
        }
    }

    @Test("the configuration lock is written after everything else")
    func configurationLock() throws {
        let tag = PlannedTag(try chip("NTAG213"))
        let plan = try tag.plan(.configure([.configurationLock, .mirror(.uid), .mirrorPage(8), .counter(true)]))
        #expect(written(plan) == ["2A 10050000", "29 440008FF", "2A 50050000"])
        #expect(plan.irreversiblePages == [0x2A])
    }

    @Test("protection switched on without proving a password is marked as something that may be lost for good")
    func unprovedPassword() throws {
        let tag = PlannedTag(try chip("NTAG213"))
        #expect(try tag.plan(.configure([.auth0(4)])).irreversiblePages == [0x29])
        #expect(try tag.plan(.configure([.auth0(4)]), Credential(password: [1, 2, 3, 4])).irreversiblePages.isEmpty)
        #expect(try tag.plan(.configure([.counter(true)])).irreversiblePages.isEmpty)
    }

    @Test("a mirror that would reach out of user memory is refused", arguments: [(0x24, 2), (0x27, 0), (0x28, 0)])
    func mirrorOutside(page: Int, byte: Int) throws {
        let tag = PlannedTag(try chip("NTAG213"))
        #expect {
            try tag.plan(.configure([.mirror(.uid), .mirrorPage(page), .mirrorByte(byte)]))
        } throws: { ($0 as? Refusal)?.kind == .badArgument }
        #expect(try tag.plan(.configure([.mirror(.uid), .mirrorPage(0x24), .mirrorByte(1)])).steps.count == 1)
    }

    @Test("the key of an Ultralight C is stored reversed by halves, and proved")
    func key() throws {
        let tag = PlannedTag(try chip("Ultralight C"))
        let key = try #require(Hex.bytes("49454D4B41455242214E4143554F5946"))
        let plan = try tag.plan(.writeKey(key))
        #expect(written(plan) == ["2C 42524541", "2D 4B4D4549", "2E 46594F55", "2F 43414E21"])
        #expect(plan.steps.last?.phase == .prove)
        #expect(plan.steps.allSatisfy { $0.secret })
    }

    @Test("Ultralight C: AUTH1 bit 0 is set for write protection only and clear for both")
    func ultralightCRights() throws {
        let tag = PlannedTag(try chip("Ultralight C"))
        #expect(written(try tag.plan(.protect(.init(password: nil, firstPage: 4)))) == ["2B 01000000", "2A 04000000"])
        #expect(
            written(try tag.plan(.protect(.init(password: nil, guardsReading: true, firstPage: 4)))) == ["2A 04000000"])
    }

    @Test("finishing a torn protection asks for the password again and proves it before AUTH0 goes on")
    func finishing() throws {
        let tag = PlannedTag(try chip("NTAG213"))
        let plan = try tag.plan(.protect(.init(password: [1, 2, 3, 4], guardsReading: true)))
        let wish = Wish.bring(to: plan.after, like: .protect, secret: .renewed)
        #expect { try tag.plan(wish) } throws: { ($0 as? Refusal)?.kind == .needsPassword }
        let finish = try tag.plan(wish, Credential(password: [1, 2, 3, 4]))
        #expect(finish.steps.map(\.phase) == [.password, .password, .prove, .configuration, .close])
    }
}
