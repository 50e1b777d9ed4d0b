import Tags

/// What went wrong, with what a person needs to act; `EngineError+Sentences.swift` makes the two sentences.
public enum EngineError: Error, Equatable, Sendable {
    /// No reader is there, or none whose name fits.
    case noReader(wanted: String?)
    /// No tag came in time.
    case noTag(reader: String?, seconds: Int)
    /// We refused before anything was sent.
    case refusedHere(reason: String, advice: String)
    /// We refused before anything was sent: the tag's password or key is needed, and none was given.
    case needsPassword(reason: String, advice: String)
    /// We refused before anything was sent: what was asked for cannot be undone, or risks the tag, and the user has not
    /// typed its UID.
    case needsConfirmation(reason: String, advice: String)
    /// The tag acknowledged what was written, but does not hold it.
    case differs(pages: [PageDifference])
    /// The tag refused: which command at which page, and the raw status.
    case refusedByTag(command: UInt8, page: Int?, raw: [UInt8])
    /// A card with files refused a command with a status word.
    case refusedByCard(CardRefusal)
    /// What the tag answers cannot be; one sentence without a full stop.
    case badAnswer(String)
    /// The tag went away while we worked.
    case tagLost(during: String)
    /// The reader failed or answered nonsense; the bytes and the PC/SC code go along.
    case readerFailed(reader: String, reason: String, raw: [UInt8], code: UInt32?)
    /// Another program is using this reader.
    case readerBusy(reader: String)
    /// pcscd is not there or does not let us in.
    case service(ServiceState)
    /// The user cancelled.
    case cancelled
}
