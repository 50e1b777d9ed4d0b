/// A plain Type 4 card at work: SELECT, READ BINARY, UPDATE BINARY, GET RESPONSE.
struct Type4Program: Equatable, Sendable {
    var card: Type4Card
    private var applicationSelected = false
    private var selected: UInt16?
    /// What GET RESPONSE is to fetch.
    private var waiting: [UInt8] = []

    init(card: Type4Card) { self.card = card }

    private var rules: Type4Rules { card.rules }

    /// Nothing is selected.
    mutating func activate() {
        applicationSelected = false
        selected = nil
        waiting = []
    }

    /// Answers one command.
    mutating func answer(_ bytes: [UInt8], _ moment: inout CardMoment) -> [UInt8] {
        moment.microseconds += CardMoment.thinking
        guard let command = CommandAPDU(bytes), rules.extendedLengths || !command.isExtended else {
            return StatusWord.wrongLength
        }
        guard command.header[0] == 0 else { return StatusWord.unknownClass }
        let instruction = command.header[1]
        if let refusal = rules.refusals[instruction] { return refusal }
        if instruction == 0xC0 { return fetch(command) }
        waiting = []
        switch instruction {
        case 0xA4: return part(select(command))
        case 0xB0: return part(read(command))
        case 0xB1: return part(readLong(command))
        case 0xD6: return update(command, &moment)
        case 0xD7: return updateLong(command, &moment)
        default: return StatusWord.unknownInstruction
        }
    }
}

/// SELECT and GET RESPONSE.
extension Type4Program {
    private mutating func select(_ command: CommandAPDU) -> [UInt8] {
        switch (command.header[2], command.header[3]) {
        case (0x04, 0x00), (0x04, 0x0C):
            guard Self.fits(command, rules.selectLe) else { return StatusWord.wrongLength }
            guard rules.applications.contains(command.data) else { return StatusWord.notFound }
            applicationSelected = true
            selected = nil
            return StatusWord.success
        case (0x00, let p2) where rules.fileP2.contains(p2):
            guard command.data.count == 2, Self.fits(command, rules.fileLe) else { return StatusWord.wrongLength }
            let file = UInt16(command.data[0]) << 8 | UInt16(command.data[1])
            guard applicationSelected || !rules.needsApplication, card.files[file] != nil else {
                return StatusWord.notFound
            }
            selected = file
            return (p2 == 0 ? rules.template : []) + StatusWord.success
        default: return StatusWord.wrongParameters
        }
    }

    private static func fits(_ command: CommandAPDU, _ rule: Type4Rules.Length) -> Bool {
        switch rule {
        case .either: true
        case .needed: command.expected != nil
        case .refused: command.expected == nil
        }
    }

    /// An answer, or its first part where the card gives it in parts.
    private mutating func part(_ answer: [UInt8]) -> [UInt8] {
        guard let most = rules.answerPart, answer.count - 2 > max(1, most), answer.suffix(2) == StatusWord.success[...]
        else { return answer }
        waiting = Array(answer.dropLast(2))
        return StatusWord.more(waiting.count)
    }

    private mutating func fetch(_ command: CommandAPDU) -> [UInt8] {
        guard !waiting.isEmpty else { return StatusWord.conditions }
        let count = min(command.expected ?? 256, max(1, rules.answerPart ?? 256), waiting.count)
        let data = Array(waiting.prefix(count))
        if rules.endlessAnswer { return data + StatusWord.more(256) }
        waiting.removeFirst(count)
        return data + (waiting.isEmpty ? StatusWord.success : StatusWord.more(waiting.count))
    }
}

/// READ BINARY, with the offset in P1 P2 or in a data object.
extension Type4Program {
    /// The most bytes one READ gives: MLe, but never less than the specification's least.
    private var mostRead: Int { rules.keepsLimits ? max(15, card.limits.read) : 65_536 }
    private var mostWritten: Int { rules.keepsLimits ? max(13, card.limits.write) : 65_535 }

    private func read(_ command: CommandAPDU) -> [UInt8] {
        guard let offset = Self.offset(command) else { return StatusWord.wrongParameters }
        guard command.data.isEmpty, let expected = command.expected else { return StatusWord.wrongLength }
        return read(from: offset, expected)
    }

