import Engine
import Terminal

/// Looking at a trace in a file, in place of the session's own.
extension AppModel {
    mutating func openTraceFileForm() {
        let fields = [
            FormField.text("path", "File", offering: typedTracePath, help: "The path of a trace; ~ is your home")
        ]
        dialogs.append(.form(FormDialog(.openTrace, title: "Open a trace", form: Form(fields))))
    }

    mutating func acceptTraceFile(_ form: Form) throws(FormProblem) -> [Intent] {
        let path = form["path"]
        guard !path.isEmpty else { throw FormProblem(field: "path", sentence: "Type the path of a file") }
        typedTracePath = path
        return [.openTrace(path: path)]
    }

    /// The program has the trace of a file ready.
    mutating func traceWasOpened(_ path: String, readers: [String], problems: [String]) {
        // The session's own waits as it was; of two files the first one is closed.
        if trace.file == nil { sessionTrace = trace }
        let file = TraceScreen.TraceFile(path: path, readers: readers)
        let exportPath = trace.exportPath
        trace = TraceScreen(of: file)
        trace.exportPath = exportPath
        screen = .trace
        if let first = problems.first {
            let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
            hint("! " + Words.safe(first, limit: 300) + more)
        }
    }

    /// Goes back to the trace of the session.
    mutating func closeTraceFile() -> [Intent] {
        let exportPath = trace.exportPath
        trace = sessionTrace
        trace.exportPath = exportPath
        trace.isStale = true
        return [.openTrace(path: nil)]
    }

    /// An exchange was told of.
    mutating func traceGrew() {
        if trace.file == nil { trace.grow() } else { sessionTrace.grow() }
    }
}
