import Tags
import Testing

@testable import Engine

@Suite struct ProfileTests {
    @Test(
        "each profile wraps a frame in exactly its own APDU",
        arguments: [
            ("acr122", "60", "FF00000003D44260"),
            ("acr122", "3A003D", "FF00000005D4423A003D"),
            ("acr122", "3004", "FF00000005D440013004"),
            ("acr122", "A20403101112", "FF00000009D44001A20403101112"),
            ("acr122", "1B11223344", "FF00000007D4421B11223344"),
            ("acr122", "3C00", "FF00000004D4423C00"),
            ("acr122", "3902", "FF00000004D4423902"),
            ("acr1252", "3A203F", "FF000000033A203F"),
            ("acr1252", "60", "FF0000000160"),
            ("part3", "1A00", "FFC200010495021A00"),
            ("part3", "A204D1010C55", "FFC20001089506A204D1010C55"),
            ("springcard", "60", "FFFE01080160"),
            ("omnikey21", "60", "FFA00005070100F30000646000"),
            ("storage", "3004", "FFB0000410"),
            ("storage", "A20403101112", "FFD600040403101112"),
        ])
    func wrap(profile: String, frame: String, command: String) throws {
        let profile = try #require(Self.named(profile))
        #expect(profile.command(for: hex(frame)).map { Hex.string($0) } == command)
        #expect(profile.frame(in: hex(command))?.bytes == hex(frame))
    }

    @Test(
        "each profile reads an answer for what it is",
        arguments: [
            ("acr122", "60", "D543000004040201000F039000", FrameResult.answer(hex("0004040201000F03"))),
            ("acr122", "A20400000000", "D541009000", .answer([0x0A])),
            ("acr122", "A20400000000", "D541019000", .silence),
            ("acr122", "1B00000000", "D543029000", .nak(nil)),
            ("acr122", "3902", "D543029000", .nak(nil)),
            ("acr122", "60", "D543019000", .silence),
            ("acr122", "60", "D543419000", .silence),
            ("acr122", "C2FF", "D543029000", .answer([0x0A])),
            ("acr122", "60", "6300", .nak(nil)),
            ("acr122", "60", "6A81", .unsupported),
            ("acr122", "60", "D54100009000", .nonsense),
            ("acr122", "60", "D5439000", .nonsense),
            ("acr122", "60", "90", .nonsense),
            ("acr122", "60", "", .nonsense),
            (
                "acr1252", "3004", "000102030405060708090A0B0C0D0E0F9000",
                .answer(hex("000102030405060708090A0B0C0D0E0F"))
            ),
            ("acr1252", "A20400000000", "9000", .answer([0x0A])),
            ("acr1252", "A20400000000", "0A9000", .answer([0x0A])),
            ("acr1252", "A20400000000", "009000", .nak(0)),
            ("acr1252", "30FF", "009000", .nak(0)),
            ("acr1252", "3004", "9000", .silence),
            ("acr1252", "3004", "6300", .nak(nil)),
            ("acr1252", "3E00", "BD9000", .answer([0xBD])),
            ("part3", "A20400000000", "C003009000920104960200009701" + "0A9000", .answer([0x0A])),
            ("part3", "A20400000000", "C003009000920104960200009701" + "059000", .nak(5)),
            ("part3", "3000", "C0030090009201009602000097040102030" + "49000", .answer([1, 2, 3, 4])),
            ("part3", "3000", "C0030064029000", .silence),
            ("part3", "3000", "C003006A819000", .unsupported),
            ("part3", "3000", "9000", .silence),
            ("part3", "3000", "C00300900096020100" + "9000", .nak(nil)),
            ("part3", "3000", "97059000", .nonsense),
            ("part3", "3000", "C003009000978104010203049000", .answer([1, 2, 3, 4])),
            ("springcard", "60", "6F01", .silence),
            ("springcard", "60", "6F02", .nak(nil)),
            ("omnikey21", "60", "01009000", .nak(nil)),
            ("omnikey21", "60", "00000004040201000F039000", .answer(hex("0004040201000F03"))),
            ("storage", "3004", "D1019000", .answer([0xD1, 0x01])),
            ("storage", "3004", "6A82", .nak(nil)),
            ("storage", "A20403101112", "9000", .answer([0x0A])),
            ("storage", "A20403101112", "6300", .nak(nil)),
        ])
    func unwrap(profile: String, frame: String, answer: String, expected: FrameResult) throws {
        let profile = try #require(Self.named(profile))
        let length = hex(frame).first == 0x3E ? 1 : nil
        #expect(profile.result(of: hex(answer), to: hex(frame), answerLength: length) == expected)
    }

