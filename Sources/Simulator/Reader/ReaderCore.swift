import Tags

/// The inside of a simulated reader: the field with the tag in it, and the firmware between APDUs and frames.
struct ReaderCore {
    let profile: SimulatedProfile
    var tag: SimulatedTag?
    /// Grows with every arrival and departure.
    var eventCount: UInt16 = 0
    var plugged = true
    var faults = SimulatedFaults()
    var tear: TearManner = .mix
    var generator: SeededGenerator
    /// Frames until the tag is pulled away, in the middle of the last.
    var framesToPull: Int?
    /// Somebody else reset the card: every open channel must connect anew.
    var resets = 0

    /// The tag as it was last selected; kept when the tag falls silent, as readers do.
    var selected: Selection?
    var fieldOn = true
    /// The last frame got a NAK or no answer: the tag is not active any more.
    var lastFrameFailed = false
    /// The blocks exchanged with an ISO-DEP card; `nil` where there is none, or it was lost.
    var blocks: BlockLink?
    var pn532 = PN532State()
    var session = TransparentSession()

    var clock = AirClock()
    var hostMicroseconds = 0
    var frames = 0
    var exchanges = 0

    /// What selection told of a tag.
    struct Selection: Equatable {
        var uid: [UInt8]
        var atqa: [UInt8]
        var sak: UInt8
    }

    init(profile: SimulatedProfile, seed: UInt64) {
        self.profile = profile
        generator = SeededGenerator(seed: seed)
    }

    /// The answer to reset of the card in the slot, empty without one.
    ///
    /// PC/SC part 3: of a storage card standard 03 (14443 A, part 3) and the card name, of an ISO-DEP card the historical
    /// bytes of its ATS.
    var atr: [UInt8] {
        guard let tag else { return [] }
        let body: [UInt8]
        if let chip = tag.chip {
            let ultralightC = chip.authentication == .tripleDES && profile.namesUltralightC
            body =
                [0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x03, 0x00]
                + [ultralightC ? 0x3A : 0x03, 0x00, 0x00, 0x00, 0x00]
        } else {
            let link = BlockLink(ats: tag.withSilicon { $0.withCard { $0.program.ats } ?? [] })
            let bytes = (profile.putsWholeATSInATR ? link.ats : link.historicalBytes).prefix(15)
            body = [0x80 | UInt8(bytes.count), 0x80, 0x01] + bytes
        }
        return [0x3B] + body + [body.reduce(0, ^)]
    }

    mutating func put(_ newTag: SimulatedTag) {
        takeAway()
        // A pull that was asked for while no tag was there is meant for this one, from its selection on.
        let pull = framesToPull
        framesToPull = nil
        tag = newTag
        eventCount &+= 1
        fieldOn = true
        powerUp()
        framesToPull = pull
    }

    mutating func takeAway() {
        guard let gone = tag else { return }
        gone.withSilicon { $0.powerOff() }
        tag = nil
        selected = nil
        blocks = nil
        framesToPull = nil
        eventCount &+= 1
    }

    /// Field on, and the tag selected: what a reader does when a card is powered.
    mutating func powerUp() {
        fieldOn = true
        pn532 = PN532State()
        session = TransparentSession()
        blocks = nil
        tag?.withSilicon { $0.powerOn() }
        select()
    }

    mutating func powerDown() {
        fieldOn = false
        selected = nil
        blocks = nil
        tag?.withSilicon { $0.powerOff() }
    }

    /// Selected anew without losing power; false where the tag does not answer.
    @discardableResult mutating func warmReset() -> Bool {
        guard fieldOn else {
            powerUp()
            return selected != nil
        }
        pn532 = PN532State()
        session = TransparentSession()
        return select()
    }

    /// WUPA to SELECT; once more where the first WUPA only led the tag back to IDLE. An ISO-DEP card then gets its RATS
    /// unless `layer` is 3.
    @discardableResult mutating func select(layer: Int = 4) -> Bool {
        selected = nil
        guard fieldOn else { return false }
        endBlocks()
        for attempt in 0..<3 {
            // A card whose blocks the host exchanged itself hears no WUPA: the field has to go off and on.
            if attempt == 2 {
                guard let tag, tag.chip == nil else { break }
                tag.withSilicon { silicon in
                    silicon.powerOff()
                    silicon.powerOn()
                }
            }
            guard case .bare(let atqa) = air([0x52], short: true) else { continue }
            guard let found = selectLevels(atqa: atqa) else { return false }
            selected = found
            return found.sak & 0x20 == 0 || layer == 3 || beginBlocks()
        }
        return false
    }

    /// Anticollision and SELECT, as many levels as the UID has.
    private mutating func selectLevels(atqa: [UInt8]) -> Selection? {
        var uid: [UInt8] = []
        for code: UInt8 in [0x93, 0x95, 0x97] {
            guard case .bare(let part) = air([code, 0x20]), part.count == 5,
                case .bytes(let answer) = air(SimulatedChip.withCRC([code, 0x70] + part)), let sak = answer.first
            else { return nil }
            guard sak & 0x04 != 0 else {
                return Selection(uid: uid + part.prefix(4), atqa: atqa, sak: sak)
            }
            uid += part[1...3]
        }
        return nil
    }

    /// One frame on air and its answer: time is counted, faults happen, a tag to be pulled goes.
    mutating func air(_ frame: [UInt8], short: Bool = false) -> SimulatedChip.Answer {
        let answer = send(frame, short: short)
        switch answer {
        case .silence: lastFrameFailed = true
        case .nibble(let code): lastFrameFailed = code != SimulatedChip.acknowledge
        case .bytes, .bare: lastFrameFailed = false
        }
        return answer
    }

    private mutating func send(_ frame: [UInt8], short: Bool) -> SimulatedChip.Answer {
        frames += 1
        clock.sent(bytes: frame.count, short: short)
        guard fieldOn, let tag else { return silence(after: frame) }

        if count(down: &framesToPull) {
            let tear = tear
            let draw = generator.next()
            tag.withSilicon { $0.receiveLast(frame, short: short, tear: tear, seed: draw) }
            takeAway()
            return silence(after: frame)
        }
        if count(down: &faults.refusedFrame) {
            let refusal = tag.withSilicon { $0.refuse() }
            if refusal == .silence { return silence(after: frame) }
            clock.receivedNibble()
            return refusal
        }
        let (answer, programming) = tag.withSilicon { ($0.receive(frame, short: short), $0.programming) }
        clock.passed(microseconds: programming)
        if count(down: &faults.unansweredFrame) {
            tag.withSilicon { $0.loseAnswer() }
            return silence(after: frame)
        }
        switch answer {
        case .silence: return silence(after: frame)
        case .nibble: clock.receivedNibble()
        case .bytes(let bytes): clock.received(bytes: bytes.count + 2)
        case .bare(let bytes): clock.received(bytes: bytes.count)
        }
        return answer
    }

    /// The reader waits in vain: as long as a card asked for, else 10 ms after a write and 5 ms after anything else (data
    /// sheets).
    private mutating func silence(after frame: [UInt8]) -> SimulatedChip.Answer {
        if let blocks {
            clock.passed(microseconds: blocks.waitingMicroseconds)
            return .silence
        }
        let write = frame.first == 0xA2 || frame.first == 0xA0 || frame.first == 0xA5
        clock.passed(microseconds: write ? 10_000 : 5_000)
        return .silence
    }

    /// Counts a fault down; true when it is due, after which it is gone.
    func count(down counter: inout Int?) -> Bool {
        guard let left = counter else { return false }
        counter = left > 1 ? left - 1 : nil
        return left <= 1
    }
}
