import Tags

@testable import Engine

/// A pcscd that a test plays: readers come and go, the service stops and starts, cards answer as told.
///
/// `statusChange` blocks like the real one; `settle` waits until the monitor blocks in it and has seen everything.
final class FakePCSC: PCSCLayer {
    /// One reader.
    struct Reader {
        var name: String
        var flags: UInt32 = PCSCState.empty
        var count: UInt32 = 0
        var atr: [UInt8] = []
        var card: FakeCard?
        /// What `SCardConnect` fails with, in order; then it works.
        var connectFailures: [UInt32] = []

        var event: UInt32 { count << 16 | flags }
    }

    struct Model {
        var readers: [Reader] = []
        /// What `SCardEstablishContext` fails with; `nil` = the service runs.
        var refusal: UInt32?
        /// Grows when the service restarts: older contexts are dead.
        var life = 0
        var contexts: [Int: Int] = [:]
        var cancelled: Set<Int> = []
        var cards: [Int: String] = [:]
        var nextHandle = 1
        /// A monitor blocks with nothing new for it.
        var watching = false
        var calls: [String] = []
        /// Another program has a transaction: ours waits for its end.
        var heldElsewhere = false
        /// What `SCardGetStatusChange` fails with, once.
        var statusFailure: UInt32?
    }

    let model = Guarded(Model())

    init(_ readers: [Reader] = []) { model.with { $0.readers = readers } }

    /// Puts a card on a reader.
    func insert(_ card: FakeCard, atr: [UInt8], on name: String, mute: Bool = false) {
        changeReader(name) { reader in
            reader.flags = PCSCState.present | (mute ? PCSCState.mute : 0)
            reader.count += 1
            reader.atr = atr
            reader.card = card
        }
    }

    /// Takes the card off.
    func remove(from name: String) {
        changeReader(name) { reader in
            reader.flags = PCSCState.empty
            reader.count += 1
            reader.atr = []
            reader.card = nil
        }
    }

    func changeReader(_ name: String, _ change: (inout Reader) -> Void) {
        model.with { model in
            model.watching = false
            for index in model.readers.indices where model.readers[index].name == name { change(&model.readers[index]) }
        }
    }

    /// The service goes (`code` is what it then answers) or comes.
    func service(_ refusal: UInt32?) {
        model.with { model in
            model.watching = false
            model.refusal = refusal
            model.life += 1
        }
    }

    /// Waits until the monitor knows all.
    func waitUntilWatched() { model.wait { $0.watching ? () : nil } }

    var calls: [String] { model.with { $0.calls } }

    // MARK: - PCSCLayer

    func establishContext() throws(PCSCFailure) -> PCSCContext {
        try model.with { model throws(PCSCFailure) in
            model.calls.append("establish")
            if let refusal = model.refusal { throw PCSCFailure(refusal) }
            model.nextHandle += 1
            model.contexts[model.nextHandle] = model.life
            return PCSCContext(handle: model.nextHandle)
        }
    }

    func release(_ context: PCSCContext) {
        model.with { model in
            model.calls.append("release")
            model.contexts[context.handle] = nil
        }
    }

    func listReaders(_ context: PCSCContext) throws(PCSCFailure) -> [String] {
        try model.with { model throws(PCSCFailure) in
            try Self.check(context, model)
            return model.readers.map(\.name)
        }
    }

    func statusChange(_ context: PCSCContext, milliseconds: UInt32?, _ readers: [PCSCReaderStatus])
        throws(PCSCFailure) -> [PCSCReaderStatus]
    {
        while true {
            let result: Result<[PCSCReaderStatus], PCSCFailure>? = model.with { model in
                let answer = Self.answer(context, milliseconds: milliseconds, readers, &model)
                model.watching = answer == nil
                return answer
            }
            if let result { return try result.get() }
            model.wait { $0.watching ? nil : () }
        }
    }

