/// A native command of NTAG 424 DNA. Source: NT4H2421Gx data sheet, table 22; NT4H2421Tx for GetTTStatus.
public enum DNACommand: UInt8, Equatable, Sendable, CaseIterable {
    case authenticateFirst = 0x71
    case authenticateNonFirst = 0x77
    case additionalFrame = 0xAF
    case changeKey = 0xC4
    case getKeyVersion = 0x64
    case getVersion = 0x60
    case getCardUID = 0x51
    case changeFileSettings = 0x5F
    case getFileSettings = 0xF5
    case getFileCounters = 0xF6
    case readData = 0xAD
    case writeData = 0x8D
    case readSignature = 0x3C
    case setConfiguration = 0x5C
    case getTTStatus = 0xF7

    /// The name the data sheet gives it.
    public var name: String {
        switch self {
        case .authenticateFirst: "AuthenticateEV2First"
        case .authenticateNonFirst: "AuthenticateEV2NonFirst"
        case .additionalFrame: "the second part of the authentication"
        case .changeKey: "ChangeKey"
        case .getKeyVersion: "GetKeyVersion"
        case .getVersion: "GetVersion"
        case .getCardUID: "GetCardUID"
        case .changeFileSettings: "ChangeFileSettings"
        case .getFileSettings: "GetFileSettings"
        case .getFileCounters: "GetFileCounters"
        case .readData: "ReadData"
        case .writeData: "WriteData"
        case .readSignature: "Read_Sig"
        case .setConfiguration: "SetConfiguration"
        case .getTTStatus: "GetTTStatus"
        }
    }

    /// How its data travel within a session; `nil` where the file decides.
    public var mode: CommunicationMode? {
        switch self {
        case .authenticateFirst, .authenticateNonFirst, .additionalFrame: .plain
        case .getKeyVersion, .getVersion, .getFileSettings: .mac
        case .changeKey, .getCardUID, .changeFileSettings, .getFileCounters, .readSignature, .setConfiguration,
            .getTTStatus:
            .full
        case .readData, .writeData: nil
        }
    }

    /// What to do where the chip answers so; `nil` where the status word alone says enough.
    ///
    /// Source: NT4H2421Gx data sheet, tables 27 to 86.
    public func advice(on status: StatusWord) -> String? {
        switch (self, status) {
        case (.authenticateFirst, 0x9140), (.authenticateNonFirst, 0x9140), (.changeKey, 0x9140),
            (.getKeyVersion, 0x9140):
            "Keys are numbered 0 to 4."
        case (.authenticateFirst, 0x919D):
            "The key is blocked by too many wrong tries, or the tag was set to LRP for good and speaks no AES: try it in LRP."
        case (.authenticateNonFirst, 0x919D): "Authenticate anew: there is no session to go on with."
        case (.authenticateFirst, 0x91AD), (.authenticateNonFirst, 0x91AD), (.additionalFrame, 0x91AD):
            "Too many wrong keys came one after the other. Leave the tag on the reader and try again in some seconds, with the "
                + "right key; taking it away does not help."
        case (.additionalFrame, 0x91AE):
            "The key is wrong. Each wrong one counts; after 50 in a row the tag makes you wait, after 1000 the key is closed "
                + "for good unless right ones came between."
        case (.changeKey, 0x91AE), (.setConfiguration, 0x91AE): "Only key 0 opens this: authenticate with key 0 first."
        case (_, 0x91AE): "Authenticate with a key that has this right first."
        case (.changeKey, 0x911E):
            "The old key that was given for this number is not the one on the tag, or the session was disturbed: nothing was "
                + "changed. Begin anew, and check the old key."
        case (_, 0x911E):
            "The MAC, padding or count of commands did not fit: most often the file's communication mode is another one than "
                + "was used. Read the file's settings and begin a new session."
        case (.changeFileSettings, 0x919D), (.readData, 0x919D), (.writeData, 0x919D), (.getFileCounters, 0x919D):
            "The file's access rights do not give this to the key in use: see `access show`, and use the key it names."
        case (.readData, 0x91BE), (.writeData, 0x91BE): "Stay within the file's size."
        case (.changeFileSettings, 0x919E):
            "Offsets overlap or lie outside the file, or options contradict each other; nothing was changed."
        case (.setConfiguration, 0x919E): "This chip does not have that setting, or a value is out of range."
        case (_, 0x917E):
            "The length does not fit: the file's communication mode may be another one than was used, or the chip is older "
                + "than this command."
        case (_, 0x91CA): "Another command was left half done, perhaps by another program: begin anew."
        case (_, 0x91EE):
            "The chip could not write its memory: try again once; where it stays so, the chip is worn out."
        case (_, 0x911C):
            "This chip does not know the command, or not in this state: another program may be talking to it."
        default: nil
        }
    }
}

extension CardRefusal {
    /// A refusal of a native command of NTAG 424 DNA.
    public init(_ command: DNACommand, file: UInt16? = nil, status: StatusWord) {
        self.init(command: command.name, file: file, status: status)
    }

    /// What to do about it, where the command is one of NTAG 424 DNA.
    public var nativeAdvice: String? {
        DNACommand.allCases.first { $0.name == command || lrpNames[command] == $0 }?.advice(on: status)
    }

    private var lrpNames: [String: DNACommand] {
        ["AuthenticateLRPFirst": .authenticateFirst, "AuthenticateLRPNonFirst": .authenticateNonFirst]
    }
}
