import CLinux
import Glibc
import Synchronization
import Tags

/// The record of every change to a tag, kept before, while and after it happens.
///
/// SQLite in WAL mode with `synchronous=FULL`: a step that was acknowledged here survives power loss. Any thread may call;
/// calls wait for each other. Passwords and keys are never kept.
public final class Journal: Sendable {
    private struct Connection: @unchecked Sendable { let database: Database }
    private let connection: Mutex<Connection>
    /// The file.
    public let path: String

    /// Opens the journal, and makes it (and its folder, for this user only) where it is missing.
    public init(path: String) throws(JournalError) {
        self.path = path
        try Self.makeFolder(of: path)
        let database = try Database(path: path)
        chmod(path, 0o600)
        try database.execute(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON")
        try Self.bringUpToDate(database)
        connection = Mutex(Connection(database: database))
    }

    /// Keeps a new operation before its first write, and returns its number.
    public func begin(_ entry: JournalEntry) throws(JournalError) -> Int64 {
        try locked { database throws(JournalError) in
            var id: Int64 = 0
            try database.transaction { () throws(JournalError) in
                try database.run(
                    """
                    INSERT INTO operations (uid, chip, kind, person, reader, started, result, page_size, page_count)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        .text(Hex.string(entry.uid)), .text(entry.chipName), .text(entry.kind.rawValue),
                        .text(entry.person), .text(entry.reader), .integer(entry.started),
                        .text(JournalEntry.Result.open.rawValue), .init(entry.before.pageSize),
                        .init(entry.before.pageCount),
                    ])
                id = database.lastInsertedRow
                try JournalRows.insert(image: entry.before, as: .before, operation: id, in: database)
                try JournalRows.insert(
                    image: JournalRows.image(of: entry.after, like: entry.before), as: .after, operation: id,
                    in: database)
                try JournalRows.insert(files: entry.beforeFiles, as: .before, operation: id, in: database)
                try JournalRows.insert(files: entry.afterFiles, as: .after, operation: id, in: database)
                for (number, step) in entry.steps.enumerated() {
                    try JournalRows.insert(step: step.step, number: number, operation: id, in: database)
                }
            }
            return id
        }
    }

    /// Keeps that the tag acknowledged a step, counted from 0.
    public func acknowledge(operation: Int64, step: Int, at time: Int64) throws(JournalError) {
        try locked { database throws(JournalError) in
            try database.run(
                "UPDATE steps SET acknowledged = ? WHERE operation = ? AND number = ?",
                [.integer(time), .integer(operation), .init(step)])
        }
    }

    /// Keeps how an operation ended, with what was read back.
    public func end(
        operation: Int64, result: JournalEntry.Result, readBack: TagImage? = nil,
        readBackFiles: [UInt16: FileContent]? = nil, verified: Bool, at time: Int64
    ) throws(JournalError) {
        try locked { database throws(JournalError) in
            try database.transaction { () throws(JournalError) in
                try database.run(
                    "UPDATE operations SET result = ?, ended = ?, verified = ? WHERE id = ?",
                    [.text(result.rawValue), .integer(time), .init(verified), .integer(operation)])
                if let readBack {
                    try JournalRows.insert(image: readBack, as: .readBack, operation: operation, in: database)
                }
                try JournalRows.insert(files: readBackFiles ?? [:], as: .readBack, operation: operation, in: database)
            }
        }
    }

    /// Keeps what became of an operation that needed recovery.
    public func settle(operation: Int64, as result: JournalEntry.Result) throws(JournalError) {
        try locked { database throws(JournalError) in
            try database.run(
                "UPDATE operations SET result = ? WHERE id = ?", [.text(result.rawValue), .integer(operation)])
        }
    }

    /// Keeps the same for every operation on this tag that still needs recovery.
    public func settleInterrupted(uid: [UInt8], as result: JournalEntry.Result) throws(JournalError) {
        let waiting = JournalEntry.Result.allCases.filter(\.needsRecovery)
        let places = waiting.map { _ in "?" }.joined(separator: ", ")
        try locked { database throws(JournalError) in
            try database.run(
                "UPDATE operations SET result = ? WHERE uid = ? AND result IN (\(places))",
                [.text(result.rawValue), .text(Hex.string(uid))] + waiting.map { .text($0.rawValue) })
        }
    }

    /// The operations that fit, the newest first.
    public func operations(_ query: JournalQuery = JournalQuery()) throws(JournalError) -> [JournalSummary] {
        try locked { database throws(JournalError) in try JournalRows.summaries(query, in: database) }
    }

    /// One operation whole, or `nil` where there is none of that number.
    public func operation(_ id: Int64) throws(JournalError) -> JournalEntry? {
        try locked { database throws(JournalError) in try JournalRows.entry(id, in: database) }
    }

    /// The newest operation on this tag, where it needs recovery.
    public func interrupted(uid: [UInt8]) throws(JournalError) -> JournalEntry? {
        guard let newest = try newestEffective(uid: uid), newest.result.needsRecovery else { return nil }
        return try operation(newest.id)
    }

    /// The newest operation that may have changed this tag; those that ended before their first write do not count.
    func newestEffective(uid: [UInt8]) throws(JournalError) -> JournalSummary? {
        try operations(JournalQuery(uidPrefix: uid, limit: 100)).first { $0.uid == uid && $0.isEffective }
    }

    /// The wrong passwords this program sent to a tag since the last right one.
    public func failedAttempts(uid: [UInt8]) throws(JournalError) -> Int {
        try locked { database throws(JournalError) in
            var count = 0
            try database.run("SELECT failures FROM attempts WHERE uid = ?", [.text(Hex.string(uid))]) { row in
                count = Int(clamping: row.first?.integer ?? 0)
            }
            return count
        }
    }

    /// Counts one wrong password. Called before the password is sent, and taken back when it was right: a program that
    /// dies in between has then counted one too many, never one too few.
    public func countAttempt(uid: [UInt8]) throws(JournalError) {
        try locked { database throws(JournalError) in
            try database.run(
                "INSERT INTO attempts (uid, failures) VALUES (?, 1) ON CONFLICT (uid) DO UPDATE SET failures = failures + 1",
                [.text(Hex.string(uid))])
        }
    }

    /// Starts counting anew after a right password.
    public func clearAttempts(uid: [UInt8]) throws(JournalError) {
        try locked { database throws(JournalError) in
            try database.run("DELETE FROM attempts WHERE uid = ?", [.text(Hex.string(uid))])
        }
    }

    /// Takes some of the count away after a right key, on chips that give only some of it back.
    public func reduceAttempts(uid: [UInt8], by number: Int) throws(JournalError) {
        try locked { database throws(JournalError) in
            try database.run(
                "UPDATE attempts SET failures = max(0, failures - ?) WHERE uid = ?",
                [.init(number), .text(Hex.string(uid))])
        }
    }

    /// Runs `body` on the connection, alone.
    func locked<R: Sendable>(
        _ body: (Database) throws(JournalError) -> R
    ) throws(JournalError) -> R {
        // `Mutex.withLock` rethrows untyped errors only through its own typed parameter.
        try connection.withLock { connection throws(JournalError) in try body(connection.database) }
    }

    private static func makeFolder(of path: String) throws(JournalError) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        var made = path.hasPrefix("/") ? "" : "."
        for part in folder where !part.isEmpty {
            made += "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST {
                throw .unwritable(path: path, reason: String(cString: strerror(errno)))
            }
        }
    }

    private static func bringUpToDate(_ database: Database) throws(JournalError) {
        var version: Int64 = 0
        try database.run("PRAGMA user_version") { version = $0.first?.integer ?? 0 }
        if version > JournalSchema.version { throw .newer(version: Int(clamping: version)) }
        guard version < JournalSchema.version else { return }
        try database.transaction { () throws(JournalError) in
            // Another program may have made the tables while we waited for the lock.
            var now: Int64 = 0
            try database.run("PRAGMA user_version") { now = $0.first?.integer ?? 0 }
            guard now < JournalSchema.version else { return }
            if now == 0 {
                try database.execute(JournalSchema.tables)
            } else {
                for next in now + 1...Int64(JournalSchema.version) {
                    if let addition = JournalSchema.additions[next] { try database.execute(addition) }
                }
            }
            try database.execute("PRAGMA user_version = \(JournalSchema.version)")
        }
    }
}

extension JournalSummary {
    /// It may have changed the tag: a step was acknowledged, or may have reached the tag unnoticed. What was refused or
    /// cancelled at the first step changed nothing.
    var isEffective: Bool { acknowledged > 0 || ![.cancelled, .refusedByTag, .interrupted, .left].contains(result) }
}
