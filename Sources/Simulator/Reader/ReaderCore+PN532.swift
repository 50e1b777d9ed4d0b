import Tags

/// What a PN532 keeps between commands.
struct PN532State: Equatable {
    /// CIU registers by address; what was never written reads as its reset value.
    var registers: [UInt16: UInt8] = [PN532State.txMode: 0x80, PN532State.rxMode: 0x80]
    /// A target is listed (number 1).
    var listed = true
    var lastError: UInt8 = 0
    var pollingParameter: UInt8 = 0xFF
    /// An ISO-DEP card gets its RATS when it is listed or selected.
    var automaticRATS = true

    static let txMode: UInt16 = 0x6302
    static let rxMode: UInt16 = 0x6303
    static let control: UInt16 = 0x633C
    static let bitFraming: UInt16 = 0x633D

    /// The chip adds the CRC to what it sends.
    var addsCRC: Bool { registers[Self.txMode, default: 0] & 0x80 != 0 }
    /// The chip checks and removes the CRC of what it receives.
    var checksCRC: Bool { registers[Self.rxMode, default: 0] & 0x80 != 0 }
    /// Bits of the last byte to send, 0 = all.
    var lastBits: UInt8 { registers[Self.bitFraming, default: 0] & 7 }
}

/// ACR122U: its own commands, and the PN532 behind FF 00 00 00 (ACR122U API V2.04; libnfc's acr122_pcsc driver).
extension ReaderCore {
    /// Error codes of the PN532, as the status byte of an answer.
    private enum Status {
        static let good: UInt8 = 0x00
        static let timeout: UInt8 = 0x01
        /// Stands for four bits where a CRC was expected: an ACK and a NAK alike.
        static let checksum: UInt8 = 0x02
        static let bufferTooSmall: UInt8 = 0x07
        static let parameter: UInt8 = 0x10
        static let wrongContext: UInt8 = 0x27
    }

    mutating func acr122(_ apdu: CommandAPDU) -> [UInt8] {
        switch apdu.header[2] {
        case 0x00 where apdu.header[3] == 0:
            guard apdu.data.count >= 2, apdu.data[0] == 0xD4,
                let answer = pn532(command: apdu.data[1], Array(apdu.data.dropFirst(2)))
            else { return StatusWord.failed }
            let whole = [0xD5, apdu.data[1] &+ 1] + answer
            if whole.count + 2 > profile.maximumAnswer {
                pn532.lastError = Status.bufferTooSmall
                return [0xD5, apdu.data[1] &+ 1, Status.bufferTooSmall] + StatusWord.success
            }
            return whole + StatusWord.success
        case 0x40:
            // The LEDs: the second byte of the status word is their state.
            return apdu.data.count == 4 ? [0x90, apdu.header[3] & 0x03] : StatusWord.failed
        case 0x41, 0x52: return StatusWord.success
        case 0x48: return Array("ACR122U201".utf8)
        case 0x50: return [0x90, pn532.pollingParameter]
        case 0x51:
            pn532.pollingParameter = apdu.header[3]
            return [0x90, apdu.header[3]]
        default: return StatusWord.failed
        }
    }

    /// One command of the PN532 without D4; the answer without D5 and code, `nil` for one it does not know.
    private mutating func pn532(command: UInt8, _ data: [UInt8]) -> [UInt8]? {
        switch command {
        case 0x00: return data.first == 0 ? data : [Status.good]
        case 0x02: return [0x32, 0x01, 0x06, 0x07]
        case 0x04:
            let target: [UInt8] = pn532.listed && tag != nil ? [1, 1, 0, 0, 0x10] : [0]
            return [pn532.lastError, fieldOn ? 1 : 0] + target + [0x80]
        case 0x06: return readRegisters(data)
        case 0x08: return writeRegisters(data)
        case 0x12:
            pn532.automaticRATS = (data.first ?? 0) & 0x10 != 0
            return []
        case 0x14: return []
        case 0x32: return configureField(data)
        case 0x40: return exchangeWithTarget(data)
        case 0x42: return communicateThrough(data)
        case 0x44: return deselect(data)
        case 0x4A: return listPassiveTargets(data)
        case 0x52:
            pn532.listed = false
            return [Status.good]
        case 0x54:
            guard data.first == 1 else { return [Status.wrongContext] }
            pn532.listed = select(layer: pn532.automaticRATS ? 4 : 3)
            return [pn532.listed ? Status.good : Status.timeout]
        default: return nil
        }
    }

