import Engine
import NDEF
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

/// A person's steps with the engine, the journal and a simulated tag behind the screens.
@Suite("A person changing a tag")
struct ChangeWalkTests {
    private static func protection(_ session: Session) -> ProtectionState? { session.model.deck.report?.protection }

    private static func records(_ session: Session) -> [NDEFRecord] {
        session.model.deck.report?.ndef?.decoding?.message.records ?? []
    }

    /// Puts the tag on the reader again, as a person does after taking it off.
    private static func putBack(_ session: Session, _ name: String) { session.takeOff().place(name).quiet() }

    @Test("compose three records, write, protect, read with the password, change a record, remove the password")
    func wholeWalk() throws {
        let name = "ntag213-factory"
        let session = Situation.composing(name)
        session.press("a").choose("Link").fill("https://www.example.com/visit").press("Enter")
        session.press("a").choose("Text").fill("Open daily").press("Enter")
        session.press("a").choose("App").fill("com.example.app").press("Enter")
        session.press("w")
        #expect(session.text.contains("all of it can be undone"))
        session.press("Enter")
        #expect(session.text.contains("written and read back"), "\(session.text)")
        #expect(Self.records(session).count == 3 && !session.model.compose.draft.isChanged)

        session.quiet().press("F4", "s").fill("A1B2C3D4").press("Tab", "Space", "Enter")
        #expect(!session.text.contains("A1B2C3D4"))
        session.press("Enter")
        #expect(Self.protection(session)?.passwordProtects == .nothing, "Cancel has the focus first")
        session.press("s").fill("A1B2C3D4").press("Tab", "Space", "Enter", "Tab", "Enter")
        #expect(Self.protection(session)?.passwordProtects == .readWrite, "\(session.text)")

        Self.putBack(session, name)
        #expect(Self.protection(session)?.authenticated == false)
        #expect(session.model.deck.report?.ndef?.state == .protected)
        session.press("q", "p")
        #expect(Self.protection(session)?.authenticated == true, "the password is remembered: \(session.text)")
        #expect(Self.records(session).count == 3)

        session.quiet().press("F3", "g", "j", "Enter").press("Ctrl-U").type("Closed today").press("Enter", "w", "Enter")
        #expect(session.text.contains("written and read back"), "\(session.text)")
        #expect(Self.records(session)[1].content == .text(TextContent(text: "Closed today", language: "en")))

        session.quiet().press("q", "F4", "u", "Tab", "Enter")
        #expect(Self.protection(session)?.passwordProtects == .nothing, "\(session.text)")
        Self.putBack(session, name)
        #expect(Self.records(session).count == 3)
    }

    @Test("a dry run writes nothing and leaves the plan on the screen")
    func dryRun() {
        let session = Situation.composing("ntag215-link-text")
        let before = session.model.deck.image
        session.press("Del", "w", "t")
        #expect(session.text.contains("nothing was written"))
        #expect(session.model.deck.image == before && !session.model.dialogs.isEmpty)
    }

    @Test("what can never be undone needs the last four digits of the UID, and no others do")
    func lock() {
        let session = Situation.changing("ntag213-factory").press("L", "a", "Enter")
        session.press("Tab").type("0000").press("Enter")
        #expect(session.text.contains("type 3C80, the end of the UID"))
        #expect(Self.protection(session)?.lockedPages.isEmpty == true)
        session.press("Backspace", "Backspace", "Backspace", "Backspace").type("3c80").press("Enter")
        #expect(Self.protection(session)?.permanentlyReadOnly == true, "\(session.text)")
        #expect(Self.protection(session)?.ccReadOnly == true)
        #expect(session.model.availability(of: .formatTag) != .available)
        session.quiet().press("Esc", "F3")
        session.press("a").choose("Empty").press("w")
        #expect(session.text.contains("locked for good"))
    }

    @Test("one lock bit takes its whole row along, and block-locking freezes it")
    func lockSome() {
        let session = Situation.changing("ntag213-factory").press("L", "j", "Space", "b", "Enter", "Tab").type("3C80")
        session.press("Enter")
        Self.putBack(session, "ntag213-factory")
        #expect(Self.protection(session)?.lockedPages == [4])
        #expect(Self.protection(session)?.frozenPages.contains(4) == true)
    }

