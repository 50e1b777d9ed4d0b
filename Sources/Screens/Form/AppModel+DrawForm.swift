import NDEF
import Terminal

extension AppModel {
    /// Draws a form: fields, help for the one with the keys, and what the whole comes to.
    func draw(_ dialog: FormDialog, on canvas: inout Canvas) {
        let notes = formNotes(dialog, columns: min(88, max(1, size.columns - 10)))
        let place = FormGeometry(size, fields: dialog.form.fields.count, notes: notes.count)
        Self.frame(place.frame, title: dialog.title, on: &canvas)
        canvas.cursor = place.fields.isEmpty ? place.frame.origin : place.fields.origin
        var list = dialog.form.list
        list.settle(count: dialog.form.fields.count, height: place.fields.size.rows)
        canvas.withClip(place.frame.inset(by: 1)) { canvas in
            for row in 0..<place.fields.size.rows where dialog.form.fields.indices.contains(list.top + row) {
                let line = place.fields.split(rows: row).rest.split(rows: 1).top
                drawField(
                    dialog.form.fields[list.top + row], labels: Self.labelWidth(dialog.form),
                    focused: list.top + row == list.cursor, in: line, on: &canvas)
            }
            drawHelp(dialog, in: place.help, on: &canvas)
            canvas.put(notes, in: place.notes)
            Self.keys(Self.keys(of: dialog), in: place.keys, on: &canvas)
        }
        if canvas.cursor.map({ !place.frame.contains($0) }) ?? true { canvas.cursor = place.frame.origin }
    }

    private static func labelWidth(_ form: Form) -> Int {
        min(22, form.fields.map { DisplayWidth.of($0.label) }.max() ?? 0)
    }

    private func drawField(
        _ field: FormField, labels: Int, focused: Bool, in rect: Rect, on canvas: inout Canvas
    ) {
        let start = rect.origin
        let off = field.disabled != nil
        // A mark, so that colour is not needed to see which field has the keys.
        canvas.put(focused ? String(canvas.glyphs.treeClosed) : " ", at: start, role: .key)
        canvas.put(
            HelpText.pad(field.label, labels), at: Point(column: start.column + 2, row: start.row),
            role: off ? .keyDisabled : .label, columns: max(0, min(labels, rect.size.columns - 2)))
        let point = Point(column: start.column + labels + 4, row: start.row)
        let room = rect.right - point.column
        guard room > 1 else { return }
        let before = canvas.cursor
        switch field.input {
        case .text(let line):
            if off {
                canvas.put(line.text, at: point, role: .keyDisabled, columns: room)
            } else {
                Self.field(
                    line.text, cursor: line.cursor, at: point, columns: room, isOffer: line.isOffer, on: &canvas)
            }
        case .secret(let secret):
            let note = secret.note
            let fieldRoom = max(
                4, min(secret.writing == .hex ? secret.length * 2 + 3 : 34, room - DisplayWidth.of(note) - 1))
            if off {
                canvas.put("", at: point, role: .keyDisabled)
            } else {
                Self.field(
                    secret.shown(mask: canvas.glyphs.mask), cursor: secret.line.cursor, at: point, columns: fieldRoom,
                    on: &canvas)
                canvas.put(
                    note, at: Point(column: point.column + fieldRoom + 1, row: point.row), role: .dim,
                    columns: max(0, room - fieldRoom - 1))
            }
        case .choice:
            let arrows = focused && !off
            let text =
                arrows ? "\(canvas.glyphs.arrowLeft) \(field.text) \(canvas.glyphs.arrowRight)" : "  \(field.text)  "
            canvas.put(text, at: point, role: off ? .keyDisabled : .input, columns: room)
            canvas.cursor = point
        }
        if !focused { canvas.cursor = before } else if off { canvas.cursor = start }
    }

    private func drawHelp(_ dialog: FormDialog, in rect: Rect, on canvas: inout Canvas) {
        let lines: [StyledLine] =
            if dialog.waitsForFile {
                [StyledLine("reading the file", .dim)]
            } else if let problem = dialog.problem {
                StyledLine.wrapped(problem.sentence, .error, columns: rect.size.columns)
            } else if let refusal = dialog.form.focused?.refusal {
                StyledLine.wrapped("not taken: \(refusal)", .error, columns: rect.size.columns)
            } else if let reason = dialog.form.focused?.disabled {
                StyledLine.wrapped("not here: \(reason)", .warning, columns: rect.size.columns)
            } else {
                StyledLine.wrapped(dialog.form.focused?.help ?? "", .dim, columns: rect.size.columns)
            }
        canvas.put(lines, in: rect)
    }

    private static func keys(of dialog: FormDialog) -> [(String, String)] {
        var keys = [("Enter", "takes"), ("Tab", "next")]
        switch dialog.form.focused?.input {
        case .choice?: keys.append(("Space", "turns"))
        case .secret(let secret)?:
            keys += [("Ctrl-T", secret.nextWriting), ("Ctrl-R", secret.revealed ? "hides" : "reveals")]
        case .text?, nil: break
        }
        return keys + [("Esc", "cancels")]
    }

    /// What the form as it is filled comes to, while it is filled.
    func formNotes(_ dialog: FormDialog, columns: Int) -> [StyledLine] {
        switch dialog.purpose {
        case .record(let kind, _): recordNotes(kind, dialog, columns: columns)
        case .openFile:
            StyledLine.wrapped("An NDEF message (.ndef, raw or hex) or a contact card (.vcf).", .dim, columns: columns)
        case .templateName:
            StyledLine.wrapped(
                "Kept in your configuration folder; a template of that name is replaced.", .dim, columns: columns)
        case .protect: protectNotes(dialog, columns: columns)
        case .configure: configureNotes(dialog, columns: columns)
        case .key: keyNotes(columns: columns)
        case .journalFilter, .traceFilter, .renameDump: []
        case .traceExport: traceExportNotes(dialog.form, columns: columns)
        case .openTrace:
            StyledLine.wrapped(
                "JSON lines as tagdesk exports them and keeps them of each session.", .dim, columns: columns)
        case .openDump:
            StyledLine.wrapped(
                "Of tagdesk, Flipper, Proxmark3, NXP TagInfo, MIFARE Classic Tool, Metrodroid; raw bytes, or NDEF.",
                .dim,
                columns: columns)
        case .exportDump(let source): exportNotes(source, dialog, columns: columns)
        case .restore(let source), .clone(let source): restoreNotes(source, columns: columns)
        case .card(let form): cardNotes(form, dialog, columns: columns)
        }
    }

    private func recordNotes(_ kind: RecordKind, _ dialog: FormDialog, columns: Int) -> [StyledLine] {
        guard let form = RecordForm.of(kind),
            let record = try? form.record(RecordForm.Values(form: dialog.form, attachment: dialog.attachment))
        else { return [] }
        var lines = RecordHints.lines(for: record, columns: columns)
        if let attachment = dialog.attachment, dialog.form[Attachment.field] == Attachment.file {
            lines += StyledLine.wrapped(
                "\(Words.count(attachment.bytes.count, "byte")) from \(Words.safe(attachment.name, limit: 200))", .dim,
                columns: columns)
        }
        return lines
    }
}
