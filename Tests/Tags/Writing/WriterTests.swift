import Testing

@testable import Tags

/// The UID of the tag in these scripts, and its first four pages.
private let uid = "04E10CDA993C80"
private let head = "04E10C61DA993C80FF480000E1101200"
private let stranger = "04DB0B5CDA993C80FF480000E1101200"

private func writer(
    _ chip: String = "NTAG213", _ link: ScriptedLink, random: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7],
    uidFromReader: @escaping () -> [UInt8]? = { nil }
) throws -> Type2Writer {
    let chip = try #require(Type2Chip.named(chip))
    let identity = TagIdentity(
        uid: try hex(uid), type: .type2, chipName: chip.name, chip: chip, identifiedBy: "test", provenance: .reported)
    return Type2Writer(link: link, identity: identity, makeRandom: { random }, uidFromReader: uidFromReader)
}

@Suite struct WriterTests {
    @Test("a write is done only where the tag acknowledged it")
    func acknowledged() throws {
        let link = ScriptedLink([
            .answer("A2040300FE00", "0A"), .answer("A20511223344", "00"), .reactivation, .answer("3000", head),
            .nak("A20611223344", 5), .reactivation, .answer("3000", head), .silence("A20711223344"), .reactivation,
            .answer("3000", head), .answer("A20811223344", "0A0A"), .reactivation, .answer("3000", head),
            .fails("A20911223344", .nonsense([0x63, 0x00])), .reactivation, .answer("3000", head),
            .fails("A20A11223344", .channel(.communication(code: 1))),
        ])
        let writer = try writer("NTAG213", link)
        let data: [UInt8] = [0x11, 0x22, 0x33, 0x44]
        #expect(try writer.write([0x03, 0x00, 0xFE, 0x00], page: 4) == .acknowledged)
        #expect(try writer.write(data, page: 5) == .refused(nak: 0))
        #expect(try writer.write(data, page: 6) == .refused(nak: 5))
        #expect(try writer.write(data, page: 7) == .unclear(.silence))
        #expect(try writer.write(data, page: 8) == .unclear(.wrongLength(expected: 1, bytes: [0x0A, 0x0A])))
        #expect(try writer.write(data, page: 9) == .unclear(.nonsense([0x63, 0x00])))
        #expect(try writer.write(data, page: 10) == .unclear(.channel(.communication(code: 1))))
        link.expectFinished()
    }

    @Test("what is no page of four bytes is never sent", arguments: [[], [1, 2, 3], [1, 2, 3, 4, 5]] as [[UInt8]])
    func notAPage(bytes: [UInt8]) throws {
        let link = ScriptedLink([])
        #expect(throws: TagError.self) { _ = try writer("NTAG213", link).write(bytes, page: 4) }
        #expect(throws: TagError.self) { _ = try writer("NTAG213", link).write([1, 2, 3, 4], page: -1) }
        link.expectFinished()
    }

    @Test("a tag put on in place of the planned one gets no write and no password")
    func otherTag() throws {
        let link = ScriptedLink([
            .answer("1B4E455874", "ABCD"), .nak("A20400000000"), .reactivation, .answer("3000", stranger),
            .reactivation, .answer("3000", stranger),
        ])
        let writer = try writer("NTAG213", link)
        try writer.authenticate(password: [0x4E, 0x45, 0x58, 0x74])
        #expect(try writer.write([0, 0, 0, 0], page: 4) == .refused(nak: 0))
        #expect(throws: TagError.tagLost) { try writer.write([0, 0, 0, 0], page: 4) }
        #expect(throws: TagError.tagLost) { try writer.authenticate(password: [0x4E, 0x45, 0x58, 0x74]) }
        link.expectFinished()
    }

    @Test("where page 00 needs the password, the reader says which tag it is")
    func hiddenUID() throws {
        let link = ScriptedLink([
            .answer("1B4E455874", "ABCD"), .nak("A20400000000"), .reactivation, .nak("3000"), .reactivation,
            .answer("1B4E455874", "ABCD"), .answer("A20400000000", "0A"), .nak("A20500000000"), .reactivation,
            .nak("3000"), .reactivation,
        ])
        var told: [[UInt8]] = [try hex(uid), try hex("04DB0BDA993C80")]
        let writer = try writer("NTAG213", link, uidFromReader: { told.removeFirst() })
        try writer.authenticate(password: [0x4E, 0x45, 0x58, 0x74])
        #expect(try writer.write([0, 0, 0, 0], page: 4) == .refused(nak: 0))
        #expect(try writer.write([0, 0, 0, 0], page: 4) == .acknowledged)
        #expect(try writer.write([0, 0, 0, 0], page: 5) == .refused(nak: 0))
        #expect(throws: TagError.tagLost) { try writer.write([0, 0, 0, 0], page: 5) }
        link.expectFinished()
    }

