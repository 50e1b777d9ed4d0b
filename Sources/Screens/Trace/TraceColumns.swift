import Terminal

/// The columns of the trace for a width: the fewer there is room for, the fewer of them.
struct TraceColumns: Equatable, Sendable {
    /// One column with its heading and its width in cells; 0 where it is left out.
    enum Column: Int, CaseIterable, Sendable {
        case time, duration, reader, layer, command, answer, meaning

        var heading: String {
            switch self {
            case .time: "Time"
            case .duration: "Took"
            case .reader: "Reader"
            case .layer: "Layer"
            case .command: "Command"
            case .answer: "Answer"
            case .meaning: "Meaning"
            }
        }
    }

    private var widths: [Int]

    /// The width of a column.
    subscript(column: Column) -> Int { widths[column.rawValue] }

    /// The time is shown to the millisecond.
    var milliseconds: Bool { self[.time] >= 12 }

    /// The columns of a list this wide.
    init(columns: Int) {
        widths = Array(repeating: 0, count: Column.allCases.count)
        func set(_ column: Column, _ width: Int) { widths[column.rawValue] = max(0, width) }
        var room = columns
        func take(_ column: Column, _ width: Int) {
            set(column, width)
            room -= width + 1
        }
        take(.time, columns >= 60 ? 12 : 8)
        if columns >= 44 { take(.duration, 7) }
        if columns >= 70 { take(.layer, 7) }
        if columns >= 150 { take(.reader, columns >= 180 ? 32 : 24) }
        if columns >= 60 {
            // Whole bytes: each takes three cells but the last.
            take(.command, max(2, room * 30 / 100 / 3 * 3 - 1))
            take(.answer, max(2, room * 36 / 100 / 3 * 3 - 1))
        }
        set(.meaning, room)
    }

    /// Texts put side by side in their columns.
    func line(_ spans: (Column) -> Span) -> StyledLine {
        StyledLine(
            Column.allCases.filter { self[$0] > 0 }.map { column in
                let span = spans(column)
                let cut = HelpText.cut(span.text, self[column])
                return Span(column == .meaning ? cut : HelpText.pad(cut, self[column]) + " ", span.role)
            })
    }
}
