import Engine
import Foundation
import NDEF
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

/// A person types over bytes, with the engine and a simulated tag behind the screens.
@Suite("A person at the memory editor")
struct EditorWalkTests {
    @Test("hex is typed digit by digit, marked, and nothing of it is on the tag")
    func hex() {
        let session = Situation.typing("ntag215-link-text", at: "10")
        let before = session.held(64..<66)
        session.type("A")
        #expect(session.model.deck.memory.lowDigit && session.model.deck.edit.count == 1)
        session.type("1 5f")
        #expect(session.shown(64..<66) == [0xA1, 0x5F] && session.held(64..<66) == before)
        #expect(session.text.contains("A1*5F*"), "\(session.text)")
        #expect(session.text.contains("[2 bytes changed]") && session.text.contains("typing hex"))
        #expect(session.model.deck.memory.column == 2)
        #expect(!session.intents.contains { if case .submit = $0 { true } else { false } })
    }

    @Test("text is typed on the ASCII side as its bytes in UTF-8")
    func ascii() {
        let session = Situation.typing("ntag215-link-text", at: "10").press("Tab").type("aé q")
        #expect(session.shown(64..<69) == Array("aé q".utf8))
        #expect(session.text.contains("typing ASCII"), "\(session.text)")
        #expect(session.model.deck.edit.count > 0 && session.model.screen == .workbench)
    }

    @Test("letters that are no hex digits are never run as commands")
    func noCommands() {
        let session = Situation.typing("ntag215-link-text", at: "10")
        for letter in "qwxzuXRgGoprtmnNyhjklJT:/?'" {
            session.type(String(letter))
            #expect(session.model.isTyping && session.model.dialogs.isEmpty && session.model.deck.edit.isEmpty)
            #expect(session.text.contains("is no hex digit"), "\(letter): \(session.text)")
        }
    }

    @Test("every way to take back and make again works while bytes are typed", arguments: ["Ctrl-_", "Alt-u"])
    func undo(key: String) {
        let session = Situation.typing("ntag215-link-text", at: "10")
        let before = session.held(64..<68)
        session.type("A15F").press("Left", key)
        #expect(session.model.deck.edit.count == 1)
        session.press(key)
        #expect(session.shown(64..<68) == before && session.model.deck.edit.isEmpty)
        session.press("Ctrl-Y", "Alt-e")
        #expect(session.shown(64..<66) == [0xA1, 0x5F])
        session.press("Backspace")
        #expect(session.model.deck.edit.count == 1, "the cursor is behind what was made again: \(session.text)")
    }

    @Test("Backspace takes back what was just typed, digit or byte")
    func backspace() {
        let session = Situation.typing("ntag215-link-text", at: "10").type("A15F3").press("Backspace")
        #expect(session.model.deck.edit.count == 2)
        session.press("Backspace", "Backspace")
        #expect(session.model.deck.edit.isEmpty && session.model.deck.memory.column == 0)
    }

    @Test(
        "bytes that cannot be changed say why and stay",
        arguments: [
            ("0", "holds the UID"), ("1.2", "holds the UID"), ("2.0", "check byte"), ("2.1", "check byte"),
            ("28.3", "the chip's own"),
        ])
    func closed(place: String, words: String) {
        let session = Situation.typing("ntag213-factory", at: place)
        session.type("5")
        #expect(session.model.deck.edit.isEmpty && session.text.contains(words), "\(session.text)")
        session.press("Tab").type("A")
        #expect(session.model.deck.edit.isEmpty && !session.model.deck.edit.canUndo)
    }

    @Test("a locked page says so")
    func locked() {
        let session = Situation.typing("ntag213-locked", at: "4")
        session.type("0")
        let locked = session.model.deck.report?.protection?.lockedPages.contains(4) == true
        #expect(session.text.contains("page 04 is locked for good") == locked, "\(session.text)")
    }

