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
