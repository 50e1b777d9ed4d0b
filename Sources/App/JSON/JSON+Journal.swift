import Engine
import Tags

extension JSONValue {
    /// The document of `tagdesk journal list`.
    init(journal operations: [JournalSummary], hasMore: Bool) {
        var object: JSONObject = ["operations": .array(operations.map(JSONValue.init(summary:)))]
        if hasMore { object["more"] = true }
        self = .object(object)
    }

    private init(summary: JournalSummary) {
        self = [
            "id": .integer(Int(summary.id)), "uid": .string(Hex.string(summary.uid, separator: ":")),
            "chip": .string(summary.chipName), "kind": .string(summary.kind.rawValue),
            "started": JSONValue(Timestamp.text(summary.started)), "result": .string(summary.result.word),
            "needsRecovery": .bool(summary.result.needsRecovery), "steps": .integer(summary.steps),
            "acknowledged": .integer(summary.acknowledged),
        ]
    }

    /// The document of `tagdesk journal show`.
    init(entry: JournalEntry) {
        var object: JSONObject = [
            "id": .integer(Int(entry.id)), "uid": .string(Hex.string(entry.uid, separator: ":")),
            "chip": .string(entry.chipName), "kind": .string(entry.kind.rawValue), "person": .string(entry.person),
            "reader": .string(entry.reader), "started": JSONValue(Timestamp.text(entry.started)),
            "ended": JSONValue(entry.ended.flatMap(Timestamp.text)), "result": .string(entry.result.word),
            "needsRecovery": .bool(entry.result.needsRecovery), "verified": .bool(entry.verified),
            "canPutBack": .bool(entry.canPutBack), "steps": .integer(entry.steps.count),
            "acknowledged": .integer(entry.acknowledgedCount),
            "plan": .array(entry.steps.map { JSONValue(step: $0.step, sent: $0.acknowledged != nil) }),
        ]
        if entry.isOfFiles {
            object["files"] = .array(
                entry.fileIDs.map {
                    JSONValue(
                        journalled: $0, before: entry.beforeFiles[$0], after: entry.afterFiles[$0],
                        readBack: entry.readBackFiles?[$0])
                })
        } else {
            object["before"] = .string(MemoryText.bytes(of: entry.before))
            object["after"] = .string(MemoryText.bytes(of: entry.planned))
            object["readBack"] = JSONValue(entry.readBack.map(MemoryText.bytes))
        }
        self = .object(object)
    }
}

extension JournalEntry {
    /// The memory as it shall be after the operation.
    var planned: TagImage {
        var image = before
        for (page, bytes) in after { image.set(page: page, to: bytes) }
        return image
    }
}

extension JournalEntry.Result {
    /// The word for it. An operation without an end was interrupted by the end of the program, unless it runs right now.
    var word: String { self == .open ? JournalEntry.Result.interrupted.rawValue : rawValue }
}
