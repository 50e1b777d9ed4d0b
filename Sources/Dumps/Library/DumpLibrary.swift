import NDEF
import Tags

/// A folder of dumps: listed, searched, added to, renamed in and cleared.
///
///     var library = DumpLibrary(folder: "/home/me/.local/share/tagdesk/dumps")
///     let name = try library.add(dump, now: now)
///     library.list().rows.first?.name == name          // true
///     library.search("ntag215 example.com")            // rows of which both words are told
///
/// What was learned of a file is kept in the folder's `.index`: a list opens only files that are new or changed. Ten thousand
/// files cost a few tens of milliseconds then. The folder may hold anything: links are never followed, pipes and devices never
/// opened, folders in it and names that begin with a dot not shown; what is no dump is a row that says why.
public struct DumpLibrary: Sendable {
    /// The folder; made when the first dump is added.
    public let folder: String
    private let version: String
    /// What is known of files, and where each name stands in it.
    private var known: [DumpRow] = []
    private var places: [String: Int] = [:]
    private var isLoaded = false
    /// The rows of the last list in its order.
    private var last: [DumpRow] = []

    /// The library in a folder.
    /// - Parameter version: The program's; what another version learned of the files is learned anew.
    public init(folder: String, version: String = "") {
        self.folder = folder
        self.version = version
    }

    /// The path of a file in it.
    public func path(of name: String) -> String { folder + "/" + name }

    private var indexPath: String { path(of: ".index") }
    private var trash: String { path(of: ".trash") }
}

// MARK: - Listing

extension DumpLibrary {
    /// What the folder holds now, the newest first.
    /// - Parameter most: New or changed files to open at the most; others are pending, and the next list goes on with them.
    public mutating func list(opening most: Int = .max) -> DumpListing {
        if !isLoaded { load() }
        let scan = FolderScan(folder)
        var rows: [DumpRow] = []
        rows.reserveCapacity(scan.entries.count)
        var (opened, changed) = (0, scan.entries.count != known.count)
        for entry in scan.entries {
            if let place = places[entry.name], known[place].isOf(entry) {
                rows.append(known[place])
            } else if opened < most {
                opened += 1
                changed = true
                rows.append(look(at: entry))
            } else {
                rows.append(DumpRow(entry, isPending: true))
            }
        }
        if changed { remember(rows) }
        last = Self.sorted(rows)
        return DumpListing(rows: last, problem: scan.problem)
    }

    /// The newest first; of one moment by name.
    private static func sorted(_ rows: [DumpRow]) -> [DumpRow] {
        // Numbers are sorted, not rows: those are heavy to move.
        let keys = rows.map(\.moment)
        let order = rows.indices.sorted { first, second in
            keys[first] == keys[second] ? rows[first].name < rows[second].name : keys[first] > keys[second]
        }
        return order.map { rows[$0] }
    }

    /// The rows of the last list that tell of every word, in its order; all of them without a word.
    ///
    /// Looks in name, chip, UID (with or without colons), format and records, upper or lower case.
    public func search(_ text: String) -> [DumpRow] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map { word -> [[UInt8]] in
            let plain = Array(word.utf8)
            let bare = plain.filter { $0 != UInt8(ascii: ":") }
            return bare.isEmpty || bare == plain ? [plain] : [plain, bare]
        }
        guard !words.isEmpty else { return last }
        return last.filter { row in
            words.allSatisfy { forms in forms.contains { ByteSearch.contains($0, in: row.searched) } }
        }
    }

    private mutating func load() {
        isLoaded = true
        guard let bytes = try? Files.read(indexPath, atMost: DumpIndex.limit),
            let rows = DumpIndex.decode(bytes, version: version)
        else { return }
        keep(rows)
    }

    private mutating func keep(_ rows: [DumpRow]) {
        known = rows
        places = [:]
        places.reserveCapacity(rows.count)
        for (place, row) in rows.enumerated() { places[row.name] = place }
    }

    /// A folder that cannot be written to is listed all the same, more slowly.
    private mutating func remember(_ rows: [DumpRow]) {
        keep(rows.filter { !$0.isPending })
        try? Files.replace(indexPath, with: DumpIndex.encoded(known, version: version))
    }

    private func look(at entry: FolderScan.Entry) -> DumpRow {
        var row = DumpRow(entry)
        if entry.isLink {
            row.failure = "it is a link, and links out of the library are not followed"
        } else if let objection = entry.kind.objection {
            row.failure = objection
        } else {
            do throws(DumpError) {
                row.learn(from: try DumpFile.open(path(of: entry.name)))
            } catch {
                row.failure = error.reason
            }
        }
        row.makeSearchable()
        return row
    }
}

// MARK: - Changing

