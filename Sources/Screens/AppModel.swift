import Engine
import Tags
import Terminal

/// The whole full screen as a value: events go in, intents come out, and it draws itself on a canvas.
///
///     var model = AppModel(options: .init(simulated: true))
///     _ = model.handle(.resize(Size(columns: 80, rows: 24)), at: now)
///     let intents = model.handle(.key(Key(.character("R"))), at: now)
///     model.draw(into: &canvas)
///
/// It has no clock, no threads and no terminal: the caller passes the time in, sets a timer for `nextDeadline`, and does
/// what the intents ask for. A copy is cheap.
public struct AppModel: Sendable {
    /// How the program was started.
    public struct Options: Equatable, Sendable {
        /// Every action that changes a tag is refused.
        public var readOnly: Bool
        /// There is a built-in reader with a bench of tags.
        public var simulated: Bool
        /// The mouse is listened to.
        public var mouse: Bool
        /// The themes there are.
        public var themes: [String]
        /// The theme in use.
        public var theme: String
        /// The reader to show first: a PC/SC name or a part of it.
        public var reader: String?
        /// The local time zone, for the times printed.
        public var secondsEastOfUTC: Int
        /// Who is at the keyboard, for the journal.
        public var person: String
        /// What answers is a trace that was recorded, not a tag.
        public var replaying: Bool
        /// The folder of the library of dumps.
        public var library: String

        /// Options of these parts.
        public init(
            readOnly: Bool = false, simulated: Bool = false, mouse: Bool = true, themes: [String] = [],
            theme: String = "default", reader: String? = nil, secondsEastOfUTC: Int = 0, person: String = "",
            replaying: Bool = false, library: String = ""
        ) {
            self.readOnly = readOnly
            self.simulated = simulated
            self.mouse = mouse
            self.themes = themes
            self.theme = theme
            self.reader = reader
            self.secondsEastOfUTC = secondsEastOfUTC
            self.person = person
            self.replaying = replaying
            self.library = library
        }
    }

    /// How the program was started, and what was changed since.
    public internal(set) var options: Options
    /// The size of the terminal as it was last told.
    public internal(set) var size = Size(columns: 80, rows: 24)

    /// Readers and service; `nil` until the engine first said.
    var state: ReadersState?
    /// One deck a reader, by its name; kept when a reader goes, for its return.
    var decks: [String: Deck] = [:]
    /// What is shown while there is no reader.
    var lobby = Deck()
    /// The reader shown.
    var reader: String?
    /// The user chose this reader: no arrival elsewhere takes it away.
    var readerWasChosen = false
    /// The bench of the simulator.
    var benchTags: [BenchTag] = []

    /// The screen shown.
    var screen = Screen.workbench
    /// The message that is composed.
    var compose = ComposeScreen()
    /// The journal as it was listed last.
    var journal = JournalScreen()
    /// Edits of tags that are away.
    var keptEdits = KeptEdits()
    /// The bytes copied last, to be put in elsewhere.
    var register: [UInt8] = []
    /// Raw commands and their answers.
    var console = ConsoleScreen()
    /// The exchanges of the session.
    var trace = TraceScreen()
    /// The trace of the session, while that of a file is listed.
    var sessionTrace = TraceScreen()
    /// The path of a trace that was typed last, to be offered again.
    var typedTracePath = ""
    /// The converter.
    var tools = ToolsScreen()
    /// The library of dumps as it was listed last.
    var dumps = DumpsScreen()
    /// The two sides that are compared.
    var comparing: CompareScreen?
    /// One dump that goes onto one tag after the other.
    var clone: CloneRun?
    /// The dump that the panes of the workbench show in place of the tag.
    var shownDump: ShownDump?
    /// Changes on their way, and what opens tags.
    var changes = ChangeState()

