/// Native frames to a tag and back, over whatever the reader offers.
///
/// Frames carry no CRC: the link or the reader adds and checks it. A 4-bit acknowledge arrives as the single byte `0Ah`.
/// After a NAK or silence the tag has left the active state; the link activates it again before the next frame, and
/// counts that in `activations`: an authentication does not survive it.
public protocol TagLink: AnyObject {
    /// What this reader can do for native frames.
    var capabilities: LinkCapabilities { get }

    /// How often the tag has been activated on this link, the first time included.
    var activations: Int { get }

    /// The exchanges spent so far on this link, whatever they were for.
    var exchanges: Int { get }

    /// Sends one frame and returns the answer.
    /// - Parameter answerLength: The number of bytes a good answer has, where the caller knows; a link on a reader that
    ///   is known to damage answers repeats the frame when the length differs.
    func transceive(_ frame: [UInt8], answerLength: Int?) throws(LinkError) -> [UInt8]

    /// Sends a frame after which no answer means yes (the second part of SECTOR_SELECT).
    func transceivePassive(_ frame: [UInt8]) throws(LinkError)

    /// Takes the tag through REQA to SELECT again, or powers it anew where the reader can do no less.
    func reactivate() throws(LinkError)
}

/// What a reader can do for native frames.
public struct LinkCapabilities: Equatable, Sendable {
    /// Any native frame can be sent. Where false only READ (30) and WRITE (A2) are possible.
    public var nativeFrames: Bool
    /// The most bytes a tag's answer may have (without CRC).
    public var maximumAnswer: Int
    /// True where the code of a NAK can be told.
    public var seesNAKCode: Bool
    /// One sentence on what this reader cannot do, `nil` where it can do all.
    public var limits: String?

    /// Capabilities of these parts.
    public init(nativeFrames: Bool, maximumAnswer: Int, seesNAKCode: Bool, limits: String? = nil) {
        self.nativeFrames = nativeFrames
        self.maximumAnswer = maximumAnswer
        self.seesNAKCode = seesNAKCode
        self.limits = limits
    }
}

/// Why a native frame got no good answer.
public enum LinkError: Error, Equatable, Sendable {
    /// The tag said no; the code where the reader lets it through.
    case nak(UInt8?)
    /// The tag did not answer in time.
    case silence
    /// This reader cannot send that command at all; nothing was sent.
    case unsupported(command: UInt8)
    /// The reader or tag answered something that makes no sense here; the bytes go along.
    case nonsense([UInt8])
    /// The answer had another length than the command gives, also after repeats.
    case wrongLength(expected: Int, bytes: [UInt8])
    /// The connection below failed.
    case channel(ChannelError)
}
