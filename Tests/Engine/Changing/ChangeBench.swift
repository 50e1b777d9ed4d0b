import Foundation
import NDEF
import Tags
import Testing

@testable import Engine
@testable import Simulator

/// A folder for journals, in memory where the system has room for that, removed at the end.
final class JournalFolder: Sendable {
    let path: String

    init() {
        let root = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm/" : NSTemporaryDirectory()
        path = root + "tagdesk-change-" + UUID().uuidString
    }

    var journal: String { path + "/journal.db" }

    /// What a program that dies now leaves of a journal: its files as they are.
    func copy(named name: String) throws -> String {
        let copy = path + "/" + name + ".db"
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: journal + suffix) {
            try FileManager.default.copyItem(atPath: journal + suffix, toPath: copy + suffix)
        }
        return copy
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// One simulated reader whose commands can be watched, and the frames of a change among them.
final class WatchedSource: ReaderSource {
    let reader: SimulatedReader
    let isSimulated = true
    /// Called before each WRITE, PWD_AUTH, AUTHENTICATE, UPDATE BINARY and WriteData, with its number from 0 since `watchFrames`.
    private let watcher = Guarded<(@Sendable (Int) -> Void)?>(nil)
    private let count = Guarded(0)
    /// Who is told of changes, until `stop`: a reader keeps its observers, and must not keep the engine by them.
    private let report = Guarded<(@Sendable (SourceReport) -> Void)?>(nil)
    private let stopped = Guarded(false)

    init(_ reader: SimulatedReader) { self.reader = reader }

    func watchFrames(_ watcher: (@Sendable (Int) -> Void)?) {
        count.with { $0 = 0 }
        self.watcher.with { $0 = watcher }
    }

    func watch(_ report: @escaping @Sendable (SourceReport) -> Void) {
        self.report.with { $0 = report }
        let all: @Sendable () -> Void = { [weak self] in
            guard let self, let report = self.report.with({ $0 }) else { return }
            let slot = reader.slot
            report(
                SourceReport(
                    service: .running,
                    readers: [
                        SlotState(
                            name: reader.name, present: slot.present, eventCount: slot.eventCount, mute: slot.mute,
                            exclusive: slot.exclusive, atr: slot.atr)
                    ]))
        }
        reader.observe(all)
        all()
        stopped.wait { $0 ? () : nil }
    }

    func stop() {
        report.with { $0 = nil }
        stopped.with { $0 = true }
    }

    func connect(to name: String) throws(ChannelError) -> any CardChannel {
        WatchedChannel(try reader.connect()) { [self] in told() }
    }

    private func told() {
        guard let watcher = watcher.with({ $0 }) else { return }
        let number = count.with { count in
            defer { count += 1 }
            return count
        }
        watcher(number)
    }
}

/// A channel that tells of commands that change the tag or count against it.
private final class WatchedChannel: CardChannel {
    private let channel: any CardChannel
    private let tell: () -> Void

    init(_ channel: any CardChannel, _ tell: @escaping () -> Void) {
        self.channel = channel
        self.tell = tell
    }

    var atr: [UInt8] { channel.atr }
    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        if Self.isStep(apdu) { tell() }
        return try channel.transmit(apdu)
    }
    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] { try channel.control(code, data) }
    func reconnect(_ kind: ResetKind) throws(ChannelError) { try channel.reconnect(kind) }
    func beginTransaction() throws(ChannelError) { try channel.beginTransaction() }
    func endTransaction() { channel.endTransaction() }
    func disconnect(reset: Bool) { channel.disconnect(reset: reset) }

    /// WRITE, PWD_AUTH or the first part of AUTHENTICATE, as any of the simulated readers carries it; a card's UPDATE BINARY or WriteData.
    static func isStep(_ apdu: [UInt8]) -> Bool {
        if [[0x00, 0xD6], [0x00, 0xD7], [0x90, 0x8D]].contains(apdu.prefix(2)) { return true }
        let frame = frame(in: apdu)
        return frame.count == 6 && frame.first == 0xA2 || frame.count == 5 && frame.first == 0x1B
            || frame == [0x1A, 0x00]
    }

    /// The tag's own command inside an APDU: UPDATE BINARY, PN532, transparent session, or as it is.
    private static func frame(in apdu: [UInt8]) -> [UInt8] {
        guard apdu.count > 7, apdu[0] == 0xFF else { return [] }
        switch (apdu[1], apdu[5], apdu[6]) {
        case (0xD6, _, _): return [0xA2, apdu[3]] + apdu[5...]
        case (0x00, 0xD4, 0x42): return Array(apdu[7...])
        case (0x00, 0xD4, 0x40): return Array(apdu[8...])
        case (0x00, _, _): return Array(apdu[5...])
        case (0xC2, 0x95, let count): return Array(apdu[7...].prefix(Int(count)))
        default: return []
        }
    }
}

/// A tag on a simulated reader, an engine with a journal, and what came of the last change.
final class ChangeBench {
    let source: WatchedSource
    let engine: Engine
    let folder: JournalFolder
    private(set) var tag: SimulatedTag
    private(set) var events: [EngineEvent] = []

    /// - Parameter journal: The file; a new one where none is given.
    init(
        _ tag: SimulatedTag, profile: SimulatedProfile = .acr122, folder: JournalFolder = JournalFolder(),
        journal: String? = nil
    ) {
        let reader = SimulatedReader(profile: profile)
        reader.insert(tag)
        self.tag = tag
        self.folder = folder
        source = WatchedSource(reader)
        var options = Engine.Options()
        options.pause = { _ in }
        options.autoRead = false
        engine = Engine(sources: [source], journalPath: journal ?? folder.journal, options: options)
        engine.start()
        events = engine.settle()
    }

