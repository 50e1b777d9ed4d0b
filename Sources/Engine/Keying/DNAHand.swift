import Tags

/// An NTAG 424 DNA under the hand, with the keys that are taken to be on it: opens the session that each thing needs.
///
/// Belongs to the reader's worker thread, for one operation.
final class DNAHand {
    let context: ChangeContext
    let card: NTAG424
    /// What the tag said of itself, kept up to date while it is changed.
    var state = DNAState()
    /// The keys that are taken to be on the tag (`present`), and those that may be instead (`other`).
    var keys = DNAKeys()
    /// The UID the user typed.
    let confirmedUID: [UInt8]?
    /// The tag's own UID: the one it shows, or where that is random the one it tells within a session.
    private(set) var uid: [UInt8]

    init(_ context: ChangeContext, session: APDUSession, confirmedUID: [UInt8]?) {
        self.context = context
        self.confirmedUID = confirmedUID
        card = NTAG424(session, random: RandomBytes.make)
        uid = context.identity.uid
    }

    /// What is known of wrong keys hangs on the UID.
    private var attempts: DNAAttempts { DNAAttempts(keeper: context.keeper, uid: uid) }

    /// Asks a tag that shows a random UID for its own, within a session of any key that is known.
    func learnUID() throws(EngineError) {
        guard context.identity.hasRandomUID, uid == context.identity.uid else { return }
        guard let number = (0..<NTAG424.keyCount).first(where: { keys.present[$0] != nil }) else {
            throw .needsPassword(
                reason: "the tag shows a random UID, and tells its own one only to who has one of its keys",
                advice: "Give a key with --key N=SPEC.")
        }
        try open(number)
        uid = try done("asking for its UID") { () throws(TagError) in try card.cardUID() }
    }

    /// Runs a driver's call and says in the engine's words what went wrong.
    func done<Answer>(
        _ work: String, _ body: () throws(TagError) -> Answer
    ) throws(EngineError) -> Answer {
        do throws(TagError) {
            return try body()
        } catch {
            throw context.error(error, during: work)
        }
    }

    /// A session with a key, opened where it is not open yet.
    func open(_ number: UInt8) throws(EngineError) {
        if card.session?.keyNumber == number { return }
        guard let key = keys.present[number] else {
            throw .needsPassword(
                reason: "key \(number) of the tag is needed for this", advice: "Give it with --key \(number)=SPEC.")
        }
        if try authenticate(number, key, mayBeWrong: keys.other[number] != nil) { return }
        guard let other = keys.other[number] else { return }
        keys.other[number] = key
        keys.present[number] = other
        _ = try authenticate(number, other)
    }

    /// Tries a key, counted.
    /// - Parameter mayBeWrong: A wrong key is no error: another one is tried then.
    /// - Returns: Whether it was right.
    func authenticate(_ number: UInt8, _ key: [UInt8], mayBeWrong: Bool = false) throws(EngineError) -> Bool {
        try attempts.count(confirmedUID: confirmedUID)
        do throws(TagError) {
            try card.authenticate(number, key: key)
        } catch {
            if mayBeWrong, case .refusedByCard(let refusal) = error, refusal.status == 0x91AE { return false }
            throw context.error(error, during: "proving key \(number)")
        }
        attempts.succeeded()
        return true
    }

    /// A session that may do this with a file, or none where everybody may.
    func openFor(_ deed: AccessRights.Deed, file: UInt8) throws(EngineError) {
        let conditions = state.settings[file]?.access.conditions(for: deed) ?? [.key(0)]
        if let session = card.session, conditions.contains(.key(session.keyNumber)) { return }
        let known = conditions.compactMap { condition in
            if case .key(let number) = condition, keys.present[number] != nil { number } else { nil }
        }
        if let number = known.first { return try open(number) }
        guard conditions.contains(.free) else {
            let number = conditions.compactMap { if case .key(let number) = $0 { number } else { nil } }.first
            return try open(number ?? 0)
        }
    }

    /// The mode in which a file's data travel now.
    func mode(_ file: UInt8, _ deed: AccessRights.Deed) -> CommunicationMode {
        state.settings[file].map { card.mode(of: $0, for: deed) } ?? .plain
    }
}
