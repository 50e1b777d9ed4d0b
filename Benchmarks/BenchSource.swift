import Engine
import Simulator
import Synchronization
import Tags

/// One simulated reader for the engine, told of once: what is measured never changes while it is.
final class BenchSource: ReaderSource {
    let isSimulated = true
    let reader: SimulatedReader
    private let stopped = Semaphore()

    init(reader: SimulatedReader) { self.reader = reader }

    func watch(_ report: @escaping @Sendable (SourceReport) -> Void) {
        let slot = reader.slot
        report(
            SourceReport(
                service: .running,
                readers: [
                    SlotState(
                        name: reader.name, present: slot.present, eventCount: slot.eventCount, atr: slot.atr)
                ]))
        stopped.wait()
    }

    func stop() { stopped.signal() }

    func connect(to name: String) throws(ChannelError) -> any CardChannel { try reader.connect() }
}
