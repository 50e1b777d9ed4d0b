/// Reads and writes the files of one card over one session, and knows which card that is.
///
/// No policy: what may be written, in which order and after which question is decided above. A write is sent once, and counts
/// as done only where the card acknowledged it.
public final class Type4Writer {
    /// What came of an UPDATE BINARY.
    public enum Answer: Equatable, Sendable {
        /// The card acknowledged it.
        case acknowledged
        /// The card said no.
        case refused(StatusWord)
        /// Nobody knows whether the card obeyed: read back.
        case unclear(TagError)
    }

    /// The card.
    public let identity: TagIdentity
    /// The session, for drivers that know more of the card.
    public let session: APDUSession
    private let card: Type4Files
    /// Bytes of the message's file that readings have to know, however long it is.
    public var atLeast = 0

    /// A writer for the card that was identified on this channel.
    public convenience init(channel: any CardChannel, identity: TagIdentity) {
        self.init(session: APDUSession(channel, uid: identity.hasRandomUID ? [] : identity.uid), identity: identity)
    }

    /// A writer for the card on this session.
    public init(session: APDUSession, identity: TagIdentity) {
        self.identity = identity
        self.session = session
        card = Type4Files(session)
    }

    /// Reads all that the card shows without a key; what was learned before a failure is kept.
    public func read(progress: @escaping (TagReader.Progress) -> Bool = { _ in true }) -> Reading {
        TagReader.readFiles(identity, card, .full, atLeast: atLeast, progress: progress)
    }

    /// The application is selected, and so is the file: nothing but the next command can fail.
    private func prepare(_ file: UInt16) throws(TagError) {
        if card.application == nil, let refusal = try card.selectApplication() {
            throw .refusedByCard(CardRefusal(command: "SELECT of the NDEF application", status: refusal))
        }
        if let refusal = try card.select(file) {
            throw .refusedByCard(CardRefusal(command: "SELECT", file: file, status: refusal))
        }
    }

    /// UPDATE BINARY, sent once.
    /// - Throws: Where it could not be sent, or where card or reader are gone.
    public func write(_ bytes: [UInt8], file: UInt16, offset: Int) throws(TagError) -> Answer {
        guard !bytes.isEmpty, bytes.count <= CommandAPDU.shortData, offset >= 0 else {
            throw .refusedHere(
                reason: "file \(Hex.file(file)) cannot be written with \(bytes.count) bytes at once",
                advice: "Give 1 to 255 bytes.")
        }
        try prepare(file)
        do throws(TagError) {
            let status = try card.write(file, offset: offset, bytes: bytes)
            // The reader got no good answer: the card may have obeyed, or be gone.
            if status.isOfReader { try reconnect() }
            return status.isOK ? .acknowledged : .refused(status)
        } catch {
            switch error {
            case .tagLost, .cancelled, .refusedHere: throw error
            case .link(.channel(.readerGone)), .link(.channel(.serviceGone)), .link(.channel(.sharingViolation)):
                throw error
            default:
                try reconnect()
                return .unclear(error)
            }
        }
    }

    /// Reads ranges of files again, each with the fewest exchanges; bytes that the card refuses are missing.
    public func read(_ wanted: [UInt16: [Range<Int>]], chunk: Int) throws(TagError) -> [UInt16: FileContent] {
        var found: [UInt16: FileContent] = [:]
        for (file, ranges) in wanted.sorted(by: { $0.key < $1.key }) {
            try prepare(file)
            for range in Self.spans(ranges, chunk: chunk) {
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let count = min(max(1, chunk), range.upperBound - offset)
                    let answer = try card.read(file, offset: offset, count: count)
                    guard answer.status.isOK || answer.status.sw1 == 0x62, !answer.data.isEmpty else { break }
                    found[file, default: FileContent()].set(answer.data, at: offset)
                    offset += answer.data.count
                }
            }
        }
        return found
    }

    /// Ranges that lie close together are read at once: a byte takes less than an exchange.
    private static func spans(_ ranges: [Range<Int>], chunk: Int) -> [Range<Int>] {
        var spans: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = spans.last, range.lowerBound - last.upperBound <= chunk {
                spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                spans.append(range)
            }
        }
        return spans
    }

    /// After an answer that nobody understood the card is powered anew, and has to be the same one.
    private func reconnect() throws(TagError) {
        card.forgetSelection()
        do throws(APDUError) {
            try session.reset()
        } catch {
            throw error.asTagError
        }
    }
}
