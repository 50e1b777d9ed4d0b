import Engine

/// The Activity pane: a cursor over the rows of the log, what is open, and whether the view follows what comes.
struct ActivityPane: Equatable, Sendable {
    /// One row.
    enum Row: Equatable, Sendable {
        case entry(Int)
        /// What to do about an error, under it.
        case advice(Int)
        case exchange(entry: Int, index: Int)
        case detail(entry: Int, index: Int, line: ExchangeDetail)

        /// The row stands below `owner` because that is open.
        func isInside(_ owner: Row) -> Bool {
            switch (owner, self) {
            case (.entry(let own), .advice(let other)), (.entry(let own), .exchange(let other, _)),
                (.entry(let own), .detail(let other, _, _)):
                own == other
            case (.exchange(let own, let number), .detail(let other, let index, _)): own == other && number == index
            default: false
            }
        }
    }

    var list = ListState()
    /// The cursor stays on the last row while new ones come.
    var follows = true
    /// The entries that are open, by their numbers.
    var openEntries: Set<Int> = []
    /// The exchanges that are open, by their numbers.
    var openExchanges: Set<UInt64> = []

    /// The rows there are now.
    func rows(of log: ActivityLog) -> [Row] {
        var rows: [Row] = []
        for (index, entry) in log.entries.enumerated() {
            rows.append(.entry(index))
            guard openEntries.contains(entry.number) else { continue }
            if entry.advice != nil { rows.append(.advice(index)) }
            for (exchangeIndex, exchange) in entry.exchanges.enumerated() {
                rows.append(.exchange(entry: index, index: exchangeIndex))
                guard openExchanges.contains(exchange.number) else { continue }
                for line in ExchangeDetail.lines(of: exchange) {
                    rows.append(.detail(entry: index, index: exchangeIndex, line: line))
                }
            }
        }
        return rows
    }

    /// Opens or closes what the cursor is on.
    /// - Returns: False where there is nothing to open.
    mutating func toggle(in log: ActivityLog) -> Bool {
        let rows = rows(of: log)
        guard rows.indices.contains(list.cursor) else { return false }
        switch rows[list.cursor] {
        case .entry(let index):
            let entry = log.entries[index]
            guard !entry.exchanges.isEmpty || entry.advice != nil else { return false }
            if openEntries.remove(entry.number) == nil { openEntries.insert(entry.number) }
        case .advice: return false
        case .exchange(let entry, let index), .detail(let entry, let index, _):
            let number = log.entries[entry].exchanges[index].number
            if openExchanges.remove(number) == nil { openExchanges.insert(number) }
            // From a detail the cursor goes back to what it belongs to.
            list.cursor = rows.firstIndex(of: .exchange(entry: entry, index: index)) ?? list.cursor
        }
        follows = false
        return true
    }

    /// The last row of what the cursor's row holds.
    func lastInside(_ rows: [Row]) -> Int {
        guard rows.indices.contains(list.cursor) else { return list.cursor }
        let owner = rows[list.cursor]
        return rows[(list.cursor + 1)...].prefix { $0.isInside(owner) }.indices.last ?? list.cursor
    }

    /// The exchange the cursor is on, if it is on one.
    func selectedExchange(in log: ActivityLog, rows: [Row]) -> Exchange? {
        guard rows.indices.contains(list.cursor) else { return nil }
        switch rows[list.cursor] {
        case .exchange(let entry, let index), .detail(let entry, let index, _):
            return log.entries[entry].exchanges[index]
        case .entry, .advice: return nil
        }
    }
}

/// One line of what an exchange carried, down to the native frame inside.
struct ExchangeDetail: Equatable, Sendable {
    /// What the bytes are: `APDU out`, `frame in`.
    var label: String
    /// The bytes as hex with secrets masked, or a sentence.
    var text: String

    /// The bytes shown of each part.
    static let byteLimit = 512

    /// The lines of an exchange, in the order things happened.
    static func lines(of exchange: Exchange) -> [ExchangeDetail] {
        var lines: [ExchangeDetail] = []
        switch exchange.kind {
        case .transmit: break
        case .control(let code): lines.append(ExchangeDetail(label: "control", text: "code " + hex(code)))
        case .reconnect: lines.append(ExchangeDetail(label: "reconnect", text: "the tag is activated anew"))
        }
        for part in exchange.parts { lines += bytes(part) }
        if let failure = exchange.failure {
            lines.append(ExchangeDetail(label: "failed", text: Words.failure(failure)))
        }
        if let meaning = ExchangeMeaning.words(of: exchange) {
            lines.append(ExchangeDetail(label: "meaning", text: meaning))
        }
        return lines
    }

    private static func hex(_ code: UInt32) -> String { "0x" + String(code, radix: 16, uppercase: true) }

    /// Bytes in rows of sixteen, the label on the first.
    private static func bytes(_ part: ExchangePart) -> [ExchangeDetail] {
        let shown = part.digits(limit: byteLimit)
        var lines = stride(from: 0, to: shown.count, by: 16).map { start in
            ExchangeDetail(
                label: start == 0 ? part.kind.rawValue : "",
                text: shown[start..<min(start + 16, shown.count)].joined(separator: " "))
        }
        if part.bytes.count > byteLimit {
            lines.append(ExchangeDetail(label: "", text: "and \(part.bytes.count - byteLimit) more"))
        }
        return lines
    }
}
