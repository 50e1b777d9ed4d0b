import Engine
import Tags
import Terminal

extension AppModel {
    /// The commands that have a name, for the tag on the reader shown.
    var namedCommands: [NamedCommand] { NamedCommand.library(for: deck.present ? deck.identity : nil) }

    /// The named commands as a list: the word to type, and what it does.
    var namedCommandItems: [ChoiceItem] {
        namedCommands.map { ChoiceItem(label: ":" + $0.name, detail: $0.summary) }
    }

    /// What the line that is typed comes to, how that looks, and whether it cannot be sent now.
    var consoleLineNote: (text: String, role: Role, blocked: Bool) {
        if let problem = console.problem { return (problem, .error, false) }
        let waiting = console.waiting.isEmpty ? nil : "\(Words.count(console.waiting.count, "pasted line")) to come"
        guard let line = try? parsedLine else { return (waiting ?? "", .dim, false) }
        let commands: [ConsoleCommand]
        let words: String
        switch line {
        case .nothing, .help: return (waiting ?? "", .dim, false)
        case .assignment(let name, let bytes):
            return ("$\(name) will stand for \(Words.count(bytes.count, "byte"))", .dim, false)
        case .command(let command): (commands, words) = ([command], command.wayWords)
        case .named(let named): (commands, words) = (named.commands, named.summary)
        }
        if let reason = reasonAgainst(sending: commands) { return ("not now: \(reason)", .warning, true) }
        return ([words, waiting].compactMap { $0 }.joined(separator: "; "), .dim, false)
    }

    private var parsedLine: ConsoleLine {
        get throws(ConsoleLine.Problem) {
            try ConsoleLine.parse(console.input.text, variables: console.variables, commands: namedCommands)
        }
    }

    /// Why commands cannot be sent now; `nil` where they can.
    private func reasonAgainst(sending commands: [ConsoleCommand]) -> String? {
        guard reader != nil, readerState != nil else { return "no reader is connected" }
        if console.running != nil { return "the line before is not done yet" }
        if let running = deck.running, running.kind != .read { return "something is running on this reader" }
        let forTag = commands.contains { if case .control = $0 { false } else { true } }
        if forTag, !deck.present { return "no tag is on the reader" }
        guard options.readOnly else { return nil }
        return commands.lazy.compactMap { $0.change(of: deck.identity) }.first.map {
            "\($0), and the program was started with --read-only"
        }
    }

    /// Does what the line says.
    mutating func sendLine() -> [Intent] {
        console.problem = nil
        let line: ConsoleLine
        do throws(ConsoleLine.Problem) { line = try parsedLine } catch {
            console.problem = "\(error.sentence) \(error.advice)"
            return []
        }
        switch line {
        case .nothing:
            if !console.input.text.trimmed.isEmpty { console.keep([], at: lastMoment) }
            return []
        case .help:
            console.put("")
            openChoice(.commands)
            return []
        case .assignment(let name, let bytes):
            console.variables[name] = bytes
            // What its bytes are for is not known here, so they count as a secret.
            let masked = bytes.map { _ in ExchangePart.mask }.joined(separator: " ")
            console.keep(
                [.init("", "$\(name) stands for \(Words.count(bytes.count, "byte")) now", .dim)],
                masked: "\(name) = \(masked)", at: lastMoment)
            return []
        case .command(let command): return send([command])
        case .named(let named): return send(named.commands)
        }
    }

    private mutating func send(_ commands: [ConsoleCommand]) -> [Intent] {
        if let reason = reasonAgainst(sending: commands) {
            console.problem = "Not sent: \(reason)."
            return []
        }
        console.finish()
        let secrets = commands.count == 1 ? commands[0].secrets(of: deck.identity?.chip) : []
        console.keep(
            [], running: true, masked: secrets.isEmpty ? nil : commands[0].line(masking: secrets), at: lastMoment)
        console.queue = commands
        console.reader = reader
        if let reader { console.held.insert(reader) }
        console.waitsForReading = deck.running != nil
        return console.waitsForReading ? [] : sendNext(confirmed: nil)
    }

    /// Sends the line that waited for the tag to be read, once that is done.
    mutating func sendWaiting() -> [Intent] {
        guard console.waitsForReading, let name = console.reader, decks[name]?.running == nil else { return [] }
        console.waitsForReading = false
        guard decks[name]?.present == true else {
            dropLine("not sent: the tag left before it was read")
            return []
        }
        return sendNext(confirmed: nil)
    }

