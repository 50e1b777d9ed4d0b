import Tags

/// Native frames over a channel, in the way of one reader profile.
///
/// Keeps the tag active: after a NAK or silence the next frame is preceded by a re-activation. Where the tag said nothing
/// good yet on this connection, another program may have left it silent, so that the first refusal is followed by one
/// reconnect and one repeat.
final class ProfiledLink: TagLink {
    let profile: any ReaderProfile
    private let channel: RecoveringChannel
    private let counter: TracingChannel
    private let pause: (Int) -> Void

    private(set) var capabilities: LinkCapabilities
    /// The UID that the tag must still have after a reselect; empty = not known.
    var uid: [UInt8] = []

    private var reselections = 0
    private let firstEpoch: Int
    /// The epoch in which the session was opened.
    private var sessionEpoch: Int?
    /// The epoch in which the tag fell silent; `nil` = active.
    private var silentEpoch: Int?
    /// The tag answered a frame on this link.
    private var proven = false
    private var prefetched: [[UInt8]: Result<[UInt8], LinkError>] = [:]
    private var refusedAhead = false

    /// A link over a channel.
    /// - Parameters:
    ///   - channel: Carries APDUs, also those that are no frames.
    ///   - counter: Below `channel`; counts and traces.
    ///   - pause: Blocks for so many milliseconds.
    init(
        profile: any ReaderProfile, channel: RecoveringChannel, counter: TracingChannel,
        pause: @escaping (Int) -> Void = Clock.pause
    ) {
        self.profile = profile
        self.channel = channel
        self.counter = counter
        self.pause = pause
        capabilities = profile.capabilities
        firstEpoch = channel.epoch
        counter.profile = profile
        channel.beforeDirect = { [weak self] in self?.closeSession() }
    }

    var activations: Int { 1 + reselections + channel.epoch - firstEpoch }
    var exchanges: Int { counter.cost.exchanges }
    /// The tag is silent since its last NAK, and other programs would find it so.
    var isSilent: Bool { silentEpoch == channel.epoch }

    /// The reader is in a session for frames, which ends with the next APDU.
    var hasSession: Bool { !profile.closing.isEmpty && sessionEpoch == channel.epoch }

    func transceive(_ frame: [UInt8], answerLength: Int?) throws(LinkError) -> [UInt8] {
        if let result = prefetched.removeValue(forKey: frame) {
            // What was refused ahead has been followed by a frame that the tag answered: it is active.
            if case .failure = result { refusedAhead = true }
            return try result.get()
        }
        refusedAhead = false
        return try exchange(frame, answerLength: answerLength ?? NativeFrame.answerLength(frame))
    }

    func transceivePassive(_ frame: [UInt8]) throws(LinkError) {
        guard let command = profile.command(for: frame) else { throw .unsupported(command: frame.first ?? 0) }
        try activate()
        let answer = try send(command, repeatable: true)
        switch profile.result(of: answer, to: frame, answerLength: nil) {
        case .silence, .nak(nil): return
        case .nak(let code):
            silentEpoch = channel.epoch
            throw .nak(code)
        case .answer, .nonsense: throw .nonsense(answer)
        case .unsupported: throw .unsupported(command: frame.first ?? 0)
        }
    }

    /// Sends a frame once, whatever comes back: for a person who types frames and looks at the answer.
    /// - Parameter passive: Silence means yes, and the tag stays active.
    func sendOnce(_ frame: [UInt8], passive: Bool) throws(LinkError) -> FrameResult {
        guard let command = profile.command(for: frame) else { throw .unsupported(command: frame.first ?? 0) }
        try activate()
        let answer = try send(command, repeatable: false)
        let result = profile.result(of: answer, to: frame, answerLength: NativeFrame.answerLength(frame))
        switch result {
        case .answer: proven = true
        case .silence where passive, .nak(nil) where passive && !profile.tellsSilence: break
        case .nak, .silence:
            silentEpoch = channel.epoch
            if profile.pauseAfterFailure > 0 { pause(profile.pauseAfterFailure) }
        case .unsupported, .nonsense: break
        }
        return result
    }

