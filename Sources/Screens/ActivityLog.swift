import Engine

/// What happened on one reader, in order: events, and under each the exchanges it took. Memory is bounded: the oldest
/// go first.
struct ActivityLog: Sendable {
    /// One event and what belongs to it.
    struct Entry: Sendable {
        /// How it looks.
        enum Tone: Sendable { case plain, success, warning, error }
        /// Names it for as long as it is kept.
        var number: Int
        /// When it began.
        var time: Moment
        /// What happened, in words.
        var text: String
        /// What to do about it, for errors.
        var advice: String?
        /// How it looks.
        var tone: Tone
        /// The exchanges it took.
        var exchanges: [Exchange] = []
        /// The operation it reports on.
        var operation: OperationID?
        /// Still going on: exchanges that come belong to it.
        var open = false
    }

    /// The events kept, the oldest first.
    private(set) var entries: [Entry] = []
    /// Exchanges that were dropped to keep memory bounded.
    private(set) var dropped = 0
    private var kept = 0
    private var counter = 0

    /// The most events and exchanges kept.
    static let maximumEntries = 500
    static let maximumExchanges = 4000

    /// Adds an event.
    mutating func add(
        _ text: String, tone: Entry.Tone = .plain, advice: String? = nil, operation: OperationID? = nil,
        open: Bool = false, at time: Moment
    ) {
        counter += 1
        entries.append(
            Entry(
                number: counter, time: time, text: text, advice: advice, tone: tone, operation: operation, open: open))
        trim()
    }

    /// Files an exchange under what is going on, or under an entry of its own.
    mutating func add(_ exchange: Exchange) {
        if !entries.contains(where: \.open) {
            add("exchanges", open: true, at: Moment(microseconds: exchange.time))
        }
        guard let index = entries.lastIndex(where: \.open) else { return }
        entries[index].exchanges.append(exchange)
        kept += 1
        trim()
    }

    /// Says how what is going on ended; begins an entry where nothing was going on.
    mutating func close(
        _ operation: OperationID?, text: String, tone: Entry.Tone, advice: String? = nil, at time: Moment
    ) {
        guard let index = entries.lastIndex(where: { $0.open && $0.operation == operation }) else {
            return add(text, tone: tone, advice: advice, operation: operation, at: time)
        }
        entries[index].text = text
        entries[index].tone = tone
        entries[index].advice = advice
        entries[index].open = false
    }

    /// The exchanges filed so far under an operation, reconnects not counted.
    func exchanges(of operation: OperationID) -> Int {
        entries.last { $0.operation == operation }?.exchanges.filter { $0.kind != .reconnect }.count ?? 0
    }

    private mutating func trim() {
        while entries.count > Self.maximumEntries || (kept > Self.maximumExchanges && entries.count > 1) {
            let gone = entries.removeFirst()
            kept -= gone.exchanges.count
            dropped += gone.exchanges.count
        }
        // One endless entry must not grow without bound either.
        if kept > Self.maximumExchanges, let only = entries.indices.first {
            let surplus = kept - Self.maximumExchanges
            entries[only].exchanges.removeFirst(min(surplus, entries[only].exchanges.count))
            kept -= surplus
            dropped += surplus
        }
    }
}