    /// Ends the line without sending the rest of it.
    mutating func dropLine(_ words: String) {
        console.add([.init("", words, .warning)], bytes: [])
        console.finish()
    }

    /// Hands the next command of the line to the engine.
    private mutating func sendNext(confirmed uid: [UInt8]?) -> [Intent] {
        guard let command = console.queue.first, let name = console.reader else { return [] }
        let request = ConsoleRequest(command, confirmedUID: uid, readOnly: options.readOnly)
        return [.submit(.console(reader: name, request))]
    }

    /// An answer came.
    mutating func take(_ answer: ConsoleAnswer, cost: Cost) -> [Intent] {
        let several = console.queue.count > 1 || console.running?.answer.isEmpty == false
        console.add(ConsoleText.lines(of: answer, cost: cost, named: several), bytes: answer.bytes)
        if !console.queue.isEmpty { console.queue.removeFirst() }
        if answer.refused || console.queue.isEmpty {
            console.finish()
            return []
        }
        return sendNext(confirmed: nil)
    }

    /// A command was not sent, or no answer came.
    mutating func takeConsole(_ error: EngineError) {
        let uid = console.reader.flatMap { decks[$0]?.identity?.uid } ?? []
        if case .needsConfirmation(let reason, _) = error, !uid.isEmpty {
            let sentence = reason.prefix(1).uppercased() + reason.dropFirst() + "."
            dialogs.append(.sending(SendingDialog(uid: uid, reason: sentence)))
            return
        }
        console.add([.init("", error.headline, .error), .init("", error.advice, .text)], bytes: [])
        console.finish()
    }

    /// The end of the UID was typed, or not.
    mutating func answered(_ dialog: SendingDialog, yes: Bool) -> [Intent] {
        guard yes else {
            dropLine("not sent")
            return []
        }
        return sendNext(confirmed: dialog.uid)
    }

    /// Leaves the console: its connections are ended, so that other programs may use the readers.
    mutating func leaveConsole() -> [Intent] {
        screen = .workbench
        if console.waitsForReading { dropLine("not sent: the console was left") }
        console.isLeft = true
        return endConsoleConnections()
    }

    /// Ends the connections of a console that was left, once the line that runs is done.
    mutating func endConsoleConnections() -> [Intent] {
        guard console.isLeft, console.running == nil, !console.held.isEmpty else { return [] }
        defer { console.held = [] }
        return console.held.sorted().filter { name in state?.readers.contains { $0.name == name } ?? false }
            .map { .submit(.closeConsole(reader: $0)) }
    }
}

extension ConsoleCommand {
    /// Which way it goes, a few words: `native frame, 2 bytes`.
    var wayWords: String {
        let count = Words.count(bytes.count, "byte")
        return switch self {
        case .apdu: "an APDU, \(count)"
        case .native: "a native frame, \(count); CRC is added"
        case .control(let code, _):
            "a command to the reader's driver, code 0x\(String(code, radix: 16, uppercase: true)), \(count)"
        }
    }

    /// As it is typed, some of its bytes masked.
    func line(masking secrets: [Range<Int>]) -> String {
        let hex = ExchangePart(kind: .commandAPDU, bytes: bytes, secrets: secrets).line()
        return switch self {
        case .apdu: hex
        case .native: "native \(hex)"
        case .control(let code, _): "control \(String(code, radix: 16, uppercase: true)) \(hex)"
        }
    }
}

extension ConsoleText {
    /// What an answer says.
    /// - Parameter named: It is one of several to a line, which says what was sent first.
    static func lines(of answer: ConsoleAnswer, cost: Cost, named: Bool) -> [Line] {
        var lines: [Line] = []
        if answer.isFresh {
            lines.append(Line("", "a new session: nothing selected or proven before holds any more", .dim))
        }
        if named { lines.append(Line("sent", answer.command.line(masking: answer.maskedCommand), .dim)) }
        if !answer.bytes.isEmpty {
            let part = ExchangePart(kind: .answerAPDU, bytes: answer.bytes, secrets: answer.masked)
            lines.append(Line("answer", part.line(limit: 4096), .value))
        }
        lines.append(Line("", answer.meaning, answer.refused ? .warning : .success))
        lines += answer.details.map { Line("", $0) }
        let time = Words.duration(microseconds: UInt64(max(0, min(cost.milliseconds, 1e9)) * 1000))
        lines.append(Line("", "\(Words.count(cost.exchanges, "exchange")), \(time)", .dim))
        return lines
    }
}
