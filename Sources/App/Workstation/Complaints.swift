import Glibc
import Synchronization

/// Sentences about what went wrong beside the engine (files, settings), from any thread, shown to the user once.
final class Complaints: Sendable {
    private let sentences = Mutex<[String]>([])

    /// Adds sentences.
    func add(_ more: [String]) { sentences.withLock { $0 += more } }

    /// Adds one, as a function to hand on.
    var note: @Sendable (String) -> Void { { [self] in add([$0]) } }

    /// All there are since the last call as one text; `nil` where there are none.
    func take() -> String? {
        sentences.withLock { sentences in
            defer { sentences = [] }
            return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
        }
    }
}
