/// An action as the palette lists it.
struct PaletteEntry: Equatable, Sendable {
    var action: Action
    /// Why it cannot be done now.
    var disabled: String?

    static func == (left: PaletteEntry, right: PaletteEntry) -> Bool {
        left.action.id == right.action.id && left.disabled == right.disabled
    }

    /// The actions that fit what was typed, the best fit first; those that cannot be done now are there too.
    static func matching(_ input: String, in model: AppModel) -> [PaletteEntry] {
        let query = input.split(separator: " ", maxSplits: 1).first.map(String.init) ?? ""
        let hasArgument = input.contains(" ")
        let scored = Action.all.enumerated().compactMap { index, action -> (Int, Int, PaletteEntry)? in
            // A name followed by an argument is meant exactly.
            let exact = hasArgument && action.command == query
            let wanted = exact ? query : input
            guard !input.isEmpty else { return (0, index, entry(action, in: model)) }
            let scores = [Fuzzy.score(wanted, in: action.command), Fuzzy.score(wanted, in: action.title)]
            guard let score = scores.compactMap({ $0 }).max() else { return nil }
            return (score + (action.command == query ? 100 : 0), index, entry(action, in: model))
        }
        // Letters scattered over a name are a fit only where no name holds what was typed in one piece.
        let inOnePiece = scored.filter { $0.2.action.holds(hasArgument ? query : input) }
        return (inOnePiece.isEmpty ? scored : inOnePiece).sorted { ($0.0, $1.1) > ($1.0, $0.1) }.map(\.2)
    }

    private static func entry(_ action: Action, in model: AppModel) -> PaletteEntry {
        guard case .disabled(let reason) = model.availability(of: action.id) else {
            return PaletteEntry(action: action)
        }
        return PaletteEntry(action: action, disabled: reason)
    }
}

extension Action {
    /// The name or title holds the text as it is.
    fileprivate func holds(_ text: String) -> Bool {
        let wanted = text.lowercased()
        return command.contains(wanted) || title.lowercased().contains(wanted)
    }
}
