import Engine
import Tags

/// Edits stay with their tag's UID: while it is away, on another reader, and when it comes back.
extension AppModel {
    /// Edits and bookmarks of tags that no deck shows, by UID; the latest last.
    struct KeptEdits: Equatable, Sendable {
        private var list: [(uid: [UInt8], edit: MemoryEdit, bookmarks: [MemoryEdit.Place])] = []
        /// More tags are not remembered.
        static let most = 200

        /// The tags.
        var count: Int { list.count { !$0.edit.isEmpty } }

        mutating func keep(_ edit: MemoryEdit, _ bookmarks: [MemoryEdit.Place], of uid: [UInt8]) {
            guard !uid.isEmpty else { return }
            list.removeAll { $0.uid == uid }
            guard !edit.isEmpty || !bookmarks.isEmpty else { return }
            list.append((uid, edit, bookmarks))
            if list.count > Self.most { list.removeFirst(list.count - Self.most) }
        }

        mutating func take(_ uid: [UInt8]) -> (edit: MemoryEdit, bookmarks: [MemoryEdit.Place])? {
            guard !uid.isEmpty, let index = list.firstIndex(where: { $0.uid == uid }) else { return nil }
            let found = list.remove(at: index)
            return (found.edit, found.bookmarks)
        }

        static func == (left: KeptEdits, right: KeptEdits) -> Bool {
            left.list.count == right.list.count
                && zip(left.list, right.list).allSatisfy {
                    $0.uid == $1.uid && $0.edit == $1.edit && $0.bookmarks == $1.bookmarks
                }
        }
    }

    /// Bytes changed of any tag that are nowhere but here.
    var hasUnwrittenEdits: Bool {
        shownDump?.isChanged == true || keptEdits.count > 0 || decks.values.contains { !$0.edit.isEmpty }
            || !lobby.edit.isEmpty
    }

    /// Another tag is on a reader than the deck showed before: the edits of the one go to its UID, those of the other come
    /// back.
    mutating func exchangeEdits(on name: String, before: Deck?) {
        guard let after = decks[name] else { return }
        let uid = after.identity?.uid ?? []
        guard before?.identity?.uid != uid || uid.isEmpty else { return }
        if let before, let old = before.identity?.uid { keptEdits.keep(before.edit, before.bookmarks, of: old) }
        // The tag may have come from another reader, whose deck still shows it.
        for (other, deck) in decks where other != name && !uid.isEmpty && deck.identity?.uid == uid && !deck.present {
            keptEdits.keep(deck.edit, deck.bookmarks, of: uid)
            decks[other]?.replaceEdit()
        }
        guard let kept = keptEdits.take(uid) else { return }
        decks[name]?.bookmarks = kept.bookmarks
        decks[name]?.replaceEdit(with: kept.edit)
        guard name == reader, !kept.edit.isEmpty else { return }
        hint("this tag's \(Words.count(kept.edit.count, "byte")) changed before are back, not written yet")
    }

    /// A reading ended: says where the tag is not any more what it was when it was edited.
    mutating func tellMovedEdits(on name: String) {
        guard let deck = decks[name], !deck.movedEdits.isEmpty else { return }
        let moved = deck.movedEdits
        let sentences = deck.lastWrite?.sentences(about: moved) ?? [LastWrite.foreign(moved.count)]
        logEditNotice(sentences.joined(separator: "; ") + ": they stay changed", on: name)
    }

    /// A change ended: what it sent is remembered until the tag was read after it.
    mutating func noteWrite(_ outcome: ChangeOutcome, ended: Bool, on name: String) {
        guard outcome.result != .planned, let deck = decks[name] else { return }
        decks[name]?.lastWrite = LastWrite(
            outcome, pageSize: deck.report?.image?.pageSize ?? 4, ended: ended,
            words: Self.words(.change(outcome.plan.kind)))
    }

    private mutating func logEditNotice(_ text: String, on name: String) {
        decks[name]?.log.add(text, tone: .warning, at: lastMoment)
        if name == reader { hint(text) }
    }

    /// Throws the edits of the tag shown away.
    mutating func discardEdits() {
        let count = deck.edit.count
        deck.replaceEdit()
        deck.typing = false
        hint("\(Words.count(count, "byte")) as \(deck.isDump ? "the dump has them" : "they were read") again")
    }
}