    /// Breaks the first write off after each number of frames until one goes through.
    private static func interrupted(_ frames: Int) -> Session? {
        let session = Situation.composing("ntag215-link-text").press("Del", "Del", "w")
        session.bench.pull(afterFrames: frames)
        session.press("Enter")
        return session.model.deck.present ? nil : session.press("Esc")
    }

    @Test(
        "a tag pulled away in the middle asks what shall become of it when it comes back, and both ways end verified",
        arguments: [RecoveryDialog.Choice.finish, .putBack])
    func recovery(choice: RecoveryDialog.Choice) throws {
        let whole = Self.records(Situation.composing("ntag215-link-text"))
        var asked = 0
        for frames in stride(from: 3, through: 40, by: 4) {
            guard let session = Self.interrupted(frames) else { continue }
            session.place("ntag215-link-text").quiet()
            guard case .recovery(let dialog)? = session.model.dialogs.last else {
                // Nothing was sent yet, or all of it was done and proved.
                let found = Self.records(session)
                #expect(found == whole || found == Array(whole.dropFirst(2)), "after \(frames) frames: \(session.text)")
                continue
            }
            asked += 1
            #expect(dialog.focus == .later && session.text.contains("of \(dialog.entry.steps.count) of write"))
            session.press("g", "Up", "Up", "Up")
            if choice == .putBack { session.press("Down") }
            session.press("Enter")
            if case .plan? = session.model.dialogs.last { session.press("Tab", "Enter") }
            let wanted = choice == .finish ? Array(whole.dropFirst(2)) : whole
            #expect(Self.records(session) == wanted, "after \(frames) frames: \(session.text)")
            Self.putBack(session, "ntag215-link-text")
            #expect(session.model.dialogs.isEmpty, "it is settled: \(session.text)")
        }
        #expect(asked > 2)
    }

    @Test("a plan that ends an interrupted write is not called a write")
    func finishButton() throws {
        let session = try #require(stride(from: 7, through: 40, by: 4).lazy.compactMap(Self.interrupted).first)
        session.place("ntag215-link-text").quiet().press("Up", "Up", "Up", "Enter")
        #expect(session.text.contains("Finish"), "\(session.text)")
        #expect(!session.text.contains(" Write "), "\(session.text)")
    }

    /// Changes the password of a protected tag and pulls it away after so many frames; the program is started anew then.
    private static func changedPassword(_ old: String, _ new: String, frames: Int) -> Session? {
        let session = Situation.changing("ntag213-factory").press("s").fill(old).press("Enter", "Tab", "Enter").quiet()
        session.press("s").fill(new).press("Enter", "Tab")
        // The first write leaves the old guard on, so that the old password is needed as well as the new one.
        session.bench.reader.tear = .old
        session.bench.pull(afterFrames: frames)
        session.press("Enter")
        guard !session.model.deck.present else { return nil }
        session.forgetPasswords()
        return session.press("Esc").place("ntag213-factory").quiet()
    }

    @Test("a change of the password that broke off is ended with both passwords, one after the other")
    func bothPasswords() throws {
        var (asked, packs) = (0, 0)
        for frames in 3...40 {
            guard let session = Self.changedPassword("A1B2C3D4", "01020304", frames: frames) else { break }
            guard case .recovery? = session.model.dialogs.last else { continue }
            session.press("Up", "Up", "Up", "Enter")
            var purposes: [PasswordDialog.Purpose] = []
            var takesPACK = false
            while case .password(let dialog)? = session.model.dialogs.last, purposes.count < 3 {
                purposes.append(dialog.purpose)
                let isFirst = dialog.reason?.contains("First") == true
                if isFirst { asked += 1 }
                session.press("Tab").type(isFirst ? "A1B2C3D4" : "01020304").press("Enter")
                if dialog.pack != nil {
                    takesPACK = true
                    session.type("BEEF").press("Enter")
                }
                session.press("Enter")
            }
            if takesPACK { packs += 1 }
            #expect(purposes.count <= 2)
            if case .plan? = session.model.dialogs.last { session.press("Tab", "Enter") }
            let tag = try #require(session.bench.tag(named: "ntag213-factory"))
            #expect(Array(tag.image[0x2B * 4..<0x2B * 4 + 4]) == [1, 2, 3, 4], "after \(frames): \(session.text)")
            if takesPACK {
                #expect(Array(tag.image[0x2C * 4..<0x2C * 4 + 2]) == [0xBE, 0xEF], "after \(frames): \(session.text)")
            }
            #expect(Self.protection(session)?.passwordProtects == .write, "after \(frames): \(session.text)")
            Self.putBack(session, "ntag213-factory")
            #expect(session.model.dialogs.isEmpty, "it is settled: \(session.text)")
        }
        #expect(asked > 0 && packs > 0)
    }

