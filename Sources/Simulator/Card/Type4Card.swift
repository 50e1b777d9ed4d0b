import Tags

/// A plain NFC Forum Type 4 tag: its files, and how it behaves where cards differ.
///
///     let tag = SimulatedTag(type4: Type4Card(message: [0xD0, 0x00, 0x00]))
///
/// Facts: NFC Forum Type 4 Tag 1.0 to 3.0 (mapping versions), ISO/IEC 7816-4.
public struct Type4Card: Equatable, Sendable {
    /// A file by its identifier; its own size is that of its content, whatever the container says of it.
    public typealias Files = [UInt16: [UInt8]]

    /// Four or seven bytes.
    public var uid: [UInt8]
    /// The answer to select, from its length byte on.
    public var ats: [UInt8]
    /// The capability container (E103) and all other files.
    public var files: Files
    /// How it behaves where cards differ.
    public var rules: Type4Rules

    /// The identifier of the capability container.
    public static let containerID: UInt16 = 0xE103
    /// The identifier of the NDEF file that `init(message:)` makes.
    public static let messageID: UInt16 = 0xE104
    /// Frames of 256 bytes, 9.7 ms to answer, no historical bytes.
    public static let plainATS: [UInt8] = [0x05, 0x78, 0x80, 0x50, 0x00]
    /// An invented UID; 02 is ST's code.
    static let inventedUID: [UInt8] = [0x02, 0xA4, 0x00, 0x1B, 0x2C, 0x3D, 0x4E]

    /// A card of these files.
    /// - Parameters:
    ///   - container: The capability container, the whole file.
    ///   - files: The other files.
    public init(
        uid: [UInt8]? = nil, ats: [UInt8] = Type4Card.plainATS, container: [UInt8], files: Files,
        rules: Type4Rules = Type4Rules()
    ) {
        self.uid = uid ?? Type4Card.inventedUID
        self.ats = ats
        self.files = files
        self.files[Type4Card.containerID] = container
        self.rules = rules
    }

    /// A formatted card of mapping version 2.0, or 3.0 where the file needs its long form.
    /// - Parameters:
    ///   - message: The NDEF message in it; as much of it as fits.
    ///   - size: Bytes of the NDEF file, its length field included.
    ///   - mostRead: MLe.
    ///   - mostWritten: MLc.
    ///   - write: The write access byte: 00 anybody, FF nobody, others as the card likes.
    public init(
        uid: [UInt8]? = nil, message: [UInt8] = [], size: Int = 2048, mostRead: Int = 246, mostWritten: Int = 246,
        write: UInt8 = 0, rules: Type4Rules = Type4Rules()
    ) {
        let isLong = size > 0xFFFE
        let size = min(max(isLong ? 5 : 3, size), 1 << 20)
        let limits = Self.big(mostRead, 2) + Self.big(mostWritten, 2)
        let identifier = Self.big(Int(Type4Card.messageID), 2)
        let container: [UInt8] =
            isLong
            ? [0x00, 0x11, 0x30] + limits + [0x06, 0x08] + identifier + Self.big(size, 4) + [0x00, write]
            : [0x00, 0x0F, 0x20] + limits + [0x04, 0x06] + identifier + Self.big(size, 2) + [0x00, write]
        let lengthBytes = isLong ? 4 : 2
        let content = Self.big(min(message.count, size - lengthBytes), lengthBytes) + message.prefix(size - lengthBytes)
        self.init(
            uid: uid, container: container,
            files: [Type4Card.messageID: content + Array(repeating: 0, count: size - content.count)], rules: rules)
    }

    /// `value` in `count` bytes, most significant first.
    static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

extension Type4Card {
    /// Who may do what to a file, as the container has it: read and write access byte; `nil` where it says nothing.
    func access(to file: UInt16) -> (read: UInt8, write: UInt8)? {
        guard let container = files[Self.containerID] else { return nil }
        var rest = container.dropFirst(7)
        while rest.count >= 2, let tag = rest.popFirst(), let length = rest.popFirst() {
            let value = Array(rest.prefix(Int(length)))
            guard value.count == Int(length) else { return nil }
            if (4...7).contains(tag), value.count >= 6, value.prefix(2) == Self.big(Int(file), 2)[...] {
                return (value[value.count - 2], value[value.count - 1])
            }
            rest = rest.dropFirst(Int(length))
        }
        return nil
    }

    /// MLe and MLc of the container; the most that short lengths can say where it has none.
    var limits: (read: Int, write: Int) {
        guard let container = files[Self.containerID], container.count >= 7 else { return (256, 255) }
        return (Int(container[3]) << 8 | Int(container[4]), Int(container[5]) << 8 | Int(container[6]))
    }
}

/// How a Type 4 card behaves where real ones differ. As it comes: what the specification asks for, and nothing more strictly.
public struct Type4Rules: Equatable, Sendable {
    /// Whether a command must or must not have an Le.
    public enum Length: String, CaseIterable, Sendable {
        case either
        case needed
        case refused
    }

    /// What READ BINARY makes of an Le that reaches beyond the file's end.
    public enum ReadingOn: String, CaseIterable, Sendable {
        /// What there is, and 90 00.
        case rest
        /// What there is, and 62 82.
        case warning
        /// 6Cxx: the length that is right.
        case exactLength
        /// 6B 00.
        case refused
        /// 90 00 without data.
        case nothing
    }

    /// The names SELECT finds; the first is version 2's as a card comes.
    public var applications: [[UInt8]] = [Type4Rules.version2]
    /// Le of SELECT by name.
    public var selectLe = Length.either
    /// Le of SELECT by file identifier.
    public var fileLe = Length.either
    /// The P2 that SELECT takes.
    public var fileP2: [UInt8] = [0x00, 0x0C]
    /// What SELECT of a file answers where P2 asks for it (00).
    public var template: [UInt8] = []
    /// Files can be selected only after the application was.
    public var needsApplication = true
    /// What READ BINARY answers while no file is selected; refused where `nil`.
    public var unselectedRead: [UInt8]?
    /// Reading beyond the end.
    public var readingOn = ReadingOn.rest
    /// Lengths of the extended form are understood.
    public var extendedLengths = false
    /// READ and UPDATE keep to MLe and MLc; else to what their lengths can say.
    public var keepsLimits = true
    /// An answer with more data than this is fetched by GET RESPONSE (61xx).
    public var answerPart: Int?
    /// GET RESPONSE always says that there is more.
    public var endlessAnswer = false
    /// Access conditions of the card's own (80 to FE) are fulfilled.
    public var grantsOwnConditions = false
    /// The capability container can be written.
    public var containerWritable = false
    /// Bytes programmed together.
    public var writeUnit = 16
    /// Instructions that are refused, with the status word.
    public var refusals: [UInt8: [UInt8]] = [:]

    /// The name of version 2 and 3: D2760000850101.
    public static let version2: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
    /// The name of version 1: D2760000850100.
    public static let version1: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x00]

    /// What the specification asks for.
    public init() {}

    /// A card of the first specification: its own name, and files by P2 00.
    public static var firstVersion: Type4Rules {
        var rules = Type4Rules()
        rules.applications = [version1]
        rules.fileP2 = [0x00]
        return rules
    }
}
