import Tags
import Terminal

/// A dump that was opened and is shown on the workbench in place of a tag, to be looked at and edited.
struct OpenedDump: Sendable {
    /// What it is called: the name of its file.
    var name: String
    /// Its bytes, cursors and edits.
    var deck: Deck

    init(_ report: TagReport, named name: String) {
        self.name = name
        deck = Deck()
        deck.isDump = true
        deck.take(report)
    }
}

extension AppModel {
    /// Shows a dump on the workbench until it is closed; the readers go on behind it.
    /// - Returns: False where another one is shown that was edited and not saved: that stays, and it is said.
    @discardableResult mutating func open(dump report: TagReport, named name: String) -> Bool {
        guard closeDump() else { return false }
        opened = OpenedDump(report, named: name)
        screen = .workbench
        focus = .memory
        maximised = false
        hint("\(Words.safe(name, limit: 80)) is shown, not the tag on the reader; Esc closes it")
        return true
    }

    /// Closes the dump that is shown, and the reader's tag is shown again.
    /// - Returns: False where it was edited and not saved: it stays, and it is said.
    @discardableResult mutating func closeDump() -> Bool {
        guard let dump = opened else { return true }
        guard dump.deck.edit.isEmpty else {
            hint("\(Words.count(dump.deck.edit.count, "byte")) of the dump changed and not saved: w saves, X discards")
            return false
        }
        opened = nil
        return true
    }

    /// The opened dump was saved with its edits: they are what it holds now.
    /// - Parameter name: What it is called now, where that is another name.
    mutating func dumpSaved(named name: String? = nil) {
        guard var dump = opened, let report = dump.deck.applied() else { return }
        dump.deck.replaceEdit()
        dump.deck.take(report)
        if let name { dump.name = name }
        opened = dump
    }

    /// Why nothing can be done to a tag now: a dump is shown in its place.
    var reasonOfDump: String? { opened == nil ? nil : "a dump is shown, not a tag; Esc closes it" }

    /// Saves the opened dump with its edits. The part that knows where dumps are kept does it, and tells `dumpSaved`.
    mutating func saveEditedDump(_ report: TagReport) -> [Intent] {
        hint("dumps cannot be saved yet")
        return []
    }
}
