import Tags
import Testing

@testable import Engine

/// A card connection that plays a script and fails on whatever the script does not expect.
final class ScriptedChannel: CardChannel {
    enum Step {
        case exchange(command: String, Result<[UInt8], ChannelError>)
        case control(command: String, Result<[UInt8], ChannelError>)
        case reconnect(ChannelError?)

        static func exchange(_ command: String, _ answer: String) -> Step {
            .exchange(command: command, .success(hex(answer)))
        }
        static func failing(_ command: String, _ error: ChannelError) -> Step {
            .exchange(command: command, .failure(error))
        }
        static let reconnect = Step.reconnect(nil)
    }

    private var steps: [Step]
    let atr: [UInt8]
    private(set) var reconnects: [ResetKind] = []
    private(set) var disconnectedWithReset: Bool?

    init(_ steps: [Step], atr: [UInt8] = hex("3B8F8001804F0CA0000003060300030000000068")) {
        self.steps = steps
        self.atr = atr
    }

    /// Nothing of the script is left.
    var isFinished: Bool { steps.isEmpty }

    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        guard !steps.isEmpty, case .exchange(let expected, let result) = steps.removeFirst() else {
            Issue.record("not expected: \(Hex.string(apdu))")
            throw .cardRemoved(code: PCSCCode.removedCard)
        }
        #expect(Hex.string(apdu) == expected)
        return try result.get()
    }

    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] {
        guard !steps.isEmpty, case .control(let expected, let result) = steps.removeFirst() else {
            Issue.record("control not expected: \(Hex.string(data))")
            throw .controlRefused(code: PCSCCode.notTransacted)
        }
        #expect(code == Transport.escapeCode)
        #expect(Hex.string(data) == expected)
        return try result.get()
    }

    func reconnect(_ kind: ResetKind) throws(ChannelError) {
        guard !steps.isEmpty, case .reconnect(let error) = steps.removeFirst() else {
            Issue.record("reconnect not expected")
            throw .cardRemoved(code: PCSCCode.removedCard)
        }
        reconnects.append(kind)
        if let error { throw error }
    }

    func beginTransaction() throws(ChannelError) {}
    func endTransaction() {}
    func disconnect(reset: Bool) { disconnectedWithReset = reset }
}

/// Bytes from hex digits; a wrong digit is a fault of the test.
func hex(_ text: String) -> [UInt8] {
    guard let bytes = Hex.bytes(text) else {
        Issue.record("no hex: \(text)")
        return []
    }
    return bytes
}

/// A link over a script, and what was traced.
final class LinkUnderTest {
    let channel: ScriptedChannel
    let trace: TracingChannel
    let link: ProfiledLink
    let recovering: RecoveringChannel
    private let log = Log()

    private final class Log {
        var exchanges: [Exchange] = []
        var pauses: [Int] = []
    }

    init(_ profile: any ReaderProfile, _ steps: [ScriptedChannel.Step]) {
        channel = ScriptedChannel(steps)
        let log = self.log
        trace = TracingChannel(
            channel, reader: "R", gate: { nil }, nextNumber: { UInt64(log.exchanges.count + 1) },
            emit: { log.exchanges.append($0) })
        recovering = RecoveringChannel(trace)
        link = ProfiledLink(profile: profile, channel: recovering, counter: trace) { log.pauses.append($0) }
    }

    var exchanges: [Exchange] { log.exchanges }
    var pauses: [Int] { log.pauses }
}
