import Tags

/// On which layer an exchange spoke.
public enum TraceLayer: String, CaseIterable, Equatable, Sendable {
    /// A native frame to the tag, inside a command of the reader.
    case native
    /// An APDU to a card.
    case apdu
    /// A command for the reader itself: a pseudo-APDU (class FF) without a frame in it, or an escape.
    case reader
    /// No command: the tag was powered anew.
    case connection
}

extension Exchange {
    /// On which layer it spoke.
    public var layer: TraceLayer {
        switch kind {
        case .reconnect: .connection
        case .control: nativeCommand == nil ? .reader : .native
        case .transmit: nativeCommand != nil ? .native : command.first == 0xFF ? .reader : .apdu
        }
    }

    /// It did not do what was asked: the call failed, the tag refused or said nothing, or the status word says no.
    public var isFailure: Bool {
        if failure != nil { return true }
        guard kind != .reconnect else { return false }
        if let frame = nativeCommand {
            guard let answer = nativeResponse else { return true }
            if NativeFrame.isAcknowledged(frame) { return answer != [NativeFrame.acknowledge] }
            return answer.count == 1 && NativeFrame.answerLength(frame) != 1 && answer[0] & 0xF0 == 0
                && meaning.contains("NAK")
        }
        guard let answer = response else { return true }
        if case .control = kind { return false }
        guard let (_, word) = StatusWord.split(answer) else { return true }
        return !(word.isOK || word == .moreFrames || word.waiting != nil || word == .endOfFile)
            && !Self.answersWithoutWord(command)
    }

    /// Commands of the ACR122U whose answers end with data in place of a status word (API V2.04, 6.2 and 6.4-6.6).
    private static func answersWithoutWord(_ command: [UInt8]) -> Bool {
        [[0xFF, 0x00, 0x40], [0xFF, 0x00, 0x48], [0xFF, 0x00, 0x50], [0xFF, 0x00, 0x51]].contains {
            command.starts(with: $0)
        }
    }

    /// The byte ranges of `nativeCommand` that hold a secret.
    ///
    /// A frame ends where its command does, or up to two bytes of the reader before that; it is found by those bytes.
    public var maskedNativeCommand: [Range<Int>] {
        guard let frame = nativeCommand, !maskedCommand.isEmpty else { return [] }
        let start = Self.start(of: frame, in: command)
        return maskedCommand.compactMap { range in
            let lower = max(0, range.lowerBound - start), upper = min(frame.count, range.upperBound - start)
            return lower < upper ? lower..<upper : nil
        }
    }

    /// The byte ranges of `nativeResponse` that hold a secret.
    public var maskedNativeResponse: [Range<Int>] {
        guard let answer = nativeResponse, !answer.isEmpty, !maskedResponse.isEmpty else { return [] }
        return [0..<answer.count]
    }

    /// Where a frame begins in the command that carries it. In READ BINARY and UPDATE BINARY only its data stands there.
    private static func start(of frame: [UInt8], in command: [UInt8]) -> Int {
        guard command.count >= frame.count else { return command.count - frame.count }
        let starts = (0...command.count - frame.count).reversed()
        return starts.first { command[$0...].starts(with: frame) } ?? command.count - frame.count
    }
}
