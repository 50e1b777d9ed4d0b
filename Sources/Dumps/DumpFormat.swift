/// The file formats of dumps; the raw value is the word in JSON and on the command line.
public enum DumpFormat: String, CaseIterable, Equatable, Sendable {
    /// Our own: JSON with a schema and version, keeps everything.
    case tagdesk
    case flipper
    case proxmarkBinary = "proxmark-bin"
    case proxmarkJSON = "proxmark-json"
    case eml
    /// Nothing but the bytes of the memory: `.bin`, `.mfd`, amiibo, a Type 5 memory.
    case raw
    case tagInfoXML = "taginfo-xml"
    case tagInfoText = "taginfo-text"
    case mct
    case metrodroid
    /// An NDEF message without a tag around it.
    case ndef

    /// What people call it.
    public var title: String {
        switch self {
        case .tagdesk: "tagdesk dump"
        case .flipper: "Flipper .nfc"
        case .proxmarkBinary: "Proxmark3 .bin"
        case .proxmarkJSON: "Proxmark3 .json"
        case .eml: "Proxmark3 .eml"
        case .raw: "raw bytes"
        case .tagInfoXML: "NXP TagInfo XML"
        case .tagInfoText: "NXP TagInfo report"
        case .mct: "MIFARE Classic Tool"
        case .metrodroid: "Metrodroid scan"
        case .ndef: "NDEF message"
        }
    }

    /// It can be written too.
    public var isWritten: Bool {
        switch self {
        case .tagdesk, .flipper, .proxmarkBinary, .proxmarkJSON, .eml, .raw, .ndef: true
        case .tagInfoXML, .tagInfoText, .mct, .metrodroid: false
        }
    }

    /// What its file names end with.
    public var ending: String {
        switch self {
        case .tagdesk: ".tagdesk.json"
        case .flipper: ".nfc"
        case .proxmarkBinary, .raw: ".bin"
        case .proxmarkJSON, .metrodroid: ".json"
        case .eml: ".eml"
        case .tagInfoXML: ".xml"
        case .tagInfoText: ".txt"
        case .mct: ".mct"
        case .ndef: ".ndef"
        }
    }
}

/// What a file turned out to be.
public struct OpenedDump: Equatable, Sendable {
    /// By its content, whatever its name says.
    public var format: DumpFormat
    /// What is in it.
    public var dump: Dump
    /// Contradictions, gaps and what is in doubt, one sentence each, the most important first.
    public var problems: [String]
    /// A dump of these parts.
    public init(format: DumpFormat, dump: Dump, problems: [String] = []) {
        self.format = format
        self.dump = dump
        self.problems = problems
    }
}

/// A dump in the bytes of a format.
public struct DumpExport: Equatable, Sendable {
    /// The file.
    public var bytes: [UInt8]
    /// What the format cannot hold, one sentence each; empty where nothing is lost.
    public var lost: [String]
    /// An export of these parts.
    public init(bytes: [UInt8], lost: [String]) {
        self.bytes = bytes
        self.lost = lost
    }
}

/// Why a file is no dump, or a dump cannot be put into a format.
public struct DumpError: Error, Equatable, Sendable {
    /// One sentence part without a full stop: `line 12 names page 300, and an NTAG213 has 45`.
    public var reason: String
    /// One sentence that says what to do.
    public var advice: String
    /// An error of these parts.
    public init(_ reason: String, advice: String) {
        self.reason = reason
        self.advice = advice
    }
}
