/// The last two bytes of an answer: how a command went.
///
///     StatusWord(0x6A82).words     // "no such file or application"
///     StatusWord(0x919D).name      // "permission denied"
///
/// Words of ISO/IEC 7816-4, 5.1.3; the native codes `91xx` of DESFire and NTAG 424 DNA; and those PC/SC readers add.
public struct StatusWord: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// SW1 and SW2 as one number.
    public var rawValue: UInt16

    /// The word of this number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The word of this number.
    public init(_ number: UInt16) { rawValue = number }

    /// The word of this number.
    public init(integerLiteral value: UInt16) { rawValue = value }

    /// Done.
    public static let ok: StatusWord = 0x9000
    /// A native command is done.
    public static let nativeOK: StatusWord = 0x9100
    /// A native command goes on in the next frame (`AF`).
    public static let moreFrames: StatusWord = 0x91AF
    /// Fewer bytes than were asked for, because the file ends.
    public static let endOfFile: StatusWord = 0x6282
    /// No such file or application.
    public static let notFound: StatusWord = 0x6A82

    /// The first byte.
    public var sw1: UInt8 { UInt8(rawValue >> 8) }
    /// The second byte.
    public var sw2: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
    /// The two bytes in hex: `6A82`.
    public var digits: String { Hex.byte(sw1) + Hex.byte(sw2) }

    /// 9000 or 9100.
    public var isOK: Bool { self == .ok || self == .nativeOK }
    /// The bytes that wait for GET RESPONSE (61xx; 00 stands for 256 or more); `nil` for other words.
    public var waiting: Int? { sw1 == 0x61 ? (sw2 == 0 ? 256 : Int(sw2)) : nil }
    /// The length that the card wants to be asked for (6Cxx; 00 stands for 256); `nil` for other words.
    public var rightLength: Int? { sw1 == 0x6C ? (sw2 == 0 ? 256 : Int(sw2)) : nil }
    /// Readers say so where the card gave no good answer; the card itself may have obeyed.
    public var isOfReader: Bool { [0x6300, 0x6400, 0x6401, 0x6402, 0x6F00].contains(self) }
    /// The card does not know the command, in whatever words cards say so.
    public var isUnknownCommand: Bool {
        switch rawValue {
        case 0x6D00, 0x6E00, 0x6881, 0x911C, 0x6E01: true
        default: false
        }
    }

    /// A few words: what it means; the digits alone where no source says.
    public var words: String { meaning?.name ?? "status \(digits)" }

    /// The short name: `permission denied`; `nil` where no source names it.
    public var name: String? { meaning?.name }

    /// What may be behind it, or what to do, where that helps.
    public var explanation: String? { meaning?.explanation }

    /// Digits and words: `6A82: no such file or application`.
    public var sentence: String { meaning.map { "\(digits): \($0.name)" } ?? digits }

    /// Data and status word; `nil` where the answer is shorter than two bytes.
    public static func split(_ answer: [UInt8]) -> (data: [UInt8], word: StatusWord)? {
        guard answer.count >= 2 else { return nil }
        let word = UInt16(answer[answer.count - 2]) << 8 | UInt16(answer[answer.count - 1])
        return (Array(answer.dropLast(2)), StatusWord(word))
    }
}
