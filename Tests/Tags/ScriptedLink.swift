import Testing

@testable import Tags

/// A link that plays a script of exchanges, and fails on a frame that it did not expect.
final class ScriptedLink: TagLink {
    /// One step of a script.
    enum Step {
        /// This frame gets this answer.
        case answer(String, String)
        /// This frame gets a NAK.
        case nak(String, UInt8? = 0)
        /// This frame gets nothing.
        case silence(String)
        /// This frame meets a failure below.
        case fails(String, LinkError)
        /// This frame is the second part of SECTOR_SELECT: no answer means yes.
        case passive(String)
        /// The tag is selected anew.
        case reactivation
        /// The tag cannot be selected anew.
        case lostReactivation
    }

    var capabilities: LinkCapabilities
    private(set) var activations = 1
    private(set) var exchanges = 0
    private var steps: [Step]

    init(
        _ steps: [Step],
        capabilities: LinkCapabilities = LinkCapabilities(
            nativeFrames: true, maximumAnswer: 250, seesNAKCode: true)
    ) {
        self.steps = steps
        self.capabilities = capabilities
    }

    static let storage = LinkCapabilities(
        nativeFrames: false, maximumAnswer: 16, seesNAKCode: false, limits: "this reader passes no native frames")

    /// The script was played to its end.
    func expectFinished(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(steps.isEmpty, "not asked for: \(steps)", sourceLocation: sourceLocation)
    }

    func transceive(_ frame: [UInt8], answerLength: Int?) throws(LinkError) -> [UInt8] {
        exchanges += 1
        let sent = Hex.string(frame)
        guard let step = next(sent) else { throw .nonsense(frame) }
        switch step {
        case .answer(let expected, let answer) where expected == sent:
            return Hex.bytes(answer) ?? []
        case .nak(let expected, let code) where expected == sent:
            throw .nak(code)
        case .silence(let expected) where expected == sent:
            throw .silence
        case .fails(let expected, let error) where expected == sent:
            throw error
        default:
            Issue.record("sent \(sent), expected \(step)")
            throw .nonsense(frame)
        }
    }

    func transceivePassive(_ frame: [UInt8]) throws(LinkError) {
        exchanges += 1
        let sent = Hex.string(frame)
        guard let step = next(sent) else { throw .nonsense(frame) }
        guard case .passive(let expected) = step, expected == sent else {
            Issue.record("sent \(sent) and waited for silence, expected \(step)")
            throw .nonsense(frame)
        }
    }

    func reactivate() throws(LinkError) {
        guard let step = next("a reactivation") else { throw .silence }
        switch step {
        case .reactivation: activations += 1
        case .lostReactivation: throw .channel(.cardRemoved(code: 0x8010_0069))
        default: Issue.record("activated again, expected \(step)")
        }
    }

    private func next(_ what: String) -> Step? {
        guard !steps.isEmpty else {
            Issue.record("the script is over, but \(what) came")
            return nil
        }
        return steps.removeFirst()
    }
}

/// A channel with an answer to reset and a script of APDUs.
final class ScriptedChannel: CardChannel {
    let atr: [UInt8]
    private var answers: [(String, Result<String, ChannelError>)]
    private(set) var reconnects = 0

    init(atr: String, _ answers: [(String, Result<String, ChannelError>)]) {
        self.atr = Hex.bytes(atr) ?? []
        self.answers = answers
    }

    /// A reader in front of a Type 2 tag of this UID.
    static func type2(uid: String) -> ScriptedChannel {
        ScriptedChannel(
            atr: "3B8F8001804F0CA0000003060300030000000068", [("FFCA000000", .success(uid + "9000"))])
    }

    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        guard !answers.isEmpty else {
            Issue.record("the script is over, but \(Hex.string(apdu)) came")
            throw .failed(code: 0)
        }
        let (expected, answer) = answers.removeFirst()
        #expect(Hex.string(apdu) == expected)
        return Hex.bytes(try answer.get()) ?? []
    }

    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] { throw .controlRefused(code: code) }
    func reconnect(_ kind: ResetKind) throws(ChannelError) { reconnects += 1 }
    func beginTransaction() throws(ChannelError) {}
    func endTransaction() {}
    func close() {}
}
