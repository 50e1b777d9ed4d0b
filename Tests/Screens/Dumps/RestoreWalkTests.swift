import Dumps
import Engine
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("Restoring and cloning")
struct RestoreWalkTests {
    /// The pages of user memory that the Flipper's dump and the tag must share afterwards.
    private func sharesUserMemory(_ session: Session) throws -> Bool {
        let dump = try #require(try session.library.open("door.nfc").dump.report.image)
        let tag = try #require(session.model.tagDeck.report?.image)
        return (4..<40).allSatisfy { dump.page($0) == tag.page($0) }
    }

    @Test("a dump is restored after its plan was agreed to, and the tag then holds its message")
    func restore() throws {
        let session = Situation.library().press("F8").toFlipper().press("I", "Enter")
        guard case .plan(let dialog)? = session.model.dialogs.last else {
            Issue.record("no plan: \(session.text)")
            return
        }
        #expect(dialog.plan.kind == .restore && dialog.focus == .cancel)
        #expect(dialog.plan.irreversibleSteps.isEmpty)
        session.press("Tab", "Enter")
        #expect(try sharesUserMemory(session))
        #expect(session.model.tagDeck.report?.ndef?.decoding?.records.count == 1)
    }

    @Test("a plan that is not agreed to writes nothing")
    func cancelled() throws {
        let session = Situation.library().press("F8").toFlipper()
        let before = session.model.tagDeck.report?.image
        session.press("I", "Enter", "Enter")
        #expect(session.model.dialogs.isEmpty)
        #expect(session.model.tagDeck.report?.image == before)
        #expect(!session.intents.contains { if case .submit(.change) = $0 { true } else { false } })
    }

    @Test("a dump of another chip is refused before anything is sent, with both named")
    func otherChip() {
        let session = Situation.library().place("ntag216-empty").quiet().press("F8").toFlipper().press("I", "Enter")
        #expect(session.model.notice?.kind == .error)
        #expect(session.text.contains("NTAG213"))
        #expect(!session.intents.contains { if case .submit(.change) = $0 { true } else { false } })
    }

    @Test("without a tag, and with --read-only, a dump cannot be restored and the reason is told")
    func notNow() {
        let session = Situation.library().takeOff().press("F8").toFlipper()
        #expect(session.model.availability(of: .restoreDump) == .disabled(because: "no tag is on the reader"))
        let readOnly = Session(readOnly: true).place("ntag213-factory").quiet().press("S", "F8")
        #expect(readOnly.model.availability(of: .restoreDump) == .disabled(because: "started with --read-only"))
        #expect(readOnly.model.availability(of: .cloneDump) == .disabled(because: "started with --read-only"))
    }

    @Test("a new PACK without a password is no order, and the form says so")
    func packAlone() {
        let session = Situation.library().press("F8").toFlipper().press("I", "Tab", "Tab", "Tab")
        session.type("ABCD").press("Enter")
        #expect(session.text.contains("PACK is set together with a password"))
    }

    // MARK: Cloning

    @Test("one dump goes onto one tag after the other; every tag is told with what became of it")
    func clone() throws {
        let session = Situation.cloned()
        let run = try #require(session.model.clone)
        #expect(run.results.map(\.outcome.word) == ["done", "refused", "done", "skipped"])
        #expect(run.results.map(\.chipName) == ["NTAG213", "NTAG215", "NTAG213", "NTAG213"])
        #expect(session.text.contains("2 done, 1 refused, 1 skipped"))
    }

    @Test("a tag that was done is passed over when it comes again")
    func twice() throws {
        let session = Situation.cloned()
        session.takeOff().place("ntag213-mirror").takeOff()
        let run = try #require(session.model.clone)
        #expect(run.results.last?.outcome == .skipped("already done"))
        #expect(run.count("done") == 2)
    }

    @Test("the run begins only when the word was typed")
    func confirmation() {
        let session = Situation.library().press("F8").toFlipper().press("W", "Enter")
        #expect(session.model.clone == nil)
        #expect(session.model.dialogs.count == 1)
        #expect(session.text.contains("Type CLONE"))
    }

    @Test("after Esc no further tag is written, and the list stays to be read")
    func stop() throws {
        let session = Situation.cloned().press("Esc")
        #expect(session.model.clone?.results.count == 4)
        session.place("ntag213-write-password")
        #expect(session.model.clone?.results.count == 4)
        #expect(session.text.contains("Stopped"))
        session.press("Esc")
        #expect(session.model.clone == nil && session.model.screen == .dumps)
    }

    @Test("a tag that needs a password nobody gave is refused, and nothing is asked")
    func needsPassword() throws {
        let session = Situation.cloned().place("ntag213-write-password")
        #expect(session.model.dialogs.isEmpty)
        #expect(session.model.clone?.results.last?.outcome.word == "refused")
    }

    @Test("the tag that the dump was taken of is not written over")
    func source() throws {
        let session = Session().place("ntag213-mirror").quiet().press("W")
        session.press("Tab", "Tab", "Tab", "Tab", "Tab").type("CLONE").press("Enter")
        #expect(session.model.clone?.results.isEmpty == true)
        session.place("ntag213-factory").place("ntag213-mirror")
        #expect(session.model.clone?.results.map(\.outcome.word) == ["done", "skipped"])
    }

    @Test("with locks every tag asks for the end of its own UID")
    func locks() {
        let session = Situation.library().place("ntag213-locked").quiet().press("S").place("ntag213-factory").quiet()
        session.press("F8")
        let index = session.model.dumps.rows?.firstIndex { $0.uid.first == 0x04 && $0.uid[1] == 0x11 } ?? 0
        session.press("g")
        for _ in 0..<index { session.press("j") }
        session.press("W", "Tab", "Space", "Tab", "Tab", "Tab", "Tab").type("CLONE").press("Enter")
        guard case .plan(let dialog)? = session.model.dialogs.last else {
            Issue.record("no plan: \(session.text)")
            return
        }
        #expect(dialog.needsDigits && dialog.wantedDigits == "3C80")
        session.press("Esc")
        #expect(session.model.clone?.results.last?.outcome == .skipped("not confirmed"))
    }
}
