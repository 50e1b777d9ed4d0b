import Terminal

/// Where everything is on a screen of a given size.
///
/// Narrow screens stack the panes and the focused one grows; wider ones stand them beside each other. A pane is a frame
/// with a title, or on stacked screens one title line that also says the gist of what is inside.
struct WorkbenchLayout: Equatable, Sendable {
    /// One pane in its place.
    struct Placed: Equatable, Sendable {
        var pane: Pane
        var frame: Rect
        /// The cells inside the frame; empty where only the title line is shown.
        var content: Rect
    }

    /// The least size that can show anything.
    static let minimum = Size(columns: 24, rows: 6)

    /// The whole screen.
    var size: Size
    /// The panes on the screen, in the order of their digits.
    var panes: [Placed] = []
    /// The frames are title lines, not boxes.
    var stacked = false

    /// The screen is too small to show anything.
    var isTooSmall: Bool { size.columns < Self.minimum.columns || size.rows < Self.minimum.rows }
    /// The line on top.
    var header: Rect { Rect(column: 0, row: 0, columns: size.columns, rows: min(1, size.rows)) }
    /// Everything between header and status line.
    var body: Rect { Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 3) }
    /// The line of notices, progress and places.
    var status: Rect { Rect(column: 0, row: size.rows - 2, columns: size.columns, rows: 1) }
    /// The line of function keys.
    var bar: Rect { Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1) }

    /// The places for a screen of this size.
    init(size: Size, focus: Pane, maximised: Bool) {
        self.size = size
        guard !isTooSmall else { return }
        let (columns, rows) = (size.columns, body.size.rows)
        if columns >= 100, rows >= 20 {
            if maximised { panes = [Self.boxed(focus, body)] } else { stand(focus: focus) }
        } else {
            stacked = true
            // Title lines of all panes are shown only where enough is left for the focused one.
            if maximised || rows < Pane.allCases.count + 3 {
                panes = [Self.ruled(focus, body)]
            } else {
                stack(focus: focus)
            }
        }
    }

    private static func boxed(_ pane: Pane, _ frame: Rect) -> Placed {
        Placed(pane: pane, frame: frame, content: padded(pane, frame.inset(by: 1)))
    }

    private static func ruled(_ pane: Pane, _ frame: Rect) -> Placed {
        Placed(pane: pane, frame: frame, content: padded(pane, frame.split(rows: 1).rest))
    }

    /// One column on the left stays free, except where the pane draws marks there.
    private static func padded(_ pane: Pane, _ rect: Rect) -> Rect {
        pane == .memory ? rect : rect.split(columns: 1).rest
    }

    // MARK: Stacked

    /// Rows of content a pane is given beside the focused one, the most useful neighbour first.
    private static func neighbours(of focus: Pane, left: Int) -> [(pane: Pane, rows: Int)] {
        switch focus {
        // The tag has about sixteen lines to say, and needs them all on a small screen.
        case .tag: left < 24 ? [(.capacity, 1)] : [(.capacity, 1), (.memory, 6)]
        case .memory: [(.ndef, 3)]
        case .ndef: [(.memory, 6), (.tag, 3), (.activity, 3)]
        case .capacity: [(.memory, 6), (.ndef, 4), (.tag, 3)]
        case .activity: [(.memory, 6), (.tag, 3)]
        }
    }

    private mutating func stack(focus: Pane) {
        var left = body.size.rows - Pane.allCases.count
        var rows: [Pane: Int] = [:]
        // The focused pane keeps at least two thirds.
        var share = left / 3
        for neighbour in Self.neighbours(of: focus, left: left) where share > 1 {
            let given = min(neighbour.rows, share)
            rows[neighbour.pane] = given
            share -= given
            left -= given
        }
        rows[focus] = left
        var row = body.origin.row
        for pane in Pane.allCases {
            let height = 1 + (rows[pane] ?? 0)
            panes.append(Self.ruled(pane, Rect(column: 0, row: row, columns: size.columns, rows: height)))
            row += height
        }
    }

    // MARK: Beside each other

    private mutating func stand(focus: Pane) {
        let rows = body.size.rows
        let activityRows = focus == .activity ? max(8, rows / 2) : max(5, rows / 4)
        let (upper, lower) = body.split(rows: rows - activityRows)
        if size.columns >= 160 {
            let (left, rest) = upper.split(columns: 50)
            let (middle, right) = rest.split(columns: 72)
            let (tag, capacity) = left.split(rows: upper.size.rows - 7)
            place(tag: tag, memory: middle, ndef: right, capacity: capacity, activity: lower)
        } else {
            let (left, right) = upper.split(columns: size.columns * 2 / 5)
            // The tag has about sixteen lines to say; the records take the rest of the column.
            let tagRows = focus == .ndef ? upper.size.rows / 3 : max(upper.size.rows / 2, min(18, upper.size.rows - 8))
            let (tag, ndef) = left.split(rows: tagRows)
            let (memory, capacity) = right.split(rows: upper.size.rows - 5)
            place(tag: tag, memory: memory, ndef: ndef, capacity: capacity, activity: lower)
        }
    }

    private mutating func place(tag: Rect, memory: Rect, ndef: Rect, capacity: Rect, activity: Rect) {
        panes = [
            Self.boxed(.tag, tag), Self.boxed(.memory, memory), Self.boxed(.ndef, ndef),
            Self.boxed(.capacity, capacity), Self.boxed(.activity, activity),
        ]
    }
}

/// How the memory pane divides its room: the pages, then what the byte under the cursor means.
struct MemoryGeometry: Equatable, Sendable {
    /// The pages shown.
    var rows: Int
    /// The lines for the explanation.
    var explanation: Int
    /// The lines for the bits of the byte, with their heading; 0 where there is no room.
    var bits: Int

    /// - Parameters:
    ///   - bits: The bits of the byte under the cursor that mean something one by one: they take room only then.
    ///   - isEdited: There is a line on what becomes of the byte, too.
    init(room: Size, bits: Int, isEdited: Bool = false) {
        self.bits = room.rows >= 26 ? bits + 1 : 0
        let lines = room.rows >= 12 ? 2 : room.rows >= 4 ? 1 : 0
        explanation = lines + (isEdited && lines > 0 && room.rows >= 7 ? 1 : 0)
        rows = max(0, room.rows - explanation - self.bits)
    }
}

/// How the NDEF pane divides its room: the tree, and the details of the selected record below or beside it.
struct TreeGeometry: Equatable, Sendable {
    /// The lines of the tree.
    var treeRows: Int
    /// The details stand beside the tree.
    var beside: Bool
    /// The columns of the tree.
    var treeColumns: Int
    /// The room for the details.
    var detailColumns: Int
    var detailRows: Int

    init(room: Size, nodes: Int) {
        beside = room.columns >= 70 && room.rows >= 4
        if beside {
            treeRows = room.rows
            treeColumns = room.columns * 2 / 5
        } else {
            treeRows = room.rows < 5 ? room.rows : min(max(1, nodes), max(2, room.rows / 2))
            treeColumns = room.columns
        }
        // Beside the tree a line and a blank come first.
        detailColumns = beside ? max(0, room.columns - treeColumns - 2) : room.columns
        detailRows = beside ? room.rows : max(0, room.rows - treeRows)
    }
}
