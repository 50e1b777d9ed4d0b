import Dumps
import Tags
import Terminal

extension AppModel {
    /// Goes to the screen Dumps, the library listed anew.
    mutating func openDumps() -> [Intent] {
        screen = .dumps
        return listDumps()
    }

    /// Has the library listed by the filter as it is typed now.
    /// - Parameter anew: The folder is looked at again; without that, only what was found last is filtered.
    func listDumps(anew: Bool = true) -> [Intent] { [.listDumps(filter: dumps.filter.text, anew: anew)] }

    /// Does an action on the screen Dumps; `nil` where it means the same everywhere.
    mutating func performInDumps(_ id: Action.ID) -> [Intent]? {
        if let move = Self.listMove(id) {
            dumps.list.move(move, count: dumps.rows?.count ?? 0, height: dumpRows.size.rows)
            return previewed()
        }
        switch id {
        case .open: return dumps.selected.map { [.openDump(.library($0.name), .show)] } ?? []
        case .mark:
            dumps.mark()
            dumps.list.move(.down, count: dumps.rows?.count ?? 0, height: dumpRows.size.rows)
            return previewed()
        case .search: dumps.isTyping = true
        case .readAgain: return listDumps()
        case .renameDump: openRenameForm()
        case .deleteDump:
            if let name = dumps.selected?.name {
                dialogs.append(.question(QuestionDialog(subject: .deleteDump(name))))
            }
        case .back: return backInDumps()
        case .leave: return leaveDumps()
        default: return nil
        }
        return []
    }

    /// Pops one level of the screen Dumps: marks, then the filter, then the screen.
    private mutating func backInDumps() -> [Intent] {
        if !dumps.marked.isEmpty {
            dumps.marked = []
        } else if !dumps.filter.characters.isEmpty {
            dumps.filter = InputLine()
            return listDumps(anew: false)
        } else {
            return leaveDumps()
        }
        return []
    }

    private mutating func leaveDumps() -> [Intent] {
        screen = .workbench
        // What was edited stays in the panes until a person said what becomes of it.
        if shownDump?.isChanged == false { shownDump = nil }
        return []
    }

    /// Takes a key while the filter is typed; the list follows each letter.
    mutating func typeFilter(_ key: Key) -> [Intent] {
        switch (key.code, key.control) {
        case (.enter, _): dumps.isTyping = false
        case (.escape, _):
            dumps.isTyping = false
            dumps.filter = InputLine()
            return listDumps(anew: false)
        case (.up, _), (.down, _), (.pageUp, _), (.pageDown, _):
            let moves: [Key.Code: ListState.Move] = [
                .up: .up, .down: .down, .pageUp: .pageUp, .pageDown: .pageDown,
            ]
            guard let move = moves[key.code] else { return [] }
            dumps.list.move(move, count: dumps.rows?.count ?? 0, height: dumpRows.size.rows)
            return previewed()
        default:
            let before = dumps.filter.text
            _ = dumps.filter.handle(key)
            if dumps.filter.text != before { return listDumps(anew: false) }
        }
        return []
    }

    /// Takes pasted text into the filter.
    mutating func pasteFilter(_ text: String) -> [Intent] {
        dumps.filter.insert(text)
        return listDumps(anew: false)
    }

    /// The cells of the list's rows as the screen is laid out now.
    var dumpRows: Rect { DumpsGeometry(body: screenBody).rows(hasFilter: hasDumpFilter) }

    /// A line of the list is taken by the filter.
    var hasDumpFilter: Bool { dumps.isTyping || !dumps.filter.characters.isEmpty }

    /// Asks for the dump under the cursor where there is room to show it and it is not there yet.
    func previewed() -> [Intent] {
        guard screen == .dumps, !DumpsGeometry(body: screenBody).preview.isEmpty, let name = dumps.selected?.name,
            dumps.preview?.name != name
        else { return [] }
        return [.openDump(.library(name), .preview)]
    }

