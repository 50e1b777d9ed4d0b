/// An NTAG 424 DNA at work: what is selected, who has proved what, and the commands.
struct NTAG424Program: Equatable, Sendable {
    /// A command of more than one frame whose first frames were accepted.
    enum Pending: Equatable, Sendable {
        case authentication(Authentication)
        /// GetVersion, with the parts that were given and whether a MAC is due.
        case version(given: Int)
    }

    /// A read with mirrors: the next one by the same command from the same file goes on with it.
    struct Reading: Equatable, Sendable {
        let instruction: UInt8
        let file: UInt8
        /// The random bytes in it: what fills up the PICC data, and in LRP the number in front.
        let filling: [UInt8]
        let number: [UInt8]
    }

    var card: SimulatedDNA
    /// The application is selected, else the level of the card itself.
    var inApplication = false
    /// The file ISO commands work on.
    var selectedFile: UInt8?
    var session: NTAG424Session?
    var pending: Pending?
    /// The read with mirrors that the last command was.
    var reading: Reading?
    /// Random numbers to be drawn first, for exchanges that were published.
    var presetRandoms: [[UInt8]] = []

    init(card: SimulatedDNA) { self.card = card }

    /// The UID that is shown in a field: a random one begins with 08.
    mutating func powerOn(using generator: inout SeededGenerator) -> [UInt8] {
        card.randomID ? [0x08] + generator.bytes(3) : card.uid
    }

    /// Nothing is selected and nobody has proved anything.
    mutating func activate() {
        inApplication = false
        selectedFile = nil
        session = nil
        pending = nil
        reading = nil
    }

    /// The next random number.
    mutating func random(_ count: Int, _ moment: inout CardMoment) -> [UInt8] {
        if let preset = presetRandoms.first, preset.count == count { return presetRandoms.removeFirst() }
        return moment.generator.bytes(count)
    }

    /// Answers one command.
    mutating func answer(_ bytes: [UInt8], _ moment: inout CardMoment) -> [UInt8] {
        moment.microseconds += CardMoment.thinking
        senseTamper()
        guard let command = CommandAPDU(bytes), !command.isExtended else { return StatusWord.wrongLength }
        let before = reading
        reading = nil
        let answer: [UInt8]
        switch command.header[0] {
        case 0x00: answer = iso(command, after: before, &moment)
        case 0x90: answer = wrapped(command, after: before, &moment)
        default: answer = StatusWord.unknownClass
        }
        // An error ends the session, whatever it is.
        let status = answer.suffix(2)
        if status != StatusWord.success[...], status != [0x91, 0x00], status != [0x91, 0xAF] { session = nil }
        return answer
    }

    /// The loop of a TagTamper is measured with the first command after activation, and every later one.
    private mutating func senseTamper() {
        if let tamper = card.tamper, tamper.enabled, tamper.isOpen { card.tamper?.wasOpen = true }
    }
}

/// Native commands in ISO wrapping.
extension NTAG424Program {
    private mutating func wrapped(
        _ command: CommandAPDU, after reading: Reading?, _ moment: inout CardMoment
    ) -> [UInt8] {
        do throws(NTAG424Refusal) {
            guard command.header[2...3] == [0, 0] else { throw .length }
            let instruction = command.header[1]
            if let pending {
                self.pending = nil
                guard instruction == 0xAF else { throw .aborted }
                return try goOn(pending, command.data, &moment)
            }
            let data = try perform(instruction, command.data, after: reading, &moment)
            guard data.count <= 256 else { throw .length }
            return data + [0x91, pending == nil ? 0x00 : 0xAF]
        } catch {
            return [0x91, error.rawValue]
        }
    }

    private mutating func goOn(
        _ pending: Pending, _ data: [UInt8], _ moment: inout CardMoment
    ) throws(NTAG424Refusal) -> [UInt8] {
        switch pending {
        case .authentication(let authentication): try finish(authentication, data, &moment) + [0x91, 0x00]
        case .version(let given): try nextVersion(given: given, data)
        }
    }

