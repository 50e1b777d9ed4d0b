import Tags

/// Journal values to rows and back.
enum JournalRows {
    /// Which image of an operation.
    enum Moment: String { case before, after, readBack }

    static func insert(
        image: TagImage, as moment: Moment, operation: Int64, in database: Database
    ) throws(JournalError) {
        let (bytes, known) = columns(of: image)
        try database.run(
            "INSERT OR REPLACE INTO pages (operation, moment, bytes, known) VALUES (?, ?, ?, ?)",
            [.integer(operation), .text(moment.rawValue), .blob(bytes), .blob(known)])
    }

    /// An image's bytes, and for each page whether it is known.
    static func columns(of image: TagImage) -> (bytes: [UInt8], known: [UInt8]) {
        var bytes: [UInt8] = []
        var known: [UInt8] = []
        for page in 0..<image.pageCount {
            let content = image.page(page)
            known.append(content == nil ? 0 : 1)
            bytes += content ?? Array(repeating: 0, count: image.pageSize)
        }
        return (bytes, known)
    }

    /// Keeps the known runs of files.
    static func insert(
        files: [UInt16: FileContent], as moment: Moment, operation: Int64, in database: Database
    ) throws(JournalError) {
        for (id, content) in files {
            for run in content.runs {
                try database.run(
                    "INSERT OR REPLACE INTO files (operation, moment, file, offset, bytes) VALUES (?, ?, ?, ?, ?)",
                    [
                        .integer(operation), .text(moment.rawValue), .init(Int(id)), .init(run.offset),
                        .blob(run.bytes),
                    ])
            }
        }
    }

    private static func addFiles(to entry: inout JournalEntry, in database: Database) throws(JournalError) {
        var files: [Moment: [UInt16: FileContent]] = [:]
        try database.run(
            "SELECT moment, file, offset, bytes FROM files WHERE operation = ?", [.integer(entry.id)]
        ) { row in
            guard row.count == 4, let moment = row[0].text.flatMap(Moment.init), let id = row[1].integer,
                let offset = row[2].integer, let bytes = row[3].blob
            else { return }
            files[moment, default: [:]][UInt16(clamping: id), default: FileContent()].set(
                bytes, at: Int(clamping: offset))
        }
        entry.beforeFiles = files[.before] ?? [:]
        entry.afterFiles = files[.after] ?? [:]
        entry.readBackFiles = files[.readBack]
    }

    /// Some pages as an image in which the others are unread.
    static func image(of pages: [Int: [UInt8]], like image: TagImage) -> TagImage {
        var result = TagImage(pageSize: image.pageSize, pageCount: image.pageCount)
        for (page, bytes) in pages { result.set(page: page, to: bytes) }
        return result
    }

