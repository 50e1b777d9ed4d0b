import Simulator
import Tags
import Testing

@testable import Engine

/// Tags whose password or key guards every page, on readers that have to be tried out first.
@Suite struct ClosedTagTests {
    /// A tag that answers no READ without its password or key.
    static func closed(_ name: String) throws -> SimulatedTag {
        let chip = try #require(Type2Chip.named(name))
        let configuration = try #require(chip.configuration)
        var memory = SimulatedTag(chip: chip, uid: hex("04E10CDA993C80")).image
        let auth0 = try #require(configuration.field(.auth0))
        memory[configuration.page(of: auth0) * 4 + auth0.byte] = 0
        // UL-C guards reading as delivered.
        if configuration.field(.readProtection) != nil { memory[configuration.cfg1 * 4] |= 0x80 }
        return SimulatedTag(chip: chip, image: memory)
    }

    @Test(
        "a tag that refuses every page is named all the same, and the reader is not blamed",
        arguments: ["Ultralight C", "NTAG213", "NTAG216", "Ultralight EV1 (UL11)"],
        [SimulatedProfile.acr122, .acr1252, .part3])
    func native(name: String, profile: SimulatedProfile) throws {
        let reader = SimulatedReader(profile: profile)
        reader.insert(try Self.closed(name))
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        let events = engine.settle()
        engine.stop()
        #expect(events.story == ["arrived \(name)", "started", "read"])
        let report = try #require(events.lastReading?.report)
        #expect(report.identity.identifiedBy.contains("reader") == false)
        let image = try #require(report.image)
        for page in 0..<16 { #expect(image.state(of: page) == .unread(.protected)) }
        #expect(report.protection?.auth0 == 0)
        #expect(report.protection?.passwordProtects == .readWrite)
        #expect(report.protection?.knowsLocks == false)
        #expect(report.findings.allSatisfy { !$0.sentence.contains("reader") })
        #expect(events.lastReaders?.readers.first?.native == true)
    }

    @Test(
        "a reader without native frames can tell no more than that the tag refuses",
        arguments: ["NTAG213", "NTAG216"])
    func storage(name: String) throws {
        let reader = SimulatedReader(profile: .storage)
        reader.insert(try Self.closed(name))
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        let events = engine.settle()
        engine.stop()
        let report = try #require(events.lastReading?.report)
        #expect(report.ndef?.problems == ["page 03 is needed and was not read: the tag refused"])
        #expect(report.protection?.permanentlyReadOnly == nil)
        #expect(report.identity.provenance != .reported)
    }
}
