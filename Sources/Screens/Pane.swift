/// The panes of the workbench, in the order of their digits.
public enum Pane: Int, CaseIterable, Sendable {
    case tag = 1
    case memory
    case ndef
    case capacity
    case activity

    /// The title, as frames and sentences say it.
    var title: String {
        switch self {
        case .tag: "Tag"
        case .memory: "Memory"
        case .ndef: "NDEF"
        case .capacity: "Capacity"
        case .activity: "Activity"
        }
    }

    /// The pane `steps` further on, round and round.
    func next(_ steps: Int) -> Pane {
        let count = Pane.allCases.count
        let index = ((rawValue - 1 + steps) % count + count) % count
        return Pane.allCases[index]
    }
}
