import Glibc
import Tags

/// The engine's journal: opened when it is first needed, and again after it could not be.
final class JournalKeeper: Sendable {
    /// The file; `nil` where this engine keeps no journal.
    let path: String?
    private let opened = Guarded<Journal?>(nil)

    init(path: String?) { self.path = path }

    /// The journal, made where it is missing.
    func journal() throws(JournalError) -> Journal {
        guard let path else { throw .off }
        let result = opened.with { opened -> Result<Journal, JournalError> in
            if let opened { return .success(opened) }
            do throws(JournalError) {
                let journal = try Journal(path: path)
                opened = journal
                return .success(journal)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Asks the journal something, and says in the engine's words what is wrong with it.
    func ask<Answer>(_ body: (Journal) throws(JournalError) -> Answer) throws(EngineError) -> Answer {
        do throws(JournalError) {
            return try body(try journal())
        } catch {
            throw EngineError(error)
        }
    }

    /// The journal where the file is there; reading a tag makes none.
    func existing() throws(JournalError) -> Journal? {
        guard let path, access(path, F_OK) == 0 else { return nil }
        return try journal()
    }
}