    /// What `SCardGetStatusChange` answers now, `nil` where it waits.
    private static func answer(
        _ context: PCSCContext, milliseconds: UInt32?, _ readers: [PCSCReaderStatus], _ model: inout Model
    ) -> Result<[PCSCReaderStatus], PCSCFailure>? {
        do throws(PCSCFailure) {
            try Self.check(context, model)
        } catch {
            return .failure(error)
        }
        if model.cancelled.remove(context.handle) != nil { return .failure(PCSCFailure(PCSCCode.cancelled)) }
        if let code = model.statusFailure {
            model.statusFailure = nil
            return .failure(PCSCFailure(code))
        }
        var answer = readers
        var changed = false
        for index in answer.indices {
            if answer[index].name == PCSCReaderStatus.plugAndPlay {
                if Int(answer[index].current >> 16) != model.readers.count { changed = true }
                continue
            }
            guard let reader = model.readers.first(where: { $0.name == answer[index].name }) else {
                answer[index].event = PCSCState.unknown | PCSCState.changed
                changed = true
                continue
            }
            answer[index].event = reader.event
            answer[index].atr = reader.atr
            if reader.event != answer[index].current {
                answer[index].event |= PCSCState.changed
                changed = true
            }
        }
        if changed { return .success(answer) }
        if milliseconds == 0 { return .failure(PCSCFailure(PCSCCode.timeout)) }
        return nil
    }

    func cancel(_ context: PCSCContext) {
        model.with { model in
            model.watching = false
            model.cancelled.insert(context.handle)
        }
    }

    func connect(reader name: String) throws(PCSCFailure) -> PCSCCard {
        let context = try establishContext()
        do throws(PCSCFailure) {
            return try connect(context, reader: name)
        } catch {
            release(context)
            throw error
        }
    }

    private func connect(_ context: PCSCContext, reader name: String) throws(PCSCFailure) -> PCSCCard {
        try model.with { model throws(PCSCFailure) in
            model.calls.append("connect \(name)")
            try Self.check(context, model)
            guard let index = model.readers.firstIndex(where: { $0.name == name }) else {
                throw PCSCFailure(PCSCCode.unknownReader)
            }
            if !model.readers[index].connectFailures.isEmpty {
                throw PCSCFailure(model.readers[index].connectFailures.removeFirst())
            }
            guard model.readers[index].card != nil else { throw PCSCFailure(PCSCCode.noSmartcard) }
            model.nextHandle += 1
            model.cards[model.nextHandle] = name
            return PCSCCard(context: context, handle: model.nextHandle, cardProtocol: 2)
        }
    }

    func reconnect(_ card: PCSCCard, _ kind: PCSCDisposition) throws(PCSCFailure) -> PCSCCard {
        model.with { $0.calls.append("reconnect \(kind)") }
        guard let held = self.card(card) else { throw PCSCFailure(PCSCCode.removedCard) }
        if let code = held.reconnect() { throw PCSCFailure(code) }
        return card
    }

    func answerToReset(_ card: PCSCCard) throws(PCSCFailure) -> [UInt8] {
        model.with { model in
            model.cards[card.handle].flatMap { name in model.readers.first { $0.name == name }?.atr } ?? []
        }
    }

    func transmit(_ card: PCSCCard, _ apdu: [UInt8]) throws(PCSCFailure) -> [UInt8] {
        guard let held = self.card(card) else { throw PCSCFailure(PCSCCode.removedCard) }
        return try held.transmit(apdu)
    }

    func control(_ card: PCSCCard, _ code: UInt32, _ data: [UInt8]) throws(PCSCFailure) -> [UInt8] {
        throw PCSCFailure(PCSCCode.notTransacted)
    }

    func beginTransaction(_ card: PCSCCard) throws(PCSCFailure) {
        _ = model.wait { $0.heldElsewhere ? nil : true }
        model.with { $0.calls.append("begin") }
    }
    func endTransaction(_ card: PCSCCard) { model.with { $0.calls.append("end") } }

    private func card(_ card: PCSCCard) -> FakeCard? {
        model.with { model in
            model.cards[card.handle].flatMap { name in model.readers.first { $0.name == name }?.card }
        }
    }

