/// Why the journal could not be written or read. A write to a tag does not start without it.
public enum JournalError: Error, Equatable, Sendable {
    /// This engine was given no journal.
    case off
    /// The file or its folder cannot be written.
    case unwritable(path: String, reason: String)
    /// The disk is full.
    case full
    /// Another program holds the journal for longer than we wait.
    case busy
    /// The file is no journal of ours, or damaged.
    case damaged(reason: String)
    /// A newer tagdesk made it.
    case newer(version: Int)
    /// Anything else, in SQLite's words.
    case failed(reason: String)
}

extension JournalError {
    /// What happened, in one sentence.
    public var headline: String {
        switch self {
        case .off: "no journal is kept here, and nothing is changed without one"
        case .unwritable(let path, let reason): "the journal \(path) cannot be written: \(reason)"
        case .full: "the disk that holds the journal is full"
        case .busy: "another program keeps the journal locked"
        case .damaged(let reason): "the journal is damaged: \(reason)"
        case .newer(let version): "the journal was made by a newer tagdesk (schema \(version))"
        case .failed(let reason): "the journal failed: \(reason)"
        }
    }

    /// What to do, in one sentence.
    public var advice: String {
        switch self {
        case .off: "Use a tagdesk that keeps a journal; only reading is possible here."
        case .unwritable: "Give yourself the right to write there, or set XDG_DATA_HOME to a folder that you may write."
        case .full: "Make room and try again; nothing was sent to the tag."
        case .busy: "Close the other tagdesk or wait for it, and try again."
        case .damaged: "Move the file away to start a new journal; keep it if a tag still waits for recovery."
        case .newer: "Use the newer tagdesk, or another XDG_DATA_HOME."
        case .failed: "Nothing was sent to the tag; try again, and report it if it stays."
        }
    }
}
