import Tags

/// The silicon of one Type 2 tag: memory, counters and the state machine that a reader sees, frame by frame.
///
/// Driven by the same `Type2Chip` table as the drivers. Frames come with their CRC_A; answers go without it and say
/// whether one belongs to them. Facts: the NXP data sheets.
struct SimulatedChip: Equatable, Sendable {
    /// The states of ISO/IEC 14443-3 and of the Type 2 data sheets.
    enum State: Equatable, Sendable {
        case unpowered
        case idle
        case ready1
        case ready2
        case active
        case authenticated
        case halt
    }

    /// An answer on air.
    enum Answer: Equatable, Sendable {
        /// Nothing.
        case silence
        /// Four bits.
        case nibble(UInt8)
        /// Bytes that a CRC_A follows.
        case bytes([UInt8])
        /// Bytes of selection, without a CRC.
        case bare([UInt8])
    }

    /// A command of two frames whose first was accepted.
    enum Pending: Equatable, Sendable {
        case compatibilityWrite(page: Int)
        case tripleDES(random: [UInt8], challenge: [UInt8])
        case sectorSelect
    }

    /// What the chip took over from its memory at power-up or activation.
    struct Latched: Equatable, Sendable {
        var settings = ChipSettings()
        var staticLock: [UInt8] = [0, 0]
        var dynamicLock: [UInt8] = [0, 0, 0, 0]
    }

    /// The table.
    let chip: Type2Chip
    /// The lock bits of page 2 that this chip has.
    let staticLockBits: [Type2Chip.LockBit]
    /// The pages, PWD, PACK and keys included, though they are never read out.
    var memory: [UInt8]
    /// The originality signature.
    var signature: [UInt8]
    /// The counters, 24 bits each; the NFC counter of an NTAG21x is number 2.
    var counters: [UInt32] = [0, 0, 0]
    /// Counters whose last increment was torn.
    var tornCounters: [Bool] = [false, false, false]
    /// Wrong passwords since the last right one, counted while a limit is set.
    var failures = 0
    /// What the next field reset adds to the one-way counter page of an Ultralight C.
    var pendingIncrement: UInt16 = 0

    /// The state.
    var state: State = .unpowered
    /// A return after an error goes to HALT, not IDLE.
    var cameFromHalt = false
    /// A first frame that waits for its second.
    var pending: Pending?
    /// The sector that page addresses mean; 0 after every activation.
    var sector = 0
    /// The NFC counter has counted this power-up.
    var counted = false
    /// What is in force of configuration and locks.
    var latched = Latched()
    /// Where challenges and accidents come from.
    var generator: SeededGenerator
    /// The random number of the next authentication, for exchanges that were published.
    var presetChallenge: [UInt8]?
    /// The tag is being pulled away during the frame at work: writes are left in this manner.
    var tearing: TearManner?
    /// Microseconds the frame at work spent programming.
    var programming = 0

    /// A chip with this memory; missing bytes are 00, surplus bytes are dropped.
    init(chip: Type2Chip, memory: [UInt8], signature: [UInt8], seed: UInt64) {
        self.chip = chip
        staticLockBits = chip.staticLockBits
        let size = chip.pageCount * 4
        self.memory = Array(memory.prefix(size)) + Array(repeating: 0, count: max(0, size - memory.count))
        self.signature = signature
        generator = SeededGenerator(seed: seed)
    }

    /// The 7-byte UID, from pages 0 to 1.
    var uid: [UInt8] { SerialNumber(memory: memory, chip: chip)?.uid ?? [] }

    /// The bytes of a page; zeros outside the memory.
    func page(_ page: Int) -> [UInt8] {
        guard page >= 0, page < chip.pageCount else { return [0, 0, 0, 0] }
        return Array(memory[page * 4..<page * 4 + 4])
    }

    /// Stores a page as it is; nothing outside the memory.
    mutating func store(_ bytes: [UInt8], page: Int) {
        guard page >= 0, page < chip.pageCount, bytes.count == 4 else { return }
        memory.replaceSubrange(page * 4..<page * 4 + 4, with: bytes)
    }
}

extension SimulatedChip {
    /// Puts the chip into a field: configuration and locks take force, the state is IDLE.
    mutating func powerOn() {
        guard state == .unpowered else { return }
        applyPendingIncrement()
        if let configuration = chip.configuration {
            latched.settings = ChipSettings(configuration, memory: memory)
        }
        latchLocks()
        state = .idle
        cameFromHalt = false
        pending = nil
        counted = false
    }

    /// Takes the field away.
    mutating func powerOff() {
        state = .unpowered
        pending = nil
        sector = 0
    }

    /// Lock bytes take force.
    mutating func latchLocks() {
        latched.staticLock = Array(page(2)[2...3])
        if let dynamic = chip.dynamicLock { latched.dynamicLock = page(dynamic.page) }
    }

    /// Back to where a NAK or an unexpected frame leads: IDLE, or HALT for a tag that came from there.
    mutating func fallBack() {
        pending = nil
        sector = 0
        state = cameFromHalt ? .halt : .idle
    }

    /// Takes one frame.
    /// - Parameters:
    ///   - frame: The bytes on air, CRC included where the command has one.
    ///   - short: A frame of seven bits (REQA, WUPA).
    mutating func receive(_ frame: [UInt8], short: Bool = false) -> Answer {
        programming = 0
        guard state != .unpowered, let first = frame.first else { return .silence }
        if short { return wake(first) }
        switch state {
        case .unpowered, .idle, .halt: return .silence
        case .ready1, .ready2: return select(frame)
        case .active, .authenticated:
            guard frame.count >= 3, CRC.a(Array(frame.dropLast(2))) == Array(frame.suffix(2)) else {
                return refuse(Self.nakChecksum)
            }
            return execute(Array(frame.dropLast(2)))
        }
    }
}
