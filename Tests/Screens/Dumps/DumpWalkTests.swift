import Dumps
import Engine
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("Dumps")
struct DumpWalkTests {
    // MARK: Keeping

    @Test("the tag on the reader is kept under a name that says chip and UID, and is listed first")
    func keep() throws {
        let session = Session().place("ntag213-factory").quiet().press("S")
        #expect(session.text.contains("kept as NTAG213-04E10CDA993C80"))
        session.press("F8")
        let row = try #require(session.model.dumps.rows?.first)
        #expect(row.uid == [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80])
        #expect(row.title == "NTAG213")
        #expect(row.format == .tagdesk)
        let opened = try session.library.open(row.name)
        #expect(opened.dump.report.image == session.model.tagDeck.report?.image)
        #expect(opened.dump.origin.reader == "Simulated ACR122U 00 00")
    }

    @Test("a tag that was read in part is kept as partial, with the pages named, and what is unread stays unread")
    func keepPartial() throws {
        let session = Session().place("ntag213-read-password").quiet().press("S")
        #expect(session.text.contains("partial"))
        session.press("F8")
        let name = try #require(session.model.dumps.rows?.first?.name)
        let image = try #require(try session.library.open(name).dump.report.image)
        #expect(image.page(3) != nil)
        #expect(image.page(8) == nil && image.page(20) == nil)
    }

    @Test("without a tag nothing can be kept, and the reason is told")
    func nothingToKeep() {
        let session = Session().press("S")
        #expect(session.text.contains("no memory was read"))
        #expect(!session.intents.contains { if case .keepDump = $0 { true } else { false } })
    }

    // MARK: Listing

    @Test("the list follows each letter of the filter, and Esc brings everything back")
    func filter() {
        let session = Situation.library().press("F8")
        #expect(session.model.dumps.rows?.count == 3)
        session.press("/").type("example.org")
        #expect(session.model.dumps.rows?.map(\.name) == ["door.nfc"])
        session.press("Enter")
        #expect(session.text.contains("1 dump fits"))
        session.press("Esc")
        #expect(session.model.dumps.rows?.count == 3 && session.model.screen == .dumps)
        session.press("/").type("no such thing")
        #expect(session.text.contains("No dump fits"))
        session.press("Esc", "Esc")
        #expect(session.model.screen == .workbench)
    }

    @Test("letters typed into the filter are no keys of the screen")
    func filterTakesLetters() {
        let session = Situation.library().press("F8", "/").type("qwXe")
        #expect(session.model.screen == .dumps && session.model.dialogs.isEmpty)
        #expect(session.model.dumps.filter.text == "qwXe")
    }

    @Test("a file that is no dump is listed with the reason, and opening it says that in one sentence")
    func noDump() {
        let session = Situation.library().press("F8")
        #expect(session.text.contains("no dump:"))
        let index = session.model.dumps.rows?.firstIndex { $0.name == "notes.txt" } ?? 0
        session.press("g")
        for _ in 0..<index { session.press("j") }
        session.press("Enter")
        #expect(session.model.openDump == nil)
        #expect(session.model.notice?.kind == .error)
    }

    @Test("the dump under the cursor is looked at beside the list, where there is room")
    func preview() {
        let session = Session(columns: 200, rows: 60).place("ntag213-factory").quiet().press("S", "F8")
        #expect(session.text.contains("Preview") && session.text.contains("04:E1:0C:DA:99:3C:80"))
        guard case .dump(_, let opened)? = session.model.dumps.preview else {
            Issue.record("nothing is previewed")
            return
        }
        #expect(opened.dump.report.identity.chipName == "NTAG213")
        let small = Session().place("ntag213-factory").quiet().press("S", "F8")
        #expect(small.model.dumps.preview == nil)
    }

    @Test("names and strings of a file never reach the terminal raw")
    func hostileName() throws {
        let session = Session().place("ntag213-factory").quiet()
        session.files["evil\u{1B}[2J.nfc"] = FlipperText.ntag213(link: "e\u{202E}vil")
        session.perform(.openDump(.file("evil\u{1B}[2J.nfc"), .show))
        let text = session.text
        #expect(session.model.openDump != nil)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    }

    // MARK: In the panes

    @Test("an open dump is called one, and no action takes it for a tag")
    func shown() {
        let session = Situation.shown()
        #expect(session.text.contains("dump: door.nfc") && session.text.contains("[dump]"))
        #expect(session.model.deck.report?.identity.uid == [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80])
        for id in AppModel.aboutTagAlone {
            #expect(
                session.model.availability(of: id) == .disabled(because: "a dump is shown, not a tag; Esc closes it"))
        }
        session.press("R")
        #expect(session.text.contains("a dump is shown, not a tag"))
        session.press("Esc")
        #expect(session.model.openDump == nil && session.model.screen == .dumps)
        session.press("Esc")
        #expect(session.text.contains("ACR122U") && !session.text.contains("dump:"))
    }

    @Test("q closes a dump and not the program")
    func leave() {
        let session = Situation.shown().press("q")
        #expect(session.model.screen == .dumps)
        #expect(!session.intents.contains(.quit))
    }

