import Tags
import Testing

@testable import Engine

@Suite struct TraceTests {
    private func words(
        _ command: String, _ answer: String, profile: (any ReaderProfile)? = nil, chip: String? = nil
    ) -> Exchange {
        ExchangeWords(
            kind: .transmit, command: hex(command), result: .success(hex(answer)), profile: profile,
            chip: chip.flatMap { Type2Chip.named($0) }
        ).exchange(number: 1, reader: "R", time: 0, duration: 0)
    }

    @Test(
        "an exchange is told in words",
        arguments: [
            (
                "FF00000005D4423A003D", "D54300" + String(repeating: "00", count: 248) + "9000",
                "FAST_READ 00-3D: 248 bytes"
            ),
            ("FF00000003D44260", "D543000004040201000F039000", "GET_VERSION: 8 bytes"),
            ("FF00000003D44260", "D543019000", "GET_VERSION: no answer"),
            ("FF00000004D4423902", "D543029000", "READ_CNT 02: refused or damaged (9000)"),
            ("FF00000009D44001A20403101112", "D541009000", "WRITE 04: ACK"),
            ("FFCA000000", "04E10CDA993C809000", "GET UID: 7 bytes"),
            ("FFCA000000", "6A81", "GET UID: 6A81: not supported"),
            ("FF00000004D44A0100", "D54B0101004400079000", "select the tag again: 8 bytes"),
            ("FF82000006FFFFFFFFFFFF", "9000", "LOAD KEY: done"),
            (
                "FF860000050100126000", "6300",
                "AUTHENTICATE BLOCK: authentication failed: wrong key or key type; key slot numbers of an ACR122U are 00 and 01"
                    + " (6300)"
            ),
            ("00A4040007D276000085010100", "9000", "SELECT the application NDEF, mapping 2.0: done"),
            ("00A4000C02E104", "9000", "SELECT E104: done"),
            ("00B000000F", "000F20003B00340406E10400FF00009000", "READ BINARY 0000, 15 bytes: 15 bytes"),
            ("00D60000020000", "6982", "UPDATE BINARY 0000, 2 bytes: 6982: not allowed without a right"),
            ("9060000000", "0404023000110591AF", "GetVersion: 7 bytes, more to come"),
            ("9060000000", "91AF", "GetVersion: 91AF: more to come"),
            ("FF", "", "1 bytes that are no APDU: an answer without a status word"),
        ])
    func meaning(command: String, answer: String, meaning: String) {
        #expect(words(command, answer, profile: ACR122Profile()).meaning == meaning)
    }

    @Test("a NAK's code is put into words where the reader shows it")
    func nak() {
        let exchange = words(
            "FFC20001089506A20400000000", "C0030090009201049701009000", profile: Part3Profile(), chip: "NTAG213")
        #expect(exchange.meaning.hasPrefix("WRITE 04: NAK: invalid argument"))
        #expect(exchange.nativeCommand == hex("A20400000000"))
    }

    @Test(
        "keys, passwords and PACK are masked in command, answer and frame",
        arguments: [
            ("FF82000006A0A1A2A3A4A5", "9000", "FF82000006000000000000", "9000"),
            ("FF00000007D4421B11223344", "D54300ABCD9000", "FF00000007D4421B00000000", "D5430000009000"),
            ("FF00000009D44001A22B11223344", "D541009000", "FF00000009D44001A22B00000000", "D541009000"),
            ("FF00000009D44001A22CABCD0000", "D541009000", "FF00000009D44001A22C00000000", "D541009000"),
            ("FF00000009D44001A20411223344", "D541009000", "FF00000009D44001A20411223344", "D541009000"),
        ])
    func masks(command: String, answer: String, shown: String, shownAnswer: String) throws {
        let exchange = words(command, answer, profile: ACR122Profile(), chip: "NTAG213")
        #expect(exchange.command == hex(shown))
        #expect(exchange.response == hex(shownAnswer))
        for range in exchange.maskedCommand { #expect(exchange.command[range].allSatisfy { $0 == 0 }) }
        #expect(exchange.maskedCommand.isEmpty == (command == shown))
    }

    @Test("a password is masked on every kind of reader", arguments: ProfileTests.all.map(\.name))
    func masksEverywhere(name: String) throws {
        let profile = try #require(ProfileTests.named(name))
        for frame in ["1BDEADBEEF", "A22BDEADBEEF"] {
            guard let command = profile.command(for: hex(frame)) else { continue }
            let exchange = words(Hex.string(command), "9000", profile: profile, chip: "NTAG213")
            #expect(!Hex.string(exchange.command).contains("DEADBEEF"))
            #expect(!Hex.string(exchange.nativeCommand ?? []).contains("DEADBEEF"))
            #expect(exchange.maskedCommand.map(\.count) == [4])
        }
    }

    @Test(
        "a password in a frame of another kind of reader is masked all the same",
        arguments: ProfileTests.all.map(\.name),
        ["FF00000007D4421BDEADBEEF", "FF00000008D440011BDEADBEEF", "D4421BDEADBEEF"])
    func masksForeignWrappings(name: String, command: String) throws {
        let profile = try #require(ProfileTests.named(name))
        let exchange = words(command, "D54300ABCD9000", profile: profile, chip: "NTAG213")
        #expect(!Hex.string(exchange.command).contains("DEADBEEF"))
        #expect(!Hex.string(exchange.nativeCommand ?? []).contains("DEADBEEF"))
        #expect(exchange.maskedCommand.map(\.count) == [4])
    }

    @Test("a key of an Ultralight C is masked when it is written to its pages")
    func ultralightCKeys() {
        let exchange = words("FFD6002C0449454D4B", "9000", profile: StorageProfile(), chip: "Ultralight C")
        #expect(exchange.command == hex("FFD6002C0400000000"))
        #expect(exchange.nativeCommand == hex("A22C00000000"))
    }

    @Test("reconnects are counted apart from exchanges")
    func cost() throws {
        let test = LinkUnderTest(StorageProfile(), [.exchange("FFCA000000", "9000"), .reconnect])
        _ = try test.recovering.transmit(hex("FFCA000000"))
        try test.recovering.reconnect(.reset)
        #expect(test.trace.cost.exchanges == 1)
        #expect(test.trace.cost.reconnects == 1)
        #expect(test.exchanges.map(\.kind) == [.transmit, .reconnect])
        #expect(test.exchanges.map(\.number) == [1, 2])
    }
}
