import Dumps
import Engine
import Glibc
import NDEF
import Screens
import Simulator
import Tags
import Terminal

/// The full screen: terminal, screens and engine in one loop, on the main thread.
///
/// The first picture is painted before any thread of the engine is started. Every wake-up takes all that waits, from the
/// terminal and from the engine, and paints once.
final class Workstation {
    private let session: TerminalSession
    private let engine: Engine
    private let simulator: SimulatorSource?
    private let paths: Paths
    private let store: Store
    /// What was said to readers and tags in this session, or in the one that is replayed.
    private let trace: TraceStore
    private let replay: ReplaySource?
    private var traces: TraceDesk
    private var dumps: DumpStore
    private var model: AppModel
    private var reserve: Reserve
    /// The built-in reader was just brought in, which is still to be said.
    private var reserveWasCalled = false

    /// What the built-in reader is to do where it was not asked for.
    private enum Reserve {
        case none
        /// It waits, unplugged, for the news that there is no other.
        case waiting
        /// It is there, until another one is.
        case called
    }

    /// Opens the full screen and runs it to its end.
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        guard isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
        let config = Config.load(context.paths.config)
        let complaints = Complaints()
        let replay = try Sources.replay(context)
        let simulator = replay == nil ? try simulator(context, complaints) : nil
        let dump = context.invocation.operands.first
        let input = dump == "-" ? try DumpStore.standardInput() : nil
        let (theme, themeProblems) = Theme.load(
            context.options.theme ?? config.theme ?? "default", of: context.paths)
        let session: TerminalSession
        do throws(TerminalError) {
            session = try TerminalSession(
                TerminalSession.Options(
                    mouse: config.mouse && !context.options.noMouse, color: !context.options.noColor, theme: theme))
        } catch {
            throw .terminal(error.description)
        }
        complaints.add(config.problems)
        complaints.add(themeProblems.map(\.description))
        complaints.add([session.notice].compactMap { $0 })
        let workstation = Workstation(session, simulator, replay, theme: theme, config, context)
        workstation.dumps.standardInput = input
        return workstation.run(complaints, opening: dump)
    }

    private init(
        _ session: TerminalSession, _ simulator: (source: SimulatorSource, isReserve: Bool)?, _ replay: ReplaySource?,
        theme: Theme, _ config: Config, _ context: CommandContext
    ) {
        self.replay = replay
        trace =
            replay.map { TraceStore($0.trace) } ?? TraceStore(folder: context.paths.traces, program: Program.version)
        traces = TraceDesk(session: trace)
        self.session = session
        self.simulator = simulator?.source
        reserve = simulator?.isReserve == true ? .waiting : .none
        paths = context.paths
        var sources: [any ReaderSource] = replay.map { [$0] } ?? [PCSCSource()]
        if let source = simulator?.source { sources.append(source) }
        engine = Engine(
            sources: sources, journalPath: replay == nil ? context.paths.journal : nil, autoRead: true,
            remembersReadings: replay == nil && !context.options.noHistory)
        store = Store(paths: context.paths, engine: engine)
        dumps = DumpStore(folder: context.paths.dumps, engine: engine)
        model = AppModel(
            options: AppModel.Options(
                readOnly: context.options.readOnly, simulated: replay != nil || simulator != nil && reserve == .none,
                mouse: session.mouseIsOn, themes: ThemeNames.all(in: context.paths.themes), theme: theme.name,
                reader: context.options.reader ?? config.reader, secondsEastOfUTC: Moment.secondsEastOfUTC,
                person: Person.name, replaying: replay != nil, library: context.paths.dumps))
    }

    /// The built-in reader: as `--simulate` asks for it, or in reserve where a person sits at the keyboard.
    private static func simulator(
        _ context: CommandContext, _ complaints: Complaints
    ) throws(UsageError) -> (source: SimulatorSource, isReserve: Bool)? {
        if let asked = try Sources.builtIn(context, complain: complaints.note) { return (asked, false) }
        guard isatty(STDIN_FILENO) == 1, context.options.reader == nil else { return nil }
        return (.bench(folder: context.paths.simulator, plugged: false, complain: complaints.note), true)
    }

    private func run(_ complaints: Complaints, opening dump: String?) -> ShellStatus {
        perform(model.handle(.resize(session.size), at: .now))
        if let dump { perform([.openDump(.file(dump), .show)]) }
        tell(complaints)
        paint()
        engine.start()
        // The terminal first: the engine may have to wait for an exchange that is on its way.
        defer {
            session.close()
            engine.stop()
            endTrace()
            simulator?.save()
        }
        let loop = EventLoop(session: session, watching: [engine.events.fileDescriptor])
        while true {
            let (deadline, now) = (model.nextDeadline(after: .now), Moment.now)
            let wake = loop.wait(
                until: deadline.map { .now.adding(milliseconds: Int(clamping: now.milliseconds(until: $0))) })
            for event in wake.input {
                switch event {
                case .hangup: return .failed
                case .terminated(let signal):
                    session.close()
                    engine.stop()
                    endTrace()
                    simulator?.save()
                    session.end(bySignal: signal)
                default:
                    if !perform(model.handle(event, at: .now)) { return .done }
                }
            }
            for event in engine.events.drain() {
                if replay == nil { trace.take(event) }
                if !perform(model.apply(event, at: .now)) { return .done }
                follow(event)
            }
            trace.flush()
            if wake.deadlinePassed { perform(model.wake(at: .now)) }
            tell(complaints)
            perform(model.wishes())
            paint()
        }
    }

    /// Takes what the engine said last into the trace, and ends its file.
    private func endTrace() {
        if replay == nil { for event in engine.events.drain() { trace.take(event) } }
        trace.end()
    }

    private func tell(_ complaints: Complaints) {
        for complaint in complaints.take() { model.complain(complaint, at: .now) }
    }

    private func paint() {
        var canvas = Canvas(size: session.size, glyphs: session.glyphs)
        model.draw(into: &canvas)
        session.present(canvas)
    }

    /// What the program itself has to do when the engine tells something.
    private func follow(_ event: EngineEvent) {
        switch event {
        case .readers(let state): follow(state)
        case .ended:
            simulator?.saveSoon()
            // Said last, so that it stands when the first reading is done.
            if reserveWasCalled {
                reserveWasCalled = false
                model.say("no reader is there: this is the built-in simulator", at: .now)
            }
        case .tagLeft: simulator?.saveSoon()
        default: break
        }
    }

    /// The built-in reader in reserve comes in where the first news is that there is no other, and leaves for good when
    /// there is one: whoever plugs in a reader wants to see that.
    private func follow(_ state: ReadersState) {
        guard let simulator, reserve != .none else { return }
        switch (reserve, state.readers.allSatisfy(\.simulated)) {
        case (.waiting, true):
            reserve = .called
            reserveWasCalled = true
            simulator.plugIn()
        case (.waiting, false), (.called, false):
            if reserve == .called { simulator.unplug() }
            reserve = .none
        default: break
        }
    }
}

