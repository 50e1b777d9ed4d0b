import Dumps
import Engine
import Foundation
import Simulator
import Tags
import Terminal

@testable import Screens

/// A person at the keyboard, with the engine and the simulator behind the screens. Waits for the engine to be idle,
/// never for time to pass.
final class Session {
    private(set) var model: AppModel
    let bench: SimulatorBench
    private let engine: Engine
    private(set) var intents: [Intent] = []
    /// 12:04:31 UTC on 2026-11-30.
    var now = Moment(microseconds: 1_796_040_271_000_000)
    private let ascii: Bool
    private let journal: URL
    /// The library of dumps, in a folder of its own.
    private(set) var library: DumpLibrary
    /// What files and templates there are, by name.
    var files: [String: [UInt8]] = [:]
    var templates: [String: [UInt8]] = [:]
    /// The exchanges of the session, as the program keeps them.
    private(set) var exchanges: [Exchange] = []
    private let traces = TraceStore()
    private var openedTrace: TraceStore?
    /// What was to be exported.
    private(set) var exports: [TraceExportOrder] = []
    /// What the engine said and the screens were not told yet, in order.
    private var untold: [EngineEvent] = []
    /// The screens are told nothing for now.
    private var isHeld = false

    init(
        columns: Int = 80, rows: Int = 24, profile: SimulatedProfile = .acr122, readOnly: Bool = false,
        ascii: Bool = false, extraReaders: [SimulatedReader] = [], complaints: [String] = []
    ) {
        let reader = SimulatedReader(profile: profile, name: "Simulated ACR122U 00 00")
        bench = SimulatorBench(reader: reader, tags: SimulatorBench.defaultTags())
        library = DumpLibrary(
            folder: FileManager.default.temporaryDirectory.appendingPathComponent("tagdesk-\(UUID().uuidString)").path)
        var options = Engine.Options()
        options.pause = { _ in }
        journal = FileManager.default.temporaryDirectory.appendingPathComponent("tagdesk-\(UUID().uuidString)")
        engine = Engine(
            sources: [SimulatedSource([reader] + extraReaders)], journalPath: journal.path + "/journal.db",
            options: options)
        model = AppModel(
            options: AppModel.Options(
                readOnly: readOnly, simulated: true, themes: ["dark", "default", "mono"], library: "/home/me/dumps"))
        self.ascii = ascii
        for complaint in complaints { model.complain(complaint, at: now) }
        engine.start()
        _ = model.handle(.resize(Size(columns: columns, rows: rows)), at: now)
        sync()
    }

    deinit {
        engine.stop()
        try? FileManager.default.removeItem(at: journal)
        try? FileManager.default.removeItem(atPath: library.folder)
    }

    /// Waits for the engine and takes what it has to say, with the times of a steady clock.
    @discardableResult func sync() -> Session {
        while true {
            engine.waitUntilIdle()
            untold += engine.events.drain().map { Self.steady($0, at: now) }
            // An answer may lead to the next command.
            if isHeld || untold.isEmpty { break }
            while !untold.isEmpty { tellNext() }
        }
        if !isHeld { tellBench() }
        perform(model.wishes())
        return self
    }

    private func tellNext() {
        let event = untold.removeFirst()
        if case .exchange(let exchange) = event { exchanges.append(exchange) }
        traces.take(event)
        perform(model.apply(event, at: now))
    }

    /// From here on what the engine says waits, so that the screens stand in the middle of its work.
    @discardableResult func hold() -> Session {
        isHeld = true
        return self
    }

    /// Tells the screens what waits, up to the first event that fits, which is told too.
    @discardableResult func tell(upTo fits: (EngineEvent) -> Bool) -> Session {
        while let event = untold.first {
            tellNext()
            if fits(event) { break }
        }
        return self
    }

    /// Tells the screens all that waits, and the rest as it comes.
    @discardableResult func release() -> Session {
        isHeld = false
        return sync()
    }

    /// Presses keys by their printed names.
    @discardableResult func press(_ names: String...) -> Session {
        for name in names {
            guard let key = Key(named: name) else { fatalError("no key is called \(name)") }
            perform(model.handle(.key(key), at: now))
            sync()
        }
        return self
    }

    /// Types text.
    @discardableResult func type(_ text: String) -> Session {
        for character in text { perform(model.handle(.key(Key(.character(character))), at: now)) }
        return sync()
    }

