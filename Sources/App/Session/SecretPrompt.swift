import CLinux
import Dumps
import Glibc

/// Asks for a secret at the terminal, without showing what is typed.
enum SecretPrompt {
    /// The most characters taken.
    private static let limit = 256

    /// What was typed up to Enter; `nil` without a terminal, or where the person gave up (Ctrl-C, Ctrl-D, Esc).
    ///
    /// Signals that end programs wait until the terminal is as it was.
    static func ask(_ question: String) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { return nil }

        var mask = sigset_t()
        var maskBefore = sigset_t()
        sigfillset(&mask)
        pthread_sigmask(SIG_BLOCK, &mask, &maskBefore)
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(terminal, TCSAFLUSH, &silent)
        defer {
            tcsetattr(terminal, TCSAFLUSH, &before)
            pthread_sigmask(SIG_SETMASK, &maskBefore, nil)
        }
        try? Files.write(Array(question.utf8), to: terminal, named: "/dev/tty")
        let typed = line(from: terminal)
        try? Files.write([0x0D, 0x0A], to: terminal, named: "/dev/tty")
        return typed
    }

    private static func line(from terminal: Int32) -> String? {
        var typed: [UInt8] = []
        var byte: UInt8 = 0
        while read(terminal, &byte, 1) == 1 {
            switch byte {
            case 0x0A, 0x0D: return String(validating: typed, as: UTF8.self)
            case 0x03, 0x04, 0x1B: return nil
            case 0x08, 0x7F: _ = typed.popLast()
            default: if typed.count < limit { typed.append(byte) }
            }
        }
        return nil
    }
}
