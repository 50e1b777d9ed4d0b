import Engine
import NDEF
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

/// A person's steps with the engine, the journal and a simulated NTAG 424 DNA behind the screens.
@Suite("A person with an NTAG 424 DNA")
struct CardWalkTests {
    private static let key = "00112233445566778899AABBCCDDEEFF"
    private static let master = "F0E0D0C0B0A090807060504030201000"

    private static func version(_ session: Session, _ key: Int) -> UInt8? {
        session.model.deck.report?.dna?.keyVersions[UInt8(key)]
    }

    private static func link(_ session: Session) -> String? {
        guard case .uri(let link)? = session.model.deck.report?.ndef?.decoding?.message.records.first?.content
        else { return nil }
        return link
    }

    /// Sets a key from the screen Protect, to the plan or to the end.
    private static func set(_ number: Int, _ key: String, on session: Session, from old: String = "") -> Session {
        session.press("K")
        for _ in 0..<number { session.press("Space") }
        return session.press("Tab").type(key).press("Tab").type(key).press("Tab", "Tab").type(old).press("Enter")
    }

    /// Says yes to a plan; the reading that follows it is waited for, too.
    private static func agree(_ session: Session) -> Session { session.press("Tab", "Enter").sync() }

    /// Closes what the tag had to say.
    private static func close(_ session: Session) {
        while case .text? = session.model.dialogs.last { session.press("Esc") }
        session.quiet()
    }

    @Test("keys are set, a link is written and tapped, rights are set, and all is as delivered again")
    func wholeWalk() throws {
        let session = Situation.changing("ntag424-factory")
        _ = Self.set(1, Self.key, on: session)
        #expect(session.text.contains("ChangeKey 1") && session.text.contains("Authenticate 1"), "\(session.text)")
        #expect(!session.text.contains("001122"))
        session.press("Enter")
        #expect(Self.version(session, 1) == 0, "Cancel has the focus first")
        _ = Self.agree(Self.set(1, Self.key, on: session))
        #expect(Self.version(session, 1) == 1, "\(session.text)")
        _ = Self.agree(Self.set(0, Self.master, on: session.quiet()))
        #expect(Self.version(session, 0) == 1, "\(session.text)")

        session.quiet().press("d").type("example.com/t?uid={uid}&ctr={ctr}&mac={mac}").press("Enter")
        #expect(session.text.contains("ChangeFileSettings 02"), "\(session.text)")
        _ = Self.agree(session)
        #expect(session.text.contains("Tapped once") && session.text.contains("MAC holds"), "\(session.text)")
        Self.close(session)
        let uid = try #require(session.model.deck.identity?.uid)
        #expect(Self.link(session)?.contains("uid=" + Hex.string(uid)) == true, "\(session.text)")
        #expect(session.model.availability(of: .dynamicLinkOff) == .available)

        session.press("D", "Enter")
        _ = Self.agree(session)
        #expect(session.model.availability(of: .dynamicLinkOff) != .available, "\(session.text)")
        Self.close(session)
        session.press("P", "Space", "Space", "Enter")
        _ = Self.agree(session)
        Self.close(session)
        session.press("0", "Enter")
        _ = Self.agree(session)
        #expect(Self.version(session, 0) == 0 && Self.version(session, 1) == 0, "\(session.text)")
    }

    @Test("a wrong key brings its form back with what was typed, and says what to do")
    func wrongKey() {
        let session = Situation.changing("ntag424-link").press("a", "Tab", "Space", "Tab", "Tab", "Tab", "Tab", "Tab")
        session.type(String(repeating: "77", count: 16)).press("Enter")
        if case .plan? = session.model.dialogs.last { _ = Self.agree(session) }
        #expect(session.text.contains("91AE") || session.text.contains("key is wrong"), "\(session.text)")
        session.press("Esc")
        guard case .form(let dialog)? = session.model.dialogs.last else {
            Issue.record("the form did not come back: \(session.text)")
            return
        }
        #expect(dialog.form.secret("now0")?.bytes == [UInt8](repeating: 0x77, count: 16))
    }