    private static func check(_ context: PCSCContext, _ model: Model) throws(PCSCFailure) {
        guard model.contexts[context.handle] == model.life, model.refusal == nil else {
            throw PCSCFailure(PCSCCode.noService)
        }
    }
}

/// A card that answers by a list: each command's answers in order, the last one for ever; what is not listed gets `other`.
final class FakeCard: Sendable {
    enum Reply: Sendable {
        case answer([UInt8])
        case failure(UInt32)
    }
    private let replies: Guarded<[[UInt8]: [Reply]]>
    private let next: Guarded<[Reply]>
    private let reconnects = Guarded(0)
    private let other: Reply
    private let reconnectFailure: UInt32?
    private let log = Guarded<[String]>([])

    /// - Parameters:
    ///   - replies: By command.
    ///   - next: Replies to whatever comes first, before all others.
    ///   - other: The reply to commands that are not listed.
    init(
        _ replies: [String: [Reply]] = [:], next: [Reply] = [], other: Reply = .answer([0x63, 0x00]),
        reconnectFailure: UInt32? = nil
    ) {
        self.replies = Guarded(
            Dictionary(replies.map { (hex($0.key), $0.value) }, uniquingKeysWith: { first, _ in first }))
        self.next = Guarded(next)
        self.other = other
        self.reconnectFailure = reconnectFailure
    }

    func transmit(_ apdu: [UInt8]) throws(PCSCFailure) -> [UInt8] {
        log.with { $0.append(Hex.string(apdu)) }
        let reply =
            next.with { $0.isEmpty ? nil : $0.removeFirst() }
            ?? replies.with { replies in
                guard let list = replies[apdu], let first = list.first else { return nil }
                if list.count > 1 { replies[apdu] = Array(list.dropFirst()) }
                return first
            } ?? other
        switch reply {
        case .answer(let bytes): return bytes
        case .failure(let code): throw PCSCFailure(code)
        }
    }

    func reconnect() -> UInt32? {
        reconnects.with { $0 += 1 }
        return reconnectFailure
    }

    var commands: [String] { log.with { $0 } }
    var reconnectCount: Int { reconnects.with { $0 } }
}

/// A wait for the service that ends when the test says so.
final class FakeServiceWatch: ServiceWatch {
    private struct State {
        var wakes = 0
        var stopped = false
        var waiting = false
    }
    private let state = Guarded(State())

    func wait() -> Bool {
        state.with { $0.waiting = $0.wakes == 0 }
        return state.wait { state in
            if state.stopped { return false }
            guard state.wakes > 0 else { return nil }
            state.wakes -= 1
            return true
        }
    }

    func stop() { state.with { $0.stopped = true } }

    /// It is worth asking again.
    func wake() {
        state.with { state in
            state.waiting = false
            state.wakes += 1
        }
    }

    func waitUntilWaiting() { state.wait { $0.waiting ? () : nil } }
}

/// An engine over a played pcscd.
struct PCSCUnderTest {
    let layer: FakePCSC
    let service = FakeServiceWatch()
    let engine: Engine

    /// - Parameter patienceMilliseconds: How long another program's transaction is waited for in silence; for ever.
    init(_ readers: [FakePCSC.Reader] = [], patienceMilliseconds: Int = .max) {
        layer = FakePCSC(readers)
        var options = Engine.Options.forTest
        options.patienceMilliseconds = patienceMilliseconds
        engine = Engine(
            sources: [
                PCSCSource(layer: layer, service: service) { state, readers in
                    state == .running ? [] : ["advice for \(state)"]
                }
            ], options: options)
    }

    /// Starts, or goes on after a change, until nothing happens; all events since.
    func settle() -> [EngineEvent] {
        layer.waitUntilWatched()
        return engine.settle()
    }

    /// Until the source waits for the service.
    func settleWithoutService() -> [EngineEvent] {
        service.waitUntilWaiting()
        return engine.settle()
    }
}
