/// A connection to the card in one reader: APDUs out, APDUs in.
///
/// Calls block and belong to one thread (a reader's worker). Each `transmit` and each `control` is one *exchange*, the unit
/// in which costs are counted; reconnects are not exchanges.
public protocol CardChannel: AnyObject {
    /// The answer to reset, as the reader reports it. Only its own length fields say how much of it counts.
    var atr: [UInt8] { get }

    /// Sends one command APDU and returns the whole answer, status word included.
    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8]

    /// Sends one reader command that does not go to the card (`SCardControl`).
    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8]

    /// Connects anew; the tag is powered off or reset and selected again.
    func reconnect(_ kind: ResetKind) throws(ChannelError)

    /// Keeps other programs out until `endTransaction`.
    func beginTransaction() throws(ChannelError)

    /// Lets other programs in again.
    func endTransaction()

    /// Closes the connection, so that other programs may use the reader; the channel is of no use afterwards.
    /// - Parameter reset: The tag is reset: it was left silent by a NAK, or unlocked by a password.
    func disconnect(reset: Bool)
}

extension CardChannel {
    /// Nothing to close.
    public func disconnect(reset: Bool) {}
}

/// What happens to the card while a channel connects anew.
public enum ResetKind: Sendable {
    /// `SCARD_RESET_CARD`: a warm reset.
    case reset
    /// `SCARD_UNPOWER_CARD`: the field goes off and on.
    case unpower
}

/// Why a call on a `CardChannel` failed; the raw PC/SC code goes along.
public enum ChannelError: Error, Equatable, Sendable {
    /// The card is no longer there.
    case cardRemoved(code: UInt32)
    /// Another program reset the card: reconnect and repeat; an authentication is lost.
    case cardReset(code: UInt32)
    /// The card does not answer.
    case unresponsive(code: UInt32)
    /// The reader was unplugged.
    case readerGone(code: UInt32)
    /// Another program holds the reader.
    case sharingViolation(code: UInt32)
    /// pcscd is not running or was restarted.
    case serviceGone(code: UInt32)
    /// pcscd refuses this user.
    case notAuthorized(code: UInt32)
    /// The driver passes no reader commands on (escape commands off).
    case controlRefused(code: UInt32)
    /// The answer was damaged on its way (`SCARD_E_COMM_DATA_LOST`): worth a reconnect and a second try.
    case communication(code: UInt32)
    /// The user cancelled.
    case cancelled
    /// A recorded session is replayed, and this command is not in it.
    case notInTrace
    /// Anything else.
    case failed(code: UInt32)
}