    @Test("pages that were not read take all of their bytes at once or none")
    func unread() {
        let session = Situation.typing("ntag213-read-password", at: "8").type("0")
        #expect(session.text.contains("page 08 was not read") && session.model.deck.edit.isEmpty, "\(session.text)")
        session.send(.paste("01 02 03"))
        #expect(session.text.contains("only all 4 bytes of it at once") && session.model.deck.edit.isEmpty)
        session.send(.paste("01 02 03 04"))
        #expect(session.shown(32..<36) == [1, 2, 3, 4], "\(session.text)")
        session.typing(at: "8.1").type("AB")
        #expect(session.shown(32..<36) == [1, 0xAB, 3, 4], "single bytes can be put right: \(session.text)")
        session.press("Alt-u", "Alt-u")
        #expect(session.shown(32..<36) == nil && session.model.deck.edit.isEmpty)
        #expect(session.model.deck.image?.state(of: 8) == .unread(.protected))
    }

    @Test("a password is typed behind a mask and is in no text, copy or hint")
    func password() {
        let session = Situation.typing("ntag213-factory", at: "2B").type("A1B2C3")
        #expect(session.text.contains("••*••*••*"), "\(session.text)")
        #expect(session.text.contains("3 of 4 bytes given") || session.quiet().text.contains("3 of 4 bytes given"))
        session.press("F2")
        #expect(session.text.contains("page 2B was not read: give all 4 bytes"), "\(session.text)")
        session.typing(at: "2B.3").type("D4").press("Alt-u")
        #expect(!session.text.contains("D4") && !session.text.contains("A1"), "\(session.text)")
        session.press("Alt-b")
        #expect(session.text.contains("masked"), "\(session.text)")
        session.typing(at: "2B").press("Shift-Right", "Alt-y")
        #expect(!session.text.contains("A1"), "\(session.text)")
    }

    @Test("lock bits are typed freely, and beside the cursor stands what they do for good")
    func guarded() {
        let session = Situation.typing("ntag213-factory", at: "2.2").type("10").press("Left")
        #expect(session.text.contains("can never be undone: page 04 can never be written again"), "\(session.text)")
        let locked = Situation.typing("ntag213-locked", at: "2.2")
        let held = locked.held(10..<11) ?? []
        locked.type("00").press("Left")
        #expect(held == [0] || locked.text.contains("bits here can only be set"), "\(locked.text)")
    }

    @Test("pasted hex and text go where the cursor is, in one step")
    func paste() {
        let session = Situation.typing("ntag213-factory", at: "10")
        session.send(.paste("0xDE, 0xAD,\n0xBE, 0xEF"))
        #expect(session.shown(64..<68) == [0xDE, 0xAD, 0xBE, 0xEF] && session.model.deck.memory.column == 0)
        session.press("Tab").send(.paste("Grüße"))
        #expect(session.shown(68..<75) == Array("Grüße".utf8))
        session.press("Alt-u", "Alt-u")
        #expect(session.model.deck.edit.isEmpty)
        session.press("Tab").send(.paste("no hex"))
        #expect(session.text.contains("nothing pasted: n is no hex digit") && session.model.deck.edit.isEmpty)
        session.press("Esc").send(.paste("DE AD"))
        #expect(session.model.deck.edit.isEmpty && session.text.contains("never taken for keys"), "\(session.text)")
    }

    @Test("what is pasted and too long is refused in words")
    func tooLong() {
        let session = Situation.typing("ntag213-factory", at: "27")
        session.send(.paste(String(repeating: "00", count: 5000)))
        #expect(session.text.contains("5000 bytes do not fit: 24 are left"), "\(session.text)")
        session.press("Ctrl-Space", "Right").send(.paste("01 02 03"))
        #expect(session.text.contains("3 bytes do not fit the 2 selected"), "\(session.text)")
        session.press("Esc").send(.paste("01 02 03 04 05"))
        #expect(session.text.contains("reach over dynamic lock bytes") && session.model.deck.edit.isEmpty)
    }

    @Test("what was copied goes in elsewhere")
    func register() {
        let session = Situation.typing("ntag215-link-text", at: "4").press(
            "Shift-Right", "Shift-Right", "Alt-y", "Enter")
        let copied = session.held(16..<19)
        session.quiet().typing(at: "20").press("Ctrl-V")
        #expect(session.shown(128..<131) == copied, "\(session.text)")
    }

