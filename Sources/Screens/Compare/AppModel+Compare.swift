import Dumps
import Engine
import Tags
import Terminal

extension AppModel {
    // MARK: Beginning

    /// Compares what the action is about: two dumps, a dump and the tag, or the tag now and as it was last seen.
    mutating func beginComparing() -> [Intent] {
        switch dumpSubject {
        case .listed(let name):
            if let (a, b) = markedPair(with: name) {
                return compare(
                    CompareSide(origin: .dump(.library(a)), name: Words.safe(a, limit: 60)),
                    CompareSide(origin: .dump(.library(b)), name: Words.safe(b, limit: 60)))
            }
            guard let tag = tagSide else { return [] }
            return compare(CompareSide(origin: .dump(.library(name)), name: Words.safe(name, limit: 60)), tag)
        case .shown:
            guard let shown = shownDump, let tag = tagSide else { return [] }
            return compare(
                CompareSide(
                    origin: .dump(shown.place), name: HelpText.cut(shown.name, 60), dump: shown.opened.dump),
                tag)
        case .tag: return tagDeck.identity.map { [.lastSeen(uid: $0.uid)] } ?? []
        case nil: return []
        }
    }

    /// The two dumps that marks and cursor mean; `nil` where that is one.
    private func markedPair(with name: String) -> (String, String)? {
        if dumps.marked.count == 2 { return (dumps.marked[0], dumps.marked[1]) }
        guard let marked = dumps.marked.first, marked != name else { return nil }
        return (marked, name)
    }

    /// The tag on the reader, or as it was when it left.
    private var tagSide: CompareSide? {
        guard let reader, let report = tagDeck.report else { return nil }
        return CompareSide(
            origin: .tag(reader: reader), name: tagDeck.present ? "the tag now" : "the tag as it was read",
            dump: Dump(report: report))
    }

    private mutating func compare(_ first: CompareSide, _ second: CompareSide) -> [Intent] {
        comparing = CompareScreen(first, second, from: screen)
        screen = .compare
        let sides: [(CompareSide, CompareSlot)] = [(first, .first), (second, .second)]
        return sides.compactMap { side, slot -> Intent? in
            guard case .dump(let place) = side.origin, side.dump == nil else { return nil }
            return .openDump(place, .compare(slot))
        }
    }

    /// A dump was opened for a side of the comparison.
    mutating func take(_ opened: OpenedDump, from place: DumpPlace, as slot: CompareSlot) {
        switch slot {
        case .first where comparing?.first.origin == .dump(place):
            comparing?.first.dump = opened.dump
        case .second where comparing?.second.origin == .dump(place):
            comparing?.second.dump = opened.dump
        default: return
        }
        comparing?.compare()
    }

    /// The journal said how it last knew a tag.
    mutating func take(lastSeen seen: LastSeen?, of uid: [UInt8]) {
        guard let report = tagDeck.report, report.identity.uid == uid, let tag = tagSide else { return }
        guard let seen, let earlier = seen.report(like: report) else {
            hint("the journal does not know this tag from before: it was neither read nor changed here")
            return
        }
        let time = Words.date(seen.time, secondsEastOfUTC: options.secondsEastOfUTC)
        _ = compare(
            CompareSide(origin: .journal, name: "as last seen (\(time), \(seen.how))", dump: Dump(report: earlier)), tag
        )
    }

    /// The tag of a side was read anew or changed: the comparison follows.
    mutating func refreshComparison(of name: String) {
        guard var screen = comparing, let report = decks[name]?.report else { return }
        let origin = CompareSide.Origin.tag(reader: name)
        var changed = false
        if screen.first.origin == origin, screen.first.report?.identity.uid == report.identity.uid {
            changed = screen.first.report != report
            screen.first = screen.first.with(report)
        }
        if screen.second.origin == origin, screen.second.report?.identity.uid == report.identity.uid {
            changed = changed || screen.second.report != report
            screen.second = screen.second.with(report)
        }
        guard changed else { return }
        screen.compare()
        comparing = screen
    }

    // MARK: Actions

    /// Why nothing can be compared here now.
    var reasonAgainstComparing: String? {
        switch dumpSubject {
        case .listed(let name):
            if markedPair(with: name) != nil { return nil }
            return tagSide == nil
                ? "mark another dump with \(Self.key(.mark)), or put a tag on the reader" : nil
        case .shown: return tagSide == nil ? "no tag was read that it could be compared with" : nil
        case .tag: return tagDeck.identity?.uid.isEmpty == false ? nil : "the tag has no UID to know it again by"
        case nil: return "no dump is listed"
        }
    }

    /// Does an action on the screen Compare; `nil` where it means the same everywhere.
    mutating func performInCompare(_ id: Action.ID) -> [Intent]? {
        guard let shown = comparing else { return nil }
        if let move = Self.listMove(id) {
            let height = CompareGeometry(body: screenBody, unit: shown.unit).list.size.rows
            comparing?.list.move(move, count: shown.rows.count, height: height)
            return []
        }
        switch id {
        case .compareAll: comparing?.toggleAll()
        case .swapSides: comparing?.swap()
        case .searchNext, .searchPrevious:
            if comparing?.step(forward: id == .searchNext) == false { hint("nothing differs") }
        case .back, .leave:
            screen = shown.cameFrom
            comparing = nil
            if screen == .dumps { return listDumps() }
        case .open, .mark, .search, .goTo: break
        default: return nil
        }
        return []
    }

    /// What the status line says on the screen Compare.
    var compareStatus: (words: String, hints: [Action.ID]) {
        (
            comparing.map { $0.showsAll ? "all, also what is the same" : "changes only" } ?? "",
            [.searchNext, .searchPrevious, .compareAll, .swapSides, .copy, .readAgain, .leave]
        )
    }
}
