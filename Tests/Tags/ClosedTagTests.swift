import Testing

@testable import Tags

/// Tags that refuse page 00: what they are, and what is said of them.
@Suite("Tags that a password or key guards whole")
struct ClosedTagTests {
    @Test("an Ultralight C whose key guards every page is one all the same")
    func closedUltralightC() throws {
        let tag = try UnreadLockTests.tag(.ultralightC, auth0: 0, guardsReading: true)
        let identity = try TagReader.identify(link: tag, channel: ScriptedChannel.type2(uid: "04A1B2C3D4E5F6"))
        #expect(identity.chip == .ultralightC)
        let report = TagReader.read(identity, link: tag).report
        let states = try #require(report.image?.states)
        #expect(states.prefix(0x2C).allSatisfy { $0 == .unread(.protected) })
        #expect(report.protection?.auth0 == 0)
        #expect(report.findings.allSatisfy { !$0.sentence.contains("reader") })
        #expect(report.ndef?.problems == ["page 03 is needed and was not read: it needs the password or key"])
    }

    @Test(
        "a reader without native frames says of a tag that refuses every page no more than that",
        arguments: ["NTAG213", "Ultralight EV1 (UL11)", "Ultralight C"])
    func closedOnStorageReader(name: String) throws {
        let chip = try #require(Type2Chip.named(name))
        let tag = try UnreadLockTests.tag(chip, auth0: 0, guardsReading: true)
        tag.capabilities = ScriptedLink.storage
        let identity = try TagReader.identify(link: tag, channel: ScriptedChannel.type2(uid: "04A1B2C3D4E5F6"))
        #expect(identity.chip == nil && identity.chipName == "Type 2 tag")
        #expect(
            identity.identifiedBy
                == "the reader's answer to reset: this reader cannot send GET_VERSION, and the tag refuses even page 00"
        )
        let report = TagReader.read(identity, link: tag).report
        #expect(report.image?.states == Array(repeating: .unread(.refused(nak: nil)), count: 4))
        #expect(report.ndef?.problems == ["page 03 is needed and was not read: the tag refused"])
        #expect(report.protection?.knowsLocks == false)
        #expect(report.protection?.permanentlyReadOnly == nil)
    }

    @Test("a chip that the answer to reset names is that chip, even where it refuses every page")
    func namedByAnswerToReset() throws {
        let tag = try UnreadLockTests.tag(.ultralightC, auth0: 0, guardsReading: true)
        tag.capabilities = ScriptedLink.storage
        let channel = ScriptedChannel(
            atr: "3B8F8001804F0CA00000030603003A0000000051", [("FFCA000000", .success("04A1B2C3D4E5F69000"))])
        let identity = try TagReader.identify(link: tag, channel: channel)
        #expect(identity.chip == .ultralightC)
        #expect(identity.identifiedBy == "the reader's answer to reset")
    }

    @Test("an Ultralight guarded from page 04 on a reader without native frames is not said to have an odd size")
    func sizeNotTold() throws {
        let tag = try UnreadLockTests.tag(.ultralightEV1Small, auth0: 4, guardsReading: true)
        tag.capabilities = ScriptedLink.storage
        let identity = try TagReader.identify(link: tag, channel: ScriptedChannel.type2(uid: "04A1B2C3D4E5F6"))
        #expect(identity.chip == nil)
        #expect(identity.identifiedBy.hasSuffix("the pages that would tell the size are refused"))
    }
}
