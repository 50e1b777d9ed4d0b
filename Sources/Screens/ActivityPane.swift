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
    /// A byte that must not be seen.
    static let secret = "··"

    /// The lines of an exchange, in the order things happened.
    static func lines(of exchange: Exchange) -> [ExchangeDetail] {
        var lines: [ExchangeDetail] = []
        switch exchange.kind {
        case .transmit: break
        case .control(let code): lines.append(ExchangeDetail(label: "control", text: "code " + hex(code)))
        case .reconnect: lines.append(ExchangeDetail(label: "reconnect", text: "the tag is activated anew"))
        }
        if !exchange.command.isEmpty {
            lines += bytes("APDU out", exchange.command, exchange.maskedCommand)
        }
        // A native frame lies inside the APDU; what is secret there is found by where it lies.
        if let native = exchange.nativeCommand, !native.isEmpty {
            let ranges = shifted(exchange.maskedCommand, from: exchange.command, to: native)
            lines += bytes("frame out", native, ranges)
        }
        if let native = exchange.nativeResponse, !native.isEmpty {
            let ranges = shifted(exchange.maskedResponse, from: exchange.response ?? [], to: native)
            lines += bytes("frame in", native, ranges)
        }
        if let response = exchange.response, !response.isEmpty {
            lines += bytes("APDU in", response, exchange.maskedResponse)
        }
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
    private static func bytes(_ label: String, _ bytes: [UInt8], _ secrets: [Range<Int>]) -> [ExchangeDetail] {
        let shown = bytes.prefix(byteLimit).enumerated().map { index, byte in
            secrets.contains { $0.contains(index) } ? secret : Words.byte(byte)
        }
        var lines = stride(from: 0, to: shown.count, by: 16).map { start in
            ExchangeDetail(
                label: start == 0 ? label : "",
                text: shown[start..<min(start + 16, shown.count)].joined(separator: " "))
        }
        if bytes.count > byteLimit {
            lines.append(ExchangeDetail(label: "", text: "and \(bytes.count - byteLimit) more"))
        }
        return lines
    }

    /// The masked ranges of a frame inside an APDU. Where the frame cannot be found in it, all of it counts as secret.
    private static func shifted(_ ranges: [Range<Int>], from outer: [UInt8], to inner: [UInt8]) -> [Range<Int>] {
        guard !ranges.isEmpty else { return [] }
        guard inner.count <= outer.count else { return [0..<inner.count] }
        for start in stride(from: outer.count - inner.count, through: 0, by: -1)
        where outer[start..<start + inner.count].elementsEqual(inner) {
            return ranges.map { $0.lowerBound - start..<$0.upperBound - start }
        }
        return [0..<inner.count]
    }
}
