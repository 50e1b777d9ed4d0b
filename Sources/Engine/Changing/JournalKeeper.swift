import Glibc
import Tags

/// The engine's journal: opened when it is first needed, and again after it could not be.
final class JournalKeeper: Sendable {
    /// The file; `nil` where this engine keeps no journal.
    let path: String?
    private let opened = Guarded<Journal?>(nil)
    /// Wrong passwords of this session by UID, where there is no journal to count them in.
    private let counted = Guarded<[[UInt8]: Int]>([:])

    /// Readings are kept too, so that it can be said what has changed since.
    private let remembers: Bool
    /// How the tag on each reader was known before it came.
    private let earlier = Guarded<[String: (uid: [UInt8], sighting: TagSighting?)]>([:])

    init(path: String?, remembersReadings: Bool = false) {
        self.path = path
        remembers = remembersReadings
    }

    /// A tag comes to a reader: what is read of it from now on is the present.
    func beginVisit(on reader: String) { earlier.with { $0[reader] = nil } }

    /// Keeps how a tag was read. A journal that cannot be written is no reason for a reading to fail.
    func remember(_ report: TagReport, on reader: String, at time: Int64) {
        guard remembers, let sighting = TagSighting(report, at: time) else { return }
        // What was known before is set aside first: somebody may ask for it meanwhile.
        let known = try? existing()?.sighting(uid: sighting.uid)
        earlier.with { if $0[reader]?.uid != sighting.uid { $0[reader] = (sighting.uid, known ?? nil) } }
        _ = try? journal().remember(sighting)
    }

    /// How a tag was last read, before it came to the reader where it is now.
    func earlierSighting(uid: [UInt8]) throws(JournalError) -> TagSighting? {
        if let visit = earlier.with({ $0.values.first { $0.uid == uid } }) { return visit.sighting }
        return try existing()?.sighting(uid: uid)
    }

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

    /// The wrong passwords sent to a tag since the last right one, as far as anybody here knows.
    func failedAttempts(uid: [UInt8]) throws(JournalError) -> Int {
        guard path != nil else { return counted.with { $0[uid] ?? 0 } }
        return try journal().failedAttempts(uid: uid)
    }

    /// Counts a password that is about to be sent.
    func countAttempt(uid: [UInt8]) throws(JournalError) {
        guard path != nil else { return counted.with { $0[uid, default: 0] += 1 } }
        try journal().countAttempt(uid: uid)
    }

    /// Starts counting anew after a right password.
    func clearAttempts(uid: [UInt8]) throws(JournalError) {
        guard path != nil else { return counted.with { $0[uid] = nil } }
        try existing()?.clearAttempts(uid: uid)
    }

    /// Takes some of the count away after a right key, on chips that give only some of it back.
    func reduceAttempts(uid: [UInt8], by number: Int) throws(JournalError) {
        guard path != nil else { return counted.with { $0[uid] = max(0, ($0[uid] ?? 0) - number) } }
        try existing()?.reduceAttempts(uid: uid, by: number)
    }

    /// Asks the journal something, and says in the engine's words what is wrong with it.
    func ask<Answer>(_ body: (Journal) throws(JournalError) -> Answer) throws(EngineError) -> Answer {
        do throws(JournalError) {
            return try body(try journal())
        } catch {
            throw EngineError(error)
        }
    }

    /// The file is there.
    var isThere: Bool { path.map { access($0, F_OK) == 0 } ?? false }

    /// The journal where the file is there; reading a tag makes none.
    func existing() throws(JournalError) -> Journal? {
        guard isThere else { return nil }
        return try journal()
    }
}
