import Tags

/// The commands of an activated tag.
extension SimulatedChip {
    static let acknowledge: UInt8 = 0x0A
    /// Pages that one byte can name.
    static let sectorPages = 256
    /// Invalid argument; "any other error" on Ultralight and Ultralight C.
    static let nakArgument: UInt8 = 0x0
    /// Parity or CRC.
    static let nakChecksum: UInt8 = 0x1
    /// A counter would overflow, or the limit of wrong passwords is reached.
    static let nakOverflow: UInt8 = 0x4

    /// Says no, and leaves the active state.
    mutating func refuse(_ code: UInt8) -> Answer {
        fallBack()
        return .nibble(code)
    }

    /// A command this chip does not know: the families of NTAG and Ultralight EV1 fall silent, Ultralight and
    /// Ultralight C answer with "any other error".
    mutating func unknown() -> Answer {
        let answersNAK = chip.authentication == .tripleDES || (chip.commands.isEmpty && chip.counterPage == nil)
        if answersNAK { return refuse(Self.nakArgument) }
        fallBack()
        return .silence
    }

    /// One command without its CRC.
    mutating func execute(_ command: [UInt8]) -> Answer {
        if let pending {
            self.pending = nil
            return finish(pending, with: command)
        }
        let has = chip.commands
        switch (command[0], command.count) {
        case (0x30, 2): return read(absolute(command[1]))
        case (0xA2, 6): return write(Array(command[2...]), page: absolute(command[1]))
        case (0xA0, 2): return beginCompatibilityWrite(page: absolute(command[1]))
        case (0xC2, 2) where has.contains(.sectorSelect):
            guard command[1] == 0xFF else { return refuse(Self.nakArgument) }
            pending = .sectorSelect
            return .nibble(Self.acknowledge)
        case (0x50, 2) where command[1] == 0:
            state = .halt
            return .silence
        case (0x3A, 3) where has.contains(.fastRead):
            return fastRead(from: absolute(command[1]), through: absolute(command[2]))
        case (0x60, 1) where has.contains(.getVersion):
            return chip.versions.first.map { .bytes($0) } ?? unknown()
        case (0x3C, 2) where has.contains(.readSignature):
            return command[1] == 0 ? .bytes(signature) : refuse(Self.nakArgument)
        case (0x39, 2) where has.contains(.readCounter): return readCounter(Int(command[1]))
        case (0xA5, 6) where has.contains(.incrementCounter):
            return incrementCounter(Int(command[1]), by: Array(command[2...4]))
        case (0x3E, 2) where has.contains(.checkTearing): return checkTearing(Int(command[1]))
        case (0x1B, 5) where has.contains(.passwordAuth): return authenticate(password: Array(command[1...]))
        case (0x1A, 2) where has.contains(.authenticate) && chip.authentication == .tripleDES:
            return command[1] == 0 ? beginTripleDES() : refuse(Self.nakArgument)
        case (0x4B, 21) where has.contains(.vcsl): return .bytes([settings.virtualCardType])
        default: return unknown()
        }
    }

    private mutating func finish(_ pending: Pending, with frame: [UInt8]) -> Answer {
        switch pending {
        case .compatibilityWrite(let page):
            return frame.count == 16 ? write(Array(frame.prefix(4)), page: page) : refuse(Self.nakArgument)
        case .tripleDES(let random, let challenge):
            return finishTripleDES(frame, random: random, challenge: challenge)
        case .sectorSelect: return selectSector(frame)
        }
    }

    /// The page that an address means in the present sector.
    private func absolute(_ address: UInt8) -> Int { sector * Self.sectorPages + Int(address) }

    /// The second part of SECTOR_SELECT: silence means yes.
    private mutating func selectSector(_ frame: [UInt8]) -> Answer {
        guard frame.count == 4, Int(frame[0]) * Self.sectorPages < chip.pageCount else {
            return refuse(Self.nakArgument)
        }
        sector = Int(frame[0])
        return .silence
    }

    private mutating func beginCompatibilityWrite(page: Int) -> Answer {
        guard mayWrite(page) else { return refuse(Self.nakArgument) }
        pending = .compatibilityWrite(page: page)
        return .nibble(Self.acknowledge)
    }
}