    /// Runs a command in the way its kind asks for; the answer without its status.
    private mutating func perform(
        _ instruction: UInt8, _ body: [UInt8], after reading: Reading?, _ moment: inout CardMoment
    ) throws(NTAG424Refusal) -> [UInt8] {
        switch instruction {
        case 0x71: return try begin(first: true, body, &moment)
        case 0x77: return try begin(first: false, body, &moment)
        case 0x60: return try beginVersion(body)
        case 0x51:
            return try secured(instruction, body, head: 0, .full, needsSession: true) {
                (program, _, data) throws(NTAG424Refusal) in
                guard data.isEmpty else { throw .length }
                return program.card.uid
            }
        case 0x3C:
            return try secured(instruction, body, head: 1, .full, needsSession: card.randomID) {
                (program, head, data) throws(NTAG424Refusal) in
                guard data.isEmpty else { throw .length }
                guard head == [0] else { throw .parameter }
                return program.card.signature
            }
        case 0x64:
            return try secured(instruction, body, head: 1, .mac) { (program, head, data) throws(NTAG424Refusal) in
                guard data.isEmpty else { throw .length }
                guard head[0] & 0xF0 == 0 else { throw .parameter }
                // NXP's originality keys have version 00.
                if !program.inApplication, (1...4).contains(head[0]) { return [0] }
                guard program.inApplication, program.card.keys.indices.contains(Int(head[0])) else { throw .noSuchKey }
                return [program.card.keys[Int(head[0])].version]
            }
        case 0xF5: return try fileSettings(instruction, body)
        case 0xF6: return try fileCounters(instruction, body)
        case 0x5F: return try changeFileSettings(instruction, body, &moment)
        case 0xAD: return try readData(instruction, body, after: reading, &moment)
        case 0x8D: return try writeData(instruction, body, &moment)
        case 0xC4: return try changeKey(instruction, body, &moment)
        case 0x5C: return try setConfiguration(instruction, body, &moment)
        case 0xF7 where card.tamper != nil: return try tamperStatus(instruction, body)
        default: throw .illegalCommand
        }
    }

    /// One command under the mode it has: MAC checked and data decrypted where there is a session, and its answer
    /// protected in the same way. Without a session the command is plain, unless it needs one.
    mutating func secured(
        _ instruction: UInt8, _ body: [UInt8], head: Int, _ mode: NTAG424Mode, needsSession: Bool = false,
        _ run: (inout NTAG424Program, [UInt8], [UInt8]) throws(NTAG424Refusal) -> [UInt8]
    ) throws(NTAG424Refusal) -> [UInt8] {
        guard var current = session else {
            if needsSession { throw .authentication }
            guard body.count >= head else { throw .length }
            return try run(&self, Array(body.prefix(head)), Array(body.dropFirst(head)))
        }
        guard current.counter < UInt16.max else { throw .integrity }
        let macLength = mode == .plain ? 0 : 8
        guard body.count >= head + macLength else { throw .length }
        let content = Array(body.dropLast(macLength))
        if mode != .plain, current.commandMAC(instruction, content) != Array(body.suffix(8)) { throw .integrity }
        var data = Array(content.dropFirst(head))
        if mode == .full, !data.isEmpty {
            guard let plain = current.decrypted(data) else { throw .integrity }
            data = plain
        }
        // What runs may end the session: then the answer is bare.
        session = current
        var answer = try run(&self, Array(content.prefix(head)), data)
        guard session != nil else { return answer }
        if mode == .full, !answer.isEmpty { answer = current.encrypted(answer) }
        if mode != .plain { answer += current.answerMAC(answer) }
        current.counter += 1
        session = current
        return answer
    }
}

/// GetVersion: three frames, and in a session one MAC over all of them.
extension NTAG424Program {
    private var versionParts: [[UInt8]] {
        // A card that hides its UID does not tell it here either, whoever asks.
        let uid = card.randomID ? Array(repeating: 0, count: 7) : card.uid
        return [card.shownHardwareVersion, card.softwareVersion, uid + card.production]
    }

    private mutating func beginVersion(_ body: [UInt8]) throws(NTAG424Refusal) -> [UInt8] {
        guard let session else {
            guard body.isEmpty else { throw .length }
            pending = .version(given: 1)
            return versionParts[0]
        }
        guard session.counter < UInt16.max else { throw .integrity }
        guard body.count == 8 else { throw .length }
        guard session.commandMAC(0x60, []) == body else { throw .integrity }
        pending = .version(given: 1)
        return versionParts[0]
    }

    private mutating func nextVersion(given: Int, _ data: [UInt8]) throws(NTAG424Refusal) -> [UInt8] {
        guard data.isEmpty else { throw .length }
        let parts = versionParts
        guard given == parts.count - 1 else {
            pending = .version(given: given + 1)
            return parts[given] + [0x91, 0xAF]
        }
        guard var current = session else { return parts[given] + [0x91, 0x00] }
        let mac = current.answerMAC(parts.flatMap { $0 })
        current.counter += 1
        session = current
        return parts[given] + mac + [0x91, 0x00]
    }
}
