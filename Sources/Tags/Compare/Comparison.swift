import NDEF

/// What changed from one tag, dump or state of a tag to another.
///
///     let comparison = Comparison(a: dump.report, b: reading.report)
///     comparison.same                          // false
///     comparison.differences[0].meaning        // "AUTH0 FF -> 04: pages from 04 now need the password"
///
/// Only bytes that both sides know are compared: what one of them did not read is told in `notices`, and is never taken for
/// zeros. Costs one pass over the bytes, and a sentence a difference.
public struct Comparison: Equatable, Sendable {
    /// Why the two cannot be compared at all, a sentence without a full stop; `nil` where they were.
    public var obstacle: String?
    /// The places at which they differ: identity first, then by address.
    public var differences: [Difference]
    /// The records of the message that were added, removed, changed or moved.
    public var records: [RecordDifference]
    /// What was not compared and why, and what else is to be known, one sentence each.
    public var notices: [String]

    /// They were compared, and nothing that both know differs.
    public var same: Bool { obstacle == nil && differences.isEmpty && records.isEmpty }

    /// Compares two reports.
    /// - Parameters:
    ///   - names: What the two sides are called in the sentences.
    ///   - hasApplications: They hold applications beside, which the caller compares.
    public init(
        a: TagReport, b: TagReport, names: (a: String, b: String) = ("A", "B"),
        hasApplications: (a: Bool, b: Bool) = (false, false)
    ) {
        self.init()
        let pair = ComparedPair(a: a, b: b, names: names)
        obstacle = pair.obstacle
        guard obstacle == nil else { return }
        var memory = pair.memory()
        let files = pair.files()
        let values = pair.values()
        // Thousands of pages are moved, not copied one by one.
        memory.differences.insert(contentsOf: values.differences, at: 0)
        memory.differences += files.differences
        differences = memory.differences
        notices = values.notices + memory.notices + files.notices
        let records = RecordDifference.all(from: a.ndef, to: b.ndef)
        self.records = records.differences
        if let notice = records.notice(names) { notices.append(notice) }
        if let notice = pair.identityNotice(hasApplications) { notices.append(notice) }
    }

    /// A comparison in which nothing was found yet.
    init() {
        differences = []
        records = []
        notices = []
    }
}

/// The two sides of a comparison with what their sentences need.
struct ComparedPair {
    let a: TagReport
    let b: TagReport
    let names: (a: String, b: String)

    /// A part of the result.
    struct Part {
        var differences: [Difference] = []
        var notices: [String] = []
    }

    /// Both are the same known chip, or the same unknown one: the tables of one explain the other.
    var sameChip: Bool { a.identity.chip?.name == b.identity.chip?.name }

    /// One of them holds nothing but who it is, and so does the other say who it is.
    private var comparesUIDsOnly: Bool {
        guard !a.identity.uid.isEmpty, !b.identity.uid.isEmpty else { return false }
        return [a, b].contains { $0.image == nil && $0.files.isEmpty && $0.ndef == nil }
    }

    /// The sentence for the notices where nothing but identities were compared.
    func identityNotice(_ hasApplications: (a: Bool, b: Bool)) -> String? {
        guard comparesUIDsOnly else { return nil }
        func holdsNothing(_ report: TagReport, _ hasApplications: Bool) -> Bool {
            report.image == nil && report.files.isEmpty && report.ndef == nil && !hasApplications
        }
        let names =
            [holdsNothing(a, hasApplications.a) ? names.a : nil, holdsNothing(b, hasApplications.b) ? names.b : nil]
            .compactMap { $0 }
        guard !names.isEmpty else { return nil }
        return
            "\(names.joined(separator: " and ")) \(names.count == 1 ? "holds" : "hold") no content: only who the tag is "
            + "was compared"
    }

    /// Why they have nothing in common that could be compared.
    var obstacle: String? {
        func holdings(_ report: TagReport) -> (memory: Bool, files: Bool) {
            (report.image != nil, !report.files.isEmpty)
        }
        let (left, right) = (holdings(a), holdings(b))
        if left.memory, right.memory, let first = a.image, let second = b.image, first.pageSize != second.pageSize {
            return "\(names.a) has pages of \(first.pageSize) bytes and \(names.b) of \(second.pageSize)"
        }
        // Pages of one type of tag mean nothing at the same place of another.
        let types = (a.identity.type, b.identity.type)
        if left.memory, right.memory, types.0 != types.1, types.0 != .unknown, types.1 != .unknown {
            return "\(names.a) is of NFC Forum Type \(types.0.rawValue) and \(names.b) of Type \(types.1.rawValue)"
        }
        if left.memory, right.memory { return nil }
        if left.files, right.files { return nil }
        if left.memory, right.files { return "\(names.a) has a memory and \(names.b) has files" }
        if left.files, right.memory { return "\(names.a) has files and \(names.b) has a memory" }
        // A message alone, or a card of which only the identity is known.
        if a.ndef != nil, b.ndef != nil { return nil }
        if comparesUIDsOnly { return nil }
        return "\(Self.words(a, names.a)) and \(Self.words(b, names.b))"
    }

    private static func words(_ report: TagReport, _ name: String) -> String {
        if report.image != nil { return "\(name) has a memory" }
        if !report.files.isEmpty { return "\(name) has files" }
        return report.ndef != nil ? "\(name) has a message only" : "\(name) has nothing that was read"
    }
}
