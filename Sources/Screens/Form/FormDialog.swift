import Dumps
import NDEF
import Terminal

/// A form over the screen: what it is for, its fields, and what was wrong with them.
struct FormDialog: Equatable, Sendable {
    /// What is done with what was filled in.
    enum Purpose: Equatable, Sendable {
        /// A record is put into the draft, in place of the one at `index` where there is one.
        case record(RecordKind, index: Int?)
        /// A draft begins with the message in a file.
        case openFile
        /// The draft is kept as a template.
        case templateName
        /// The password is set or changed.
        case protect
        case configure
        /// The 3DES key is replaced.
        case key
        /// What the journal lists.
        case journalFilter
        /// What the trace lists; the names of readers as the form offers them.
        case traceFilter(readers: [String])
        /// Where the trace is written to.
        case traceExport
        /// A trace is opened by its path.
        case openTrace
        /// Keys, rights and links of an NTAG 424 DNA.
        case card(CardForm)
        /// A dump is opened by its path.
        case openDump
        /// A dump is written in another format.
        case exportDump(DumpSource)
        /// The dump of this name is given another one.
        case renameDump(String)
        /// A dump is put on the tag on the reader.
        case restore(DumpSource)
        /// A dump is put on one tag after the other.
        case clone(DumpSource)
    }

    var purpose: Purpose
    var title: String
    var form: Form
    /// The bytes that no field shows.
    var attachment: Attachment?
    /// A file is being read for it.
    var waitsForFile = false
    /// What was wrong with what was filled in.
    var problem: FormProblem?

    /// A form for this purpose.
    init(_ purpose: Purpose, title: String, form: Form, attachment: Attachment? = nil) {
        self.purpose = purpose
        self.title = title
        self.form = form
        self.attachment = attachment
    }
}

/// Where the parts of a form are.
struct FormGeometry: Equatable, Sendable {
    var frame: Rect
    var fields: Rect
    /// Help for the field with the keys, or what was wrong.
    var help: Rect
    /// What the whole form comes to.
    var notes: Rect
    var keys: Rect

    init(_ size: Size, fields count: Int, notes noteCount: Int) {
        let columns = DialogGeometry.columns(92, size, margin: 6)
        let helpRows = size.rows >= 14 ? 2 : 1
        let wanted = count + helpRows + (noteCount > 0 ? noteCount + 1 : 0) + 2
        let placed = DialogGeometry.centred(columns: columns, rows: min(wanted, max(1, size.rows - 3)), size)
        frame = placed.frame
        let (upper, keyLine) = placed.content.split(rows: max(0, placed.content.size.rows - 1))
        keys = keyLine
        let room = upper.size.rows
        // The fields come first: notes are shown as far as there is room for them.
        let help = min(helpRows, max(0, room - 1))
        let fieldRows = min(count, max(1, room - help))
        let (fieldRect, rest) = upper.split(rows: fieldRows)
        fields = fieldRect
        let gap = rest.size.rows > help + noteCount ? 1 : 0
        let (helpRect, below) = rest.split(rows: gap).rest.split(rows: help)
        self.help = helpRect
        notes = below.split(rows: min(below.size.rows, max(0, below.size.rows - noteCount) > 0 ? 1 : 0)).rest
    }
}
