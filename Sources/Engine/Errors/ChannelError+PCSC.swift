import Tags

extension ChannelError {
    /// What a code of PC/SC means for a connection to a tag.
    /// - Parameters:
    ///   - code: What the call gave.
    ///   - control: The call was `SCardControl`: there a failed exchange means that the driver passes nothing on
    ///     (libccid's ifdhandler.c, pcsc-lite's README.polkit).
    init(pcsc code: UInt32, control: Bool = false) {
        switch code {
        case 0x8010_0016 where control, 0x8010_001F where control, 0x8010_0013 where control:
            self = .controlRefused(code: code)
        case 0x8010_0069, 0x8010_000C: self = .cardRemoved(code: code)
        case 0x8010_0068, 0x8010_0067: self = .cardReset(code: code)
        case 0x8010_0066, 0x8010_0065, 0x8010_000F: self = .unresponsive(code: code)
        case 0x8010_0017, 0x8010_0009: self = .readerGone(code: code)
        case 0x8010_000B: self = .sharingViolation(code: code)
        case 0x8010_001D, 0x8010_001E, 0x8010_0018, 0x8010_0003: self = .serviceGone(code: code)
        case 0x8010_006A: self = .notAuthorized(code: code)
        case 0x8010_002F, 0x8010_0016, 0x8010_0013: self = .communication(code: code)
        case 0x8010_0002, 0x8010_0012: self = .cancelled
        default: self = .failed(code: code)
        }
    }

    /// The code of PC/SC, `nil` where we cancelled ourselves.
    public var code: UInt32? {
        switch self {
        case .cardRemoved(let code), .cardReset(let code), .unresponsive(let code), .readerGone(let code),
            .sharingViolation(let code), .serviceGone(let code), .notAuthorized(let code), .controlRefused(let code),
            .communication(let code), .failed(let code):
            code
        case .cancelled, .notInTrace: nil
        }
    }
}
