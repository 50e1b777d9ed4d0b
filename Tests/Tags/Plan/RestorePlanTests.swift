import NDEF
import Testing

@testable import Tags

@Suite struct RestorePlanTests {
    /// Chips whose pages have the same purposes, so that a dump of one is at home on the other.
    static let families = [
        ["NTAG213", "NTAG213C", "NTAG213F", "Feiju NTAG213 clone"], ["NTAG215", "Feiju NTAG215 clone"],
        ["NTAG216", "NTAG216F"], ["Ultralight EV1 (UL21)", "Mikron Ultralight EV1 (UL21) clone"],
        ["NTAG223 DNA", "NTAG223 DNA StatusDetect"], ["NTAG224 DNA", "NTAG224 DNA StatusDetect"],
    ]

    /// Every chip with every other.
    static let pairs = Type2Chip.all.flatMap { one in Type2Chip.all.map { (one, $0) } }

    static func isPair(_ one: Type2Chip, _ other: Type2Chip) -> Bool {
        one.name == other.name || families.contains { $0.contains(one.name) && $0.contains(other.name) }
    }

    /// A tag of a chip with data in every page for data.
    static func filled(_ chip: Type2Chip, uid: UInt8 = 0x11, salt: Int = 7) -> PlannedTag {
        var tag = PlannedTag(chip)
        tag.setSerialNumber([0x04, uid, 0x0C, 0xDA, 0x99, 0x3C, 0x80])
        for page in chip.dataPages {
            tag.image.set(page: page, to: (0..<4).map { UInt8(truncatingIfNeeded: page &* salt &+ $0 &* 31) })
        }
        return tag
    }

    /// A formatted tag with a message and more data behind it.
    static func holding(_ text: String, _ chip: Type2Chip) throws -> PlannedTag {
        var tag = try PlanTests.formatted(chip)
        for step in try tag.plan(.write(message: message(text))).steps { tag.run(step) }
        tag.image.set(page: chip.userPages.upperBound, to: [0xDE, 0xAD, 0xBE, 0xEF])
        return tag
    }

    static func restored(
        _ source: PlannedTag, on tag: PlannedTag, _ change: (inout Restoration) -> Void = { _ in },
        credential: Credential = Credential()
    ) throws -> (plan: Plan, tag: PlannedTag) {
        var wish = Restoration(source: source.report)
        change(&wish)
        let plan = try tag.plan(.restore(wish), credential)
        var after = tag
        for step in plan.steps { after.run(step) }
        return (plan, after)
    }

