import Engine
import Glibc
import Screens
import Tags

/// The program: understands the arguments and does what they ask for.
enum Program {
    /// The version, as `--version` and the package name it.
    static let version = "0.1.0"

    /// Runs with these arguments (without the program's name).
    static func run(_ arguments: [String]) -> ShellStatus {
        signal(SIGPIPE, SIG_IGN)
        let plain = CommonOptions(tellingBy: arguments)
        let output = Output.standard(options: plain)
        var command = CommandName.workstation
        do throws(UsageError) {
            let invocation = try Invocation(parsing: arguments)
            command = invocation.command.name
            return output.settled(try run(invocation, output))
        } catch {
            return output.settled(Failure(error, of: command).tell(output, json: plain.json))
        }
    }

    /// - Parameter environment: Looks a variable up; the process's own by default.
    static func run(
        _ invocation: Invocation, _ output: Output,
        environment: (String) -> String? = Environment.value
    ) throws(UsageError) -> ShellStatus {
        let json = invocation.has(.json)
        if invocation.has(.help) {
            if json { output.print(Help.document(for: invocation)) } else { output.write(Help.page(for: invocation)) }
            return .done
        }
        if invocation.has(.version) {
            if json { output.print(["version": .string(version)]) } else { output.print("tagdesk \(version)") }
            return .done
        }
        if invocation.has(.keys) {
            if json { output.print(JSONValue(actions: Action.all)) } else { output.write(Action.markdown) }
            return .done
        }
        // Keys come from the terminal itself, so that a pipe on stdin leaves the full screen usable.
        let isWatched = isatty(STDOUT_FILENO) == 1 && !invocation.has(.json)
        let invocation = isWatched ? invocation : invocation.showingInput
        let options = try CommonOptions(invocation)
        let context = CommandContext(
            invocation: invocation, options: options, paths: Paths(environment: environment), output: output)
        if invocation.has(.paths) {
            return PathsCommand.run(context.paths, context.output, json: options.json)
        }
        if json, !invocation.command.hasDocument { throw .noDocument(command: invocation.command.name) }
        return try context.run()
    }
}

/// What a command is given.
struct CommandContext {
    var invocation: Invocation
    var options: CommonOptions
    var paths: Paths
    var output: Output
}

extension CommandContext {
    /// Runs the command.
    func run() throws(UsageError) -> ShellStatus {
        switch invocation.command.name {
        case .workstation: return try Workstation.run(self)
        case .ndefDecode: return try NDEFDecodeCommand.run(self)
        case .ndefEncode: return try NDEFEncodeCommand.run(self)
        case .simulate: return try ServeCommand.run(self)
        case .dump: return try DumpCommand.run(self, options: try readingOptions())
        case .show: return ShowCommand.run(self)
        case .convert: return try ConvertCommand.run(self)
        case .compare: return try CompareCommand.run(self, options: try readingOptions())
        case .toolCRC, .toolATR, .toolATS, .toolTLV, .toolSAK, .toolConvert, .toolAccess:
            guard let tool = invocation.command.name.tool else { return .usage }
            return try ToolCommand.run(tool, self)
        case .console: return try ConsoleCommandLine.run(self)
        case .traceExport: return try TraceExportCommand.run(self)
        case .traceShow: return try TraceShowCommand.run(self)
        case .traceReplay: return try TraceReplayCommand.run(self)
        case .readers:
            let sources = try Sources.all(self)
            return told { () throws(EngineError) in try ReadersCommand.run(self, sources: sources) }
        case .read:
            let options = try readingOptions()
            let sources = try Sources.one(self)
            return told { () throws(EngineError) in try ReadCommand.run(self, sources: sources, options: options) }
        case .write, .format, .erase, .protect, .unprotect, .lock, .configure, .keySet, .keyReset, .accessSet,
            .accessPreset, .sdmSetup, .sdmBoltCard, .sdmOff:
            return try ChangeCommand.run(self)
        case .restore, .clone: return try RestoreCommand.run(self)
        case .keyStatus, .accessShow:
            let sources = try Sources.one(self)
            return told { () throws(EngineError) in try DNAStatusCommand.run(self, sources: sources) }
        case .sdmCheck: return try SDMCheckCommand.run(self)
        case .journalList: return try JournalListCommand.run(self)
        case .journalShow: return try JournalShowCommand.run(self)
        case .journalForget: return try JournalForgetCommand.run(self)
        case .journalUndo, .journalRecover: return try RecoverCommand.run(self)
        }
    }

    /// Runs a command that speaks to the engine and tells what went wrong.
    private func told(_ body: () throws(EngineError) -> ShellStatus) -> ShellStatus {
        do throws(EngineError) {
            return try body()
        } catch {
            return Failure(error).tell(output, json: options.json)
        }
    }

    /// What `--password` and `--confirm` ask of a reading; `nil` where no password is given.
    private func readingOptions() throws(UsageError) -> TagReader.Options? {
        let confirmed = try ChangeOrder.uid(invocation, .confirm)
        guard let secret = try SecretReader(self).read(.password, SecretReader.either, "Password: ", twice: false)
        else { return nil }
        let credential = ChangeOrder.credential(secret)
        return TagReader.Options(password: credential.password, key: credential.key, confirmedUID: confirmed)
    }
}