    @Test("a selection is filled with a pattern, again and again")
    func fill() {
        let session = Situation.typing("ntag213-factory", at: "10").press("Shift-Down", "Alt-f")
        #expect(session.text.contains("over page 10 byte 0, 5 bytes"), "\(session.text)")
        session.type("0xAB CD").press("Enter")
        #expect(session.shown(64..<69) == [0xAB, 0xCD, 0xAB, 0xCD, 0xAB], "\(session.text)")
        session.press("Alt-u")
        #expect(session.model.deck.edit.isEmpty)
        session.press("Alt-f").type("A").press("Enter")
        #expect(session.text.contains("one too many") && !session.model.dialogs.isEmpty, "\(session.text)")
    }

    @Test("bits are turned over with what each means, and nothing that is the chip's own")
    func bits() {
        let session = Situation.typing("ntag213-factory", at: "2.2").press("Alt-b")
        #expect(
            session.text.contains("L4") && session.text.contains("bit 7: setting it can never be undone"),
            "\(session.text)")
        session.press("j", "j", "j", "Space")
        #expect(session.shown(10..<11) == [0x10], "\(session.text)")
        #expect(session.text.contains("bit 4: once written it can never be undone") && session.text.contains("1*"))
        session.press("u")
        #expect(session.model.deck.edit.isEmpty)
        session.press("h", "Space")
        #expect(session.text.contains("check byte") && session.model.deck.edit.isEmpty, "\(session.text)")
        session.press("Esc")
        #expect(session.model.dialogs.isEmpty && session.model.isTyping)
    }

    @Test("Esc keeps the changes, and discarding asks")
    func leaving() {
        let session = Situation.typing("ntag213-factory", at: "10").type("01").press("Esc")
        #expect(!session.model.isTyping && session.model.deck.edit.count == 1)
        #expect(session.text.contains("1 byte changed and kept here"), "\(session.text)")
        session.press("X")
        #expect(session.text.contains("Discard the edits?") && session.model.deck.edit.count == 1)
        session.press("Enter")
        #expect(session.model.deck.edit.count == 1, "the harmless answer has the focus")
        session.press("X", "Tab", "Enter")
        #expect(session.model.deck.edit.isEmpty && session.model.deck.edited == nil)
    }

    @Test("the program does not end over unwritten bytes without a question")
    func quitting() {
        let session = Situation.typing("ntag213-factory", at: "10").type("01").press("Ctrl-C")
        #expect(!session.intents.contains(.quit) && session.text.contains("1 byte of the tag shown"), "\(session.text)")
        session.press("Ctrl-C")
        #expect(session.intents.contains(.quit))
    }

    @Test("edits stay with their tag: another tag never sees them, and they come back with their own")
    func keptByUID() {
        let session = Situation.typing("ntag213-factory", at: "10").type("DEAD").press("Esc")
        session.takeOff()
        #expect(session.model.deck.edit.count == 2, "the tag that is gone is still shown")
        session.place("ntag216-empty").quiet()
        #expect(session.model.deck.edit.isEmpty && session.model.deck.editedImage == nil)
        #expect(session.model.hasUnwrittenEdits)
        session.typing(at: "20").type("77").press("Esc").takeOff().place("ntag213-factory")
        #expect(session.shown(64..<66) == [0xDE, 0xAD], "\(session.text)")
        #expect(session.model.deck.edit.count == 2)
        session.takeOff().press("Esc", "Esc").press("Esc", "Esc")
        session.place("ntag213-factory")
        #expect(session.model.deck.edit.count == 2, "forgetting a tag does not forget what was typed for it")
        session.takeOff().place("ntag216-empty")
        #expect(session.model.deck.edit.count == 1 && session.shown(128..<129) == [0x77])
    }

    @Test("what a tag holds by now is no change any more, and what it holds otherwise is told")
    func changedElsewhere() throws {
        let session = Situation.typing("ntag213-factory", at: "10").type("DEADBEEF").press("Esc")
        var report = try #require(session.model.deck.report)
        var image = try #require(report.image)
        image.set(page: 0x10, to: [0xDE, 0xAD, 0x55, 0x00])
        report.image = image
        let id = OperationID(number: 900)
        session.apply(.started(id, reader: session.model.reader ?? "", .read))
        session.apply(.ended(id, reader: session.model.reader ?? "", .read(report, Cost())))
        #expect(session.model.deck.edit.count == 2 && session.shown(64..<68) == [0xDE, 0xAD, 0xBE, 0xEF])
        #expect(session.model.deck.log.entries.contains { $0.text.contains("under 1 changed byte") })
    }

    @Test("message and capacity are shown as they would be")
    func preview() throws {
        let session = Situation.typing("ntag213-factory", at: "4")
        session.send(.paste("03 08 D1 01 04 55 04 61 2E 62 FE 00"))
        let records = session.model.deck.shown?.ndef?.decoding?.records.count
        #expect(records == 1 && session.model.deck.report?.ndef?.state != .message, "\(session.text)")
        #expect(session.text.contains("https://a.b") && session.text.contains("as edited"), "\(session.text)")
        session.typing(at: "5").press("Alt-v")
        #expect(session.model.focus == .ndef && session.model.deck.typing == false)
        session.press("Enter")
        #expect(session.model.focus == .memory && session.model.deck.cursorPlace == .memory(18), "\(session.text)")
    }

    @Test("a search finds what was typed")
    func search() {
        let session = Situation.typing("ntag213-factory", at: "10").type("DEADBEEF").press("F7").type("x DE ?? BE E?")
            .press("Enter")
        #expect(
            session.text.contains("match 1 of 1") && session.model.deck.cursorPlace == .memory(64), "\(session.text)")
        session.press("Alt-u", "Alt-u")
        #expect(session.model.deck.memory.matches.isEmpty)
    }

    @Test("places lists bookmarks, changes, regions and records, and goes there")
    func places() {
        let session = Situation.typing("ntag215-link-text", at: "20").press("Alt-m").typing(at: "30").type("01")
        session.press("Ctrl-G")
        for words in [
            "20.0", "bookmark", "30.0", "changed, 1 byte", "static lock bytes", "capability container", "record 1",
        ] {
            #expect(session.model.drawn(columns: 120, rows: 40).text.contains(words), "\(words)")
        }
        session.press("Enter")
        #expect(session.model.deck.cursorPlace == .memory(128))
        session.press("Alt-m", "Ctrl-G")
        #expect(!session.model.drawn(columns: 120, rows: 40).text.contains("bookmark"))
    }

    @Test("--read-only greys the editor out with its reason")
    func readOnly() {
        let session = Session(readOnly: true).place("ntag213-factory").quiet().press("2", "F2")
        #expect(!session.model.isTyping && session.text.contains("started with --read-only"), "\(session.text)")
        session.press("B", "Space")
        #expect(session.model.deck.edit.isEmpty)
    }

    @Test("a click sets the cursor, and typing goes on there")
    func mouse() throws {
        let session = Situation.typing("ntag213-factory", at: "4").type("A")
        let row = try #require(
            session.text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.hasPrefix(" 05") })
        session.send(.mouse(Mouse(.click, at: Point(column: 8, row: row))))
        session.type("77")
        #expect(session.shown(21..<22) == [0x77], "\(session.text)")
    }

    @Test("no key of the editor leads anywhere wrong at any width", arguments: [24, 40, 80, 120, 200])
    func walk(columns: Int) {
        for tag in ["ntag213-factory", "ntag213-read-password", "ultralight-c"] {
            let session = Situation.typing(tag, at: "4", columns: columns, rows: columns > 100 ? 60 : 24)
            for key in [
                "0", "1", "F", "Down", "A", "Tab", "~", "é", "Shift-Down", "Alt-f", "0", "0", "Enter", "Alt-u",
                "Ctrl-Y",
                "Alt-b", "Space", "j", "Space", "l", "Esc", "PgDn", "End", "9", "PgUp", "Home", "Ctrl-G", "j", "j",
                "Enter",
                "Ctrl-D", "Alt-m", "Del", "Esc", "Esc", "u", "U", "X", "Esc", "v", "v", "'", "Esc", "F2", "Backspace",
            ] {
                session.press(key)
                SizeTests.check(
                    session.model, "editor", columns: columns, rows: columns > 100 ? 60 : 24, glyphs: .unicode)
            }
        }
    }
}

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
        #expect(session.model.shownDump != nil && session.text.contains("not saved"), "\(session.text)")
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

