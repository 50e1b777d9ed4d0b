import Tags

/// A tag's whole state as text, so that a bench can be kept in files.
extension SimulatedTag {
    /// Everything that survives without power: memory, files, keys, settings, counters, failures.
    public func encodedState() -> [UInt8] {
        switch withSilicon({ $0 }) {
        case .chip(let chip): chip.encodedState.bytes
        case .card(let card): card.program.encodedState.bytes
        }
    }

    /// A tag as `encodedState` gave it out; `nil` for anything else, or for a chip without a table.
    public convenience init?(name: String, encodedState: [UInt8], seed: UInt64 = 1) {
        guard let text = StateText(encodedState) else { return nil }
        if let card = Type4Card(text) {
            self.init(type4: card, name: name, seed: seed)
            return
        }
        if let card = SimulatedDNA(text) {
            self.init(ntag424: card, name: name, seed: seed)
            return
        }
        guard let chip = text.value("chip").flatMap(Type2Chip.named), let memory = text.bytes("memory"),
            memory.count == chip.pageCount * 4
        else { return nil }
        self.init(chip: chip, name: name, image: memory, signature: text.bytes("signature"), seed: seed)
        with { $0.restore(text) }
    }
}

extension SimulatedChip {
    fileprivate var encodedState: StateText {
        var text = StateText()
        text.add("chip", chip.name)
        text.add("memory", memory)
        text.add("signature", signature)
        text.add("counters", counters.map(Int.init))
        text.add("torn", tornCounters.map { $0 ? 1 : 0 })
        text.add("failures", [failures])
        text.add("increment", [Int(pendingIncrement)])
        return text
    }

    fileprivate mutating func restore(_ text: StateText) {
        for (index, value) in text.numbers("counters").prefix(3).enumerated() {
            counters[index] = UInt32(clamping: min(value, 0xFF_FFFF))
        }
        for (index, value) in text.numbers("torn").prefix(3).enumerated() { tornCounters[index] = value != 0 }
        failures = min(text.number("failures") ?? 0, 7)
        pendingIncrement = UInt16(clamping: min(text.number("increment") ?? 0, 0x0F))
    }
}

extension CardProgram {
    fileprivate var encodedState: StateText {
        switch self {
        case .type4(let program): program.card.encodedState
        case .ntag424(let program): program.card.encodedState
        }
    }
}
