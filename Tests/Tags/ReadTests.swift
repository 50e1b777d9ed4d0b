import Testing

@testable import Tags

@Suite("Reading a tag")
struct ReadTests {
    static let uid = "04A1B2C3D4E5F6"

    private func identify(_ tag: ModelTag) throws -> TagIdentity {
        try TagReader.identify(link: tag, channel: ScriptedChannel.type2(uid: Self.uid))
    }

    @Test("an NTAG216 takes nine exchanges at most, signature and counter included")
    func ntag216() throws {
        let tag = try #require(ModelTag.fresh("NTAG216"))
        tag.memory[0xE4 * 4] = 0x10
        tag.counter = [0x11, 0, 0]
        tag.signature = Array(repeating: 0, count: 32)
        let reading = TagReader.read(try identify(tag), link: tag)
        #expect(reading.failure == nil)
        #expect(tag.frames == ["60", "3A003D", "3A3E7B", "3A7CB9", "3ABAE4", "3C00", "3902"])
        // FF CA for the UID goes over the channel, not over the link.
        #expect(tag.exchanges + 1 <= 9)
        let image = try #require(reading.report.image)
        for page in 0..<0xE5 { #expect(image.page(page) == Array(tag.memory[page * 4..<page * 4 + 4])) }
        #expect(image.state(of: 0xE5) == .unread(.writeOnly))
        #expect(image.state(of: 0xE6) == .unread(.writeOnly))
        #expect(reading.report.counters == [CounterState(number: 2, enabled: true, value: 17)])
        #expect(reading.report.signature?.valid == false)
    }

    @Test("an NTAG216 on a reader without native frames takes 62 exchanges at most")
    func storageNTAG216() throws {
        let tag = try #require(ModelTag.fresh("NTAG216"))
        tag.capabilities = ScriptedLink.storage
        let reading = TagReader.read(try identify(tag), link: tag)
        #expect(reading.failure == nil)
        #expect(tag.exchanges + 1 <= 62)
        #expect(reading.report.image?.states.count { $0 == .known } == 229)
        #expect(reading.report.signature == nil)
        #expect(reading.report.findings.contains(Finding(.note, "this reader passes no native frames")))
    }

    @Test("a counter that is off is not asked for")
    func counterOff() throws {
        let tag = try #require(ModelTag.fresh("NTAG213"))
        tag.signature = Array(repeating: 0, count: 32)
        let reading = TagReader.read(try identify(tag), link: tag)
        #expect(tag.frames == ["60", "3A002A", "3C00"])
        #expect(reading.report.counters == [CounterState(number: 2, enabled: false)])
    }

    @Test(
        "every chip gives every readable byte, on any frame size", arguments: Type2Chip.all.map(\.name),
        [16, 64, 250, 1024])
    func everyChip(name: String, maximumAnswer: Int) throws {
        let chip = try #require(Type2Chip.named(name))
        guard chip.pageCount <= 256, chip.absentPages.isEmpty else { return }
        let tag = try #require(ModelTag.fresh(name))
        tag.capabilities.maximumAnswer = maximumAnswer
        for page in 8..<min(12, chip.pageCount) { tag.memory[page * 4] = UInt8(page) }
        // Keys in the midst of the memory are refused by a chip; the model refuses only what follows the last page.
        let reading = TagReader.read(try identify(tag), link: tag)
        #expect(reading.failure == nil)
        let image = try #require(reading.report.image)
        for page in 0..<chip.pageCount {
            if chip.writeOnlyPages.contains(page) {
                #expect(image.state(of: page) == .unread(.writeOnly))
            } else {
                #expect(image.page(page) == Array(tag.memory[page * 4..<page * 4 + 4]), "page \(page)")
            }
        }
    }

    @Test(
        "a protected part is unread wherever it begins, and roll-over is never taken for data",
        arguments: ["NTAG213", "NTAG215", "NTAG216", "Ultralight EV1 (UL11)", "Ultralight C"], [true, false])
    func protected(name: String, native: Bool) throws {
        let chip = try #require(Type2Chip.named(name))
        for boundary in 0..<chip.readablePageCount {
            let tag = try #require(ModelTag.fresh(name))
            for page in 4..<chip.pageCount where tag.memory[page * 4] == 0 { tag.memory[page * 4] = UInt8(page) }
            tag.protectedFrom = boundary
            if !native { tag.capabilities = ScriptedLink.storage }
            let identity = TagIdentity(
                uid: try hex(Self.uid), type: .type2, chipName: name, chip: chip, identifiedBy: "the test",
                provenance: .assumed)
            let reading = TagReader.read(identity, link: tag)
            #expect(reading.failure == nil)
            let image = try #require(reading.report.image)
            for page in 0..<chip.pageCount where !chip.writeOnlyPages.contains(page) {
                if page < boundary {
                    #expect(
                        image.page(page) == Array(tag.memory[page * 4..<page * 4 + 4]), "page \(page) of \(boundary)")
                } else {
                    #expect(image.state(of: page) == .unread(.protected), "page \(page) of \(boundary)")
                }
            }
            if chip.configuration.map({ boundary <= $0.cfg0 }) == true {
                #expect(reading.report.protection?.auth0 == boundary)
                #expect(reading.report.protection?.passwordProtects == .readWrite)
            }
        }
    }

