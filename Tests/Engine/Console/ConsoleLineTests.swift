import Tags
import Testing

@testable import Engine

@Suite("lines of the console") struct ConsoleLineTests {
    @Test(
        "what can be typed is understood",
        arguments: [
            ("", ConsoleLine.nothing), ("   ", .nothing), ("# native 30", .nothing),
            ("00 A4 04 00 07 D2760000850101 00", .command(.apdu(hex("00A4040007D276000085010100")))),
            ("ff:ca:00:00:00 # the UID", .command(.apdu(hex("FFCA000000")))),
            ("native 30 04", .command(.native([0x30, 0x04]))), ("NATIVE 60#version", .command(.native([0x60]))),
            ("control 42000001 E0 00", .command(.control(code: 0x4200_0001, [0xE0, 0x00]))),
            ("control 0x313A", .command(.control(code: 0x313A, []))),
            ("escape E0", .command(.control(code: 0x4200_0001, [0xE0]))),
            ("pw = 00 11 22 33", .assignment(name: "pw", bytes: [0x00, 0x11, 0x22, 0x33])),
            ("native 1B $PW", .command(.native(hex("1B01020304")))), ("help", .help), ("?", .help),
        ])
    func understood(text: String, expected: ConsoleLine) throws {
        #expect(try ConsoleLine.parse(text, variables: ["pw": [1, 2, 3, 4]]) == expected)
    }

    @Test(
        "what is no line is refused, and what it holds is not repeated",
        arguments: [
            "zz", "0", "native", "native 3", "control", "control xyz 00", "control 123456789 00", "escape", "$",
            "$nothing",
            "native 1B $pw1", "= 00", "1a = 00", "pw =", "pw = x", ":nothing", ":version now", "hello world",
            "control +1 00", "00A4\u{0}00",
        ])
    func refused(text: String) {
        #expect(throws: ConsoleLine.Problem.self) { try ConsoleLine.parse(text) }
    }

    @Test("lines and commands have bounds")
    func bounds() {
        #expect(throws: ConsoleLine.Problem.self) {
            try ConsoleLine.parse(String(repeating: "00 ", count: ConsoleLine.limit))
        }
        #expect(throws: ConsoleLine.Problem.self) {
            try ConsoleLine.parse("$a $a", variables: ["a": Array(repeating: 0, count: ConsoleLine.byteLimit)])
        }
    }

    @Test("every named command has a name of its own and can be sent", arguments: Type2Chip.all.map(\.name))
    func library(chip: String) throws {
        let identity = TagIdentity(
            uid: [], type: .type2, chipName: chip, chip: Type2Chip.named(chip), identifiedBy: "", provenance: .assumed)
        let library = NamedCommand.library(for: identity)
        #expect(Set(library.map(\.name)).count == library.count)
        for command in library {
            #expect(!command.commands.isEmpty)
            #expect(try ConsoleLine.parse(":" + command.name, commands: library) == .named(command))
            let guardian = ConsoleGuard(identity: identity, page: { _ in nil })
            #expect(command.commands.allSatisfy { guardian.verdict(on: $0) == .reads })
        }
    }
}
