/// The codes of PC/SC (pcsclite.h), each with its name and what it means in a few words.
///
/// One table for traces, errors and the mapping to `ChannelError`.
struct PCSCCode: Equatable, Sendable {
    /// The number, such as 0x80100069.
    let value: UInt32
    /// The name in the header, without `SCARD_`.
    let name: String
    /// What it means, to end a sentence with.
    let words: String

    private init(_ value: UInt32, _ name: String, _ words: String) {
        self.value = value
        self.name = name
        self.words = words
    }

    /// What is known of a code.
    static func named(_ value: UInt32) -> PCSCCode? { byValue[value] }

    /// The words and the number for a sentence: `the tag was removed (8010 0069h)`.
    static func words(for value: UInt32) -> String {
        guard let code = byValue[value] else { return "PC/SC gave an error without a name (\(hex(value)))" }
        return "\(code.words) (\(code.name), \(hex(value)))"
    }

    /// Eight hex digits.
    static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }

    static let cancelled: UInt32 = 0x8010_0002
    static let insufficientBuffer: UInt32 = 0x8010_0008
    static let unknownReader: UInt32 = 0x8010_0009
    static let timeout: UInt32 = 0x8010_000A
    static let sharingViolation: UInt32 = 0x8010_000B
    static let noSmartcard: UInt32 = 0x8010_000C
    static let notTransacted: UInt32 = 0x8010_0016
    static let readerUnavailable: UInt32 = 0x8010_0017
    static let noService: UInt32 = 0x8010_001D
    static let unsupportedFeature: UInt32 = 0x8010_001F
    static let noReadersAvailable: UInt32 = 0x8010_002E
    static let resetCard: UInt32 = 0x8010_0068
    static let removedCard: UInt32 = 0x8010_0069
    static let securityViolation: UInt32 = 0x8010_006A

    private static let byValue = Dictionary(all.map { ($0.value, $0) }, uniquingKeysWith: { first, _ in first })

    /// Every code of the header.
    static let all: [PCSCCode] = [
        PCSCCode(0x8010_0001, "F_INTERNAL_ERROR", "the PC/SC service found a fault in itself"),
        PCSCCode(0x8010_0002, "E_CANCELLED", "the call was cancelled"),
        PCSCCode(0x8010_0003, "E_INVALID_HANDLE", "the connection is no longer valid"),
        PCSCCode(0x8010_0004, "E_INVALID_PARAMETER", "PC/SC did not take a parameter"),
        PCSCCode(0x8010_0005, "E_INVALID_TARGET", "the PC/SC service's settings are damaged"),
        PCSCCode(0x8010_0006, "E_NO_MEMORY", "there was not enough memory"),
        PCSCCode(0x8010_0007, "F_WAITED_TOO_LONG", "the PC/SC service waited too long"),
        PCSCCode(0x8010_0008, "E_INSUFFICIENT_BUFFER", "the answer was longer than there was room for"),
        PCSCCode(0x8010_0009, "E_UNKNOWN_READER", "there is no reader of that name"),
        PCSCCode(0x8010_000A, "E_TIMEOUT", "nothing came in time"),
        PCSCCode(0x8010_000B, "E_SHARING_VIOLATION", "another program is using the reader"),
        PCSCCode(0x8010_000C, "E_NO_SMARTCARD", "there is no tag on the reader"),
        PCSCCode(0x8010_000D, "E_UNKNOWN_CARD", "the tag's name is not known to PC/SC"),
        PCSCCode(0x8010_000E, "E_CANT_DISPOSE", "the reader could not let go of the tag"),
        PCSCCode(0x8010_000F, "E_PROTO_MISMATCH", "reader and tag could not agree on a protocol"),
        PCSCCode(0x8010_0010, "E_NOT_READY", "the reader is not ready"),
        PCSCCode(0x8010_0011, "E_INVALID_VALUE", "PC/SC did not take a value"),
        PCSCCode(0x8010_0012, "E_SYSTEM_CANCELLED", "the system cancelled the call"),
        PCSCCode(0x8010_0013, "F_COMM_ERROR", "the connection to the reader broke"),
        PCSCCode(0x8010_0014, "F_UNKNOWN_ERROR", "the PC/SC service met an unknown fault"),
        PCSCCode(0x8010_0015, "E_INVALID_ATR", "the answer to reset makes no sense"),
        PCSCCode(0x8010_0016, "E_NOT_TRANSACTED", "the exchange with the tag failed"),
        PCSCCode(0x8010_0017, "E_READER_UNAVAILABLE", "the reader was unplugged"),
        PCSCCode(0x8010_0018, "P_SHUTDOWN", "the PC/SC service is shutting down"),
        PCSCCode(0x8010_0019, "E_PCI_TOO_SMALL", "PC/SC did not take the protocol header"),
        PCSCCode(0x8010_001A, "E_READER_UNSUPPORTED", "the driver cannot use this reader"),
        PCSCCode(0x8010_001B, "E_DUPLICATE_READER", "two readers have one name"),
        PCSCCode(0x8010_001C, "E_CARD_UNSUPPORTED", "the driver cannot use this tag"),
        PCSCCode(0x8010_001D, "E_NO_SERVICE", "the PC/SC service (pcscd) is not running"),
        PCSCCode(0x8010_001E, "E_SERVICE_STOPPED", "the PC/SC service (pcscd) is not running: it has stopped"),
        PCSCCode(0x8010_001F, "E_UNSUPPORTED_FEATURE", "the driver does not do this"),
        PCSCCode(0x8010_0020, "E_ICC_INSTALLATION", "no provider was found for the tag"),
        PCSCCode(0x8010_0021, "E_ICC_CREATEORDER", "the order of creation is not supported"),
        PCSCCode(0x8010_0023, "E_DIR_NOT_FOUND", "the directory is not on the tag"),
        PCSCCode(0x8010_0024, "E_FILE_NOT_FOUND", "the file is not on the tag"),
        PCSCCode(0x8010_0025, "E_NO_DIR", "the path is no directory"),
        PCSCCode(0x8010_0026, "E_NO_FILE", "the path is no file"),
        PCSCCode(0x8010_0027, "E_NO_ACCESS", "access to the file is denied"),
        PCSCCode(0x8010_0028, "E_WRITE_TOO_MANY", "the tag has no room for it"),
        PCSCCode(0x8010_0029, "E_BAD_SEEK", "the place in the file does not exist"),
        PCSCCode(0x8010_002A, "E_INVALID_CHV", "the PIN is wrong"),
        PCSCCode(0x8010_002B, "E_UNKNOWN_RES_MNG", "a layer of PC/SC gave an unknown code"),
        PCSCCode(0x8010_002C, "E_NO_SUCH_CERTIFICATE", "the certificate does not exist"),
        PCSCCode(0x8010_002D, "E_CERTIFICATE_UNAVAILABLE", "the certificate could not be had"),
        PCSCCode(0x8010_002E, "E_NO_READERS_AVAILABLE", "there is no reader"),
        PCSCCode(0x8010_002F, "E_COMM_DATA_LOST", "the answer was damaged on its way"),
        PCSCCode(0x8010_0030, "E_NO_KEY_CONTAINER", "the key container does not exist"),
        PCSCCode(0x8010_0031, "E_SERVER_TOO_BUSY", "the PC/SC service is too busy"),
        PCSCCode(0x8010_0065, "W_UNSUPPORTED_CARD", "the reader cannot make out the tag's answer to reset"),
        PCSCCode(0x8010_0066, "W_UNRESPONSIVE_CARD", "the tag does not answer"),
        PCSCCode(0x8010_0067, "W_UNPOWERED_CARD", "the tag has no power"),
        PCSCCode(0x8010_0068, "W_RESET_CARD", "another program reset the tag"),
        PCSCCode(0x8010_0069, "W_REMOVED_CARD", "the tag was removed"),
        PCSCCode(0x8010_006A, "W_SECURITY_VIOLATION", "the PC/SC service (pcscd) does not let this user in"),
        PCSCCode(0x8010_006B, "W_WRONG_CHV", "the PIN was wrong"),
        PCSCCode(0x8010_006C, "W_CHV_BLOCKED", "the PIN is blocked"),
        PCSCCode(0x8010_006D, "W_EOF", "the end of the file was reached"),
        PCSCCode(0x8010_006E, "W_CANCELLED_BY_USER", "the user cancelled"),
        PCSCCode(0x8010_006F, "W_CARD_NOT_AUTHENTICATED", "no PIN was given"),
    ]
}
