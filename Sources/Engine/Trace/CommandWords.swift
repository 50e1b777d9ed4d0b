import Tags

/// Commands and answers in words, for the trace.
enum CommandWords {
    /// A native frame of a Type 2 tag: `FAST_READ 00-3D`.
    static func frame(_ frame: [UInt8]) -> String {
        guard let code = frame.first else { return "an empty frame" }
        let name = frames[code] ?? "command \(hex(code))"
        switch (code, frame.count) {
        case (0x30, 2...), (0xA2, 2...), (0xA0, 2...), (0x39, 2...), (0xA5, 2...), (0x3E, 2...):
            return "\(name) \(hex(frame[1]))"
        case (0x3A, 3...): return "\(name) \(hex(frame[1]))-\(hex(frame[2]))"
        default: return name
        }
    }

    /// An APDU: pseudo-APDUs of readers by their own names, others by instruction.
    static func apdu(_ apdu: [UInt8]) -> String {
        if let known = pseudo.first(where: { apdu.starts(with: $0.start) }) { return known.name }
        guard apdu.count >= 4 else { return "\(apdu.count) bytes that are no APDU" }
        if let native = CardCommandWords.native(apdu) { return native }
        if apdu[0] == 0xFF {
            switch apdu[1] {
            case 0xB0: return "READ BINARY \(hex(apdu[3]))"
            case 0xD6: return "UPDATE BINARY \(hex(apdu[3]))"
            default: break
            }
        } else if apdu[0] & 0xE0 == 0, let command = CommandAPDU(apdu) {
            if let words = file(command) { return words }
        }
        if apdu[0] != 0xFF, let name = instructions[apdu[1]] { return name }
        return "APDU \(hex(apdu[0])) \(hex(apdu[1]))"
    }

    /// A command of ISO/IEC 7816-4 on a file: `SELECT E104`, `READ BINARY 0000, 59 bytes`; `nil` for others.
    private static func file(_ command: CommandAPDU) -> String? {
        let offset = Hex.byte(command.p1) + Hex.byte(command.p2)
        switch command.ins {
        case 0xA4 where command.p1 == 0x04:
            let name = Type4Names.words(ofApplication: command.data) ?? Hex.string(command.data)
            return "SELECT \(name)"
        case 0xA4: return command.data.isEmpty ? "SELECT" : "SELECT \(Hex.string(command.data))"
        case 0xB0: return "READ BINARY \(offset)" + (command.expected.map { ", \($0) bytes" } ?? "")
        case 0xD6: return "UPDATE BINARY \(offset), \(command.data.count) bytes"
        default: return nil
        }
    }

    /// What an APDU's answer says.
    static func answer(_ answer: [UInt8], to command: [UInt8]) -> String {
        guard let (data, word) = StatusWord.split(answer) else { return "an answer without a status word" }
        if word.isOK { return data.isEmpty ? "done" : data.count == 1 ? "1 byte" : "\(data.count) bytes" }
        if word == .moreFrames, !data.isEmpty { return "\(data.count) bytes, more to come" }
        if word == 0x6300, command.starts(with: [0xFF, 0x86]) || command.starts(with: [0xFF, 0x88]) {
            return "authentication failed: wrong key or key type; key slot numbers of an ACR122U are 00 and 01 (6300)"
        }
        if word == 0x6300, command.starts(with: [0xFF, 0x82]) {
            return "the key was not loaded: key slot numbers of an ACR122U are 00 and 01 (6300)"
        }
        return statusWords(answer)
    }

    /// The status word in words and digits.
    static func statusWords(_ answer: [UInt8]) -> String {
        guard let (_, word) = StatusWord.split(answer) else { return "no status word" }
        return word == .ok ? word.digits : word.sentence
    }

    private static func hex(_ byte: UInt8) -> String { Hex.string([byte]) }

    private static let frames: [UInt8: String] = [
        0x60: "GET_VERSION", 0x30: "READ", 0x3A: "FAST_READ", 0xA2: "WRITE", 0xA0: "COMPATIBILITY_WRITE",
        0x39: "READ_CNT", 0xA5: "INCR_CNT", 0x3C: "READ_SIG", 0x3E: "CHECK_TEARING_EVENT", 0x1B: "PWD_AUTH",
        0x1A: "AUTHENTICATE", 0xAF: "AUTHENTICATE, second part", 0x4B: "VCSL", 0xC2: "SECTOR_SELECT",
        0xA4: "READ_TT_STATUS", 0x50: "HLTA", 0x26: "REQA", 0x52: "WUPA", 0xA9: "LOCK_SIG", 0xAC: "WRITE_SIG",
    ]

    private static let pseudo: [(start: [UInt8], name: String)] = [
        ([0xFF, 0xCA, 0x00], "GET UID"), ([0xFF, 0xCA, 0x01], "GET ATS"), ([0xFF, 0xCA, 0x02], "GET SAK"),
        ([0xFF, 0xCA, 0x03], "GET ATQA"), ([0xFF, 0x82], "LOAD KEY"), ([0xFF, 0x86], "AUTHENTICATE BLOCK"),
        ([0xFF, 0x88], "AUTHENTICATE BLOCK (old form)"), ([0xFF, 0xB1], "READ VALUE BLOCK"),
        ([0xFF, 0xD7], "CHANGE VALUE BLOCK"),
        ([0xFF, 0xC2, 0x00, 0x00, 0x02, 0x81], "start transparent session"),
        ([0xFF, 0xC2, 0x00, 0x00, 0x02, 0x82], "end transparent session"),
        ([0xFF, 0xC2, 0x00, 0x00, 0x07, 0x5F, 0x46], "set response window"),
        ([0xFF, 0xC2, 0x00, 0x00], "manage transparent session"),
        ([0xFF, 0xC2, 0x00, 0x02], "switch to type A, select the tag"),
        ([0xFF, 0xC2, 0x00, 0x01], "transparent exchange"),
        ([0xFF, 0x00, 0x00, 0x00, 0x04, 0xD4, 0x4A], "select the tag again"),
        ([0xFF, 0x00, 0x48], "GET FIRMWARE VERSION"), ([0xFF, 0x00, 0x40], "set LED and buzzer"),
        ([0xFF, 0x00, 0x41], "set time-out"), ([0xFF, 0x00, 0x50], "get PICC parameters"),
        ([0xFF, 0x00, 0x51], "set PICC parameters"), ([0xFF, 0x00, 0x52], "set buzzer at detection"),
        ([0xFF, 0x00, 0x00, 0x00], "direct transmit"), ([0xFF, 0xFB, 0x01], "stop tracking the tag"),
        ([0xFF, 0xFB, 0x00], "resume tracking the tag"), ([0xFF, 0xFE], "ENCAPSULATE"),
        ([0xFF, 0xFD], "traverse"), ([0xFF, 0xA0, 0x00, 0x07], "card session"),
        ([0xFF, 0xA0, 0x00, 0x05], "raw exchange"),
        ([0xFF, 0x30], "ISO 15693 command"), ([0xFF, 0x70], "reader settings"),
    ]

    private static let instructions: [UInt8: String] = [
        0xA4: "SELECT", 0xB0: "READ BINARY", 0xD6: "UPDATE BINARY", 0xC0: "GET RESPONSE", 0xCA: "GET DATA",
        0x84: "GET CHALLENGE", 0x82: "EXTERNAL AUTHENTICATE", 0x88: "INTERNAL AUTHENTICATE", 0x20: "VERIFY",
    ]
}
