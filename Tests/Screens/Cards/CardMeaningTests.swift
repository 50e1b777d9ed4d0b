import Engine
import Tags
import Testing

@testable import Screens

@Suite("What an exchange with a card told")
struct CardMeaningTests {
    private static func words(_ command: String, _ answer: String) -> String? {
        ExchangeMeaning.words(
            of: Exchange(
                number: 1, reader: "R", kind: .transmit, command: Hex.bytes(command) ?? [],
                response: Hex.bytes(answer) ?? [], meaning: "", time: 0, duration: 0))
    }

    @Test(
        "answers are put into words",
        arguments: [
            ("9071000002000000", String(repeating: "11", count: 16) + "91AF", "challenge"),
            ("9071000002000000", "01" + String(repeating: "11", count: 16) + "91AF", "in LRP"),
            ("90640000010300", "009100", "factory's key (assumed)"), ("90640000010300", "019100", "version 01"),
            ("90F50000010200", "0000E0EE0001009100", "read by everybody, written by everybody"),
            ("90F60000010200", "05000000009100", "read 5 times"),
            ("90AF0000200000", String(repeating: "33", count: 32) + "9100", "took the key"),
        ])
    func told(command: String, answer: String, words: String) {
        #expect(Self.words(command, answer)?.contains(words) == true, "\(Self.words(command, answer) ?? "nothing")")
    }

    @Test(
        "refusals say what to do",
        arguments: [
            ("90AF0000200000", "91AE", "The key is wrong"), ("9071000002000000", "91AD", "Leave the tag on the reader"),
            ("9071000002000000", "919D", "LRP"), ("90C40000000000", "911E", "old key"),
            ("90AD000007020000000000", "919D", "access rights"),
            ("908D000007020000000000", "917E", "communication mode"),
            ("00B0000010", "6982", "key or password"),
        ])
    func refused(command: String, answer: String, words: String) {
        #expect(Self.words(command, answer)?.contains(words) == true, "\(Self.words(command, answer) ?? "nothing")")
    }

    @Test("short, cut and unknown answers say nothing and break nothing")
    func odd() {
        for command in ["", "90", "9064", "90FF0000", "90F50000010200", "90F60000010200"] {
            for answer in ["", "91", "9100", "009100"] { _ = Self.words(command, answer) }
        }
        #expect(Self.words("90F50000010200", "009100") == nil)
    }
}
