import Testing

@testable import Tags

/// A card that plays a script of exchanges, and answers a command that it did not expect with an error.
final class ScriptedCard: CardChannel {
    /// One step of a script.
    enum Step {
        /// This command gets this answer.
        case answer(String, String)
        /// This command meets a failure below.
        case fails(String, ChannelError)
        /// The channel connects anew.
        case reconnect
    }

    let atr: [UInt8]
    private var steps: [Step]
    private(set) var sent: [String] = []

    init(_ steps: [Step], atr: [UInt8] = [0x3B, 0x81, 0x80, 0x01, 0x80, 0x80]) {
        self.steps = steps
        self.atr = atr
    }

    /// The script was played to its end.
    func expectFinished(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(steps.isEmpty, "not asked for: \(steps)", sourceLocation: sourceLocation)
    }

    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        let text = Hex.string(apdu)
        sent.append(text)
        guard !steps.isEmpty else { throw .failed(code: 0) }
        switch steps.removeFirst() {
        case .answer(let expected, let answer) where expected == text: return Hex.bytes(answer) ?? []
        case .fails(let expected, let error) where expected == text: throw error
        case let other:
            Issue.record("\(text) was sent where the script has \(other)")
            throw .failed(code: 0)
        }
    }

    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] { throw .controlRefused(code: 0) }

    func reconnect(_ kind: ResetKind) throws(ChannelError) {
        guard case .reconnect? = steps.first else { throw .failed(code: 0) }
        steps.removeFirst()
    }

    func beginTransaction() throws(ChannelError) {}
    func endTransaction() {}
}

/// A card that gives the same answer to everything: no loop over it may go on for ever.
final class StubbornCard: CardChannel {
    let atr: [UInt8] = [0x3B, 0x81, 0x80, 0x01, 0x80, 0x80]
    private let answer: ([UInt8]) -> [UInt8]
    private(set) var count = 0

    init(_ answer: @escaping ([UInt8]) -> [UInt8]) { self.answer = answer }

    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        count += 1
        return answer(apdu)
    }

    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] { throw .controlRefused(code: 0) }
    func reconnect(_ kind: ResetKind) throws(ChannelError) {}
    func beginTransaction() throws(ChannelError) {}
    func endTransaction() {}
}
