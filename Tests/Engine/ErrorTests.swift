import Tags
import Testing

@testable import Engine

@Suite struct ErrorTests {
    private static let errors: [EngineError] = [
        .noReader(wanted: nil), .noReader(wanted: "X"), .noTag(reader: nil, seconds: 0),
        .noTag(reader: "R", seconds: 1),
        .noTag(reader: "R", seconds: 10), .refusedHere(reason: "no", advice: "yes"),
        .refusedByTag(command: 0x1B, page: nil, raw: [0]), .refusedByTag(command: 0xA2, page: 4, raw: []),
        .refusedByTag(command: 0x30, page: 300, raw: [1, 2]), .refusedByTag(command: 0, page: -1, raw: [0xFF]),
        .tagLost(during: "reading it"), .readerFailed(reader: "R", reason: "it broke", raw: [1], code: nil),
        .readerBusy(reader: "R"), .service(.unreachable), .service(.notAuthorized), .cancelled,
    ]

    @Test("every error says in one sentence what happened, in one what to do, and has a kind", arguments: errors)
    func sentences(error: EngineError) {
        for sentence in [error.headline, error.advice] {
            #expect(sentence.hasSuffix("."))
            #expect(sentence.first?.isUppercase == true)
            #expect(!sentence.contains("\n"))
        }
        let kinds = [
            "noReader", "noTag", "tagLost", "readerFailed", "refusedHere", "refusedByTag", "pcscd", "cancelled",
        ]
        #expect(kinds.contains(error.jsonKind))
    }

    @Test("it is told whose refusal it was")
    func whose() {
        #expect(
            EngineError.refusedByTag(command: 0xA2, page: 4, raw: []).headline == "The tag refused WRITE of page 04.")
        #expect(
            EngineError.refusedHere(reason: "the page is locked", advice: "x").headline
                == "Refused before anything was sent: the page is locked.")
        #expect(EngineError.readerBusy(reader: "R").headline == "Another program is using this reader: R.")
        #expect(EngineError.service(.unreachable).headline == "The PC/SC service (pcscd) is not running.")
    }

    @Test("every PC/SC code has its own words, and becomes an error that carries it", arguments: PCSCCode.all)
    func codes(code: PCSCCode) {
        #expect(PCSCCode.named(code.value) == code)
        #expect(PCSCCode.words(for: code.value).contains(code.name))
        let error = ChannelError(pcsc: code.value)
        #expect(error == .cancelled || error.code == code.value)
        #expect(PCSCCode.all.filter { $0.value == code.value }.count == 1)
        _ = EngineError(error, reader: "R", during: "reading it").headline
    }

    @Test(
        "what a code means for a connection",
        arguments: [
            (0x8010_0069, ChannelError.cardRemoved(code: 0x8010_0069)), (0x8010_000C, .cardRemoved(code: 0x8010_000C)),
            (0x8010_0068, .cardReset(code: 0x8010_0068)), (0x8010_0066, .unresponsive(code: 0x8010_0066)),
            (0x8010_0017, .readerGone(code: 0x8010_0017)), (0x8010_000B, .sharingViolation(code: 0x8010_000B)),
            (0x8010_001D, .serviceGone(code: 0x8010_001D)), (0x8010_006A, .notAuthorized(code: 0x8010_006A)),
            (0x8010_002F, .communication(code: 0x8010_002F)), (0xDEAD_BEEF, .failed(code: 0xDEAD_BEEF)),
        ] as [(UInt32, ChannelError)])
    func mapping(code: UInt32, error: ChannelError) {
        #expect(ChannelError(pcsc: code) == error)
    }

    @Test(
        "a refused control call means that escape commands are off", arguments: [0x8010_0016, 0x8010_001F] as [UInt32])
    func escapeOff(code: UInt32) {
        #expect(ChannelError(pcsc: code, control: true) == .controlRefused(code: code))
    }
}
