import Tags
import Testing

@testable import App

@Suite("tagdesk tool")
struct ToolCommandTests {
    private func run(_ arguments: [String]) throws -> (status: ShellStatus, kept: KeptOutput) {
        try ReadCommandTests.run(["tool"] + arguments)
    }

    @Test("every tool is a command, with help and an example that works", arguments: Tool.allCases)
    func everyTool(tool: Tool) throws {
        let command = try #require(CommandSpec.named(["tool", tool.rawValue]))
        #expect(command.name.tool == tool)
        let example = try #require(command.details.last { $0.hasPrefix("Example: tagdesk ") })
        let words = example.dropFirst("Example: tagdesk ".count).split(separator: " ").map(String.init)
        let answer = try ReadCommandTests.run(words + ["--json"])
        #expect(answer.status == .done)
        let document = try parsed(answer.kept.result)
        #expect(document["kind"] as? String == tool.rawValue)
        #expect((document["lines"] as? [Any])?.isEmpty == false)
        let plain = try ReadCommandTests.run(words)
        #expect(plain.status == .done && !plain.kept.result.isEmpty)
    }

    @Test("hex may come in one argument or many")
    func words() throws {
        for words in [["crc", "3004"], ["crc", "30", "04"], ["crc", "30 04"]] {
            let document = try parsed(try run(words + ["--json"]).kept.result)
            #expect(document["crcA"] as? String == "26EE")
        }
    }

    @Test("an input that is none is wrong usage; one that is damaged is read as far as it goes and exits 1")
    func damaged() throws {
        #expect(throws: UsageError.self) { try run(["crc", "0G"]) }
        #expect(throws: UsageError.self) { try run(["sak", "0044"]) }
        let answer = try run(["tlv", "6F 20 84 02 01 02"])
        #expect(answer.status == .failed)
        #expect(answer.kept.result.contains("84") || answer.kept.result.contains("6F"))
        #expect(answer.kept.notes.contains("claims 32 bytes"))
    }

    @Test("what hides in text never reaches the terminal")
    func hostile() throws {
        let answer = try run(["convert", "0x1B5B33316D"])
        #expect(!answer.kept.result.contains("\u{1B}"))
    }
}
