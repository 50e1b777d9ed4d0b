import Tags

/// Decides whether one more key may be tried on an NTAG 424 DNA, and counts each before it goes out.
///
/// The chip counts wrong keys (TotFailCtr) and cannot be asked for the count. It closes a key at 1000 as delivered, gives 10
/// back for each right one, and makes everybody wait after 50 in a row. We count in the journal: of 1000, 998 are sent
/// freely, one more with the typed UID, and the last never. Source: NT4H2421Gx data sheet, 8.2.3.6.
struct DNAAttempts {
    let keeper: JournalKeeper
    let uid: [UInt8]

    /// Wrong keys that close one, as delivered; what SetConfiguration made of it cannot be read.
    static let limit = 1000
    /// What a right key gives back.
    static let decrement = 10

    /// Lets one more key through and counts it, or refuses. A program that dies in between has counted one too many, never one
    /// too few.
    func count(confirmedUID: [UInt8]?) throws(EngineError) {
        let failures: Int
        do throws(JournalError) {
            failures = try keeper.failedAttempts(uid: uid)
        } catch {
            throw EngineError(error)
        }
        switch AttemptRule.verdict(limit: Self.limit, failures: failures) {
        case .free: break
        case .needsConfirmation(let left):
            guard let confirmedUID, confirmedUID == uid else { throw Self.unconfirmed(left ?? 1) }
        case .never: throw Self.exhausted(failures)
        }
        do throws(JournalError) {
            try keeper.countAttempt(uid: uid)
        } catch {
            throw EngineError(error)
        }
    }

    /// The key was right: the chip gives some of its count back, and so do we.
    func succeeded() {
        // A count that stays too high only makes us more careful.
        try? keeper.reduceAttempts(uid: uid, by: Self.decrement + 1)
    }

    /// Proves a key to the writer of its files, counted.
    func prove(
        _ number: UInt8, _ key: [UInt8], by writer: Type4Writer, on reader: String, confirmedUID: [UInt8]?
    ) throws(EngineError) {
        try count(confirmedUID: confirmedUID)
        do throws(TagError) {
            try writer.authenticate(number, key: key)
        } catch {
            throw EngineError(error, reader: reader, during: "proving key \(number)")
        }
        succeeded()
    }

    private static func unconfirmed(_ left: Int) -> EngineError {
        .needsConfirmation(
            reason: "at most \(left) tries are left before a key closes for good (assumed: others may have tried too)",
            advice: "Be sure of the key, and confirm this try with the tag's UID (--confirm UID).")
    }

    private static func exhausted(_ failures: Int) -> EngineError {
        .refusedHere(
            reason: "\(failures) wrong keys went to this tag: the next one could close a key for good",
            advice: "The last try is never sent from here; without the right key use the tag as far as it is open.")
    }
}
