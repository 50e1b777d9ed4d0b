import CLinux
import Engine
import Glibc
import Simulator
import Synchronization
import Tags

/// The built-in reader as a source of readers for the engine.
///
/// What the simulated reader says of its slot is passed on at once, on the thread that changed it, so that the engine's
/// busy counter covers what the change sets off.
final class SimulatorSource: ReaderSource {
    let isSimulated = true

    /// The reader with its tags.
    let bench: SimulatorBench
    private let wake = WakeDescriptor()
    private let stopping = Mutex(false)

    /// A source of the bench's one reader.
    init(bench: SimulatorBench) { self.bench = bench }

    /// The built-in reader with one tag on it.
    convenience init(tag: SimulatedTag) {
        let entry = SimulatorBench.Entry(tag: tag, summary: tag.kind.name)
        let bench = SimulatorBench(reader: .builtIn(), tags: [entry])
        bench.place(tag.name)
        self.init(bench: bench)
    }

    /// The built-in reader with the bench of default tags, one of them on it; their memory is kept in `folder`.
    /// - Parameters:
    ///   - name: The tag that lies on it; the first where none is named.
    ///   - plugged: False keeps the reader away until `plugIn`.
    static func bench(
        folder: String, placing name: String? = nil, plugged: Bool = true,
        complain: @escaping @Sendable (String) -> Void
    ) -> SimulatorSource {
        let bench = SimulatorBench(
            reader: .builtIn(), tags: SimulatorBench.defaultTags(),
            storage: BenchFiles(folder: folder, complain: complain))
        if let first = bench.tags.first(where: { $0.name == name }) ?? bench.tags.first {
            bench.reader.insert(first.tag)
        }
        if !plugged { bench.reader.unplug() }
        return SimulatorSource(bench: bench)
    }

    /// Brings the reader in.
    func plugIn() { bench.reader.plugIn() }

    /// Takes the reader away; its tags are kept.
    func unplug() {
        bench.reader.unplug()
        saveSoon()
    }

    func watch(_ report: @escaping @Sendable (SourceReport) -> Void) {
        let reader = bench.reader
        let tell: @Sendable () -> Void = { report(SimulatorSource.report(on: reader)) }
        reader.observe(tell)
        tell()
        while !stopping.withLock({ $0 }) {
            wake.wait()
            bench.save()
        }
    }

    func stop() {
        stopping.withLock { $0 = true }
        wake.signal()
    }

    func connect(to name: String) throws(ChannelError) -> any CardChannel { try bench.reader.connect() }

    /// Writes the tags that have changed since they were last written.
    func save() { bench.save() }

    /// As `save`, on the thread that watches: nobody waits for the disk.
    func saveSoon() { wake.signal() }

    private static func report(on reader: SimulatedReader) -> SourceReport {
        let slot = reader.slot
        guard slot.plugged else { return SourceReport(service: .running, readers: []) }
        return SourceReport(
            service: .running,
            readers: [
                SlotState(
                    name: reader.name, present: slot.present, eventCount: slot.eventCount, mute: slot.mute,
                    exclusive: slot.exclusive, atr: slot.atr)
            ])
    }
}

extension SimulatorSource: TagBench {
    /// The tags; none while the reader is away.
    var tags: [BenchTag] {
        guard bench.reader.slot.plugged else { return [] }
        let onReader = bench.nameOnReader
        return bench.tags.map { BenchTag(name: $0.name, summary: $0.summary, onReader: $0.name == onReader) }
    }

    func place(_ name: String) -> Bool { bench.place(name) }

    func remove() { bench.remove() }

    func pull(afterFrames frames: Int) { bench.pull(afterFrames: frames) }
}

extension SimulatedReader {
    /// The reader of `--simulate`: it passes all native frames, and its name says that it is not real.
    static func builtIn() -> SimulatedReader {
        SimulatedReader(profile: .acr1252, name: "Built-in simulator (ACR1252)")
    }
}

/// A descriptor that one thread waits on until another signals it.
final class WakeDescriptor: Sendable {
    private let descriptor = linux_eventfd()

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Blocks until `signal` was called since the last return.
    func wait() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, -1) < 0, errno == EINTR {}
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    /// Lets `wait` return.
    func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }
}
