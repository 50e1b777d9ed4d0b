import Glibc
import Synchronization

/// What went wrong beside the engine (files, settings), from any thread, shown to the user once.
final class Complaints: Sendable {
    private let texts = Mutex<[String]>([])

    /// Adds the sentences on one thing, told together.
    func add(_ sentences: [String]) {
        guard !sentences.isEmpty else { return }
        texts.withLock { $0.append(sentences.joined(separator: "; ")) }
    }

    /// Adds one, as a function to hand on.
    var note: @Sendable (String) -> Void { { [self] in add([$0]) } }

    /// All there are since the last call.
    func take() -> [String] {
        texts.withLock { texts in
            defer { texts = [] }
            return texts
        }
    }
}
