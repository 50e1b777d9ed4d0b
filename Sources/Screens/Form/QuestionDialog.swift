import Terminal

/// A question with a few answers; the first one, which destroys nothing, has the focus.
struct QuestionDialog: Equatable, Sendable {
    /// What is asked.
    enum Subject: Equatable, Sendable {
        /// The program ends while a draft is unsaved.
        case quit
        /// Another draft begins while this one is unsaved.
        case startOver(ComposeStart)
        /// The compose screen is left while the draft is unsaved.
        case leaveCompose
        /// The program ends while bytes are changed that are on no tag.
        case quitEditing
        /// The bytes that were changed are thrown away.
        case discardEdits
        /// A template of this name is there already.
        case replaceTemplate(String)
        /// There is a file of this name where the trace is to be written.
        case replaceExport(TraceExportOrder)
        /// A dump is taken out of the library.
        case deleteDump(String)
        /// A file of this path is there already.
        case overwrite(String)
        /// The dump in the panes is left while its edits are kept nowhere.
        case leaveDump
    }

    /// One answer.
    enum Answer: Equatable, Sendable { case cancel, keepDraft, saveTemplate, keepDump, discard }

    var subject: Subject
    /// The answer with the focus.
    var focus = 0

    var title: String {
        switch subject {
        case .quit, .quitEditing: "Quit?"
        case .discardEdits: "Discard the edits?"
        case .startOver: "Begin another message?"
        case .leaveCompose: "Leave the message?"
        case .replaceTemplate: "Replace the template?"
        case .replaceExport: "Replace the file?"
        case .deleteDump: "Delete the dump?"
        case .overwrite: "Replace the file?"
        case .leaveDump: "Leave the dump?"
        }
    }

    /// The answers with their labels, the harmless one first.
    var answers: [(label: String, answer: Answer)] {
        switch subject {
        case .quit: [("Stay", .cancel), ("Save as template", .saveTemplate), ("Quit, lose it", .discard)]
        case .quitEditing: [("Stay", .cancel), ("Quit, lose them", .discard)]
        case .discardEdits: [("Keep them", .cancel), ("Discard them", .discard)]
        case .startOver: [("Cancel", .cancel), ("Save as template", .saveTemplate), ("Begin, lose it", .discard)]
        case .leaveCompose:
            [("Keep the draft", .keepDraft), ("Save as template", .saveTemplate), ("Discard it", .discard)]
        case .replaceTemplate:
            [("Cancel", .cancel), ("Save under another name", .saveTemplate), ("Replace it", .discard)]
        case .replaceExport: [("Cancel", .cancel), ("Replace it", .discard)]
        case .deleteDump: [("Cancel", .cancel), ("Delete it", .discard)]
        case .overwrite: [("Cancel", .cancel), ("Replace it", .discard)]
        case .leaveDump: [("Stay", .cancel), ("Keep in the library", .keepDump), ("Leave, lose the edits", .discard)]
        }
    }
}

extension AppModel {
    /// Ends the program, after a question where something would be lost. A second time it ends at once.
    mutating func quit() -> [Intent] {
        if case .question(let question)? = dialogs.last, [.quit, .quitEditing].contains(question.subject) {
            return [.quit]
        }
        guard compose.draft.isChanged || hasUnwrittenEdits else { return [.quit] }
        dialogs.append(.question(QuestionDialog(subject: compose.draft.isChanged ? .quit : .quitEditing)))
        return []
    }

    /// Gives a key to a question, which was taken off the stack.
    mutating func handle(_ key: Key, in dialog: QuestionDialog) -> [Intent] {
        var dialog = dialog
        let count = dialog.answers.count
        switch key.code {
        case .escape: return []
        case .tab where !key.shift, .right, .down: dialog.focus = (dialog.focus + 1) % count
        case .tab, .left, .up: dialog.focus = (dialog.focus + count - 1) % count
        case .enter: return answer(dialog)
        default: break
        }
        dialogs.append(.question(dialog))
        return []
    }

