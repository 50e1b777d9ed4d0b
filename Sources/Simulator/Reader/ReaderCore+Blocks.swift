import Tags

/// The reader's side of the block protocol with the card that is activated (ISO/IEC 14443-4).
struct BlockLink: Equatable {
    /// The answer to select.
    let ats: [UInt8]
    /// The number of the next block.
    var number: UInt8 = 0

    /// Parts of an ATS that are there only where its format byte says so.
    private var interface: (ta: UInt8?, tb: UInt8?, tc: UInt8?) {
        guard ats.count > 1 else { return (nil, nil, nil) }
        var rest = ats.dropFirst(2)
        func next(_ bit: UInt8) -> UInt8? { ats[1] & bit != 0 ? rest.popFirst() : nil }
        return (next(0x10), next(0x20), next(0x40))
    }

    /// The longest frame the card takes, CRC included; 32 where it does not say.
    var cardFrame: Int {
        let code = ats.count > 1 ? Int(ats[1] & 0x0F) : 2
        return SimulatedCard.frameSizes[min(code, SimulatedCard.frameSizes.count - 1)]
    }

    /// How long the reader waits for an answer: 302 µs doubled as often as the card asks, four times where it does not.
    var waitingMicroseconds: Int { 302 << Int(min(14, interface.tb.map { $0 >> 4 } ?? 4)) }

    /// What follows the interface bytes.
    var historicalBytes: [UInt8] {
        guard ats.count > 1 else { return [] }
        let interfaceBytes = [0x10, 0x20, 0x40].filter { ats[1] & $0 != 0 }.count
        return Array(ats.dropFirst(2 + interfaceBytes))
    }
}

extension ReaderCore {
    /// How often a block is sent again before the card counts as lost.
    private static let repeats = 2
    /// How often a card may ask for more time within one command.
    private static let extensions = 60

    /// RATS: the card begins to exchange blocks; false where it does not answer.
    mutating func beginBlocks() -> Bool {
        blocks = nil
        guard case .bytes(let ats) = air(SimulatedChip.withCRC([0xE0, profile.frameSizeCode << 4])), !ats.isEmpty else {
            return false
        }
        blocks = BlockLink(ats: ats)
        return true
    }

    /// S(DESELECT): the card stops exchanging blocks and waits for a WUPA.
    mutating func endBlocks() {
        guard blocks != nil else { return }
        blocks = nil
        if fieldOn, tag != nil { _ = air(SimulatedChip.withCRC([0xC2])) }
    }

    /// Sends a command to the card in as many blocks as it takes and returns its answer; `nil` where the card is lost.
    mutating func exchangeBlocks(_ command: [UInt8]) -> [UInt8]? {
        guard let link = blocks, fieldOn else { return nil }
        let room = max(1, link.cardFrame - 3)
        var rest = command[...]
        var reply: [UInt8] = []
        repeat {
            let part = rest.prefix(room)
            rest = rest.dropFirst(room)
            guard let got = deliver([(rest.isEmpty ? 0x02 : 0x12) | (blocks?.number ?? 0)] + part) else {
                return lost()
            }
            reply = got
            // A part is acknowledged; anything else means that the card gave up the command.
            guard rest.isEmpty || reply[0] & 0xE6 == 0xA2 else { return lost() }
        } while !rest.isEmpty

        var answer: [UInt8] = []
        while true {
            guard reply[0] & 0xE2 == 0x02 else { return lost() }
            answer += reply.dropFirst()
            if reply[0] & 0x10 == 0 { return answer }
            guard let got = deliver([0xA2 | (blocks?.number ?? 0)]) else { return lost() }
            reply = got
        }
    }

    private mutating func lost() -> [UInt8]? {
        blocks = nil
        return nil
    }

    /// Sends one block until the card has answered it: what got lost is asked for again.
    private mutating func deliver(_ block: [UInt8]) -> [UInt8]? {
        guard let number = blocks?.number else { return nil }
        var next = block
        var failures = 0
        var waits = 0
        while failures <= Self.repeats, waits <= Self.extensions {
            guard tag != nil else { return nil }
            guard case .bytes(let reply) = air(SimulatedChip.withCRC(next)), let control = reply.first,
                reply.count + 2 <= profile.maximumFrame
            else {
                failures += 1
                // While the card gives its answer in parts the reader asks for the part, else it says what it missed.
                next = block[0] & 0xE6 == 0xA2 ? block : [0xB2 | number]
                continue
            }
            if control & 0xF7 == 0xF2 {
                waits += 1
                next = [control] + reply.dropFirst().prefix(1)
                continue
            }
            if control & 0xF6 == 0xA2, control & 1 != number {
                failures += 1
                next = block
                continue
            }
            if control & 1 == number { blocks?.number = number ^ 1 }
            return reply
        }
        return nil
    }
}
