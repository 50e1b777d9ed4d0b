import Foundation
import Simulator
import Testing

@testable import App

/// What the pages for people list must be what the program's tables hold.
@Suite("The pages for people")
struct DocumentTests {
    private func page(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("CHIPS.md names every chip that can be simulated", arguments: TagSpec.chipWords)
    func chips(word: String) throws {
        #expect(try page("docs/CHIPS.md").contains("`\(word)`"))
    }

    @Test("README.md's examples in scripts are understood")
    func examples() throws {
        let lines = try page("README.md").split(separator: "\n").filter { $0.hasPrefix("tagdesk ") }
        #expect(lines.count >= 5)
        for line in lines {
            let words = line.prefix { $0 != "#" }.split(separator: " ").dropFirst().map(String.init)
            _ = try CommonOptions(Invocation(parsing: words))
        }
    }

    @Test("help lists every kind of reader the simulator can be", arguments: SimulatedProfile.all.map(\.name))
    func profiles(name: String) throws {
        let command = try #require(CommandSpec.named(["simulate"]))
        #expect(Help.page(for: command, chips: [], tags: []).contains(name))
    }
}
