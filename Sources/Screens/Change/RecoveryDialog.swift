import Engine
import Tags
import Terminal

/// Asks what shall become of a tag that was being changed when something came between.
struct RecoveryDialog: Equatable, Sendable {
    /// The ways out, in order.
    enum Choice: Equatable, Sendable, CaseIterable { case finish, putBack, leave, later }

    var entry: JournalEntry
    var reader: String
    /// The choice with the focus; the one that changes nothing comes first to it.
    var focus = Choice.later

    /// Why a way is not open, `nil` where it is.
    func disabled(_ choice: Choice) -> String? {
        guard choice == .putBack, !entry.canPutBack else { return nil }
        let number = entry.steps.firstIndex { !$0.step.reversible && $0.acknowledged != nil } ?? 0
        return "step \(number + 1) can never be undone and was done"
    }

    /// Moves the focus.
    mutating func move(_ steps: Int) {
        let all = Choice.allCases
        let index = all.firstIndex(of: focus) ?? 0
        focus = all[min(max(0, index + steps), all.count - 1)]
    }
}

/// An interrupted operation in words.
enum RecoveryText {
    /// `step 7 of 12 of write`.
    static func state(of entry: JournalEntry) -> String {
        let next = min(entry.acknowledgedCount + 1, entry.steps.count)
        return "step \(next) of \(entry.steps.count) of \(entry.kind.rawValue)"
    }

    /// A choice and what it does.
    static func words(_ choice: RecoveryDialog.Choice, _ entry: JournalEntry) -> (label: String, meaning: String) {
        let left = entry.steps.count - entry.acknowledgedCount
        let secret = entry.steps.contains { $0.step.secret }
        switch choice {
        case .finish:
            return (
                "Finish",
                "does what is left (\(Words.count(left, "step"))) and reads all of it back"
                    + (secret
                        ? entry.isOfCard
                            ? "; the keys are asked for again, the journal keeps none"
                            : "; the new password is asked for again, the journal keeps none" : "")
            )
        case .putBack: return ("Put back", "brings back what was on the tag before, and reads it back")
        case .leave: return ("Leave", "leaves the tag as it is, and does not ask again")
        case .later: return ("Later", "does nothing now; asks when the tag comes again")
        }
    }
}

extension AppModel {
    /// Gives a key to the recovery dialog, which was taken off the stack.
    mutating func handle(_ key: Key, in dialog: RecoveryDialog) -> [Intent] {
        var dialog = dialog
        switch key.code {
        case .escape: return []
        case .up, .character("k"): dialog.move(-1)
        case .down, .character("j"): dialog.move(1)
        case .tab: dialog.move(key.shift ? -1 : 1)
        case .enter:
            if let reason = dialog.disabled(dialog.focus) {
                hint(reason)
            } else {
                return recover(dialog.entry, dialog.focus)
            }
        default: break
        }
        dialogs.append(.recovery(dialog))
        return []
    }

    /// Goes the chosen way.
    mutating func recover(_ entry: JournalEntry, _ choice: RecoveryDialog.Choice) -> [Intent] {
        switch choice {
        case .later: return []
        case .leave:
            guard let reader else { return [] }
            return [
                .submit(
                    .recover(
                        reader: reader,
                        RecoveryRequest(operation: entry.id, action: .leave, person: options.person)))
            ]
        case .finish where entry.isOfCard: openCard(.recover(entry, .finish))
        case .putBack where entry.isOfCard: openCard(.recover(entry, .putBack))
        case .finish: return propose(Proposal(recovering: entry, .finish, title: "Finish"))
        case .putBack: return propose(Proposal(recovering: entry, .putBack, title: "Put back"))
        }
        return []
    }

    /// Draws the recovery dialog.
    func draw(_ dialog: RecoveryDialog, on canvas: inout Canvas) {
        let columns = DialogGeometry.columns(72, size)
        let entry = dialog.entry
        let time = Words.date(entry.started, secondsEastOfUTC: options.secondsEastOfUTC)
        let question =
            "\(entry.chipName) \(Words.uid(entry.uid)) was being changed at \(time): \(RecoveryText.state(of: entry))."
        var lines = StyledLine.wrapped(question, .warning, columns: columns) + [StyledLine()]
        var cursorRow = 0
        for choice in RecoveryDialog.Choice.allCases {
            let (label, meaning) = RecoveryText.words(choice, entry)
            let off = dialog.disabled(choice)
            let focused = choice == dialog.focus
            if focused { cursorRow = lines.count }
            let head = (focused ? "[ \(label) ]" : "  \(label)  ")
            let role: Role = off != nil ? .keyDisabled : focused ? .buttonFocused : .button
            let wrapped = StyledLine.wrapped(
                off.map { "not possible: \($0)" } ?? meaning, off == nil ? .dialog : .warning,
                columns: max(8, columns - 14))
            for (row, line) in wrapped.enumerated() {
                let left =
                    row == 0
                    ? [Span(HelpText.pad(head, 13), role), Span(" ")] : [Span(String(repeating: " ", count: 14))]
                lines.append(StyledLine(left + line.spans))
            }
        }
        let placed = DialogGeometry.centred(columns: columns, rows: lines.count + 2, size)
        Self.frame(placed.frame, title: "This tag was being written", on: &canvas)
        canvas.cursor = placed.frame.origin
        let (text, foot) = placed.content.split(rows: max(0, placed.content.size.rows - 1))
        // On a small screen the choices matter more than the question above them.
        let first = max(0, min(cursorRow, lines.count - text.size.rows))
        canvas.withClip(placed.content) { canvas in
            canvas.put(lines, in: text, first: lines.count > text.size.rows ? first : 0)
            Self.keys([("Enter", "takes"), ("j k", "choose"), ("Esc", "later")], in: foot, on: &canvas)
        }
        let row = text.origin.row + cursorRow - (lines.count > text.size.rows ? first : 0)
        if text.rows.contains(row) { canvas.cursor = Point(column: text.origin.column, row: row) }
    }
}
