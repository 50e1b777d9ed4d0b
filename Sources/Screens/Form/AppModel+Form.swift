import NDEF
import Tags
import Terminal

extension AppModel {
    /// Gives a key to a form, which was taken off the stack.
    mutating func handle(_ key: Key, in dialog: FormDialog) -> [Intent] {
        var dialog = dialog
        let before = dialog.form
        switch dialog.form.handle(key) {
        case .cancel: return []
        case .accept: return accept(dialog)
        case .stay:
            if dialog.form != before {
                dialog.problem = nil
                if case .card(let form) = dialog.purpose {
                    dialog.form = dialog.form.rebuilt(with: cardFields(form, dialog.form))
                }
                if case .exportDump(let source) = dialog.purpose {
                    dialog.form = exportForm(dialog.form, before: before, of: source)
                }
            }
            dialogs.append(.form(dialog))
            return []
        }
    }

    /// Does what the form is for; where something is wrong with it, it stays and says what.
    mutating func accept(_ dialog: FormDialog) -> [Intent] {
        if let file = dialog.form.unreadFile {
            var waiting = dialog
            waiting.waitsForFile = true
            waiting.problem = nil
            waiting.form.focus(file.field)
            dialogs.append(.form(waiting))
            return [.readFile(path: file.path, .key)]
        }
        do throws(FormProblem) {
            switch dialog.purpose {
            case .card(let form): return try acceptCard(form, dialog)
            case .record(let kind, let index): return try acceptRecord(dialog, kind, index)
            case .openFile:
                let path = dialog.form["path"]
                guard !path.isEmpty else { throw FormProblem(field: "path", sentence: "Type the path of a file") }
                return [.readFile(path: path, .message)]
            case .templateName: return try acceptTemplateName(dialog)
            case .protect: return try acceptProtection(dialog)
            case .configure: return try acceptConfiguration(dialog)
            case .key: return try acceptKey(dialog)
            case .journalFilter: return try acceptFilter(dialog)
            case .traceFilter(let readers): return acceptTraceFilter(dialog.form, readers: readers)
            case .traceExport: return try acceptTraceExport(dialog.form)
            case .openTrace: return try acceptTraceFile(dialog.form)
            case .openDump: return try acceptDumpFile(dialog)
            case .exportDump(let source): return try acceptExport(source, dialog)
            case .renameDump(let name): return try acceptRename(name, dialog)
            case .restore(let source): return try acceptRestore(source, dialog)
            case .clone(let source): return try acceptClone(source, dialog)
            }
        } catch {
            var dialog = dialog
            dialog.problem = error
            dialog.form.focus(error.field)
            dialogs.append(.form(dialog))
            return []
        }
    }

    /// A key file was read for the form that asked for it; the form is taken then.
    mutating func takeKey(_ bytes: [UInt8], from path: String) -> [Intent] {
        guard case .form(var dialog)? = dialogs.last, dialog.waitsForFile else { return [] }
        dialogs.removeLast()
        dialog.waitsForFile = false
        guard let key = KeyText.key(bytes, length: 16) else {
            dialog.problem = FormProblem(
                field: dialog.form.unreadFile?.field ?? "",
                sentence: "\(Words.safe(path, limit: 200)) holds neither 32 hex digits nor exactly 16 bytes")
            dialogs.append(.form(dialog))
            return []
        }
        dialog.form.take(key, from: path)
        return accept(dialog)
    }

    private mutating func acceptRecord(
        _ dialog: FormDialog, _ kind: RecordKind, _ index: Int?
    ) throws(FormProblem) -> [Intent] {
        guard let form = RecordForm.of(kind) else { return [] }
        let path = dialog.form["path"]
        if dialog.form[Attachment.field] == Attachment.file, !path.isEmpty, dialog.attachment?.name != path {
            var waiting = dialog
            waiting.waitsForFile = true
            waiting.problem = nil
            dialogs.append(.form(waiting))
            return [.readFile(path: path, .payload)]
        }
        let record = try form.record(RecordForm.Values(form: dialog.form, attachment: dialog.attachment))
        if let index {
            compose.draft.replace(index, with: record)
        } else {
            compose.draft.add(record)
        }
        compose.detailTop = 0
        return []
    }

    private mutating func acceptTemplateName(_ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        let name = dialog.form["name"]
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || " -_.,".contains($0) }
        guard !name.isEmpty, isPlain, !name.hasPrefix("."), name.utf8.count <= 100 else {
            throw FormProblem(field: "name", sentence: "A name has letters, digits, blanks and -_., only")
        }
        compose.saving = name
        return [.saveTemplate(name: name, compose.draft.encoded, replacing: false)]
    }
}
