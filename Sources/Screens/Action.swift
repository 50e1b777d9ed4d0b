import Terminal

/// One thing a user can do: its names, its keys and what it does in words.
///
/// The table of these (`Action.all`) is the only place keys are written down; key handling, the F-bar, help, the palette
/// and the manual page are all made from it.
public struct Action: Sendable {
    /// Names one action in code.
    public enum ID: String, CaseIterable, Sendable {
        case help, palette, search, searchNext, searchPrevious, goTo, copy, open, mark, asciiSide, openLink
        case readAgain, readWithPassword, cancelOperation, checkLink
        case nextPane, previousPane, paneTag, paneMemory, paneNDEF, paneCapacity, paneActivity, maximise
        case up, down, left, right, first, last, halfUp, halfDown, pageUp, pageDown, lineStart, lineEnd
        case chooseReader, bench, chooseTheme, toggleMouse, repaint, suspend
        case back, leave, quit
        case compose, protect, journal
        case addRecord, duplicateRecord, deleteRecord, moveRecordUp, moveRecordDown, undoEdit, redoEdit
        case writeMessage, startFrom, saveTemplate, assumeChip
        case setPassword, removePassword, configureTag, changeKey, lockPages, formatTag, eraseTag
        case resetKeys, fileRights, usualRights, dynamicLink, boltCard, dynamicLinkOff
        case filterJournal, undoOperation, recoverOperation
        case edit, writeEdits, undoByte, redoByte, discardEdits, fillBytes, pasteBytes, showBits
        case memoryPlaces, setBookmark, crossOver, extendUp, extendDown, extendLeft, extendRight
        case finishTyping, otherColumn, untype, stopTyping
        case console, trace, tools
        case namedCommands, stopCommand, clearConsole
        case filterTrace, failuresOnly, exportTrace, openTraceFile
        case nextTool, previousTool, takeValue
        case dumps, saveDump, compareDump, exportDump, openDumpFile, restoreDump, cloneDump
        case renameDump, deleteDump, compareAll, swapSides
    }

    /// The headings help and manual sort actions under.
    public enum Group: String, CaseIterable, Sendable {
        case tag = "Tag and reader"
        case change = "Changing the tag"
        case composing = "On the screen Compose"
        case protecting = "On the screen Protect"
        case journal = "On the screen Journal"
        case memory = "Bytes in Memory"
        case typing = "While bytes are typed (F2)"
        case console = "On the screen Console"
        case trace = "On the screen Trace"
        case tools = "On the screen Tools"
        case dumps = "Dumps"
        case browsing = "On the screen Dumps"
        case comparing = "On the screen Compare"
        case look = "Looking"
        case move = "Moving"
        case panes = "Panes"
        case program = "Program"

        /// The screen on which alone the keys of these actions count; `nil` for those that count on every screen.
        var screen: Screen? {
            switch self {
            case .composing: .compose
            case .protecting: .protect
            case .journal: .journal
            case .console: .console
            case .trace: .trace
            case .tools: .tools
            case .browsing: .dumps
            case .comparing: .compare
            case .dumps, .tag, .change, .memory, .typing, .look, .move, .panes, .program: nil
            }
        }

        /// The keys of these actions count only while keys type bytes, and come before all others then.
        var isTyping: Bool { self == .typing }
    }

    /// Which action.
    public var id: ID
    /// The heading it belongs under.
    public var group: Group
    /// The name, as palette and help say it; the palette runs it by this name or the short one.
    public var title: String
    /// One word to type in the palette, such as `goto`.
    public var command: String
    /// The keys, the one to print first.
    public var keys: [Key]
    /// The word on the F-bar, where the action has a place there (its first function key).
    public var barLabel: String?
    /// What it does, one sentence without a full stop.
    public var help: String

    /// The function key on the F-bar.
    public var functionKey: Int? {
        for key in keys { if case .function(let number) = key.code { return number } }
        return nil
    }

    /// An action of these parts.
    public init(
        _ id: ID, _ group: Group, _ title: String, command: String, keys: [String], bar: String? = nil, help: String
    ) {
        self.id = id
        self.group = group
        self.title = title
        self.command = command
        self.keys = keys.compactMap(Key.init(named:))
        barLabel = bar
        self.help = help
    }
}

/// Whether an action can be done now; when it cannot, it stays in its place and says why.
public enum Availability: Equatable, Sendable {
    case available
    /// The reason, a sentence part that follows a colon: `no tag was read yet`.
    case disabled(because: String)

    /// It can be done.
    public var isAvailable: Bool { self == .available }
}
