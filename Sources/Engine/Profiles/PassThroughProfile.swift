import Tags

/// Readers that take a native frame in one APDU and give the tag's bytes and a status word back: ACR1252 and its family,
/// SpringCard's ENCAPSULATE, the generic card session of OMNIKEY xx21 (the makers' manuals). One table entry a family.
struct PassThroughProfile: ReaderProfile {
    let name: String
    let capabilities: LinkCapabilities
    let opening: [SessionCommand]
    let closing: [SessionCommand]
    let pauseAfterFailure: Int
    /// The bytes before Lc.
    private let head: [UInt8]
    /// The bytes between Lc and the frame; they count in Lc.
    private let prefix: [UInt8]
    /// The bytes after the frame; they do not count in Lc.
    private let suffix: [UInt8]
    /// The bytes before the tag's answer, which must read so.
    private let answerHead: [UInt8]
    /// Status words of this family that mean silence.
    private let mute: Set<StatusWord>

    private init(
        name: String, maximumAnswer: Int, head: [UInt8], prefix: [UInt8] = [], suffix: [UInt8] = [],
        answerHead: [UInt8] = [], opening: [SessionCommand] = [], closing: [SessionCommand] = [],
        pauseAfterFailure: Int = 0, mute: Set<StatusWord> = []
    ) {
        self.name = name
        capabilities = LinkCapabilities(nativeFrames: true, maximumAnswer: maximumAnswer, seesNAKCode: false)
        self.head = head
        self.prefix = prefix
        self.suffix = suffix
        self.answerHead = answerHead
        self.opening = opening
        self.closing = closing
        self.pauseAfterFailure = pauseAfterFailure
        self.mute = mute
    }

    /// ACR1252, ACR1552, ACR1581 and their elders: the frame itself in the "direct transmit" APDU. Answers sometimes carry
    /// bytes twice, so that a length that is known is checked; a failed command wants a pause.
    static let acr1252 = PassThroughProfile(
        name: "acr1252", maximumAnswer: 248, head: [0xFF, 0x00, 0x00, 0x00], pauseAfterFailure: 150)

    /// SpringCard: stop tracking the card, ENCAPSULATE, resume.
    static let springCard = PassThroughProfile(
        name: "springcard", maximumAnswer: 248, head: [0xFF, 0xFE, 0x01, 0x08],
        opening: [SessionCommand(bytes: [0xFF, 0xFB, 0x01, 0x00], required: false)],
        closing: [SessionCommand(bytes: [0xFF, 0xFB, 0x00, 0x00], required: false)], mute: [0x6F01, 0x6F1B])

    /// OMNIKEY 5321, 6321 and 5421: the generic card session, 100 (64h) being its time-out.
    static let omnikey21 = PassThroughProfile(
        name: "omnikey21", maximumAnswer: 248, head: [0xFF, 0xA0, 0x00, 0x05],
        prefix: [0x01, 0x00, 0xF3, 0x00, 0x00, 0x64], suffix: [0x00], answerHead: [0x00, 0x00],
        opening: [SessionCommand(bytes: [0xFF, 0xA0, 0x00, 0x07, 0x03, 0x01, 0x00, 0x01])],
        closing: [SessionCommand(bytes: [0xFF, 0xA0, 0x00, 0x07, 0x03, 0x01, 0x00, 0x02])])

    var tellsSilence: Bool { !mute.isEmpty }

    func command(for frame: [UInt8]) -> [UInt8]? {
        let length = prefix.count + frame.count
        guard length <= 255 else { return nil }
        return head + [UInt8(length)] + prefix + frame + suffix
    }

    func result(of answer: [UInt8], to frame: [UInt8], answerLength: Int?) -> FrameResult {
        guard let (data, word) = StatusWord.split(answer) else { return .nonsense }
        if mute.contains(word) { return .silence }
        guard word == StatusWord.ok else { return word.sw1 == 0x6F ? .nak(nil) : refusal(word) }
        guard data.starts(with: answerHead) else { return data.isEmpty ? .silence : .nak(nil) }
        return plain(
            Array(data.dropFirst(answerHead.count)), to: frame, answerLength: answerLength, acknowledgeSwallowed: true)
    }

    func frame(in command: [UInt8]) -> CarriedFrame? {
        let start = head.count + 1 + prefix.count
        guard command.starts(with: head), command.count > start + suffix.count,
            command[(head.count + 1)...].starts(with: prefix)
        else { return nil }
        return CarriedFrame(bytes: Array(command[start..<command.count - suffix.count]), offset: start)
    }
}
