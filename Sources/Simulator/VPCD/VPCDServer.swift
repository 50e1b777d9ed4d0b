import CLinux
import Glibc
import Synchronization

/// Puts a simulated reader's tag behind a real pcscd, by playing the card of vsmartcard's vpcd.
///
/// A connection is a card in the slot: it is opened while a tag lies on the reader and closed when the tag goes. Where
/// nobody listens it is tried again. Works on one thread of its own between `start` and `stop`.
public final class VPCDServer: Sendable {
    /// What a server is doing.
    public enum Status: Equatable, Sendable {
        /// No tag lies on the reader.
        case noTag
        /// Nobody listens at the address.
        case waiting
        /// The tag is offered to pcscd.
        case connected
        /// The server was stopped.
        case stopped
    }

    private let reader: SimulatedReader
    private let address: VPCDAddress
    private let wake: Int32
    private let stopping = Mutex(false)
    private let report: @Sendable (Status) -> Void
    private let current = Mutex<Status?>(nil)

    /// Milliseconds between two tries to connect.
    private static let retry: Int32 = 100
    /// Milliseconds a slot stays empty between two cards. pcscd looks every 400 ms: a card that is back
    /// sooner is taken for the one that was there, and is never powered up.
    private static let leastAbsence = 900

    /// A server for one reader; nothing happens before `start`.
    /// - Parameter report: Told every change of status, on the server's thread.
    public init(
        reader: SimulatedReader, address: VPCDAddress, report: @escaping @Sendable (Status) -> Void = { _ in }
    ) {
        self.reader = reader
        self.address = address
        self.report = report
        let wake = linux_eventfd()
        self.wake = wake
        // The descriptor lives as long as the process: the reader keeps its observers.
        reader.observe { eventfd_write(wake, 1) }
    }

    /// What the server is doing now.
    public var status: Status { current.withLock { $0 } ?? .noTag }

    /// Begins on a thread of its own.
    public func start() {
        let box = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let failed = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<VPCDServer>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        if failed != 0 { box.release() } else { pthread_detach(thread) }
    }

    /// Takes the tag away from pcscd and ends.
    public func stop() {
        stopping.withLock { $0 = true }
        eventfd_write(wake, 1)
    }

    /// Serves until `stop`; blocks.
    public func run() {
        var socket: VPCDSocket?
        var epoch: UInt16 = 0
        var stream = VPCDStream()
        var emptySince = Self.milliseconds - Self.leastAbsence
        while !stopping.withLock({ $0 }) {
            let slot = reader.slot
            let present = slot.present && slot.plugged
            if socket != nil, !present || slot.eventCount != epoch {
                socket = nil
                emptySince = Self.milliseconds
            }
            let absence = emptySince + Self.leastAbsence - Self.milliseconds
            if socket == nil && present && absence <= 0 {
                socket = VPCDSocket(address)
                epoch = slot.eventCount
                stream = VPCDStream()
            }
            tell(socket != nil ? .connected : present && absence <= 0 ? .waiting : .noTag)
            let pause = absence > 0 ? Int32(clamping: absence) : Self.retry
            guard wait(for: socket, timeout: socket == nil && present ? pause : -1), let open = socket else {
                continue
            }
            guard let bytes = open.receive() else {
                socket = nil
                // Whoever closed needs a moment before it listens again.
                usleep(UInt32(Self.retry) * 1000)
                continue
            }
            stream.append(bytes)
            while let message = stream.next() {
                guard let answer = reader.respond(to: message) else { continue }
                guard let framed = VPCDMessage.framed(answer), open.send(framed) else { break }
            }
        }
        tell(.stopped)
    }

    /// Sleeps until the reader changes or bytes arrive; true where there are bytes and the reader is as it was.
    private func wait(for socket: VPCDSocket?, timeout: Int32) -> Bool {
        var descriptors = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
        if let socket { descriptors.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)) }
        guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return false }
        if descriptors[0].revents != 0 {
            var count: eventfd_t = 0
            eventfd_read(wake, &count)
            return false
        }
        return descriptors.count > 1 && descriptors[1].revents != 0
    }

    private static var milliseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    private func tell(_ status: Status) {
        let changed = current.withLock { current in
            defer { current = status }
            return current != status
        }
        if changed { report(status) }
    }
}
