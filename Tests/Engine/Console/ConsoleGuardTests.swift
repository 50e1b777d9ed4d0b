import Tags
import Testing

@testable import Engine

@Suite("what the console's guard knows") struct ConsoleGuardTests {
    private static func guardian(_ chip: String = "NTAG213", type: TagType = .type2, page: [UInt8]? = [4, 0x48, 0, 0])
        -> ConsoleGuard
    {
        ConsoleGuard(
            identity: TagIdentity(
                uid: [], type: type, chipName: chip, chip: Type2Chip.named(chip), identifiedBy: "",
                provenance: .assumed), page: { _ in page })
    }

    private enum Kind { case reads, changes, irreversible }

    private static func kind(_ verdict: ConsoleVerdict) -> Kind {
        switch verdict {
        case .reads: .reads
        case .changes: .changes
        case .irreversible: .irreversible
        }
    }

    /// The ways in which a frame can be typed.
    private static func wrappings(_ frame: [UInt8]) -> [ConsoleCommand] {
        let count = UInt8(frame.count)
        return [
            .native(frame), .apdu([0xFF, 0, 0, 0, count] + frame),
            .apdu([0xFF, 0, 0, 0, count + 2, 0xD4, 0x42] + frame),
            .apdu([0xFF, 0, 0, 0, count + 3, 0xD4, 0x40, 0x01] + frame),
            .apdu([0xFF, 0, 0, 0, count + 3, 0xD4, 0x40, 0x02] + frame),
            .apdu([0xFF, 0xC2, 0, 1, count + 2, 0x95, count] + frame), .apdu([0xFF, 0xFE, 0x01, 0x08, count] + frame),
            .control(code: 0x4200_0001, [0xFF, 0xC2, 0, 1, count + 2, 0x95, count] + frame),
        ]
    }

    @Test(
        "lock bits, OTP bits, counters and configuration locks ask in every wrapping",
        arguments: [
            "A2020000FF00", "A203E1101201", "A228FFFF00BD", "A50201000000", "A902", "A22A40050000", "A20004112233",
        ])
    func irreversibleFrames(frame: String) {
        let bytes = hex(frame)
        for command in Self.wrappings(bytes) {
            #expect(Self.kind(Self.guardian(page: [0, 0, 0, 0]).verdict(on: command)) == .irreversible, "\(command)")
        }
    }

    @Test("an ordinary write only changes", arguments: ["A20401020304", "A22701020304", "A004"])
    func writes(frame: String) {
        for command in Self.wrappings(hex(frame)) {
            #expect(Self.kind(Self.guardian().verdict(on: command)) == .changes, "\(command)")
        }
    }

    @Test("reading is free", arguments: ["3004", "3A0010", "60", "3902", "3C00", "1B00000000", "1A00", "C2FF"])
    func reads(frame: String) {
        for command in Self.wrappings(hex(frame)) {
            #expect(Self.kind(Self.guardian().verdict(on: command)) == .reads, "\(command)")
        }
    }

    @Test(
        "a write of several pages in one command is judged for each of them",
        arguments: ["FFD60002080000FFFFE1101200", "FFD60001080000FFFFE110120F", "FFD6000308E110120F00000000"])
    func severalPages(update: String) {
        #expect(Self.kind(Self.guardian().verdict(on: .apdu(hex(update)))) == .irreversible)
        #expect(Self.kind(Self.guardian().verdict(on: .apdu(hex("FFD60010080102030405060708")))) == .changes)
    }

    @Test("a write on a chip without a table asks, and so does UPDATE BINARY")
    func unknownChip() {
        let unknown = Self.guardian("Type 2 tag")
        #expect(Self.kind(unknown.verdict(on: .native(hex("A20401020304")))) == .irreversible)
        #expect(Self.kind(unknown.verdict(on: .apdu(hex("FFD600040401020304")))) == .irreversible)
        #expect(Self.kind(Self.guardian().verdict(on: .apdu(hex("FFD60002040000FFFF")))) == .irreversible)
    }

    @Test("the bytes after COMPATIBILITY_WRITE are judged as a write to its page")
    func compatibilityWrite() {
        var guardian = Self.guardian()
        guardian.compatibilityPage = 2
        let frame: [UInt8] = [0, 0, 0xFF, 0xFF] + Array(repeating: 0, count: 12)
        #expect(Self.kind(guardian.verdict(on: .native(frame))) == .irreversible)
        guardian.compatibilityPage = 4
        #expect(Self.kind(guardian.verdict(on: .native(frame))) == .changes)
    }

    @Test(
        "commands that take something off a card, or close it, for good ask",
        arguments: [
            "90FC000000", "90C40000190000000000000000000000000000000000000000000000000000", "9054000000",
            "905C00000100",
            "905F0000010200", "90DA00000301020300", "90DF00000102", "00E4000002E104", "00200001", "FC",
            "00D6830002FFFF",
        ])
    func irreversibleAPDUs(apdu: String) {
        #expect(Self.kind(Self.guardian("NTAG 424 DNA", type: .type4).verdict(on: .apdu(hex(apdu)))) == .irreversible)
    }

    @Test("the capability container asks when it is the selected file")
    func container() {
        var guardian = Self.guardian("NTAG 424 DNA", type: .type4)
        let update = ConsoleCommand.apdu(hex("00D6000E01FF"))
        guardian.selectedFile = 0xE104
        #expect(Self.kind(guardian.verdict(on: update)) == .changes)
        guardian.selectedFile = 0xE103
        #expect(Self.kind(guardian.verdict(on: update)) == .irreversible)
    }

    @Test("whatever is not known to read counts as a change", arguments: 0...255 as ClosedRange<UInt8>)
    func unknownCommands(code: UInt8) {
        let reading: Set<UInt8> = [
            0x30, 0x3A, 0x60, 0x39, 0x3C, 0x3E, 0x4B, 0x1A, 0x1B, 0xAF, 0xC2, 0xA4, 0x50, 0x26, 0x52,
        ]
        let kind = Self.kind(Self.guardian().verdict(on: .native([code, 0x00])))
        #expect((kind == .reads) == reading.contains(code))
    }
}
