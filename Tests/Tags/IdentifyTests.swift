import Testing

@testable import Tags

@Suite("Identifying a tag")
struct IdentifyTests {
    static let uid = "04A1B2C3D4E5F6"

    @Test("an NTAG213 takes FF CA and GET_VERSION, whatever the answer to reset calls it")
    func ntag213() throws {
        let link = ScriptedLink([.answer("60", "0004040201000F03")])
        let identity = try TagReader.identify(link: link, channel: ScriptedChannel.type2(uid: Self.uid))
        #expect(identity.chip == Type2Chip.ntag213)
        #expect(identity.chipName == "NTAG213")
        #expect(identity.identifiedBy == "GET_VERSION")
        #expect(identity.provenance == .reported)
        #expect(identity.vendor == "NXP Semiconductors")
        #expect(Hex.string(identity.uid) == Self.uid)
        #expect(identity.type == .type2)
        link.expectFinished()
    }

    @Test("an Ultralight C is asked for 3DES only after it refused GET_VERSION")
    func ultralightC() throws {
        let link = ScriptedLink([.nak("60"), .reactivation, .answer("1A00", "AF0102030405060708"), .reactivation])
        let identity = try TagReader.identify(link: link, channel: ScriptedChannel.type2(uid: Self.uid))
        #expect(identity.chipName == "Ultralight C")
        #expect(identity.provenance == .derived)
        link.expectFinished()
    }

    @Test("an Ultralight shows its 16 pages by rolling over", arguments: [true, false])
    func ultralight(silent: Bool) throws {
        let header = "04A1B29FC3D4E5F60448000000000000"
        let link = ScriptedLink([
            silent ? .silence("60") : .nak("60"), .reactivation, silent ? .silence("1A00") : .nak("1A00"),
            .reactivation,
            .answer("3000", header), .answer("300F", "00000000" + header.prefix(24)),
        ])
        let identity = try TagReader.identify(link: link, channel: ScriptedChannel.type2(uid: Self.uid))
        #expect(identity.chipName == "Ultralight")
        #expect(identity.provenance == .derived)
        link.expectFinished()
    }

    @Test("an NTAG203 is not taken for an Ultralight or an NTAG213")
    func ntag203() throws {
        let header = "04A1B29FC3D4E5F604480000E1101200"
        let link = ScriptedLink([
            .nak("60"), .reactivation, .nak("1A00"), .reactivation, .answer("3000", header),
            .answer("3029", "00000000" + header.prefix(24)),
        ])
        let identity = try TagReader.identify(link: link, channel: ScriptedChannel.type2(uid: Self.uid))
        #expect(identity.chipName == "NTAG203")
        link.expectFinished()
    }

    @Test("a version that nobody published gives no map")
    func unknownVersion() throws {
        let link = ScriptedLink([.answer("60", "0004040901000F03")])
        let identity = try TagReader.identify(link: link, channel: ScriptedChannel.type2(uid: Self.uid))
        #expect(identity.chip == nil)
        #expect(identity.chipName == "Type 2 tag")
        #expect(identity.version == [0, 4, 4, 9, 1, 0, 0x0F, 3])
        link.expectFinished()
    }

    @Test(
        "every chip with a version is named by it", arguments: Type2Chip.all.filter { !$0.versions.isEmpty }.map(\.name)
    )
    func everyChip(name: String) throws {
        let tag = try #require(ModelTag.fresh(name))
        let identity = try TagReader.identify(link: tag, channel: ScriptedChannel.type2(uid: Self.uid))
        #expect(identity.chipName == name)
        #expect(tag.exchanges == 1)
    }

    @Test(
        "on a reader without native frames the size tells the chip, said as what it is",
        arguments: [
            ("NTAG213", Provenance.assumed), ("NTAG215", .assumed), ("NTAG216", .assumed), ("Ultralight", .assumed),
            ("Ultralight C", .derived), ("NTAG203", .assumed), ("Ultralight EV1 (UL21)", .assumed),
            ("NTAG212", .assumed),
        ])
    func storage(name: String, provenance: Provenance) throws {
        let tag = try #require(ModelTag.fresh(name))
        tag.capabilities = ScriptedLink.storage
        let identity = try TagReader.identify(link: tag, channel: ScriptedChannel.type2(uid: Self.uid))
        #expect(identity.chip?.pageCount == Type2Chip.named(name)?.pageCount)
        #expect(identity.provenance == .assumed || identity.provenance == .derived)
        #expect(identity.provenance != .reported)
        #expect(identity.identifiedBy.contains("cannot send GET_VERSION"))
        #expect(tag.exchanges <= 5)
        #expect(tag.frames.allSatisfy { $0.hasPrefix("30") })
    }

    @Test("an NTAG216 on a storage reader says what else it could be")
    func storageSentence() throws {
        let tag = try #require(ModelTag.fresh("NTAG216"))
        tag.capabilities = ScriptedLink.storage
        let identity = try TagReader.identify(link: tag, channel: ScriptedChannel.type2(uid: Self.uid))
        #expect(identity.chipName == "NTAG216")
        #expect(identity.provenance == .assumed)
        #expect(identity.identifiedBy.contains("NTAG216F"))
        #expect(tag.frames == ["3000", "30E6"])
    }

    @Test("a read-protected tag on a storage reader is a guess, and said to be one")
    func storageProtected() throws {
        let tag = try #require(ModelTag.fresh("NTAG215"))
        tag.capabilities = ScriptedLink.storage
        tag.protectedFrom = 4
        let identity = try TagReader.identify(link: tag, channel: ScriptedChannel.type2(uid: Self.uid))
        #expect(identity.chipName == "NTAG215")
        #expect(identity.provenance == .assumed)
        #expect(tag.exchanges <= 5)
    }