@Suite("Edits on their way to the tag")
struct EditorPlanTests {
    @Test("typed bytes are planned, written, verified and no change any more; undo makes them one again")
    func written() {
        let session = Situation.typing("ntag213-factory", at: "10", columns: 120, rows: 40).type("DEADBEEF").press(
            "Enter")
        #expect(session.text.contains("Write the edits: NTAG213") && session.text.contains("all of it can be undone"))
        #expect(session.text.contains("DE*"), "\(session.text)")
        session.press("Enter")
        #expect(session.text.contains("written and read back"), "\(session.text)")
        #expect(session.held(64..<68) == [0xDE, 0xAD, 0xBE, 0xEF] && session.model.deck.edit.isEmpty)
        session.quiet().press("Alt-u")
        #expect(session.shown(67..<68) == [0] && session.model.deck.edit.count == 1, "\(session.text)")
        session.press("Esc").takeOff().place("ntag213-factory").quiet()
        #expect(session.held(64..<68) == [0xDE, 0xAD, 0xBE, 0xEF])
    }

    @Test("Esc at the plan keeps the edits and sends nothing")
    func notYet() {
        let session = Situation.typing("ntag213-factory", at: "10").type("DE").press("F2", "Esc")
        #expect(session.model.isTyping && session.model.deck.edit.count == 1)
        #expect(!session.intents.contains { if case .submit(.change) = $0 { true } else { false } })
    }

