import Engine
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("A person at the keyboard")
struct WalkTests {
    @Test("a tag put on the reader is on the screen, and stays there when it is gone until a second Esc")
    func arrival() {
        let session = Session()
        #expect(session.text.contains("Put a tag on the reader."))
        session.place("ntag213-factory").quiet()
        #expect(session.text.contains("04:E1:0C:DA:99:3C:80") && session.text.contains("[2 Memory]"))
        session.takeOff()
        #expect(session.text.contains("[tag gone]") && session.text.contains("[2 Memory]"))
        session.press("Esc")
        #expect(session.text.contains("Esc again forgets this tag") && session.text.contains("[2 Memory]"))
        session.quiet().press("Esc")
        #expect(session.text.contains("[2 Memory]"), "the first Esc is forgotten with its answer")
        session.press("Esc")
        #expect(session.text.contains("Put a tag on the reader."))
    }

    @Test("a jump keeps pages above and below in view")
    func context() throws {
        let session = Session().place("ntag215-link-text").quiet().press("2", "g", "F5").type("40").press("Enter")
        #expect(session.text.contains("43  ") && session.text.contains("3D  "))
        session.press("F5").type("10").press("Enter")
        #expect(session.text.contains("0D  ") && session.text.contains("13  "))
    }

    @Test("what a search found on one tag is not told of the next, and n searches there")
    func searchOnTheNextTag() {
        let session = Session().place("ntag215-link-text").quiet().press("/").type("zzzz").press("Enter")
        #expect(session.quiet().text.contains("0 matches"))
        session.place("ntag213-factory").quiet()
        #expect(!session.text.contains("0 matches"))
        #expect(session.press("n").text.contains("not found: zzzz") && session.text.contains("0 matches"))
    }

    @Test("a selection reminds of copying it")
    func selectionHint() {
        let session = Session().place("ntag213-factory").quiet().press("2", "Space", "j")
        #expect(session.text.contains("y copy"))
    }

    @Test("an event opened on the last row shows what is inside")
    func openedAtTheEnd() {
        let session = Session().place("ntag213-factory").quiet().press("5", "G", "Enter")
        #expect(session.text.contains("READ_SIG") && session.text.contains("FAST_READ"))
    }

    @Test("a reading says how many pages wait for the password, and a tag that leaves is named")
    func words() {
        let session = Session().place("ntag213-read-password")
        #expect(session.text.contains("need a password: p"))
        let uid = session.model.deck.identity.map { Words.uid($0.uid) } ?? "-"
        #expect(session.takeOff().model.deck.log.entries.last?.text == "tag left: \(uid)")
    }

