extension Action {
    /// The table of actions as Markdown, for the key sheet and the manual page: one table a group, made from
    /// `Action.all` and therefore never out of date.
    public static var markdown: String {
        Group.allCases.map { group in
            let rows = all.filter { $0.group == group }.map { action in
                let keys = action.keys.map { "`\($0.name == "|" ? "\\|" : $0.name)`" }.joined(separator: " ")
                return "| \(keys) | \(action.title) | `:\(action.command)` | \(action.help) |"
            }
            return
                (["## \(group.rawValue)", "", "| Keys | Action | Name | What it does |", "|---|---|---|---|"] + rows)
                .joined(separator: "\n")
        }.joined(separator: "\n\n") + "\n"
    }
}