    @Test("a lock bit asks for the end of the UID, and is set then")
    func lockBit() {
        let session = Situation.typing("ntag213-factory", at: "2.2", columns: 120, rows: 40).type("10").press("Enter")
        #expect(session.text.contains("can never be undone"), "\(session.text)")
        session.press("Enter")
        #expect(session.model.dialogs.isEmpty && session.held(10..<11) == [0], "Cancel has the focus: \(session.text)")
        session.press("F2", "Tab").type("3C80").press("Enter")
        #expect(session.held(10..<11) == [0x10] && session.model.deck.edit.isEmpty, "\(session.text)")
        session.quiet().typing(at: "4").type("0")
        #expect(session.text.contains("page 04 is locked for good"), "\(session.text)")
    }

    @Test("a password typed into its page is written and in no text, history or memory afterwards")
    func password() {
        let session = Situation.typing("ntag213-factory", at: "2B", columns: 120, rows: 40).type("A1B2C3D4").press(
            "Enter")
        #expect(!session.text.contains("A1 B2") && !session.text.contains("A1*"), "\(session.text)")
        #expect(session.text.contains("Write the edits: NTAG213"), "\(session.text)")
        guard case .plan(let plan)? = session.model.dialogs.last else { return }
        #expect(plan.plan.steps.allSatisfy { $0.secret || !$0.new.starts(with: [0xA1]) })
        session.press("Tab", "Tab", "Enter")
        if !session.model.dialogs.isEmpty { session.press("Tab", "Enter") }
        #expect(session.model.deck.edit.isEmpty, "\(session.text)")
        #expect(!session.model.deck.edit.canUndo, "what was a password is in no history")
    }

    @Test("a byte of a file is written to its file and read back")
    func file() {
        let session = Session(columns: 120, rows: 40).put(Situation.card()).quiet()
        session.press("2", "F5").type("E104").press("Enter", "F5").type("#20").press("Enter", "F2", "Tab").type("X")
        session.press("Enter")
        #expect(session.text.contains("E104"), "\(session.text)")
        session.press("Enter")
        #expect(session.text.contains("written and read back"), "\(session.text)")
        #expect(session.model.deck.edit.isEmpty)
        #expect(session.model.deck.report?.file(0xE104)?.content.byte(at: 20) == 0x58)
    }

    @Test("a tag pulled in the middle keeps the rest of its edits, and they are finished with it")
    func pulled() {
        let session = Situation.typing("ntag213-factory", at: "10", columns: 120, rows: 40)
        session.send(.paste(String(repeating: "A5", count: 32))).press("Enter")
        session.bench.pull(afterFrames: 8)
        session.press("Enter")
        #expect(!session.model.deck.present && !session.model.deck.edit.isEmpty, "\(session.text)")
        session.press("Esc").place("ntag213-factory").press("Up", "Up", "Up", "Enter", "Tab", "Enter")
        #expect(session.held(64..<96) == Array(repeating: 0xA5, count: 32), "\(session.text)")
        #expect(session.model.deck.edit.isEmpty)
    }
}
