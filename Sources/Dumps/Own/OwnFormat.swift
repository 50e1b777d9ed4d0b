import Tags

/// The program's own format: JSON that keeps all that is known of a tag; docs/DUMPS.md names every member.
enum OwnFormat {
    /// What `schema` says.
    static let schema = "tagdesk-dump"
    /// The version that is written, and the newest that is read.
    static let version = 1

    /// The words for pages that were not read.
    static let reasons: [(word: String, reason: UnreadReason)] = [
        ("not tried", .notTried), ("not in the file", .notInFile), ("unread in the file", .unreadInFile),
        ("never reads back", .writeOnly), ("protected", .protected),
        ("refused", .refused(nak: nil)), ("reader cannot", .readerCannot), ("tag lost", .tagLost),
        ("does not exist", .doesNotExist),
    ]

    /// The word for a reason; a NAK code stands behind it: `refused 0`.
    static func word(_ reason: UnreadReason) -> String {
        if case .refused(let code?) = reason { return "refused \(Hex.byte(code))" }
        return reasons.first { $0.reason == reason }?.word ?? "not tried"
    }

    /// The reason of a word; `nil` for one that is not known.
    static func reason(_ word: String) -> UnreadReason? {
        if let known = reasons.first(where: { $0.word == word }) { return known.reason }
        guard word.hasPrefix("refused "), let code = Hex.bytes(String(word.dropFirst(8))), code.count == 1 else {
            return nil
        }
        return .refused(nak: code[0])
    }

    /// The word for who may do something with a file, and back.
    static func word(_ condition: FileAccess.Condition) -> String {
        switch condition {
        case .free: "free"
        case .never: "never"
        case .key(let number): "key \(number)"
        case .proprietary(let byte): "proprietary \(Hex.byte(byte))"
        case .untold: "untold"
        }
    }

    static func condition(_ word: String) -> FileAccess.Condition? {
        switch word {
        case "free": return .free
        case "never": return .never
        case "untold": return .untold
        default: break
        }
        if word.hasPrefix("key ") { return Int(word.dropFirst(4)).map { .key($0) } }
        guard word.hasPrefix("proprietary "), let byte = Hex.bytes(String(word.dropFirst(12))), byte.count == 1 else {
            return nil
        }
        return .proprietary(byte[0])
    }
}
