import Engine
import Tags
import Terminal

extension AppModel {
    /// Goes to the console, the line to type ready.
    mutating func openConsole() {
        screen = .console
        console.isLeft = false
        console.focus = .input
    }

    /// Gives a key to the console where it means something to what has the keys there; `nil` where not.
    mutating func handleInConsole(_ key: Key) -> [Intent]? {
        if key.code == .tab {
            console.focus = console.focus == .input ? .transcript : .input
            return []
        }
        guard console.focus == .input else { return nil }
        switch (key.code, key.control) {
        case (.escape, _): console.focus = .transcript
        case (.enter, _): return sendLine()
        case (.up, _), (.character("p"), true):
            if let line = console.history.back(from: console.input.text) { console.put(line) }
        case (.down, _), (.character("n"), true):
            if let line = console.history.forward() { console.put(line) }
        case (.pageUp, _), (.pageDown, _):
            moveInTranscript(key.code == .pageUp ? .pageUp : .pageDown)
        default:
            guard console.input.handle(key) else { return nil }
            console.problem = console.input.refused ? console.input.rule.words : nil
        }
        return []
    }

    /// Does an action on the console; `nil` where it means nothing there.
    mutating func performInConsole(_ id: Action.ID) -> [Intent]? {
        if let move = Self.listMove(id) {
            moveInTranscript(move)
            return []
        }
        switch id {
        case .open:
            // The line again, to be sent once more or changed.
            guard let entry = entryAtCursor else { break }
            if entry.isMasked {
                hint("this line is not kept: some of its bytes may be a secret")
            } else {
                console.put(entry.line)
                console.focus = .input
            }
        case .namedCommands: openChoice(.commands)
        case .stopCommand:
            if console.waitsForReading {
                dropLine("not sent")
                return []
            }
            console.queue = Array(console.queue.prefix(1))
            return deck.running.map { [.cancel($0.id)] } ?? []
        case .clearConsole: console.clear()
        case .back, .leave: return leaveConsole()
        default: return nil
        }
        return []
    }

    private mutating func moveInTranscript(_ move: ListState.Move) {
        let rows = consoleRows.count
        console.list.move(move, count: rows, height: ConsoleGeometry(body: screenBody).rows)
        console.follows = console.list.cursor >= rows - 1
    }

    /// Why an action of the console cannot be done.
    func reasonInConsole(against id: Action.ID) -> String? {
        if screen != .console { return "only on the screen Console" }
        return switch id {
        case .stopCommand: deck.running == nil ? "nothing is running" : nil
        case .clearConsole: console.entries.isEmpty ? "there is nothing to clear" : nil
        default: nil
        }
    }

    /// The entry the cursor of the transcript is on.
    private var entryAtCursor: ConsoleScreen.Entry? {
        let rows = consoleRows
        guard rows.indices.contains(console.list.cursor) else { return nil }
        return console.entries[rows[console.list.cursor].entry]
    }

    /// What can be copied: the entry under the cursor, its answer, everything.
    var consoleCopyItems: [CopyItem] {
        guard let entry = entryAtCursor ?? console.entries.last else { return [] }
        var items = [CopyItem(label: "Command and answer", text: ConsoleText.copy(entry))]
        if !entry.bytes.isEmpty { items += Self.byteForms(entry.bytes, of: "Answer") }
        items.append(CopyItem(label: "Command", text: entry.line))
        items.append(
            CopyItem(
                label: "Transcript", text: console.entries.map(ConsoleText.copy).joined(separator: "\n"),
                words: "the transcript, \(Words.count(console.entries.count, "line"))"))
        return items
    }

    /// Puts a command of the library on the line.
    mutating func takeCommand(_ index: Int) {
        let items = namedCommandItems
        guard items.indices.contains(index) else { return }
        console.put(items[index].label)
        console.focus = .input
    }

    mutating func pasteInConsole(_ text: String) {
        console.paste(text)
        guard !console.waiting.isEmpty else { return }
        hint("\(Words.count(console.waiting.count, "more line")) pasted; each comes after Enter")
    }

    /// Brings the transcript into bounds.
    mutating func settleConsole() {
        console.settle(rows: consoleRows.count, height: ConsoleGeometry(body: screenBody).rows)
    }

    mutating func clickInConsole(_ mouse: Mouse) -> [Intent] {
        let geometry = ConsoleGeometry(body: screenBody)
        let inside = geometry.content(geometry.transcript)
        if geometry.input.contains(mouse.position) { console.focus = .input }
        let row = mouse.position.row - inside.origin.row + console.list.top
        guard inside.contains(mouse.position), consoleRows.indices.contains(row) else { return [] }
        console.focus = .transcript
        console.list.cursor = row
        console.follows = false
        return mouse.action == .doubleClick ? performInConsole(.open) ?? [] : []
    }
}