    // MARK: What an action is about

    /// The dump that an action means: the one under the cursor, the one in the panes, or the tag on the reader.
    enum DumpSubject: Equatable {
        case listed(String)
        case shown
        case tag
    }

    /// What `S`, `c`, `e`, `w` and `W` are about here; `nil` on a list without a dump.
    var dumpSubject: DumpSubject? {
        if screen == .dumps { return dumps.selected.map { .listed($0.name) } }
        return openDump == nil ? .tag : .shown
    }

    /// Opens what an action is about, or goes on at once where it is open already.
    mutating func useDump(_ use: DumpUse) -> [Intent] {
        switch dumpSubject {
        case .listed(let name): return [.openDump(.library(name), use)]
        case .shown:
            guard let shown = shownDump else { return [] }
            var opened = shown.opened
            if shown.isChanged, let edited = shown.deck.applied() {
                // What a person sees is what is meant, not what the file still holds.
                opened.dump.report = edited
                hint("with the \(Words.count(shown.deck.edit.count, "byte")) changed here")
            }
            return take(opened, from: shown.place, for: use)
        case .tag:
            guard let dump = dumpOfTag else { return [] }
            if let without = withoutEdits { hint("as the tag was read, \(without)") }
            return take(OpenedDump(format: .tagdesk, dump: dump), from: .unsaved, for: use)
        case nil: return []
        }
    }

    /// The tag on the reader as a dump; `nil` where nothing of it was read.
    var dumpOfTag: Dump? {
        guard let report = tagDeck.report, report.image != nil || !report.files.isEmpty else { return nil }
        return Dump(
            report: report,
            origin: DumpOrigin(reader: reader, taken: lastMoment.microseconds, program: Dump.ownProgram))
    }

    /// What a dump of the tag does not have in it: bytes that were changed here and are not on the tag.
    private var withoutEdits: String? {
        tagDeck.edit.isEmpty
            ? nil : "without the \(Words.count(tagDeck.edit.count, "byte")) changed here"
    }

    /// A dump was opened.
    mutating func take(_ opened: OpenedDump, from place: DumpPlace, for use: DumpUse) -> [Intent] {
        switch use {
        case .show: show(opened, from: place)
        case .preview: if case .library(let name) = place { dumps.preview = .dump(name, opened) }
        case .export: openExportForm(opened, from: place)
        case .compare(let side): take(opened, from: place, as: side)
        case .restore: openRestoreForm(opened, from: place)
        case .clone: openCloneForm(opened, from: place)
        }
        return []
    }

    /// A dump could not be opened.
    mutating func refuse(_ place: DumpPlace, _ use: DumpUse, _ sentence: String, advice: String?) {
        if use == .preview, case .library(let name) = place {
            dumps.preview = .refused(name, sentence)
        } else {
            if case .compare = use, screen == .compare { screen = .dumps }
            complain(sentence, advice: advice)
        }
    }

    // MARK: Keeping

    /// Keeps the tag on the reader, or the dump in the panes, in the library.
    mutating func keepDump() -> [Intent] {
        if let shown = openDump {
            if shown.isChanged { return deck.applied().map { saveEditedDump($0) } ?? [] }
            return [.keepDump(shown.opened.dump)]
        }
        return dumpOfTag.map { [.keepDump($0)] } ?? []
    }

    /// Keeps an opened dump with its edits, under a name of its own: what it was before stays in its file.
    mutating func saveEditedDump(_ report: TagReport) -> [Intent] {
        guard let edited = shownDump?.opened.edited(to: report) else { return [] }
        shownDump?.keeping = report
        return [.keepDump(edited.dump)]
    }

