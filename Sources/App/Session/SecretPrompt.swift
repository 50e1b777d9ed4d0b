import CLinux
import Dumps
import Glibc

/// Asks for a secret at the terminal, without showing what is typed.
enum SecretPrompt {
    /// The most characters taken.
    private static let limit = 256

    /// What was typed up to Enter; `nil` without a terminal.
    ///
    /// Signals that end programs give up as Ctrl-C does, once the terminal is as it was.
    /// - Throws: The person gave up (Ctrl-C, Ctrl-D, Esc), or a signal asked for an end.
    static func ask(_ question: String) throws(UsageError) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { return nil }

        let signals = SignalDescriptor()
        defer { signals.release() }
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
        let typed = line(from: terminal, unless: signals)
        try? Files.write([0x0D, 0x0A], to: terminal, named: "/dev/tty")
        guard let typed else { throw .cancelled }
        return typed
    }

    private static func line(from terminal: Int32, unless signals: SignalDescriptor) -> String? {
        var typed: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            var entries = [signals.fileDescriptor, terminal].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if poll(&entries, nfds_t(entries.count), -1) < 0, errno != EINTR { return nil }
            if entries[0].revents != 0 {
                signals.take()
                return nil
            }
            guard entries[1].revents != 0 else { continue }
            guard read(terminal, &byte, 1) == 1 else { return nil }
            switch byte {
            case 0x0A, 0x0D: return String(validating: typed, as: UTF8.self)
            case 0x03, 0x04, 0x1B: return nil
            case 0x08, 0x7F: _ = typed.popLast()
            default: if typed.count < limit { typed.append(byte) }
            }
        }
    }
}