    @Test("no answer, of any length and any content, can hurt a profile", arguments: ProfileTests.all.map(\.name))
    func hostile(name: String) throws {
        let profile = try #require(Self.named(name))
        var random = SplitMix(state: 7)
        let frames = ["60", "3004", "3A0010", "A20400000000", "C2FF", "1B00000000", "3E00", ""]
        for length in 0...300 {
            let answer = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            for frame in frames {
                for tail: [UInt8] in [[], [0x90, 0x00], [0x63, 0x00]] {
                    _ = profile.result(of: answer + tail, to: hex(frame), answerLength: nil)
                }
            }
            _ = profile.reselection(by: answer + [0x90, 0x00])
            _ = profile.accepted(answer)
            _ = profile.frame(in: answer)
            _ = profile.command(for: answer)
            for head in ["FF000000", "FFC20001", "FFB0", "FFD600", "FFA00005", "FFFE0108"] {
                _ = profile.frame(in: hex(head) + answer)
            }
        }
    }

    @Test(
        "a reader's name decides what is tried first; the last resort is always storage-card APDUs",
        arguments: [
            ("ACS ACR122U PICC Interface 00 00", "acr122"),
            ("ACS ACR122U 01 00", "acr122"),
            ("ACS ACR1252 1S CL Reader [ACR1252 Dual Reader PICC] 00 00", "acr1252"),
            ("ACS ACR1552 1S CL Reader PICC 00 00", "acr1252"),
            ("ACS ACR1281 1S Dual Reader 00 00", "acr1252"),
            ("ACS ACM1252 1S CL Reader 00 00", "part3"),
            ("SONY FeliCa RC-S300/P (1234567) 00 00", "part3"),
            ("SpringCard Prox'N'Roll (ABC) 00 00", "springcard"),
            ("OMNIKEY CardMan 5321 00 01", "omnikey21"),
            ("HID Global OMNIKEY 5022 Smart Card Reader 00 00", "storage"),
            ("Identiv uTrust 3700 F CL Reader 00 00", "part3"),
            ("A reader nobody knows 00 00", "part3"),
            ("", "part3"),
        ])
    func table(reader: String, first: String) {
        let candidates = ReaderTable.candidates(for: reader)
        #expect(candidates.first?.name == first)
        #expect(candidates.last?.name == "storage")
    }

    @Test("the response window reads the same in either byte order, and a page can be written within it")
    func window() throws {
        let command = try #require(Part3Profile().opening.map(\.bytes).first { $0.contains(0x5F) })
        let value = Array(command.suffix(4))
        #expect(value == value.reversed())
        let microseconds = value.reduce(0) { $0 << 8 | Int($1) }
        #expect(microseconds > 10_000 && microseconds < 1_000_000)
    }

    @Test("BER lengths go there and back", arguments: [0, 1, 127, 128, 200, 255, 256, 4000])
    func lengths(length: Int) throws {
        let bytes = BERLength.encode(length)
        let decoded = try #require(BERLength.decode(bytes[...]))
        #expect(decoded.length == length)
        #expect(decoded.size == bytes.count)
    }

    static let all: [any ReaderProfile] = [
        ACR122Profile(), PassThroughProfile.acr1252, Part3Profile(), PassThroughProfile.springCard,
        PassThroughProfile.omnikey21, StorageProfile(),
    ]

    static func named(_ name: String) -> (any ReaderProfile)? { all.first { $0.name == name } }
}

/// A small generator, the same every time.
struct SplitMix {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
