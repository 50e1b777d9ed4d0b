import Tags

/// A tag's whole state as text, so that a bench can be kept in files: one `key value` a line.
extension SimulatedTag {
    private static let heading = "tagdesk simulated tag 1"

    /// Everything that survives without power: memory, signature, counters, failures.
    public func encodedState() -> [UInt8] {
        let silicon = with { $0 }
        let lines = [
            Self.heading,
            "chip \(chip.name)",
            "memory \(Hex.string(silicon.memory))",
            "signature \(Hex.string(silicon.signature))",
            "counters \(silicon.counters.map(String.init).joined(separator: " "))",
            "torn \(silicon.tornCounters.map { $0 ? "1" : "0" }.joined(separator: " "))",
            "failures \(silicon.failures)",
            "increment \(silicon.pendingIncrement)",
        ]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// A tag as `encodedState` gave it out; `nil` for anything else, or for a chip without a table.
    public convenience init?(name: String, encodedState: [UInt8], seed: UInt64 = 1) {
        let lines = String(decoding: encodedState, as: UTF8.self).split(separator: "\n")
        guard lines.first.map(String.init) == Self.heading else { return nil }
        var values: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            values[String(parts[0])] = String(parts[1])
        }
        guard let chip = values["chip"].flatMap(Type2Chip.named),
            let memory = values["memory"].flatMap({ Hex.bytes($0) }),
            memory.count == chip.pageCount * 4
        else { return nil }
        self.init(
            chip: chip, name: name, image: memory, signature: values["signature"].flatMap { Hex.bytes($0) }, seed: seed)
        let counters = Self.numbers(values["counters"]).map { UInt32(clamping: min($0, 0xFF_FFFF)) }
        let torn = Self.numbers(values["torn"]).map { $0 != 0 }
        let failures = Self.numbers(values["failures"]).first ?? 0
        let increment = Self.numbers(values["increment"]).first ?? 0
        with { silicon in
            for (index, value) in counters.prefix(3).enumerated() { silicon.counters[index] = value }
            for (index, value) in torn.prefix(3).enumerated() { silicon.tornCounters[index] = value }
            silicon.failures = min(failures, 7)
            silicon.pendingIncrement = UInt16(clamping: min(increment, 0x0F))
        }
    }

    private static func numbers(_ text: String?) -> [Int] {
        (text ?? "").split(separator: " ").map { max(0, Int($0) ?? 0) }
    }
}
