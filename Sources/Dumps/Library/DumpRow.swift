/// One file of the library, as its list shows it.
public struct DumpRow: Equatable, Sendable {
    /// The name in the folder, as it is: to be made visible where it is shown.
    public var name: String
    /// Bytes.
    public var size: Int
    /// When it was last written, in microseconds since 1970 UTC.
    public var modified: Int64
    /// What the file is; `nil` where it is no dump, or was not looked at yet.
    public var format: DumpFormat?
    /// The chip, or what else it holds.
    public var title: String
    /// The UID in print order.
    public var uid: [UInt8]
    /// When the dump was taken, where it says so.
    public var taken: UInt64?
    /// The first record of its message in words; `nil` where there is none.
    public var message: String?
    /// The number of problems found when it was opened.
    public var problems: Int
    /// Why it could not be opened, one sentence part; `nil` where it was.
    public var failure: String?
    /// It was not looked at yet: the list is asked for again.
    public var isPending: Bool
    /// What the search looks in, lower case.
    var searched: [UInt8]
    /// What tells a file that changed from one that did not.
    var inode: UInt64

    /// The moment to sort and show by: when it was taken, else when it was written.
    public var moment: Int64 { taken.map { Int64(clamping: $0) } ?? modified }
}

/// What a folder of dumps holds.
public struct DumpListing: Equatable, Sendable {
    /// The files, the newest first.
    public var rows: [DumpRow]
    /// Why the folder could not be read, in the system's words.
    public var problem: String?
    /// The number of rows that were not looked at yet.
    public var pending: Int { rows.reduce(0) { $0 + ($1.isPending ? 1 : 0) } }
}
