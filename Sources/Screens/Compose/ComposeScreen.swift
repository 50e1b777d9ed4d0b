import NDEF
import Tags
import Terminal

/// The compose screen: a message as a list of records, what the selected one is made of, and the room there is for it.
struct ComposeScreen: Equatable, Sendable {
    var draft = Draft()
    /// The chip to count the room by, where it is not the tag at hand.
    var assumed: String?
    /// The first line of the details shown.
    var detailTop = 0
    /// The templates there are, as the program last listed them.
    var templates: [String] = []
    /// A template is being saved under this name.
    var saving: String?
}

/// How the compose screen divides its room.
struct ComposeGeometry: Equatable, Sendable {
    var list: Rect
    var details: Rect
    /// Gauge and sum; one line where there is little room.
    var gauge: Rect
    /// The parts have frames, not title lines.
    var boxed: Bool

    init(body: Rect) {
        boxed = body.size.columns >= 100 && body.size.rows >= 16
        if boxed {
            let (upper, lower) = body.split(rows: body.size.rows - 5)
            let (left, right) = upper.split(columns: body.size.columns * 11 / 20)
            (list, details, gauge) = (left, right, lower)
        } else if body.size.rows >= 9 {
            let gaugeRows = body.size.rows >= 14 ? 4 : 3
            let (upper, lower) = body.split(rows: body.size.rows - gaugeRows)
            let detailRows = upper.size.rows >= 10 ? min(8, upper.size.rows * 2 / 5) : 0
            let (top, rest) = upper.split(rows: upper.size.rows - detailRows)
            (list, details, gauge) = (top, rest, lower)
        } else {
            let (upper, lower) = body.split(rows: max(0, body.size.rows - 1))
            (list, details, gauge) = (upper, lower.split(rows: 0).top, lower)
        }
    }

    /// The cells inside a part.
    func content(_ part: Rect) -> Rect { boxed ? part.inset(by: 1).insetColumns(1) : part.split(rows: 1).rest }
    /// The rows of the list.
    var listRows: Int { content(list).size.rows }
}
