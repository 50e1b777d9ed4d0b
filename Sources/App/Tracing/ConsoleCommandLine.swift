import Engine
import Glibc
import NDEF
import Tags

/// `tagdesk console`: raw commands from stdin, one a line.
///
/// Readers and tags are looked for with the first line that needs one. Lines are taken as they come, so that a person or a program may
/// look at each answer before the next.
final class ConsoleCommandLine {
    private let context: CommandContext
    private let sources: [any ReaderSource]
    private let session: EngineSession
    private let confirmed: [UInt8]?
    private var target: (reader: ReaderState, identity: TagIdentity)?
    private var variables: [String: [UInt8]] = [:]
    private var rows: [JSONValue] = []
    private var line = 0

    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let confirmed = try ChangeOrder.uid(context.invocation, .confirm)
        let console = ConsoleCommandLine(context, try Sources.one(context), confirmed)
        let failure = console.run(from: STDIN_FILENO)
        console.end()
        return console.settle(failure)
    }

    init(_ context: CommandContext, _ sources: [any ReaderSource], _ confirmed: [UInt8]?) {
        self.context = context
        self.sources = sources
        self.confirmed = confirmed
        session = EngineSession(context, sources: sources, reads: false)
        session.onWaiting = { context.output.remark($0) }
    }

    /// Does all lines.
    /// - Returns: What ended it before its end.
    func run(from descriptor: Int32) -> Failure? {
        var input = LineInput(descriptor)
        let isPerson = isatty(descriptor) == 1
        if isPerson { context.output.remark("A command a line; help lists those with names, Ctrl-D leaves.") }
        while true {
            do throws(EngineError) {
                guard let text = try input.next({ () throws(EngineError) in try session.waitForInput(descriptor) })
                else { return nil }
                line += 1
                if let failure = try take(text) {
                    // A slip of somebody who sits there is no reason to throw them out.
                    if !isPerson { return failure }
                    _ = failure.tell(context.output, json: false)
                }
            } catch {
                var failure = Failure(error)
                failure.message = "Line \(line): " + failure.message
                if !isPerson || error == .cancelled { return failure }
                _ = failure.tell(context.output, json: false)
            }
        }
    }

    /// Ends the connection and the session.
    func end() {
        if let target { _ = session.perform(.closeConsole(reader: target.reader.name)) }
        session.stop()
        sources.save()
    }

    /// Prints the document, or what ended it.
    func settle(_ failure: Failure?) -> ShellStatus {
        guard context.options.json else { return failure?.tell(context.output, json: false) ?? .done }
        var object = JSONObject()
        if let failure { object["error"] = failure.json }
        if let target {
            object["reader"] = .string(target.reader.name)
            object["profile"] = .string(target.reader.profile)
            object["tag"] = [
                "uid": .string(Hex.string(target.identity.uid, separator: ":")),
                "chip": .string(target.identity.chipName),
            ]
        }
        object["exchanges"] = .array(rows)
        context.output.print(.object(object))
        return failure?.status ?? .done
    }

    // MARK: - Lines

    /// Does one line.
    /// - Returns: Why it is none.
    private func take(_ text: String) throws(EngineError) -> Failure? {
        let first = text.drop { $0 == " " || $0 == "\t" }.lowercased()
        let needsNames = first.hasPrefix(":") || first.hasPrefix("help") || first.hasPrefix("?")
        let library = needsNames ? NamedCommand.library(for: try tag().identity) : []
        let parsed: ConsoleLine
        do throws(ConsoleLine.Problem) {
            parsed = try ConsoleLine.parse(text, variables: variables, commands: library)
        } catch {
            return Failure(
                kind: "usage", message: "Line \(line): " + error.sentence, advice: error.advice, raw: nil,
                status: .usage)
        }
        switch parsed {
        case .nothing: break
        case .assignment(let name, let bytes): variables[name] = bytes
        case .help: help(library)
        case .command(let command): _ = try send(command)
        case .named(let named):
            for command in named.commands where try send(command).refused { break }
        }
        return nil
    }

    private func help(_ library: [NamedCommand]) {
        for command in library {
            context.output.remark("  " + Columns.pad(":" + command.name, 16) + command.summary)
        }
        context.output.remark("  HEX, native HEX, control CODE HEX, escape HEX, NAME = HEX, $NAME, # comment")
    }

    /// The reader and its tag, waited for once.
    private func tag() throws(EngineError) -> (reader: ReaderState, identity: TagIdentity) {
        if let target { return target }
        let found = try session.tag(context.options)
        target = found
        return found
    }

    private func send(_ command: ConsoleCommand) throws(EngineError) -> ConsoleAnswer {
        let (reader, identity) = try tag()
        let request = ConsoleRequest(command, confirmedUID: confirmed, readOnly: context.options.readOnly)
        switch session.perform(.console(reader: reader.name, request)) {
        case .answered(let answer, let cost):
            tell(answer, cost)
            return answer
        case .failed(let error, _, _):
            if !context.options.json {
                context.output.print("> " + Self.words(command, command.secrets(of: identity.chip)))
            }
            throw error
        default: throw .cancelled
        }
    }

    private func tell(_ answer: ConsoleAnswer, _ cost: Cost) {
        if answer.isFresh {
            context.output.remark(
                "Line \(line): the tag was powered or selected anew: what was selected or proven before is so no more.")
        }
        if context.options.json { return rows.append(document(answer, cost)) }
        context.output.print("> " + Self.words(answer.command, answer.maskedCommand))
        let (data, word) = Self.split(answer)
        let parts = [Self.hex(data, answer.masked, separator: " "), word, answer.meaning.visible]
        let paint = Paint(enabled: context.output.colour)
        let text = "< " + parts.filter { !$0.isEmpty }.joined(separator: "  ")
        context.output.print(answer.refused ? paint(.bad, text) : text)
        for detail in answer.details { context.output.print("    " + detail.visible) }
    }

    private func document(_ answer: ConsoleAnswer, _ cost: Cost) -> JSONValue {
        var object: JSONObject = ["line": .integer(line)]
        switch answer.command {
        case .apdu: object["kind"] = "apdu"
        case .native: object["kind"] = "native"
        case .control(let code, _):
            object["kind"] = "control"
            object["code"] = .string(Hex.string(withUnsafeBytes(of: code.bigEndian) { Array($0) }))
        }
        object["command"] = .string(Self.hex(answer.command.bytes, answer.maskedCommand, separator: ""))
        object["response"] = .string(Self.hex(answer.bytes, answer.masked, separator: ""))
        let word = Self.split(answer).word
        if !word.isEmpty { object["status"] = .string(word) }
        object["refused"] = .bool(answer.refused)
        object["meaning"] = .string(answer.meaning)
        object["details"] = JSONValue(strings: answer.details)
        object["exchanges"] = .integer(cost.exchanges)
        object["milliseconds"] = .integer(Int(max(0, min(cost.milliseconds, 1e12)).rounded()))
        return .object(object)
    }

    /// An APDU's answer in data and status word; of others all is data.
    private static func split(_ answer: ConsoleAnswer) -> (data: [UInt8], word: String) {
        guard case .apdu = answer.command, let (data, word) = StatusWord.split(answer.bytes) else {
            return (answer.bytes, "")
        }
        return (data, word.digits)
    }

    private static func words(_ command: ConsoleCommand, _ masked: [Range<Int>]) -> String {
        let hex = hex(command.bytes, masked, separator: " ")
        return switch command {
        case .apdu: hex
        case .native: "native " + hex
        case .control(let code, _):
            "control " + Hex.string(withUnsafeBytes(of: code.bigEndian) { Array($0) }) + " " + hex
        }
    }

    /// Hex, secrets as `**`.
    private static func hex(_ bytes: [UInt8], _ masked: [Range<Int>], separator: String) -> String {
        bytes.enumerated().map { index, byte in masked.contains { $0.contains(index) } ? "**" : Hex.byte(byte) }
            .joined(separator: separator)
    }
}

/// Lines of a descriptor as they come, bounded.
struct LineInput {
    private let descriptor: Int32
    private var waiting: [UInt8] = []
    private var isAtEnd = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The next line without its end; `nil` at the end of the input.
    /// - Parameter wait: Blocks until there is something to read.
    mutating func next(_ wait: () throws(EngineError) -> Void) throws(EngineError) -> String? {
        while true {
            if let end = waiting.firstIndex(of: 0x0A) {
                defer { waiting.removeSubrange(...end) }
                return Self.text(waiting[..<end])
            }
            // What is longer than any line is given as it is, and refused for its length.
            if isAtEnd || waiting.count > ConsoleLine.limit {
                guard !waiting.isEmpty else { return nil }
                defer { waiting = [] }
                return Self.text(waiting[...])
            }
            try wait()
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            if count <= 0 { isAtEnd = true } else { waiting += buffer[..<count] }
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes, as: UTF8.self)
    }
}
