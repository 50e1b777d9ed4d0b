import Glibc
import NDEF

/// Opens a link with the desktop's own program for it, which never is a shell.
enum Link {
    /// The schemes that lead to a page, a call or a message. A scheme that could run something here is not among them.
    private static let schemes = ["http", "https", "mailto", "tel", "sms", "geo"]

    /// Starts the program and does not wait for it.
    /// - Returns: What went wrong, one sentence.
    static func open(_ link: String) -> String? {
        let scheme = link.prefix { $0 != ":" }.lowercased()
        guard link.contains(":"), schemes.contains(scheme) else {
            return "Links of the kind `\(scheme.visible)` are not opened; copy it instead."
        }
        guard link.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            return "This link holds control characters and is not opened."
        }
        return start(["xdg-open", link]) ? nil : "The link could not be opened: xdg-open is not to be found."
    }

    /// POSIX_SPAWN_SETSID of <spawn.h>, which the Glibc module leaves out.
    private static let newSession: Int32 = 0x80

    /// Starts a program of the PATH in a session of its own, away from the terminal, with no signal blocked or ignored.
    private static func start(_ arguments: [String]) -> Bool {
        // Nobody waits for the child, so that it must leave no zombie.
        signal(SIGCHLD, SIG_IGN)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))

        var strings = arguments.map { strdup($0) }
        defer { for string in strings { free(string) } }
        strings.append(nil)
        var process = pid_t()
        return posix_spawnp(&process, arguments[0], &actions, &attributes, strings, environ) == 0
    }
}