extension Workstation {
    /// Does what the screens ask for; false where that is to leave.
    @discardableResult private func perform(_ intents: [Intent]) -> Bool {
        for intent in intents {
            switch intent {
            case .submit(let command): _ = engine.submit(command)
            case .cancel(let id): engine.cancel(id)
            case .quit: return false
            case .copy(let text): copy(text)
            case .openLink(let link):
                if let problem = Link.open(link) { model.complain(problem, at: .now) }
            case .bench(let request): perform(request)
            case .setTheme(let name): use(name)
            case .saveTheme(let name): save(theme: name)
            case .setMouse(let on): session.setMouse(on)
            case .repaint: session.repaint()
            case .suspend:
                session.suspend()
                perform(model.handle(.resumed, at: .now) + model.handle(.resize(session.size), at: .now))
            case .readFile, .listTemplates, .saveTemplate, .openTemplate, .listJournal, .openJournalEntry,
                .countAttempts:
                if let answer = store.answer(intent) { perform(model.take(answer, at: .now)) }
            case .listTrace, .findInTrace, .exportTrace, .openTrace:
                if let answer = traces.answer(intent) { perform(model.take(answer, at: .now)) }
            case .listDumps, .openDump, .keepDump, .renameDump, .deleteDump, .writeFile, .lastSeen:
                if let answer = dumps.answer(intent) { perform(model.take(answer, at: .now)) }
            }
        }
        return true
    }

    private func copy(_ text: String) {
        switch session.copy(text) {
        case .sentToTerminal: break
        case .tooLong(let limit):
            model.complain("That is more than the \(limit) bytes a terminal's clipboard takes.", at: .now)
        case .notPossible: model.complain("This terminal has no clipboard that a program can write to.", at: .now)
        }
    }

    private func perform(_ request: BenchRequest) {
        guard let bench: any TagBench = replay ?? simulator else { return }
        switch request {
        case .place(let name): _ = bench.place(name)
        case .remove: bench.remove()
        case .pull(let frames): bench.pull(afterFrames: frames)
        }
    }

    private func use(_ name: String) {
        let (theme, problems) = Theme.load(name, of: paths)
        session.use(theme)
        if !problems.isEmpty { model.complain(problems.map(\.description).joined(separator: "; "), at: .now) }
    }

    /// Keeps the theme that was chosen for the next start.
    private func save(theme: String) {
        do throws(FileError) {
            try Config.save(theme: theme, to: paths.config)
            model.say("theme \(theme.visible), kept in the configuration file", at: .now)
        } catch {
            model.complain(
                "The theme holds until you quit; \(error.path.visible) could not be written: \(error.reason)",
                at: .now)
        }
    }
}
