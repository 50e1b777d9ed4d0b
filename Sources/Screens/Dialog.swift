import Engine
import NDEF
import Terminal

/// What lies over the workbench and takes the keys; the last of a stack is the one in front.
enum Dialog: Equatable, Sendable {
    case help(HelpDialog)
    case palette(PaletteDialog)
    case prompt(PromptDialog)
    case choice(ChoiceDialog)
    case password(PasswordDialog)
    case link(LinkDialog)
    case form(FormDialog)
    case question(QuestionDialog)
    case plan(PlanDialog)
    case locks(LockDialog)
    case recovery(RecoveryDialog)
    case text(TextDialog)
    case bits(BitsDialog)
    case sending(SendingDialog)
}

/// Every action with its keys, searched by text.
struct HelpDialog: Equatable, Sendable {
    /// The first row shown (there is no cursor: the view moves).
    var top = 0
    /// What must be found in a line; empty shows all.
    var filter = InputLine()
    /// The keys go into the search field.
    var searching = false
}

/// All actions by name, the best fit first.
struct PaletteDialog: Equatable, Sendable {
    var input = InputLine()
    var list = ListState()
}

/// One line of text that is asked for.
struct PromptDialog: Equatable, Sendable {
    /// What for.
    enum Purpose: Equatable, Sendable { case search, goTo, fill, searchTrace }
    var purpose: Purpose
    var input = InputLine()
    /// What was wrong with what was entered.
    var problem: String?
}

/// A list to choose one thing from; the items come from the model, so that they are never out of date.
struct ChoiceDialog: Equatable, Sendable {
    /// What is chosen.
    enum Subject: Equatable, Sendable {
        case reader, bench, copy, theme, places
        /// Commands by name, for the console.
        case commands
        case compose(ComposeChoice)
    }
    var subject: Subject
    var list = ListState()
    /// The frames after which the bench pulls a tag away.
    var pullAfter = 3
}

/// One item of a `ChoiceDialog`.
struct ChoiceItem: Equatable, Sendable {
    var label: String
    var detail: String
    /// It is the present one.
    var marked = false
    /// Why it cannot be chosen.
    var disabled: String?
}

/// Asks before a link is opened; the whole link is shown. Cancel has the focus first.
struct LinkDialog: Equatable, Sendable {
    /// The link as it is opened.
    var link: String
    /// "Open" has the focus.
    var acceptFocused = false
    /// The first row of the link shown.
    var top = 0
}
