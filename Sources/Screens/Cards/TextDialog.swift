import NDEF
import Terminal

/// Named lines to read and to copy: a result.
struct TextDialog: Equatable, Sendable {
    /// One thing, with its name in front.
    struct Line: Equatable, Sendable {
        var name: String
        var text: String
        var role: Role

        init(_ name: String, _ text: String, _ role: Role = .text) {
            self.name = name
            self.text = text
            self.role = role
        }

        private static let nameColumns = 10

        /// Broken into rows, the name on the first.
        func wrapped(columns: Int) -> [StyledLine] {
            let safe = Words.safe(text, limit: 2000)
            return StyledLine.wrapped(safe, role, columns: max(8, columns - Self.nameColumns)).enumerated().map {
                StyledLine([Span(HelpText.pad($0 == 0 ? name : "", Self.nameColumns), .label)] + $1.spans)
            }
        }
    }

    var title: String
    var lines: [Line]
    /// The first row shown.
    var top = 0

    /// What is copied.
    var copy: String { lines.map { "\($0.name): \($0.text)" }.joined(separator: "\n") }

    /// Where it is on a screen, and its rows.
    func placed(_ size: Size) -> (placed: DialogGeometry.Placed, rows: [StyledLine], height: Int) {
        let columns = DialogGeometry.columns(84, size)
        let rows = lines.flatMap { $0.wrapped(columns: columns) }
        let placed = DialogGeometry.centred(
            columns: columns, rows: min(rows.count + 2, max(1, size.rows - 3)), size)
        return (placed, rows, max(0, placed.content.size.rows - 1))
    }
}

extension AppModel {
    /// Gives a key to such a dialog, which was taken off the stack.
    mutating func handle(_ key: Key, in dialog: TextDialog) -> [Intent] {
        var dialog = dialog
        switch key.code {
        case .escape, .enter, .character("q"): return []
        case .up, .character("k"): dialog.top = max(0, dialog.top - 1)
        case .down, .character("j"): dialog.top += 1
        case .character("y"):
            dialogs.append(.text(dialog))
            answer("copied", at: lastMoment)
            return [.copy(dialog.copy)]
        default: break
        }
        dialogs.append(.text(dialog))
        return []
    }

    /// Draws it.
    func draw(_ dialog: TextDialog, on canvas: inout Canvas) {
        let (placed, rows, height) = dialog.placed(size)
        Self.frame(placed.frame, title: dialog.title, on: &canvas)
        canvas.cursor = placed.content.isEmpty ? placed.frame.origin : placed.content.origin
        let (text, foot) = placed.content.split(rows: height)
        canvas.withClip(placed.content) { canvas in
            canvas.put(rows, in: text, first: dialog.top)
            Self.keys([("y", "copies"), ("j k", "scroll"), ("Esc", "closes")], in: foot, on: &canvas)
        }
    }
}
