import Dumps
import Tags
import Terminal

/// A dump that a form is about.
struct DumpSource: Equatable, Sendable {
    var place: DumpPlace
    var opened: OpenedDump

    /// What is known of its tag.
    var report: TagReport { opened.dump.report }
}

extension AppModel {
    // MARK: Opening by path

    mutating func openDumpFileForm() {
        let fields = [FormField.text("path", "File", offering: dumps.typedPath, help: "The path; ~ is your home")]
        dialogs.append(.form(FormDialog(.openDump, title: "Open a dump", form: Form(fields))))
    }

    mutating func acceptDumpFile(_ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        let path = dialog.form["path"]
        guard !path.isEmpty else { throw FormProblem(field: "path", sentence: "Type the path of a file") }
        dumps.typedPath = path
        return [.openDump(.file(path), .show)]
    }

    // MARK: Export

    private static let written = DumpFormat.allCases.filter(\.isWritten)

    mutating func openExportForm(_ opened: OpenedDump, from place: DumpPlace) {
        let source = DumpSource(place: place, opened: opened)
        let first: DumpFormat = opened.format == .tagdesk ? .flipper : .tagdesk
        let fields: [FormField] = [
            .choice(
                "format", "Format", Self.written.map(\.title), first.title,
                help: "What the other tool reads; what this format cannot hold is said below"),
            .text("path", "File", offering: Self.exportPath(of: source, as: first), help: "The path; ~ is your home"),
        ]
        dialogs.append(.form(FormDialog(.exportDump(source), title: "Export", form: Form(fields))))
    }

    private static func format(in form: Form) -> DumpFormat {
        written.first { $0.title == form["format"] } ?? .tagdesk
    }

    /// Where an export goes unless a person says otherwise: the dump's name with the ending of the format.
    private static func exportPath(of source: DumpSource, as format: DumpFormat) -> String {
        var name: String
        switch source.place {
        case .library(let file): name = file
        case .file("-"), .unsaved: name = ""
        case .file(let path): name = path.split(separator: "/").last.map(String.init) ?? ""
        }
        if let ending = DumpFormat.allCases.map(\.ending).sorted(by: { $0.count > $1.count })
            .first(where: { name.lowercased().hasSuffix($0) })
        {
            name = String(name.dropLast(ending.count))
        }
        if name.isEmpty {
            let uid = Hex.string(source.report.identity.uid)
            let chip = source.report.identity.chipName.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
            name = String(chip) + (uid.isEmpty ? "" : "-" + uid)
        }
        return "~/" + name + format.ending
    }

    /// The form with the ending of the path following the format that was turned to.
    func exportForm(_ form: Form, before: Form, of source: DumpSource) -> Form {
        let (old, new) = (Self.format(in: before), Self.format(in: form))
        guard old != new else { return form }
        var form = form
        let path = form["path"]
        if path.hasSuffix(old.ending) { form.set(["path": String(path.dropLast(old.ending.count)) + new.ending]) }
        return form
    }

    /// What a format makes of the dump: its size, and what it cannot hold.
    func exportNotes(_ source: DumpSource, _ dialog: FormDialog, columns: Int) -> [StyledLine] {
        do throws(DumpError) {
            let export = try source.opened.encoded(as: Self.format(in: dialog.form))
            let size = StyledLine(Words.count(export.bytes.count, "byte"), .dim)
            guard !export.lost.isEmpty else { return [size, StyledLine("nothing is lost", .success)] }
            return [size, StyledLine("This format cannot hold:", .warning)]
                + export.lost.prefix(8).flatMap {
                    StyledLine.wrapped("- " + Words.safe($0, limit: 300), .warning, columns: columns)
                }
        } catch {
            return StyledLine.wrapped(
                "Not possible: \(Words.safe(error.reason, limit: 400)). \(Words.safe(error.advice, limit: 200))",
                .error,
                columns: columns)
        }
    }

    mutating func acceptExport(_ source: DumpSource, _ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        let path = dialog.form["path"]
        guard !path.isEmpty else { throw FormProblem(field: "path", sentence: "Type the path of a file") }
        let format = Self.format(in: dialog.form)
        let export: DumpExport
        do throws(DumpError) {
            export = try source.opened.encoded(as: format)
        } catch {
            throw FormProblem(field: "format", sentence: "\(format.title): \(Words.safe(error.reason, limit: 400))")
        }
        let lost = export.lost.isEmpty ? "" : ", without \(Words.count(export.lost.count, "thing")) it cannot hold"
        let words = "\(Words.safe(path, limit: 300)) written as \(format.title)\(lost)"
        dumps.writing = PendingFile(path: path, bytes: export.bytes, words: words)
        return [.writeFile(path: path, export.bytes, replacing: false)]
    }

    /// The file was written.
    mutating func fileWasWritten(_ path: String, at now: Moment) {
        guard let pending = dumps.writing, pending.path == path else { return }
        dumps.writing = nil
        say(pending.words, at: now)
    }

    /// There is a file of that name: nothing was written yet.
    mutating func fileIsThere(_ path: String) {
        guard let pending = dumps.writing, pending.path == path else { return }
        dialogs.append(.question(QuestionDialog(subject: .overwrite(path))))
    }

    // MARK: Renaming

    mutating func openRenameForm() {
        guard let name = dumps.selected?.name else { return }
        let fields = [
            FormField.text(
                "name", "Name", offering: name, help: "Of its file in the library; the dump itself stays as it is")
        ]
        dialogs.append(.form(FormDialog(.renameDump(name), title: "Rename the dump", form: Form(fields))))
    }

