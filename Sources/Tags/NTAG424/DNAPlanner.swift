/// Turns a wish into the exact commands for the NTAG 424 DNA at hand. Pure.
public struct DNAPlanner {
    let uid: [UInt8]
    let chipName: String
    let state: DNAState
    let keys: DNAKeys
    /// The cryptography of the tag, where it is known; AES otherwise.
    let suite: SecureSession.Suite
    let hasTamper: Bool
    /// What is known of the files' content, by number, from the start; what is not known is missing.
    let contents: [UInt8: [UInt8]]

    /// A planner for a tag that said this of itself.
    public init(
        uid: [UInt8], chipName: String, state: DNAState, keys: DNAKeys, suite: SecureSession.Suite = .aes,
        contents: [UInt8: [UInt8]] = [:]
    ) {
        self.uid = uid
        self.chipName = chipName
        self.state = state
        self.keys = keys
        self.suite = suite
        hasTamper = chipName.hasSuffix("TT")
        self.contents = contents
    }

    /// The plan.
    public func plan(_ wish: DNAWish) throws(Refusal) -> DNAPlan {
        var plan = DNAPlan(kind: wish.kind, uid: uid, chipName: chipName)
        for number in 0..<NTAG424.keyCount { plan.keys.present[number] = keys.key(number, on: state)?.bytes }
        switch wish {
        case .keys(let changes): try addKeys(changes, to: &plan)
        case .access(let changes): try addAccess(changes, to: &plan)
        case .preset(let preset):
            if preset == .factory { try addContainer(to: &plan) }
            try addAccess(preset.changes, to: &plan, withoutLink: preset == .factory)
            plan.plan.notices.append(preset.sentence)
        case .link(let link): try addLink(link, to: &plan)
        case .linkOff: try addLinkOff(to: &plan)
        case .configure(let settings): try addConfiguration(settings, to: &plan)
        case .resume(let steps, let backwards): try addResumption(steps, backwards: backwards, to: &plan)
        }
        try checkRights(of: &plan)
        return plan
    }

    // MARK: - Keys

    /// Keys 1 to 4 first, key 0 last: it opens all the others. Then each is proved.
    func addKeys(_ changes: [DNAKeyChange], to plan: inout DNAPlan) throws(Refusal) {
        var proofs: [(UInt8, [UInt8])] = []
        guard !changes.isEmpty else {
            throw .badArgument("no key is named", "Name the keys to be set, 0 to 4.")
        }
        for change in changes.sorted(by: { ($0.number == 0 ? 5 : $0.number) < ($1.number == 0 ? 5 : $1.number) }) {
            guard change.number < NTAG424.keyCount else {
                throw .badArgument("the chip has no key \(change.number)", "Keys are numbered 0 to 4.")
            }
            guard changes.count(where: { $0.number == change.number }) == 1 else {
                throw .badArgument("key \(change.number) is named twice", "Name each key once.")
            }
            guard let new = change.key(for: uid) else {
                throw .badArgument(
                    "the new key \(change.number) cannot be made: a key has 16 bytes, and UID, AID and system together at "
                        + "most \(KeyDiversification.longestInput)",
                    "Give 32 hex digits, and a shorter system identifier.")
            }
            guard let old = keys.key(change.number, on: state) else { throw needs(change.number) }
            let before = state.keyVersions[change.number]
            if old.bytes == new, !old.assumed, before == change.version { continue }
            plan.add(
                .changeKey(change.number, new: new, version: change.version, old: old.bytes, doubtful: false),
                PlanStep(
                    target: .changeKey(change.number), phase: .password, old: nil, new: new, readsBack: nil,
                    why: Self.why(change, from: before), secret: true))
            proofs.append((change.number, new))
            noteAssumption(of: change.number, &plan)
        }
        addProofs(proofs, to: &plan)
        if proofs.contains(where: { $0.0 == 0 && $0.1 != NTAG424.factoryKey }) {
            plan.plan.notices.append("Without key 0 nothing of this tag can be changed any more: keep it.")
        }
    }

