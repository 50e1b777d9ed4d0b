import Engine
import NDEF
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("A person composing a message")
struct ComposeWalkTests {
    private static func draft(_ session: Session) -> Draft { session.model.compose.draft }

    /// The plan in front.
    private static func plan(_ session: Session) -> PlanDialog? {
        if case .plan(let dialog)? = session.model.dialogs.last { dialog } else { nil }
    }

    @Test("three records are added, put in order, and planned page by page before anything is sent")
    func threeRecords() throws {
        let session = Situation.composing("ntag213-factory")
        session.press("a").choose("Link").fill("https://www.example.com/visit").press("Enter")
        session.press("a").choose("Text").fill("Open daily").press("Enter")
        session.press("a").choose("App").fill("com.example.app").press("Enter")
        #expect(Self.draft(session).records.count == 3 && Self.draft(session).isChanged)
        session.press("-")
        #expect(Self.draft(session).records[1].content == .aar(package: "com.example.app"))
        let commands = session.intents.count
        session.press("w")
        let dialog = try #require(Self.plan(session))
        #expect(session.intents.count == commands, "nothing is sent by planning")
        #expect(dialog.focus == .accept && dialog.plan.irreversibleSteps.isEmpty)
        #expect(session.text.contains("hide") || dialog.plan.steps.last?.phase == .show)
        session.press("Enter")
        guard case .submit(.change(_, let request))? = session.intents.last else {
            Issue.record("nothing was handed to the engine")
            return
        }
        #expect(request.wish == .write(message: Self.draft(session).encoded))
        #expect(request.expected == dialog.plan && !request.dryRun && request.confirmedUID == nil)
    }

    @Test("a dry run is handed over as one and the plan stays on the screen")
    func dryRun() throws {
        let session = Situation.composing("ntag215-link-text").press("Del", "w", "t")
        guard case .submit(.change(_, let request))? = session.intents.last else {
            Issue.record("nothing was handed to the engine")
            return
        }
        #expect(request.dryRun && Self.plan(session) != nil)
    }

    @Test("the message that is on the tag already takes no write")
    func nothingToDo() {
        let session = Situation.composing("ntag215-link-text").press("w")
        #expect(Self.plan(session) == nil && session.text.contains("nothing to do"))
    }

    @Test("too large a message cannot be written, and says by how much")
    func tooBig() {
        let session = Situation.composing("ntag213-factory")
        session.press("a").choose("Text").fill(String(repeating: "x", count: 200)).press("Enter", "w")
        #expect(Self.plan(session) == nil)
        #expect(session.text.contains("bytes too many"))
    }

    @Test("a faulty field keeps the form open, with the keys on the field and the reason below")
    func faulty() {
        let session = Situation.composing("ntag213-factory").press("a").choose("Mail").fill("nobody").press(
            "Tab", "Enter")
        guard case .form(let dialog)? = session.model.dialogs.last else {
            Issue.record("the form is gone")
            return
        }
        #expect(dialog.problem?.field == "to" && dialog.form.focused?.name == "to")
        #expect(session.text.contains("An address has an @"))
    }

    @Test("Esc keeps the draft, F3 finds it again, q asks, and Ctrl-C asks before the program ends")
    func nothingIsLost() {
        let session = Situation.composing("ntag215-link-text").press("d")
        let records = Self.draft(session).records
        session.press("Esc", "F3")
        #expect(Self.draft(session).records == records)
        session.press("Ctrl-C")
        #expect(session.intents.last != .quit && session.text.contains("Quit?"))
        session.press("Ctrl-C")
        #expect(session.intents.last == .quit)
        session.press("Esc", "q", "Tab", "Tab", "Enter")
        #expect(!Self.draft(session).isChanged && session.model.screen == .workbench)
    }

    @Test("a template is kept, and a draft begins with it")
    func templates() {
        let session = Situation.composing("ntag215-link-text").press("s").fill("Door plate").press("Enter")
        let records = Self.draft(session).records
        #expect(session.templates["Door plate"] == NDEFMessage(records).encoded())
        session.press("e").choose("Nothing").press("e").choose("Door plate")
        #expect(Self.draft(session).records == records && Self.draft(session).origin == .template("Door plate"))
    }

