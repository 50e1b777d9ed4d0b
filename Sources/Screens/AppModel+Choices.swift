import Engine
import NDEF
import Tags
import Terminal

/// One way to copy what is selected.
struct CopyItem: Equatable, Sendable {
    var label: String
    /// What goes to the clipboard.
    var text: String
    /// What it is, to say what was copied: `24 bytes as ASCII`.
    var words: String

    init(label: String, text: String, words: String? = nil) {
        self.label = label
        self.text = text
        self.words = words ?? "the \(label.lowercased())"
    }
}

extension AppModel {
    /// What a choice dialog lists now.
    func choiceItems(_ subject: ChoiceDialog.Subject) -> [ChoiceItem] {
        switch subject {
        case .reader:
            (state?.readers ?? []).map { reader in
                ChoiceItem(
                    label: Words.safe(reader.name, limit: 120), detail: readerDetail(reader),
                    marked: reader.name == self.reader)
            }
        case .bench:
            benchTags.map { ChoiceItem(label: $0.name, detail: $0.summary, marked: $0.onReader) }
        case .copy:
            copyItems.map { ChoiceItem(label: $0.label, detail: Words.safe(String($0.text.prefix(200)))) }
        case .theme:
            options.themes.map { ChoiceItem(label: $0, detail: "", marked: $0 == (themeBefore ?? options.theme)) }
        case .places:
            deck.places.map { ChoiceItem(label: $0.address, detail: $0.words, marked: $0.kind == .bookmark) }
        case .commands: namedCommandItems
        case .compose(let choice): composeItems(choice)
        }
    }

    /// The place of a list of choices: wide enough for its lines where the screen is, the whole of the one under the
    /// cursor below where it is not.
    func choiceGeometry(_ subject: ChoiceDialog.Subject) -> DialogGeometry.List {
        let items = choiceItems(subject)
        let label = 2 + (items.map { DisplayWidth.of($0.label) }.max() ?? 0) + 2
        let widest = label + (items.map { DisplayWidth.of($0.detail) }.max() ?? 0)
        let columns = DialogGeometry.columns(max(72, widest), size)
        let detail =
            widest <= columns ? 0 : items.map { TextWrap.lines($0.detail, columns: columns).count }.max() ?? 0
        return DialogGeometry.list(size, rows: items.count, columns: columns, detail: detail)
    }

    /// What is on a reader, in a few words.
    func readerDetail(_ reader: ReaderState) -> String {
        let deck = decks[reader.name]
        if reader.busyElsewhere { return "another program is using this reader" }
        if reader.mute { return "a card that does not answer" }
        if let identity = deck?.identity, reader.present { return "\(identity.chipName) \(Words.uid(identity.uid))" }
        return reader.present ? "a tag" : "empty"
    }

    /// What can be copied from where the cursor is.
    var copyItems: [CopyItem] {
        switch screen {
        case .console: return consoleCopyItems
        case .trace: return traceCopyItems
        case .tools: return toolsCopyItems
        case .dumps: return dumpsCopyItems
        case .compare: return compareCopyItems
        case .clone: return cloneCopyItems
        case .journal: return journalCopyItems
        case .compose: return composeCopyItems
        case .protect: return []
        case .workbench: break
        }
        switch focus {
        case .memory:
            guard let image = deck.image else { return [] }
            return Self.byteForms((deck.memory.selection(in: image)).compactMap(image.byte(at:)))
        case .ndef:
            guard let node = deck.tree.selected else { return [] }
            return Self.copyItems(of: node.record, bytes: recordBytes(node))
        case .tag:
            let rows = fieldRows(columns: contentSize(of: .tag).columns)
            guard rows.indices.contains(deck.fields.cursor) else { return [] }
            let row = rows[deck.fields.cursor]
            return [CopyItem(label: row.name, text: row.copyText, words: "the field \(row.name)")]
        case .capacity:
            return deck.shown?.ndef?.capacity.map { [CopyItem(label: "Sum", text: $0.how)] } ?? []
        case .activity: return activityCopyItems
        }
    }

    /// What can be copied of a record.
    static func copyItems(of record: NDEFRecord, bytes: [UInt8]) -> [CopyItem] {
        var items: [CopyItem] = []
        if let link = record.link { items.append(CopyItem(label: "Link", text: link)) }
        if case .text(let text) = record.content { items.append(CopyItem(label: "Text", text: text.text)) }
        return items + byteForms(bytes, of: "Record") + byteForms(Array(record.payload), of: "Payload")
    }

    /// The bytes of a record in the message.
    func recordBytes(_ node: RecordNode) -> [UInt8] {
        guard let range = node.range, let raw = deck.shown?.ndef?.raw, range.upperBound <= raw.count else {
            return Array(node.record.payload)
        }
        return Array(raw[range])
    }