    /// Key 0 first: its session is over, and the others go on in the new one.
    private func addProofs(_ proofs: [(UInt8, [UInt8])], to plan: inout DNAPlan) {
        for (number, key) in proofs.sorted(by: { $0.0 < $1.0 }) {
            plan.add(
                .prove(number, key: key),
                PlanStep(
                    target: .proveKey(number), phase: .prove, old: nil, new: key, readsBack: nil,
                    why: "prove that the tag took key \(number)", secret: true))
        }
    }

    private static func why(_ change: DNAKeyChange, from before: UInt8?) -> String {
        let name = change.number == 0 ? "key 0 (opens all the others)" : "key \(change.number)"
        let old = before.map(Hex.byte) ?? "?"
        let made = change.diversification == nil ? "" : ", diversified by the UID"
        return "\(name): version \(old) -> \(Hex.byte(change.version))\(made)"
    }

    private static func assumption(_ number: UInt8) -> String {
        "Key \(number) was not given; its version is 00, so the factory's is taken (assumed)."
    }

    func needs(_ number: UInt8) -> Refusal {
        let version =
            state.keyVersions[number].map { " (its version is \(Hex.byte($0)), so it is not the factory's)" } ?? ""
        return Refusal(
            .needsPassword, reason: "key \(number) of the tag is needed for this\(version)",
            advice: "Give it with --key \(number)=SPEC, or with --old where it is the key that is changed.")
    }

    // MARK: - Configuration

    private func addConfiguration(_ settings: [DNAConfiguration], to plan: inout DNAPlan) throws(Refusal) {
        for setting in settings {
            if let problem = setting.problem(tamper: hasTamper) { throw .badArgument(problem, "Choose another value.") }
            plan.add(
                .configure(setting),
                PlanStep(
                    target: .configure(setting.option), phase: .configuration, old: nil, new: setting.data,
                    readsBack: nil, why: setting.words, reversible: setting.consequence == nil,
                    consequence: setting.consequence))
        }
    }

    // MARK: - Rights

    /// Every action has a key that opens it.
    private func checkRights(of plan: inout DNAPlan) throws(Refusal) {
        var state = state
        for action in plan.actions {
            switch action {
            case .changeKey, .configure:
                guard plan.keys.present[0] != nil else { throw needs(0) }
                noteAssumption(of: 0, &plan)
            case .settings(let file, let new):
                let change = state.settings[file]?.access.change ?? .key(0)
                try checkKey([change], "the settings of file \(Hex.byte(file)) can never be changed again", &plan)
                state.settings[file] = new
            case .write(let file, _, _):
                let conditions = state.settings[file]?.access.conditions(for: .writing) ?? [.key(0)]
                try checkKey(conditions, "nobody may write file \(Hex.byte(file))", &plan)
            case .prove: break
            }
        }
        plan.plan.needsAuthentication = !plan.actions.isEmpty
    }

    private func checkKey(
        _ conditions: [AccessCondition], _ closed: String, _ plan: inout DNAPlan
    ) throws(Refusal) {
        if conditions.contains(.free) { return }
        let numbers = conditions.compactMap { if case .key(let number) = $0 { number } else { nil } }
        guard let first = numbers.first else {
            throw .notPossible(closed, "Use another tag.")
        }
        guard let number = numbers.first(where: { plan.keys.present[$0] != nil }) else { throw needs(first) }
        noteAssumption(of: number, &plan)
    }

    private func noteAssumption(of number: UInt8, _ plan: inout DNAPlan) {
        let notice = Self.assumption(number)
        if keys.key(number, on: state)?.assumed == true, !plan.plan.notices.contains(notice) {
            plan.plan.notices.append(notice)
        }
    }
}

extension DNAConfiguration {
    /// What it sets, a few words.
    public var words: String {
        switch self {
        case .randomID: "a random UID at every power-up"
        case .chainedWritingOff: "WriteData in several frames off"
        case .lrp: "LRP in place of AES"
        case .failures(let enabled, let limit, let decrement):
            enabled
                ? "a key closes after \(limit) wrong tries, less \(decrement) for each right one"
                : "wrong tries close no key"
        case .strongModulation(let on): "strong back modulation " + (on ? "on" : "off")
        case .tamper: "watch the tamper loop"
        }
    }
}
