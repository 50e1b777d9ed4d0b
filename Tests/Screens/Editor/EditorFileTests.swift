import Engine
import Foundation
import NDEF
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("The memory editor over files and dumps")
struct EditorFileTests {
    /// A card with a file of 32 KB, nearly all of it one record.
    static func large(_ size: Int = 32_767) -> SimulatedTag {
        let payload = (0..<size - 67).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let message = NDEFMessage([
            NDEFRecord(tnf: .media, type: Bytes(Array("a/b".utf8)), payload: Bytes(payload))
        ])
        return SimulatedTag(
            type4: Type4Card(
                message: message.encoded(), size: size, mostRead: 250, mostWritten: 240, write: 0,
                rules: Type4Rules()))
    }

    private static func open(_ tag: SimulatedTag, at byte: String) -> Session {
        let session = Session(columns: 120, rows: 40).put(tag).quiet()
        return session.press("2", "F5").type("E104").press("Enter", "F5").type(byte).press("Enter", "F2").quiet()
    }

    @Test("a byte of a file is typed, shown in its message, and the wish is for that file alone")
    func file() throws {
        let session = Self.open(Situation.card(), at: "#20").press("Tab").type("X")
        #expect(session.model.deck.edit.value(at: .file(0xE104, 20)) == 0x58)
        #expect(session.text.contains("cXrd") && session.text.contains("as edited"), "\(session.text)")
        let wish = try session.model.deck.editWish().get()
        #expect(wish == .editFiles([0xE104: FileContent([0x58], at: 20)]))
        #expect(session.model.deck.report?.ndef?.decoding == session.model.deck.report?.ndef?.decoding)
        session.press("Alt-u")
        #expect(session.model.deck.edit.isEmpty && !session.text.contains("as edited"))
    }

    @Test("headings, ends and closed files refuse in words")
    func closed() {
        let session = Self.open(Situation.card(), at: "#127").type("AB")
        #expect(session.model.deck.edit.count == 1)
        session.type("C")
        #expect(session.model.deck.edit.count == 1, "there is no byte behind the last: \(session.text)")
        session.send(.paste("01 02"))
        #expect(session.text.contains("do not fit: 1 are left to the end of file E104"), "\(session.text)")
        let locked = Self.open(Situation.card(write: 0xFF), at: "#20").type("A")
        #expect(
            locked.text.contains("file E104 can never be written") && locked.model.deck.edit.isEmpty, "\(locked.text)")
        let keyed = Session(columns: 120, rows: 40).put(Situation.dna()).quiet().press("2", "G", "F2").type("A")
        #expect(keyed.text.contains("of file E105 was not read") && keyed.model.deck.edit.isEmpty, "\(keyed.text)")
    }

    @Test("a file of 32 KB is edited whole: typed, pasted over, undone, and its message follows")
    func large() {
        let session = Self.open(Self.large(), at: "#2000")
        #expect(session.model.deck.image?.byteCount ?? 0 > 32_000, "\(session.text)")
        session.type("0123").send(.paste(String(repeating: "A5 ", count: 30_000)))
        #expect(session.model.deck.edit.count > 29_000, "\(session.text)")
        let payload = session.model.deck.shown?.ndef?.decoding?.records.first?.record.payload
        #expect(payload.map(Array.init)?.suffix(1000).allSatisfy { $0 == 0xA5 } == false)
        #expect(payload.map { Array($0)[5000] } == 0xA5)
        session.press("Alt-u", "Alt-u", "Alt-u")
        #expect(session.model.deck.edit.isEmpty && session.model.deck.shown?.ndef == session.model.deck.report?.ndef)
    }

    @Test("a dump is edited like a tag, all of it, and saved instead of written")
    func dump() throws {
        let tag = Session().place("ntag213-factory").quiet()
        let report = try #require(tag.model.deck.report)
        let session = Session(columns: 120, rows: 40).place("ntag215-link-text").quiet()
        session.open(report, named: "desk.nfc")
        #expect(session.text.contains("desk.nfc") && session.text.contains("[dump]"), "\(session.text)")
        #expect(session.text.contains("04:E1:0C:DA:99:3C:80") && !session.text.contains("tag gone"))
        session.typing(at: "0").type("05").press("Esc")
        #expect(session.model.deck.edit.value(at: .memory(0)) == 5, "of a dump every byte may be changed")
        #expect(session.model.deck.applied()?.image?.byte(at: 0) == 5)
        session.press("Esc")
        #expect(session.model.shownDump != nil && session.text.contains("kept nowhere"), "\(session.text)")
        session.press("Esc", "R")
        #expect(session.text.contains("a dump is shown, not a tag"), "\(session.text)")
        session.press("w")
        #expect(!session.intents.contains { if case .submit(.change) = $0 { true } else { false } })
        #expect(session.model.deck.edit.isEmpty && session.model.deck.report?.image?.byte(at: 0) == 5)
        session.press("q")
        #expect(session.model.shownDump == nil && session.text.contains("NTAG215") && !session.intents.contains(.quit))
        #expect(session.model.deck.edit.isEmpty)
    }

    @Test("a password in a dump is masked, and saved where it was typed")
    func dumpedPassword() throws {
        let tag = Session().place("ntag213-factory").quiet()
        var report = try #require(tag.model.deck.report)
        report.image?.set(page: 0x2B, to: [0x11, 0x22, 0x33, 0x44])
        let session = Session(columns: 120, rows: 40)
        session.open(report, named: "desk.nfc")
        session.typing(at: "2B")
        #expect(!session.text.contains("11 22 33 44"), "\(session.text)")
        session.type("99").press("Left", "Alt-b")
        #expect(!session.text.contains("99 ") && session.text.contains("masked"), "\(session.text)")
        #expect(session.model.deck.applied()?.image?.page(0x2B) == [0x99, 0x22, 0x33, 0x44])
    }

    @Test("reading goes on behind an opened dump, and no tag gets its edits")
    func behind() throws {
        let tag = Session().place("ntag213-factory").quiet()
        let report = try #require(tag.model.deck.report)
        let session = Session(columns: 120, rows: 40).place("ntag216-empty").quiet()
        session.open(report, named: "desk.nfc")
        session.typing(at: "10").type("DEAD").press("Esc").takeOff().place("ntag213-factory").quiet()
        #expect(session.model.shownDump?.deck.edit.count == 2)
        #expect(session.model.decks.values.allSatisfy { $0.edit.isEmpty })
        session.press("X", "Tab", "Enter").press("Esc")
        #expect(session.model.shownDump == nil && session.shown(64..<66) == [0, 0], "\(session.text)")
    }
}
