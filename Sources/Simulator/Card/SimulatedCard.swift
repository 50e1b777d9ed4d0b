import Tags

/// The silicon of one ISO-DEP card: activation and the block protocol of ISO/IEC 14443-3 and -4, frame by frame.
///
/// Commands that have arrived whole go to its program. Frames come with their CRC_A; answers go without it.
struct SimulatedCard: Equatable, Sendable {
    typealias Answer = SimulatedChip.Answer

    /// The states of ISO/IEC 14443-3 and -4.
    enum State: Equatable, Sendable {
        case unpowered
        case idle
        /// Cascade level 1 or 2 is being selected.
        case ready(Int)
        case active
        /// Blocks are exchanged.
        case blocks
        case halt
    }

    /// What the card is beneath its protocol.
    var program: CardProgram
    /// The state.
    var state: State = .unpowered
    /// Where random numbers and accidents come from.
    var generator: SeededGenerator
    /// The card is being pulled away during the frame at work.
    var tearing: TearManner?
    /// Microseconds the frame at work spent beside transport.
    var programming = 0

    /// The UID shown since the field was switched on.
    private var shownUID: [UInt8] = []
    private var cameFromHalt = false
    /// The longest frame the reader takes, CRC included.
    private var readerFrame = 256
    private var blockNumber: UInt8 = 1
    /// The parts of a command that have come so far.
    private var command: [UInt8] = []
    private var parts: [Int] = []
    /// What is still to be sent of an answer.
    private var rest: [UInt8]?
    /// The last block, for readers that did not get it.
    private var lastBlock: [UInt8] = []

    /// Frame sizes by FSDI and FSCI.
    static let frameSizes = [16, 24, 32, 40, 48, 64, 96, 128, 256]

    init(program: CardProgram, seed: UInt64) {
        self.program = program
        generator = SeededGenerator(seed: seed)
    }

    /// The field is switched on.
    mutating func powerOn() {
        guard state == .unpowered else { return }
        shownUID = program.powerOn(using: &generator)
        state = .idle
        cameFromHalt = false
    }

    /// The field is gone.
    mutating func powerOff() { state = .unpowered }

    /// Takes one frame.
    mutating func receive(_ frame: [UInt8], short: Bool) -> Answer {
        programming = 0
        guard state != .unpowered, let first = frame.first else { return .silence }
        if short { return wake(first) }
        if case .ready(let level) = state { return select(frame, level: level) }
        guard state == .active || state == .blocks, frame.count >= 3,
            CRC.a(Array(frame.dropLast(2))) == Array(frame.suffix(2))
        else {
            if state == .active { fallBack() }
            return .silence
        }
        let content = Array(frame.dropLast(2))
        return state == .active ? activate(content) : receiveBlock(content)
    }

    /// Back to where an unexpected frame leads before the block protocol has begun.
    private mutating func fallBack() { state = cameFromHalt ? .halt : .idle }
}

/// REQA to RATS.
extension SimulatedCard {
    /// REQA and WUPA; a card that exchanges blocks does not hear them.
    private mutating func wake(_ command: UInt8) -> Answer {
        switch (state, command) {
        case (.idle, 0x26), (.idle, 0x52): cameFromHalt = false
        case (.halt, 0x52): cameFromHalt = true
        case (.ready, _), (.active, _):
            fallBack()
            return .silence
        default: return .silence
        }
        state = .ready(0)
        return .bare([shownUID.count > 4 ? 0x44 : 0x04, 0x03])
    }

    private mutating func select(_ frame: [UInt8], level: Int) -> Answer {
        let levels = CascadeLevel.levels(of: shownUID)
        guard levels.indices.contains(level) else { return .silence }
        switch levels[level].meaning(of: frame) {
        case .anticollision: return .bare(levels[level].part)
        case .selection:
            let isLast = level == levels.count - 1
            state = isLast ? .active : .ready(level + 1)
            return .bytes([isLast ? 0x20 : 0x24])
        case .other:
            fallBack()
            return .silence
        }
    }

    /// RATS, or HLTA.
    private mutating func activate(_ frame: [UInt8]) -> Answer {
        if frame == [0x50, 0x00] {
            state = .halt
            return .silence
        }
        guard frame.count == 2, frame[0] == 0xE0, frame[1] & 0x0F < 15 else {
            fallBack()
            return .silence
        }
        readerFrame = Self.frameSizes[min(Int(frame[1] >> 4), Self.frameSizes.count - 1)]
        state = .blocks
        blockNumber = 1
        command = []
        parts = []
        rest = nil
        lastBlock = []
        program.activate()
        return .bytes(program.ats)
    }
}

/// The blocks of ISO/IEC 14443-4.
extension SimulatedCard {
    private mutating func receiveBlock(_ block: [UInt8]) -> Answer {
        let control = block[0]
        // PPS is answered where it asks for nothing but what there is; it comes before the first block only.
        if control & 0xF0 == 0xD0 { return lastBlock.isEmpty ? .bytes([control]) : .silence }
        let hasChannel = control & 0x08 != 0
        // Channel 0 is the only one there is.
        if hasChannel, block.count < 2 || block[1] & 0x0F != 0 { return .silence }
        let head = hasChannel ? 2 : 1
        switch control & 0xE2 {
        case 0x02 where control & 0x04 == 0:
            blockNumber = control & 1
            return receivePart(Array(block.dropFirst(head)), more: control & 0x10 != 0, hasChannel: hasChannel)
        case 0xA2: return acknowledge(control, hasChannel: hasChannel)
        case 0xC2 where control & 0x30 == 0:
            state = .halt
            return .bytes(block)
        default: return .silence
        }
    }

    private mutating func receivePart(_ part: [UInt8], more: Bool, hasChannel: Bool) -> Answer {
        command += part
        parts.append(part.count)
        var moment = CardMoment(tearing: tearing, parts: parts, generator: generator)
        if more {
            if tearing != nil { program.abandon(command, &moment) }
            return send([0xA2 | blockNumber], hasChannel: hasChannel)
        }
        let whole = command
        command = []
        parts = []
        rest = whole.isEmpty ? [] : program.answer(whole, &moment)
        generator = moment.generator
        programming = moment.microseconds
        return sendPart(hasChannel: hasChannel)
    }

    /// R-blocks: the reader wants the next part, or the last block again.
    private mutating func acknowledge(_ control: UInt8, hasChannel: Bool) -> Answer {
        if control & 1 == blockNumber { return lastBlock.isEmpty ? .silence : .bytes(lastBlock) }
        if control & 0x10 != 0 { return send([0xA2 | blockNumber], hasChannel: hasChannel) }
        guard rest != nil else { return .silence }
        blockNumber = control & 1
        return sendPart(hasChannel: hasChannel)
    }

    private mutating func sendPart(hasChannel: Bool) -> Answer {
        let whole = rest ?? []
        let room = max(1, readerFrame - 3 - (hasChannel ? 1 : 0))
        let more = whole.count > room
        rest = more ? Array(whole.dropFirst(room)) : nil
        return send([(more ? 0x12 : 0x02) | blockNumber], Array(whole.prefix(room)), hasChannel: hasChannel)
    }

    private mutating func send(_ control: [UInt8], _ part: [UInt8] = [], hasChannel: Bool) -> Answer {
        lastBlock = (hasChannel ? [control[0] | 0x08, 0x00] : control) + part
        return .bytes(lastBlock)
    }
}
