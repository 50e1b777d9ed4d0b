/// Why a card gave no answer that can be judged. A refusal in a status word is an answer.
public enum APDUError: Error, Equatable, Sendable {
    /// The connection failed.
    case channel(ChannelError)
    /// Fewer than two bytes came back.
    case nonsense([UInt8])
    /// The card goes on and on without coming to an end; the word it kept saying.
    case endless(StatusWord)
    /// The command does not fit into one, and the card takes no chain.
    case tooLong(bytes: Int)
    /// After a reset another card, or one that cannot be told from another, lies on the reader.
    case otherCard
    /// After a reset the card does not take the selection it had.
    case lostSelection(StatusWord)
}

extension APDUError {
    /// What it means to whoever called a driver.
    public var asTagError: TagError {
        switch self {
        case .channel(let error): error.asTagError
        case .nonsense(let bytes): .link(.nonsense(bytes))
        case .endless(let word):
            .badAnswer("the card keeps answering \(word.digits) and never comes to an end")
        case .tooLong(let bytes):
            .refusedHere(
                reason: "a command of \(bytes) bytes is too long for this card",
                advice: "Write less at a time, or use another card.")
        case .otherCard: .tagLost
        case .lostSelection(let word):
            .badAnswer("after a reset the card does not select the same file again (\(word.sentence))")
        }
    }
}
