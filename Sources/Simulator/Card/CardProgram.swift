/// What an ISO-DEP card does with the commands that reach it whole.
enum CardProgram: Equatable, Sendable {
    case type4(Type4Program)
    case ntag424(NTAG424Program)

    /// The UID the card has, whatever it shows in the field.
    var uid: [UInt8] {
        switch self {
        case .type4(let program): program.card.uid
        case .ntag424(let program): program.card.uid
        }
    }

    /// The answer to select.
    var ats: [UInt8] {
        switch self {
        case .type4(let program): program.card.ats
        case .ntag424(let program): program.card.ats
        }
    }

    /// The UID shown in the field that was just switched on.
    mutating func powerOn(using generator: inout SeededGenerator) -> [UInt8] {
        switch self {
        case .type4(let program): return program.card.uid
        case .ntag424(var program):
            let shown = program.powerOn(using: &generator)
            self = .ntag424(program)
            return shown
        }
    }

    /// The card was activated: nothing is selected, nobody has proved anything.
    mutating func activate() {
        switch self {
        case .type4(var program):
            program.activate()
            self = .type4(program)
        case .ntag424(var program):
            program.activate()
            self = .ntag424(program)
        }
    }

    /// The card is pulled away while only a part of a command has come.
    mutating func abandon(_ part: [UInt8], _ moment: inout CardMoment) {
        guard case .ntag424(var program) = self else { return }
        program.abandon(part, &moment)
        self = .ntag424(program)
    }

    /// Answers one command.
    mutating func answer(_ command: [UInt8], _ moment: inout CardMoment) -> [UInt8] {
        switch self {
        case .type4(var program):
            let answer = program.answer(command, &moment)
            self = .type4(program)
            return answer
        case .ntag424(var program):
            let answer = program.answer(command, &moment)
            self = .ntag424(program)
            return answer
        }
    }
}

/// The circumstances in which a card answers one command, and what the answer cost.
struct CardMoment {
    /// The card is being pulled away: what it writes now is left in this manner.
    var tearing: TearManner?
    /// Bytes of the command in each of the blocks it came in.
    var parts: [Int]
    /// Where random numbers and accidents come from.
    var generator: SeededGenerator
    /// Microseconds spent on the command.
    var microseconds = 0

    /// Microseconds a command takes by itself, and a unit of memory takes to program. Assumptions: nobody published any.
    static let thinking = 1_000
    static let programming = 2_500

    init(tearing: TearManner? = nil, parts: [Int], generator: SeededGenerator) {
        self.tearing = tearing
        self.parts = parts
        self.generator = generator
    }

    /// Whether a value that a card stores whole or not at all is stored, the card being pulled away or not.
    mutating func storesWhole() -> Bool {
        microseconds += Self.programming
        switch tearing {
        case nil, .new?: return true
        case .old?, .zeros?: return false
        case .mix?: return Bool.random(using: &generator)
        }
    }

    /// `old` with `new` written over it from `offset` on, one unit of memory after the other: a card that is pulled away
    /// has some of them written, is in the middle of one, and never came to the others.
    /// - Parameter unit: Bytes that are programmed together, counted from the file's beginning.
    mutating func overwrite(_ old: [UInt8], with new: [UInt8], at offset: Int, unit: Int) -> [UInt8] {
        guard !new.isEmpty, offset >= 0, offset + new.count <= old.count else { return old }
        let unit = max(1, unit)
        let units = Array(offset / unit...(offset + new.count - 1) / unit)
        microseconds += units.count * Self.programming
        var written = old
        written.replaceSubrange(offset..<offset + new.count, with: new)
        guard let tearing, tearing != .new else { return written }
        if tearing == .old { return old }

        var left = old
        let torn = Int.random(in: 0..<units.count, using: &generator)
        for (index, number) in units.enumerated() where index <= torn {
            let range = max(offset, number * unit)..<min(offset + new.count, (number + 1) * unit)
            let whole = Array(written[range])
            left.replaceSubrange(
                range,
                with: index < torn
                    ? whole
                    : tearing.leaves(old: Array(old[range]), new: whole, tearProof: false, using: &generator))
        }
        return left
    }
}
