import Engine
import Simulator
import Synchronization
import Tags

/// The simulator's readers as a source for the engine.
final class SimulatedSource: ReaderSource {
    let readers: [SimulatedReader]
    private let stopped = StopFlag()

    init(_ readers: [SimulatedReader]) { self.readers = readers }

    var isSimulated: Bool { true }

    func watch(_ report: @escaping @Sendable (SourceReport) -> Void) {
        for reader in readers { reader.observe { [weak self] in self.map { report($0.state) } } }
        report(state)
        stopped.wait()
    }

    func stop() { stopped.set() }

    func connect(to name: String) throws(ChannelError) -> any CardChannel {
        guard let reader = readers.first(where: { $0.name == name }) else { throw .readerGone(code: 0x8010_0009) }
        return try reader.connect()
    }

    private var state: SourceReport {
        SourceReport(
            service: .running,
            readers: readers.filter(\.slot.plugged).map { reader in
                let slot = reader.slot
                return SlotState(
                    name: reader.name, present: slot.present, eventCount: slot.eventCount, mute: slot.mute,
                    exclusive: slot.exclusive, atr: slot.atr)
            })
    }
}
