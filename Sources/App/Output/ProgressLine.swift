import Dumps
import Engine
import Glibc
import NDEF

/// What an operation is doing, on one line of stderr that is written over: only where a person looks at it.
final class ProgressLine {
    private let isShown: Bool
    private let write: (String) -> Void
    private var stands = false

    /// A line on the process's stderr; nothing with `--quiet` or where stderr is no terminal.
    convenience init(options: CommonOptions) {
        self.init(isShown: !options.quiet && isatty(STDERR_FILENO) == 1) {
            try? Files.write(Array($0.utf8), to: STDERR_FILENO, named: "stderr")
        }
    }

    /// A line that `write` puts out.
    init(isShown: Bool, write: @escaping (String) -> Void) {
        self.isShown = isShown
        self.write = write
    }

    /// Says how far it is.
    func show(_ progress: OperationProgress) {
        guard isShown else { return }
        let count = progress.total > 0 ? "\(min(progress.done + 1, progress.total)) of \(progress.total)  " : ""
        write("\r\u{1B}[K" + count + progress.activity.visible)
        stands = true
    }

    /// Takes the line away.
    func clear() {
        guard stands else { return }
        write("\r\u{1B}[K")
        stands = false
    }
}
