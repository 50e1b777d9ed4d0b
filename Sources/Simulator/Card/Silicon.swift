/// The inside of a simulated tag, whatever it is: what a reader's field and frames do to it.
enum Silicon: Equatable, Sendable {
    case chip(SimulatedChip)
    case card(SimulatedCard)

    /// Runs `body` on the chip of a Type 2 tag; `nil` for a card.
    @discardableResult mutating func withChip<R>(_ body: (inout SimulatedChip) -> R) -> R? {
        guard case .chip(var chip) = self else { return nil }
        defer { self = .chip(chip) }
        return body(&chip)
    }

    /// Runs `body` on a card; `nil` for a Type 2 tag.
    @discardableResult mutating func withCard<R>(_ body: (inout SimulatedCard) -> R) -> R? {
        guard case .card(var card) = self else { return nil }
        defer { self = .card(card) }
        return body(&card)
    }

    /// Whether it answers to commands now.
    var isAwake: Bool {
        switch self {
        case .chip(let chip): chip.state == .active || chip.state == .authenticated
        case .card(let card): card.state == .blocks
        }
    }

    /// Microseconds the last frame spent beside transport.
    var programming: Int {
        switch self {
        case .chip(let chip): chip.programming
        case .card(let card): card.programming
        }
    }

    mutating func powerOn() {
        withChip { $0.powerOn() }
        withCard { $0.powerOn() }
    }

    mutating func powerOff() {
        withChip { $0.powerOff() }
        withCard { $0.powerOff() }
    }

    /// Takes one frame.
    mutating func receive(_ frame: [UInt8], short: Bool) -> SimulatedChip.Answer {
        withChip { $0.receive(frame, short: short) } ?? withCard { $0.receive(frame, short: short) } ?? .silence
    }

    /// Takes one frame while the tag is pulled away; its answer is lost.
    mutating func receiveLast(_ frame: [UInt8], short: Bool, tear: TearManner, seed: UInt64) {
        withChip { chip in
            chip.tearing = tear
            chip.generator = SeededGenerator(seed: seed)
            _ = chip.receive(frame, short: short)
            chip.tearing = nil
        }
        withCard { card in
            card.tearing = tear
            card.generator = SeededGenerator(seed: seed)
            _ = card.receive(frame, short: short)
            card.tearing = nil
        }
    }

    /// Says no to a good frame. A card did not understand it: only Type 2 tags have a word for no.
    mutating func refuse() -> SimulatedChip.Answer { withChip { $0.refuse(SimulatedChip.nakArgument) } ?? .silence }

    /// The tag's answer was lost. A card that exchanges blocks waits to be asked again.
    mutating func loseAnswer() { withChip { $0.fallBack() } }
}
