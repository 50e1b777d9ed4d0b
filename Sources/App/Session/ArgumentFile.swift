import Dumps
import Glibc

/// Files as arguments name them: a path, a descriptor that was handed over, or `-` for stdin.
enum ArgumentFile {
    /// All that is in it. A pipe may be long in coming: a signal that asks for an end ends the waiting, with `isCancelled`.
    static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        let signals = SignalDescriptor()
        defer { signals.release() }
        do throws(FileError) {
            if path == "-" {
                return try Files.read(
                    descriptor: STDIN_FILENO, named: "stdin", atMost: limit, unless: signals.fileDescriptor)
            }
            return try Files.readArgument(path, atMost: limit, unless: signals.fileDescriptor)
        } catch {
            // What was answered once must not end the program in the middle of its last words.
            if error.isCancelled { signals.take() }
            throw error
        }
    }
}
