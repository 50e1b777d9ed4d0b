import Terminal

/// The help screen, made from the table of actions.
enum HelpText {
    /// The lines of the help screen that hold `filter`, with their headings.
    /// - Parameter columns: The room; 0 asks only for how many lines there are, which does not depend on it.
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
                let enabled = model.availability(of: action.id).isAvailable
                var spans = [
                    Span(" " + pad(keys(of: action), keysWidth), enabled ? .key : .keyDisabled),
                    Span("  " + pad(action.title, titleWidth), enabled ? .text : .keyDisabled),
                ]
                if case .disabled(let reason) = model.availability(of: action.id) {
                    spans.append(Span("  not now: \(reason)", .warning))
                } else if action.help != action.title {
                    spans.append(Span("  " + action.help, .dim))
                }
                lines.append(StyledLine(spans))
            }
        }
        return lines.isEmpty ? [StyledLine("nothing matches", .dim)] : lines
    }

    static func keys(of action: Action) -> String { action.keys.map(\.name).joined(separator: " ") }

    static func pad(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
    }

    private static func fits(_ action: Action, _ filter: String) -> Bool {
        guard !filter.isEmpty else { return true }
        let wanted = filter.lowercased()
        return [keys(of: action), action.title, action.help, action.command].contains {
            $0.lowercased().contains(wanted)
        }
    }
}
