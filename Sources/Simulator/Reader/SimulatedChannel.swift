import Tags

/// One connection to the card in a simulated reader; ends with the card, as a PC/SC handle does.
final class SimulatedChannel: CardChannel {
    private let reader: SimulatedReader
    /// The slot's event count when the card was opened: another one means another card, or none.
    private var epoch: UInt16
    private var resets: Int
    private var closed = false
    private(set) var atr: [UInt8]

    init(reader: SimulatedReader, epoch: UInt16, resets: Int) {
        self.reader = reader
        self.epoch = epoch
        self.resets = resets
        atr = reader.slot.atr
    }

    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        try exchange(apdu)
    }

    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] {
        if code == ControlCode.getFeatures {
            // FEATURE_CCID_ESC_COMMAND is told only where the driver lets escapes pass.
            return reader.faults.escapesRefused ? [] : [0x13, 0x04, 0x42, 0x00, 0x00, 0x01]
        }
        guard code == ControlCode.escape, !reader.faults.escapesRefused else {
            throw .controlRefused(code: PCSCCode.notTransacted)
        }
        return try exchange(data)
    }

    func reconnect(_ kind: ResetKind) throws(ChannelError) {
        guard !closed else { throw .failed(code: PCSCCode.readerUnavailable) }
        let result = reader.change { core -> Result<(UInt16, Int), ChannelError> in
            if let obstacle = core.obstacle { return .failure(obstacle) }
            if kind == .unpower {
                core.powerDown()
                core.powerUp()
            } else if !core.warmReset() {
                return .failure(.unresponsive(code: PCSCCode.unresponsiveCard))
            }
            return .success((core.eventCount, core.resets))
        }
        (epoch, resets) = try result.get()
        atr = reader.slot.atr
    }

    func beginTransaction() throws(ChannelError) {
        let (epoch, resets, closed) = (epoch, resets, closed)
        let failure = reader.change { $0.failure(epoch: epoch, resets: resets, closed: closed) }
        if let failure { throw failure }
    }

    func endTransaction() {}

    func disconnect(reset: Bool) {
        guard !closed else { return }
        closed = true
        guard reset else { return }
        reader.change { core in
            guard core.tag != nil, core.plugged else { return }
            core.powerDown()
            core.powerUp()
        }
    }

    private func exchange(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        let (epoch, resets, closed) = (epoch, resets, closed)
        let done = reader.change { core -> (Result<[UInt8], ChannelError>, Int) in
            if let failure = core.failure(epoch: epoch, resets: resets, closed: closed) {
                return (.failure(failure), 0)
            }
            let (answer, spent) = core.exchange(apdu)
            if let answer { return (.success(answer), spent) }
            let gone = core.tag == nil
            return (
                .failure(
                    gone ? .cardRemoved(code: PCSCCode.removedCard) : .communication(code: PCSCCode.notTransacted)),
                spent
            )
        }
        reader.pass(microseconds: done.1)
        return try done.0.get()
    }
}

/// Control codes of PC/SC on Linux (ACR122U API V2.04; libccid's ifdhandler.c).
enum ControlCode {
    static let escape: UInt32 = 0x4200_0001
    static let getFeatures: UInt32 = 0x4200_0D48
}

extension ReaderCore {
    /// Why an open channel gets no answer now.
    func failure(epoch: UInt16, resets: Int, closed: Bool) -> ChannelError? {
        if closed || !plugged { return .readerGone(code: PCSCCode.readerUnavailable) }
        if tag == nil || eventCount != epoch { return .cardRemoved(code: PCSCCode.removedCard) }
        if self.resets != resets { return .cardReset(code: PCSCCode.resetCard) }
        if faults.mute { return .unresponsive(code: PCSCCode.unresponsiveCard) }
        return nil
    }

    /// One exchange as the host sees it: the answer, `nil` where none came, and the microseconds it cost.
    mutating func exchange(_ apdu: [UInt8]) -> (answer: [UInt8]?, spent: Int) {
        let before = clock.microseconds
        let host = profile.hostMicroseconds + max(0, faults.delay)
        exchanges += 1
        hostMicroseconds += host
        if count(down: &faults.replacedExchange) { return (faults.replacement, host) }
        var answer = answer(apdu).map { damaged($0) }
        if count(down: &faults.unansweredExchange) { answer = nil }
        return (answer, clock.microseconds - before + host)
    }

    /// The answer as it arrives at the host: whole, or damaged where a fault is due.
    mutating func damaged(_ answer: [UInt8]) -> [UInt8] {
        let due = count(down: &faults.damagedExchange)
        let regular = faults.damagedEvery > 0 && exchanges.isMultiple(of: faults.damagedEvery)
        guard due || regular, answer.count > 2 else { return answer }
        var data = Array(answer.dropLast(2))
        let at = Int.random(in: 0..<data.count, using: &generator)
        switch faults.damage {
        case .corrupted: data[at] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case .duplicated: data.insert(contentsOf: data[at..<min(data.count, at + 4)], at: at)
        case .shortened: data.removeLast(max(1, data.count - at))
        }
        return data + answer.suffix(2)
    }
}
