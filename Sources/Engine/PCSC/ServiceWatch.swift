import CLinux
import Glibc

/// Waits until it is worth asking for pcscd again.
protocol ServiceWatch: Sendable {
    /// Blocks until something happened to the service's socket, or until it is time for a try.
    /// - Returns: `false` once `stop` was called.
    func wait() -> Bool
    /// Ends every `wait`, now and later; from any thread.
    func stop()
}

/// Watches the socket of pcscd by inotify: no wake-up at all while there is none, one try in ten seconds while there is
/// one that does not answer.
final class SocketWatch: ServiceWatch {
    /// Compiled into pcsc-lite; `PCSCLITE_CSOCK_NAME` names another.
    static let standardSocket = "/run/pcscd/pcscd.comm"
    private static let retryMilliseconds: Int32 = 10_000

    private let socket: String
    private let stopped: Int32
    private let changes: Int32

    /// Watches the socket at this path; its folder need not exist yet.
    init(socket: String? = nil) {
        self.socket = socket ?? getenv("PCSCLITE_CSOCK_NAME").map { String(cString: $0) } ?? Self.standardSocket
        stopped = linux_eventfd()
        changes = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        // From the start, so that nothing that happens between two waits is missed.
        _ = watchNearestFolder()
    }

    deinit {
        if stopped >= 0 { close(stopped) }
        if changes >= 0 { close(changes) }
    }

    func wait() -> Bool {
        let silent = exists
        while true {
            let watched = watchNearestFolder()
            if !silent, exists { return true }
            var descriptors = [
                pollfd(fd: stopped, events: Int16(POLLIN), revents: 0),
                pollfd(fd: changes, events: Int16(POLLIN), revents: 0),
            ]
            let timeout = silent || !watched ? Self.retryMilliseconds : -1
            var ready: Int32
            repeat {
                ready = poll(&descriptors, nfds_t(descriptors.count), timeout)
            } while ready == -1 && errno == EINTR
            drain()
            if descriptors[0].revents & Int16(POLLIN) != 0 { return false }
            if ready <= 0 || silent || exists { return true }
        }
    }

    private var exists: Bool { access(socket, F_OK) == 0 }

    func stop() {
        var one: UInt64 = 1
        _ = write(stopped, &one, 8)
    }

    /// Watches the socket's folder, or the nearest one above it that exists.
    private func watchNearestFolder() -> Bool {
        var path = Substring(socket)
        while let slash = path.lastIndex(of: "/") {
            path = path[..<slash]
            let folder = path.isEmpty ? "/" : String(path)
            // IN_ATTRIB: the service sets the socket's mode last.
            let mask = UInt32(IN_CREATE | IN_ATTRIB | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_ONLYDIR)
            if changes >= 0, inotify_add_watch(changes, folder, mask) >= 0 { return true }
            if path.isEmpty { break }
        }
        return false
    }

    private func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while changes >= 0, read(changes, &buffer, buffer.count) > 0 {}
    }
}
