import Tags

extension EngineError {
    /// What a failure of the chip drivers is to a person.
    /// - Parameters:
    ///   - error: What a driver threw.
    ///   - reader: Where.
    ///   - work: What was being done, to follow "while": `reading`.
    init(_ error: TagError, reader: String, during work: String) {
        switch error {
        case .refusedHere(let reason, let advice): self = .refusedHere(reason: reason, advice: advice)
        case .refusedByTag(let command, let page, let nak):
            self = .refusedByTag(command: command, page: page, raw: nak.map { [$0] } ?? [])
        case .refusedByCard(let refusal): self = .refusedByCard(refusal)
        case .badAnswer(let reason): self = .badAnswer(reason)
        case .tagLost: self = .tagLost(during: work)
        case .cancelled: self = .cancelled
        case .link(let error): self.init(error, reader: reader, during: work)
        }
    }

    /// A refusal of a plan, or of what is needed for one.
    init(_ refusal: Refusal) {
        switch refusal.kind {
        case .needsPassword: self = .needsPassword(reason: refusal.reason, advice: refusal.advice)
        case .needsConfirmation: self = .needsConfirmation(reason: refusal.reason, advice: refusal.advice)
        default: self = .refusedHere(reason: refusal.reason, advice: refusal.advice)
        }
    }

    /// A change that does not begin because the journal cannot be written.
    init(_ error: JournalError) { self = .refusedHere(reason: error.headline, advice: error.advice) }

    /// What a failure of a link is to a person.
    init(_ error: LinkError, reader: String, during work: String) {
        switch error {
        case .nak(let code): self = .refusedByTag(command: 0, page: nil, raw: code.map { [$0] } ?? [])
        case .silence: self = .tagLost(during: work)
        case .unsupported(let command):
            self = .refusedHere(
                reason: "this reader cannot send \(CommandWords.frame([command]))",
                advice: "Use a reader that passes native commands, such as an ACR122U or ACR1252U.")
        case .nonsense(let bytes):
            self = .readerFailed(
                reader: reader,
                reason: "it answered \(bytes.isEmpty ? "nothing" : Hex.string(bytes, separator: " "))"
                    + ", which makes no sense here", raw: bytes, code: nil)
        case .wrongLength(let expected, let bytes):
            self = .readerFailed(
                reader: reader, reason: "it returned \(bytes.count) bytes, \(expected) expected", raw: bytes, code: nil)
        case .channel(let error): self.init(error, reader: reader, during: work)
        }
    }

    /// What a failure of a connection is to a person.
    init(_ error: ChannelError, reader: String, during work: String) {
        switch error {
        case .cardRemoved: self = .tagLost(during: work)
        case .sharingViolation: self = .readerBusy(reader: reader)
        case .serviceGone: self = .service(.unreachable)
        case .notAuthorized: self = .service(.notAuthorized)
        case .cancelled: self = .cancelled
        case .notInTrace:
            self = .refusedHere(
                reason: "a trace is replayed, and what was asked for while \(work) is not in it",
                advice: "Only what was recorded can be replayed; ask a real or a simulated tag for more.")
        case .cardReset, .unresponsive, .readerGone, .controlRefused, .communication, .failed:
            self = .readerFailed(reader: reader, reason: error.words, raw: [], code: error.code)
        }
    }
}

extension ChannelError {
    /// What happened, to end a sentence with.
    var words: String {
        self == .notInTrace ? "this command is not in the trace" : code.map(PCSCCode.words) ?? "cancelled"
    }
}
