import Engine
import Tags

extension JSONValue {
    /// What stands for a password or key.
    static let secret = PasswordSpec.hidden

    /// The document of a changing command.
    init(change: ChangeResult) {
        var object = JSONObject()
        if let word = change.word {
            object["result"] = .string(word)
            object["reason"] = .string(change.reason)
            object["advice"] = .string(change.advice)
        }
        if let failure = change.failure { object["error"] = failure.json }
        if let state = change.state { object["state"] = .string(state) }
        if let dump = change.dump { object.add(dump) }
        if let uid = change.tag?.uid ?? change.outcome?.plan.uid {
            var tag: JSONObject = ["uid": .string(Hex.string(uid, separator: ":"))]
            if let chip = change.tag?.chipName ?? change.outcome?.plan.chipName { tag["chip"] = .string(chip) }
            object["tag"] = .object(tag)
        }
        if change.word != nil {
            object.add(change.outcome)
            object["exchanges"] = .integer(change.cost.exchanges)
            object["milliseconds"] = .integer(Int(max(0, min(change.cost.milliseconds, 1e12)).rounded()))
        }
        self = .object(object)
    }

    /// Bytes that were written and that the tag does not show.
    init(unseen: UnseenBytes) {
        if let file = unseen.file {
            self = [
                "file": .string(Hex.file(file)), "offset": .integer(unseen.offset), "length": .integer(unseen.count),
            ]
            return
        }
        self = [
            "page": .integer(unseen.offset / UnseenBytes.pageSize),
            "at": .integer(unseen.offset % UnseenBytes.pageSize), "length": .integer(unseen.count),
        ]
    }

    /// One step of a plan.
    init(step: PlanStep, sent: Bool?) {
        var object = JSONObject()
        switch step.target {
        case .page(let page): object["page"] = .integer(page)
        case .block(let block): object["block"] = .integer(block)
        case .file(let id, let offset):
            object["file"] = .string(Hex.file(id))
            object["offset"] = .integer(offset)
        case .command(let name): object["command"] = .string(name)
        }
        object["old"] = step.secret && step.old != nil ? .string(JSONValue.secret) : JSONValue(hex: step.old)
        object["new"] = step.secret ? .string(JSONValue.secret) : JSONValue(hex: step.new)
        if let sent { object["sent"] = .bool(sent) }
        object["reversible"] = .bool(step.reversible)
        object["why"] = .string(step.why)
        if let consequence = step.consequence { object["consequence"] = .string(consequence) }
        self = .object(object)
    }
}

extension JSONObject {
    /// Adds a plan and what became of it.
    fileprivate mutating func add(_ outcome: ChangeOutcome?) {
        let steps = outcome?.plan.steps ?? []
        let sent = outcome?.sent ?? []
        self["plan"] = .array(
            steps.enumerated().map { JSONValue(step: $1, sent: sent.indices.contains($0) && sent[$0]) })
        if let outcome {
            self["kind"] = .string(outcome.plan.kind.rawValue)
            if !outcome.plan.notices.isEmpty { self["notices"] = JSONValue(strings: outcome.plan.notices) }
            if !outcome.plan.irreversibleSteps.isEmpty {
                self["irreversiblePages"] = JSONValue(integers: outcome.plan.irreversiblePages)
                self["confirm"] = .string(Hex.string(outcome.plan.uid, separator: ":"))
            }
            if !outcome.remarks.isEmpty { self["remarks"] = JSONValue(strings: outcome.remarks) }
            if let when = outcome.plan.takesEffect { self["takesEffect"] = .string(when) }
            if !outcome.differences.isEmpty {
                self["differences"] = .array(
                    outcome.differences.map { difference in
                        var object: JSONObject = [
                            "expected": JSONValue(hex: difference.expected), "found": JSONValue(hex: difference.found),
                        ]
                        if let file = difference.file { object["file"] = .string(Hex.file(file)) }
                        object[difference.file == nil ? "page" : "offset"] = .integer(difference.page)
                        return .object(object)
                    })
            }
            if let number = outcome.journalNumber { self["operation"] = .integer(Int(number)) }
        }
        self["written"] = .integer(outcome?.written ?? 0)
        self["verified"] = .bool(outcome?.verified ?? false)
        if let unseen = outcome?.unseen, !unseen.isEmpty {
            self["unseen"] = .array(unseen.map(JSONValue.init(unseen:)))
        }
    }
}
