import Tags

/// READ_CNT, INCR_CNT and CHECK_TEARING_EVENT.
extension SimulatedChip {
    private static let noTearing: UInt8 = 0xBD

    mutating func readCounter(_ number: Int) -> Answer {
        switch chip.counters {
        case .nfc:
            guard number == 2, settings.counterEnabled, !settings.counterProtected || state == .authenticated else {
                return refuse(Self.nakArgument)
            }
        case .three:
            guard counters.indices.contains(number) else { return refuse(Self.nakArgument) }
        case .none:
            return unknown()
        }
        let value = counters[number]
        return .bytes([UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value >> 16 & 0xFF)])
    }

    /// Adds to a counter, least significant byte first. Tear-proof: a torn increment is done or not, and leaves its mark.
    mutating func incrementCounter(_ number: Int, by bytes: [UInt8]) -> Answer {
        guard counters.indices.contains(number) else { return refuse(Self.nakArgument) }
        let sum = counters[number] + (UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16)
        guard sum <= 0xFF_FFFF else { return refuse(Self.nakOverflow) }
        programming += Self.programmingTime
        if let tearing {
            let done = tearing == .new || (tearing == .mix && Bool.random(using: &generator))
            if done { counters[number] = sum }
            tornCounters[number] = true
        } else {
            counters[number] = sum
            tornCounters[number] = false
        }
        return .nibble(Self.acknowledge)
    }

    mutating func checkTearing(_ number: Int) -> Answer {
        guard counters.indices.contains(number) else { return refuse(Self.nakArgument) }
        return .bytes([tornCounters[number] ? 0x00 : Self.noTearing])
    }
}