    @Test("what stands under an event and what its words count are the same")
    func exchangesAddUp() throws {
        let session = Session().place("ntag213-factory")
        let entry = try #require(session.model.deck.log.entries.last { $0.operation != nil })
        let cost = try #require(session.model.deck.cost)
        let own = entry.exchanges.filter { $0.kind != .reconnect }.count
        #expect(
            own == cost.exchanges
                || entry.text.contains("(\(Words.count(cost.exchanges - own, "exchange")) at arrival)"))
    }

    @Test("where the simulator was asked for, nothing is said of pcscd")
    func noServiceWords() {
        var model = AppModel(options: .init(simulated: true))
        _ = model.apply(.readers(ReadersState(service: .unreachable, readers: [])), at: Situation.noon)
        #expect(model.lobby.log.entries.allSatisfy { !$0.text.contains("pcscd") })
        #expect(Situation.told(.unreachable, advice: []).lobby.log.entries.contains { $0.text.contains("pcscd") })
    }

    @Test("a record is copied whole or its payload alone")
    func copyPayload() throws {
        let session = Session().place("ntag215-link-text").quiet().press("3")
        let node = try #require(session.model.deck.tree.selected)
        let payload = Words.bytes(Array(node.record.payload))
        #expect(session.model.copyItems.contains { $0.label == "Payload, hex" && $0.text == payload })
        #expect(session.text.contains("pages 04."))
    }

    @Test("the dot in the theme list stays at the theme in force until another is chosen")
    func themeInForce() {
        let session = Session().press("t", "j")
        #expect(session.model.choiceItems(.theme).first { $0.marked }?.label == "default")
        session.press("Enter", "t")
        #expect(session.model.choiceItems(.theme).first { $0.marked }?.label == "mono")
    }

    @Test("the whole sentence of every tag of the bench can be read", arguments: [80, 120, 200])
    func benchSentences(columns: Int) {
        let session = Session(columns: columns, rows: 40).press("b", "g")
        for tag in session.model.benchTags {
            let shown = session.text.split(whereSeparator: { " \n│".contains($0) })
            #expect(tag.summary.split(separator: " ").allSatisfy { shown.contains($0) }, "\(tag.summary)")
            session.press("j")
        }
    }

    @Test("g, G, arrows, Home and End walk the memory, and the cursor of the terminal goes along")
    func moves() {
        let session = Session(columns: 120, rows: 40).place("ntag213-factory").quiet().press("2")
        func offset() -> Int? { session.model.deck.image.map { session.model.deck.memory.offset(in: $0) } }
        #expect(session.press("G").text.contains("page 2C byte 3") && offset() == 179)
        session.press("g", "j", "l", "l")
        #expect(offset() == 6)
        session.press("End", "Right")
        #expect(offset() == 8)
        session.press("h", "Home", "k")
        #expect(offset() == 0)
        let cursor = session.canvas.cursor
        session.press("a")
        #expect(session.canvas.cursor != cursor && session.canvas.cursor?.row == cursor?.row)
    }

    @Test("go to by the palette lands on the byte and selects the record there")
    func goTo() {
        let session = Session().place("ntag215-link-text").quiet().press(":").type("goto 0F").press("Enter")
        #expect(session.text.contains("page 0F byte 0"))
        #expect(session.model.deck.tree.list.cursor == 1)
    }

    @Test("moving in the tree shows the record's bytes in the memory, all of them in one role")
    func linked() throws {
        let session = Session(columns: 120, rows: 40).place("ntag215-link-text").quiet().press("3", "j")
        let ranges = session.model.deck.linkedRanges
        let image = try #require(session.model.deck.image)
        let bytes = ranges.flatMap { $0 }.compactMap { image.byte(at: $0) }
        let node = try #require(session.model.deck.tree.selected)
        #expect(bytes == session.model.recordBytes(node))
        let linked = (0..<40).flatMap { session.canvas.roles($0) }.filter { $0 == .linked }.count
        #expect(linked > bytes.count * 3)
    }

    @Test("a look at the records shows their bytes and keeps the cursor's place in the memory")
    func glance() {
        let session = Session().place("ntag215-link-text").quiet().press("2", "G", "3")
        #expect(session.text.contains("▎04  03 54 91 01"))
        #expect(session.press("2").text.contains("page 86 byte 3"))
    }

    @Test("PgDn and PgUp page through the details of a record to their end and back")
    func details() {
        let session = Session().place("ntag216-contact-wifi-app").quiet().press("3")
        #expect(session.text.contains("VERSION"))
        for _ in 0..<20 { session.press("PgDn") }
        #expect(!session.text.contains("VERSION") && session.text.contains("END:VCAR"))
        for _ in 0..<20 { session.press("Ctrl-U") }
        #expect(session.text.contains("VERSION") && session.model.deck.tree.list.cursor == 0)
    }

    @Test("search goes on with n and N, round the end with a word")
    func search() {
        let session = Session().place("ntag215-link-text").quiet().press("/").type("room").press("Enter")
        #expect(session.text.contains("match 1 of"))
        session.press("N")
        #expect(session.text.contains("went on from the end"))
        session.press("n")
        #expect(session.text.contains("went on from the start"))
        session.press("/").type("x FE FE FE").press("Enter")
        #expect(session.text.contains("not found"))
    }

    @Test("what is selected is copied as hex, ASCII and C array")
    func copy() {
        let session = Session().place("ntag213-factory").quiet().press("g", "Space", "l", "l", "y", "Enter")
        #expect(session.intents.last == .copy("04 E1 0C"))
        #expect(session.text.contains("copied: 3 bytes as hex"))
        session.press("y", "j", "j", "Enter")
        #expect(session.intents.last == .copy("const unsigned char bytes[3] = { 0x04, 0xE1, 0x0C };"))
    }

    @Test("a link opens only after its whole text was shown and Open was chosen")
    func link() {
        let session = Session().place("ntag215-link-text").quiet().press("3", "o")
        #expect(session.text.contains("https://www.example.com/visit?room=2.17"))
        session.press("Enter")
        #expect(!session.intents.contains { if case .openLink = $0 { true } else { false } })
        session.press("o", "Tab", "Enter")
        #expect(session.intents.last == .openLink("https://www.example.com/visit?room=2.17"))
    }

    @Test("the bench puts a tag on, takes it off and pulls it in the middle of a reading")
    func bench() {
        let session = Session().press("b", "Enter").quiet()
        #expect(session.text.contains("04:E1:0C:DA:99:3C:80"))
        session.press("b", "x")
        #expect(session.text.contains("[tag gone]"))
        session.press("b", "j", "Enter", "b", "-", "-", "p", "R")
        #expect(session.model.notice?.kind == .error && session.text.contains("Error"))
        #expect(session.model.deck.failure != nil)
    }

    @Test("an error stays until a key, is copied by y, and Esc closes only it")
    func error() {
        let session = Session().place("ntag215-link-text").quiet()
        session.bench.pull(afterFrames: 2)
        session.press("R")
        session.wait(milliseconds: 60_000)
        #expect(session.model.notice?.kind == .error)
        session.press("y")
        guard case .copy(let text) = session.intents.last else {
            Issue.record("nothing was copied")
            return
        }
        #expect(text.contains("lost"))
        #expect(session.model.deck.image?.knownPages == 133, "what was read before is kept")
        #expect(session.model.notice?.kind == .success && session.model.showsWorkbench)
    }

    @Test("errors told before there is a reader wait their turn, outlast a success, and stand in Activity")
    func startupErrors() {
        let faults = ["the theme is faulty", "a tag's file is damaged"]
        let session = Session(complaints: faults + faults.prefix(1)).place("ntag213-factory")
        session.say("no reader is there")
        session.wait(milliseconds: 60_000)
        #expect(session.model.notice?.text == faults[0])
        #expect(session.press("Esc").model.notice?.text == faults[1], "an error that waits is not told twice")
        #expect(session.press("Esc").model.notice?.text == "no reader is there")
        #expect(session.model.nextDeadline(after: session.now) == session.now.advanced(milliseconds: Notice.lifetime))
        #expect(session.wait(milliseconds: Notice.lifetime).model.notice == nil)
        let told = session.model.deck.log.entries.map(\.text)
        for text in faults + ["no reader is there"] { #expect(told.contains(text), "\(text)") }
    }

    @Test("many errors are told one after another, and say how many are to come; the newest is among them")
    func manyErrors() {
        let session = Session().quiet()
        for number in 1...50 { session.complain("fault \(number)") }
        #expect(session.text.contains("8 more to come") && session.model.notice?.text == "fault 1")
        for _ in 1...8 { session.press("Esc") }
        #expect(session.model.notice?.text == "fault 50" && !session.text.contains("to come"))
        #expect(session.press("Esc").model.notice == nil)
    }

    @Test("a line of success goes after three seconds, and nothing needs a timer after that")
    func toast() {
        let session = Session().place("ntag213-factory")
        #expect(session.model.nextDeadline(after: session.now) == session.now.advanced(milliseconds: 3000))
        session.wait(milliseconds: 2999)
        #expect(session.model.notice != nil)
        session.wait(milliseconds: 1)
        #expect(session.model.notice == nil && session.model.nextDeadline(after: session.now) == nil)
    }

    @Test("work that lasts is shown with how to stop it, after 300 ms and not before")
    func progress() {
        let session = Session().place("ntag213-factory").quiet()
        let reader = session.model.reader ?? ""
        let id = OperationID(number: 99)
        session.apply(.started(id, reader: reader, .read))
        session.apply(.progressed(id, OperationProgress(activity: "reading pages", done: 45, total: 135)))
        #expect(!session.text.contains("45 of 135"))
        #expect(session.model.nextDeadline(after: session.now) == session.now.advanced(milliseconds: 300))
        session.wait(milliseconds: 300)
        #expect(session.text.contains("reading pages 45 of 135, x stops it"))
        #expect(session.model.nextDeadline(after: session.now) == nil)
        session.press("x")
        #expect(session.intents.last == .cancel(id))
    }

    @Test("a key that means nothing here gets an answer", arguments: ["w", "F2", "Ctrl-K", "a"])
    func wrongKey(name: String) {
        let session = Session().place("ntag213-factory").quiet().press("1", name)
        #expect(session.model.notice?.kind == .hint)
    }

    @Test("q, F10 and Ctrl-C leave; Ctrl-C also out of a dialog", arguments: ["q", "F10", "Ctrl-C"])
    func quit(name: String) {
        #expect(Session().press(name).intents.last == .quit)
        #expect(Session().press(":", "Ctrl-C").intents.last == .quit)
        #expect(Session().press("?", "q").intents.isEmpty)
    }

    @Test("Ctrl-L and Ctrl-Z work in every dialog", arguments: [":", "?", "b", "t", "r"])
    func everywhere(name: String) {
        let session = Session().press(name, "Ctrl-L", "Ctrl-Z")
        #expect(session.intents.suffix(2) == [.repaint, .suspend] && session.model.dialogs.count == 1)
    }

    @Test("each reader keeps its own place, and r goes from one to the other")
    func twoReaders() {
        let other = SimulatedReader(profile: .part3, name: "Simulated Part 3 01 00")
        let session = Session(extraReaders: [other]).place("ntag213-factory").quiet().press("G")
        if let tag = SimulatorBench.defaultTags().first(where: { $0.name == "ultralight" })?.tag { other.insert(tag) }
        session.sync()
        #expect(session.text.contains("r chooses it"))
        session.press("r", "j", "Enter")
        #expect(session.text.contains("Ultralight") && session.model.deck.memory.list.cursor == 0)
        session.press("r", "k", "Enter")
        #expect(session.model.deck.memory.list.cursor == 44)
    }

    @Test("the themes are shown while they are chosen, and Esc brings the old one back")
    func theme() {
        let session = Session().press("t", "j")
        #expect(session.intents.last == .setTheme("mono"))
        session.press("Esc")
        #expect(session.intents.last == .setTheme("default") && session.model.options.theme == "default")
        #expect(!session.intents.contains(.saveTheme("mono")))
        session.press("t", "j", "Enter")
        #expect(session.intents.last == .saveTheme("mono"))
    }

    @Test("pasted text never runs as keys, but fills a field that has the focus")
    func paste() {
        let session = Session().place("ntag213-factory").quiet().send(.paste("q\u{3}G"))
        #expect(session.intents.isEmpty && session.model.deck.memory.list.cursor == 0)
        session.press("/").send(.paste("x 04 E1\n0C")).press("Enter")
        #expect(session.text.contains("match 1 of"))
    }

    @Test("a click focuses and places the cursor, the wheel scrolls what is under it, the F-bar is buttons")
    func mouse() {
        let session = Session().place("ntag213-factory").quiet()
        let rows = session.text.split(separator: "\n", omittingEmptySubsequences: false)
        let row = rows.firstIndex { $0.contains(" 03  E1") } ?? 0
        session.send(.mouse(Mouse(.click, at: Point(column: 9, row: row))))
        #expect(session.text.contains("page 03 byte 1"))
        session.send(.mouse(Mouse(.wheelDown, at: Point(column: 9, row: row))))
        #expect(session.text.contains("page 06 byte 1"))
        session.send(.mouse(Mouse(.click, at: Point(column: 2, row: 23))))
        #expect(session.text.contains(" Help "))
        let off = Session().press("m")
        #expect(off.intents.last == .setMouse(false))
        off.send(.mouse(Mouse(.click, at: Point(column: 2, row: 23))))
        #expect(off.model.dialogs.isEmpty)
    }

    @Test("a reader that goes and comes back is chosen again")
    func unplugged() {
        let session = Session().place("ntag213-factory").quiet()
        session.bench.reader.unplug()
        session.sync()
        #expect(session.text.contains("[tag gone]"))
        session.bench.reader.plugIn()
        session.sync()
        #expect(session.model.reader == session.bench.reader.name)
    }

    @Test("any key in any order leaves cursor and view inside", arguments: 0..<8)
    func anyKeys(seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(count))
        }
        let quits: Set<Action.ID> = [.quit, .leave]
        let keys =
            Action.all.filter { !quits.contains($0.id) }.flatMap(\.keys) + [Key(.character("x")), Key(.backspace)]
        let names = SimulatorBench.defaultTags().map(\.name)
        let session = Session(columns: 24 + next(150), rows: 6 + next(50)).place(names[next(names.count)])
        for _ in 0..<150 {
            session.press(keys[next(keys.count)].name)
            let canvas = session.canvas
            #expect(canvas.cursor.map { canvas.bounds.contains($0) } == true)
        }
    }
}
