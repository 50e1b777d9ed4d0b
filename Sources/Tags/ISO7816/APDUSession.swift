/// One card on one channel while it is worked with: follows what status words ask for, and always comes to an end.
///
///     let session = APDUSession(channel, uid: uid)
///     let answer = try session.send(CommandAPDU(0x00, 0xA4, 0x04, 0x00, data: name, expected: 256))
///     let version = try session.native(0x60)          // follows 91AF
///
/// 61xx is followed by GET RESPONSE, 6Cxx by the same command with the right length, data that is too long by a chain.
/// Whatever a card answers, one call spends a bounded number of exchanges. After a reset by another program a command is
/// repeated only where that is safe, on the same card, with the same file selected.
public final class APDUSession {
    private let channel: any CardChannel
    /// The only card that is worked with after a reset; empty or random = it cannot be told, so nothing is repeated.
    private let uid: [UInt8]

    /// Reader and card take extended lengths. Where not, more than 255 bytes go as a chain and no more than 256 are wanted.
    public var takesExtendedLength = false
    /// What has to be sent again after a reset, so that the next command means the same file; kept by whoever selects.
    public var selection: [CommandAPDU] = []
    /// The card holds a session key: nothing can be repeated after a reset, whatever it is.
    public var isAuthenticated = false
    /// Exchanges spent by this session.
    public private(set) var exchanges = 0

    /// How often one command may ask for more: 65 536 bytes in the smallest useful answers, and then some.
    static let mostAnswers = 1_100
    /// The most bytes of one answer, over all its parts.
    static let mostBytes = 0x1_0000
    /// How many answers in a row may bring nothing.
    static let mostEmpty = 3

    /// A session with a card.
    /// - Parameter uid: Its UID as the reader gives it, to know it again after a reset.
    public init(_ channel: any CardChannel, uid: [UInt8] = []) {
        self.channel = channel
        self.uid = uid
    }

    /// Sends a command and follows 61xx, 6Cxx and, for data that is too long, sends a chain.
    /// - Parameter repeatable: It may be sent again after a reset; `nil` asks the command itself.
    /// - Returns: The whole data, with the last status word.
    public func send(_ command: CommandAPDU, repeatable: Bool? = nil) throws(APDUError) -> ResponseAPDU {
        var command = command
        if !takesExtendedLength {
            command.expected = command.expected.map { min($0, CommandAPDU.shortExpected) }
        }
        let mayRepeat = (repeatable ?? command.isSafeToRepeat) && !isAuthenticated
        let limit = takesExtendedLength ? CommandAPDU.extendedData : CommandAPDU.shortData
        var answer = try command.data.count > limit ? chain(command, by: limit) : exchange(command, mayRepeat)
        // The card did not carry the command out: it may be sent again with the length it wants.
        if let length = answer.status.rightLength, command.expected != length {
            command.expected = length
            answer = try exchange(command, mayRepeat)
        }
        return try follow(answer, of: command)
    }

    /// Sends a wrapped native command (class 90) and takes all its frames.
    /// - Parameter frames: The most frames that a good answer has.
    /// - Returns: The data of all frames, with the status of the last.
    public func native(
        _ ins: UInt8, _ data: [UInt8] = [], frames: Int = 64, repeatable: Bool? = nil
    ) throws(APDUError) -> ResponseAPDU {
        let command = CommandAPDU.native(ins, data)
        let mayRepeat = repeatable ?? command.isSafeToRepeat
        let answer = try allFrames(of: command, frames, mayRepeat)
        // Another program's command broke the chain: once more from its start.
        guard answer.broken, mayRepeat, !isAuthenticated else { return answer.response }
        return try allFrames(of: command, frames, mayRepeat).response
    }

    /// One exchange, nothing followed: for who drives a protocol of several frames.
    public func transmit(_ command: CommandAPDU) throws(APDUError) -> ResponseAPDU {
        guard !command.needsExtendedLength || takesExtendedLength else { throw .tooLong(bytes: command.data.count) }
        exchanges += 1
        let bytes: [UInt8]
        do throws(ChannelError) {
            bytes = try channel.transmit(command.bytes)
        } catch {
            throw .channel(error)
        }
        guard let answer = ResponseAPDU(bytes) else { throw .nonsense(bytes) }
        return answer
    }

    // MARK: - Following

