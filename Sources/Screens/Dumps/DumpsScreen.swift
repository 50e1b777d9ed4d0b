import Dumps
import Terminal

/// The screen Dumps: the library as it was listed last, and a look at the dump under the cursor.
struct DumpsScreen: Equatable, Sendable {
    /// What is shown of the dump under the cursor.
    enum Preview: Equatable, Sendable {
        case dump(String, OpenedDump)
        case refused(String, String)

        /// The name in the library.
        var name: String {
            switch self {
            case .dump(let name, _), .refused(let name, _): name
            }
        }
    }

    /// The dumps that fit the filter; `nil` before the first answer.
    private(set) var rows: [DumpRow]?
    /// Why the library could not be read.
    private(set) var problem: String?
    /// What must be found in a dump for it to be listed.
    var filter = InputLine()
    /// The keys go into the filter.
    var isTyping = false
    var list = ListState()
    /// The dumps marked, the first one first; two at most.
    var marked: [String] = []
    var preview: Preview?
    /// The name that the cursor goes to when the list comes anew.
    var wanted: String?
    /// The path typed last, to begin with the next time.
    var typedPath = ""
    /// A file that is being written, in case it is there already.
    var writing: PendingFile?

    /// The dump under the cursor.
    var selected: DumpRow? {
        guard let rows, rows.indices.contains(list.cursor) else { return nil }
        return rows[list.cursor]
    }

    /// Takes a list; the cursor stays on its dump, or goes to the one that is wanted.
    mutating func take(_ rows: [DumpRow], problem: String?) {
        let name = wanted ?? selected?.name
        self.rows = rows
        self.problem = problem
        let found = name.flatMap { name in rows.firstIndex { $0.name == name } }
        if found != nil { wanted = nil }
        list.cursor = found ?? min(list.cursor, max(0, rows.count - 1))
        if let preview, !rows.contains(where: { $0.name == preview.name }) { self.preview = nil }
    }

    /// Rows wait to be looked at: the list is asked for again.
    var isPending: Bool { rows?.contains(where: \.isPending) == true }

    /// Marks the dump under the cursor or takes its mark away; of two marks the older one goes.
    mutating func mark() {
        guard let name = selected?.name else { return }
        if let index = marked.firstIndex(of: name) {
            marked.remove(at: index)
        } else {
            marked = Array((marked + [name]).suffix(2))
        }
    }
}

/// A file that is to be written, kept until it is known whether one is there already.
struct PendingFile: Equatable, Sendable {
    var path: String
    var bytes: [UInt8]
    /// What is said when it is written.
    var words: String
}

/// How the screen Dumps divides its room.
struct DumpsGeometry: Equatable, Sendable {
    var list: Rect
    /// The facts of the dump under the cursor; empty where there is no room.
    var preview: Rect
    /// What the line under the cursor cuts off, where there is no preview.
    var details: Rect
    /// The parts have frames, not title lines.
    var boxed: Bool

    init(body: Rect) {
        boxed = body.size.columns >= 100 && body.size.rows >= 16
        let none = body.split(rows: 0).top
        if boxed, body.size.columns >= 150 {
            (list, preview) = body.split(columns: body.size.columns * 3 / 5)
            details = none
        } else if boxed, body.size.rows >= 30 {
            (list, preview) = body.split(rows: body.size.rows / 2)
            details = none
        } else {
            preview = none
            (list, details) = body.split(rows: body.size.rows - (body.size.rows >= 14 ? 4 : 0))
        }
    }

    /// The cells inside a part.
    func content(_ part: Rect) -> Rect { boxed ? part.inset(by: 1).insetColumns(1) : part.split(rows: 1).rest }

    /// The cells of the list's rows; the line of the filter lies above them.
    func rows(hasFilter: Bool) -> Rect { content(list).split(rows: hasFilter ? 1 : 0).rest }
}
