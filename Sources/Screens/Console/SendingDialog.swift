import Tags
import Terminal

/// Asks for the end of the UID before a command that can never be undone is sent.
struct SendingDialog: Equatable, Sendable {
    /// What can have the focus.
    enum Field: Equatable, Sendable { case digits, accept, cancel }

    /// The tag it is meant for.
    var uid: [UInt8]
    /// What cannot be undone.
    var reason: String
    var digits = InputLine(rule: .hexDigits(PasswordDialog.uidDigits))
    /// Cancel comes first.
    var focus = Field.cancel
    /// What is wrong with what was typed.
    var problem: String?

    init(uid: [UInt8], reason: String) {
        self.uid = uid
        self.reason = reason
    }

    private static let fields: [Field] = [.digits, .accept, .cancel]

    /// The last hex digits of the UID.
    var wantedDigits: String { String(Hex.string(uid).suffix(PasswordDialog.uidDigits)) }

    /// The question.
    var question: String {
        "Type \(wantedDigits), the end of \(Words.uid(uid)), to send it:"
    }

    /// What a key led to.
    enum Answer: Equatable { case stay, cancel, accept }

    mutating func handle(_ key: Key) -> Answer {
        problem = nil
        switch key.code {
        case .escape: return .cancel
        case .tab: step(key.shift ? -1 : 1)
        case .left where focus != .digits: step(-1)
        case .right where focus != .digits: step(1)
        case .enter:
            guard focus != .cancel else { return .cancel }
            if digits.text.uppercased() == wantedDigits { return .accept }
            problem = "type \(wantedDigits), the end of the UID"
            focus = .digits
        default:
            // Who types the digits without looking goes to their field with the first one.
            if focus != .digits, digits.takes(key) { focus = .digits }
            guard focus == .digits else {
                if case .character = key.code { problem = "nothing was typed: Tab goes to the field" }
                return .stay
            }
            _ = digits.handle(key)
            if digits.refused { problem = "only \(wantedDigits) is taken here" }
        }
        return .stay
    }

    private mutating func step(_ count: Int) {
        let index = Self.fields.firstIndex(of: focus) ?? 0
        focus = Self.fields[(index + count + Self.fields.count) % Self.fields.count]
    }
}

extension AppModel {
    /// Gives a key to such a dialog, which was taken off the stack.
    mutating func handle(_ key: Key, in dialog: SendingDialog) -> [Intent] {
        var dialog = dialog
        switch dialog.handle(key) {
        case .stay: dialogs.append(.sending(dialog))
        case .cancel: return answered(dialog, yes: false)
        case .accept: return answered(dialog, yes: true)
        }
        return []
    }

    /// The rows of such a dialog.
    private enum SendingRow: Hashable { case line(Int), field, buttons, keys }

    /// Draws it.
    func draw(_ dialog: SendingDialog, on canvas: inout Canvas) {
        let columns = DialogGeometry.columns(72, size)
        let lines =
            StyledLine.wrapped(Words.safe(dialog.reason, limit: 600), .dialog, columns: columns)
            + StyledLine.wrapped(dialog.question, .warning, columns: columns)
        let placed = DialogGeometry.centred(columns: columns, rows: lines.count + 3, size)
        Self.frame(placed.frame, title: "Send this?", on: &canvas)
        let content = placed.content
        let isTyped = dialog.focus == .digits
        let layout = DialogRows(
            lines.indices.map { (row: SendingRow.line($0), weight: 2) }
                + [(.field, isTyped ? 9 : 5), (.buttons, isTyped ? 6 : 9), (.keys, 3)], height: content.size.rows)
        canvas.cursor = placed.frame.origin
        canvas.withClip(content) { canvas in
            for (index, line) in lines.enumerated() {
                if let row = layout.place(of: .line(index), in: content) {
                    canvas.put(line, at: row.origin, columns: row.size.columns)
                }
            }
            if let field = layout.place(of: .field, in: content) {
                let before = canvas.cursor
                Self.field(dialog.digits.text, cursor: dialog.digits.cursor, at: field.origin, columns: 6, on: &canvas)
                if dialog.focus != .digits { canvas.cursor = before }
                if let problem = dialog.problem {
                    canvas.put(
                        problem, at: Point(column: field.origin.column + 8, row: field.origin.row), role: .error)
                }
            }
            if let row = layout.place(of: .buttons, in: content) {
                drawButtons(
                    [("Send", dialog.focus == .accept), ("Cancel", dialog.focus == .cancel)], at: row.origin,
                    on: &canvas)
            }
            if let row = layout.place(of: .keys, in: content) {
                Self.keys(
                    [("Enter", dialog.focus == .cancel ? "cancels" : "sends"), ("Tab", "moves"), ("Esc", "cancels")],
                    in: row, on: &canvas)
            }
        }
        if canvas.cursor.map({ !placed.frame.contains($0) }) ?? true { canvas.cursor = placed.frame.origin }
    }
}