    deinit { engine.stop() }

    var reader: SimulatedReader { source.reader }
    var uid: [UInt8] { tag.uid }

    /// What the chip really holds, passwords and keys included.
    var memory: [UInt8] { tag.image }

    /// Puts a tag on in place of the one that is there.
    func put(_ tag: SimulatedTag) {
        self.tag = tag
        reader.insert(tag)
        events = engine.settle()
    }

    /// Makes a change. Irreversible steps are confirmed unless told otherwise.
    @discardableResult func change(
        _ wish: Wish, _ credential: Credential = Credential(), expected: Plan? = nil, confirm: Bool = true,
        dryRun: Bool = false
    ) -> Change {
        submit(
            .change(
                reader: reader.name,
                ChangeRequest(
                    wish: wish, credential: credential, expected: expected, confirmedUID: confirm ? uid : nil,
                    dryRun: dryRun, person: "anna")))
    }

    @discardableResult func recover(
        _ operation: Int64, _ action: RecoveryRequest.Action, _ credential: Credential = Credential(),
        afterwards: Credential? = nil, confirm: Bool = false
    ) -> Change {
        submit(
            .recover(
                reader: reader.name,
                RecoveryRequest(
                    operation: operation, action: action, credential: credential, credentialAfterwards: afterwards,
                    confirmedUID: confirm ? uid : nil, person: "anna")))
    }

    @discardableResult func read(_ options: TagReader.Options) -> (report: TagReport?, error: EngineError?) {
        engine.submit(.read(reader: reader.name, options))
        events = engine.settle()
        return (events.lastReading?.report, events.lastFailure?.error)
    }

    func submit(_ command: Command) -> Change {
        engine.submit(command)
        events = engine.settle()
        return Change(events)
    }

    /// The pages sent to the tag since the last settling, from the trace.
    var writes: [Int] {
        events.exchanges.compactMap { exchange in
            guard let frame = exchange.nativeCommand, frame.first == 0xA2, frame.count > 1 else { return nil }
            return Int(frame[1])
        }
    }

    /// The interrupted operation that the last events told of.
    var interrupted: JournalEntry? {
        for case .interrupted(_, let entry) in events { return entry }
        return nil
    }
}

/// How a change ended.
struct Change {
    var outcome: ChangeOutcome?
    var error: EngineError?
    var cost = Cost()

    init(_ events: [EngineEvent]) {
        for case .ended(_, _, let ended) in events {
            switch ended {
            case .changed(let outcome, let cost): (self.outcome, error, self.cost) = (outcome, nil, cost)
            case .changeFailed(let error, let outcome, let cost):
                (self.outcome, self.error, self.cost) = (outcome, error, cost)
            case .read, .failed, .answered, .consoleClosed: break
            }
        }
    }

    /// Written and verified.
    var isDone: Bool { outcome?.result == .done && outcome?.verified == true && error == nil }
}

extension SimulatedTag {
    /// The table of a Type 2 tag, which every tag of these tests is.
    var table: Type2Chip {
        guard let chip else { fatalError("\(name) is no Type 2 tag") }
        return chip
    }

    /// A tag of a chip, as delivered but formatted, with a message.
    static func holding(_ message: [UInt8]?, chip name: String, uid: String = "04E10CDA993C80") throws -> SimulatedTag {
        let chip = try #require(Type2Chip.named(name))
        let fresh = SimulatedTag(chip: chip, uid: hex(uid))
        guard let message else { return fresh }
        let bench = ChangeBench(fresh)
        if fresh.image[12] != 0xE1 { try #require(bench.change(.format).isDone) }
        try #require(bench.change(.write(message: message)).isDone)
        return fresh
    }

    /// Another tag with this memory: what would be left of this one if all stopped now.
    func twin() -> SimulatedTag { SimulatedTag(chip: table, image: image) }

    /// What anybody would read who knows the password.
    var report: TagReport {
        var image = TagImage(pageSize: 4, bytes: self.image)
        for page in table.writeOnlyPages { image.markUnread(page: page, .writeOnly) }
        let identity = TagIdentity(
            uid: uid, type: .type2, chipName: table.name, chip: table, identifiedBy: "test", provenance: .reported)
        return TagReader.report(identity: identity, image: image, authenticated: true)
    }

    /// A worn cell: a byte of a page loses its content.
    func wear(page: Int, byte: Int) {
        with { chip in
            var bytes = chip.page(page)
            bytes[byte] ^= 0xFF
            chip.store(bytes, page: page)
        }
    }

    /// The bytes of a page as the chip holds them.
    func page(_ page: Int) -> [UInt8] { Array(image[page * 4..<page * 4 + 4]) }
}

/// An NDEF message with one text.
func message(_ text: String) -> [UInt8] {
    NDEFMessage([NDEFRecord(tnf: .wellKnown, type: [0x54], payload: Bytes([2, 0x65, 0x6E] + Array(text.utf8)))])
        .encoded()
}

/// The chips that issue 3 names.
let writableChips = [
    "NTAG213", "NTAG215", "NTAG216", "Ultralight C", "Ultralight EV1 (UL11)", "Ultralight EV1 (UL21)",
]
/// Those of them with a 4-byte password.
let passwordChips = writableChips.filter { $0 != "Ultralight C" }
