import Tags

/// The recorded commands of a tag, sent to another one, and where that answers otherwise.
///
/// A command with a secret in it cannot be sent, since the secret was not recorded; challenges are random and are not compared.
/// From there on the tag may answer otherwise for that reason alone, so that such answers are counted apart: until it is selected
/// anew, and where a command was among them that changes the tag, for good.
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
    /// Those that were answered otherwise after a secret was proven that the trace does not hold: they say nothing.
    public var dependent: [Difference] = []
    /// A secret was proven then, and is not now.
    private var lacksSecret = false
    /// What the tag holds is not what it held then.
    private var hasOtherContent = false

    /// Sends all commands of a tag over a channel.
    public init(_ tag: RecordedTag, over channel: any CardChannel) {
        for exchange in tag.exchanges {
            if exchange.kind == .reconnect {
                try? channel.reconnect(.reset)
                lacksSecret = false
            } else if !exchange.maskedCommand.isEmpty {
                secrets += 1
                // A secret that was written is there for good, one that was proven until the tag is selected anew.
                if Self.changesTag(exchange) { hasOtherContent = true } else { lacksSecret = true }
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
                tell(
                    Difference(recorded: exchange, answer: answer, words: "it failed then (\(was)) and is answered now")
                )
                return
            }
            if Self.isRandom(exchange) {
                // The answer to another challenge is made of the key.
                lacksSecret = lacksSecret || Self.isChallenge(exchange)
                if answer.count == before.count {
                    random += 1
                    return
                }
            }
            guard let words = Self.words(before, answer, masked: exchange.maskedResponse) else { return }
            tell(Difference(recorded: exchange, answer: answer, words: words))
        case .failure(let error):
            guard exchange.failure == nil else { return }
            tell(
                Difference(
                    recorded: exchange, failure: error, words: "it was answered then and fails now: \(error.words)"))
        }
    }

    private mutating func tell(_ difference: Difference) {
        guard lacksSecret || hasOtherContent else { return differences.append(difference) }
        dependent.append(difference)
        if Self.changesTag(difference.recorded) { hasOtherContent = true }
    }

    /// The command leaves the tag otherwise than it was: it writes, counts, or changes settings or keys.
    private static func changesTag(_ exchange: Exchange) -> Bool {
        // WRITE, COMPATIBILITY_WRITE and INCR_CNT.
        if let frame = exchange.nativeCommand { return [0xA2, 0xA0, 0xA5].contains(frame.first) }
        let command = exchange.command
        guard exchange.kind == .transmit, command.count >= 2 else { return false }
        switch command[0] {
        // UPDATE BINARY, by PC/SC part 3 too.
        case 0x00, 0xFF: return command[1] == 0xD6
        // WriteData, ChangeKey, ChangeFileSettings, SetConfiguration, and what DESFire has of the kind.
        case 0x90:
            return [
                0x3D, 0x8D, 0x3B, 0x8B, 0xC4, 0xC6, 0x5F, 0x5C, 0x54, 0x0C, 0xDC, 0x1C, 0xCA, 0xDA, 0xFC, 0xDF, 0xC7,
            ]
            .contains(command[1])
        default: return false
        }
    }

    /// What begins a proof of a key: the answer holds a challenge.
    private static func isChallenge(_ exchange: Exchange) -> Bool {
        if let frame = exchange.nativeCommand { return frame.first == 0x1A }
        return exchange.command.first == 0x90
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
