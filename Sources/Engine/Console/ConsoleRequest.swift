import Tags

/// One command of the console, as the engine takes it.
public struct ConsoleRequest: Equatable, Sendable {
    /// The command and the way it goes.
    public var command: ConsoleCommand
    /// The UID that the user typed as a yes to what can never be undone.
    public var confirmedUID: [UInt8]?
    /// Nothing that changes a tag may be sent.
    public var readOnly: Bool

    /// A request of these parts.
    public init(_ command: ConsoleCommand, confirmedUID: [UInt8]? = nil, readOnly: Bool = false) {
        self.command = command
        self.confirmedUID = confirmedUID
        self.readOnly = readOnly
    }
}

/// A raw command and the way it goes to the reader.
public enum ConsoleCommand: Equatable, Sendable {
    /// An APDU, by `SCardTransmit`.
    case apdu([UInt8])
    /// A native frame without its CRC, in the way of the reader's profile.
    case native([UInt8])
    /// A command to the reader, by `SCardControl`.
    case control(code: UInt32, [UInt8])

    /// The bytes.
    public var bytes: [UInt8] {
        switch self {
        case .apdu(let bytes), .native(let bytes), .control(_, let bytes): bytes
        }
    }
}

/// What came back to a command of the console.
public struct ConsoleAnswer: Equatable, Sendable {
    /// What was sent, as asked for.
    public var command: ConsoleCommand
    /// The byte ranges of the command that hold a secret.
    public var maskedCommand: [Range<Int>]
    /// The answer's bytes, status word included; of a native frame what the tag answered; empty where there was none.
    public var bytes: [UInt8]
    /// The byte ranges of `bytes` that hold a secret, which the tag's PACK is.
    public var masked: [Range<Int>]
    /// The tag or the reader said no: a status word that is no success, a NAK, silence.
    public var refused: Bool
    /// What the answer says, in words: `9000: done`, `NAK: invalid argument`.
    public var meaning: String
    /// What the answer holds, one line each: version, file settings, counter; empty where nothing is known of it.
    public var details: [String]
    /// Something before this command ended the session: a file selected or a key proven then is so no more.
    public var isFresh: Bool

    /// An answer of these parts.
    public init(
        command: ConsoleCommand, maskedCommand: [Range<Int>] = [], bytes: [UInt8], masked: [Range<Int>] = [],
        refused: Bool, meaning: String,
        details: [String] = [], isFresh: Bool = false
    ) {
        self.command = command
        self.maskedCommand = maskedCommand
        self.bytes = bytes
        self.masked = masked
        self.refused = refused
        self.meaning = meaning
        self.details = details
        self.isFresh = isFresh
    }
}

extension ConsoleCommand {
    /// The byte ranges of the command that are a password or key, as far as that can be told without what went before it.
    public func secrets(of chip: Type2Chip?) -> [Range<Int>] {
        switch self {
        case .native(let frame):
            Secrets(command: frame, carried: CarriedFrame(bytes: frame, offset: 0), chip: chip).inFrame
        case .apdu(let bytes), .control(_, let bytes):
            Secrets(command: bytes, carried: WrappedFrame.find(in: bytes), chip: chip).inCommand
        }
    }
}
