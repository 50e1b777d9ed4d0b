import Tags
import Testing

@testable import Simulator

/// Traces that people reported, played against the simulated reader: it must give the answers they saw.
@Suite("Reported traces", .enabled(if: SharedFiles.available))
struct TraceTests {
    /// What a trace presupposes of tag and reader and does not say.
    private static let circumstances: [String: @Sendable (SimulatedReader, SimulatedTag) -> Void] = [
        "TRC-009": { reader, tag in
            tag.with { chip in
                chip.store(hex("AABBCCDD"), page: 9)
                chip.store([0x04, 0, 0, 0x0A], page: 0x29)
                chip.store([0x80, 5, 0, 0], page: 0x2A)
            }
            // Configuration takes force at power-up.
            reader.insert(tag)
        },
        "TRC-011": { reader, tag in
            tag.with { chip in for page in 4...7 { chip.store([0, 0, 0, 0], page: page) } }
            // The tag writes, and its acknowledgement is lost.
            reader.faults.unansweredFrame = 1
        },
    ]
    /// A trace that says a page does not exist which an NTAG213 has.
    private static let chips = ["TRC-001": "NTAG203"]
    /// TRC-017 has a tag that answers two bytes to READ, which no chip here does.
    private static let notOfAChip: Set<String> = ["TRC-017"]

    @Test("are answered as they were reported")
    func replay() throws {
        var replayed = 0
        for item in try SharedFiles.allCases() where item["area"] as? String == "pcsc_apdu" {
            let id = try #require(item["id"] as? String)
            guard let input = item["input"] as? [String: Any], input["kind"] as? String == "apdu_trace",
                let steps = input["steps"] as? [[String: Any]], Self.known.contains(id), !Self.notOfAChip.contains(id)
            else { continue }
            let reader = SimulatedReader(profile: .acr122)
            let tag = SimulatedTag(chip: try chip(Self.chips[id] ?? "NTAG213"), uid: hex("04A1B2C3D4E5F6"))
            reader.insert(tag)
            Self.circumstances[id]?(reader, tag)
            let channel = try reader.connect()
            for step in steps {
                let command = try #require(step["c"] as? String)
                let answer = try #require(step["r"] as? String)
                if command.hasPrefix("<") {
                    try channel.reconnect(.reset)
                } else {
                    #expect(try channel.transmit(hex(command)) == hex(answer), "\(id): \(command)")
                }
            }
            replayed += 1
        }
        #expect(replayed == Self.known.subtracting(Self.notOfAChip).count)
    }

    private static let known: Set<String> = [
        "TRC-001", "TRC-003", "TRC-005", "TRC-007", "TRC-009", "TRC-011", "TRC-013", "TRC-015", "TRC-017",
    ]
}
