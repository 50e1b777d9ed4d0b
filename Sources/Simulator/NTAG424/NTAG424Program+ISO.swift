/// ISOSelectFile, ISOReadBinary, ISOUpdateBinary.
extension NTAG424Program {
    private static let cardName: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x00]
    private static let applicationName: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
    private static let cardIdentifier: UInt16 = 0x3F00
    private static let applicationIdentifier: UInt16 = 0xE110

    mutating func iso(_ command: CommandAPDU, after before: Reading?, _ moment: inout CardMoment) -> [UInt8] {
        // A wrapped command waits for its next frame.
        if pending != nil {
            pending = nil
            return StatusWord.conditions
        }
        switch command.header[1] {
        case 0xA4: return select(command)
        case 0xB0: return read(command, after: before, &moment)
        case 0xD6: return update(command, &moment)
        default: return StatusWord.unknownInstruction
        }
    }

    private mutating func select(_ command: CommandAPDU) -> [UInt8] {
        guard command.header[3] == 0x00 || command.header[3] == 0x0C else { return StatusWord.wrongParameters }
        switch command.header[2] {
        case 0x04:
            guard !command.data.isEmpty, command.data.count <= 16 else { return StatusWord.lengthAgainstParameters }
            switch command.data {
            case Self.applicationName: return enter(application: true)
            case Self.cardName: return enter(application: false)
            default: return StatusWord.notFound
            }
        case 0x03:
            return command.data.isEmpty ? enter(application: false) : StatusWord.lengthAgainstParameters
        case 0x00 where command.data.isEmpty: return enter(application: false)
        case 0x00, 0x01, 0x02:
            guard command.data.count == 2 else { return StatusWord.lengthAgainstParameters }
            return select(UInt16(command.data[0]) << 8 | UInt16(command.data[1]), by: command.header[2])
        default: return StatusWord.wrongParameters
        }
    }

    /// By identifier: anything (00), an application (01) or a file of the application (02).
    private mutating func select(_ identifier: UInt16, by kind: UInt8) -> [UInt8] {
        if kind != 0x02 {
            if identifier == Self.cardIdentifier, kind == 0x00 { return enter(application: false) }
            if identifier == Self.applicationIdentifier { return enter(application: true) }
        }
        guard kind != 0x01, inApplication, let file = card.files.first(where: { $0.identifier == identifier }) else {
            return StatusWord.notFound
        }
        // A file within the application: what was proved stays proved.
        selectedFile = file.number
        return StatusWord.success
    }

    private mutating func enter(application: Bool) -> [UInt8] {
        inApplication = application
        selectedFile = nil
        session = nil
        return StatusWord.success
    }

    /// The file and offset a command names: the file's short identifier in P1, or the selected one.
    private mutating func place(_ command: CommandAPDU) -> Result<(SimulatedDNA.File, Int), ISORefusal> {
        guard inApplication else { return .failure(ISORefusal(status: StatusWord.conditions)) }
        let offset: Int
        if command.header[2] & 0x80 != 0 {
            guard command.header[2] & 0x60 == 0 else { return .failure(ISORefusal(status: StatusWord.wrongParameters)) }
            let short = command.header[2] & 0x1F
            guard let file = card.file(short) else { return .failure(ISORefusal(status: StatusWord.notFound)) }
            selectedFile = file.number
            offset = Int(command.header[3])
        } else {
            offset = Int(command.header[2]) << 8 | Int(command.header[3])
        }
        guard let file = selectedFile.flatMap({ card.file($0) }) else {
            return .failure(ISORefusal(status: StatusWord.conditions))
        }
        return .success((file, offset))
    }

    /// A status word.
    struct ISORefusal: Error { let status: [UInt8] }

    /// Whether ISO commands may do it, which have no secure messaging: nobody has proved a key, and anybody may.
    private func isOpen(_ rights: [UInt8]) -> Bool { session == nil && rights.contains(NTAG424FileSettings.free) }

    private mutating func read(_ command: CommandAPDU, after before: Reading?, _ moment: inout CardMoment) -> [UInt8] {
        guard command.data.isEmpty, let expected = command.expected else { return StatusWord.wrongLength }
        let (file, offset): (SimulatedDNA.File, Int)
        switch place(command) {
        case .success(let found): (file, offset) = found
        case .failure(let refusal): return refusal.status
        }
        guard isOpen(readRights(file.settings)) else { return StatusWord.security }
        guard offset < file.content.count else { return StatusWord.wrongParameters }
        // More than there is gives what there is.
        let there = file.content.count - offset
        guard let content = try? shown(file, by: 0xB0, after: before, &moment) else { return StatusWord.security }
        return Array(content[offset..<offset + min(expected, there)]) + StatusWord.success
    }

    private mutating func update(_ command: CommandAPDU, _ moment: inout CardMoment) -> [UInt8] {
        guard !command.data.isEmpty else { return StatusWord.wrongLength }
        let (file, offset): (SimulatedDNA.File, Int)
        switch place(command) {
        case .success(let found): (file, offset) = found
        case .failure(let refusal): return refusal.status
        }
        guard isOpen([file.settings.write, file.settings.readWrite]) else { return StatusWord.security }
        guard offset + command.data.count <= file.content.count else { return StatusWord.conditions }
        store(command.data, at: offset, in: file.number, &moment, place: Self.isoDataPlace, inBlocks: false)
        return StatusWord.success
    }
}
