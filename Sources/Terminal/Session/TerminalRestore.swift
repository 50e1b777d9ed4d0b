import CLinux
import Glibc

/// Gives the terminal back when there is no way back into the program: in a signal handler after a crash, and at exit.
///
/// Everything the handler touches is laid out beforehand: it only calls write(2), tcsetattr(3), signal(2) and raise(3),
/// which are safe there (signal-safety(7)). It uses neither curses nor memory management.
enum TerminalRestore {
    /// SIGSEGV and SIGBUS are bad memory, SIGILL and SIGTRAP are Swift's own traps.
    static let crashSignals: [Int32] = [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT]

    /// What else ends a program that nobody prepared for it, limits of the shell among them (`ulimit -t` sends SIGXCPU).
    static let endingSignals: [Int32] =
        [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGSYS, SIGPOLL, SIGPWR, SIGSTKFLT]

    /// What must be put back, in memory that never moves.
    private struct State {
        var armed = false
        var descriptor: Int32 = -1
        var modes = termios()
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
    }

    private nonisolated(unsafe) static let state: UnsafeMutablePointer<State> = {
        let place = UnsafeMutablePointer<State>.allocate(capacity: 1)
        place.initialize(to: State())
        return place
    }()

    private static let message: StaticString = "tagdesk crashed; the terminal was put back as it was\n"
    private static let alternateStackSize = 64 * 1024
    private nonisolated(unsafe) static var handlersInstalled = false

    /// From now on a crash or an exit puts the terminal back. To be called by the main thread only.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal; it must stay open until `disarm`.
    ///   - modes: What `tcgetattr` said before anything was changed.
    ///   - bytes: What to write to it.
    static func arm(descriptor: Int32, modes: termios, bytes: [UInt8]) {
        disarm()
        let place = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
        place.initialize(from: bytes, count: bytes.count)
        state.pointee = State(armed: true, descriptor: descriptor, modes: modes, bytes: place, count: bytes.count)
        installHandlers()
    }

    /// The terminal is as it was; nothing is left to do.
    static func disarm() {
        state.pointee.armed = false
        state.pointee.bytes?.deallocate()
        state.pointee.bytes = nil
    }

    private static func installHandlers() {
        guard !handlersInstalled else { return }
        handlersInstalled = true
        // A handler needs room of its own when what failed is the stack.
        var stack = stack_t()
        stack.ss_sp = .allocate(byteCount: alternateStackSize, alignment: 16)
        stack.ss_size = alternateStackSize
        sigaltstack(&stack, nil)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { TerminalRestore.crashed($0) }
        action.sa_flags = SA_ONSTACK
        for signal in crashSignals { sigaction(signal, &action, nil) }
        action.__sigaction_handler.sa_handler = { TerminalRestore.ended($0) }
        for signal in endingSignals { sigaction(signal, &action, nil) }
        atexit { TerminalRestore.restore() }
    }

    /// The default action, not the one there was: Swift's backtracer waits half a minute for a key on a raw terminal.
    private static func crashed(_ number: Int32) {
        let wasArmed = state.pointee.armed
        restore()
        if wasArmed { _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount) }
        signal(number, SIG_DFL)
        raise(number)
    }

    private static func ended(_ number: Int32) {
        restore()
        signal(number, SIG_DFL)
        raise(number)
    }

    private static func restore() {
        guard state.pointee.armed else { return }
        state.pointee.armed = false
        if let bytes = state.pointee.bytes { _ = write(state.pointee.descriptor, bytes, state.pointee.count) }
        tcsetattr(state.pointee.descriptor, TCSANOW, &state.pointee.modes)
    }
}