    @Test("a missing key is asked for in its field")
    func missingKey() {
        let session = Situation.changing("ntag424-link").press("P", "Space", "Enter")
        session.press("Esc")
        guard case .form(let dialog)? = session.model.dialogs.last else {
            Issue.record("the form did not come back: \(session.text)")
            return
        }
        #expect(dialog.form.focused?.name == "now0" && dialog.problem?.sentence.contains("key 0") == true)
    }

    @Test(
        "a tag pulled away while its keys are set asks what shall become of it, and both ways lead out",
        arguments: [RecoveryDialog.Choice.finish, .putBack])
    func recovery(choice: RecoveryDialog.Choice) throws {
        var (asked, planned) = (0, 0)
        for frames in stride(from: 1, through: 60, by: 2) {
            let session = Self.set(1, Self.key, on: Situation.changing("ntag424-factory"))
            session.press("Tab")
            session.bench.pull(afterFrames: frames)
            session.press("Enter")
            if session.model.deck.present { break }
            session.forgetPasswords()
            session.press("Esc").place("ntag424-factory").quiet()
            guard case .recovery? = session.model.dialogs.last else { continue }
            asked += 1
            session.press("Up", "Up", "Up")
            if choice == .putBack { session.press("Down") }
            session.press("Enter")
            guard case .form(let form)? = session.model.dialogs.last else {
                Issue.record("no form after \(frames) frames: \(session.text)")
                continue
            }
            #expect(form.form.fields.map(\.name).contains("other1"))
            session.press("Tab").type(Self.key).press("Enter").sync()
            if case .plan(let dialog)? = session.model.dialogs.last {
                planned += 1
                #expect(!dialog.plan.steps.isEmpty && dialog.focus == .cancel, "\(session.text)")
                session.press("Left", "Enter").sync()
            }
            #expect(Self.version(session, 1) == (choice == .finish ? 1 : 0), "after \(frames) frames: \(session.text)")
            session.press("Esc").takeOff().place("ntag424-factory").quiet()
            #expect(session.model.dialogs.isEmpty, "it is settled: \(session.text)")
        }
        #expect(asked > 0 && planned > 0)
    }

    @Test("the plan of a recovery is shown first, and without a yes nothing is sent and it stays to be done")
    func recoveryPreview() throws {
        let found = stride(from: 1, through: 60, by: 2).lazy.compactMap { frames -> Session? in
            let session = Self.set(1, Self.key, on: Situation.changing("ntag424-factory"))
            session.press("Tab")
            session.bench.pull(afterFrames: frames)
            session.press("Enter")
            guard !session.model.deck.present else { return nil }
            session.forgetPasswords()
            session.press("Esc").place("ntag424-factory").quiet()
            guard case .recovery? = session.model.dialogs.last else { return nil }
            session.press("Up", "Up", "Up", "Enter", "Tab").type(Self.key).press("Enter").sync()
            guard case .plan? = session.model.dialogs.last else { return nil }
            return session
        }
        .first
        let session = try #require(found)
        #expect(session.text.contains("Finish: NTAG 424 DNA") && session.text.contains("key 1"), "\(session.text)")
        let before = Self.version(session, 1)
        session.press("Enter").sync()
        #expect(session.model.dialogs.isEmpty && Self.version(session, 1) == before)
        session.takeOff().place("ntag424-factory").quiet()
        guard case .recovery? = session.model.dialogs.last else {
            Issue.record("it is forgotten: \(session.text)")
            return
        }
    }

    @Test("an engineer reads commands with key and file, and no key")
    func trace() {
        let session = Self.agree(Self.set(1, Self.key, on: Situation.changing("ntag424-factory")))
        let meanings = session.model.deck.log.entries.flatMap(\.exchanges).map(\.meaning)
        #expect(meanings.contains { $0.hasPrefix("AuthenticateEV2First key 0") })
        #expect(meanings.contains { $0.hasPrefix("ChangeKey key 1") })
        let changes = session.model.deck.log.entries.flatMap(\.exchanges).filter { $0.meaning.hasPrefix("ChangeKey") }
        #expect(!changes.isEmpty && changes.allSatisfy { !$0.maskedCommand.isEmpty })
    }
}
