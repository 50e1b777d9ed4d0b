import Foundation
import Simulator
import Tags
import Testing

@testable import Engine

@Suite("how tags were last read") struct SightingTests {
    private static let uid = hex("04E10CDA993C80")

    private func sighting(_ first: UInt8, uid: [UInt8] = uid, time: Int64 = 1, pages: [Int]? = nil) -> TagSighting {
        var image = TagImage(pageSize: 4, pageCount: 20)
        for page in pages ?? Array(0..<18) { image.set(page: page, to: [first, UInt8(page), 0, 0]) }
        return TagSighting(uid: uid, chipName: "NTAG210", time: time, pages: image)
    }

    @Test("a tag's last reading is kept, once, and written only when the tag holds something else")
    func kept() throws {
        let folder = JournalFolder()
        let journal = try Journal(path: folder.journal)
        #expect(try journal.sighting(uid: Self.uid) == nil)
        #expect(try journal.remember(sighting(1)))
        #expect(try !journal.remember(sighting(1, time: 2)))
        #expect(try journal.sighting(uid: Self.uid)?.time == 1)
        #expect(try journal.remember(sighting(2, time: 3)))
        let last = try #require(try Journal(path: folder.journal).sighting(uid: Self.uid))
        #expect(last.time == 3 && last.pages.page(4) == [2, 4, 0, 0] && last.chipName == "NTAG210")
        #expect(last.pages.page(18) == nil)
    }

    @Test("a reading that shows less takes nothing away, and one that shows more adds it")
    func merged() throws {
        let folder = JournalFolder()
        let journal = try Journal(path: folder.journal)
        try journal.remember(sighting(1, pages: Array(0..<8)))
        #expect(try !journal.remember(sighting(1, pages: [0, 1])))
        #expect(try journal.remember(sighting(1, pages: Array(0..<12))))
        #expect(try journal.sighting(uid: Self.uid)?.pages.page(11) == [1, 11, 0, 0])
        #expect(try !journal.remember(sighting(1, pages: Array(0..<8))))
    }

    @Test("files of a card are kept by their runs")
    func files() throws {
        let folder = JournalFolder()
        let journal = try Journal(path: folder.journal)
        var card = TagSighting(
            uid: Self.uid, chipName: "NTAG 424 DNA", time: 1, pages: TagImage(pageSize: 1, pageCount: 0))
        card.files[0xE104, default: FileContent()].set([0, 3, 0xD0, 0, 0], at: 0)
        card.files[0xE104, default: FileContent()].set([1, 2], at: 100)
        #expect(try journal.remember(card))
        #expect(try journal.sighting(uid: Self.uid)?.files == card.files)
        #expect(try !journal.remember(card))
    }

    @Test("only so many tags are kept, those that were not seen for longest go, and what was changed stays")
    func bounded() throws {
        let folder = JournalFolder()
        let journal = try Journal(path: folder.journal)
        for number in 0..<TagSighting.mostTags + 5 {
            let uid = [0x04, 1, 2, 3, 4, UInt8(number >> 8), UInt8(number & 0xFF)]
            try journal.remember(sighting(1, uid: uid, time: Int64(number), pages: [0]))
        }
        #expect(try journal.sighting(uid: [0x04, 1, 2, 3, 4, 0, 4]) == nil)
        #expect(try journal.sighting(uid: [0x04, 1, 2, 3, 4, 0, 5]) != nil)
        #expect(try journal.forgetSightings(uid: [0x04, 1, 2, 3, 4, 0, 5]) == 1)
        #expect(try journal.sighting(uid: [0x04, 1, 2, 3, 4, 0, 5]) == nil)
        #expect(try journal.forgetSightings(uid: nil) == TagSighting.mostTags - 1)
    }

    @Test("a tag with a random UID, or of which nothing was read, is not kept")
    func nothing() {
        var report = TagReport(
            identity: TagIdentity(
                uid: [0x08, 1, 2, 3], type: .type4, chipName: "Type 4 tag", identifiedBy: "", provenance: .reported))
        #expect(TagSighting(report, at: 1) == nil)
        report.identity.uid = Self.uid
        #expect(TagSighting(report, at: 1) == nil)
    }

    /// An engine that remembers, with a tag on its reader.
    private func engine(_ tag: SimulatedTag, _ folder: JournalFolder, remembers: Bool = true) -> (
        engine: Engine, reader: SimulatedReader
    ) {
        let reader = SimulatedReader(profile: .acr122)
        reader.insert(tag)
        var options = Engine.Options.forTest
        options.remembersReadings = remembers
        let engine = Engine(sources: [SimulatedSource([reader])], journalPath: folder.journal, options: options)
        engine.start()
        _ = engine.settle()
        return (engine, reader)
    }

    @Test("as last seen is how the tag was before it came, however often it is read meanwhile")
    func lastSeen() throws {
        let folder = JournalFolder()
        let tag = try SimulatedTag.holding(message("one"), chip: "NTAG213")
        let first = engine(tag, folder)
        #expect(try first.engine.lastSeen(uid: tag.uid) == nil)
        first.engine.stop()
        tag.wear(page: 0x20, byte: 0)
        let second = engine(tag, folder)
        defer { second.engine.stop() }
        let seen = try #require(try second.engine.lastSeen(uid: tag.uid))
        #expect(seen.how == "read")
        #expect(seen.pages.page(0x20) != tag.page(0x20))
        second.engine.submit(.read(reader: second.reader.name, TagReader.Options()))
        _ = second.engine.settle()
        #expect(try second.engine.lastSeen(uid: tag.uid)?.pages.page(0x20) == seen.pages.page(0x20))
        second.reader.remove()
        _ = second.engine.settle()
        second.reader.insert(tag)
        _ = second.engine.settle()
        #expect(try second.engine.lastSeen(uid: tag.uid)?.pages.page(0x20) == tag.page(0x20))
        #expect(try second.engine.forgetReadings(uid: tag.uid) == 1)
    }

    @Test("an engine that shall not remember makes no journal by reading")
    func off() throws {
        let folder = JournalFolder()
        let tag = try SimulatedTag.holding(message("one"), chip: "NTAG213")
        let made = engine(tag, folder, remembers: false)
        defer { made.engine.stop() }
        #expect(try made.engine.lastSeen(uid: tag.uid) == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.journal))
    }
}
