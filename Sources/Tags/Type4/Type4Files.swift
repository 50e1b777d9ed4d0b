/// A card with an NDEF application on a session: selects it in the way this card wants, reads and writes its files.
///
/// Knows which file is selected, so that a file is selected only where another one was. Judges nothing: refusals come back
/// as status words.
final class Type4Files {
    /// The session.
    public let session: APDUSession
    /// The mapping that the application's name stands for; `nil` before it is selected.
    public private(set) var application: Application?
    private var selected: UInt16?
    /// The ways to select a file that this card may take: P2 0C asks for no answer, 00 is what mapping 1.0 and some strict
    /// cards want.
    private var manners = [Manner(p2: 0x0C), Manner(p2: 0x00), Manner(p2: 0x00, le: true), Manner(p2: 0x0C, le: true)]

    /// How SELECT for a file is written.
    private struct Manner: Equatable {
        var p2: UInt8
        var le = false
    }

    /// The NDEF application of a mapping version.
    public enum Application: Equatable, Sendable {
        case v2
        case v1
    }

    /// Past this offset a command needs an offset data object: P1 has one bit less than a byte.
    static let lastPlainOffset = 0x7FFF

    /// A card on a session.
    public init(_ session: APDUSession) { self.session = session }

    /// Selects the NDEF application: that of mapping 2.0 with Le and without, then that of 1.0 without and with.
    /// - Returns: `nil` where it is selected, else the first refusal.
    public func selectApplication() throws(TagError) -> StatusWord? {
        selected = nil
        application = nil
        var first: StatusWord?
        for (mapping, name, expected) in Self.applicationCommands {
            let command = CommandAPDU(0x00, 0xA4, 0x04, 0x00, data: name, expected: expected)
            let status = try send(command).status
            if status.isOK || status == 0x6283 {
                application = mapping
                session.selection = [command]
                // Mapping 1.0 knows no P2 but 00.
                if mapping == .v1, manners.count > 1 { manners.sort { $0.p2 == 0x00 && $1.p2 != 0x00 } }
                return nil
            }
            if first == nil { first = status }
            // Who does not know SELECT, or has no name for anything, need not be asked four times.
            if status.isUnknownCommand { break }
        }
        return first
    }

    private static let applicationCommands: [(Application, [UInt8], Int?)] = [
        (.v2, Type4Names.applicationV2, CommandAPDU.shortExpected), (.v2, Type4Names.applicationV2, nil),
        (.v1, Type4Names.applicationV1, nil), (.v1, Type4Names.applicationV1, CommandAPDU.shortExpected),
    ]

    /// Selects a file unless it is selected.
    /// - Returns: `nil` where it is selected, else the refusal.
    public func select(_ file: UInt16) throws(TagError) -> StatusWord? {
        guard selected != file else { return nil }
        selected = nil
        var refusal: StatusWord?
        // The first file tells which manner this card takes.
        for manner in manners {
            let command = CommandAPDU(
                0x00, 0xA4, 0x00, manner.p2, data: [UInt8(file >> 8), UInt8(truncatingIfNeeded: file)],
                expected: manner.le ? CommandAPDU.shortExpected : nil)
            let status = try send(command).status
            if status.isOK {
                manners = [manner]
                selected = file
                session.selection = Array(session.selection.prefix(1)) + [command]
                return nil
            }
            if refusal == nil { refusal = status }
            // A file that is not there is there in no manner; a card that says so to a wrong P2 is not known.
            if status == .notFound, manner.p2 == 0x00 { break }
        }
        return refusal
    }

    /// READ BINARY of up to `count` bytes; where the offset needs it, with an offset data object (mapping 3.0).
    /// - Returns: At most `count` bytes, with the status word; of a warning 62xx the bytes count.
    public func read(_ file: UInt16, offset: Int, count: Int) throws(TagError) -> ResponseAPDU {
        if let refusal = try select(file) { return ResponseAPDU(data: [], status: refusal) }
        guard offset > Self.lastPlainOffset else {
            var answer = try send(
                CommandAPDU(
                    0x00, 0xB0, UInt8(truncatingIfNeeded: offset >> 8), UInt8(truncatingIfNeeded: offset),
                    expected: count))
            answer.data = Array(answer.data.prefix(count))
            return answer
        }
        var answer = try send(
            CommandAPDU(0x00, 0xB1, 0x00, 0x00, data: Self.offsetObject(offset), expected: count))
        answer.data = Array(Self.discretionaryData(answer.data).prefix(count))
        return answer
    }

    /// UPDATE BINARY, sent once; where the offset needs it, with an offset data object.
    public func write(_ file: UInt16, offset: Int, bytes: [UInt8]) throws(TagError) -> StatusWord {
        if let refusal = try select(file) { return refusal }
        guard offset > Self.lastPlainOffset else {
            let command = CommandAPDU(
                0x00, 0xD6, UInt8(truncatingIfNeeded: offset >> 8), UInt8(truncatingIfNeeded: offset), data: bytes)
            return try send(command).status
        }
        let head: [UInt8] =
            bytes.count < 0x80
            ? [0x53, UInt8(truncatingIfNeeded: bytes.count)] : [0x53, 0x81, UInt8(truncatingIfNeeded: bytes.count)]
        return try send(CommandAPDU(0x00, 0xD7, 0x00, 0x00, data: Self.offsetObject(offset) + head + bytes)).status
    }

    /// What objects around the data of a write past the plain offsets take.
    static let objectBytes = 5 + 3

    /// What was selected counts no more: the card was powered anew, or another driver selected something.
    public func forgetSelection() {
        selected = nil
        application = nil
    }

    private func send(_ command: CommandAPDU) throws(TagError) -> ResponseAPDU {
        do throws(APDUError) {
            return try session.send(command)
        } catch {
            // Whatever it was, the next command selects anew.
            selected = nil
            throw error.asTagError
        }
    }

    private static func offsetObject(_ offset: Int) -> [UInt8] {
        [
            0x54, 0x03, UInt8(truncatingIfNeeded: offset >> 16), UInt8(truncatingIfNeeded: offset >> 8),
            UInt8(truncatingIfNeeded: offset),
        ]
    }

    /// The data in a `53 L` object; data without one as they are.
    private static func discretionaryData(_ data: [UInt8]) -> [UInt8] {
        guard data.count >= 2, data[0] == 0x53 else { return data }
        switch data[1] {
        case 0x81 where data.count >= 3: return Array(data.dropFirst(3).prefix(Int(data[2])))
        case 0x82 where data.count >= 4: return Array(data.dropFirst(4).prefix(Int(data[2]) << 8 | Int(data[3])))
        default: return Array(data.dropFirst(2).prefix(Int(data[1])))
        }
    }
}