    @Test("user memory of the dump and nothing else comes onto a tag of the same chip", arguments: Type2Chip.all)
    func sameChip(chip: Type2Chip) throws {
        let source = Self.filled(chip)
        var target = PlannedTag(chip)
        target.image.set(page: chip.userPages.lowerBound, to: [0x03, 0x00, 0xFE, 0x00])
        let (plan, after) = try Self.restored(source, on: target)
        for page in 0..<chip.pageCount {
            let wanted = chip.dataPages.contains(page) ? source.image.page(page) : target.image.page(page)
            #expect(after.image.page(page) == wanted, "page \(page)")
        }
        #expect(plan.kind == .restore)
        #expect(plan.irreversibleSteps.isEmpty)
        #expect(
            plan.steps.allSatisfy {
                if case .page(let page) = $0.target { chip.dataPages.contains(page) } else { false }
            })
        #expect(try after.plan(.restore(Restoration(source: source.report))).steps.isEmpty)
        #expect(plan.notices.contains { $0.contains("never written") })
        #expect(plan.notices.contains { $0.hasPrefix("not written: pages 00-02 (UID, lock bytes)") })
    }

    @Test(
        "a dump is at home on its own chip and on those with the same map, and refused on every other", arguments: pairs
    )
    func everyPair(source: Type2Chip, target: Type2Chip) throws {
        let dump = Self.filled(source)
        let tag = PlannedTag(target)
        guard Self.isPair(source, target) else {
            #expect {
                try tag.plan(.restore(Restoration(source: dump.report)))
            } throws: {
                ($0 as? Refusal)?.kind == .notPossible && ($0 as? Refusal)?.reason.contains(source.name) == true
            }
            return
        }
        let (plan, after) = try Self.restored(dump, on: tag)
        #expect(target.dataPages.allSatisfy { after.image.page($0) == dump.image.page($0) })
        #expect(plan.notices.contains { $0.contains("is of \(source.name)") } == (source.name != target.name))
    }

    @Test("a dump that names no chip is taken by its size, and by nothing else")
    func unnamed() throws {
        let chip = try #require(Type2Chip.named("NTAG215"))
        let source = try Self.holding("hello", chip)
        for pages in [0, 4, 45, 130, 133, 135, 231] {
            var image = TagImage(pageSize: 4, pageCount: pages)
            for page in 0..<pages { image.set(page: page, to: source.image.page(page) ?? [0, 0, 0, 0]) }
            let identity = TagIdentity(
                uid: [], type: .type2, chipName: "Type 2 tag", identifiedBy: "", provenance: .assumed)
            let wish = Restoration(source: TagReader.report(identity: identity, image: image, authenticated: false))
            let tag = PlannedTag(chip)
            if pages == 135 {
                #expect(try tag.plan(.restore(wish)).notices.contains { $0.contains("by its size") })
            } else {
                #expect { try tag.plan(.restore(wish)) } throws: { ($0 as? Refusal)?.kind == .notPossible }
            }
        }
    }

    @Test("a locked tag's data come alone, and what its tag was set to is said in words")
    func lockedSource() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        var source = try Self.holding("hello", chip)
        source.image.set(page: 2, to: [0, 0x48, 0xF0, 0x00])
        source.image.set(page: 0x28, to: [1, 0, 0, 0xBD])
        source.image.set(page: 0x29, to: [4, 0, 0, 4])
        source.image.set(page: 0x2A, to: [0xC0, 5, 0, 0])
        let (plan, after) = try Self.restored(source, on: PlannedTag(chip))
        #expect(after.report.ndef?.raw == message("hello"))
        let notice = try #require(plan.notices.first { $0.hasPrefix("the dump's tag has") })
        for word in ["AUTH0=04", "PROT=1", "CFGLCK=1", "pages 04-07, 10-11 locked"] { #expect(notice.contains(word)) }
        #expect(
            plan.notices.contains(
                "not written: pages 00-02 (UID, lock bytes), page 03 (CC), page 28 (dynamic lock bytes), pages 29-2C "
                    + "(configuration, PWD, PACK)"))
    }

    @Test("with configuration: data, PWD, PACK, proof, CFG1, and CFG0 with AUTH0 last; CFGLCK stays off")
    func configuration() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        var source = try Self.holding("hello", chip)
        source.image.set(page: 0x29, to: [4, 0, 0, 4])
        source.image.set(page: 0x2A, to: [0xD0, 5, 0, 0])
        let tag = try PlanTests.formatted(chip)
        let (plan, after) = try Self.restored(source, on: tag) {
            $0.withConfiguration = true
            $0.password = [1, 2, 3, 4]
            $0.pack = [0xAB, 0xCD]
        }
        #expect(
            written(plan).suffix(4) == ["2B 01020304", "2C ABCD0000", "2A 90050000", "29 04000004"])
        #expect(plan.steps.suffix(5).map(\.phase) == [.password, .password, .prove, .configuration, .close])
        #expect(plan.irreversibleSteps.isEmpty)
        #expect(after.report.protection?.configurationLocked == false)
        #expect(plan.notices.contains { $0.contains("not written: pages 00-02 (UID, lock bytes), page 28") })
    }

    @Test("without a password AUTH0 goes on only as something that may be lost for good")
    func unprovedPassword() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        var source = try Self.holding("hello", chip)
        source.image.set(page: 0x29, to: [4, 0, 0, 4])
        let (plan, _) = try Self.restored(source, on: try PlanTests.formatted(chip)) { $0.withConfiguration = true }
        #expect(plan.irreversiblePages == [0x29])
        #expect(!written(plan).contains { $0.hasPrefix("2B") || $0.hasPrefix("2C") })
        #expect(plan.notices.contains { $0.contains("a tag never gives its password") })
    }

    @Test("on a guarded tag AUTH0 goes off before PWD changes, and comes on as the dump has it")
    func guardedTarget() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        var source = try Self.holding("hello", chip)
        source.image.set(page: 0x29, to: [4, 0, 0, 8])
        var tag = try PlanTests.formatted(chip)
        for step in try tag.plan(.protect(.init(password: [9, 9, 9, 9]))).steps { tag.run(step) }
        #expect { try Self.restored(source, on: tag) } throws: { ($0 as? Refusal)?.kind == .needsPassword }
        let (plan, _) = try Self.restored(
            source, on: tag,
            {
                $0.withConfiguration = true
                $0.password = [1, 2, 3, 4]
            }, credential: Credential(password: [9, 9, 9, 9]))
        #expect(plan.needsAuthentication)
        #expect(
            written(plan).suffix(4) == ["29 040000FF", "2C 00000000", "2B 01020304", "29 04000008"])
    }

    @Test("with locks: CC read-only, CFGLCK, dynamic and static lock bytes come last and are named as irreversible")
    func locks() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        var source = try Self.holding("hello", chip)
        source.image.set(page: 2, to: [0, 0x48, 0x1F, 0x00])
        source.image.set(page: 3, to: [0xE1, 0x10, 0x12, 0x0F])
        source.image.set(page: 0x28, to: [1, 0, 1, 0xBD])
        source.image.set(page: 0x2A, to: [0x40, 5, 0, 0])
        let (plan, after) = try Self.restored(source, on: try PlanTests.formatted(chip)) {
            $0.withConfiguration = true
            $0.withLocks = true
        }
        let check = try #require(try PlanTests.formatted(chip).image.page(2))
        #expect(
            written(plan).suffix(4) == [
                "03 E110120F", "2A 40050000", "28 01000100", "02 \(Hex.string(check.prefix(2) + [0x1F, 0x00]))",
            ])
        #expect(plan.irreversiblePages == [2, 3, 0x28, 0x2A])
        #expect(after.report.protection?.lockedPages == [3, 4, 16, 17])
        #expect(after.report.protection?.configurationLocked == true)
    }

    @Test("data that would have to change a locked page are refused, those that are there already are not")
    func lockedTarget() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        let source = try Self.holding("hello", chip)
        var tag = source
        tag.image.set(page: 2, to: [0, 0x48, 0xFF, 0xFF])
        #expect(try tag.plan(.restore(Restoration(source: source.report))).steps.isEmpty)
        tag.image.set(page: 6, to: [1, 2, 3, 4])
        #expect {
            try tag.plan(.restore(Restoration(source: source.report)))
        } throws: { ($0 as? Refusal)?.kind == .locked(pages: [6]) }
    }

    @Test("a partial dump writes what it knows and names the rest", arguments: [0x20, 0x27])
    func partial(hole: Int) throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        var source = try Self.holding("hello", chip)
        source.image.markUnread(page: hole, .protected)
        var tag = try PlanTests.formatted(chip)
        tag.image.set(page: hole, to: [7, 7, 7, 7])
        let (plan, after) = try Self.restored(source, on: tag)
        #expect(after.image.page(hole) == [7, 7, 7, 7])
        #expect(after.report.ndef?.raw == message("hello"))
        #expect(plan.notices.contains { $0.contains("does not hold page \(Hex.address(hole)): it stays") })
    }

    @Test("a hole in the dump's message is refused: the tag would hold a mix of two", arguments: 4...8)
    func mix(hole: Int) throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        var source = try Self.holding("the message of the dump", chip)
        source.image.markUnread(page: hole, .protected)
        let tag = try Self.holding("the message on the tag, which is longer than that", chip)
        #expect {
            try tag.plan(.restore(Restoration(source: source.report)))
        } throws: { ($0 as? Refusal)?.kind == .unread(pages: [hole]) }
    }

    @Test(
        "bits of the container can only be set: the dump's come only with the configuration, and only where that gives them"
    )
    func container() throws {
        let chip = try #require(Type2Chip.named("NTAG215"))
        let source = try Self.holding("hello", chip)
        var blank = PlannedTag(chip)
        blank.image.set(page: 3, to: [0, 0, 0, 0])
        let (data, plain) = try Self.restored(source, on: blank)
        #expect(plain.image.page(3) == [0, 0, 0, 0])
        #expect(data.notices.contains { $0.contains("page 03) stays 00000000") })
        let (full, after) = try Self.restored(source, on: blank) { $0.withConfiguration = true }
        #expect(after.report.ndef?.raw == message("hello"))
        #expect(full.irreversiblePages == [3])
        #expect(written(full).last == "03 E1103E00")
        var wrong = blank
        wrong.image.set(page: 3, to: [0xE1, 0x10, 0x87, 0x00])
        #expect {
            try Self.restored(source, on: wrong) { $0.withConfiguration = true }
        } throws: { ($0 as? Refusal)?.reason.contains("BF") == true }
        #expect(try Self.restored(source, on: wrong).tag.report.ndef?.raw == message("hello"))
    }

    @Test("configuration of a chip that this program cannot set is refused in words", arguments: Type2Chip.all)
    func everyConfiguration(chip: Type2Chip) throws {
        let source = PlannedTag(chip)
        var wish = Restoration(source: source.report, withConfiguration: true)
        guard chip.name != "Ultralight AES" else {
            #expect {
                try PlannedTag(chip).plan(.restore(wish))
            } throws: {
                let refusal = $0 as? Refusal
                return refusal?.kind == .notPossible && refusal?.reason.contains("LOCK_USR_CFG") == true
            }
            return
        }
        #expect(try PlannedTag(chip).plan(.restore(wish)).steps.isEmpty)
        wish.withLocks = true
        #expect(try PlannedTag(chip).plan(.restore(wish)).steps.isEmpty)
    }

    @Test("configuration bits that mean something else on the tag are refused, its data are not")
    func otherSettings() throws {
        let source = try Self.holding("hello", try #require(Type2Chip.named("NTAG213F")))
        let tag = try PlanTests.formatted(try #require(Type2Chip.named("NTAG213")))
        #expect(try Self.restored(source, on: tag).tag.report.ndef?.raw == message("hello"))
        #expect {
            try Self.restored(source, on: tag) { $0.withConfiguration = true }
        } throws: { ($0 as? Refusal)?.reason.contains("NTAG213F") == true }
    }

    @Test("a message alone takes the place of the tag's message")
    func messageAlone() throws {
        let identity = TagIdentity(
            uid: [], type: .unknown, chipName: "NDEF message", identifiedBy: "", provenance: .assumed)
        var source = TagReport(identity: identity)
        source.ndef = NDEFState(state: .message, raw: message("hello"))
        var tag = try Self.holding("before", try #require(Type2Chip.named("NTAG213")))
        for step in try tag.plan(.restore(Restoration(source: source))).steps { tag.run(step) }
        #expect(tag.report.ndef?.raw == message("hello"))
        #expect {
            try tag.plan(.restore(Restoration(source: source, withLocks: true)))
        } throws: { ($0 as? Refusal)?.kind == .notPossible }
    }

    @Test("dumps of other kinds of tags are refused in words")
    func otherKinds() throws {
        let tag = PlannedTag(try #require(Type2Chip.named("NTAG213")))
        var slix = TagReport(
            identity: TagIdentity(
                uid: [0xE0], type: .type5, chipName: "ICODE SLIX2", identifiedBy: "", provenance: .reported))
        slix.image = TagImage(pageSize: 4, pageCount: 80)
        var classic = TagReport(
            identity: TagIdentity(
                uid: [], type: .unknown, chipName: "MIFARE Classic 1K", identifiedBy: "", provenance: .reported))
        classic.image = TagImage(pageSize: 16, pageCount: 64)
        let desfire = TagReport(
            identity: TagIdentity(
                uid: [], type: .type4, chipName: "MIFARE DESFire EV1 8K", identifiedBy: "", provenance: .reported))
        for report in [slix, classic, desfire] {
            #expect {
                try tag.plan(.restore(Restoration(source: report)))
            } throws: {
                ($0 as? Refusal)?.kind == .notPossible
                    && ($0 as? Refusal)?.reason.contains(report.identity.chipName) == true
            }
        }
    }

    @Test("a mirror in the dump is said: what it showed is not what its tag holds")
    func mirror() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        var source = try Self.holding("hello", chip)
        source.image.set(page: 0x29, to: [0x44, 0, 8, 0xFF])
        let (plan, _) = try Self.restored(source, on: try PlanTests.formatted(chip))
        #expect(plan.notices.contains { $0.contains("pages 08-0B show a mirror (UID as ASCII)") })
    }

    @Test("a dump may hold the password that its user gave, and says so; zeros are no password")
    func keptPassword() throws {
        let tag = try Self.holding("hello", try #require(Type2Chip.named("NTAG213")))
        var report = tag.report
        #expect(report.keptPassword == nil)
        report.answeredPack = [0x12, 0x34]
        let kept = try #require(report.keepingPassword([0x95, 0x3F, 0x52, 0xFF]))
        #expect(kept.image?.page(43) == [0x95, 0x3F, 0x52, 0xFF])
        #expect(kept.image?.page(44) == [0x12, 0x34, 0, 0])
        #expect(kept.findings.contains { $0.sentence.contains("as the user gave it") })
        #expect(kept.keptPassword?.password == [0x95, 0x3F, 0x52, 0xFF])
        #expect(kept.keptPassword?.pack == [0x12, 0x34])
        #expect(report.keepingPassword([0x95, 0x3F, 0x52, 0xFF], pack: [0, 0])?.image?.page(44) == [0, 0, 0, 0])
        #expect(report.keepingPassword([1, 2, 3]) == nil)
        #expect(report.keepingPassword([0, 0, 0, 0])?.keptPassword == nil)
        let key = try #require(Hex.bytes("49454D4B41455242214E4143554F5946"))
        let ultralightC = PlannedTag(try #require(Type2Chip.named("Ultralight C")))
        #expect(ultralightC.report.keepingPassword(key)?.image?.page(0x2C) == [0x42, 0x52, 0x45, 0x41])
        #expect(ultralightC.report.keepingPassword(key)?.keptPassword?.password == key)
    }
}
