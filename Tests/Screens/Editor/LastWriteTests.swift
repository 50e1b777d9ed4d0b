import Engine
import Tags
import Testing

@testable import Screens

@Suite("What is said of edited bytes after a write of our own")
struct LastWriteTests {
    /// Two pages, the first of them acknowledged or not.
    private static func write(_ sent: [Bool], ended: Bool) -> LastWrite? {
        var plan = Plan(kind: .restore, uid: [4, 1, 2, 3, 4, 5, 6], chipName: "NTAG213")
        plan.steps = [8, 9].map {
            PlanStep(
                target: .page($0), phase: .data, old: [0, 0, 0, 0], new: [1, 2, 3, 4], readsBack: nil, why: "data",
                secret: false)
        }
        return LastWrite(
            ChangeOutcome(result: ended ? .done : .failed, plan: plan, sent: sent), pageSize: 4, ended: ended,
            words: "restoring")
    }

    @Test("a byte of the step that was on its way holds neither value, and no stranger is named")
    func torn() throws {
        let sentences = try #require(Self.write([true, false], ended: false)).sentences(about: [.memory(37)])
        #expect(
            sentences == [
                "restoring ended in the middle of a step: 1 changed byte holds neither the old value nor the new one on the tag"
            ])
    }

    @Test("a byte that our own change wrote is told as its doing")
    func own() throws {
        let sentences = try #require(Self.write([true, true], ended: true)).sentences(
            about: [.memory(32), .memory(33), .memory(38)])
        #expect(sentences == ["restoring put something else under 3 changed bytes"])
    }

    @Test("a byte that nothing here has written is the only one told as changed by others")
    func foreign() throws {
        let sentences = try #require(Self.write([true, false], ended: false)).sentences(
            about: [.memory(100), .memory(32), .memory(36)])
        #expect(sentences.count == 3 && sentences.last == "the tag holds something else by now under 1 changed byte")
    }

    @Test("a tag pulled in the middle of a write of edits is never said to have been changed by others")
    func pulled() {
        for frames in 4...24 {
            let session = Situation.typing("ntag213-factory", at: "10", columns: 120, rows: 40)
            session.send(.paste(String(repeating: "A5", count: 32))).press("Enter")
            session.bench.reader.tear = .mix
            session.bench.pull(afterFrames: frames)
            session.press("Enter")
            if session.model.deck.present { break }
            session.press("Esc").place("ntag213-factory")
            let told = session.model.deck.log.entries.map(\.text).filter { $0.contains("they stay changed") }
            #expect(told.allSatisfy { !$0.contains("something else by now") }, "after \(frames): \(told)")
        }
    }
}
