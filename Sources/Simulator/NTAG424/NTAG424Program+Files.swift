/// ReadData, WriteData, settings and counters of files.
extension NTAG424Program {
    /// How a file may be reached now.
    enum Way: Equatable {
        /// By the key of the session, in the file's mode.
        case byKey
        /// By anybody, in plain.
        case free
    }

    /// The file of a number, in the application.
    private func file(_ number: UInt8) throws(NTAG424Refusal) -> SimulatedDNA.File {
        guard inApplication else { throw .permission }
        guard number & 0xE0 == 0 else { throw .parameter }
        guard let file = card.file(number) else { throw .fileNotFound }
        return file
    }

    /// Whether one of the rights is fulfilled.
    func way(_ rights: [UInt8]) throws(NTAG424Refusal) -> Way {
        if let session, rights.contains(session.key) { return .byKey }
        if rights.contains(NTAG424FileSettings.free) { return .free }
        if rights.allSatisfy({ $0 == NTAG424FileSettings.never }) { throw .permission }
        throw .authentication
    }

    /// The rights that let a file be read: without a session a message that is made for the reading as well.
    func readRights(_ settings: NTAG424FileSettings) -> [UInt8] {
        let rights = [settings.read, settings.readWrite]
        guard session == nil, let sdm = settings.sdm else { return rights }
        return rights + [sdm.fileRead <= 4 ? NTAG424FileSettings.free : sdm.fileRead]
    }

    mutating func readData(
        _ instruction: UInt8, _ body: [UInt8], after before: Reading?, _ moment: inout CardMoment
    ) throws(NTAG424Refusal) -> [UInt8] {
        guard let number = body.first else { throw .length }
        let file = try file(number)
        let way = try way(readRights(file.settings))
        let mode = way == .byKey ? file.settings.mode : .plain
        guard body.count == 7 + (session != nil && mode != .plain ? 8 : 0) else { throw .length }
        var now = moment
        defer { moment = now }
        return try secured(instruction, body, head: 7, mode) { (program, head, _) throws(NTAG424Refusal) in
            let size = file.content.count
            let offset = NTAG424FileSettings.number(head[1...3])
            let asked = NTAG424FileSettings.number(head[4...6])
            guard offset < size else { throw .boundary }
            let length = asked == 0 ? size - offset : asked
            guard offset + length <= size else { throw .boundary }
            return Array(
                try program.shown(file, by: instruction, after: before, &now)[offset..<offset + length])
        }
    }

    mutating func writeData(
        _ instruction: UInt8, _ body: [UInt8], _ moment: inout CardMoment
    ) throws(NTAG424Refusal) -> [UInt8] {
        guard let number = body.first else { throw .length }
        let file = try file(number)
        let way = try way([file.settings.write, file.settings.readWrite])
        let mode = way == .byKey ? file.settings.mode : .plain
        if card.refusesChainedWriting, moment.parts.count > 1, mode != .plain, session != nil { throw .permission }
        var now = moment
        defer { moment = now }
        return try secured(instruction, body, head: 7, mode) { (program, head, data) throws(NTAG424Refusal) in
            let offset = NTAG424FileSettings.number(head[1...3])
            let length = NTAG424FileSettings.number(head[4...6])
            guard length > 0, length == data.count else { throw .length }
            guard offset + length <= file.content.count else { throw .boundary }
            program.store(data, at: offset, in: number, &now, place: Self.wrappedDataPlace, inBlocks: mode == .full)
            return []
        }
    }

    mutating func fileSettings(_ instruction: UInt8, _ body: [UInt8]) throws(NTAG424Refusal) -> [UInt8] {
        try secured(instruction, body, head: 1, .mac) { (program, head, data) throws(NTAG424Refusal) in
            guard data.isEmpty else { throw .length }
            let file = try program.file(head[0])
            let (settings, sdm) = file.settings.encoded
            return [0x00] + settings + NTAG424FileSettings.little(file.content.count, 3) + sdm
        }
    }

    mutating func fileCounters(_ instruction: UInt8, _ body: [UInt8]) throws(NTAG424Refusal) -> [UInt8] {
        try secured(instruction, body, head: 1, .full) { (program, head, data) throws(NTAG424Refusal) in
            guard data.isEmpty else { throw .length }
            let file = try program.file(head[0])
            guard let sdm = file.settings.sdm else { throw .permission }
            _ = try program.way([sdm.counterRetrieval])
            return NTAG424FileSettings.little(program.card.readCounter, 3) + [0, 0]
        }
    }

    mutating func changeFileSettings(
        _ instruction: UInt8, _ body: [UInt8], _ moment: inout CardMoment
    ) throws(NTAG424Refusal) -> [UInt8] {
        var now = moment
        defer { moment = now }
        // Where anybody may change them the command is plain, also in a session.
        let isFree = card.file(body.first ?? 0)?.settings.change == NTAG424FileSettings.free
        return try secured(instruction, body, head: 1, isFree ? .plain : .full) {
            (program, head, data) throws(NTAG424Refusal) in
            let file = try program.file(head[0])
            _ = try program.way([file.settings.change])
            let settings = try NTAG424FileSettings(data)
            try settings.check(for: file, of: program.card)
            guard now.storesWhole(), let index = program.card.files.firstIndex(where: { $0.number == file.number })
            else { return [] }
            if settings.sdm != nil, file.settings.sdm == nil { program.card.readCounter = 0 }
            program.card.files[index].settings = settings
            return []
        }
    }

    mutating func tamperStatus(_ instruction: UInt8, _ body: [UInt8]) throws(NTAG424Refusal) -> [UInt8] {
        try secured(instruction, body, head: 0, .full) { (program, _, data) throws(NTAG424Refusal) in
            guard program.inApplication, let tamper = program.card.tamper else { throw .permission }
            guard data.isEmpty else { throw .length }
            if tamper.enabled { _ = try program.way([tamper.statusKey]) }
            return tamper.status
        }
    }
}

extension SimulatedDNA.Tamper {
    /// Permanent and current status: C closed, O open, I not enabled.
    var status: [UInt8] {
        func letter(_ isOpen: Bool) -> UInt8 { enabled ? UInt8(ascii: isOpen ? "O" : "C") : UInt8(ascii: "I") }
        return [letter(wasOpen), letter(isOpen)]
    }
}