    @Test("PWD_AUTH: PACK is returned whole and compared, a wrong password is the tag's refusal")
    func password() throws {
        let link = ScriptedLink([
            .answer("1B4E455874", "ABCD"), .answer("1B4E455874", "ABCD"), .nak("1B01020304", 0), .reactivation,
            .answer("3000", head), .answer("1B4E455874", "AB"),
        ])
        let writer = try writer("NTAG213", link)
        try writer.authenticate(password: [0x4E, 0x45, 0x58, 0x74], pack: [0xAB, 0xCD])
        #expect(writer.isAuthenticated)
        #expect {
            try writer.authenticate(password: [0x4E, 0x45, 0x58, 0x74], pack: [0, 0])
        } throws: { if case .refusedHere? = $0 as? TagError { true } else { false } }
        writer.forgetAuthentication()
        #expect(throws: TagError.refusedByTag(command: 0x1B, page: nil, nak: 0)) {
            try writer.authenticate(password: [1, 2, 3, 4])
        }
        #expect(throws: TagError.link(.wrongLength(expected: 2, bytes: [0xAB]))) {
            try writer.authenticate(password: [0x4E, 0x45, 0x58, 0x74])
        }
        #expect(!writer.isAuthenticated)
        link.expectFinished()
    }

    @Test("passwords and keys of the wrong length, or for another chip, are refused before anything is sent")
    func wrongLength() throws {
        let link = ScriptedLink([])
        for bytes in [[], [1, 2, 3], [1, 2, 3, 4, 5]] as [[UInt8]] {
            #expect(throws: TagError.self) { try writer("NTAG213", link).authenticate(password: bytes) }
            #expect(throws: TagError.self) { try writer("Ultralight C", link).authenticate(key: bytes) }
        }
        #expect(throws: TagError.self) { try writer("NTAG203", link).authenticate(password: [1, 2, 3, 4]) }
        #expect(throws: TagError.self) {
            try writer("NTAG213", link).authenticate(key: Array(repeating: 0, count: 16))
        }
        let storage = ScriptedLink([], capabilities: ScriptedLink.storage)
        #expect(throws: TagError.self) { try writer("NTAG213", storage).authenticate(password: [1, 2, 3, 4]) }
        #expect(throws: TagError.self) {
            try writer("Ultralight C", storage).authenticate(key: Array(repeating: 0, count: 16))
        }
        link.expectFinished()
    }

    @Test(
        "Ultralight C: the published exchanges, and a tag that does not know the key", .enabled(if: SharedFiles.present)
    )
    func tripleDES() throws {
        for vector in try SharedFiles.vectors("type2_dumps.json")["ultralight_c_auth"].list {
            let (first, second) = (try vector.text("resp_1"), try vector.text("cmd_2"))
            let link = ScriptedLink([
                .answer("1A00", first), .answer(second, try vector.text("resp_2")), .answer("1A00", first),
                .answer(second, "00" + String(repeating: "11", count: 8)), .reactivation, .answer("3000", head),
                .answer("1A00", first), .nak(second, 0), .reactivation, .answer("3000", head), .answer("1A00", "AF00"),
            ])
            let writer = try writer("Ultralight C", link, random: try vector.bytes("rndA"))
            let key = try vector.bytes("key")
            try writer.authenticate(key: key)
            #expect(writer.isAuthenticated)
            writer.forgetAuthentication()
            #expect(throws: TagError.refusedByTag(command: 0x1A, page: nil, nak: nil)) {
                try writer.authenticate(key: key)
            }
            #expect(throws: TagError.refusedByTag(command: 0x1A, page: nil, nak: 0)) {
                try writer.authenticate(key: key)
            }
            #expect(throws: TagError.link(.wrongLength(expected: 9, bytes: [0xAF, 0x00]))) {
                try writer.authenticate(key: key)
            }
            #expect(!writer.isAuthenticated)
            link.expectFinished()
        }
    }

    @Test("a key is proved anew, with new random bytes, after every selection", .enabled(if: SharedFiles.present))
    func keyAfterSelection() throws {
        let vector = try #require(try SharedFiles.vectors("type2_dumps.json")["ultralight_c_auth"].list.first)
        let exchange: [ScriptedLink.Step] = [
            .answer("1A00", try vector.text("resp_1")),
            .answer(try vector.text("cmd_2"), try vector.text("resp_2")),
        ]
        let link = ScriptedLink(
            exchange + [.nak("A20400000000"), .reactivation, .answer("3000", head)] + exchange
                + [.answer("A20400000000", "0A")])
        let writer = try writer("Ultralight C", link, random: try vector.bytes("rndA"))
        try writer.authenticate(key: try vector.bytes("key"))
        #expect(try writer.write([0, 0, 0, 0], page: 4) == .refused(nak: 0))
        #expect(try writer.write([0, 0, 0, 0], page: 4) == .acknowledged)
        link.expectFinished()
    }

    @Test("without random bytes no authentication is tried")
    func noRandom() throws {
        let link = ScriptedLink([.answer("1A00", "AF577293FD2F34CA51")])
        #expect(throws: TagError.self) {
            try writer("Ultralight C", link, random: []).authenticate(key: Array(repeating: 1, count: 16))
        }
        link.expectFinished()
        #expect(RandomBytes.make(8)?.count == 8)
        #expect(RandomBytes.make(8) != RandomBytes.make(8))
    }

    @Test("pages from 256 on are reached through their sector, also after a selection")
    func sectors() throws {
        let select: [ScriptedLink.Step] = [.answer("C2FF", "0A"), .passive("01000000")]
        let link = ScriptedLink(
            select + [.answer("A20411223344", "0A"), .nak("A20511223344"), .reactivation, .answer("3000", head)]
                + select + [.answer("A20511223344", "0A"), .answer("C2FF", "0A"), .passive("00000000")]
                + [.answer("A20511223344", "0A")])
        let writer = try writer("NTAG I2C 2K", link)
        let data: [UInt8] = [0x11, 0x22, 0x33, 0x44]
        #expect(try writer.write(data, page: 0x104) == .acknowledged)
        #expect(try writer.write(data, page: 0x105) == .refused(nak: 0))
        #expect(try writer.write(data, page: 0x105) == .acknowledged)
        #expect(try writer.write(data, page: 5) == .acknowledged)
        link.expectFinished()
    }

    @Test("neighbouring pages are read back with one FAST_READ, far ones apart, secrets not at all")
    func readBack() throws {
        let link = ScriptedLink([
            .answer("3A0407", "000000040000000500000006" + "00000007"),
            .answer("3028", "000000BD040000FF0005000000000000"),
        ])
        let found = try writer("NTAG213", link).read(pages: [4, 5, 7, 0x28, 0x2B, 0x2C])
        #expect(found == [4: [0, 0, 0, 4], 5: [0, 0, 0, 5], 7: [0, 0, 0, 7], 0x28: [0, 0, 0, 0xBD]])
        link.expectFinished()
    }

    @Test("without FAST_READ, READ takes four pages, and a roll-over is no content")
    func readBackPlainly() throws {
        let plain = ScriptedLink(
            [.answer("3004", "00000004000000050000000600000007"), .answer("3008", "00000008" + head.prefix(24))],
            capabilities: ScriptedLink.storage)
        #expect(
            try writer("NTAG203", plain).read(pages: 4...8).keys.sorted() == [4, 5, 6, 7, 8])
        plain.expectFinished()
        // AUTH0 is 09 and reading needs the password: page 09 is asked for itself, and refused.
        let guarded = ScriptedLink(
            [.answer("3008", "00000008" + head.prefix(24)), .nak("3009"), .reactivation, .answer("3000", head)]
                + [.nak("300A")],
            capabilities: ScriptedLink.storage)
        #expect(try writer("NTAG213", guarded).read(pages: 8...10) == [8: [0, 0, 0, 8]])
        guarded.expectFinished()
    }
}
