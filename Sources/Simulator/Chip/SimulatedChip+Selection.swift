import Tags

/// REQA to SELECT: ISO/IEC 14443-3 as far as one tag in the field needs it.
extension SimulatedChip {
    /// REQA (26h) or WUPA (52h).
    mutating func wake(_ command: UInt8) -> Answer {
        switch (state, command) {
        case (.idle, 0x26), (.idle, 0x52):
            cameFromHalt = false
        case (.halt, 0x52):
            cameFromHalt = true
        default:
            // In every other state the frame is unexpected; HALT ignores a REQA.
            if state != .halt && state != .unpowered { fallBack() }
            return .silence
        }
        sector = 0
        if chip.lockTakesEffect == .nextActivation { latchLocks() }
        state = .ready1
        return .bare([0x44, 0x00])
    }

    /// Anticollision and SELECT of both cascade levels, and READ of page 0, which bypasses them.
    mutating func select(_ frame: [UInt8]) -> Answer {
        let level1 = state == .ready1
        let levels = CascadeLevel.levels(of: uid)
        guard let level = level1 ? levels.first : levels.last else { return .silence }
        switch level.meaning(of: frame) {
        case .anticollision: return .bare(level.part)
        case .selection:
            state = level1 ? .ready2 : .active
            return .bytes([level1 ? 0x04 : 0x00])
        case .other: break
        }
        if frame == Self.withCRC([0x30, 0x00]), chip.authentication == .password {
            state = .active
            return execute([0x30, 0x00])
        }
        fallBack()
        return .silence
    }

    static func withCRC(_ bytes: [UInt8]) -> [UInt8] { bytes + CRC.a(bytes) }
}
