/// The formats a trace can be exported in.
public enum TraceFormat: String, CaseIterable, Equatable, Sendable {
    /// To read: what went out, what came back, what it means.
    case text
    /// JSON lines, which tagdesk opens again and replays.
    case jsonl
    /// For Wireshark: native frames and ISO-DEP blocks with link type ISO 14443 (264).
    case pcapng

    /// What a file of this format is called at its end.
    public var fileEnding: String { self == .text ? ".txt" : "." + rawValue }
}

/// A trace in one format, and what that format cannot hold.
public struct TraceExport: Equatable, Sendable {
    /// The file's bytes.
    public var bytes: [UInt8]
    /// What was left out, a sentence each.
    public var lost: [String]
    /// The exchanges that are in the file.
    public var exchanges: Int

    /// An export of these parts.
    public init(bytes: [UInt8], lost: [String] = [], exchanges: Int) {
        self.bytes = bytes
        self.lost = lost
        self.exchanges = exchanges
    }
}