    @Test("edits of an open dump are never lost to another one that is opened, and quitting names them")
    func editsStay() throws {
        let session = Situation.shown().press("2", "F5").type("10").press("Enter", "F2").type("dead").press("Esc")
        let edited = try #require(session.model.shownDump)
        #expect(edited.isChanged)
        session.press("F8", "g", "Enter")
        #expect(session.text.contains("Leave the dump?"))
        #expect(session.model.shownDump?.place == edited.place)
        #expect(session.model.shownDump?.deck.edit == edited.deck.edit)
        session.press("Esc", "F8", "Ctrl-C")
        #expect(session.text.contains("2 bytes of the dump that is open"))
    }

    @Test("a tag that comes while a dump is shown is read, and the dump stays what it is")
    func arrivalUnderADump() {
        let session = Situation.shown()
        let before = session.model.deck.report
        session.place("ntag216-empty")
        #expect(session.model.deck.report == before)
        #expect(session.model.tagDeck.identity?.chipName == "NTAG216")
        session.press("q", "q")
        #expect(session.model.deck.identity?.chipName == "NTAG216")
    }

    @Test("what a file contradicts itself in is told when it is opened, in the list and in the pane Tag")
    func problems() {
        let session = Session().place("ntag213-factory").quiet()
        session.files["door.nfc"] = FlipperText.ntag213(uid: "04 11 22 33 44 55 66")
        session.press("F8", "o").type("door.nfc").press("Enter")
        #expect(session.model.openDump?.opened.problems.isEmpty == false)
        session.press("1")
        #expect(session.text.contains("! Dump"))
        // The pages win.
        #expect(session.model.deck.identity?.uid == [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80])
    }

    @Test("a file opened by its path can be kept in the library")
    func keepFile() {
        let session = Session().place("ntag213-factory").quiet()
        session.files["door.nfc"] = FlipperText.ntag213()
        session.press("F8", "o").type("door.nfc").press("Enter", "S")
        guard case .library? = session.model.openDump?.place else {
            Issue.record("the dump is not in the library")
            return
        }
        session.press("q")
        #expect(session.model.dumps.rows?.count == 1)
    }

    // MARK: Export

    @Test("an export says what is lost before, and what it wrote opens again with the same pages")
    func export() throws {
        let session = Situation.library().press("F8").toFlipper().press("e")
        #expect(session.text.contains("nothing is lost") || session.text.contains("cannot hold"))
        guard case .form(let dialog)? = session.model.dialogs.last else {
            Issue.record("no form")
            return
        }
        let path = dialog.form["path"]
        #expect(path == "~/door.tagdesk.json")
        session.press("Enter")
        let bytes = try #require(session.files[path])
        let opened = try Dump.open(bytes)
        #expect(opened.format == .tagdesk)
        #expect(opened.dump.report.image == (try session.library.open("door.nfc")).dump.report.image)
    }

    @Test("turning the format turns the ending of the path, unless another one was typed")
    func exportEnding() {
        let session = Situation.library().press("F8").toFlipper().press("e", "Space")
        guard case .form(let dialog)? = session.model.dialogs.last else {
            Issue.record("no form")
            return
        }
        #expect(dialog.form["path"].hasSuffix(".nfc"))
    }

    @Test("a file that is there is replaced only after a yes", arguments: [false, true])
    func overwrite(yes: Bool) {
        let session = Situation.library()
        session.files["~/door.tagdesk.json"] = [1, 2, 3]
        session.press("F8").toFlipper().press("e", "Enter")
        #expect(session.text.contains("Replace the file?"))
        #expect(session.files["~/door.tagdesk.json"] == [1, 2, 3])
        if yes { session.press("Tab") }
        session.press("Enter")
        #expect((session.files["~/door.tagdesk.json"] == [1, 2, 3]) == !yes)
    }

    // MARK: Names

    @Test("a dump is renamed, and the cursor stays on it")
    func rename() {
        let session = Situation.library().press("F8").toFlipper().press("r")
        for _ in 0..<20 { session.press("Backspace") }
        session.type("front door.nfc").press("Enter")
        #expect(session.model.dumps.selected?.name == "front door.nfc")
        #expect(session.model.dumps.rows?.contains { $0.name == "door.nfc" } == false)
    }

    @Test(
        "no dump is given the name of another, nor one that leads out of the library",
        arguments: ["notes.txt", "../x", ".x", ""])
    func badName(name: String) {
        let session = Situation.library().press("F8").toFlipper().press("r")
        for _ in 0..<20 { session.press("Backspace") }
        session.type(name).press("Enter")
        #expect(session.model.dialogs.count == 1)
        #expect(!session.intents.contains { if case .renameDump = $0 { true } else { false } })
    }

    @Test("a dump is deleted only after a yes; Cancel has the focus", arguments: [false, true])
    func delete(yes: Bool) {
        let session = Situation.library().press("F8").toFlipper().press("Del")
        if yes { session.press("Tab") }
        session.press("Enter")
        #expect(session.model.dumps.rows?.contains { $0.name == "door.nfc" } == !yes)
    }

    // MARK: Size

    @Test("ten thousand dumps are drawn by the window: a row out of view costs nothing")
    func manyDumps() throws {
        let session = Session().place("ntag213-factory").quiet().press("S", "F8")
        let row = try #require(session.model.dumps.rows?.first)
        let rows = (0..<10_000).map { number in
            var row = row
            row.name = "dump \(number)"
            return row
        }
        session.take(.dumps(filter: "", rows, problem: nil))
        #expect(session.text.contains("10000 dumps"))
        session.press("G")
        #expect(session.text.contains("dump 9999"))
        session.press("g")
        #expect(session.text.contains("dump 0"))
    }
}
