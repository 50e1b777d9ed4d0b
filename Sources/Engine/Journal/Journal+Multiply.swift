import Tags

extension Journal {
    /// Copies an operation until the journal holds as many as years of work leave behind: for the figures, which search in it.
    ///
    /// The copies spread evenly over `tags` UIDs, whose last three bytes count up; images are not copied.
    /// - Returns: How many operations there are then.
    package func multiply(_ operation: Int64, to count: Int, tags: Int) throws(JournalError) -> Int {
        guard tags > 0 else { return 0 }
        return try locked { database throws(JournalError) in
            try database.transaction { () throws(JournalError) in
                try database.run(
                    """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    INSERT INTO operations (uid, chip, kind, person, reader, started, ended, result, page_size, page_count,
                        verified)
                    SELECT substr(uid, 1, 8) || printf('%06X', i % ?), chip, kind, person, reader, started + i, ended,
                        result, page_size, page_count, verified
                    FROM n, operations WHERE id = ?
                    """, [.init(count - 1), .init(tags), .integer(operation)])
                try database.run(
                    """
                    INSERT INTO steps (operation, number, target, address, offset, phase, old, new, reads_back, why,
                        reversible, consequence, secret, acknowledged)
                    SELECT o.id, number, target, address, offset, phase, old, new, reads_back, why, reversible, consequence,
                        secret, acknowledged
                    FROM operations o, steps WHERE operation = ? AND o.id > ?
                    """, [.integer(operation), .integer(operation)])
            }
            var found: Int64 = 0
            try database.run("SELECT count(*) FROM operations") { found = $0.first?.integer ?? 0 }
            return Int(clamping: found)
        }
    }
}
