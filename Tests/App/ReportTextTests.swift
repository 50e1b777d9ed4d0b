import Engine
import Simulator
import Tags
import Testing

@testable import App

@Suite("A tag in words")
struct ReportTextTests {
    /// What `read` prints of a tag whose memory was changed.
    private static func text(
        _ chip: String, _ change: (inout [UInt8], Type2Chip) throws -> Void = { _, _ in }
    ) throws -> String {
        let table = try #require(SimulatedChipName.chip(chip))
        var image = SimulatedTag(chip: table, uid: [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]).image
        try change(&image, table)
        let file = try TemporaryFolder()
        let path = try file.write("image.bin", image)
        return try ReadCommandTests.run(["read", "--simulate=\(chip):\(path)"]).kept.result
    }

    @Test("a limit of wrong passwords is told in the number's grammar", arguments: [1, 2, 7])
    func limit(limit: Int) throws {
        let text = try Self.text("ntag213") { image, chip in
            let configuration = try #require(chip.configuration)
            image[configuration.cfg1 * 4] |= UInt8(limit)
        }
        let words = limit == 1 ? "1 wrong password in all" : "\(limit) wrong passwords in all"
        #expect(text.contains("at most \(words) (AUTHLIM)"), "\(text)")
        #expect(!text.contains("Locks"))
    }

    @Test("locks and password are told in the words of the full screen", arguments: ReadCommandTests.chips)
    func words(chip: String) throws {
        let text = try Self.text(chip)
        #expect(text.contains("no page is locked"), "\(text)")
    }

    @Test("a chip that was made without a signature is not called an imitation")
    func blank() {
        func text(_ bytes: [UInt8]) -> String {
            let identity = TagIdentity(
                uid: [], type: .type2, chipName: "x", identifiedBy: "y", provenance: .derived)
            var report = TagReport(identity: identity)
            report.signature = Originality.verify(uid: [1, 2, 3, 4, 5, 6, 7], signature: bytes, curve: .secp128r1)
            return ReportText(report: report, paint: Paint(enabled: false)).lines.joined(separator: "\n")
        }
        let blank = text(Array(repeating: 0, count: 32))
        #expect(blank.contains("no signature: all its bytes are zero") && !blank.contains("not valid"))
        #expect(text(Array(repeating: 1, count: 32)).contains("not valid"))
    }
}
