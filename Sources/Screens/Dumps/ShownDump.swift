import Dumps
import Tags

/// A dump that the panes of the workbench show in place of the tag on the reader.
///
/// It is a deck of its own, so that cursors and folds of the tag's panes stay as they are.
struct ShownDump: Sendable {
    /// Where it is kept.
    var place: DumpPlace
    /// What the file turned out to be.
    var opened: OpenedDump
    /// The panes' cursors and what they draw.
    var deck: Deck
    /// The tag as it was edited, on its way into the library.
    var keeping: TagReport?
    /// It was edited, and what it is now is kept nowhere.
    var isChanged: Bool { !deck.edit.isEmpty }

    /// The name people know it by.
    var name: String { place.name }

    /// A dump as it was opened at this moment.
    init(_ opened: OpenedDump, from place: DumpPlace, at now: Moment) {
        self.place = place
        self.opened = opened
        deck = Deck()
        deck.isDump = true
        deck.take(opened.dump.report)
        deck.source = DumpText.fields(of: opened, from: place)
        deck.log.add("opened \(place.name): \(opened.format.title)", at: now)
        for problem in opened.problems.prefix(DumpText.mostProblems) {
            deck.log.add(Words.safe(problem, limit: 500), tone: .warning, at: now)
        }
    }

    /// It is kept in the library under this name, with its edits.
    mutating func wasKept(as name: String) {
        place = .library(name)
        if let report = keeping {
            opened = opened.edited(to: report)
            deck.replaceEdit()
            deck.take(opened.dump.report)
        }
        keeping = nil
        deck.source = DumpText.fields(of: opened, from: place)
    }
}