    func reactivate() throws(LinkError) {
        if refusedAhead, !isSilent {
            refusedAhead = false
            return
        }
        silentEpoch = channel.epoch
        try activate()
    }

    /// Keeps an answer for the one who asks next.
    func keep(_ result: Result<[UInt8], LinkError>, for frame: [UInt8]) { prefetched[frame] = result }

    /// Ends the session, so that ordinary APDUs work again.
    func closeSession() {
        guard sessionEpoch == channel.epoch else { return }
        sessionEpoch = nil
        for command in profile.closing { _ = try? channel.send(command.bytes, by: profile.transport) }
    }

    /// Powers the tag anew. Slower than a reselect, but sure, and no exchange.
    func restart() throws(LinkError) {
        closeSession()
        do { try channel.reconnect(.reset) } catch { throw .channel(error) }
    }

    private func exchange(_ frame: [UInt8], answerLength: Int?) throws(LinkError) -> [UInt8] {
        guard let command = profile.command(for: frame) else { throw .unsupported(command: frame.first ?? 0) }
        let repeatable = NativeFrame.isRepeatable(frame)
        var lengthRepeats = repeatable ? 2 : 0
        var silenceRepeats = NativeFrame.isReading(frame) ? 1 : 0
        var wakeUps = proven || !repeatable ? 0 : 1
        while true {
            try activate()
            let answer = try send(command, repeatable: repeatable)
            let failure: LinkError
            switch profile.result(of: answer, to: frame, answerLength: answerLength) {
            case .answer(let bytes):
                proven = true
                guard let answerLength, bytes.count != answerLength else { return bytes }
                guard lengthRepeats > 0 else { throw .wrongLength(expected: answerLength, bytes: bytes) }
                lengthRepeats -= 1
                continue
            case .nak(let code): failure = .nak(code)
            case .silence: failure = .silence
            case .unsupported: throw .unsupported(command: frame.first ?? 0)
            case .nonsense: throw .nonsense(answer)
            }
            silentEpoch = channel.epoch
            if profile.pauseAfterFailure > 0 { pause(profile.pauseAfterFailure) }
            if wakeUps > 0 {
                wakeUps -= 1
                try restart()
            } else if failure == .silence, silenceRepeats > 0 {
                silenceRepeats -= 1
            } else {
                throw failure
            }
        }
    }

    /// Makes sure that the tag is active and the session open.
    private func activate() throws(LinkError) {
        try openSession()
        guard isSilent else { return }
        if let reselect = profile.reselect {
            switch profile.reselection(by: try send(reselect, repeatable: true)) {
            case .found(let found):
                if let found, !uid.isEmpty, found != uid, uid.first != 0x08 {
                    throw .channel(.cardRemoved(code: PCSCCode.removedCard))
                }
                silentEpoch = nil
                reselections += 1
                return
            case .notFound: break
            }
        }
        try restart()
        try openSession()
    }

    private func openSession() throws(LinkError) {
        guard !profile.opening.isEmpty, sessionEpoch != channel.epoch else { return }
        for command in profile.opening {
            let answer: [UInt8]
            do {
                answer = try channel.send(command.bytes, by: profile.transport)
            } catch {
                throw .channel(error)
            }
            if command.required, !profile.accepted(answer) { throw .unsupported(command: 0) }
        }
        sessionEpoch = channel.epoch
    }

    /// Sends a command; mends what a reconnect can mend.
    private func send(_ command: [UInt8], repeatable: Bool) throws(LinkError) -> [UInt8] {
        var left = RecoveringChannel.repeats
        while true {
            do {
                return try channel.send(command, by: profile.transport)
            } catch {
                // Whoever sent it decides: the card may have obeyed, and may be another one by now.
                if !repeatable { throw .channel(error) }
                do { try channel.recover(from: error, left: &left) } catch { throw .channel(error) }
            }
            try openSession()
        }
    }
}
