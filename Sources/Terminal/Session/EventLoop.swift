import CLinux

/// Waits for whatever comes next: keys, signals, and descriptors of others. One poll(2), no timer of its own: while
/// nothing happens the process does not wake up. What follows a frame closely is gathered for the next (`FramePace`).
///
///     while running {
///         let wake = loop.wait(until: model.nextDeadline)
///         for event in wake.input { model.handle(event) }
///         if wake.ready.contains(engineDescriptor) { ... }
///         session.present(draw(model, size: session.size))
///     }
public struct EventLoop {
    /// What woke the loop.
    public struct Wake: Equatable, Sendable {
        /// Everything the terminal had, in order; many keys of an auto-repeating key come at once and cost one paint.
        public var input: [InputEvent] = []
        /// The watched descriptors that are readable or broken.
        public var ready: [Int32] = []
        /// The deadline has passed.
        public var deadlinePassed = false
    }

    private let session: TerminalSession
    private let watched: [Int32]

    /// A loop over a session's terminal and signals, and other descriptors that become readable.
    public init(session: TerminalSession, watching descriptors: [Int32] = []) {
        self.session = session
        watched = descriptors
    }

    /// Sleeps until something happens or a moment is reached.
    ///
    /// - Parameter deadline: `nil` waits without end. Only to be given while something is due, such as taking a line away.
    public func wait(until deadline: MonotonicTime? = nil) -> Wake {
        var wake = Wake()
        var polled = ([session.descriptor, session.signals.descriptor] + watched).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let timeout = deadline.map { Int32(clamping: MonotonicTime.now.milliseconds(until: $0)) } ?? -1
        var count = poll(&polled, nfds_t(polled.count), timeout)
        let delay = count > 0 ? session.pace.milliseconds(before: .now) : 0
        if delay > 0 {
            poll(nil, 0, Int32(clamping: delay))
            count = poll(&polled, nfds_t(polled.count), 0)
        }
        wake.deadlinePassed = deadline.map { MonotonicTime.now >= $0 } ?? false
        // Interrupted, which only a debugger brings about: the caller comes back.
        guard count > 0 else { return wake }
        wake.ready = polled.dropFirst(2).filter { $0.revents != 0 }.map(\.fd)
        if polled[1].revents != 0 { wake.input += handle(session.signals.take()) }
        wake.input += read(polled[0])
        return wake
    }

    private func read(_ terminal: pollfd) -> [InputEvent] {
        let events = Int32(terminal.revents)
        if events & (POLLHUP | POLLERR | POLLNVAL) != 0 { return [.hangup] }
        guard events & POLLIN != 0 else { return [] }
        // Readable without a byte is the end of the terminal; reading on would spin.
        guard session.waitingBytes > 0 else { return [.hangup] }
        return session.takeInput()
    }

    private func handle(_ signals: [Int32]) -> [InputEvent] {
        var events: [InputEvent] = []
        if signals.contains(SIGHUP) { events.append(.hangup) }
        for signal in [SIGTERM, SIGINT, SIGQUIT] where signals.contains(signal) { events.append(.terminated(signal)) }
        // Whoever is told to end has no time to stop first.
        guard events.isEmpty else { return events }
        if signals.contains(SIGTSTP) {
            session.stop(wholeJob: false)
            events += resumed()
        } else if signals.contains(SIGCONT) {
            // Stopped by SIGSTOP, which nobody can prepare for: the shell has used the terminal since.
            session.retake()
            events += resumed()
        } else if signals.contains(SIGWINCH) {
            session.readSize()
            events.append(.resize(session.size))
        }
        return events
    }

    /// After a stop: the signals that came with it are spent, the size may be another.
    private func resumed() -> [InputEvent] {
        let late = session.signals.take()
        return [.resumed, .resize(session.size)] + handle(late.filter { ![SIGCONT, SIGTSTP, SIGWINCH].contains($0) })
    }
}