    /// The pane that has the keys.
    var focus = Pane.memory
    /// The focused pane has the whole screen.
    var maximised = false
    /// The byte of the Memory pane that the first button was pressed on, until something else is done with the mouse.
    var pressed: Int?
    /// What is selected in Memory was selected by dragging.
    var isDragged = false
    /// What lies over the workbench, the front one last.
    var dialogs: [Dialog] = []
    /// What waits to be told.
    var notices = NoticeQueue()
    /// The line to the user.
    var notice: Notice? { notices.current }
    /// Wrong passwords of this session by UID: a tag's own count cannot be read.
    var wrongPasswords: [[UInt8]: Int] = [:]
    /// The readings that were given a password.
    var passwordReads: Set<OperationID> = []
    /// A reading with a password was asked for and has not begun yet, on this reader.
    var awaitsPasswordRead: String?
    /// The theme before the theme list was opened.
    var themeBefore: String?

    /// A screen without any reader yet.
    public init(options: Options = Options()) { self.options = options }

    /// What the panes show: the dump that is open in them, else the tag on the reader shown.
    var deck: Deck {
        get { openDump?.deck ?? tagDeck }
        set { if openDump == nil { tagDeck = newValue } else { shownDump?.deck = newValue } }
    }

    /// The deck of the reader shown: the tag that changes are about, whatever the panes show.
    var tagDeck: Deck {
        get { reader.flatMap { decks[$0] } ?? lobby }
        set {
            if let reader, decks[reader] != nil { decks[reader] = newValue } else { lobby = newValue }
        }
    }

    /// The dump in the panes; `nil` while they show the tag, and on every other screen.
    var openDump: ShownDump? { screen == .workbench ? shownDump : nil }

    /// The reader shown, as the engine last told.
    var readerState: ReaderState? { state?.readers.first { $0.name == reader } }

    /// The panes of the workbench are shown, not the start screen.
    var showsWorkbench: Bool { deck.hasTag && screen == .workbench }

    /// How long work must last before it is worth a line, in milliseconds.
    static let progressDelay: UInt64 = 300

    /// The next moment at which something changes by itself: call `tick` then. `nil` while nothing will.
    public func nextDeadline(after now: Moment) -> Moment? {
        let progress = tagDeck.running.map { $0.since.advanced(milliseconds: Self.progressDelay) }
        // Work that goes on in small parts, with a picture between two.
        if screen == .dumps, dumps.isPending { return now }
        return [notices.deadline, progress.flatMap { $0 > now && $0 > lastMoment ? $0 : nil }].compactMap { $0 }.min()
    }

    /// The last moment the screens were told.
    private(set) var lastMoment = Moment(microseconds: 0)

    /// Lets time pass: a line of success goes, progress appears.
    public mutating func tick(at now: Moment) {
        lastMoment = max(lastMoment, now)
        notices.expire(at: now)
    }

    /// As `tick`, when the deadline came and nothing else happened: what waits for that goes on.
    /// - Returns: What the program is to do, in order.
    public mutating func wake(at now: Moment) -> [Intent] {
        tick(at: now)
        return screen == .dumps && dumps.isPending ? listDumps() : []
    }

    /// Tells the user something the program did outside the screens, for three seconds.
    public mutating func say(_ text: String, at now: Moment) {
        logEverywhere(text, tone: .plain, at: now)
        answer(text, at: now)
    }

    /// Tells the user that something outside the screens failed; stays until a key.
    public mutating func complain(_ text: String, advice: String? = nil, at now: Moment) {
        logEverywhere(text, tone: .error, advice: advice, at: now)
        showError(text, advice: advice)
    }

    /// As above, of something the screens themselves asked for just now.
    mutating func complain(_ text: String, advice: String? = nil) { complain(text, advice: advice, at: lastMoment) }

    /// Shows an error that stands in Activity already.
    mutating func showError(_ text: String, advice: String?) { notices.show(.error(text, advice: advice)) }

    /// A line of success that goes by itself and is not worth a line in Activity.
    mutating func answer(_ text: String, at now: Moment) { notices.show(.passing(.success, text, at: now)) }

    /// A short answer that goes by itself.
    mutating func hint(_ text: String) { notices.show(.passing(.hint, text, at: lastMoment)) }

    /// Brings every cursor and view into the bounds of what there is and of the terminal.
    mutating func settle() {
        let layout = WorkbenchLayout(size: size, focus: focus, maximised: maximised)
        var deck = deck
        for pane in layout.panes { deck.settle(pane.pane, room: pane.content.size) }
        if focus != .memory || !showsWorkbench { deck.typing = false }
        self.deck = deck
        settleScreen()
        settleDialog()
    }
}