    private var activityCopyItems: [CopyItem] {
        let rows = deck.activity.rows(of: deck.log)
        guard rows.indices.contains(deck.activity.list.cursor) else { return [] }
        switch rows[deck.activity.list.cursor] {
        case .entry(let index), .advice(let index):
            let entry = deck.log.entries[index]
            return [
                CopyItem(label: "Event", text: [entry.text, entry.advice].compactMap { $0 }.joined(separator: "\n"))
            ]
        case .exchange(let entry, let index):
            let lines = ExchangeDetail.lines(of: deck.log.entries[entry].exchanges[index])
            return [CopyItem(label: "Exchange", text: lines.map { "\($0.label): \($0.text)" }.joined(separator: "\n"))]
        case .detail(_, _, let line): return [CopyItem(label: line.label, text: line.text)]
        }
    }

    /// Bytes as hex, text and source.
    /// - Parameter whole: What the bytes are, where there is more than one thing to copy.
    static func byteForms(_ bytes: [UInt8], of whole: String? = nil) -> [CopyItem] {
        guard !bytes.isEmpty else { return [] }
        let text = String(bytes.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." })
        let list = bytes.map { "0x" + Words.byte($0) }.joined(separator: ", ")
        return [
            ("Hex", Hex.string(bytes, separator: " ")), ("ASCII", text),
            ("C array", "const unsigned char bytes[\(bytes.count)] = { \(list) };"),
        ].map { form, text in
            let label = whole.map { "\($0), \(form == "C array" ? form : form == "Hex" ? "hex" : form)" } ?? form
            let what = whole.map { "the \($0.lowercased()), " } ?? ""
            return CopyItem(
                label: label, text: text,
                words: "\(what)\(Words.count(bytes.count, "byte")) as \(form == "Hex" ? "hex" : form)")
        }
    }

    /// Gives a key to a choice dialog, which was taken off the stack.
    mutating func handle(_ key: Key, in dialog: ChoiceDialog) -> [Intent] {
        var dialog = dialog
        let items = choiceItems(dialog.subject)
        if dialog.subject == .bench, let intents = benchKey(key, &dialog) { return intents }
        switch Action.action(for: key)?.id {
        case .back, .leave:
            defer { themeBefore = nil }
            guard dialog.subject == .theme, let before = themeBefore, before != options.theme else { return [] }
            options.theme = before
            return [.setTheme(before)]
        case .quit: return quit()
        case .open: return choose(dialog, items)
        case let id?:
            if let move = Self.listMove(id) {
                dialog.list.move(move, count: items.count, height: choiceGeometry(dialog.subject).rows)
            }
        case nil: break
        }
        dialogs.append(.choice(dialog))
        // Each theme is shown as the cursor meets it.
        if dialog.subject == .theme, options.themes.indices.contains(dialog.list.cursor),
            options.themes[dialog.list.cursor] != options.theme
        {
            options.theme = options.themes[dialog.list.cursor]
            return [.setTheme(options.theme)]
        }
        return []
    }

    private mutating func choose(_ dialog: ChoiceDialog, _ items: [ChoiceItem]) -> [Intent] {
        let index = dialog.list.cursor
        guard items.indices.contains(index) else { return [] }
        switch dialog.subject {
        case .reader:
            guard let readers = state?.readers, readers.indices.contains(index) else { return [] }
            guard putDumpAway() else { return [] }
            reader = readers[index].name
            readerWasChosen = true
            return []
        case .bench: return [.bench(.place(items[index].label))]
        case .copy:
            let copies = copyItems
            guard copies.indices.contains(index) else { return [] }
            answer("copied: \(copies[index].words)", at: lastMoment)
            if screen == .workbench, focus == .memory, let image = deck.image {
                register = deck.memory.selection(in: image).compactMap(image.byte(at:))
            }
            return [.copy(copies[index].text)]
        case .theme:
            themeBefore = nil
            return [.setTheme(options.theme), .saveTheme(options.theme)]
        case .places:
            let places = deck.places
            if places.indices.contains(index) { goTo(places[index].offset) }
            return []
        case .commands:
            takeCommand(index)
            return []
        case .compose(let choice): return choose(index, of: choice)
        }
    }

    /// The keys of the bench beside those of every list; `nil` where the key is none of them.
    private mutating func benchKey(_ key: Key, _ dialog: inout ChoiceDialog) -> [Intent]? {
        switch key.code {
        case .character("x"), .delete: return [.bench(.remove)]
        case .character("+"): dialog.pullAfter = min(999, dialog.pullAfter + 1)
        case .character("-"): dialog.pullAfter = max(1, dialog.pullAfter - 1)
        case .character("p"):
            hint("the tag will be pulled away after \(Words.count(dialog.pullAfter, "frame")); R reads it")
            return [.bench(.pull(afterFrames: dialog.pullAfter))]
        default: return nil
        }
        dialogs.append(.choice(dialog))
        return []
    }
}
