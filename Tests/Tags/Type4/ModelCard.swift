import Testing

@testable import Tags

/// A card with an NDEF application, made from a capability container and files; odd behaviour by rules.
///
/// Written from the specification alone, so that it can tell whether the driver keeps to it.
final class ModelCard: CardChannel {
    /// What a card may do besides.
    struct Rules {
        var applications: [[UInt8]] = [Type4Names.applicationV2]
        /// SELECT by name is refused with or without Le.
        var refusesLe = false
        var needsLe = false
        /// The P2 of SELECT for files that the card takes.
        var fileP2: Set<UInt8> = [0x00, 0x0C]
        /// The most bytes an answer has, whatever is asked for; more is refused with this word or cut.
        var mostRead = 256
        var refusal: UInt16? = 0x6700
        /// Reads past the end are refused instead of cut.
        var refusesPastEnd = false
        /// Wrapped native commands by their hex, with the answer's.
        var native: [String: String] = [:]
        /// Files that need a right: reading or writing is refused.
        var closedForReading: Set<UInt16> = []
        var closedForWriting: Set<UInt16> = []
        /// Writes so often torn: the n-th write stores a part and the card is gone.
        var tearsAtWrite: Int?
    }

    let atr: [UInt8] = [0x3B, 0x81, 0x80, 0x01, 0x80, 0x80]
    let uid: [UInt8]
    var files: [UInt16: [UInt8]]
    var rules: Rules
    private(set) var sent: [String] = []
    private var selected: UInt16?
    private var inApplication = false
    private var gone = false
    private var writes = 0

    init(
        container: [UInt8], files: [UInt16: [UInt8]],
        uid: [UInt8] = [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6], rules: Rules = Rules()
    ) {
        self.files = files
        self.files[0xE103] = container
        self.uid = uid
        self.rules = rules
    }