    @Test("a tag protected from page 04 costs four exchanges until that is known")
    func protectedFromFour() throws {
        let tag = try #require(ModelTag.fresh("NTAG216"))
        tag.protectedFrom = 4
        tag.signature = Array(repeating: 0, count: 32)
        let reading = TagReader.read(try identify(tag), link: tag)
        #expect(tag.frames == ["60", "3A003D", "3000", "3004", "3C00", "3902"])
        #expect(reading.report.ndef?.state == .protected)
    }

    @Test("data that looks like page 0 is data")
    func dataLikeHeader() throws {
        let chip = Type2Chip.ultralight
        let tag = try #require(ModelTag.fresh("Ultralight"))
        tag.memory.replaceSubrange(6 * 4..<9 * 4, with: tag.memory[0..<12])
        let identity = TagIdentity(
            uid: try hex(Self.uid), type: .type2, chipName: chip.name, chip: chip, identifiedBy: "the test",
            provenance: .derived)
        let image = try #require(TagReader.read(identity, link: tag).report.image)
        #expect(image.bytes(in: 0..<64) == tag.memory)
    }

    @Test("a chip that refuses FAST_READ is read four pages at a time")
    func noFastRead() throws {
        let tag = try #require(ModelTag.fresh("NTAG213"))
        tag.hasFastRead = false
        let reading = TagReader.read(try identify(tag), link: tag)
        #expect(reading.report.image?.states.count { $0 == .known } == 43)
        #expect(reading.failure == nil)
    }

    @Test("an unknown chip is read until it starts over", arguments: [16, 38, 45, 64])
    func unknownChip(pages: Int) throws {
        var memory = (0..<pages * 4).map { UInt8($0 & 0x7F) }
        memory.replaceSubrange(0..<8, with: try hex("05A1B2C3D4E5F680"))
        let tag = ModelTag(memory: memory)
        let identity = TagIdentity(
            uid: [], type: .type2, chipName: "Type 2 tag", identifiedBy: "the test", provenance: .derived)
        let reading = TagReader.read(identity, link: tag)
        #expect(reading.report.image?.bytes(in: 0..<pages * 4) == memory)
        #expect(reading.report.image?.pageCount == pages)
    }

    @Test("a password opens what it protects, and is sent before anything else")
    func password() throws {
        let tag = try #require(ModelTag.fresh("NTAG213"))
        tag.protectedFrom = 4
        tag.password = [1, 2, 3, 4]
        tag.signature = Array(repeating: 0, count: 32)
        let identity = try identify(tag)
        let reading = TagReader.read(identity, link: tag, options: .init(password: [1, 2, 3, 4]))
        #expect(reading.failure == nil)
        #expect(tag.frames == ["60", "1B01020304", "3A002A", "3C00"])
        #expect(reading.report.protection?.authenticated == true)
        #expect(reading.report.image?.state(of: 41) == .known)
    }

