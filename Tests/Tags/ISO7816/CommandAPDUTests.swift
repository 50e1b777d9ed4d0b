import Testing

@testable import Tags

@Suite("Commands to a card")
struct CommandAPDUTests {
    @Test(
        "a command is written with short fields where they hold its numbers, and with extended ones otherwise",
        arguments: [
            (CommandAPDU(0x00, 0xA4, 0x00, 0x0C), "00A4000C"),
            (CommandAPDU(0x00, 0xB0, 0x00, 0x00, expected: 15), "00B000000F"),
            (CommandAPDU(0x00, 0xB0, 0x00, 0x00, expected: 256), "00B0000000"),
            (CommandAPDU(0x00, 0xB0, 0x00, 0x00, expected: 257), "00B00000000101"),
            (CommandAPDU(0x00, 0xB0, 0x00, 0x00, expected: 65_536), "00B00000000000"),
            (CommandAPDU(0x00, 0xA4, 0x00, 0x0C, data: [0xE1, 0x03]), "00A4000C02E103"),
            (
                CommandAPDU(0x00, 0xA4, 0x04, 0x00, data: Type4Names.applicationV2, expected: 256),
                "00A4040007D276000085010100"
            ),
            (CommandAPDU.native(0x60), "9060000000"),
            (CommandAPDU.native(0xF5, [0x02]), "90F50000010200"),
        ])
    func encoding(command: CommandAPDU, hex: String) {
        #expect(Hex.string(command.bytes) == hex)
        #expect(CommandAPDU(command.bytes) == command)
    }

    @Test("a command of every length comes back from its bytes", arguments: [0, 1, 254, 255, 256, 257, 1000, 65_535])
    func roundTrip(count: Int) {
        for expected in [nil, 1, 255, 256, 257, 65_535, 65_536] {
            let data = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let command = CommandAPDU(0x00, 0xD6, 0x01, 0x02, data: data, expected: expected)
            #expect(CommandAPDU(command.bytes) == command)
        }
    }

    @Test(
        "bytes that are no command are none",
        arguments: [
            "", "00A404", "00A4040005D276000085010100", "00A4040007D27600008501", "00D600000000", "00D60000000000AA",
        ])
    func noCommand(hex: String) {
        #expect(CommandAPDU(Hex.bytes(hex) ?? []) == nil)
    }
}

@Suite("Status words")
struct StatusWordTests {
    @Test("every case of a status word has the name and the cause that people need", .enabled(if: SharedFiles.present))
    func cases() throws {
        let cases = try SharedFiles.cases(area: "ntag424").filter { $0["input"]["kind"].text == "status_word" }
        #expect(!cases.isEmpty)
        for item in cases {
            let digits = try item["input"].bytes("sw")
            let word = try #require(StatusWord.split(digits)?.word)
            #expect(word.name == item["expected"]["name"].text, "\(item["id"])")
            #expect(word.explanation != nil || word.isOK, "\(item["id"])")
        }
    }

    @Test("every word there is has words, and none but 9000 and 9100 reads as done")
    func everyWord() {
        for number in UInt16.min...UInt16.max {
            let word = StatusWord(number)
            #expect(!word.words.isEmpty)
            #expect(word.isOK == (word.words == "done"))
        }
    }
}
