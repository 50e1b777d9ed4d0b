/// How the data of a command travels within an authenticated session (CommMode).
public enum CommunicationMode: UInt8, Equatable, Sendable, CaseIterable {
    /// As it is.
    case plain = 0
    /// As it is, with a MAC.
    case mac = 1
    /// Encrypted, with a MAC.
    case full = 3

    /// The mode of the two lowest bits of a file option; 00 and 10 are both plain.
    public init(bits: UInt8) {
        switch bits & 0x03 {
        case 0x01: self = .mac
        case 0x03: self = .full
        default: self = .plain
        }
    }

    /// The word in JSON and on the command line.
    public var word: String {
        switch self {
        case .plain: "plain"
        case .mac: "mac"
        case .full: "full"
        }
    }

    /// The mode of this word; `nil` for any other.
    public init?(word: String) {
        guard let mode = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = mode
    }

    /// What it does, to end a sentence with.
    public var meaning: String {
        switch self {
        case .plain: "data travel as they are"
        case .mac: "data travel as they are, with a MAC that shows every change"
        case .full: "data travel encrypted, with a MAC"
        }
    }
}
