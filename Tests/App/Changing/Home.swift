import Engine
import Foundation
import Simulator
import Tags
import Testing

@testable import App

/// A home of its own, in which commands run one after the other on the built-in reader's bench.
///
/// The bench's first tag lies on the reader: an NTAG213 as delivered.
final class Home {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var paths: Paths { Paths(environment: { ["HOME": self.folder.path][$0] }) }

    /// What a command answered.
    struct Answer {
        var status: ShellStatus
        var document: [String: Any]
        var text: String
        var notes: String

        var result: String? { document["result"] as? String }
        var plan: [[String: Any]] { document["plan"] as? [[String: Any]] ?? [] }
        var error: [String: Any]? { document["error"] as? [String: Any] }
        var uid: String? { (document["tag"] as? [String: Any])?["uid"] as? String }
    }

    /// Runs a command and reads its document.
    func run(_ arguments: String...) throws -> Answer { try run(arguments) }

    func run(_ arguments: [String]) throws -> Answer {
        let (status, kept) = try ReadCommandTests.run(arguments + ["--json"], home: folder.path)
        return Answer(
            status: status, document: try parsed(kept.result), text: kept.result, notes: kept.notes)
    }

    /// Runs a command as a person does; what it says on stdout and on stderr.
    func say(_ arguments: String...) throws -> Answer {
        let (status, kept) = try ReadCommandTests.run(arguments, home: folder.path)
        return Answer(status: status, document: [:], text: kept.result, notes: kept.notes)
    }

    /// The memory of the tag on the bench's reader, as `read` tells it.
    func memory() throws -> String {
        try #require((try run("read", "--simulate").document["memory"] as? [String: Any])?["bytes"] as? String)
    }

    /// The records of the tag on the bench's reader.
    func records(_ options: String...) throws -> [[String: Any]] {
        let ndef = try run(["read", "--simulate"] + options).document["ndef"] as? [String: Any]
        return try #require(ndef?["records"] as? [[String: Any]])
    }

    /// The operations of the journal, the newest first.
    func operations(_ options: String...) throws -> [[String: Any]] {
        try #require(try run(["journal", "list"] + options).document["operations"] as? [[String: Any]])
    }

    /// The UID of the tag on the bench's reader.
    static let uid = "04:E1:0C:DA:99:3C:80"
}

/// A session over a simulated reader whose tag can be pulled away in the middle of the work.
final class PulledSession {
    let tag: SimulatedTag
    let home: Home

    init(chip: String, in home: Home) throws {
        tag = SimulatedTag(chip: try #require(SimulatedChipName.chip(chip)))
        self.home = home
    }

    /// Runs a changing command; the tag is pulled away after so many frames, the last of them torn.
    func run(_ arguments: [String], pullAfter frames: Int? = nil, tear: TearManner = .mix) throws -> ChangeResult {
        let context = try context(arguments)
        let order = try ChangeOrder(context.invocation, secrets: SecretReader(context))
        return try with(reads: order.needsReading) { session, bench in
            bench.reader.tear = tear
            if let frames {
                // Once it was identified, so that the frames counted are those of the change.
                _ = try session.tag(CommonOptions())
                bench.pull(afterFrames: frames)
            }
            return ChangeCommand.result(of: order, in: session, context)
        }
    }

    /// Runs `journal recover` or `journal undo`.
    func recover(_ arguments: [String]) throws -> ChangeResult {
        let context = try context(["journal"] + arguments)
        let order = try RecoverCommand.order(context)
        if let settled = RecoverCommand.settledAlready(order, context) { return settled }
        return try with(reads: false) { session, _ in RecoverCommand.result(of: order, in: session, context) }
    }

    private func context(_ arguments: [String]) throws -> CommandContext {
        let invocation = try Invocation(parsing: arguments)
        return CommandContext(
            invocation: invocation, options: try CommonOptions(invocation), paths: home.paths,
            output: KeptOutput().output)
    }

    private func with(
        reads: Bool, _ body: (EngineSession, SimulatorBench) throws -> ChangeResult
    ) throws -> ChangeResult {
        let bench = SimulatorBench(
            reader: SimulatedReader(profile: .acr122), tags: [SimulatorBench.Entry(tag: tag, summary: "")])
        bench.place(tag.name)
        let session = EngineSession(
            sources: [SimulatorSource(bench: bench)], reads: reads, journalPath: home.paths.journal)
        defer { session.stop() }
        return try body(session, bench)
    }
}