    mutating func acceptRename(_ old: String, _ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        let name = dialog.form["name"]
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("."), name.utf8.count <= 200 else {
            throw FormProblem(
                field: "name", sentence: "A name has no slash, does not begin with a dot and ends within 200 bytes")
        }
        guard name != old else { return [] }
        guard dumps.rows?.contains(where: { $0.name == name }) != true else {
            throw FormProblem(field: "name", sentence: "There is a dump of this name already")
        }
        return [.renameDump(old, to: name)]
    }

    // MARK: Restoring and cloning

    private static let no = "no"
    private static let yes = "yes"

    private func restoreFields(of report: TagReport) -> [FormField] {
        let chip = report.identity.chip
        let hasPassword = chip?.authentication == .password
        let none = hasPassword ? nil : "\(report.identity.chipName) has no password of four bytes"
        let pages = report.image == nil ? "this dump has no pages" : nil
        return [
            .choice(
                "configuration", "Configuration", [Self.no, Self.yes],
                help: "The settings of the configuration pages too, AUTH0 last; otherwise they stay as on the tag"
            ).disabled(because: pages ?? (chip?.configuration == nil ? "this chip has no configuration" : nil)),
            .choice(
                "locks", "Locks", [Self.no, Self.yes],
                help: "Lock bits as in the dump, for good; otherwise no page is locked"
            ).disabled(because: pages),
            .secret(
                "password", "New password", length: PasswordDialog.length,
                help: "A dump has none that can be trusted: a tag never gives its own. Empty leaves the tag's"
            ).disabled(because: none),
            .secret("pack", "New PACK", length: 2, help: "What the tag answers to it; empty is 00 00")
                .disabled(because: none),
            .secret(
                "present", "Password now", length: Self.secretLength(of: chip),
                help: "What opens the tag as it is; empty where it needs none"
            ).disabled(because: hasPassword || chip?.authentication == .tripleDES ? nil : none),
        ]
    }

    mutating func openRestoreForm(_ opened: OpenedDump, from place: DumpPlace) {
        let source = DumpSource(place: place, opened: opened)
        dialogs.append(
            .form(
                FormDialog(
                    .restore(source), title: "Restore \(HelpText.cut(place.name, 50))",
                    form: Form(restoreFields(of: source.report)))))
    }

    mutating func openCloneForm(_ opened: OpenedDump, from place: DumpPlace) {
        let source = DumpSource(place: place, opened: opened)
        let confirm = FormField.text(
            "confirm", "To begin, type", takes: .characters(CloneRun.confirmation.lowercased()),
            help: "\(CloneRun.confirmation): every tag put on from then on is written without a further question, "
                + "unless something can never be undone")
        dialogs.append(
            .form(
                FormDialog(
                    .clone(source), title: "Clone onto one tag after the other",
                    form: Form(restoreFields(of: source.report) + [confirm]))))
    }

    /// What is restored, of what, and what of it is not known.
    func restoreNotes(_ source: DumpSource, columns: Int) -> [StyledLine] {
        let report = source.report
        let uid = report.identity.uid.isEmpty ? "" : " \(Words.uid(report.identity.uid))"
        var lines = StyledLine.wrapped(
            "\(report.identity.chipName)\(uid), \(DumpText.extent(report)). UID, check bytes and signature stay the tag's own.",
            .dim, columns: columns)
        if let partial = DumpText.partial(report) {
            lines += StyledLine.wrapped("\(partial): these stay as they are on the tag", .warning, columns: columns)
        }
        for problem in DumpText.problems(source.opened).prefix(3) {
            lines += StyledLine.wrapped("! " + problem, .warning, columns: columns)
        }
        return lines
    }

    /// What the form asks for, and what opens the tag.
    private func restoration(
        _ source: DumpSource, _ form: Form
    ) throws(FormProblem) -> (wish: Restoration, credential: Credential?) {
        func secret(_ name: String) throws(FormProblem) -> [UInt8]? {
            guard let typed = form.secret(name), !typed.isEmpty else { return nil }
            if let wrong = typed.problem { throw FormProblem(field: name, sentence: wrong) }
            return typed.bytes
        }
        let password = try secret("password")
        let pack = try secret("pack")
        if pack != nil, password == nil {
            throw FormProblem(field: "password", sentence: "PACK is set together with a password: type that too")
        }
        if password != nil, form["configuration"] != Self.yes {
            throw FormProblem(
                field: "configuration",
                sentence:
                    "A new password is written only with the configuration: choose yes, or leave the password empty")
        }
        let restoration = Restoration(
            source: source.report, withConfiguration: form["configuration"] == Self.yes,
            withLocks: form["locks"] == Self.yes, password: password, pack: pack)
        return (restoration, try secret("present").map { Credential(secret: $0) })
    }

    mutating func acceptRestore(_ source: DumpSource, _ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        if let reason = reasonAgainstChanging { throw FormProblem(field: "", sentence: "Not now: \(reason)") }
        let (wish, credential) = try restoration(source, dialog.form)
        return propose(Proposal(.restore(wish), title: "Restore"), with: credential)
    }

    mutating func acceptClone(_ source: DumpSource, _ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        let (wish, credential) = try restoration(source, dialog.form)
        guard dialog.form["confirm"].uppercased() == CloneRun.confirmation else {
            throw FormProblem(
                field: "confirm", sentence: "Type \(CloneRun.confirmation) to have one tag after the other written")
        }
        return beginCloning(source, wish, credential: credential)
    }
}
