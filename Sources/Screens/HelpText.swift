import Terminal

/// The help screen, made from the table of actions.
enum HelpText {
    /// The lines of the help screen for the actions that hold `filter`, with their headings.
    /// - Parameter columns: The room; what an action does wraps in it.
    static func lines(of model: AppModel, matching filter: String, columns: Int) -> [StyledLine] {
        let keysWidth = Action.all.map { DisplayWidth.of(keys(of: $0)) }.max() ?? 0
        let titleWidth = Action.all.map { DisplayWidth.of($0.title) }.max() ?? 0
        var lines: [StyledLine] = []
        for group in Action.Group.allCases {
            let actions = Action.all.filter { $0.group == group && fits($0, filter) }
            guard !actions.isEmpty else { continue }
            if !lines.isEmpty { lines.append(StyledLine()) }
            lines.append(StyledLine(group.rawValue, .title))
            for action in actions {
                lines += entry(action, in: model, widths: (keysWidth, titleWidth), columns: columns)
            }
        }
        return lines.isEmpty ? [StyledLine("nothing matches", .dim)] : lines
    }

    private static func entry(
        _ action: Action, in model: AppModel, widths: (keys: Int, title: Int), columns: Int
    ) -> [StyledLine] {
        var words = action.help == action.title ? "" : action.help
        var role = Role.dim
        if case .disabled(let reason) = model.availability(of: action.id) {
            words = (words.isEmpty ? "" : words + "; ") + "not now: \(reason)"
            role = .warning
        }
        let indent = 1 + widths.keys + 2 + widths.title + 2
        let enabled = role == .dim
        let head = [
            Span(" " + pad(keys(of: action), widths.keys), enabled ? .key : .keyDisabled),
            Span("  " + pad(action.title, widths.title) + "  ", enabled ? .text : .keyDisabled),
        ]
        return TextWrap.lines(words, columns: max(12, columns - indent)).enumerated().map { index, line in
            let before = index == 0 ? head : [Span(String(repeating: " ", count: indent))]
            return StyledLine(before + [Span(line, role)])
        }
    }

    static func keys(of action: Action) -> String { action.keys.map(\.name).joined(separator: " ") }

    static func pad(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
    }

    /// Text of at most so many columns; what is cut off ends with an ellipsis.
    static func cut(_ text: String, _ columns: Int) -> String {
        guard DisplayWidth.of(text) > columns else { return text }
        var kept = ""
        var width = 1
        for character in text {
            width += DisplayWidth.of(String(character))
            if width > columns { break }
            kept.append(character)
        }
        return kept + "…"
    }

    private static func fits(_ action: Action, _ filter: String) -> Bool {
        guard !filter.isEmpty else { return true }
        let wanted = filter.lowercased()
        return [keys(of: action), action.title, action.help, action.command].contains {
            $0.lowercased().contains(wanted)
        }
    }
}