    private func read(from offset: Int, _ expected: Int) -> [UInt8] {
        guard let selected, let content = card.files[selected] else {
            return rules.unselectedRead.map { Array($0.prefix(expected)) + StatusWord.success } ?? StatusWord.noFile
        }
        guard grants(card.access(to: selected)?.read ?? 0) else { return StatusWord.security }
        let there = max(0, content.count - offset)
        // An Le of 00 asks for as much as there is.
        if expected > mostRead, expected != 256 && expected != 65_536 { return StatusWord.wrongLength }
        let wanted = min(expected, mostRead)
        if wanted <= there { return Array(content[offset..<offset + wanted]) + StatusWord.success }
        let rest = there > 0 ? Array(content[offset...]) : []
        switch rules.readingOn {
        case .rest: return there > 0 ? rest + StatusWord.success : StatusWord.wrongOffset
        case .warning: return rest + StatusWord.endOfData
        case .exactLength: return there > 0 ? StatusWord.exactLength(there) : StatusWord.wrongOffset
        case .refused: return StatusWord.wrongOffset
        case .nothing: return StatusWord.success
        }
    }

    private func readLong(_ command: CommandAPDU) -> [UInt8] {
        guard command.header[2...3] == [0, 0] else { return StatusWord.wrongParameters }
        guard let objects = DataObject.list(command.data), objects.count == 1, objects[0].tag == 0x54,
            let offset = Self.number(objects[0].value)
        else { return StatusWord.wrongData }
        guard let expected = command.expected else { return StatusWord.wrongLength }
        // With an Le of 00 the answer, its head of at most four bytes included, must fit what Le can ask for.
        let answer = read(from: offset, expected == 256 || expected == 65_536 ? expected - 4 : expected)
        guard answer.count > 2, answer.suffix(2) == StatusWord.success[...] else { return answer }
        let data = Array(answer.dropLast(2))
        return [0x53] + DataObject.length(data.count) + data + StatusWord.success
    }

    /// An offset of up to four bytes.
    private static func number(_ bytes: [UInt8]) -> Int? {
        (1...4).contains(bytes.count) ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
    }

    /// The offset in P1 P2; `nil` where they name a file instead.
    private static func offset(_ command: CommandAPDU) -> Int? {
        command.header[2] & 0x80 == 0 ? Int(command.header[2]) << 8 | Int(command.header[3]) : nil
    }

    private func grants(_ access: UInt8) -> Bool {
        access == 0 || (access != 0xFF && rules.grantsOwnConditions)
    }
}

/// UPDATE BINARY.
extension Type4Program {
    private mutating func update(_ command: CommandAPDU, _ moment: inout CardMoment) -> [UInt8] {
        guard let offset = Self.offset(command) else { return StatusWord.wrongParameters }
        return update(at: offset, with: command.data, &moment)
    }

    private mutating func updateLong(_ command: CommandAPDU, _ moment: inout CardMoment) -> [UInt8] {
        guard command.header[2...3] == [0, 0] else { return StatusWord.wrongParameters }
        guard let objects = DataObject.list(command.data), objects.count == 2, objects[0].tag == 0x54,
            objects[1].tag == 0x53, let offset = Self.number(objects[0].value)
        else { return StatusWord.wrongData }
        return update(at: offset, with: objects[1].value, &moment)
    }

    private mutating func update(at offset: Int, with data: [UInt8], _ moment: inout CardMoment) -> [UInt8] {
        guard let selected, let content = card.files[selected] else { return StatusWord.noFile }
        guard !data.isEmpty, data.count <= mostWritten else { return StatusWord.wrongLength }
        let access = card.access(to: selected)?.write ?? 0
        guard selected == Type4Card.containerID ? rules.containerWritable : grants(access) else {
            return StatusWord.security
        }
        guard offset + data.count <= content.count else { return StatusWord.noSpace }
        card.files[selected] = moment.overwrite(content, with: data, at: offset, unit: rules.writeUnit)
        return StatusWord.success
    }
}
