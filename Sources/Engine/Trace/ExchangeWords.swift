import Tags

/// Makes what the trace keeps of one exchange: its meaning in words, the frame inside, its secrets masked.
struct ExchangeWords {
    let kind: Exchange.Kind
    let command: [UInt8]
    let result: Result<[UInt8], ChannelError>
    let profile: (any ReaderProfile)?
    let chip: Type2Chip?
    /// The frame in the command is secret as a whole.
    var hidesCommand = false

    /// The exchange as the trace keeps it.
    func exchange(number: UInt64, reader: String, time: UInt64, duration: UInt64) -> Exchange {
        let carried = profile?.frame(in: command)
        let answer = try? result.get()
        let native = carried.flatMap { frame in answer.flatMap { nativeAnswer(to: frame.bytes, $0) } }
        // A command to a PN532 is one through every reader, also through one that takes it for a frame to the tag.
        let wrapped = WrappedFrame.pn532(command) ?? carried ?? WrappedFrame.find(in: command)
        let secrets = Secrets(command: command, carried: wrapped, chip: chip, hidesFrame: hidesCommand)
        let secretAnswer = secrets.answerIsSecret ? secretRange(native, in: answer ?? []) : nil
        var failure: ChannelError?
        if case .failure(let error) = result { failure = error }
        return Exchange(
            number: number, reader: reader, kind: kind, command: Self.mask(command, secrets.inCommand),
            maskedCommand: secrets.inCommand,
            response: answer.map { Self.mask($0, secretAnswer.map { [$0] } ?? []) },
            maskedResponse: secretAnswer.map { [$0] } ?? [], failure: failure,
            nativeCommand: carried.map { frame in
                Self.mask(frame.bytes, secrets.inCommand.compactMap { $0.within(frame) })
            },
            nativeResponse: native.map { secrets.answerIsSecret ? Array(repeating: 0, count: $0.count) : $0 },
            meaning: meaning(carried: carried?.bytes), time: time, duration: duration)
    }

    /// Where the PACK stands in the answer. A frame that is wrapped in the way of another reader than this has an answer that nobody
    /// here reads: all but its status word is secret then.
    private func secretRange(_ native: [UInt8]?, in answer: [UInt8]) -> Range<Int>? {
        if let native { return Self.range(of: native, in: answer) }
        return carriedByProfile || answer.count <= 2 ? nil : 0..<answer.count - 2
    }

    private var carriedByProfile: Bool { profile?.frame(in: command) != nil }

    private func meaning(carried: [UInt8]?) -> String {
        if kind == .reconnect {
            guard case .failure(let error) = result else { return "reconnect: the tag was powered anew" }
            return "reconnect failed: \(error.words)"
        }
        let asked: String
        if case .control(let code) = kind {
            asked = carried.map(CommandWords.frame) ?? "reader command \(PCSCCode.hex(code))"
        } else {
            asked = carried.map(CommandWords.frame) ?? CommandWords.apdu(command)
        }
        switch result {
        case .failure(let error): return "\(asked): \(error.words)"
        case .success(let answer): return asked + ": " + answerWords(answer, to: carried)
        }
    }

    private func answerWords(_ answer: [UInt8], to frame: [UInt8]?) -> String {
        guard let frame, let profile else { return CommandWords.answer(answer, to: command) }
        switch profile.result(of: answer, to: frame, answerLength: NativeFrame.answerLength(frame)) {
        case .answer(let bytes) where NativeFrame.isAcknowledged(frame) && bytes == [NativeFrame.acknowledge]:
            return "ACK"
        case .answer(let bytes): return bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        case .nak(let code?): return "NAK: " + NAKMeaning.words(code, chip: chip)
        case .nak(nil): return "refused or damaged (\(CommandWords.statusWords(answer)))"
        case .silence: return "no answer"
        case .unsupported: return "the reader does not know this command (\(CommandWords.statusWords(answer)))"
        case .nonsense: return "an answer that makes no sense here"
        }
    }