    @Test("a template of the same name is replaced only by who says so")
    func templateTwice() {
        let session = Situation.composing("ntag215-link-text").press("s").fill("Door plate").press("Enter")
        let first = session.templates["Door plate"]
        session.press("d", "s").fill("Door plate").press("Enter")
        #expect(session.text.contains("Replace the template?") && session.templates["Door plate"] == first)
        session.press("Enter")
        #expect(session.model.dialogs.isEmpty && session.templates["Door plate"] == first)
        #expect(Self.draft(session).isChanged)
        session.press("s").fill("Door plate").press("Enter", "Tab", "Enter").fill("Another").press("Enter")
        #expect(session.templates["Door plate"] == first && session.templates["Another"] != nil)
        session.press("d", "s").fill("Door plate").press("Enter", "Tab", "Tab", "Enter")
        #expect(session.templates["Door plate"] == Self.draft(session).encoded && !Self.draft(session).isChanged)
    }

    @Test("a draft begins with a file, and the payload of a record is one")
    func files() throws {
        let session = Situation.composing("ntag216-empty")
        session.files["a.ndef"] = NDEFMessage([try .uri("https://example.com")]).encoded()
        session.files["b.bin"] = [0, 1, 2, 0xFF]
        session.press("e").choose("A file").fill("a.ndef").press("Enter")
        #expect(Self.draft(session).records == [try .uri("https://example.com")])
        session.press("a").choose("MIME").fill("application/x-b", "", "", "b.bin").press("Up", "Up", "Left", "Enter")
        #expect(Self.draft(session).records.last == (try .mime(type: "application/x-b", payload: [0, 1, 2, 0xFF])))
        session.press("a").choose("MIME").fill("application/x-b", "", "", "missing").press("Up", "Up", "Left", "Enter")
        #expect(session.text.contains("missing could not be read."))
    }

    @Test("a password that the tag asks for is asked for once, and given along with the plan")
    func password() throws {
        let session = Situation.composing("ntag213-write-password").press("Del", "w")
        guard case .password(let asked)? = session.model.dialogs.last else {
            Issue.record("no password was asked for")
            return
        }
        #expect(asked.focus == .cancel)
        session.press("Tab").type("00000000")
        if asked.needsDigits { session.press("Tab").type(asked.wantedDigits) }
        session.press("Enter", "Enter")
        let dialog = try #require(Self.plan(session))
        #expect(dialog.credential.password == [0, 0, 0, 0] && dialog.plan.needsAuthentication)
        #expect(!session.text.contains("00 00 00 00 →") || !session.text.contains("00000000"))
    }

    @Test("with --read-only no changing action can be done, each with that reason")
    func readOnly() {
        let session = Session(readOnly: true).place("ntag215-link-text").quiet().press("F3", "d")
        let changing: [Action.ID] =
            [
                .writeMessage, .setPassword, .removePassword, .configureTag, .changeKey, .lockPages, .formatTag,
                .eraseTag,
            ]
        for id in changing {
            #expect(session.model.availability(of: id) == .disabled(because: "started with --read-only"))
        }
    }

    @Test(
        "what cannot be done says why",
        arguments: [
            ("ntag213-locked", Action.ID.formatTag, "locked for good"), ("ultralight", .setPassword, "has no password"),
            ("ntag213-factory", .changeKey, "has no 3DES key"), ("ntag213-factory", .removePassword, "no page needs"),
            ("ntag213-counterfeit", .configureTag, ""),
        ])
    func reasons(tag: String, id: Action.ID, reason: String) {
        let model = Situation.changing(tag).model
        if case .disabled(let because) = model.availability(of: id) {
            #expect(because.contains(reason))
        } else {
            #expect(reason.isEmpty, "\(id) can be done")
        }
    }
}
