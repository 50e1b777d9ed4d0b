import Tags

/// How one kind of reader passes native frames: what to wrap a frame in, and how to read what comes back.
///
/// Pure translation; `ProfiledLink` sends. A frame and its answer carry no CRC.
protocol ReaderProfile: Sendable {
    /// The name in JSON and on screen.
    var name: String { get }
    /// What can be done for native frames, and what not.
    var capabilities: LinkCapabilities { get }
    /// Where its commands go.
    var transport: Transport { get }
    /// Commands before the first frame of a session.
    var opening: [SessionCommand] { get }
    /// Commands after which ordinary APDUs work again.
    var closing: [SessionCommand] { get }
    /// The command that selects the tag again after a NAK; `nil` where only a reconnect does.
    var reselect: [UInt8]? { get }
    /// Milliseconds this reader needs after a failed command.
    var pauseAfterFailure: Int { get }
    /// The reader tells apart that the tag said nothing and that it said no.
    var tellsSilence: Bool { get }
    /// The command that carries a frame, `nil` where this reader cannot send it.
    func command(for frame: [UInt8]) -> [UInt8]?
    /// What an answer means.
    func result(of answer: [UInt8], to frame: [UInt8], answerLength: Int?) -> FrameResult
    /// Whether `reselect` found the tag, and its UID where the reader says it.
    func reselection(by answer: [UInt8]) -> Reselection
    /// Whether an opening or closing command worked.
    func accepted(_ answer: [UInt8]) -> Bool
    /// The frame inside a command, for the trace.
    func frame(in command: [UInt8]) -> CarriedFrame?
}

/// Where a profile's commands go.
enum Transport: Equatable, Sendable {
    /// `SCardTransmit`
    case transmit
    /// `SCardControl` with the escape code of pcsc-lite's CCID driver, `SCARD_CTL_CODE(1)`.
    case escape

    /// Source: libccid's ifdhandler.c.
    static let escapeCode: UInt32 = 0x4200_0001
}

/// A command that opens or closes a session of native frames.
struct SessionCommand: Equatable, Sendable {
    var bytes: [UInt8]
    /// Without it no frame can be sent.
    var required = true
}

/// What became of a frame.
enum FrameResult: Equatable, Sendable {
    /// The tag's answer; a 4-bit acknowledge is 0Ah.
    case answer([UInt8])
    /// The tag said no.
    case nak(UInt8?)
    /// The tag said nothing.
    case silence
    /// The reader does not know the command that carries frames.
    case unsupported
    /// The reader answered something that makes no sense here.
    case nonsense
}

/// What a reselect found.
enum Reselection: Equatable, Sendable {
    case found(uid: [UInt8]?)
    case notFound
}

/// A frame inside a command.
struct CarriedFrame: Equatable, Sendable {
    /// The frame.
    var bytes: [UInt8]
    /// Add this to an index from 2 on within the frame to get the index within the command.
    var offset: Int
}

extension ReaderProfile {
    var transport: Transport { .transmit }
    var opening: [SessionCommand] { [] }
    var closing: [SessionCommand] { [] }
    var reselect: [UInt8]? { nil }
    var pauseAfterFailure: Int { 0 }
    var tellsSilence: Bool { true }
    func reselection(by answer: [UInt8]) -> Reselection { .notFound }
    func accepted(_ answer: [UInt8]) -> Bool { StatusWord.split(answer)?.word == StatusWord.ok }

    /// What a status word other than 9000 says about a frame, where the profile knows nothing more exact.
    func refusal(_ word: StatusWord) -> FrameResult {
        switch word.rawValue {
        case 0x6400, 0x6401, 0x6402: .silence
        case 0x6A81, 0x6D00, 0x6E00, 0x6981, 0x6B00: .unsupported
        case 0x6300...0x63FF, 0x6282, 0x6581, 0x6A82, 0x6F00, 0x6982, 0x6986, 0x6988: .nak(nil)
        default: .nonsense
        }
    }

    /// A frame's plain answer: the acknowledge of a command that has no data, a NAK where it is one, else data.
    ///
    /// - Parameter acknowledgeSwallowed: The reader reports a good acknowledge by its status alone.
    func plain(_ data: [UInt8], to frame: [UInt8], answerLength: Int?, acknowledgeSwallowed: Bool) -> FrameResult {
        if NativeFrame.isAcknowledged(frame) {
            if data.isEmpty { return acknowledgeSwallowed ? .answer([NativeFrame.acknowledge]) : .silence }
            guard data.count == 1 else { return .nonsense }
            return data[0] & 0x0F == NativeFrame.acknowledge ? .answer([NativeFrame.acknowledge]) : .nak(data[0] & 0x0F)
        }
        if data.isEmpty { return .silence }
        if data.count == 1, answerLength != 1, data[0] & 0xFA == 0 { return .nak(data[0]) }
        return .answer(data)
    }
}

/// What the link must know of native frames itself.
enum NativeFrame {
    /// The 4-bit ACK.
    static let acknowledge: UInt8 = 0x0A

    /// The answer is a 4-bit ACK and no data: WRITE, COMPATIBILITY_WRITE, INCR_CNT, SECTOR_SELECT.
    static func isAcknowledged(_ frame: [UInt8]) -> Bool {
        guard let command = frame.first else { return false }
        return [0xA2, 0xA0, 0xA5, 0xC2].contains(command)
    }

    /// It may be sent again below, on whatever tag then lies there. Not so a counted command, a password (wrong ones are
    /// counted), a step of a mutual authentication, and a write, which must never reach another tag than the one meant.
    static func isRepeatable(_ frame: [UInt8]) -> Bool {
        guard let command = frame.first else { return false }
        return ![0xA5, 0x1B, 0x1A, 0xAF, 0xA0, 0xA2].contains(command)
    }

    /// It only reads, and a tag that is there answers it: worth a second try after silence.
    static func isReading(_ frame: [UInt8]) -> Bool { frame.first == 0x30 || frame.first == 0x3A }

    /// The bytes a good answer has, where the frame itself says so: READ, FAST_READ, CHECK_TEARING_EVENT, VCSL.
    static func answerLength(_ frame: [UInt8]) -> Int? {
        switch frame.first {
        case 0x30 where frame.count == 2: 16
        case 0x3A where frame.count == 3 && frame[2] >= frame[1]: 4 * (Int(frame[2]) - Int(frame[1]) + 1)
        case 0x3E where frame.count == 2: 1
        case 0x4B where frame.count == 21: 1
        default: nil
        }
    }
}