    private func follow(_ first: ResponseAPDU, of command: CommandAPDU) throws(APDUError) -> ResponseAPDU {
        var answer = first
        var data = first.data
        var empty = 0
        var answers = 1
        while let waiting = answer.status.waiting {
            let next = CommandAPDU(command.cla & 0xEF, 0xC0, 0x00, 0x00, expected: waiting)
            answer = try transmit(next)
            if let length = answer.status.rightLength, length != waiting {
                answer = try transmit(CommandAPDU(next.cla, next.ins, next.p1, next.p2, expected: length))
                answers += 1
            }
            answers += 1
            empty = answer.data.isEmpty ? empty + 1 : 0
            data += answer.data
            guard empty < Self.mostEmpty, answers < Self.mostAnswers, data.count <= Self.mostBytes else {
                throw .endless(answer.status)
            }
        }
        return ResponseAPDU(data: data, status: answer.status)
    }

    private func allFrames(
        of command: CommandAPDU, _ most: Int, _ mayRepeat: Bool
    ) throws(APDUError) -> (response: ResponseAPDU, broken: Bool) {
        var answer = try exchange(command, mayRepeat && !isAuthenticated)
        var data = answer.data
        var frames = 1
        var empty = 0
        while answer.status == .moreFrames {
            guard frames < most, data.count <= Self.mostBytes, empty < Self.mostEmpty else {
                throw .endless(answer.status)
            }
            answer = try transmit(.native(0xAF))
            data += answer.data
            empty = answer.data.isEmpty ? empty + 1 : 0
            frames += 1
        }
        let broken = frames > 1 && [0x911C, 0x91CA].contains(answer.status)
        return (ResponseAPDU(data: data, status: answer.status), broken)
    }

    /// Command chaining: every part but the last has bit 5 of the class set. ISO/IEC 7816-4, 5.1.1.1.
    private func chain(_ command: CommandAPDU, by limit: Int) throws(APDUError) -> ResponseAPDU {
        guard command.data.count <= CommandAPDU.extendedData else { throw .tooLong(bytes: command.data.count) }
        var start = 0
        while command.data.count - start > limit {
            var part = command
            part.cla |= 0x10
            part.data = Array(command.data[start..<start + limit])
            part.expected = nil
            let answer = try transmit(part)
            guard answer.status == .ok else { return answer }
            start += limit
        }
        var last = command
        last.data = Array(command.data[start...])
        return try transmit(last)
    }

    // MARK: - After a reset

    /// One exchange; once more after a reset where that is safe.
    private func exchange(_ command: CommandAPDU, _ mayRepeat: Bool) throws(APDUError) -> ResponseAPDU {
        // A card that cannot be told from another is left alone.
        let mayRepeat = mayRepeat && !uid.isEmpty
        do throws(APDUError) {
            let answer = try transmit(command)
            // Some readers say so where the card gave no good answer, or is gone.
            guard answer.status.isOfReader, answer.data.isEmpty, mayRepeat else { return answer }
        } catch .channel(.cardReset) where mayRepeat {
        } catch .channel(.communication) where mayRepeat {
        } catch .nonsense(let bytes) where mayRepeat && bytes.isEmpty {
            // So does a driver whose card gave no answer at all.
        }
        try restore()
        return try transmit(command)
    }

    /// Powers the card anew and makes sure that it is the same one; nothing is selected then, and nothing authenticated.
    public func reset() throws(APDUError) {
        selection = []
        isAuthenticated = false
        try restore()
    }

    /// The same card, in the state it was in.
    private func restore() throws(APDUError) {
        do throws(ChannelError) {
            try channel.reconnect(.reset)
        } catch {
            throw .channel(error)
        }
        let found: ResponseAPDU
        do throws(APDUError) {
            found = try transmit(CommandAPDU(0xFF, 0xCA, 0x00, 0x00, expected: CommandAPDU.shortExpected))
        } catch {
            // With no card behind it, pcscd refuses the first command in more than one way, and notices only later.
            switch error {
            case .channel(.communication(let code)), .channel(.failed(let code)), .channel(.unresponsive(let code)):
                throw .channel(.cardRemoved(code: code))
            case .nonsense: throw .channel(.cardRemoved(code: 0))
            default: throw error
            }
        }
        guard found.status == .ok, found.data == uid else { throw .otherCard }
        for command in selection {
            let answer = try transmit(command)
            guard answer.isOK || answer.status.waiting != nil else { throw .lostSelection(answer.status) }
        }
    }
}
