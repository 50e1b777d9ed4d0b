import CLinux
import Glibc

/// The signals the program takes from a descriptor instead of being interrupted by them (signalfd(2)).
///
/// A signal is only held back from threads that were started after `init`: open the session before starting any.
struct SignalQueue: ~Copyable {
    /// Readable when a signal waits.
    let descriptor: Int32
    private static let signals: [Int32] = [SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]
    private var previousMask = sigset_t()

    init() throws(TerminalError) {
        var mask = Self.mask(Self.signals)
        pthread_sigmask(SIG_BLOCK, &mask, &previousMask)
        descriptor = linux_signalfd(&mask)
        guard descriptor >= 0 else {
            let code = errno
            pthread_sigmask(SIG_SETMASK, &previousMask, nil)
            throw .system(call: "signalfd", code: code)
        }
    }

    deinit {
        close(descriptor)
        var mask = previousMask
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// The signals that wait, each once; does not block.
    func take() -> [Int32] {
        var taken: [Int32] = []
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        while read(descriptor, &information, size) == size {
            let number = Int32(truncatingIfNeeded: information.ssi_signo)
            if !taken.contains(number) { taken.append(number) }
        }
        return taken
    }

    /// Stops the process as the terminal's own suspend key would and returns when it goes on again.
    ///
    /// SIGTSTP instead of SIGSTOP: where no shell could ever wake the process (an orphaned group), it goes on at once.
    ///
    /// - Parameter wholeJob: The other processes of the job stop too, as for the key; a signal from outside was for us.
    static func stop(wholeJob: Bool) {
        var mask = mask([SIGTSTP])
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        kill(wholeJob ? 0 : getpid(), SIGTSTP)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
    }

    /// Ends the process by a signal, so that the shell sees why it ended.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        var mask = mask([number])
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        raise(number)
        exit(128 + (number & 0x7F))
    }

    private static func mask(_ signals: [Int32]) -> sigset_t {
        var mask = sigset_t()
        sigemptyset(&mask)
        for signal in signals { sigaddset(&mask, signal) }
        return mask
    }
}
