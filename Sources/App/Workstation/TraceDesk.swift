import Dumps
import Engine
import NDEF
import Screens

/// The trace of the workstation's session: what the screen Trace lists, searches and exports.
struct TraceDesk {
    let trace: TraceStore

    /// Does what an intent asks for; `nil` for intents that are not about the trace.
    func answer(_ intent: Intent) -> StorageAnswer? {
        switch intent {
        case .listTrace(let filter, let first, let count):
            .trace(trace.window(filter, first: first ?? .max, count: count), of: filter)
        case .findInTrace(let filter, let text, let start, let backwards):
            .foundInTrace(trace.find(TraceFilter(text: text), within: filter, from: start, backwards: backwards))
        case .exportTrace(let order): export(order)
        default: nil
        }
    }

    private func export(_ order: TraceExportOrder) -> StorageAnswer {
        let path = Files.expanded(order.path)
        if let kind = FileKind(path: path) {
            if let objection = kind.objection {
                return .failed("\(path.visible) was not written: \(objection).", advice: "Choose another path.")
            }
            if !order.replacing { return .exportIsThere(order) }
        }
        let export =
            order.filter.isEmpty
            ? trace.exported(as: order.format) : listed(order.filter).exported(as: order.format)
        do throws(FileError) { try Files.replace(path, with: export.bytes) } catch {
            return .failed(
                "\(path.visible) could not be written: \(error.reason).",
                advice: "Check that its folder is there, that you may write to it, and that there is room.")
        }
        return .exported(order, exchanges: export.exchanges, lost: export.lost)
    }

    /// The exchanges that pass a filter.
    private func listed(_ filter: TraceFilter) -> Trace {
        Trace(
            program: Program.version,
            entries: trace.window(filter, first: 0, count: .max).rows.map { .exchange($0) })
    }
}
