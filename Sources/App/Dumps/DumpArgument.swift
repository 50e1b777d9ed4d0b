import Dumps
import Engine
import NDEF

/// A dump as an argument names it: a file, or `-` for stdin.
enum DumpArgument {
    /// Opens it, whatever its format.
    static func open(_ argument: String) throws(Failure) -> OpenedDump {
        let content = try bytes(argument)
        do throws(DumpError) {
            return argument == "-" ? try Dump.open(content) : try DumpFile.open(bytes: content, path: argument)
        } catch { throw Failure(error, of: argument) }
    }

    private static func bytes(_ argument: String) throws(Failure) -> [UInt8] {
        do throws(FileError) {
            return try ArgumentFile.read(argument, atMost: Dump.limit)
        } catch { throw error.isCancelled ? Failure(EngineError.cancelled) : Failure(DumpError(error), of: argument) }
    }

    /// What it is called in sentences.
    static func name(_ argument: String) -> String { argument == "-" ? "stdin" : argument }
}

extension Failure: Error {
    /// A file that holds no dump, or none that can be put into a format.
    init(_ error: DumpError, of path: String) {
        self.init(
            kind: "refusedHere", message: "\(DumpArgument.name(path)) cannot be used: \(error.reason).",
            advice: error.advice, raw: nil, status: .failed)
    }

    /// A dump that cannot be put into the format that was asked for.
    init(_ error: DumpError, unwritten path: String) {
        self.init(
            kind: "refusedHere", message: "\(path == "-" ? "The dump" : path) cannot be written: \(error.reason).",
            advice: error.advice, raw: nil, status: .failed)
    }
}
