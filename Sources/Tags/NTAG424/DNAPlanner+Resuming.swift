extension DNAPlanner {
    /// What is left of an interrupted change, or the way back.
    ///
    /// Of the first step that was not acknowledged nobody knows whether the tag did it: a key is found out by trying both,
    /// settings and files by reading them, and what already holds is not written again.
    func addResumption(_ steps: [DNAJournalStep], backwards: Bool, to plan: inout DNAPlan) throws(Refusal) {
        let reached = steps.firstIndex { !$0.acknowledged } ?? steps.count
        if backwards {
            try addWayBack(Array(steps.prefix(reached + 1)), reached, to: &plan)
        } else {
            try addRest(steps, reached, to: &plan)
        }
    }

    private func addRest(_ steps: [DNAJournalStep], _ reached: Int, to plan: inout DNAPlan) throws(Refusal) {
        var numbers: [UInt8] = []
        for (index, entry) in steps.enumerated() {
            let step = entry.step
            if let number = step.target.keyNumber {
                numbers.append(number)
                try addKey(number, step, Doubt(index, reached), forwards: true, to: &plan)
            } else if index < reached {
                continue
            } else if let file = step.target.settingsFile {
                try addSettings(file, bytes: step.new, step, to: &plan)
            } else if case .file(let id, let offset) = step.target {
                addWrite(id, offset, step.new, step, to: &plan)
            } else if step.phase != .prove {
                throw .notPossible(
                    "the journal does not tell how to go on with \(step.why)",
                    "Leave the tag as it is, and set it anew.")
            }
        }
        try prove(numbers, other: true, to: &plan)
    }

    /// Keys first, in the order in which they were changed: that of key 0, which opens all the others, goes last. Then the
    /// file, hidden while it is put back.
    private func addWayBack(_ steps: [DNAJournalStep], _ reached: Int, to plan: inout DNAPlan) throws(Refusal) {
        var numbers: [UInt8] = []
        for (index, entry) in steps.enumerated() {
            guard let number = entry.step.target.keyNumber else { continue }
            numbers.append(number)
            try addKey(number, entry.step, Doubt(index, reached), forwards: false, to: &plan)
        }
        let files = steps.map(\.step).filter { if case .file = $0.target { true } else { false } }
        let length = files.first { $0.phase == .hide || $0.phase == .show }
        if let length, case .file(let id, let offset) = length.target {
            addWrite(id, offset, [0, 0], length, phase: .hide, to: &plan)
        }
        for step in files where step.phase == .data || step.phase == .container {
            guard case .file(let id, let offset) = step.target, let old = step.old else { continue }
            addWrite(id, offset, old, step, to: &plan)
        }
        for step in steps.map(\.step).reversed() {
            guard let file = step.target.settingsFile, let old = step.old else { continue }
            try addSettings(file, bytes: old, step, to: &plan)
        }
        if let length, case .file(let id, let offset) = length.target, let old = length.old {
            addWrite(id, offset, old, length, phase: .show, to: &plan)
        }
        try prove(numbers, other: false, to: &plan)
    }

    /// What the journal knows of a step.
    private enum Doubt {
        case done
        case doubtful
        case untouched

        init(_ index: Int, _ reached: Int) {
            self = index < reached ? .done : index == reached ? .doubtful : .untouched
        }
    }

    // MARK: - Steps

    /// A key: forwards from the present to the other one; backwards the other way round.
    private func addKey(
        _ number: UInt8, _ step: PlanStep, _ doubt: Doubt, forwards: Bool, to plan: inout DNAPlan
    ) throws(Refusal) {
        let before = keys.present[number] ?? NTAG424.factoryKey
        guard let after = keys.other[number] else {
            throw Refusal(
                .needsPassword, reason: "the new key \(number) of the interrupted change is needed, and was not kept",
                advice: "Give it with --new-key \(number)=SPEC, and the one it replaced with --key \(number)=SPEC.")
        }
        let versions = KeyVersions(step.why)
        var doubt = doubt
        // The version that the tag tells settles it without a try, where the two differ.
        if doubt == .doubtful, let told = state.keyVersions[number], versions.before != versions.after {
            if told == versions.after { doubt = .done }
            if told == versions.before { doubt = .untouched }
        }
        plan.keys.present[number] = doubt == .untouched ? before : after
        plan.keys.other[number] = doubt == .doubtful ? before : nil
        if doubt == (forwards ? .done : .untouched) { return }
        let new = forwards ? after : before
        plan.add(
            .changeKey(
                number, new: new, version: (forwards ? versions.after : versions.before) ?? 0,
                old: forwards ? before : after, doubtful: doubt == .doubtful),
            PlanStep(
                target: .changeKey(number), phase: .password, old: nil, new: new, readsBack: nil,
                why: forwards ? step.why : versions.backwards(number), secret: true))
    }

    private func prove(_ numbers: [UInt8], other: Bool, to plan: inout DNAPlan) throws(Refusal) {
        for number in Set(numbers).sorted() {
            let key = other ? keys.other[number] : keys.present[number] ?? NTAG424.factoryKey
            guard let key else { continue }
            plan.add(
                .prove(number, key: key),
                PlanStep(
                    target: .proveKey(number), phase: .prove, old: nil, new: key, readsBack: nil,
                    why: "prove that the tag has key \(number)", secret: true))
        }
    }

    private func addSettings(
        _ file: UInt8, bytes: [UInt8], _ step: PlanStep, to plan: inout DNAPlan
    ) throws(Refusal) {
        guard let present = state.settings[file],
            let wanted = FileSettings([0] + bytes.prefix(3) + LittleEndian.three(present.size) + bytes.dropFirst(3))
        else {
            throw .notPossible("the settings in the journal cannot be read", "Set them anew.")
        }
        if present.encoded == wanted.encoded { return }
        plan.add(
            .settings(file: file, wanted),
            PlanStep(
                target: step.target, phase: step.phase, old: present.encoded, new: wanted.encoded,
                readsBack: wanted.encoded, why: "settings of file \(Hex.byte(file)): " + wanted.access.sentence,
                reversible: step.reversible, consequence: step.consequence))
    }

    private func addWrite(
        _ id: UInt16, _ offset: Int, _ bytes: [UInt8], _ step: PlanStep, phase: PlanStep.Phase? = nil,
        to plan: inout DNAPlan
    ) {
        guard let file = NTAG424.fileIDs.first(where: { $0.value == id })?.key else { return }
        let known = contents[file] ?? []
        let end = offset &+ bytes.count
        let old = offset >= 0 && end <= known.count && offset <= end ? Array(known[offset..<end]) : nil
        let phase = phase ?? step.phase
        if old == bytes, phase != .show { return }
        plan.add(
            .write(file: file, offset: offset, bytes),
            PlanStep(
                target: .file(id: id, offset: offset), phase: phase, old: old, new: bytes,
                readsBack: phase == .hide ? nil : bytes, why: step.why))
    }
}

/// The versions in a step's words: `key 2: version 00 -> 01`.
private struct KeyVersions {
    var before: UInt8?
    var after: UInt8?

    init(_ why: String) {
        let words = why.split(separator: " ")
        guard let arrow = words.firstIndex(of: "->"), arrow > 0, arrow + 1 < words.count else { return }
        before = UInt8(words[arrow - 1].prefix(2), radix: 16)
        after = UInt8(words[arrow + 1].prefix(2), radix: 16)
    }

    func backwards(_ number: UInt8) -> String {
        "key \(number): version \(after.map(Hex.byte) ?? "?") -> \(before.map(Hex.byte) ?? "00")"
    }
}
