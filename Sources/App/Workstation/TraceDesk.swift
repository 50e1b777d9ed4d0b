import Dumps
import Engine
import NDEF
import Screens

/// The traces of the workstation: what the screen Trace lists, searches and exports.
struct TraceDesk {
    /// That of the session.
    private let session: TraceStore
    /// That of a file, which is listed in its place.
    private var opened: TraceStore?

    /// The desk of a session.
    init(session: TraceStore) { self.session = session }

    private var listed: TraceStore { opened ?? session }

    /// Does what an intent asks for; `nil` for intents that are not about traces, or want no answer.
    mutating func answer(_ intent: Intent) -> StorageAnswer? {
        switch intent {
        case .listTrace(let filter, let first, let count):
            return .trace(listed.window(filter, first: first ?? .max, count: count), of: filter)
        case .findInTrace(let filter, let text, let start, let backwards):
            return .foundInTrace(
                listed.find(TraceFilter(text: text), within: filter, from: start, backwards: backwards))
        case .exportTrace(let order): return export(order)
        case .openTrace(let path?): return open(path)
        case .openTrace(nil):
            opened = nil
            return nil
        default: return nil
        }
    }

    private mutating func open(_ path: String) -> StorageAnswer {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try Files.read(Files.expanded(path), atMost: Trace.limit) } catch {
            return .failed(
                "\(path.visible) could not be read: \(error.reason).",
                advice: "Check the path, and the right to read it.")
        }
        do throws(Trace.ReadError) {
            let trace = try Trace(bytes)
            opened = TraceStore(trace)
            return .traceOpened(
                path: path, readers: Set(trace.exchanges.map(\.reader)).sorted(), problems: trace.problems)
        } catch {
            return .failed("\(path.visible) is not opened: \(error.reason.visible).", advice: error.advice.visible)
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
            ? listed.exported(as: order.format) : exchanges(order.filter).exported(as: order.format)
        do throws(FileError) { try Files.replace(path, with: export.bytes) } catch {
            return .failed(
                "\(path.visible) could not be written: \(error.reason).",
                advice: "Check that its folder is there, that you may write to it, and that there is room.")
        }
        return .exported(order, exchanges: export.exchanges, lost: export.lost)
    }

    /// The exchanges that pass a filter.
    private func exchanges(_ filter: TraceFilter) -> Trace {
        Trace(
            program: Program.version,
            entries: listed.window(filter, first: 0, count: .max).rows.map { .exchange($0) })
    }
}