    @Test("a refused password ends the reading, and is tried once")
    func wrongPassword() throws {
        let tag = try #require(ModelTag.fresh("NTAG213"))
        tag.password = [1, 2, 3, 4]
        let reading = TagReader.read(try identify(tag), link: tag, options: .init(password: [9, 9, 9, 9]))
        #expect(reading.failure == .refusedByTag(command: 0x1B, page: nil, nak: 0))
        #expect(tag.frames.filter { $0.hasPrefix("1B") } == ["1B09090909"])
    }

    @Test("a password that cannot be sent is refused here, before anything is sent")
    func passwordRefusedHere() throws {
        for (name, native, password) in [
            ("NTAG213", true, [1, 2, 3]), ("NTAG213", false, [1, 2, 3, 4]), ("NTAG203", true, [1, 2, 3, 4]),
            ("Ultralight C", true, [1, 2, 3, 4]),
        ] as [(String, Bool, [UInt8])] {
            let tag = try #require(ModelTag.fresh(name))
            if !native { tag.capabilities = ScriptedLink.storage }
            let identity = TagIdentity(
                uid: [], type: .type2, chipName: name, chip: Type2Chip.named(name), identifiedBy: "the test",
                provenance: .derived)
            let reading = TagReader.read(identity, link: tag, options: .init(password: password))
            guard case .refusedHere = reading.failure else {
                Issue.record("\(name): \(String(describing: reading.failure))")
                continue
            }
            #expect(tag.exchanges == 0)
        }
    }

    @Test("a tag pulled at any exchange leaves what was read, and the rest marked as lost")
    func pulled() throws {
        for step in 1..<60 {
            for native in [true, false] {
                let tag = try #require(ModelTag.fresh("NTAG216"))
                let identity = TagIdentity(
                    uid: try hex(Self.uid), type: .type2, chipName: "NTAG216", chip: .ntag216, identifiedBy: "the test",
                    provenance: .reported)
                if !native { tag.capabilities = ScriptedLink.storage }
                tag.signature = Array(repeating: 0, count: 32)
                tag.leavesBefore = step
                let reading = TagReader.read(identity, link: tag)
                let image = try #require(reading.report.image)
                let total = native ? 5 : 58
                #expect((reading.failure == .tagLost) == (step < total), "step \(step)")
                #expect(!image.states.contains(.unread(.notTried)))
                let pages = min(229, step * (native ? 62 : 4))
                #expect(image.states.count { $0 == .known } == pages)
                for page in 0..<pages { #expect(image.page(page) == Array(tag.memory[page * 4..<page * 4 + 4])) }
            }
        }
    }

    @Test("answering false to progress cancels, and keeps what was read")
    func cancelled() throws {
        let tag = try #require(ModelTag.fresh("NTAG216"))
        let identity = try identify(tag)
        var seen: [Int] = []
        let reading = TagReader.read(identity, link: tag) { progress in
            seen.append(progress.done)
            return seen.count < 3
        }
        #expect(reading.failure == .cancelled)
        #expect(reading.report.image?.states.count { $0 == .known } == 124)
        #expect(seen == seen.sorted())
    }

    @Test("an answer of a wrong length is never taken for data")
    func nonsense() throws {
        let identity = TagIdentity(
            uid: try hex(Self.uid), type: .type2, chipName: "Ultralight", chip: .ultralight, identifiedBy: "the test",
            provenance: .derived)
        let link = ScriptedLink([.answer("3000", "D101")], capabilities: ScriptedLink.storage)
        let reading = TagReader.read(identity, link: link)
        #expect(reading.failure == .link(.wrongLength(expected: 16, bytes: [0xD1, 0x01])))
        #expect(reading.report.image?.states.contains(.known) == false)
    }

    @Test("after a reset by another program the frame is sent once more, on a new authentication")
    func resetByOthers() throws {
        let identity = TagIdentity(
            uid: try hex(Self.uid), type: .type2, chipName: "NTAG213", chip: .ntag213, identifiedBy: "GET_VERSION",
            provenance: .reported)
        let pages = String(repeating: "00", count: 43 * 4)
        let link = ScriptedLink([
            .answer("1B01020304", "1234"), .fails("3A002A", .channel(.cardReset(code: 0x8010_0068))), .reactivation,
            .answer("1B01020304", "1234"), .answer("3A002A", pages), .nak("3C00"),
        ])
        let reading = TagReader.read(identity, link: link, options: .init(password: [1, 2, 3, 4]))
        #expect(reading.failure == nil)
        link.expectFinished()
    }

    @Test("UL EV1 is asked for its three counters and what became of them")
    func threeCounters() throws {
        let identity = TagIdentity(
            uid: try hex(Self.uid), type: .type2, chipName: "UL11", chip: .ultralightEV1Small,
            identifiedBy: "GET_VERSION",
            provenance: .reported)
        let pages = String(repeating: "00", count: 18 * 4)
        let link = ScriptedLink([
            .answer("3A0011", pages), .answer("3C00", String(repeating: "00", count: 32)),
            .answer("3900", "010000"), .answer("3E00", "BD"), .answer("3901", "000100"), .answer("3E01", "00"),
            .answer("3902", "FFFFFF"), .answer("3E02", "BD"),
        ])
        let reading = TagReader.read(identity, link: link)
        #expect(reading.failure == nil)
        #expect(
            reading.report.counters == [
                CounterState(number: 0, value: 1, torn: false), CounterState(number: 1, value: 256, torn: true),
                CounterState(number: 2, value: 0xFF_FFFF, torn: false),
            ])
        link.expectFinished()
    }

