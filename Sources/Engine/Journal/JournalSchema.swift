/// The journal's tables, by schema version.
enum JournalSchema {
    /// The version this program writes.
    static let version = 3

    /// The tables that each version added to the one before, for a journal of an older program.
    static let additions: [Int64: String] = [2: files, 3: sightings]

    /// Version 2: runs of known bytes of a card's files.
    private static let files = """
        CREATE TABLE files (
            operation INTEGER NOT NULL REFERENCES operations (id) ON DELETE CASCADE,
            moment TEXT NOT NULL,
            file INTEGER NOT NULL,
            offset INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (operation, moment, file, offset)
        ) WITHOUT ROWID;
        """

    /// Version 3: how tags were last read.
    private static let sightings = """
        CREATE TABLE sightings (
            uid TEXT PRIMARY KEY,
            chip TEXT NOT NULL,
            seen INTEGER NOT NULL,
            page_size INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            known BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX sightings_by_time ON sightings (seen);
        CREATE TABLE sighting_files (
            uid TEXT NOT NULL REFERENCES sightings (uid) ON DELETE CASCADE,
            file INTEGER NOT NULL,
            offset INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (uid, file, offset)
        ) WITHOUT ROWID;
        """

    /// A page's bytes are kept as they are; a secret step keeps no `new`, so that no password reaches the disk.
    static let tables = """
        CREATE TABLE operations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uid TEXT NOT NULL,
            chip TEXT NOT NULL,
            kind TEXT NOT NULL,
            person TEXT NOT NULL,
            reader TEXT NOT NULL,
            started INTEGER NOT NULL,
            ended INTEGER,
            result TEXT NOT NULL,
            page_size INTEGER NOT NULL,
            page_count INTEGER NOT NULL,
            verified INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX operations_by_uid ON operations (uid, id);
        CREATE INDEX operations_by_result ON operations (result, id);
        CREATE INDEX operations_by_start ON operations (started);
        CREATE TABLE pages (
            operation INTEGER NOT NULL REFERENCES operations (id) ON DELETE CASCADE,
            moment TEXT NOT NULL,
            bytes BLOB NOT NULL,
            known BLOB NOT NULL,
            PRIMARY KEY (operation, moment)
        ) WITHOUT ROWID;
        CREATE TABLE steps (
            operation INTEGER NOT NULL REFERENCES operations (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            target TEXT NOT NULL,
            address INTEGER,
            offset INTEGER,
            phase TEXT NOT NULL,
            old BLOB,
            new BLOB,
            reads_back BLOB,
            why TEXT NOT NULL,
            reversible INTEGER NOT NULL,
            consequence TEXT,
            secret INTEGER NOT NULL,
            acknowledged INTEGER,
            PRIMARY KEY (operation, number)
        ) WITHOUT ROWID;
        \(files)
        \(sightings)
        CREATE TABLE attempts (
            uid TEXT PRIMARY KEY,
            failures INTEGER NOT NULL
        ) WITHOUT ROWID;
        """
}
