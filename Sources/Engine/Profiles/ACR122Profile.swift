import Tags

/// ACR122U: a PN532 behind a CCID reader, driven by direct transmit (ACR122U API V2.04).
///
/// READ and WRITE go by InDataExchange, which takes the 4-bit acknowledge of a WRITE for what it is; everything else by
/// InCommunicateThru, which does not: there an acknowledge shows as a CRC error.
struct ACR122Profile: ReaderProfile {
    let name = "acr122"
    let capabilities = LinkCapabilities(nativeFrames: true, maximumAnswer: 250, seesNAKCode: false)
    /// InListPassiveTarget, one target, 106 kbit/s type A.
    let reselect: [UInt8]? = [0xFF, 0x00, 0x00, 0x00, 0x04, 0xD4, 0x4A, 0x01, 0x00]

    private static let head: [UInt8] = [0xFF, 0x00, 0x00, 0x00]
    private static let dataExchange: [UInt8] = [0xD4, 0x40, 0x01]
    private static let communicateThru: [UInt8] = [0xD4, 0x42]

    func command(for frame: [UInt8]) -> [UInt8]? {
        let payload = (byDataExchange(frame) ? Self.dataExchange : Self.communicateThru) + frame
        guard payload.count <= 255 else { return nil }
        return Self.head + [UInt8(payload.count)] + payload
    }

    func result(of answer: [UInt8], to frame: [UInt8], answerLength: Int?) -> FrameResult {
        guard let (data, word) = StatusWord.split(answer) else { return .nonsense }
        guard word == StatusWord.ok else { return refusal(word) }
        let code: UInt8 = byDataExchange(frame) ? 0x41 : 0x43
        guard data.count >= 3, data[0] == 0xD5, data[1] == code else { return .nonsense }
        switch data[2] & 0x3F {
        case 0x00:
            let rest = Array(data[3...])
            if NativeFrame.isAcknowledged(frame), rest.isEmpty { return .answer([NativeFrame.acknowledge]) }
            return rest.isEmpty ? .silence : .answer(rest)
        case 0x02 where NativeFrame.isAcknowledged(frame) && code == 0x43:
            return .answer([NativeFrame.acknowledge])
        case 0x01, 0x0A, 0x25, 0x26, 0x27, 0x29, 0x2B: return .silence
        case 0x02, 0x03, 0x04, 0x05, 0x06, 0x0B, 0x13, 0x14: return .nak(nil)
        default: return .nonsense
        }
    }

    func reselection(by answer: [UInt8]) -> Reselection {
        // D5 4B <targets> <number> <ATQA 2> <SAK> <UID length> <UID>
        guard let (data, word) = StatusWord.split(answer), word == StatusWord.ok, data.count >= 3,
            data[0] == 0xD5, data[1] == 0x4B, data[2] >= 1
        else { return .notFound }
        guard data.count >= 8, data.count >= 8 + Int(data[7]), data[7] > 0 else { return .found(uid: nil) }
        return .found(uid: Array(data[8..<8 + Int(data[7])]))
    }

    func frame(in command: [UInt8]) -> CarriedFrame? {
        guard command.starts(with: Self.head), command.count > 5 else { return nil }
        for wrapper in [Self.communicateThru, Self.dataExchange] where command[5...].starts(with: wrapper) {
            let start = 5 + wrapper.count
            return CarriedFrame(bytes: Array(command[start...]), offset: start)
        }
        return nil
    }

    private func byDataExchange(_ frame: [UInt8]) -> Bool { frame.first == 0x30 || frame.first == 0xA2 }
}