    /// A dump was kept under this name.
    mutating func dumpWasKept(_ name: String, at now: Moment) -> [Intent] {
        let report = openDump?.opened.dump.report ?? tagDeck.report
        let without = openDump == nil ? withoutEdits.map { " \($0)," } ?? "" : ""
        let partial = report.flatMap(DumpText.partial).map { "; \($0)" } ?? ""
        if openDump != nil { shownDump?.wasKept(as: name) }
        say("kept\(without) as \(Words.safe(name, limit: 200))\(partial)", at: now)
        dumps.wanted = name
        return screen == .dumps ? listDumps() : []
    }

    // MARK: In the panes

    /// Shows a dump in the panes of the workbench, in place of the tag.
    ///
    /// Another dump that was edited and is kept nowhere stays: what becomes of it is asked first.
    mutating func show(_ opened: OpenedDump, from place: DumpPlace) {
        if shownDump?.isChanged == true {
            screen = .workbench
            dialogs.append(.question(QuestionDialog(subject: .leaveDump)))
            return
        }
        shownDump = ShownDump(opened, from: place, at: lastMoment)
        screen = .workbench
        maximised = false
        focus = opened.dump.report.image != nil || !opened.dump.report.files.isEmpty ? .memory : .tag
        if let first = opened.problems.first {
            let more = opened.problems.count > 1 ? " (and \(opened.problems.count - 1) more, in the pane Tag)" : ""
            hint("! " + Words.safe(first, limit: 300) + more)
        }
    }

    /// Takes the dump off the panes, after a question where it was edited; the list comes back.
    mutating func closeDump() -> [Intent] {
        guard let shown = shownDump else { return [] }
        if shown.isChanged {
            dialogs.append(.question(QuestionDialog(subject: .leaveDump)))
            return []
        }
        shownDump = nil
        maximised = false
        if case .library(let name) = shown.place { dumps.wanted = name }
        return openDumps()
    }

    /// Takes the dump off the panes for something else to be shown there.
    /// - Returns: False where it was edited and not saved: it stays, and that is said.
    mutating func putDumpAway() -> Bool {
        guard let shown = shownDump else { return true }
        guard !shown.isChanged else {
            hint(
                "\(Words.count(shown.deck.edit.count, "byte")) of the dump changed and kept nowhere: "
                    + "\(Self.key(.writeEdits)) keeps it so, \(Self.key(.discardEdits)) discards them")
            return false
        }
        shownDump = nil
        return true
    }

    /// Why nothing can be done to a tag now: a dump is shown in its place.
    var reasonOfDump: String? { openDump == nil ? nil : "a dump is shown, not a tag; Esc closes it" }

    /// What no dump can be asked for: it is no tag.
    static let aboutTagAlone: Set<Action.ID> = Set(
        [.readAgain, .readWithPassword, .writeMessage] + ProtectTask.allCases.map(\.action))

    /// Why an action on a dump cannot be done.
    func reasonAboutDump(against id: Action.ID) -> String? {
        switch id {
        case .saveDump:
            if let shown = openDump, case .library = shown.place, !shown.isChanged {
                return "it is in the library already"
            }
            return openDump == nil && dumpOfTag == nil ? "no memory was read" : nil
        case .exportDump, .cloneDump, .compareDump, .restoreDump:
            if id == .cloneDump || id == .restoreDump, options.readOnly { return "started with --read-only" }
            switch dumpSubject {
            case nil: return "no dump is listed"
            case .tag?:
                if id == .restoreDump { return "choose a dump first: \(Self.key(.dumps)) lists them" }
                if dumpOfTag == nil { return "no memory was read" }
            case .listed?, .shown?: break
            }
            if id == .restoreDump { return reasonAgainstChanging }
            if id == .cloneDump { return reader == nil ? "no reader is connected" : nil }
            return id == .compareDump ? reasonAgainstComparing : nil
        case .renameDump, .deleteDump:
            if screen != .dumps { return "only on the screen Dumps" }
            return dumps.selected == nil ? "no dump is listed" : nil
        default: return nil
        }
    }

    /// The key of an action, as it is printed.
    static func key(_ id: Action.ID) -> String { Action.named(id)?.keys.first?.name ?? "" }
}
