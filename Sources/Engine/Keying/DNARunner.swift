import Tags

/// Sends a plan for an NTAG 424 DNA step by step, each acknowledged and kept in the journal.
struct DNARunner {
    let hand: DNAHand
    let plan: DNAPlan
    let keep: (Int) -> Void
    private(set) var sent: [Bool]
    /// Commands that changed something.
    private(set) var written = 0

    init(hand: DNAHand, plan: DNAPlan, keep: @escaping (Int) -> Void) {
        self.hand = hand
        self.plan = plan
        self.keep = keep
        sent = Array(repeating: false, count: plan.actions.count)
    }

    private var card: NTAG424 { hand.card }

    /// Runs to the end; between a key and its proof, or a link and its settings, is no place to stop.
    mutating func run() throws(EngineError) {
        for (index, action) in plan.actions.enumerated() {
            hand.context.tell(
                OperationProgress(
                    activity: plan.plan.steps[index].why, done: index, total: plan.actions.count))
            try run(action)
            sent[index] = true
            keep(index)
        }
    }

    private mutating func run(_ action: DNAPlan.Action) throws(EngineError) {
        switch action {
        case .write(let file, let offset, let bytes):
            try hand.openFor(.writing, file: file)
            let mode = hand.mode(file, .writing)
            try hand.done("writing file \(Hex.byte(file)) at \(offset)") { () throws(TagError) in
                try card.write(file: file, offset: offset, bytes, mode: mode)
            }
            written += 1
        case .settings(let file, let settings):
            if case .key(let number)? = hand.state.settings[file]?.access.change { try hand.open(number) }
            try hand.done("setting file \(Hex.byte(file))") { () throws(TagError) in
                try card.changeFileSettings(file, to: settings, tamper: plan.plan.chipName.hasSuffix("TT"))
            }
            hand.state.settings[file] = settings
            written += 1
        case .changeKey(let number, let new, let version, let old, let doubtful):
            try changeKey(number, new, version, old, doubtful)
        case .prove(let number, let key):
            _ = try hand.authenticate(number, key)
        case .configure(let setting):
            try hand.open(0)
            try hand.done("setting \(setting.words)") { () throws(TagError) in
                try card.configure(setting, tamper: plan.plan.chipName.hasSuffix("TT"))
            }
            written += 1
        }
    }

    private mutating func changeKey(
        _ number: UInt8, _ new: [UInt8], _ version: UInt8, _ old: [UInt8], _ doubtful: Bool
    ) throws(EngineError) {
        if doubtful, number != 0, try hand.authenticate(number, new, mayBeWrong: true) {
            hand.keys.present[number] = new
            return
        }
        try hand.open(0)
        if number == 0, doubtful, hand.keys.present[0] == new { return }
        try hand.done("changing key \(number)") { () throws(TagError) in
            try card.changeKey(number, to: new, version: version, from: number == 0 ? nil : old)
        }
        hand.keys.present[number] = new
        hand.keys.other[number] = nil
        written += 1
    }
}
