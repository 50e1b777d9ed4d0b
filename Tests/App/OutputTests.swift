import Dumps
import Testing

@testable import App

@Suite("Results and where they go")
struct OutputTests {
    /// Notes are kept, results fail with `error` once `room` of them were taken.
    private static func run(
        _ arguments: [String], room: Int = 0, error: FileError
    ) throws -> (status: ShellStatus, notes: String, tries: Int) {
        let (kept, home) = (KeptOutput(), try TemporaryFolder())
        var tries = 0
        let invocation = try Invocation(parsing: arguments)
        let output = Output(
            quiet: invocation.has(.quiet),
            result: { _ throws(FileError) in
                tries += 1
                if tries > room { throw error }
            }, note: { kept.add(note: $0) })
        let status = output.settled(
            try Program.run(invocation, output, environment: { ["HOME": home.path][$0] }))
        return (status, kept.notes, tries)
    }

    static let commands = [
        ["--version"], ["--help"], ["--keys"], ["--paths"], ["read", "--simulate=ntag213"],
        ["ndef", "decode", "D00000"],
        ["ndef", "encode", "--text", "x"], ["write", "--text", "x", "--dry-run", "--simulate=ntag213"],
    ]

    @Test("a result that is lost is no success, and one sentence says so", arguments: commands, [false, true])
    func full(arguments: [String], json: Bool) throws {
        let error = FileError(path: "stdout", reason: "No space left on device")
        let run = try Self.run(arguments + (json ? ["--json"] : []) + ["--quiet"], error: error)
        #expect(run.status == .failed)
        #expect(run.notes == "tagdesk: The result could not be written to stdout: No space left on device.\n")
        #expect(run.tries == 1, "nothing is written behind a gap")
    }

    @Test("a result that is cut off is no success either")
    func cutOff() throws {
        let error = FileError(path: "stdout", reason: "No space left on device")
        #expect(try Self.run(["read", "--simulate=ntag213"], room: 3, error: error).status == .failed)
    }

    @Test("whoever stopped reading is not spoken to, and it is no success", arguments: commands)
    func closed(arguments: [String]) throws {
        let error = FileError(path: "stdout", reason: "Broken pipe", isClosedPipe: true)
        let run = try Self.run(arguments + ["--quiet"], error: error)
        #expect(run.status == .failed && run.notes == "")
    }

    @Test("a failure keeps its own status where its document is lost")
    func failure() throws {
        let error = FileError(path: "stdout", reason: "No space left on device")
        let run = try Self.run(["read", "--simulate", "--reader", "none", "--wait", "0", "--json"], error: error)
        #expect(run.status == .nothingThere)
    }

    @Test("with --json every command answers with one document or a refusal", arguments: CommandSpec.all.map(\.name))
    func documents(name: CommandName) throws {
        func run(_ options: [String]) throws -> [String: Any] {
            let kept = KeptOutput()
            let invocation = try Invocation(parsing: name.words + options + ["--json"])
            #expect(try Program.run(invocation, kept.output, environment: { _ in nil }) == .done)
            return try parsed(kept.result)
        }
        let help = try run(["--help"])
        #expect(help["command"] as? String == name.rawValue)
        let command = try #require(CommandSpec.all.first { $0.name == name })
        let options = try #require(help["options"] as? [[String: Any]])
        #expect(options.map { $0["option"] as? String } == command.options.map(\.dashed))
        #expect(try run(["--version"])["version"] as? String == Program.version)
    }

    @Test("the keys as a document hold every action with its keys")
    func keys() throws {
        let kept = KeptOutput()
        _ = try Program.run(try Invocation(parsing: ["--keys", "--json"]), kept.output)
        let actions = try #require(try parsed(kept.result)["actions"] as? [[String: Any]])
        let help = try #require(actions.first { $0["name"] as? String == "help" })
        #expect(help["keys"] as? [String] == ["?", "F1"] && help["group"] as? String == "Program")
        #expect(Set(actions.compactMap { $0["name"] as? String }).count == actions.count)
    }

    @Test("a command that has no document refuses --json", arguments: [[], ["simulate", "--serve"]])
    func refused(words: [String]) throws {
        let invocation = try Invocation(parsing: words + ["--json"])
        #expect(throws: UsageError.noDocument(command: invocation.command.name)) {
            try Program.run(invocation, KeptOutput().output)
        }
    }

    @Test("a group of commands lists them as a document")
    func group() throws {
        let kept = KeptOutput()
        _ = try Program.run(try Invocation(parsing: ["journal", "--help", "--json"]), kept.output)
        let commands = try #require(try parsed(kept.result)["commands"] as? [[String: Any]])
        #expect(commands.compactMap { $0["command"] as? String } == CommandSpec.group("journal").map(\.name.rawValue))
    }
}