    private mutating func answer(_ dialog: QuestionDialog) -> [Intent] {
        switch dialog.answers[dialog.focus].answer {
        case .cancel: return []
        case .keepDraft:
            screen = .workbench
            hint("the draft is kept; F3 goes back to it")
            return []
        case .saveTemplate:
            openTemplateName()
            return []
        case .keepDump: return keepDump()
        case .discard:
            switch dialog.subject {
            case .deleteDump(let name): return [.deleteDump(name)]
            case .overwrite(let path):
                guard let pending = dumps.writing, pending.path == path else { return [] }
                return [.writeFile(path: path, pending.bytes, replacing: true)]
            case .leaveDump:
                shownDump?.deck.replaceEdit()
                return closeDump()
            case .quit, .quitEditing: return [.quit]
            case .discardEdits:
                discardEdits()
                return []
            case .startOver(let start): return begin(start)
            case .leaveCompose:
                compose.draft = Draft()
                screen = .workbench
                return []
            case .replaceTemplate(let name):
                compose.saving = name
                return [.saveTemplate(name: name, compose.draft.encoded, replacing: true)]
            case .replaceExport(var order):
                order.replacing = true
                return [.exportTrace(order)]
            }
        }
    }

    private func words(_ subject: QuestionDialog.Subject) -> String {
        if case .replaceTemplate(let name) = subject {
            return "There is a template \(Words.safe(name, limit: 100)) already. Replaced, what it holds now is lost."
        }
        let edited = editedWords
        if subject == .quitEditing || subject == .discardEdits { return edited ?? "" }
        switch subject {
        case .replaceExport(let order):
            return "There is a file \(Words.safe(order.path, limit: 200)) already. Replaced, what it holds now is lost."
        case .deleteDump(let name):
            return
                "\(Words.safe(name, limit: 200)) is taken out of the library; its file goes into the folder .trash there."
        case .overwrite(let path):
            return "\(Words.safe(path, limit: 300)) is there already. Replaced, what it holds now is lost."
        case .leaveDump:
            return "\(shownDump?.name ?? "The dump") was edited, and that is kept nowhere."
        default: break
        }
        let count = compose.draft.records.count
        let message =
            "The message of \(Words.count(count, "record")), \(Words.count(compose.draft.encoded.count, "byte")), "
            + "was changed and is neither on a tag nor kept as a template."
        return [message, subject == .quit ? edited : nil].compactMap { $0 }.joined(separator: " ")
    }

    /// The bytes that were changed and are on no tag.
    private var editedWords: String? {
        // On another screen an edited dump is not what is shown, but it is lost all the same.
        let dump = shownDump?.deck.edit.count ?? 0
        let here = openDump == nil ? deck.edit.count : 0
        let elsewhere =
            keptEdits.count + decks.filter { (openDump != nil || $0.key != reader) && !$0.value.edit.isEmpty }.count
        let parts = [
            dump > 0 ? "\(Words.count(dump, "byte")) of the dump \(openDump == nil ? "that is open" : "shown")" : nil,
            here > 0 ? "\(Words.count(here, "byte")) of the tag shown" : nil,
            elsewhere > 0 ? "bytes of \(Words.count(elsewhere, here > 0 ? "other tag" : "tag"))" : nil,
        ].compactMap { $0 }
        return parts.isEmpty
            ? nil
            : parts.joined(separator: " and ")
                + " \(dump + here == 1 && elsewhere == 0 ? "was" : "were") changed here and "
                + (dump == 0 ? "not written." : here + elsewhere == 0 ? "kept nowhere." : "neither written nor kept.")
    }

    /// Draws a question.
    func draw(_ dialog: QuestionDialog, on canvas: inout Canvas) {
        let columns = DialogGeometry.columns(64, size)
        let text = words(dialog.subject)
        let lines = StyledLine.wrapped(text, .dialog, columns: columns)
        let placed = DialogGeometry.centred(columns: columns, rows: lines.count + 4, size)
        Self.frame(placed.frame, title: dialog.title, on: &canvas)
        canvas.cursor = placed.frame.origin
        let content = placed.content
        // The question first, a blank above the answers and one below them where there is room.
        let (upper, keys) = content.split(rows: content.size.rows - (content.size.rows >= 3 ? 1 : 0))
        let below = upper.size.rows > lines.count + 2 ? 1 : 0
        let (question, rest) = upper.split(rows: max(0, upper.size.rows - 1 - below))
        canvas.withClip(content) { canvas in
            canvas.put(lines, in: question)
            drawButtons(
                dialog.answers.enumerated().map { ($1.label, $0 == dialog.focus) }, at: rest.origin, on: &canvas)
            Self.keys([("Tab", "moves"), ("Enter", "takes"), ("Esc", "cancels")], in: keys, on: &canvas)
        }
        if canvas.cursor.map({ !placed.frame.contains($0) }) ?? true { canvas.cursor = placed.frame.origin }
    }
}
