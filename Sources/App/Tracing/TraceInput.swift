import Dumps
import Engine
import Glibc
import NDEF

/// Traces as the command line names them.
enum TraceInput {
    /// The trace in a file; `-` is stdin.
    static func open(_ path: String) throws(UsageError) -> Trace {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try ArgumentFile.read(path, atMost: Trace.limit)
        } catch { throw error.usage(of: path) }
        do throws(Trace.ReadError) { return try Trace(bytes) } catch {
            throw .content(path, reason: error.reason, advice: error.advice)
        }
    }

    /// The trace that a file is; `nil` where it is none, or cannot be read.
    static func trace(in path: String) -> Trace? {
        guard let bytes = try? Files.read(path, atMost: Trace.limit), Trace.isTrace(bytes) else { return nil }
        return try? Trace(bytes)
    }

    /// The last session that spoke to a reader; `nil` where none is kept.
    static func last(in folder: String) -> Trace? {
        for session in TraceFolder.sessions(in: folder) {
            var whole = Trace()
            for path in session.paths {
                guard let bytes = try? Files.read(path, atMost: Trace.limit), let part = try? Trace(bytes) else {
                    continue
                }
                whole.program = part.program
                whole.entries += part.entries
                whole.problems += part.problems
            }
            if !whole.exchanges.isEmpty { return whole }
        }
        return nil
    }

    /// What to say where no session is kept.
    static let nothingKept = Failure(
        kind: "refusedHere", message: "There is no trace yet: no session spoke to a reader.",
        advice: "Run a command such as tagdesk read first.", raw: nil, status: .failed)
}
