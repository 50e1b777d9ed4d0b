import Engine
import NDEF
import Tags

extension AppModel {
    /// Takes what the program found where an intent sent it to look.
    public mutating func take(_ answer: StorageAnswer, at now: Moment) -> [Intent] {
        tick(at: now)
        var intents: [Intent] = []
        switch answer {
        case .file(let path, .payload, let bytes): intents = takePayload(bytes, from: path)
        case .file(let path, .key, let bytes): intents = takeKey(bytes, from: path)
        case .file(let path, .message, let bytes): begin(with: bytes, from: .file(path))
        case .templates(let names):
            compose.templates = names
            openChoice(.compose(.start))
        case .template(let name, let bytes): begin(with: bytes, from: .template(name))
        case .saved(let name):
            if compose.saving == name { compose.draft.markKept() }
            compose.saving = nil
            say("template \(Words.safe(name, limit: 100)) kept", at: now)
        case .templateIsThere(let name):
            compose.saving = nil
            dialogs.append(.question(QuestionDialog(subject: .replaceTemplate(name))))
        case .journal(let list): journal.take(list)
        case .journalEntry(let entry): journal.take(entry)
        case .attempts(let uid, let count): take(attempts: count, uid: uid)
        case .trace(let window, let filter):
            trace.take(window, of: filter, height: TraceGeometry(body: screenBody).rows)
        case .foundInTrace(let index): takeTrace(found: index)
        case .exported(let order, let exchanges, let lost): exported(order, exchanges: exchanges, lost: lost)
        case .exportIsThere(let order): dialogs.append(.question(QuestionDialog(subject: .replaceExport(order))))
        case .traceOpened(let path, let readers, let problems):
            traceWasOpened(path, readers: readers, problems: problems)
        case .dumps(let filter, let rows, let problem):
            if filter == dumps.filter.text {
                dumps.take(rows, problem: problem)
                settle()
                intents = previewed()
            }
        case .dump(let place, let opened, let use): intents = take(opened, from: place, for: use)
        case .dumpRefused(let place, let use, let sentence, let advice):
            refuse(place, use, sentence, advice: advice)
        case .dumpKept(let name): intents = dumpWasKept(name, at: now)
        case .dumpRenamed(let name):
            say("renamed to \(Words.safe(name, limit: 200))", at: now)
            dumps.wanted = name
            dumps.marked = []
            intents = listDumps()
        case .dumpDeleted(let name):
            say("deleted: \(Words.safe(name, limit: 200))", at: now)
            dumps.marked.removeAll { $0 == name }
            intents = listDumps()
        case .fileWritten(let path): fileWasWritten(path, at: now)
        case .fileIsThere(let path): fileIsThere(path)
        case .lastSeen(let uid, let seen): take(lastSeen: seen, of: uid)
        case .failed(let sentence, let advice):
            dumps.writing = nil
            shownDump?.keeping = nil
            compose.saving = nil
            if case .form(var dialog)? = dialogs.last {
                dialog.waitsForFile = false
                let field = dialog.form.unreadFile?.field ?? "path"
                dialog.problem = FormProblem(
                    field: field, sentence: [sentence, advice].compactMap { $0 }.joined(separator: " "))
                dialogs[dialogs.count - 1] = .form(dialog)
            } else {
                complain(sentence, advice: advice)
            }
        }
        settle()
        return intents
    }

    /// A file was read for the payload of the record whose form is open.
    private mutating func takePayload(_ bytes: [UInt8], from path: String) -> [Intent] {
        guard case .form(var dialog)? = dialogs.last, dialog.waitsForFile else { return [] }
        dialogs.removeLast()
        dialog.waitsForFile = false
        dialog.attachment = Attachment(name: path, bytes: bytes)
        return accept(dialog)
    }

    /// Begins a draft with the bytes of a file or template.
    private mutating func begin(with bytes: [UInt8], from origin: Draft.Origin) {
        switch MessageFile.records(in: bytes) {
        case .records(let records, let problem):
            compose.draft = Draft(records, origin: origin)
            screen = .compose
            if let problem { complain("The message is not whole: \(problem)", advice: "What could be read is here.") }
        case .nothing(let why):
            complain(why, advice: "A file holds an NDEF message, as bytes or hex, or a contact card.")
        }
    }
}

/// A message in a file: raw NDEF, NDEF in hex, or a contact card.
enum MessageFile {
    /// What was found.
    enum Found: Equatable {
        case records([NDEFRecord], problem: String?)
        case nothing(String)
    }

    static func records(in bytes: [UInt8]) -> Found {
        guard !bytes.isEmpty else { return .nothing("The file is empty.") }
        if let text = String(validating: bytes, as: UTF8.self) {
            if text.prefix(200).uppercased().contains("BEGIN:VCARD") { return .records([.vcard(bytes)], problem: nil) }
            // A message's first byte carries MB and is 80h or more, so that hex text is never one.
            if let decoded = Hex.bytes(text), !decoded.isEmpty { return message(decoded) }
        }
        return message(bytes)
    }

    private static func message(_ bytes: [UInt8]) -> Found {
        let decoding = NDEFMessage.decode(bytes)
        let problem = decoding.problems.first { $0.severity == .malformed }
        guard !decoding.records.isEmpty else {
            return .nothing("The file holds no NDEF message" + (problem.map { ": \($0.sentence)" } ?? "") + ".")
        }
        return .records(decoding.message.records, problem: problem?.sentence)
    }
}