    static func insert(
        step: PlanStep, number: Int, operation: Int64, in database: Database
    ) throws(JournalError) {
        let (target, address, offset) = columns(of: step.target)
        try database.run(
            """
            INSERT INTO steps (operation, number, target, address, offset, phase, old, new, reads_back, why, reversible,
                consequence, secret) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(operation), .init(number), .text(target), .init(address), .init(offset),
                .text(step.phase.rawValue), .init(step.secret ? nil : step.old), .init(step.secret ? nil : step.new),
                .init(step.secret ? nil : step.readsBack), .text(step.why), .init(step.reversible),
                .init(step.consequence), .init(step.secret),
            ])
    }

    static func summaries(_ query: JournalQuery, in database: Database) throws(JournalError) -> [JournalSummary] {
        var conditions: [String] = []
        var values: [Database.Value] = []
        if !query.uidPrefix.isEmpty {
            // A range over the index: no scan however long the journal is. `G` is past every hex digit.
            let prefix = Hex.string(query.uidPrefix)
            conditions.append("uid >= ? AND uid < ?")
            values += [.text(prefix), .text(prefix + "G")]
        }
        if !query.results.isEmpty {
            conditions.append("result IN (" + query.results.map { _ in "?" }.joined(separator: ", ") + ")")
            values += query.results.map { .text($0.rawValue) }
        }
        if let from = query.from {
            conditions.append("started >= ?")
            values.append(.integer(from))
        }
        if let until = query.until {
            conditions.append("started < ?")
            values.append(.integer(until))
        }
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        var summaries: [JournalSummary] = []
        try database.run(
            """
            SELECT id, uid, chip, kind, started, result,
                (SELECT count(*) FROM steps WHERE operation = id),
                (SELECT count(acknowledged) FROM steps WHERE operation = id)
            FROM operations\(filter) ORDER BY id DESC LIMIT ?
            """, values + [.init(max(0, query.limit))]
        ) { row in
            if let summary = summary(of: row) { summaries.append(summary) }
        }
        return summaries
    }

    static func entry(_ id: Int64, in database: Database) throws(JournalError) -> JournalEntry? {
        var found: JournalEntry?
        try database.run(
            """
            SELECT id, uid, chip, kind, started, result, person, reader, ended, page_size, page_count, verified
            FROM operations WHERE id = ?
            """, [.integer(id)]
        ) { found = entry(of: $0) }
        guard var entry = found else { return nil }
        let pageSize = entry.before.pageSize
        try database.run("SELECT moment, bytes, known FROM pages WHERE operation = ?", [.integer(id)]) { row in
            guard row.count == 3, let moment = row[0].text.flatMap(Moment.init), let bytes = row[1].blob,
                let known = row[2].blob
            else { return }
            let image = image(bytes: bytes, known: known, pageSize: pageSize)
            switch moment {
            case .before: entry.before = image
            case .readBack: entry.readBack = image
            case .after:
                for page in 0..<image.pageCount { entry.after[page] = image.page(page) }
            }
        }
        try addFiles(to: &entry, in: database)
        try database.run(
            """
            SELECT target, address, offset, phase, old, new, reads_back, why, reversible, consequence, secret, acknowledged
            FROM steps WHERE operation = ? ORDER BY number
            """, [.integer(id)]
        ) { row in
            if let step = step(of: row) { entry.steps.append(step) }
        }
        return entry
    }

    private static func summary(of row: [Database.Value]) -> JournalSummary? {
        guard row.count == 8, let id = row[0].integer, let uid = row[1].text.flatMap(Hex.bytes), let chip = row[2].text,
            let kind = row[3].text.flatMap(Plan.Kind.init), let started = row[4].integer,
            let result = row[5].text.flatMap(JournalEntry.Result.init)
        else { return nil }
        return JournalSummary(
            id: id, uid: uid, chipName: chip, kind: kind, started: started, result: result,
            steps: Int(clamping: row[6].integer ?? 0), acknowledged: Int(clamping: row[7].integer ?? 0))
    }

    private static func entry(of row: [Database.Value]) -> JournalEntry? {
        guard row.count == 12, let id = row[0].integer, let uid = row[1].text.flatMap(Hex.bytes),
            let chip = row[2].text,
            let kind = row[3].text.flatMap(Plan.Kind.init), let started = row[4].integer,
            let result = row[5].text.flatMap(JournalEntry.Result.init), let pageSize = row[9].integer,
            let pageCount = row[10].integer
        else { return nil }
        return JournalEntry(
            id: id, uid: uid, chipName: chip, kind: kind, person: row[6].text ?? "", reader: row[7].text ?? "",
            started: started, ended: row[8].integer, result: result,
            before: TagImage(pageSize: Int(clamping: pageSize), pageCount: min(Int(clamping: pageCount), 0x1_0000)),
            after: [:], verified: row[11].integer == 1, steps: [])
    }

    static func image(bytes: [UInt8], known: [UInt8], pageSize: Int) -> TagImage {
        var image = TagImage(pageSize: pageSize, pageCount: known.count)
        for (page, flag) in known.enumerated() where flag == 1 {
            let end = (page + 1) * image.pageSize
            guard end <= bytes.count else { break }
            image.set(page: page, to: Array(bytes[page * image.pageSize..<end]))
        }
        return image
    }

    private static func columns(of target: PlanStep.Target) -> (String, Int?, Int?) {
        switch target {
        case .page(let page): ("page", page, nil)
        case .block(let block): ("block", block, nil)
        case .file(let id, let offset): ("file", Int(id), offset)
        case .command(let name): ("command:" + name, nil, nil)
        }
    }

    private static func target(_ name: String, _ address: Int64?, _ offset: Int64?) -> PlanStep.Target? {
        let number = Int(clamping: address ?? 0)
        switch name {
        case "page": return .page(number)
        case "block": return .block(number)
        case "file": return .file(id: UInt16(clamping: number), offset: Int(clamping: offset ?? 0))
        default: return name.hasPrefix("command:") ? .command(String(name.dropFirst("command:".count))) : nil
        }
    }

    private static func step(of row: [Database.Value]) -> JournalEntry.Step? {
        guard row.count == 12, let target = row[0].text.flatMap({ target($0, row[1].integer, row[2].integer) }),
            let phase = row[3].text.flatMap(PlanStep.Phase.init)
        else { return nil }
        return JournalEntry.Step(
            step: PlanStep(
                target: target, phase: phase, old: row[4].blob, new: row[5].blob ?? [], readsBack: row[6].blob,
                why: row[7].text ?? "", reversible: row[8].integer == 1, consequence: row[9].text,
                secret: row[10].integer == 1),
            acknowledged: row[11].integer)
    }
}