    private func readRegisters(_ data: [UInt8]) -> [UInt8] {
        stride(from: 0, to: data.count - 1, by: 2).map {
            pn532.registers[UInt16(data[$0]) << 8 | UInt16(data[$0 + 1]), default: 0]
        }
    }

    private mutating func writeRegisters(_ data: [UInt8]) -> [UInt8] {
        for index in stride(from: 0, to: data.count - 2, by: 3) {
            pn532.registers[UInt16(data[index]) << 8 | UInt16(data[index + 1])] = data[index + 2]
        }
        return []
    }

    /// RFConfiguration; item 01 bit 0 switches the field.
    private mutating func configureField(_ data: [UInt8]) -> [UInt8] {
        if data.count >= 2, data[0] == 1 {
            if data[1] & 1 == 0 {
                powerDown()
                pn532.listed = false
            } else if !fieldOn {
                fieldOn = true
                tag?.withSilicon { $0.powerOn() }
            }
        }
        return []
    }

    /// InListPassiveTarget: only modulation 00 (106 kbit/s type A) finds a tag here.
    private mutating func listPassiveTargets(_ data: [UInt8]) -> [UInt8]? {
        guard data.count >= 2, (1...2).contains(data[0]) else { return nil }
        if !fieldOn {
            fieldOn = true
            tag?.withSilicon { $0.powerOn() }
        }
        pn532.listed = false
        guard data[1] == 0, select(layer: pn532.automaticRATS ? 4 : 3), let found = selected else { return [0] }
        pn532.listed = true
        return [1, 1] + found.atqa.reversed() + [found.sak, UInt8(found.uid.count)] + found.uid + (blocks?.ats ?? [])
    }

    private mutating func deselect(_ data: [UInt8]) -> [UInt8] {
        guard pn532.listed else { return [Status.wrongContext] }
        if blocks != nil {
            endBlocks()
        } else {
            _ = air(SimulatedChip.withCRC([0x50, 0x00]))
        }
        return [Status.good]
    }

    /// InDataExchange: the acknowledgement of a write is swallowed; an ISO-DEP card gets the bytes as a command.
    private mutating func exchangeWithTarget(_ data: [UInt8]) -> [UInt8] {
        guard let number = data.first, number & 0x3F == 1, pn532.listed else { return [Status.wrongContext] }
        guard data.count > 1 else { return [Status.parameter] }
        if blocks != nil {
            guard let answer = exchangeBlocks(Array(data.dropFirst())) else { return [status(Status.timeout)] }
            return [status(Status.good)] + answer
        }
        switch air(SimulatedChip.withCRC(Array(data.dropFirst()))) {
        case .bytes(let bytes) where bytes.count + 2 > profile.maximumFrame: return [status(Status.bufferTooSmall)]
        case .bytes(let bytes), .bare(let bytes): return [status(Status.good)] + bytes
        case .nibble(SimulatedChip.acknowledge): return [status(Status.good)]
        case .nibble: return [status(Status.checksum)]
        case .silence: return [status(Status.timeout)]
        }
    }

    /// InCommunicateThru: bytes as they are; the CIU registers say who cares for the CRC.
    private mutating func communicateThrough(_ data: [UInt8]) -> [UInt8] {
        guard !data.isEmpty else { return [Status.parameter] }
        let short = data.count == 1 && pn532.lastBits == 7
        let frame = pn532.addsCRC && !short ? SimulatedChip.withCRC(data) : data
        let answer = air(frame, short: short)
        pn532.registers[PN532State.control] = 0
        switch answer {
        case .silence: return [status(Status.timeout)]
        case .nibble(let code):
            if pn532.checksCRC { return [status(Status.checksum)] }
            pn532.registers[PN532State.control] = 4
            return [status(Status.good), code]
        case .bytes(let bytes) where bytes.count + 2 > profile.maximumFrame: return [status(Status.bufferTooSmall)]
        case .bytes(let bytes):
            return [status(Status.good)] + (pn532.checksCRC ? bytes : SimulatedChip.withCRC(bytes))
        case .bare(let bytes):
            return pn532.checksCRC ? [status(Status.checksum)] : [status(Status.good)] + bytes
        }
    }

    private mutating func status(_ code: UInt8) -> UInt8 {
        pn532.lastError = code
        return code
    }
}
