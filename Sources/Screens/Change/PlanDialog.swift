import Tags
import Terminal

/// Shows a plan before its first byte is sent, and asks.
///
/// What can be undone needs Enter; what cannot needs the last four hex digits of the UID, typed.
struct PlanDialog: Equatable, Sendable {
    /// The parts that can have the focus, in order.
    enum Field: Equatable, Sendable { case digits, accept, cancel }

    var proposal: Proposal
    var plan: Plan
    /// What opens the tag.
    var credential: Credential
    /// The UID was typed already, for a password that the tag may count.
    var attemptConfirmed = false
    var focus: Field
    var digits = InputLine(rule: .hexDigits(PasswordDialog.uidDigits))
    /// The first line of the plan shown.
    var top = 0
    /// What is wrong with what was entered.
    var problem: String?

    init(_ proposal: Proposal, plan: Plan, credential: Credential, attemptConfirmed: Bool) {
        self.proposal = proposal
        self.plan = plan
        self.credential = credential
        self.attemptConfirmed = attemptConfirmed
        focus = proposal.asksFirst || !plan.irreversibleSteps.isEmpty ? .cancel : .accept
    }

    /// The digits of the UID must be typed.
    var needsDigits: Bool { !plan.irreversibleSteps.isEmpty }
    /// The last four hex digits of the UID.
    var wantedDigits: String { String(Hex.string(plan.uid).suffix(PasswordDialog.uidDigits)) }
    /// The fields there are, in the order of Tab.
    var fields: [Field] { needsDigits ? [.digits, .accept, .cancel] : [.accept, .cancel] }

    /// What a key led to.
    enum Answer: Equatable { case stay, cancel, tryOnly, accept }

    /// Handles a key. Digits go into the field for them, which takes the focus with the first one.
    mutating func handle(_ key: Key, page: Int) -> Answer {
        problem = nil
        switch (key.code, key.control) {
        case (.escape, _): return .cancel
        case (.tab, _): moveFocus(key.shift ? -1 : 1)
        case (.enter, _):
            switch focus {
            case .cancel: return .cancel
            case .digits, .accept: return accept()
            }
        case (.up, _), (.character("k"), false): top -= 1
        case (.down, _), (.character("j"), false): top += 1
        case (.pageUp, _), (.character("b"), true): top -= max(1, page - 1)
        case (.pageDown, _), (.character("f"), true): top += max(1, page - 1)
        case (.character("t"), false): return .tryOnly
        case (.left, _) where focus != .digits: moveFocus(-1)
        case (.right, _) where focus != .digits: moveFocus(1)
        default:
            // Who types the digits without looking goes to their field with the first one.
            if needsDigits, focus != .digits, digits.takes(key) { focus = .digits }
            if focus == .digits {
                _ = digits.handle(key)
                if digits.refused { problem = refusedWords }
            } else if needsDigits, case .character = key.code, !key.control, !key.alt {
                problem = "nothing was typed: Tab goes to the field"
            }
        }
        return .stay
    }

    private var refusedWords: String { "only \(wantedDigits), the end of the UID, is taken here" }

    private mutating func moveFocus(_ steps: Int) {
        let index = fields.firstIndex(of: focus) ?? 0
        focus = fields[((index + steps) % fields.count + fields.count) % fields.count]
    }

    private mutating func accept() -> Answer {
        guard needsDigits, digits.text.uppercased() != wantedDigits else { return .accept }
        problem = "type \(wantedDigits), the end of the UID, to confirm"
        focus = .digits
        return .stay
    }

    /// The question where there is no room for all of it.
    var shortQuestion: String { "Never undone. Type \(wantedDigits):" }

    /// The pages that can never be changed back, for the question.
    var question: String {
        let pages = plan.irreversiblePages
        let named =
            pages.isEmpty ? "This" : "What is written to page\(pages.count == 1 ? "" : "s") \(Hex.pageList(pages))"
        return "\(named) can never be undone. Type \(wantedDigits), the end of \(Words.uid(plan.uid)), to confirm:"
    }
}

/// Where the parts of a plan's dialog are.
struct PlanGeometry: Equatable, Sendable {
    var frame: Rect
    var lines: Rect
    var question: Rect
    var buttons: Rect
    var keys: Rect

    /// - Parameters:
    ///   - count: The lines of the plan.
    ///   - questionRows: What the question takes, its field included.
    ///   - asksNow: The field has the focus: of a single row it takes that one.
    init(_ size: Size, lines count: Int, questionRows: Int, asksNow: Bool) {
        let wanted = count + questionRows + 3
        let placed = DialogGeometry.centred(
            columns: DialogGeometry.columns(100, size, margin: 6), rows: min(wanted, max(1, size.rows - 3)), size)
        frame = placed.frame
        let (upper, keyLine) = placed.content.split(rows: max(0, placed.content.size.rows - 1))
        keys = keyLine
        let (rest, buttonLine) = upper.split(rows: max(0, upper.size.rows - 1))
        buttons = buttonLine
        // A plan without a line to read is no preview, and a question without its field none: each keeps one.
        let room = rest.size.rows
        let (text, asked) = rest.split(
            rows: room < 2 ? (asksNow ? 0 : room) : min(max(1, room - questionRows), room - 1))
        lines = text
        question = asked
    }
}
