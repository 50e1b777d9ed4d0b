import Dispatch
import Engine
import Simulator
import Synchronization
import Tags
import Testing

@testable import App

/// A pcscd that is not running until `start`, and then has a reader with a tag.
private final class LateService: ReaderSource {
    private let reader = SimulatedReader(profile: .acr1252, name: "Late reader")
    private let report = Mutex<(@Sendable (SourceReport) -> Void)?>(nil)
    private let stopped = DispatchSemaphore(value: 0)
    private let state: ServiceState

    init(_ state: ServiceState = .unreachable) {
        self.state = state
        if let tag = SimulatorBench.defaultTags().first?.tag { reader.insert(tag) }
    }

    func watch(_ report: @escaping @Sendable (SourceReport) -> Void) {
        self.report.withLock { $0 = report }
        report(SourceReport(service: state, readers: []))
        stopped.wait()
    }

    func stop() { stopped.signal() }

    func connect(to reader: String) throws(ChannelError) -> any CardChannel { try self.reader.connect() }

    func start() {
        let slot = reader.slot
        let state = SlotState(
            name: reader.name, present: slot.present, eventCount: slot.eventCount, mute: slot.mute,
            exclusive: slot.exclusive, atr: slot.atr)
        report.withLock { $0 }?(SourceReport(service: .running, readers: [state]))
    }
}

@Suite("Waiting for a reader and a tag")
struct WaitingTests {
    private func options(_ line: String...) throws -> CommonOptions {
        try CommonOptions(Invocation(parsing: ["read"] + line))
    }

    @Test("pcscd that is not running is told at once where nobody asked to wait")
    func atOnce() throws {
        let session = EngineSession(sources: [LateService()], reads: false)
        defer { session.stop() }
        #expect(throws: EngineError.service(.unreachable)) { try session.tag(options()) }
        #expect(throws: EngineError.service(.unreachable)) { try session.tag(options("--wait", "0")) }
    }

    @Test("with --wait, pcscd may be started meanwhile")
    func late() throws {
        let service = LateService()
        let session = EngineSession(sources: [service], reads: false)
        defer { session.stop() }
        var told: [String] = []
        session.onWaiting = { sentence in
            told.append(sentence)
            service.start()
        }
        let (reader, _) = try session.tag(options("--wait", "60"))
        #expect(reader.name == "Late reader")
        #expect(told.first?.hasPrefix(ServiceState.unreachable.headline) == true)
    }

    @Test("pcscd that lets nobody in is not waited for")
    func notAuthorized() throws {
        let session = EngineSession(sources: [LateService(.notAuthorized)], reads: false)
        defer { session.stop() }
        #expect(throws: EngineError.service(.notAuthorized)) { try session.tag(options("--wait", "60")) }
    }
}
