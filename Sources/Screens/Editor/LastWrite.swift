import Engine
import Tags

/// What a change put on a tag, as far as it is known to have been sent: what tells bytes of our own from a stranger's.
struct LastWrite: Equatable, Sendable {
    /// The change in a word: `restoring`.
    var words: String
    /// Where the step is that was on its way when the change ended early: it may hold the old bytes, the new, or neither.
    private var torn: [MemoryEdit.Place]
    /// Where steps are that the tag acknowledged.
    private var done: Set<MemoryEdit.Place>

    /// What an outcome says; `nil` where nothing was sent.
    init?(_ outcome: ChangeOutcome, pageSize: Int, ended: Bool, words: String) {
        let steps = zip(outcome.plan.steps, outcome.sent + Array(repeating: false, count: outcome.plan.steps.count))
        done = Set(steps.filter(\.1).flatMap { Self.places(of: $0.0, pageSize) })
        // Where a change ended early, the first step that was not acknowledged may be on the tag in part.
        let next = ended ? nil : steps.first { !$0.1 }
        torn = next.map { Self.places(of: $0.0, pageSize) } ?? []
        self.words = words
        if done.isEmpty, torn.isEmpty { return nil }
    }

    private static func places(of step: PlanStep, _ pageSize: Int) -> [MemoryEdit.Place] {
        switch step.target {
        case .page(let page), .block(let page): step.new.indices.map { .memory(page * pageSize + $0) }
        case .file(let id, let offset): step.new.indices.map { .file(id, offset + $0) }
        case .command: []
        }
    }

    /// What is said of edited bytes under which the tag holds something else than before, a sentence each.
    func sentences(about moved: [MemoryEdit.Place]) -> [String] {
        let inTorn = moved.filter(torn.contains)
        let own = moved.filter { !torn.contains($0) && done.contains($0) }
        let foreign = moved.count - inTorn.count - own.count
        return [
            inTorn.isEmpty
                ? nil
                : "\(words) ended in the middle of a step: \(Self.changed(inTorn.count)) \(inTorn.count == 1 ? "holds" : "hold") "
                    + "neither the old value nor the new one on the tag",
            own.isEmpty ? nil : "\(words) put something else under \(Self.changed(own.count))",
            foreign > 0 ? Self.foreign(foreign) : nil,
        ].compactMap { $0 }
    }

    /// What is said of bytes that nothing here has written.
    static func foreign(_ count: Int) -> String {
        "the tag holds something else by now under \(changed(count))"
    }

    private static func changed(_ count: Int) -> String { Words.count(count, "changed byte") }
}
