import CSQLite
import Glibc

/// A connection to one SQLite file; the only type that calls SQLite.
///
/// Not thread-safe by itself: `Journal` holds it behind a lock.
final class Database {
    /// A value to bind or a column's value.
    enum Value: Equatable {
        case null
        case integer(Int64)
        case text(String)
        case blob([UInt8])
    }

    private let handle: OpaquePointer
    private let path: String
    private var prepared: [String: OpaquePointer] = [:]

    /// Opens or creates the file. `sqlite3_open_v2`
    init(path: String) throws(JournalError) {
        // SQLite would open whatever is there, and a pipe or a device would answer it in riddles.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw .unwritable(path: path, reason: "what is there is no file")
        }
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened else { throw .unwritable(path: path, reason: "out of memory") }
        guard code == SQLITE_OK else {
            let reason = String(cString: sqlite3_errmsg(opened))
            sqlite3_close_v2(opened)
            throw .unwritable(path: path, reason: reason)
        }
        handle = opened
        self.path = path
        // Two programs may share a journal: wait for the other's short transactions.
        sqlite3_busy_timeout(handle, 3_000)
    }

    deinit {
        for statement in prepared.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// The row id of the last insert. `sqlite3_last_insert_rowid`
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The rows that the last statement changed. `sqlite3_changes`
    var changedRows: Int { Int(sqlite3_changes(handle)) }

    /// Runs a script of statements without values.
    func execute(_ script: String) throws(JournalError) {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Runs one statement and hands every row to `row`.
    func run(
        _ statement: String, _ values: [Value] = [], row: ([Value]) -> Void = { _ in }
    ) throws(JournalError) {
        let prepared = try prepare(statement)
        defer {
            sqlite3_reset(prepared)
            sqlite3_clear_bindings(prepared)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1), of: prepared) }
        while true {
            let code = sqlite3_step(prepared)
            switch code {
            case SQLITE_ROW: row(columns(of: prepared))
            case SQLITE_DONE: return
            default: throw failure(code)
            }
        }
    }

    /// Runs `body` as one transaction; nothing of it stays when it throws.
    func transaction(_ body: () throws(JournalError) -> Void) throws(JournalError) {
        try execute("BEGIN IMMEDIATE")
        do {
            try body()
            try execute("COMMIT")
        } catch {
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    private func prepare(_ statement: String) throws(JournalError) -> OpaquePointer {
        if let known = prepared[statement] { return known }
        var made: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, statement, -1, &made, nil)
        guard code == SQLITE_OK, let made else { throw failure(code) }
        prepared[statement] = made
        return made
    }

    private func bind(_ value: Value, at index: Int32, of statement: OpaquePointer) throws(JournalError) {
        // SQLITE_TRANSIENT: SQLite copies before the call returns.
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .text(let text): sqlite3_bind_text(statement, index, text, -1, copies)
            case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(statement, index, 0)
            case .blob(let bytes): sqlite3_bind_blob(statement, index, bytes, Int32(clamping: bytes.count), copies)
            }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func columns(of statement: OpaquePointer) -> [Value] {
        (0..<sqlite3_column_count(statement)).map { column in
            switch sqlite3_column_type(statement, column) {
            case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
            case SQLITE_TEXT:
                return .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
            case SQLITE_BLOB:
                let count = Int(sqlite3_column_bytes(statement, column))
                guard count > 0, let start = sqlite3_column_blob(statement, column) else { return .blob([]) }
                return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
            default: return .null
            }
        }
    }

    private func failure(_ code: Int32) -> JournalError {
        let reason = String(cString: sqlite3_errmsg(handle))
        return switch code & 0xFF {
        case SQLITE_FULL: .full
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(reason: reason)
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM: noRoom ? .full : .unwritable(path: path, reason: reason)
        // A full disk also shows as this: where SQLite cannot make room for the index of its log.
        case SQLITE_IOERR: noRoom ? .full : .failed(reason: reason)
        default: .failed(reason: reason)
        }
    }

    /// The file system of the file has no block left that this user may take. `statvfs(3)`
    private var noRoom: Bool {
        var state = statvfs()
        return statvfs(path, &state) == 0 && state.f_bavail == 0
    }
}

extension Database.Value {
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

    /// Text, or NULL for `nil`.
    init(_ text: String?) { self = text.map(Self.text) ?? .null }
    /// Bytes, or NULL for `nil`.
    init(_ bytes: [UInt8]?) { self = bytes.map(Self.blob) ?? .null }
    /// A number, or NULL for `nil`.
    init(_ number: Int64?) { self = number.map(Self.integer) ?? .null }
    /// A number, or NULL for `nil`.
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
    /// 1 or 0.
    init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
}