    @Test("the second kilobyte of an NTAG I2C 2K is read through SECTOR_SELECT")
    func sectors() throws {
        let identity = TagIdentity(
            uid: try hex(Self.uid), type: .type2, chipName: "NTAG I2C 2K", chip: .ntagI2C2K,
            identifiedBy: "GET_VERSION",
            provenance: .reported)
        func pages(_ count: Int, _ byte: String) -> String { String(repeating: byte, count: count * 4) }
        // Whoever was there before may have left another sector; who comes next finds the first.
        let link = ScriptedLink([
            .answer("C2FF", "0A"), .passive("00000000"),
            .answer("3A003D", pages(62, "A0")), .answer("3A3E7B", pages(62, "A1")), .answer("3A7CB9", pages(62, "A2")),
            .answer("3ABAF7", pages(62, "A3")), .answer("3AF8FF", pages(8, "A4")), .answer("C2FF", "0A"),
            .passive("01000000"), .answer("3A003D", pages(62, "B0")), .answer("3A3E7B", pages(62, "B1")),
            .answer("3A7CB9", pages(62, "B2")), .answer("3ABAE0", pages(39, "B3")), .answer("3AE8E9", pages(2, "B4")),
            .answer("C2FF", "0A"), .passive("00000000"),
        ])
        let reading = TagReader.read(identity, link: link)
        #expect(reading.failure == nil)
        let image = try #require(reading.report.image)
        #expect(image.page(255) == [0xA4, 0xA4, 0xA4, 0xA4])
        #expect(image.page(256) == [0xB0, 0xB0, 0xB0, 0xB0])
        #expect(image.page(0x1E9) == [0xB4, 0xB4, 0xB4, 0xB4])
        #expect(image.state(of: 0x1E4) == .unread(.doesNotExist))
        link.expectFinished()
    }

    @Test("a refusal in sector 1 does not leave the chip in sector 0 unnoticed")
    func refusalInSector() throws {
        let identity = TagIdentity(
            uid: try hex(Self.uid), type: .type2, chipName: "NTAG I2C 2K", chip: .ntagI2C2K,
            identifiedBy: "GET_VERSION",
            provenance: .reported)
        func pages(_ count: Int) -> String { String(repeating: "A0", count: count * 4) }
        let link = ScriptedLink(
            [
                .answer("C2FF", "0A"), .passive("00000000"),
                .answer("3A00FF", pages(256)), .answer("C2FF", "0A"), .passive("01000000"), .nak("3A00E0"),
                .reactivation,
                .answer("C2FF", "0A"), .passive("01000000"), .nak("3000"), .reactivation, .answer("C2FF", "0A"),
                .passive("01000000"), .nak("30E8"),
            ], capabilities: LinkCapabilities(nativeFrames: true, maximumAnswer: 2048, seesNAKCode: true))
        let reading = TagReader.read(identity, link: link)
        #expect(reading.failure == nil)
        #expect(reading.report.image?.state(of: 256) == .unread(.refused(nak: 0)))
        link.expectFinished()
    }
}