    /// Sends another event of the terminal.
    @discardableResult func send(_ event: InputEvent) -> Session {
        perform(model.handle(event, at: now))
        return sync()
    }

    /// Lets time pass.
    @discardableResult func wait(milliseconds: UInt64) -> Session {
        now = now.advanced(milliseconds: milliseconds)
        model.tick(at: now)
        return self
    }

    /// Puts a tag of the bench on the reader.
    @discardableResult func place(_ name: String) -> Session {
        bench.place(name)
        // What a tag that comes sets going is waited for, too.
        return sync().sync()
    }

    @discardableResult func takeOff() -> Session {
        bench.remove()
        return sync()
    }

    /// As if the program had been started anew: no password is remembered.
    func forgetPasswords() {
        model.changes.credentials = [:]
        model.wrongPasswords = [:]
    }

    /// Gives what the program found on the disk.
    @discardableResult func take(_ answer: StorageAnswer) -> Session {
        perform(model.take(answer, at: now))
        return self
    }

    /// Tells what the program itself has to say.
    func complain(_ text: String) { model.complain(text, at: now) }
    func say(_ text: String) { model.say(text, at: now) }

    /// The trace of the session as a file.
    func exportedTrace() -> [UInt8] { traces.exported(as: .jsonl).bytes }

    /// Opens a dump as if it came from a file.
    func open(_ report: TagReport, named name: String) {
        take(.dump(.file(name), OpenedDump(format: .tagdesk, dump: Dump(report: report)), .show))
    }

    /// Does what an intent asks for, as if the screens had just sent it.
    func perform(_ intent: Intent) { perform([intent]) }

    func apply(_ event: EngineEvent) { perform(model.apply(event, at: now)) }

    var canvas: Canvas {
        var canvas = Canvas(size: model.size, glyphs: ascii ? .ascii : .unicode)
        model.draw(into: &canvas)
        return canvas
    }

    var text: String { canvas.text }

    private func perform(_ wishes: [Intent]) {
        intents += wishes
        for intent in wishes {
            switch intent {
            case .submit(let command): engine.submit(command)
            case .cancel(let id): engine.cancel(id)
            case .bench(.place(let name)): bench.place(name)
            case .bench(.remove): bench.remove()
            case .bench(.pull(let frames)): bench.pull(afterFrames: frames)
            case .listJournal(let query):
                perform(model.take(.journal((try? engine.journal(query)) ?? []), at: now))
            case .openJournalEntry(let id):
                perform(model.take(.journalEntry((try? engine.journalEntry(id)) ?? nil), at: now))
            case .countAttempts(let uid):
                perform(model.take(.attempts(uid: uid, (try? engine.failedAttempts(uid: uid)) ?? 0), at: now))
            case .listTemplates: perform(model.take(.templates(templates.keys.sorted()), at: now))
            case .saveTemplate(let name, _, replacing: false) where templates[name] != nil:
                perform(model.take(.templateIsThere(name: name), at: now))
            case .saveTemplate(let name, let bytes, _):
                templates[name] = bytes
                perform(model.take(.saved(name: name), at: now))
            case .openTemplate(let name):
                perform(model.take(.template(name: name, templates[name] ?? []), at: now))
            case .readFile(let path, let purpose):
                let answer: StorageAnswer =
                    files[path].map { .file(path: path, purpose, $0) }
                    ?? .failed("\(path) could not be read.", advice: "Check the path.")
                perform(model.take(answer, at: now))
            case .listTrace(let filter, let first, let count):
                let window = (openedTrace ?? traces).window(filter, first: first ?? .max, count: count)
                perform(model.take(.trace(window, of: filter), at: now))
            case .findInTrace(let filter, let text, let start, let backwards):
                let place = (openedTrace ?? traces).find(
                    TraceFilter(text: text), within: filter, from: start, backwards: backwards)
                perform(model.take(.foundInTrace(place), at: now))
            case .exportTrace(let order): exports.append(order)
            case .openTrace(let path): openTrace(path)
            case .listDumps, .openDump, .keepDump, .renameDump, .deleteDump, .writeFile, .lastSeen:
                if let answer = answerOfDumps(intent) { perform(model.take(answer, at: now)) }
            case .quit, .copy, .openLink, .setTheme, .saveTheme, .setMouse, .repaint, .suspend: break
            }
        }
    }

