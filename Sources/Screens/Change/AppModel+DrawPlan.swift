import Tags
import Terminal

extension AppModel {
    /// Where the parts of a plan's dialog are now, and what its lines are.
    func planLayout(
        _ dialog: PlanDialog, glyphs: Glyphs = .unicode
    ) -> (place: PlanGeometry, lines: [StyledLine], question: [StyledLine]) {
        let columns = DialogGeometry.columns(100, size, margin: 6)
        let lines = PlanText.lines(dialog.plan, columns: columns, glyphs: glyphs)
        var question: [StyledLine] = []
        if dialog.needsDigits { question = StyledLine.wrapped(dialog.question, .warning, columns: columns) }
        let rows = (dialog.needsDigits ? question.count + 2 : 1)
        let place = PlanGeometry(
            size, lines: lines.count, questionRows: rows, asksNow: dialog.needsDigits && dialog.focus == .digits)
        // The field takes the last row of the question's room.
        let room = max(0, place.question.size.rows - 1)
        if question.count > room {
            question = Array(StyledLine.wrapped(dialog.shortQuestion, .warning, columns: columns).prefix(room))
        }
        return (place, lines, question)
    }

    /// Draws a plan and its question.
    func draw(_ dialog: PlanDialog, on canvas: inout Canvas) {
        let (place, lines, question) = planLayout(dialog, glyphs: canvas.glyphs)
        Self.frame(
            place.frame, title: "\(dialog.proposal.title): \(dialog.plan.chipName) \(Words.uid(dialog.plan.uid))",
            on: &canvas)
        canvas.cursor = place.frame.origin
        canvas.withClip(place.frame.inset(by: 1)) { canvas in
            canvas.put(lines, in: place.lines, first: dialog.top)
            canvas.put(question, in: place.question)
            if dialog.needsDigits, place.question.size.rows > 0 {
                let row = place.question.origin.row + min(question.count, place.question.size.rows - 1)
                let point = Point(column: place.question.origin.column, row: row)
                let before = canvas.cursor
                Self.field(dialog.digits.text, cursor: dialog.digits.cursor, at: point, columns: 6, on: &canvas)
                if dialog.focus != .digits { canvas.cursor = before }
                // Without room for the question the field itself says what goes in.
                let asked = place.question.size.rows < 2 ? "type \(dialog.wantedDigits)" : ""
                canvas.put(
                    dialog.problem ?? asked, at: Point(column: point.column + 8, row: row),
                    role: dialog.problem == nil ? .warning : .error)
            }
            let verb = dialog.proposal.way == .change && dialog.plan.kind == .write ? "Write" : dialog.proposal.title
            let end = drawButtons(
                [(verb, dialog.focus == .accept), ("Cancel", dialog.focus == .cancel)], at: place.buttons.origin,
                on: &canvas)
            let last = min(lines.count, dialog.top + place.lines.size.rows)
            let count = "\(last) of \(lines.count) lines"
            if lines.count > place.lines.size.rows, end + DisplayWidth.of(count) < place.buttons.right {
                canvas.putRight(count, right: place.buttons.right, row: place.buttons.origin.row, role: .dim)
            }
            Self.keys(
                [
                    ("Enter", dialog.focus == .cancel ? "cancels" : verb == "Write" ? "writes" : "does it"),
                    ("Tab", "moves"), ("t", "dry run"), ("j k", "scroll"), ("Esc", "cancels"),
                ], in: place.keys, on: &canvas)
        }
        if canvas.cursor.map({ !place.frame.contains($0) }) ?? true { canvas.cursor = place.frame.origin }
    }
}
