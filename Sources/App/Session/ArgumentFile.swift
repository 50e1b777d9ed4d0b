import Dumps
import Glibc

/// Files as arguments name them: a path, a descriptor that was handed over, or `-` for stdin.
enum ArgumentFile {
    /// All that is in it. A pipe may be long in coming: a signal that asks for an end ends the waiting, with `isCancelled`.
    static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        // A regular file is there at once: whoever ends the program then ends it.
        let isWaitedFor =
            path == "-" ? FileKind(descriptor: STDIN_FILENO) != .regular : FileKind(path: path) != .regular
        guard isWaitedFor else { return try content(of: path, atMost: limit, unless: nil) }
        let signals = SignalDescriptor()
        defer { signals.release() }
        do throws(FileError) {
            let bytes = try content(of: path, atMost: limit, unless: signals.fileDescriptor)
            // One that came with the last bytes is answered too.
            if signals.isPending { throw FileError(path: path, reason: "somebody asked for an end", isCancelled: true) }
            return bytes
        } catch {
            // What was answered once must not end the program in the middle of its last words.
            if error.isCancelled { signals.take() }
            throw error
        }
    }

    private static func content(of path: String, atMost limit: Int, unless stop: Int32?) throws(FileError) -> [UInt8] {
        path == "-"
            ? try Files.read(descriptor: STDIN_FILENO, named: "stdin", atMost: limit, unless: stop)
            : try Files.readArgument(path, atMost: limit, unless: stop)
    }
}