    private func openTrace(_ path: String?) {
        guard let path else {
            openedTrace = nil
            return
        }
        guard let trace = files[path].flatMap({ try? Trace($0) }) else {
            perform(model.take(.failed("\(path) is no trace.", advice: "Open one."), at: now))
            return
        }
        openedTrace = TraceStore(trace)
        let readers = Set(trace.exchanges.map(\.reader)).sorted()
        perform(model.take(.traceOpened(path: path, readers: readers, problems: trace.problems), at: now))
    }

    private func tellBench() {
        let onReader = bench.nameOnReader
        let tags = bench.tags.map { BenchTag(name: $0.name, summary: $0.summary, onReader: $0.name == onReader) }
        perform(model.apply(.bench(tags), at: now))
    }

    /// The event with its measured times replaced, so that two runs draw the same.
    private static func steady(_ event: EngineEvent, at now: Moment) -> EngineEvent {
        func steady(_ cost: Cost) -> Cost {
            Cost(exchanges: cost.exchanges, reconnects: cost.reconnects, milliseconds: Double(cost.exchanges) * 8)
        }
        switch event {
        case .exchange(var exchange):
            exchange.time = now.microseconds
            exchange.duration = 8000
            return .exchange(exchange)
        case .ended(let id, let reader, .read(let report, let cost)):
            return .ended(id, reader: reader, .read(report, steady(cost)))
        case .ended(let id, let reader, .changed(let outcome, let cost)):
            return .ended(id, reader: reader, .changed(outcome, steady(cost)))
        case .ended(let id, let reader, .changeFailed(let error, let outcome, let cost)):
            return .ended(id, reader: reader, .changeFailed(error, outcome, steady(cost)))
        case .ended(let id, let reader, .failed(let error, let partial, let cost)):
            return .ended(id, reader: reader, .failed(error, partial: partial, steady(cost)))
        case .ended(let id, let reader, .answered(let answer, let cost)):
            return .ended(id, reader: reader, .answered(answer, steady(cost)))
        default: return event
        }
    }
}

extension Session {
    /// Puts a file into the library.
    @discardableResult func add(_ bytes: [UInt8], as name: String) throws -> Session {
        let name = try library.add(bytes, as: name)
        // The list shows when a file was written, and is sorted by that.
        let moment = Date(timeIntervalSince1970: Double(now.microseconds / 1_000_000) - 86_400)
        try FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: library.path(of: name))
        return self
    }

    /// Does with the library, the files in memory and the journal what an intent about dumps asks for.
    private func answerOfDumps(_ intent: Intent) -> StorageAnswer? {
        switch intent {
        case .listDumps(let filter, let anew):
            let problem = anew ? library.list().problem : nil
            return .dumps(filter: filter, library.search(filter), problem: problem)
        case .openDump(let place, let use):
            do throws(DumpError) {
                switch place {
                case .library(let name): return .dump(place, try library.open(name), use)
                case .file(let path):
                    guard let bytes = files[path] else {
                        throw DumpError("there is no such file", advice: "Check the path.")
                    }
                    return .dump(place, try Dump.open(bytes, named: path), use)
                case .unsaved: return nil
                }
            } catch {
                return .dumpRefused(place, use, "\(place) cannot be opened: \(error.reason).", advice: error.advice)
            }
        case .keepDump(let dump):
            guard let name = try? library.add(dump, now: now.microseconds) else { return nil }
            return .dumpKept(name: name)
        case .renameDump(let name, let newName):
            return (try? library.rename(name, to: newName)).map { .dumpRenamed(to: newName) }
                ?? .failed("\(name) was not renamed.", advice: nil)
        case .deleteDump(let name):
            return (try? library.discard(name)).map { _ in .dumpDeleted(name: name) }
                ?? .failed("\(name) was not deleted.", advice: nil)
        case .writeFile(let path, let bytes, let replacing):
            if !replacing, files[path] != nil { return .fileIsThere(path: path) }
            files[path] = bytes
            return .fileWritten(path: path)
        case .lastSeen(let uid):
            let found = try? engine.journal(JournalQuery(uidPrefix: uid, limit: 1)).first
            var entry = found.flatMap { try? engine.journalEntry($0.id) }
            entry?.ended = Int64(now.microseconds / 1000)
            return .lastSeen(uid: uid, entry.map { LastSeen($0) })
        default: return nil
        }
    }
}
