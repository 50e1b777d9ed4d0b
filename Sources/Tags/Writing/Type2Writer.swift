/// Reads, authenticates and writes one Type 2 tag over one link, and knows which tag that is.
///
/// No policy: what may be written, in which order and after which question is decided above. What it guarantees: nothing is
/// sent to another tag than the identified one, an authentication outlives a re-activation, and a write counts as done only
/// where the tag acknowledged it.
///
///     let writer = Type2Writer(link: link, identity: identity)
///     let reading = writer.read()
///     try writer.authenticate(password: password)
///     let answer = try writer.write([0x03, 0x00, 0xFE, 0x00], page: 4)
public final class Type2Writer {
    /// What came of a WRITE.
    public enum Answer: Equatable, Sendable {
        /// The tag acknowledged it.
        case acknowledged
        /// The tag said no, with the code where it is known. Some readers say so although the tag obeyed: read back.
        case refused(nak: UInt8?)
        /// Nobody knows whether the tag obeyed: read back.
        case unclear(LinkError)
    }

    /// The tag.
    public let identity: TagIdentity
    private let session: LinkSession

    /// A writer for the tag that was identified on this link.
    /// - Parameters:
    ///   - makeRandom: Gives eight random bytes for a challenge; libcrypto's unless told otherwise.
    ///   - uidFromReader: Asks the reader for the UID, where the tag does not let page 00 be read.
    public init(
        link: any TagLink, identity: TagIdentity, makeRandom: @escaping () -> [UInt8]? = { RandomBytes.make(8) },
        uidFromReader: @escaping () -> [UInt8]? = { nil }
    ) {
        self.identity = identity
        session = LinkSession(link, makeRandom: makeRandom)
        session.expectedUID = identity.uid
        session.uidFromReader = uidFromReader
    }

    /// What the reader can do.
    public var capabilities: LinkCapabilities { session.capabilities }
    /// The tag accepted a password or key, and holds on to it as far as can be seen.
    public var isAuthenticated: Bool { session.isAuthenticated }

    /// Reads the tag whole, as far as it lets us now; what was learned before a failure is kept.
    public func read(progress: @escaping (TagReader.Progress) -> Bool = { _ in true }) -> Reading {
        TagReader.read(identity, over: session, options: TagReader.Options(), progress: progress)
    }

    /// Reads some pages, with the fewest exchanges; a page that the tag refuses is missing.
    public func read(pages: some Sequence<Int>) throws(TagError) -> [Int: [UInt8]] {
        guard let chip = identity.chip else { return [:] }
        return try PageReader(session: session, chip: chip).read(pages)
    }

    /// PWD_AUTH, sent once.
    /// - Parameter pack: The two bytes the tag should answer; another answer is a refusal of ours. `nil` takes any.
    /// - Throws: `refusedByTag` for a wrong password.
    public func authenticate(password: [UInt8], pack: [UInt8]? = nil) throws(TagError) {
        try Type2Authentication(session: session, identity: identity).prove(password: password, pack: pack)
    }

    /// AUTHENTICATE of an Ultralight C: both sides prove that they know the key (16 bytes, as DES takes them).
    /// - Throws: `refusedByTag` for a wrong key, on either side.
    public func authenticate(key: [UInt8]) throws(TagError) {
        try Type2Authentication(session: session, identity: identity).prove(key: key)
    }

    /// What was proven does not hold any more: the password or key on the tag is being replaced.
    public func forgetAuthentication() { session.forgetAuthentication() }

    /// WRITE of one page (four bytes), sent once.
    /// - Throws: Where it could not be sent, or where tag or reader are gone.
    public func write(_ bytes: [UInt8], page: Int) throws(TagError) -> Answer {
        guard bytes.count == 4, (0...0xFFFF).contains(page) else {
            throw .refusedHere(
                reason: "page \(Hex.address(page)) cannot be written with \(bytes.count) bytes",
                advice: "give the four bytes of one page")
        }
        do throws(LinkError) {
            try session.prepare(sector: UInt8(truncatingIfNeeded: page >> 8))
        } catch {
            throw error.asTagError
        }
        do throws(LinkError) {
            try session.sendOnce([0xA2, UInt8(truncatingIfNeeded: page)] + bytes)
            return .acknowledged
        } catch {
            switch error {
            case .nak(let code): return .refused(nak: code)
            case .silence, .nonsense, .wrongLength: return .unclear(error)
            case .channel(.cardReset), .channel(.communication), .channel(.failed): return .unclear(error)
            case .unsupported, .channel: throw error.asTagError
            }
        }
    }
}