    @Test(
        "identifying never writes, never authenticates and never sends what is no reading command",
        arguments: Type2Chip.all.map(\.name), [true, false])
    func harmless(name: String, native: Bool) throws {
        let tag = try #require(ModelTag.fresh(name))
        if !native { tag.capabilities = ScriptedLink.storage }
        _ = try TagReader.identify(link: tag, channel: ScriptedChannel.type2(uid: Self.uid))
        #expect(tag.frames.allSatisfy { $0 == "60" || $0 == "1A00" || $0.hasPrefix("30") })
    }

    @Test("a UID that the reader does not give is taken from the memory")
    func noUID() throws {
        let tag = try #require(ModelTag.fresh("NTAG213"))
        let channel = ScriptedChannel(
            atr: "3B8F8001804F0CA0000003060300030000000068", [("FFCA000000", .success("6A81"))])
        var identity = try TagReader.identify(link: tag, channel: channel)
        #expect(identity.uid.isEmpty)
        identity = TagReader.read(identity, link: tag).report.identity
        #expect(Hex.string(identity.uid) == Self.uid)
    }

    @Test("a first command that fails means that the card is gone, an odd answer to reset is no harm")
    func cardGone() {
        let channel = ScriptedChannel(
            atr: "3B80800101" + String(repeating: "00", count: 27),
            [("FFCA000000", .failure(.failed(code: 0x8010_0016)))])
        #expect(throws: TagError.tagLost) { try TagReader.identify(link: ScriptedLink([]), channel: channel) }
    }

    @Test("after a reset by another program the first command is sent once more")
    func resetByOthers() throws {
        let channel = ScriptedChannel(
            atr: "3B8F8001804F0CA0000003060300030000000068",
            [("FFCA000000", .failure(.cardReset(code: 0x8010_0068))), ("FFCA000000", .success(Self.uid + "9000"))])
        let link = ScriptedLink([.answer("60", "0004040201000F03")])
        let identity = try TagReader.identify(link: link, channel: channel)
        #expect(identity.chipName == "NTAG213")
        #expect(channel.reconnects == 1)
    }

    @Test("an answer of a wrong length is the reader's fault, with the bytes")
    func wrongLength() {
        let link = ScriptedLink([.answer("60", "000404")])
        #expect(throws: TagError.link(.wrongLength(expected: 8, bytes: [0, 4, 4]))) {
            try TagReader.identify(link: link, channel: ScriptedChannel.type2(uid: Self.uid))
        }
    }
}

@Suite("The answer to reset")
struct AnswerToResetTests {
    @Test("surplus zeros are cut by its own length fields")
    func surplus() {
        let atr = AnswerToReset(Hex.bytes("3B80800101" + String(repeating: "00", count: 27)) ?? [])
        #expect(Hex.string(atr.bytes) == "3B80800101")
        #expect(atr.historical.isEmpty)
        let storage = Hex.bytes("3B8F8001804F0CA0000003060300030000000068") ?? []
        #expect(AnswerToReset(storage + [0, 0, 0]).bytes == storage)
    }

    @Test("every start of every answer is taken without harm")
    func truncated() {
        let storage = Hex.bytes("3BFF9100FF918171FE40004108804F0CA00000030603000300000000") ?? []
        for count in 0...storage.count {
            let answer = AnswerToReset(Array(storage.prefix(count)))
            #expect(answer.bytes.count <= count)
            _ = CardKind(answer)
        }
    }

    @Test(
        "a tag of another type is named as far as the reader knows it",
        arguments: [
            ("3B8F8001804F0CA000000306030001000000006A", TagType.unknown, "MIFARE Classic 1K"),
            ("3B8F8001804F0CA0000003060300020000000069", .unknown, "MIFARE Classic 4K"),
            ("3B8F8001804F0CA0000003060B00140000000077", .type5, "ICODE SLI"),
            ("3B8F8001804F0CA0000003060B00000000000063", .type5, "ISO 15693 tag"),
            ("3B8F8001804F0CA00000030611003B0000000042", .unknown, "FeliCa"),
            ("3B8F8001804F0CA00000030603F0040000000000", .unknown, "Topaz"),
            ("3B8F8001804F0CA0000003060300300000000000", .unknown, "Topaz"),
            ("3B8F8001804F0CA00000030603FF200000000000", .type4, "Type 4 tag"),
            ("3B8180018080", .type4, "Type 4 tag"), ("3B86800106757781028000", .type4, "MIFARE DESFire"),
            ("", .unknown, "unknown tag"),
        ])
    func otherTypes(atr: String, type: TagType, name: String) throws {
        var answers: [(String, Result<String, ChannelError>)] = [("FFCA000000", .success("04112233445566809000"))]
        if type == .type4 { answers += [("FFCA010000", .success("6A81")), ("9060000000", .success("6D00"))] }
        if name == "Type 4 tag" { answers.append(("00A4040007D276000085010100", .success("9000"))) }
        let link = ScriptedLink([])
        let identity = try TagReader.identify(link: link, channel: ScriptedChannel(atr: atr, answers))
        #expect(identity.type == type)
        #expect(identity.chipName == name)
        #expect(identity.chip == nil)
        #expect(TagReader.read(identity, link: link).report.image == nil)
    }

    @Test("an ISO 15693 UID is put in print order")
    func printOrder() throws {
        let channel = ScriptedChannel(
            atr: "3B8F8001804F0CA0000003060B00140000000077", [("FFCA000000", .success("80391566080104E09000"))])
        let identity = try TagReader.identify(link: ScriptedLink([]), channel: channel)
        #expect(Hex.string(identity.uid) == "E004010866153980")
        #expect(identity.vendor == "NXP Semiconductors")
    }
}
