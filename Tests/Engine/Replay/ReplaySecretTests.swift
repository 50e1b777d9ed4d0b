import Simulator
import Tags
import Testing

@testable import Engine

/// Commands that a secret opened the way to, compared with a tag to which nobody gives it.
@Suite("comparing a trace with a secret in it") struct ReplaySecretTests {
    private static let reader = "ACS ACR122U"

    /// Native frames over an ACR122U, as they were recorded; those with a secret in them are masked.
    private func exchange(
        _ number: UInt64, _ frame: String, _ answer: String, masked: [Range<Int>] = []
    ) -> Exchange {
        let frame = hex(frame)
        let command = [0xFF, 0x00, 0x00, 0x00, UInt8(frame.count + 2), 0xD4, 0x42] + frame
        let answer = hex(answer)
        return Exchange(
            number: number, reader: Self.reader, kind: .transmit, command: command,
            maskedCommand: masked.map { $0.lowerBound + 7..<$0.upperBound + 7 },
            response: [0xD5, 0x43, 0x00] + answer + [0x90, 0x00], nativeCommand: frame, nativeResponse: answer,
            meaning: "", time: 0, duration: 0)
    }

    private func compare(_ exchanges: [Exchange]) throws -> TraceComparison {
        let reader = SimulatedReader(profile: .acr122)
        reader.insert(
            SimulatedTag(chip: try #require(Type2Chip.named("NTAG213")), name: "tag", uid: [4, 1, 2, 3, 4, 5, 6]))
        let trace = Trace(entries: exchanges.map { .exchange($0) })
        return TraceComparison(try #require(trace.tags.first), over: try reader.connect())
    }

    private let other = "01020304" + "0000000000000000" + "00000000"

    @Test("what differs before the secret differs, what differs behind it says nothing")
    func behind() throws {
        let read = exchange(1, "3008", other)
        let password = exchange(2, "1BFFFFFFFF", "0000", masked: [1..<5])
        let before = try compare([read, password])
        #expect(before.differences.count == 1 && before.dependent.isEmpty && before.secrets == 1)
        let after = try compare([password, read])
        #expect(after.differences.isEmpty && after.dependent.count == 1 && after.secrets == 1)
    }

    @Test("a tag that was selected anew is compared again, unless something was written with the secret")
    func anew() throws {
        let password = exchange(1, "1BFFFFFFFF", "0000", masked: [1..<5])
        let again = Exchange(
            number: 3, reader: Self.reader, kind: .reconnect, command: [], response: [], meaning: "", time: 0,
            duration: 0)
        let read = exchange(4, "3008", other)
        #expect(try compare([password, again, read]).differences.count == 1)
        // The write is answered otherwise by a tag that is closed: what it would have left is not there.
        let write = exchange(2, "A208AABBCCDD", "00")
        let written = try compare([password, write, again, read])
        #expect(written.differences.isEmpty && written.dependent.count == 2)
    }

    @Test("a secret that was written is there for good")
    func written() throws {
        let secret = exchange(1, "A22B11223344", "0A", masked: [2..<6])
        let again = Exchange(
            number: 2, reader: Self.reader, kind: .reconnect, command: [], response: [], meaning: "", time: 0,
            duration: 0)
        let read = exchange(3, "3008", other)
        let comparison = try compare([secret, again, read])
        #expect(comparison.differences.isEmpty && comparison.dependent.count == 1)
    }
}
