import Engine

/// The trace of the session: a window on the exchanges that fit a filter. The store has them all; what is kept here is no
/// more than what is near the screen.
struct TraceScreen: Equatable, Sendable {
    /// What is listed.
    var filter = TraceFilter()
    /// The filter as it was typed, by field.
    var typedFilter: [String: String] = [:]
    /// The rows at hand, as the store gave them last.
    var window: TraceWindow?
    /// The cursor, over all that fit.
    var list = ListState()
    /// The cursor stays on the last exchange while new ones come.
    var follows = true
    /// Exchanges came, or the filter changed, since the window was asked for.
    var isStale = true
    /// An exchange was told of; the window that holds it may still be on its way.
    private(set) var hasExchanges = false
    /// The details of the exchange under the cursor have the whole screen.
    var isOpen = false
    /// The first line of the details shown.
    var top = 0
    /// What was searched for last.
    var search = ""
    /// Where the trace was exported to last, to be offered again.
    var exportPath = ""
    /// The file that is listed; `nil` for the trace of the session.
    var file: TraceFile?

    /// Takes note that there is one exchange more.
    mutating func grow() {
        hasExchanges = true
        isStale = true
    }

    /// A trace that was opened from a file.
    struct TraceFile: Equatable, Sendable {
        /// Its path as it was typed.
        var path: String
        /// The readers that it tells of.
        var readers: [String]

        /// What it is called, made safe to show.
        var name: String { Words.safe(path.split(separator: "/").last.map(String.init) ?? path, limit: 100) }
    }

    /// A file's trace as it is listed first.
    init(of file: TraceFile? = nil) { self.file = file }

    /// Nothing was exchanged, as far as can be told.
    var isEmpty: Bool { window != nil && total == 0 && !hasExchanges }

    /// How many fit the filter.
    var matching: Int { window?.matching ?? 0 }
    /// How many there are.
    var total: Int { window?.total ?? 0 }
    /// Only some are listed.
    var isFiltered: Bool { !filter.isEmpty }

    /// The exchange of this place in the list; `nil` where the window does not reach.
    func row(_ index: Int) -> Exchange? {
        guard let window, index >= window.first, index - window.first < window.rows.count else { return nil }
        return window.rows[index - window.first]
    }

    /// The exchange under the cursor.
    var selected: Exchange? { row(list.cursor) }

    /// Moves the cursor.
    mutating func move(_ move: ListState.Move, height: Int) {
        list.move(move, count: matching, height: height)
        follows = list.cursor >= matching - 1
        top = 0
    }

    /// Lists by another filter; the cursor goes to the end.
    mutating func list(by filter: TraceFilter) {
        self.filter = filter
        list = ListState()
        follows = true
        isOpen = false
        isStale = true
    }

    /// Takes a window, unless another filter was set meanwhile.
    mutating func take(_ window: TraceWindow, of filter: TraceFilter, height: Int) {
        guard filter == self.filter else { return }
        let number = follows ? nil : selected?.number
        self.window = window
        // Where the oldest went, those left moved up; the cursor goes with its exchange.
        if let number, let index = window.rows.firstIndex(where: { $0.number == number }) {
            let moved = window.first + index - list.cursor
            list.cursor += moved
            list.top = max(0, list.top + moved)
        }
        settle(height: height)
    }

    /// Brings cursor and view into bounds, to the end where they follow it.
    mutating func settle(height: Int) {
        guard window != nil else { return }
        if follows, !isOpen { list.cursor = max(0, matching - 1) }
        list.settle(count: matching, height: height)
    }

    /// The rows kept above and below those shown, so that a few keys need no new window.
    private static let margin = 200

    /// The window that must be asked for before this many rows from `list.top` on can be shown; `nil` where it is there.
    mutating func wanted(height: Int) -> (first: Int?, count: Int)? {
        let shown = list.top..<min(list.top + max(1, height), max(list.top, matching))
        let isThere = shown.isEmpty || (row(shown.lowerBound) != nil && row(shown.upperBound - 1) != nil)
        guard isStale || !isThere else { return nil }
        isStale = false
        let count = height + 2 * Self.margin
        if follows, !isOpen { return (nil, count) }
        return (max(0, list.top - Self.margin), count)
    }
}

/// What an export is to write, and where.
public struct TraceExportOrder: Equatable, Sendable {
    /// Which exchanges.
    public var filter: TraceFilter
    /// The file.
    public var path: String
    /// How.
    public var format: TraceFormat
    /// A file that is there is replaced; a person said so.
    public var replacing: Bool

    /// An order of these parts.
    public init(filter: TraceFilter, path: String, format: TraceFormat, replacing: Bool = false) {
        self.filter = filter
        self.path = path
        self.format = format
        self.replacing = replacing
    }
}