extension DumpLibrary {
    /// Saves a dump of our own format under a good name that nothing has yet.
    /// - Parameter now: Microseconds since 1970, for the name of a dump that does not say when it was taken.
    /// - Returns: The name.
    public func add(_ dump: Dump, now: UInt64) throws(DumpError) -> String {
        try add(try dump.encoded(as: .tagdesk), of: dump, as: .tagdesk, now: now)
    }

    /// Saves what a dump became in a format, under a good name that nothing has yet.
    /// - Parameter now: Microseconds since 1970, for the name of a dump that does not say when it was taken.
    /// - Returns: The name.
    public func add(
        _ export: DumpExport, of dump: Dump, as format: DumpFormat, now: UInt64
    ) throws(DumpError) -> String {
        do throws(FileError) {
            return try add(export.bytes, as: DumpName.suggested(for: dump, format: format, now: now))
        } catch { throw DumpError(error.reason, advice: "Check the folder \(folder.visible) and its permissions.") }
    }

    /// Saves bytes under this name, or one with a number where it is taken.
    /// - Returns: The name.
    public func add(_ bytes: [UInt8], as name: String) throws(FileError) -> String {
        try Files.makeFolder(folder)
        for number in 1...999 {
            let free = DumpName.numbered(name, number)
            do throws(FileError) {
                try Files.create(path(of: free), with: bytes)
                return free
            } catch { if !error.isThere { throw error } }
        }
        throw FileError(path: path(of: name), reason: "a thousand files have that name already", isThere: true)
    }

    /// What a file holds.
    public func open(_ name: String) throws(DumpError) -> OpenedDump {
        if let objection = DumpName.objection(to: name) {
            throw DumpError(objection, advice: "Choose one of the list.")
        }
        return try DumpFile.open(path(of: name), followingLinks: false)
    }

    /// Gives a file another name; nothing is ever overwritten.
    public func rename(_ name: String, to newName: String) throws(FileError) {
        for part in [name, newName] {
            if let objection = DumpName.objection(to: part) { throw FileError(path: part, reason: objection) }
        }
        try Files.rename(path(of: name), to: path(of: newName))
    }

    /// Moves a file into the folder's `.trash`, where it can be brought back by hand.
    /// - Returns: Where it lies now.
    public func discard(_ name: String) throws(FileError) -> String {
        if let objection = DumpName.objection(to: name) { throw FileError(path: name, reason: objection) }
        try Files.makeFolder(trash)
        for number in 1...999 {
            let place = trash + "/" + DumpName.numbered(name, number)
            do throws(FileError) {
                try Files.rename(path(of: name), to: place)
                return place
            } catch { if !error.isThere { throw error } }
        }
        throw FileError(path: trash, reason: "a thousand files of that name lie there already", isThere: true)
    }
}

// MARK: - Rows

extension DumpRow {
    /// The row is of this very file, which was looked at and has not changed since.
    fileprivate func isOf(_ entry: FolderScan.Entry) -> Bool {
        size == entry.size && modified == entry.modified && inode == entry.inode && !isPending
    }

    init(_ entry: FolderScan.Entry, isPending: Bool = false) {
        self.init(
            name: entry.name, size: entry.size, modified: entry.modified, title: "", uid: [], problems: 0,
            isPending: isPending, searched: Array(entry.name.lowercased().utf8), inode: entry.inode)
    }

    /// The most bytes of records that the search looks in.
    private static let mostText = 512

    fileprivate mutating func learn(from opened: OpenedDump) {
        let report = opened.dump.report
        format = opened.format
        title = report.identity.chipName
        uid = report.identity.uid
        taken = opened.dump.origin.taken
        problems = opened.problems.count
        let records = report.ndef?.decoding?.records ?? []
        message = records.first.map { "\($0.record.kindName) \($0.record.summary)" }
        let text = records.prefix(16).map(\.record.summary).joined(separator: " ")
        searched = Array(text.lowercased().utf8.prefix(Self.mostText))
    }

    /// Puts name, chip, UID and format before the records.
    fileprivate mutating func makeSearchable() {
        let digits = Hex.string(uid)
        let head = [name, title, digits, Hex.string(uid, separator: ":"), format?.rawValue ?? "", format?.title ?? ""]
        searched = Array(head.joined(separator: " ").lowercased().utf8) + [0x20] + searched
    }
}

/// Looks for bytes in bytes.
enum ByteSearch {
    /// True where `needle` stands somewhere in `hay`.
    static func contains(_ needle: [UInt8], in hay: [UInt8]) -> Bool {
        guard let first = needle.first, needle.count <= hay.count else { return needle.isEmpty }
        return hay.withUnsafeBufferPointer { hay in
            needle.withUnsafeBufferPointer { needle in
                for start in 0...hay.count - needle.count where hay[start] == first {
                    var length = 1
                    while length < needle.count, hay[start + length] == needle[length] { length += 1 }
                    if length == needle.count { return true }
                }
                return false
            }
        }
    }
}
