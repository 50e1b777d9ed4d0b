import Tags

/// The words by which the command line names the chips that can be simulated.
public enum SimulatedChipName {
    /// Word and chip, in the order a person is told them.
    public static let all: [(word: String, chip: String)] = [
        ("ntag213", "NTAG213"), ("ntag215", "NTAG215"), ("ntag216", "NTAG216"),
        ("ultralight", "Ultralight"), ("ultralight-c", "Ultralight C"),
        ("ul11", "Ultralight EV1 (UL11)"), ("ul21", "Ultralight EV1 (UL21)"),
        ("ntag203", "NTAG203"), ("ntag210", "NTAG210"), ("ntag212", "NTAG212"),
    ]

    /// The chip a word or a chip's own name means, in any case; `nil` for one that cannot be simulated.
    public static func chip(_ text: String) -> Type2Chip? {
        let wanted = text.lowercased()
        return all.first { $0.word == wanted || $0.chip.lowercased() == wanted }.flatMap { Type2Chip.named($0.chip) }
    }
}
