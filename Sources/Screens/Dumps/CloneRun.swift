import Dumps
import Engine
import Tags

/// One dump that goes onto one tag after the other: what is written, and what became of each tag.
struct CloneRun: Equatable, Sendable {
    /// What is typed once, for all tags that are to come.
    static let confirmation = "CLONE"

    /// How it went with one tag.
    enum Outcome: Equatable, Sendable {
        /// It is written and read back, or held all of it already.
        case done(String)
        /// We refused, before anything was sent.
        case refused(String)
        /// The tag or the reader failed.
        case failed(String)
        /// It was passed over.
        case skipped(String)

        /// The word for it.
        var word: String {
            switch self {
            case .done: "done"
            case .refused: "refused"
            case .failed: "failed"
            case .skipped: "skipped"
            }
        }
        /// What happened, in words.
        var words: String {
            switch self {
            case .done(let words), .refused(let words), .failed(let words), .skipped(let words): words
            }
        }
    }

    /// One line of the list.
    struct Result: Equatable, Sendable {
        var uid: [UInt8]
        var chipName: String
        var time: Moment
        var outcome: Outcome
    }

    var source: DumpSource
    var wish: Restoration
    /// What opens each tag.
    var credential: Credential?
    /// The reader that the tags are put on.
    var reader: String
    /// What became of each tag, the first one first.
    var results: [Result] = []
    /// The tag at work.
    var working: [UInt8]?
    /// The tag at work was read with the password already.
    var wasOpened = false
    /// No further tag is taken.
    var isStopped = false
    var list = ListState()

    /// The change as it is asked of each tag.
    var proposal: Proposal { Proposal(.restore(wish), title: "Clone") }

    /// The tag that the dump was just taken of lies on the reader: it is not written over.
    var sourceUID: [UInt8]? { source.place == .unsaved ? source.report.identity.uid : nil }

    /// A tag was written in this run already.
    func isDone(_ uid: [UInt8]) -> Bool {
        results.contains { result in
            guard result.uid == uid else { return false }
            if case .done = result.outcome { return true }
            return false
        }
    }

    /// How many results are of a kind.
    func count(_ word: String) -> Int { results.count { $0.outcome.word == word } }

    /// `3 done, 1 refused`.
    var sum: String {
        let counts = ["done", "refused", "failed", "skipped"].compactMap { word in
            count(word) > 0 || word == "done" ? "\(count(word)) \(word)" : nil
        }
        return counts.joined(separator: ", ")
    }

    /// Notes what became of a tag; the cursor follows.
    mutating func note(_ outcome: Outcome, _ uid: [UInt8], _ chipName: String, at now: Moment) {
        results.append(Result(uid: uid, chipName: chipName, time: now, outcome: outcome))
        list.cursor = results.count - 1
        working = nil
        wasOpened = false
    }
}

extension EngineError {
    /// We refused, before anything was sent.
    var isOurRefusal: Bool {
        switch self {
        case .refusedHere, .needsPassword, .needsConfirmation: true
        default: false
        }
    }
}