    @Test("the journal lists what was done, opens it, and undoes it")
    func journal() {
        let session = Situation.composing("ntag215-link-text").press("Del", "w", "Enter").quiet()
        let whole = Self.records(Situation.composing("ntag215-link-text"))
        #expect(Self.records(session).count == whole.count - 1)
        session.press("q", "J")
        #expect(session.text.contains("04:51:5C:FA:6F:73:81") && session.text.contains("done"))
        session.press("Enter")
        #expect(session.text.contains("Operation 1") && session.text.contains("acknowledged"))
        session.press("u", "Tab", "Enter")
        #expect(Self.records(session) == whole, "\(session.text)")
        session.quiet().press("Esc", "R")
        #expect(session.text.contains("put back"), "\(session.text)")
    }

    @Test("the journal is filtered by UID, result and day")
    func filter() {
        let session = Situation.composing("ntag215-link-text").press("Del", "w", "Enter").quiet().press("q", "J")
        session.press("f").fill("04 52").press("Enter")
        #expect(session.text.contains("No operation fits"))
        session.press("f", "Ctrl-U").type("0451").press("Enter")
        #expect(session.text.contains("1 operation, filtered"))
        session.press("f").fill("", "", "20x6").press("Enter")
        #expect(session.text.contains("A day is typed as"))
        session.press("Ctrl-U").type("2000-01-01").press("Tab").type("2000-01-02").press("Enter")
        #expect(session.text.contains("No operation fits"))
    }

    @Test("settings are changed one by one; the others stay as they were")
    func configure() {
        let session = Situation.changing("ntag213-mirror")
        let before = Self.protection(session)
        session.press("c", "Tab", "Tab", "Tab", "Space", "Enter", "Tab", "Enter")
        #expect(Self.protection(session)?.counterEnabled == !(before?.counterEnabled ?? false), "\(session.text)")
        #expect(Self.protection(session)?.mirror == before?.mirror && Self.protection(session)?.auth0 == before?.auth0)
    }

    @Test("format and erase leave an empty message", arguments: ["F", "E"])
    func clear(key: String) {
        let session = Situation.changing("ntag215-link-text").press(key, "Enter")
        #expect(!Self.records(session).isEmpty, "Cancel has the focus first")
        session.press(key, "Tab", "Enter")
        #expect(session.model.deck.report?.ndef?.state == .empty, "\(session.text)")
    }

    @Test("the key of an Ultralight C is set, proved, asked for and taken off again")
    func key() {
        let key = "00112233445566778899AABBCCDDEEFF"
        let session = Situation.changing("ultralight-c").press("s").fill(key).press("Enter", "Tab", "Enter")
        #expect(Self.protection(session)?.passwordProtects == .write, "\(session.text)")
        session.quiet().press("u", "Tab", "Enter")
        #expect(Self.protection(session)?.passwordProtects == .nothing, "\(session.text)")
    }

    @Test("ten wrong passwords for a write to a tag with a limit of three never lock it")
    func attempts() {
        let session = Situation.changing("ntag213-factory").press("s").fill("A1B2C3D4").press(
            "Tab", "Tab", "Tab", "Tab")
        session.press("Right", "Right", "Right", "Right", "Enter")
        session.press("Tab").type("3C80").press("Enter")
        #expect(Self.protection(session)?.authLimit == 3, "\(session.text)")
        // Another session knows neither the password nor what was tried.
        let name = "ntag213-factory"
        let tag = session.bench.tag(named: name)
        Self.putBack(session, name)
        session.forgetPasswords()
        session.quiet().press("q", "F3", "a").choose("Text").fill("x").press("Enter")
        for _ in 0..<10 {
            session.press("Esc", "F3", "w")
            guard case .password(let dialog)? = session.model.dialogs.last else { continue }
            session.press("Tab").type("00000000")
            if dialog.needsDigits { session.press("Tab").type(dialog.wantedDigits) }
            session.press("Enter", "Enter")
            if case .plan? = session.model.dialogs.last { session.press("Enter") }
            session.press("Esc", "Esc")
        }
        #expect((tag?.failedAuthentications ?? 99) < 3)
        #expect((tag?.failedAuthentications ?? 0) > 0)
    }
}