    private func nativeAnswer(to frame: [UInt8], _ answer: [UInt8]) -> [UInt8]? {
        switch profile?.result(of: answer, to: frame, answerLength: NativeFrame.answerLength(frame)) {
        case .answer(let bytes): bytes
        case .nak(let code?): [code]
        default: nil
        }
    }

    private static func range(of part: [UInt8], in whole: [UInt8]) -> Range<Int>? {
        guard !part.isEmpty, whole.count >= part.count else { return nil }
        let starts = (0...whole.count - part.count).reversed()
        return starts.first { whole[$0...].starts(with: part) }.map { $0..<$0 + part.count }
    }

    private static func mask(_ bytes: [UInt8], _ ranges: [Range<Int>]) -> [UInt8] {
        var bytes = bytes
        for range in ranges {
            for index in range where bytes.indices.contains(index) { bytes[index] = 0 }
        }
        return bytes
    }
}

extension Range<Int> {
    /// The part of a range of a command that lies in the frame it carries, counted from the frame's start.
    fileprivate func within(_ frame: CarriedFrame) -> Range<Int>? {
        let part = clamped(to: frame.offset..<frame.offset + frame.bytes.count)
        return part.isEmpty ? nil : part.lowerBound - frame.offset..<part.upperBound - frame.offset
    }
}

/// Which bytes of a command and its answer are a password or key.
struct Secrets {
    /// In the command as sent.
    let inCommand: [Range<Int>]
    /// In the frame inside.
    let inFrame: [Range<Int>]
    /// The answer is a PACK.
    let answerIsSecret: Bool

    private static let passwordAuth: UInt8 = 0x1B
    private static let write: UInt8 = 0xA2

    /// - Parameters:
    ///   - carried: The native frame in the command.
    ///   - hidesFrame: All of the frame is secret.
    init(command: [UInt8], carried: CarriedFrame?, chip: Type2Chip?, hidesFrame: Bool = false) {
        guard let carried else {
            if hidesFrame || command.count > 5 && Self.carriesPIN(command) {
                inCommand = [min(hidesFrame ? 0 : 5, command.count)..<command.count]
                inFrame = []
                answerIsSecret = false
                return
            }
            // LOAD KEYS: FF 82 <structure> <number> <length> <key>.
            let isKey = command.count > 5 && command.starts(with: [0xFF, 0x82])
            // ChangeKey: 90 C4 00 00 <length> <number> <the new key, encrypted>: encrypted with a key that others may know.
            let changesKey = command.count > 6 && command.starts(with: [0x90, 0xC4, 0x00, 0x00])
            let end = min(command.count, 5 + Int(changesKey ? command[4] : 0))
            inCommand = isKey ? [5..<command.count] : changesKey && end > 6 ? [6..<end] : []
            inFrame = []
            answerIsSecret = false
            return
        }
        let frame = carried.bytes
        answerIsSecret = frame.first == Self.passwordAuth
        if hidesFrame {
            inFrame = [0..<frame.count]
        } else if frame.first == Self.passwordAuth, frame.count > 1 {
            inFrame = [1..<frame.count]
        } else if frame.first == Self.write, frame.count > 2, Self.isSecret(page: Int(frame[1]), of: chip) {
            inFrame = [2..<frame.count]
        } else {
            inFrame = []
        }
        inCommand = inFrame.map { $0.lowerBound + carried.offset..<$0.upperBound + carried.offset }
    }

    /// VERIFY and CHANGE REFERENCE DATA (ISO/IEC 7816-4, 11.6.6 and 11.6.7).
    private static func carriesPIN(_ command: [UInt8]) -> Bool {
        command[0] & 0x60 == 0 && command[0] != 0x90 && (command[1] == 0x20 || command[1] == 0x24)
    }

    static func isSecret(page: Int, of chip: Type2Chip?) -> Bool {
        guard let chip else { return false }
        return page == chip.configuration?.password || page == chip.configuration?.pack
            || chip.unreadablePages?.contains(page) == true
    }
}
