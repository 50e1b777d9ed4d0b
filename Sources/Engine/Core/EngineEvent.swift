import Tags

/// The only way anything comes back from the engine.
public enum EngineEvent: Sendable {
    /// Readers or the service changed: the whole truth, all sources together.
    case readers(ReadersState)
    /// A tag lies on a reader and was identified (or could not be: the error says why).
    case tagArrived(reader: String, Result<TagIdentity, EngineError>)
    /// The tag that arrived was being changed when something came between; comes after its identification and reading.
    case interrupted(reader: String, JournalEntry)
    /// The tag is gone.
    case tagLeft(reader: String)
    /// An operation began.
    case started(OperationID, reader: String, OperationKind)
    /// It went on.
    case progressed(OperationID, OperationProgress)
    /// It ended.
    case ended(OperationID, reader: String, OperationOutcome)
    /// One exchange was made.
    case exchange(Exchange)
    /// The simulator's bench changed.
    case bench([BenchTag])
}

/// All readers and how pcscd is.
public struct ReadersState: Equatable, Sendable {
    /// How pcscd is; the built-in reader does not count.
    public var service: ServiceState
    /// The readers of all sources.
    public var readers: [ReaderState]
    /// What a person can do about what is wrong.
    public var advice: [String]
    /// A state of these parts.
    public init(service: ServiceState, readers: [ReaderState], advice: [String] = []) {
        self.service = service
        self.readers = readers
        self.advice = advice
    }
}

/// One reader.
public struct ReaderState: Equatable, Sendable {
    /// The PC/SC name.
    public var name: String
    /// The profile's name as in JSON (`acr122`, `acr1252`, `part3`, `storage`, ...), chosen by name and, once a tag
    /// lay on it, confirmed by trying.
    public var profile: String
    /// Native frames can be sent.
    public var native: Bool
    /// A tag is there.
    public var present: Bool
    /// The slot is mute.
    public var mute: Bool
    /// Another program has it for itself.
    public var busyElsewhere: Bool
    /// The built-in simulator.
    public var simulated: Bool
    /// The answer to reset.
    public var atr: [UInt8]
    /// One sentence on what this reader cannot do.
    public var limits: String?
    /// A reader of these parts.
    public init(
        name: String, profile: String, native: Bool, present: Bool, mute: Bool = false, busyElsewhere: Bool = false,
        simulated: Bool = false, atr: [UInt8] = [], limits: String? = nil
    ) {
        self.name = name
        self.profile = profile
        self.native = native
        self.present = present
        self.mute = mute
        self.busyElsewhere = busyElsewhere
        self.simulated = simulated
        self.atr = atr
        self.limits = limits
    }
}

/// Names one operation for its whole life.
public struct OperationID: Hashable, Sendable {
    /// Counts up from 1.
    public let number: UInt64
    /// The operation of this number.
    public init(number: UInt64) { self.number = number }
}

/// A user's wish, as `Engine.submit` takes it.
public enum Command: Equatable, Sendable {
    /// Read the tag on a reader again, whole.
    case read(reader: String, TagReader.Options)
    /// Change the tag on a reader: plan, write, read back.
    case change(reader: String, ChangeRequest)
    /// Finish, put back, leave or undo what the journal knows.
    case recover(reader: String, RecoveryRequest)
    /// Send one raw command. The connection is held for the next one, until the tag leaves, something else is done on this
    /// reader, or `closeConsole`.
    case console(reader: String, ConsoleRequest)
    /// End the console's connection, so that other programs may use the reader. Ends with `consoleClosed`, also where there was none.
    case closeConsole(reader: String)
}

/// What an operation does.
public enum OperationKind: Equatable, Sendable {
    case read
    case change(Plan.Kind)
    case recover
    case console
}

/// How far an operation is.
public struct OperationProgress: Equatable, Sendable {
    /// What it is doing, a few words.
    public var activity: String
    /// Steps (pages) done.
    public var done: Int
    /// Steps in all, 0 where not known.
    public var total: Int
    /// A progress of these parts.
    public init(activity: String, done: Int, total: Int) {
        self.activity = activity
        self.done = done
        self.total = total
    }
}

/// How an operation ended.
public enum OperationOutcome: Sendable {
    /// The tag was read.
    case read(TagReport, Cost)
    /// A change was planned, found unnecessary, or made and verified.
    case changed(ChangeOutcome, Cost)
    /// A change was refused or failed; the plan and what was sent of it go along where it came so far.
    case changeFailed(EngineError, ChangeOutcome?, Cost)
    /// It failed or was refused; what was learned before is in the report.
    case failed(EngineError, partial: TagReport?, Cost)
    /// A raw command was sent, and this came back; a refusal of the tag is an answer too.
    case answered(ConsoleAnswer, Cost)
    /// The console's connection was ended.
    case consoleClosed
}

/// What an operation cost.
public struct Cost: Equatable, Sendable {
    /// Exchanges (`SCardTransmit` and `SCardControl` calls).
    public var exchanges: Int
    /// Reconnects, counted apart.
    public var reconnects: Int
    /// Wall time in milliseconds.
    public var milliseconds: Double
    /// A cost of these parts.
    public init(exchanges: Int = 0, reconnects: Int = 0, milliseconds: Double = 0) {
        self.exchanges = exchanges
        self.reconnects = reconnects
        self.milliseconds = milliseconds
    }
}

/// One command and its response, as the trace keeps it. Secrets are masked before it leaves the worker.
public struct Exchange: Equatable, Sendable {
    /// What went out and came back.
    public enum Kind: Equatable, Sendable {
        case transmit
        case control(code: UInt32)
        case reconnect
    }
    /// Counts up from 1 over the session.
    public var number: UInt64
    /// The reader.
    public var reader: String
    /// What it was.
    public var kind: Kind
    /// The command as sent, secrets replaced by 00 and named in `maskedCommand`.
    public var command: [UInt8]
    /// The byte ranges of `command` that hold a secret.
    public var maskedCommand: [Range<Int>]
    /// The answer, or `nil` where the call failed.
    public var response: [UInt8]?
    /// The byte ranges of `response` that hold a secret.
    public var maskedResponse: [Range<Int>]
    /// The failure, where there was one.
    public var failure: ChannelError?
    /// The native frame inside the command and its answer, where there is one.
    public var native: (command: [UInt8], response: [UInt8])? {
        get { nativeCommand.map { ($0, nativeResponse ?? []) } }
    }
    /// The native command inside, masked likewise.
    public var nativeCommand: [UInt8]?
    /// The native answer inside.
    public var nativeResponse: [UInt8]?
    /// What it means, in words: `FAST_READ 00-3D`, `NAK: invalid argument`.
    public var meaning: String
    /// Microseconds since 1970.
    public var time: UInt64
    /// Microseconds it took.
    public var duration: UInt64

    /// An exchange of these parts.
    public init(
        number: UInt64, reader: String, kind: Kind, command: [UInt8], maskedCommand: [Range<Int>] = [],
        response: [UInt8]?, maskedResponse: [Range<Int>] = [], failure: ChannelError? = nil,
        nativeCommand: [UInt8]? = nil, nativeResponse: [UInt8]? = nil, meaning: String, time: UInt64, duration: UInt64
    ) {
        self.number = number
        self.reader = reader
        self.kind = kind
        self.command = command
        self.maskedCommand = maskedCommand
        self.response = response
        self.maskedResponse = maskedResponse
        self.failure = failure
        self.nativeCommand = nativeCommand
        self.nativeResponse = nativeResponse
        self.meaning = meaning
        self.time = time
        self.duration = duration
    }
}
