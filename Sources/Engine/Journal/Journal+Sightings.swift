import Tags

/// How tags were last read: one row a tag, written only when it holds something else than before.
extension Journal {
    /// How a tag was last read; `nil` where nobody knows.
    public func sighting(uid: [UInt8]) throws(JournalError) -> TagSighting? {
        try locked { database throws(JournalError) in try Self.sighting(uid, in: database) }
    }

    /// Keeps how a tag was read just now.
    /// - Returns: There was something to write.
    @discardableResult
    public func remember(_ sighting: TagSighting) throws(JournalError) -> Bool {
        try locked { database throws(JournalError) in
            let earlier = try Self.sighting(sighting.uid, in: database)
            var kept = sighting
            if let earlier, sighting.agrees(with: earlier) {
                kept = sighting.completed(by: earlier)
                // Why a page was not read is not kept.
                let same = JournalRows.columns(of: kept.pages) == JournalRows.columns(of: earlier.pages)
                if same, kept.files == earlier.files { return false }
            }
            guard kept.byteCount <= TagSighting.mostBytes else { return false }
            try database.transaction { () throws(JournalError) in
                try Self.insert(kept, in: database)
                try database.run(
                    "DELETE FROM sightings WHERE uid NOT IN (SELECT uid FROM sightings ORDER BY seen DESC LIMIT ?)",
                    [.init(TagSighting.mostTags)])
            }
            return true
        }
    }

    /// Forgets how tags were read; what was changed stays known.
    /// - Parameter uid: One tag; `nil` for all.
    /// - Returns: How many were forgotten.
    @discardableResult
    public func forgetSightings(uid: [UInt8]?) throws(JournalError) -> Int {
        try locked { database throws(JournalError) in
            var count = 0
            let (filter, values) = uid.map { (" WHERE uid = ?", [Database.Value.text(Hex.string($0))]) } ?? ("", [])
            try database.transaction { () throws(JournalError) in
                try database.run("SELECT count(*) FROM sightings\(filter)", values) { row in
                    count = Int(clamping: row.first?.integer ?? 0)
                }
                try database.run("DELETE FROM sightings\(filter)", values)
            }
            return count
        }
    }

    private static func insert(_ sighting: TagSighting, in database: Database) throws(JournalError) {
        let (bytes, known) = JournalRows.columns(of: sighting.pages)
        let uid = Database.Value.text(Hex.string(sighting.uid))
        // The rows of its files go with it.
        try database.run("DELETE FROM sightings WHERE uid = ?", [uid])
        try database.run(
            "INSERT INTO sightings (uid, chip, seen, page_size, bytes, known) VALUES (?, ?, ?, ?, ?, ?)",
            [
                uid, .text(sighting.chipName), .integer(sighting.time), .init(sighting.pages.pageSize), .blob(bytes),
                .blob(known),
            ])
        for (id, content) in sighting.files {
            for run in content.runs {
                try database.run(
                    "INSERT INTO sighting_files (uid, file, offset, bytes) VALUES (?, ?, ?, ?)",
                    [uid, .init(Int(id)), .init(run.offset), .blob(run.bytes)])
            }
        }
    }

    private static func sighting(_ uid: [UInt8], in database: Database) throws(JournalError) -> TagSighting? {
        let key = Database.Value.text(Hex.string(uid))
        var found: TagSighting?
        try database.run("SELECT chip, seen, page_size, bytes, known FROM sightings WHERE uid = ?", [key]) { row in
            guard row.count == 5, let chip = row[0].text, let seen = row[1].integer, let size = row[2].integer,
                let bytes = row[3].blob, let known = row[4].blob
            else { return }
            found = TagSighting(
                uid: uid, chipName: chip, time: seen,
                pages: JournalRows.image(bytes: bytes, known: known, pageSize: Int(clamping: size)))
        }
        guard found != nil else { return nil }
        try database.run("SELECT file, offset, bytes FROM sighting_files WHERE uid = ?", [key]) { row in
            guard row.count == 3, let id = row[0].integer, let offset = row[1].integer, let bytes = row[2].blob else {
                return
            }
            found?.files[UInt16(clamping: id), default: FileContent()].set(bytes, at: Int(clamping: offset))
        }
        return found
    }
}

extension TagSighting {
    fileprivate var byteCount: Int {
        pages.pageCount * pages.pageSize + files.values.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.bytes.count } }
    }
}
