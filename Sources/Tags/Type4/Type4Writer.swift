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
    private let keyed: KeyedFiles
    /// Bytes of the message's file that readings have to know, however long it is.
    public var atLeast = 0

    /// A writer for the card that was identified on this channel.
    public convenience init(channel: any CardChannel, identity: TagIdentity) {
        self.init(session: APDUSession(channel, uid: identity.hasRandomUID ? [] : identity.uid), identity: identity)
    }

    /// A writer for the card on this session.
    /// - Parameter makeRandom: Gives so many random bytes for an authentication; libcrypto's unless told otherwise.
    public init(
        session: APDUSession, identity: TagIdentity, makeRandom: @escaping (Int) -> [UInt8]? = RandomBytes.make
    ) {
        self.identity = identity
        self.session = session
        card = Type4Files(session)
        keyed = KeyedFiles(session, makeRandom)
    }

    /// Proves a key of an NTAG 424 DNA, sent once. Files that it guards can be read and written from then on, also after the
    /// session of the card has ended.
    /// - Throws: `refusedByCard` for a wrong key; each counts on the chip.
    public func authenticate(_ number: UInt8, key: [UInt8]) throws(TagError) {
        card.forgetSelection()
        try keyed.prove(number, key)
    }

    /// The key that was proven.
    public var provenKey: UInt8? { keyed.number }

    /// Reads all that the card shows without a key; what was learned before a failure is kept.
    public func read(progress: @escaping (TagReader.Progress) -> Bool = { _ in true }) -> Reading {
        keyed.leave()
        var reading = TagReader.readFiles(identity, card, .full, atLeast: atLeast, progress: progress)
        reading.report.openedWith = keyed.number.map(Int.init)
        keyed.learn(reading.report)
        guard keyed.number != nil, reading.failure == nil else { return reading }
        do throws(TagError) {
            try readGuarded(&reading.report)
        } catch {
            reading.failure = error
        }
        return reading
    }

    /// Files that the proven key opens for reading, and nobody else may read.
    private func readGuarded(_ report: inout TagReport) throws(TagError) {
        for file in report.files where file.content.isEmpty && keyed.opens(file.id, for: .reading) {
            card.forgetSelection()
            let bytes = try keyed.read(file.id, 0..<file.size)
            for index in report.files.indices where report.files[index].id == file.id {
                report.files[index].refusal = nil
            }
            report = report.with(files: [file.id: FileContent(bytes)])
        }
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
        if keyed.opens(file, for: .writing) { return try writeGuarded(bytes, file, offset) }
        keyed.leave()
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

    /// WriteData under the proven key.
    private func writeGuarded(_ bytes: [UInt8], _ file: UInt16, _ offset: Int) throws(TagError) -> Answer {
        card.forgetSelection()
        do throws(TagError) {
            try keyed.write(file, offset, bytes)
            return .acknowledged
        } catch {
            switch error {
            case .tagLost, .cancelled, .refusedHere: throw error
            case .refusedByCard(let refusal): return .refused(refusal.status)
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
            if keyed.opens(file, for: .reading) {
                card.forgetSelection()
                for range in ranges {
                    found[file, default: FileContent()].set(try keyed.read(file, range), at: range.lowerBound)
                }
                continue
            }
            keyed.leave()
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
        keyed.leave()
        do throws(APDUError) {
            try session.reset()
        } catch {
            throw error.asTagError
        }
    }
}
