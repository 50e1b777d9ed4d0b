import Tags
import Testing

@testable import Engine

@Suite("The trace of an NTAG 424 DNA")
struct CardTraceTests {
    private func exchange(_ command: String, _ answer: String) -> Exchange {
        ExchangeWords(
            kind: .transmit, command: hex(command), result: .success(hex(answer)), profile: ACR122Profile(), chip: nil
        ).exchange(number: 1, reader: "R", time: 0, duration: 0)
    }

    @Test(
        "commands are told with key, file and place, not as bare hex",
        arguments: [
            (
                "9071000002000000", String(repeating: "11", count: 16) + "91AF",
                "AuthenticateEV2First key 0: 16 bytes, more to come"
            ),
            ("9071000008020602000000000000", "919D", "AuthenticateLRPFirst key 2: 919D: permission denied"),
            ("90770000010300", "91AE", "AuthenticateEV2NonFirst key 3: 91AE: authentication error"),
            ("90640000010300", "91AE", "GetKeyVersion key 3: 91AE: authentication error"),
            ("90F50000010200", "91AE", "GetFileSettings file 02: 91AE: authentication error"),
            ("90F60000010200", "05000000009100", "GetFileCounters file 02: 5 bytes"),
            ("90AD0000070210000020000000", "91BE", "ReadData file 02, 32 bytes from 16: 91BE: boundary error"),
            ("90AD0000070200000000000000", "91BE", "ReadData file 02, all from 0: 91BE: boundary error"),
            ("908D00000803000000010000AA00", "9100", "WriteData file 03, 1 byte from 0: done"),
            ("905C00000605AABBCCDDEE00", "9100", "SetConfiguration option 05: done"),
            ("90510000087766554433221100" + "00", "911E", "GetCardUID: 911E: integrity error"),
            ("90AF000000", "9100", "continue: done"), ("9071", "9100", "2 bytes that are no APDU: done"),
            ("90710000", "917E", "AuthenticateEV2First: 917E: wrong length"),
            ("90AD000007021000", "917E", "ReadData file 02: 917E: wrong length"),
        ])
    func words(command: String, answer: String, meaning: String) {
        #expect(exchange(command, answer).meaning == meaning)
    }

    @Test("the new key of ChangeKey is masked, encrypted as it is; the key's number stays")
    func masks() {
        let changed = exchange("90C400000502A1A2A3A400", "9100")
        #expect(changed.command == hex("90C40000050200000000" + "00") && changed.maskedCommand == [6..<10])
        #expect(changed.meaning == "ChangeKey key 2: done")
        // Cut short, or with a length that lies.
        for command in ["90C40000", "90C4000005", "90C400000502", "90C40000FF02A1A2"] {
            let exchange = exchange(command, "917E")
            #expect(exchange.maskedCommand.allSatisfy { exchange.command[$0].allSatisfy { $0 == 0 } })
        }
        #expect(exchange("90C40000FF02A1A2", "917E").command == hex("90C40000FF020000"))
    }

    @Test("what a card refuses is answered with what to do, for each of the usual refusals")
    func advice() {
        for (command, status, words) in [
            (DNACommand.additionalFrame, 0x91AE, "The key is wrong"),
            (.authenticateFirst, 0x91AD, "try again in some seconds"),
            (.authenticateFirst, 0x919D, "LRP"), (.changeKey, 0x911E, "old key"),
            (.readData, 0x917E, "communication mode"),
        ] as [(DNACommand, UInt16, String)] {
            let error = EngineError.refusedByCard(CardRefusal(command, status: StatusWord(status)))
            #expect(error.advice.contains(words), "\(error.advice)")
            #expect(error.headline.hasPrefix("The tag refused"))
        }
    }
}