    /// The card of a case of kind `t4t_files`.
    convenience init(_ input: JSON, rules: Rules = Rules()) throws {
        var files: [UInt16: [UInt8]] = [:]
        for (id, content) in input["files"].object {
            files[try #require(UInt16(id, radix: 16))] = content.bytes ?? []
        }
        self.init(container: try input.bytes("cc"), files: files, rules: rules)
    }

    /// Commands that went to the card, without those for the reader.
    var sentToCard: [String] { sent.filter { !$0.hasPrefix("FF") } }

    func forgetSent() { sent = [] }

    func putBackOn() {
        gone = false
        rules.tearsAtWrite = nil
        selected = nil
        inApplication = false
    }

    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] { throw .controlRefused(code: 0) }
    func reconnect(_ kind: ResetKind) throws(ChannelError) {
        if gone { throw .cardRemoved(code: 0) }
        selected = nil
        inApplication = false
    }
    func beginTransaction() throws(ChannelError) {}
    func endTransaction() {}

    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        if gone { throw .cardRemoved(code: 0) }
        sent.append(Hex.string(apdu))
        guard let command = CommandAPDU(apdu) else { return [0x67, 0x00] }
        switch (command.cla, command.ins) {
        case (0xFF, 0xCA): return command.p1 == 0 ? uid + [0x90, 0x00] : [0x6A, 0x81]
        case (0x90, _): return rules.native[Hex.string(apdu)].flatMap(Hex.bytes) ?? [0x6D, 0x00]
        case (0x00, 0xA4): return command.p1 == 0x04 ? selectApplication(command) : selectFile(command)
        case (0x00, 0xB0): return read(command, at: Int(command.p1) << 8 | Int(command.p2))
        case (0x00, 0xB1): return readObject(command)
        case (0x00, 0xD6): return try write(command.data, at: Int(command.p1) << 8 | Int(command.p2))
        case (0x00, 0xD7): return try writeObject(command)
        default: return [0x6D, 0x00]
        }
    }

    private func selectApplication(_ command: CommandAPDU) -> [UInt8] {
        selected = nil
        if rules.refusesLe, command.expected != nil { return [0x67, 0x00] }
        if rules.needsLe, command.expected == nil { return [0x67, 0x00] }
        inApplication = rules.applications.contains(command.data)
        return inApplication ? [0x90, 0x00] : [0x6A, 0x82]
    }

    private func selectFile(_ command: CommandAPDU) -> [UInt8] {
        guard rules.fileP2.contains(command.p2) else { return [0x6A, 0x86] }
        guard inApplication, command.data.count == 2 else { return [0x6A, 0x82] }
        let id = UInt16(command.data[0]) << 8 | UInt16(command.data[1])
        guard files[id] != nil else { return [0x6A, 0x82] }
        selected = id
        return command.p2 == 0 ? [0x6F, 0x04, 0x83, 0x02] + command.data + [0x90, 0x00] : [0x90, 0x00]
    }

    private func read(_ command: CommandAPDU, at offset: Int) -> [UInt8] {
        guard let selected, let file = files[selected] else { return [0x69, 0x86] }
        guard !rules.closedForReading.contains(selected) else { return [0x69, 0x82] }
        let asked = command.expected ?? 0
        if asked > rules.mostRead, let refusal = rules.refusal { return [UInt8(refusal >> 8), UInt8(refusal & 0xFF)] }
        guard offset < file.count else { return [0x6B, 0x00] }
        let count = min(asked, rules.mostRead)
        if rules.refusesPastEnd, offset + count > file.count { return [0x6B, 0x00] }
        let data = Array(file[offset..<min(offset + count, file.count)])
        return data + (data.count < count ? [0x62, 0x82] : [0x90, 0x00])
    }

    private func offset(of data: [UInt8]) -> Int? {
        guard data.count >= 5, data[0] == 0x54, data[1] == 0x03 else { return nil }
        return Int(data[2]) << 16 | Int(data[3]) << 8 | Int(data[4])
    }

    private func readObject(_ command: CommandAPDU) -> [UInt8] {
        guard let offset = offset(of: command.data) else { return [0x6A, 0x80] }
        // The object's head counts as part of the answer.
        let room = max(1, (command.expected ?? 0) - 3)
        let answer = read(CommandAPDU(0, 0xB0, 0, 0, expected: room), at: offset)
        let data = answer.dropLast(2)
        guard !data.isEmpty else { return answer }
        let head: [UInt8] = data.count < 0x80 ? [0x53, UInt8(data.count)] : [0x53, 0x81, UInt8(data.count & 0xFF)]
        return head + answer
    }

    private func write(_ data: [UInt8], at offset: Int) throws(ChannelError) -> [UInt8] {
        guard let selected, var file = files[selected] else { return [0x69, 0x86] }
        guard !rules.closedForWriting.contains(selected) else { return [0x69, 0x82] }
        guard offset + data.count <= file.count else { return [0x69, 0x85] }
        writes += 1
        if writes == rules.tearsAtWrite {
            // Half of it, and something that is neither old nor new.
            for index in 0..<data.count / 2 { file[offset + index] = data[index] }
            if data.count > 1 { file[offset + data.count / 2] = 0xA5 }
            files[selected] = file
            gone = true
            throw .cardRemoved(code: 0)
        }
        file.replaceSubrange(offset..<offset + data.count, with: data)
        files[selected] = file
        return [0x90, 0x00]
    }

    private func writeObject(_ command: CommandAPDU) throws(ChannelError) -> [UInt8] {
        guard let offset = offset(of: command.data) else { return [0x6A, 0x80] }
        let object = command.data.dropFirst(5)
        guard object.first == 0x53, object.count >= 2 else { return [0x6A, 0x80] }
        let body = Array(object.dropFirst())
        return try write(Array(body[0] == 0x81 ? body.dropFirst(2) : body.dropFirst()), at: offset)
    }
}

/// Answers each command as a trace shows it, in whatever order; everything else with a refusal.
final class TraceCard: CardChannel {
    let atr: [UInt8] = [0x3B, 0x81, 0x80, 0x01, 0x80, 0x80]
    private let answers: [String: String]
    private let otherwise: String
    private(set) var sent: [String] = []

    init(_ trace: JSON, also: [String: String] = [:], otherwise: String = "6A82") {
        var answers = also
        for step in trace["steps"].list { answers[step["c"].text ?? ""] = step["r"].text }
        self.answers = answers
        self.otherwise = otherwise
    }

    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        sent.append(Hex.string(apdu))
        return Hex.bytes(answers[Hex.string(apdu)] ?? otherwise) ?? []
    }

    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] { throw .controlRefused(code: 0) }
    func reconnect(_ kind: ResetKind) throws(ChannelError) {}
    func beginTransaction() throws(ChannelError) {}
    func endTransaction() {}
}

extension TagIdentity {
    /// A card of which nothing is known but this UID.
    static func card(_ uid: [UInt8] = [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6], version: [UInt8]? = nil)
        -> TagIdentity
    {
        TagIdentity(
            uid: uid, type: .type4, chipName: "Type 4 tag", identifiedBy: "the test", provenance: .assumed,
            version: version)
    }
}
