import Tags

/// The recorded commands of a tag, sent to another one, and where that answers otherwise.
///
/// A command with a secret in it cannot be sent, since the secret was not recorded; challenges are random and are not compared.
public struct TraceComparison: Equatable, Sendable {
    /// One exchange whose answer differs.
    public struct Difference: Equatable, Sendable {
        /// What was recorded.
        public var recorded: Exchange
        /// What came back now; `nil` where the call failed.
        public var answer: [UInt8]?
        /// The failure now.
        public var failure: ChannelError?
        /// In words, what is otherwise.
        public var words: String
    }

    /// The commands that were sent.
    public var sent = 0
    /// Those with a secret in them, which were not.
    public var secrets = 0
    /// Those whose answers are random and were not compared.
    public var random = 0
    /// Those that were answered otherwise.
    public var differences: [Difference] = []

    /// Sends all commands of a tag over a channel.
    public init(_ tag: RecordedTag, over channel: any CardChannel) {
        for exchange in tag.exchanges {
            if exchange.kind == .reconnect {
                try? channel.reconnect(.reset)
            } else if !exchange.maskedCommand.isEmpty {
                secrets += 1
            } else {
                compare(exchange, Result { () throws(ChannelError) in try Self.send(exchange, channel) })
            }
        }
    }

    private static func send(_ exchange: Exchange, _ channel: any CardChannel) throws(ChannelError) -> [UInt8] {
        if case .control(let code) = exchange.kind { return try channel.control(code, exchange.command) }
        return try channel.transmit(exchange.command)
    }

    private mutating func compare(_ exchange: Exchange, _ result: Result<[UInt8], ChannelError>) {
        sent += 1
        switch result {
        case .success(let answer):
            guard let before = exchange.response else {
                let was = exchange.failure?.words ?? "nothing"
                differences.append(
                    Difference(recorded: exchange, answer: answer, words: "it failed then (\(was)) and is answered now")
                )
                return
            }
            if Self.isRandom(exchange), answer.count == before.count {
                random += 1
                return
            }
            guard let words = Self.words(before, answer, masked: exchange.maskedResponse) else { return }
            differences.append(Difference(recorded: exchange, answer: answer, words: words))
        case .failure(let error):
            guard exchange.failure == nil else { return }
            differences.append(
                Difference(
                    recorded: exchange, failure: error, words: "it was answered then and fails now: \(error.words)"))
        }
    }

    /// An answer that holds a challenge: AUTHENTICATE of Ultralight C and AES, of DESFire and NTAG 424 DNA, GET CHALLENGE.
    private static func isRandom(_ exchange: Exchange) -> Bool {
        if let frame = exchange.nativeCommand { return frame.first == 0x1A || frame.first == 0xAF }
        let command = exchange.command
        guard command.count >= 2 else { return false }
        if command[0] == 0x00 { return command[1] == 0x84 }
        return command[0] == 0x90 && [0x71, 0x77, 0x0A, 0x1A, 0xAA].contains(command[1])
    }

    /// Where two answers differ; `nil` where they do not.
    private static func words(_ before: [UInt8], _ now: [UInt8], masked: [Range<Int>]) -> String? {
        guard before.count == now.count else { return "\(before.count) bytes then, \(now.count) now" }
        let places = before.indices.filter { index in
            before[index] != now[index] && !masked.contains { $0.contains(index) }
        }
        guard let first = places.first else { return nil }
        let more = places.count == 1 ? "" : " and \(places.count - 1) more"
        return "byte \(first) was \(Hex.byte(before[first])) and is \(Hex.byte(now[first]))\(more)"
    }
}
