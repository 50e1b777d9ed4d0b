import Tags

/// Which exchanges of a trace to list.
public struct TraceFilter: Equatable, Sendable {
    /// What must occur: in the words of the meaning or the reader's name, whatever the case; or, where it spells at least one byte
    /// in hex, in the bytes that went out or came back. Empty for all.
    public var text: String
    /// Only those that failed or were refused.
    public var failuresOnly: Bool
    /// Only those of this reader.
    public var reader: String?
    /// Only those of this layer.
    public var layer: TraceLayer?

    /// A filter of these parts; without any, all exchanges pass.
    public init(text: String = "", failuresOnly: Bool = false, reader: String? = nil, layer: TraceLayer? = nil) {
        self.text = text
        self.failuresOnly = failuresOnly
        self.reader = reader
        self.layer = layer
    }

    /// All exchanges pass.
    public var isEmpty: Bool { self == TraceFilter() }

    /// The bytes that the text spells; `nil` where it is no hex. A last digit alone is left out: the next one is being typed.
    var bytes: [UInt8]? {
        let digits = text.filter { $0.isHexDigit }
        guard digits.count >= 2, text.allSatisfy({ $0.isHexDigit || $0 == " " || $0 == ":" }) else { return nil }
        return Hex.bytes(digits.count.isMultiple(of: 2) ? digits : String(digits.dropLast()))
    }

    /// The words to look for, in small letters.
    var words: String { text.lowercased() }
}

/// A part of a filtered trace, as a screen shows it.
public struct TraceWindow: Equatable, Sendable {
    /// The exchanges that the trace lists.
    public var total: Int
    /// Those that pass the filter.
    public var matching: Int
    /// The place of the first row among those that pass, from 0.
    public var first: Int
    /// The rows, the oldest first.
    public var rows: [Exchange]
    /// Older exchanges that are listed no more; the session's file still has them as far as it goes back.
    public var dropped: Int

    /// A window of these parts.
    public init(total: Int = 0, matching: Int = 0, first: Int = 0, rows: [Exchange] = [], dropped: Int = 0) {
        self.total = total
        self.matching = matching
        self.first = first
        self.rows = rows
        self.dropped = dropped
    }
}
