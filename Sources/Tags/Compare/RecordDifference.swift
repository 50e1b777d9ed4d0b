import NDEF

/// One record of a message that is there in one side only, in another form, or at another place.
public struct RecordDifference: Equatable, Sendable {
    /// What happened to it on the way from the first side to the second.
    public enum Kind: String, Equatable, Sendable {
        case added
        case removed
        case changed
        case moved
    }
    /// What happened.
    public var kind: Kind
    /// Its number in the first side's message, from 0; `nil` where it is not there.
    public var a: Int?
    /// Its number in the second side's message.
    public var b: Int?
    /// The record in the first side.
    public var before: NDEFRecord?
    /// The record in the second side.
    public var after: NDEFRecord?

    /// A difference of these parts.
    public init(kind: Kind, a: Int? = nil, b: Int? = nil, before: NDEFRecord? = nil, after: NDEFRecord? = nil) {
        self.kind = kind
        self.a = a
        self.b = b
        self.before = before
        self.after = after
    }

    /// One sentence without a full stop: `record 2 changed: text "old" (en, UTF-8) -> text "new" (en, UTF-8)`.
    public var meaning: String {
        let number = (kind == .removed ? a : b ?? a).map { $0 + 1 } ?? 0
        switch kind {
        case .added: return "record \(number) added: \(Self.words(after))"
        case .removed: return "record \(number) removed: \(Self.words(before))"
        case .moved: return "record \((a ?? 0) + 1) moved to place \(number): \(Self.words(after))"
        case .changed:
            let details = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
            return "record \(number) changed: \(Self.words(before)) -> \(Self.words(after))\(details)"
        }
    }

    private static func words(_ record: NDEFRecord?) -> String {
        record.map { "\($0.kindName) \($0.summary)" } ?? "nothing"
    }

    /// What a summary does not show.
    private var details: [String] {
        guard let before, let after else { return [] }
        var details: [String] = []
        if before.id != after.id { details.append("another id") }
        if before.type == after.type, before.tnf == after.tnf, before.payload != after.payload,
            before.summary == after.summary
        {
            details.append("another payload")
        }
        return details
    }
}

extension RecordDifference {
    /// What was found between two messages.
    struct Found {
        var differences: [RecordDifference] = []
        /// A sentence for the notices, given the names of the sides.
        var notice: ((a: String, b: String)) -> String? = { _ in nil }
    }

    /// The differences of two messages by records; where one was not read nothing is said of the other's.
    static func all(from first: NDEFState?, to second: NDEFState?) -> Found {
        switch (isKnown(first), isKnown(second)) {
        case (true, true): break
        case (false, false): return Found()
        case (true, false): return Found { "the message of \($0.b) is not known: no records were compared" }
        case (false, true): return Found { "the message of \($0.a) is not known: no records were compared" }
        }
        // The same bytes hold the same records.
        if let first = first?.raw, let second = second?.raw, first == second { return Found() }
        let old = first?.decoding?.records.map(\.record) ?? []
        let new = second?.decoding?.records.map(\.record) ?? []
        return Found(differences: all(from: old, to: new))
    }

    private static func isKnown(_ state: NDEFState?) -> Bool {
        guard let state else { return false }
        return state.state != .protected && state.state != .unread
    }

    /// The differences of two lists of records, by their place in the second, removed ones where they stood.
    public static func all(from old: [NDEFRecord], to new: [NDEFRecord]) -> [RecordDifference] {
        let pairs = CommonRecords.pairs(old, new) + [(old.count, new.count)]
        var differences: [RecordDifference] = []
        var (left, right) = (0, 0)
        for (a, b) in pairs {
            // Between two that stayed, as many as both have were changed.
            let changed = min(a - left, b - right)
            for step in 0..<changed {
                differences.append(
                    RecordDifference(
                        kind: .changed, a: left + step, b: right + step, before: old[left + step],
                        after: new[right + step]))
            }
            differences += (left + changed..<a).map { RecordDifference(kind: .removed, a: $0, before: old[$0]) }
            differences += (right + changed..<b).map { RecordDifference(kind: .added, b: $0, after: new[$0]) }
            (left, right) = (a + 1, b + 1)
        }
        return withMoves(differences)
    }

    /// A record that was removed at one place and added at another moved.
    private static func withMoves(_ differences: [RecordDifference]) -> [RecordDifference] {
        // Changed ones take part too: two that changed places are two that moved.
        var gone: [(index: Int, record: NDEFRecord)] = []
        for difference in differences where difference.kind != .added {
            if let index = difference.a, let record = difference.before { gone.append((index, record)) }
        }
        guard gone.count <= mostSearched else { return differences }
        var moves: [Int: Int] = [:]
        for difference in differences where difference.kind != .removed {
            guard let place = difference.b, let record = difference.after,
                let match = gone.firstIndex(where: { $0.record == record })
            else { continue }
            moves[place] = gone.remove(at: match).index
        }
        guard !moves.isEmpty else { return differences }
        let origins = Set(moves.values)
        return differences.flatMap { difference -> [RecordDifference] in
            var rest: [RecordDifference] = []
            if let index = difference.a, let record = difference.before, !origins.contains(index) {
                rest.append(RecordDifference(kind: .removed, a: index, before: record))
            }
            if let place = difference.b, let record = difference.after {
                let origin = moves[place]
                rest.append(
                    RecordDifference(
                        kind: origin == nil ? .added : .moved, a: origin, b: place, before: origin.map { _ in record },
                        after: record))
            }
            return rest.count == 2 && rest[0].kind == .removed && rest[1].kind == .added ? [difference] : rest
        }
    }

    /// More removed records than these are not looked for elsewhere.
    private static let mostSearched = 256
}

/// Records that two messages have in common, in order.
enum CommonRecords {
    /// Messages whose tables of pairs would be larger are compared place by place.
    private static let mostPairs = 65_536

    /// The longest list of pairs of equal records whose places rise in both.
    static func pairs(_ old: [NDEFRecord], _ new: [NDEFRecord]) -> [(Int, Int)] {
        let shorter = min(old.count, new.count)
        let prefix = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
        let suffix =
            (0..<shorter - prefix).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? shorter - prefix
        let (left, right) = (old[prefix..<old.count - suffix], new[prefix..<new.count - suffix])
        let middle =
            left.count * right.count <= mostPairs
            ? longest(Array(left), Array(right))
            : (0..<min(left.count, right.count)).filter { left[prefix + $0] == right[prefix + $0] }.map { ($0, $0) }
        return (0..<prefix).map { ($0, $0) } + middle.map { ($0.0 + prefix, $0.1 + prefix) }
            + (0..<suffix).map { (old.count - suffix + $0, new.count - suffix + $0) }
    }

    private static func longest(_ old: [NDEFRecord], _ new: [NDEFRecord]) -> [(Int, Int)] {
        guard !old.isEmpty, !new.isEmpty else { return [] }
        let width = new.count + 1
        var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
        for row in old.indices.reversed() {
            for column in new.indices.reversed() {
                let here = row * width + column
                lengths[here] =
                    old[row] == new[column]
                    ? lengths[here + width + 1] + 1 : max(lengths[here + width], lengths[here + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (row, column) = (0, 0)
        while row < old.count, column < new.count {
            let here = row * width + column
            if old[row] == new[column] {
                pairs.append((row, column))
                (row, column) = (row + 1, column + 1)
            } else if lengths[here + width] >= lengths[here + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        return pairs
    }
}
