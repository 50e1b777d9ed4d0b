import Tags

/// Answers commands as a recorded tag did.
///
/// Each command takes the next exchange with the same command that was not given yet, so that a slightly different order works;
/// when all of them were given, the last is given again. A secret was not recorded: where one stood, any bytes fit.
struct ReplayScript {
    private struct Answers {
        var exchanges: [Exchange]
        var next = 0

        mutating func take() -> Exchange? {
            defer { next = min(next + 1, exchanges.count) }
            return next < exchanges.count ? exchanges[next] : exchanges.last
        }
    }

    private struct Key: Hashable {
        var code: UInt32?
        var command: [UInt8]
    }

    private var plain: [Key: Answers] = [:]
    private var masked: [(key: Key, ranges: [Range<Int>], answers: Answers)] = []
    private var reconnects = Answers(exchanges: [])

    init(_ exchanges: [Exchange]) {
        for exchange in exchanges {
            switch exchange.kind {
            case .reconnect: reconnects.exchanges.append(exchange)
            case .transmit: add(exchange, code: nil)
            case .control(let code): add(exchange, code: code)
            }
        }
    }

    private mutating func add(_ exchange: Exchange, code: UInt32?) {
        let key = Key(code: code, command: exchange.command)
        if exchange.maskedCommand.isEmpty {
            plain[key, default: Answers(exchanges: [])].exchanges.append(exchange)
        } else if let index = masked.firstIndex(where: { $0.key == key && $0.ranges == exchange.maskedCommand }) {
            masked[index].answers.exchanges.append(exchange)
        } else {
            masked.append((key, exchange.maskedCommand, Answers(exchanges: [exchange])))
        }
    }

    /// The recorded answer to a command.
    mutating func answer(_ command: [UInt8], code: UInt32?) throws(ChannelError) -> [UInt8] {
        let key = Key(code: code, command: command)
        var found = takePlain(key)
        if found == nil, let index = masked.firstIndex(where: { Self.fits(command, code, $0.key, $0.ranges) }) {
            found = masked[index].answers.take()
        }
        guard let found else { throw .notInTrace }
        if let failure = found.failure { throw failure }
        return found.response ?? []
    }

    private mutating func takePlain(_ key: Key) -> Exchange? {
        guard var answers = plain[key] else { return nil }
        defer { plain[key] = answers }
        return answers.take()
    }

    /// Powers the tag anew, as it was recorded; one that was not recorded goes well.
    mutating func reconnect() throws(ChannelError) {
        guard reconnects.next < reconnects.exchanges.count, let failure = reconnects.take()?.failure else { return }
        throw failure
    }

    private static func fits(_ command: [UInt8], _ code: UInt32?, _ key: Key, _ ranges: [Range<Int>]) -> Bool {
        guard key.code == code, key.command.count == command.count else { return false }
        return command.indices.allSatisfy { index in
            command[index] == key.command[index] || ranges.contains { $0.contains(index) }
        }
    }
}
