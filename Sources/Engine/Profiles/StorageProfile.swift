import Tags

/// Storage-card APDUs only: READ BINARY and UPDATE BINARY of PC/SC part 3, what any contactless reader has.
struct StorageProfile: ReaderProfile {
    let name = "storage"
    let capabilities: LinkCapabilities

    /// The sentence for every reader of this kind.
    static let limits =
        "This reader cannot send PWD_AUTH, GET_VERSION, FAST_READ, READ_CNT or READ_SIG: passwords, exact chip type,"
        + " counter and signature are out of reach."

    /// A profile for such a reader.
    /// - Parameter limits: What it cannot do, where that is more than usual.
    init(limits: String = StorageProfile.limits) {
        capabilities = LinkCapabilities(nativeFrames: false, maximumAnswer: 16, seesNAKCode: false, limits: limits)
    }

    func command(for frame: [UInt8]) -> [UInt8]? {
        switch frame.first {
        case 0x30 where frame.count == 2: [0xFF, 0xB0, 0x00, frame[1], 0x10]
        case 0xA2 where frame.count == 6: [0xFF, 0xD6, 0x00, frame[1], 0x04] + frame[2...]
        default: nil
        }
    }

    func result(of answer: [UInt8], to frame: [UInt8], answerLength: Int?) -> FrameResult {
        guard let (data, word) = StatusWord.split(answer) else { return .nonsense }
        guard word == StatusWord.ok else { return refusal(word) }
        if NativeFrame.isAcknowledged(frame) {
            return data.isEmpty ? .answer([NativeFrame.acknowledge]) : .nonsense
        }
        return .answer(data)
    }

    func frame(in command: [UInt8]) -> CarriedFrame? {
        guard command.count >= 5, command[0] == 0xFF, command[2] == 0x00 else { return nil }
        switch command[1] {
        case 0xB0: return CarriedFrame(bytes: [0x30, command[3]], offset: 3)
        case 0xD6: return CarriedFrame(bytes: [0xA2, command[3]] + command[5...], offset: 3)
        default: return nil
        }
    }
}
