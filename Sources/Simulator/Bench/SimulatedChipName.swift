import Tags

/// The words by which the command line names the chips and cards that can be simulated.
public enum SimulatedChipName {
    /// Word and chip, in the order a person is told them.
    public static let all: [(word: String, chip: String)] = [
        ("ntag213", "NTAG213"), ("ntag215", "NTAG215"), ("ntag216", "NTAG216"),
        ("ultralight", "Ultralight"), ("ultralight-c", "Ultralight C"),
        ("ul11", "Ultralight EV1 (UL11)"), ("ul21", "Ultralight EV1 (UL21)"),
        ("ntag203", "NTAG203"), ("ntag210", "NTAG210"), ("ntag212", "NTAG212"),
        ("ntag-i2c-1k", "NTAG I2C 1K"), ("ntag-i2c-2k", "NTAG I2C 2K"),
        ("ntag-i2c-plus-1k", "NTAG I2C plus 1K"), ("ntag-i2c-plus-2k", "NTAG I2C plus 2K"),
    ]

    /// Words for cards with files, in the order a person is told them after the chips.
    public static let cards: [(word: String, card: String)] = [
        ("ntag424", "NTAG 424 DNA"), ("ntag424-tt", "NTAG 424 DNA TagTamper"), ("type4", "Type 4 tag"),
    ]

    /// A card as delivered that a word or a card's own name means, in any case; `nil` for anything else.
    public static func card(_ text: String, name: String? = nil, seed: UInt64 = 1) -> SimulatedTag? {
        let wanted = text.lowercased()
        switch cards.first(where: { $0.word == wanted || $0.card.lowercased() == wanted })?.word {
        case "ntag424": return SimulatedTag(ntag424: SimulatedDNA(), name: name, seed: seed)
        case "ntag424-tt": return SimulatedTag(ntag424: SimulatedDNA(tagTamper: true), name: name, seed: seed)
        case "type4": return SimulatedTag(type4: Type4Card(), name: name, seed: seed)
        default: return nil
        }
    }

    /// The chip a word or a chip's own name means, in any case; `nil` for one that cannot be simulated.
    public static func chip(_ text: String) -> Type2Chip? {
        let wanted = text.lowercased()
        return all.first { $0.word == wanted || $0.chip.lowercased() == wanted }.flatMap { Type2Chip.named($0.chip) }
    }
}
