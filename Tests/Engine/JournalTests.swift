import Foundation
import Tags
import Testing

@testable import Engine

/// A journal in a folder of its own, removed at the end.
private final class TemporaryJournal {
    let folder = NSTemporaryDirectory() + "tagdesk-journal-" + UUID().uuidString
    var path: String { folder + "/deep/journal.db" }
    func open() throws -> Journal { try Journal(path: path) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }
}

private func entry(uid: [UInt8] = [4, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]) -> JournalEntry {
    var before = TagImage(pageSize: 4, pageCount: 45)
    for page in 0..<43 { before.set(page: page, to: [UInt8(page), 1, 2, 3]) }
    before.markUnread(page: 43, .writeOnly)
    return JournalEntry(
        uid: uid, chipName: "NTAG213", kind: .write, person: "anna", reader: "ACS ACR122U", started: 1_764_500_000_000,
        before: before, after: [5: [0x34, 3, 0, 0xFE], 6: [9, 9, 9, 9]],
        steps: [
            .init(
                step: PlanStep(
                    target: .page(5), phase: .hide, old: [5, 1, 2, 3], new: [0x34, 3, 0, 0xFE],
                    readsBack: [0x34, 3, 0, 0xFE], why: "length 0")),
            .init(
                step: PlanStep(
                    target: .page(43), phase: .password, old: nil, new: [0xDE, 0xAD, 0xBE, 0xEF], readsBack: nil,
                    why: "password", secret: true)),
            .init(
                step: PlanStep(
                    target: .page(2), phase: .lock, old: [0, 0, 0, 0], new: [0, 0, 1, 0], readsBack: [0, 0, 1, 0],
                    why: "lock", reversible: false, consequence: "page 03 can never be written again")),
        ])
}

@Suite struct JournalTests {
    private let place = TemporaryJournal()

    @Test("what is begun, acknowledged and ended is read back whole after opening again")
    func roundTrip() throws {
        let id: Int64
        do {
            let journal = try place.open()
            id = try journal.begin(entry())
            try journal.acknowledge(operation: id, step: 0, at: 77)
        }
        let journal = try place.open()
        let open = try #require(try journal.operation(id))
        #expect(open.result == .open)
        #expect(open.acknowledgedCount == 1)
        #expect(open.steps.map(\.acknowledged) == [77, nil, nil])
        #expect(open.before == unreadReasonsForgotten(entry().before))
        #expect(open.after == entry().after)
        #expect(open.steps[0].step == entry().steps[0].step)
        #expect(open.steps[2].step == entry().steps[2].step)
        #expect(open.canPutBack)
        try journal.acknowledge(operation: id, step: 2, at: 80)
        try journal.end(operation: id, result: .done, readBack: entry().before, verified: true, at: 99)
        let ended = try #require(try journal.operation(id))
        #expect(ended.result == .done && ended.verified && ended.ended == 99)
        #expect(ended.readBack?.page(3) == [3, 1, 2, 3])
        #expect(!ended.canPutBack)
    }

    @Test("the bytes of a secret step never reach the disk")
    func secrets() throws {
        let journal = try place.open()
        let id = try journal.begin(entry())
        let kept = try #require(try journal.operation(id)).steps[1].step
        #expect(kept.secret && kept.new.isEmpty && kept.old == nil)
        for suffix in ["", "-wal", "-shm"] {
            guard let data = FileManager.default.contents(atPath: place.path + suffix) else { continue }
            #expect(data.range(of: Data([0xDE, 0xAD, 0xBE, 0xEF])) == nil)
        }
    }

    @Test("file and folder are for this user alone, and the pragmas that promise durability hold")
    func durable() throws {
        _ = try place.open()
        let mode = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let database = try Database(path: place.path)
        var answers: [String] = []
        try database.run("PRAGMA journal_mode") { answers.append($0[0].text ?? "") }
        #expect(answers == ["wal"])
        var version: Int64 = 0
        try database.run("PRAGMA user_version") { version = $0[0].integer ?? 0 }
        #expect(version == Int64(JournalSchema.version))
    }

    @Test("only the newest operation of a tag waits for recovery, and only while it is unsettled")
    func interrupted() throws {
        let journal = try place.open()
        let uid = entry().uid
        #expect(try journal.interrupted(uid: uid) == nil)
        let first = try journal.begin(entry())
        #expect(try journal.interrupted(uid: uid)?.id == first)
        try journal.settle(operation: first, as: .putBack)
        #expect(try journal.interrupted(uid: uid) == nil)
        let second = try journal.begin(entry())
        try journal.acknowledge(operation: second, step: 0, at: 1)
        try journal.end(operation: second, result: .tagLost, verified: false, at: 2)
        #expect(try journal.interrupted(uid: uid)?.id == second)
        #expect(try journal.interrupted(uid: [4, 1, 2, 3, 4, 5, 6]) == nil)
        _ = try journal.begin(entry())
        try journal.end(operation: second + 1, result: .done, verified: true, at: 3)
        #expect(try journal.interrupted(uid: uid) == nil)
    }

    @Test("a query finds by UID, by its first bytes, by result and by time, the newest first")
    func queries() throws {
        let journal = try place.open()
        let uids: [[UInt8]] = [[4, 1, 1, 1, 1, 1, 1], [4, 1, 2, 2, 2, 2, 2], [5, 1, 1, 1, 1, 1, 1]]
        for uid in uids { _ = try journal.begin(entry(uid: uid)) }
        try journal.end(operation: 2, result: .done, verified: true, at: 5)
        #expect(try journal.operations().map(\.id) == [3, 2, 1])
        #expect(try journal.operations(JournalQuery(uidPrefix: [4, 1])).map(\.uid) == [uids[1], uids[0]])
        #expect(try journal.operations(JournalQuery(uidPrefix: uids[0])).map(\.id) == [1])
        #expect(try journal.operations(JournalQuery(results: [.done])).map(\.id) == [2])
        #expect(try journal.operations(JournalQuery(from: 1_764_500_000_001)).isEmpty)
        #expect(try journal.operations(JournalQuery(limit: 2)).count == 2)
        #expect(try journal.operations().first?.steps == 3)
    }

    @Test("wrong passwords are counted by tag and forgotten after a right one")
    func attempts() throws {
        let journal = try place.open()
        let uid = entry().uid
        for count in 1...4 {
            try journal.countAttempt(uid: uid)
            #expect(try journal.failedAttempts(uid: uid) == count)
        }
        #expect(try journal.failedAttempts(uid: [4]) == 0)
        try journal.clearAttempts(uid: uid)
        #expect(try journal.failedAttempts(uid: uid) == 0)
    }

    @Test("a journal that cannot be written says so before anything else happens")
    func unwritable() throws {
        #expect(throws: JournalError.self) { try Journal(path: "/proc/tagdesk/journal.db") }
        try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
        let file = place.folder + "/no-journal"
        try Data(repeating: 0x55, count: 4096).write(to: URL(fileURLWithPath: file))
        do {
            _ = try Journal(path: file)
            Issue.record("a file that is no journal was opened")
        } catch JournalError.damaged {
        }
    }

    @Test("a journal of a newer program is refused, not overwritten")
    func newer() throws {
        _ = try place.open()
        try Database(path: place.path).execute("PRAGMA user_version = 9")
        #expect(throws: JournalError.newer(version: 9)) { try Journal(path: place.path) }
    }

    @Test("a full disk is named as such")
    func full() throws {
        let journal = try place.open()
        _ = try journal.begin(entry())
        let database = try Database(path: place.path)
        // The page limit stands for the disk: SQLite answers SQLITE_FULL in both cases.
        var pages: Int64 = 0
        try database.run("PRAGMA page_count") { pages = $0[0].integer ?? 0 }
        try database.execute("PRAGMA max_page_count = \(pages)")
        do {
            try database.execute("CREATE TABLE more (a); INSERT INTO more VALUES (zeroblob(100000))")
            Issue.record("the limit did not act")
        } catch JournalError.full {
        }
    }

    /// The journal keeps which pages were unread, not why.
    private func unreadReasonsForgotten(_ image: TagImage) -> TagImage {
        var result = TagImage(pageSize: image.pageSize, pageCount: image.pageCount)
        for page in 0..<image.pageCount { if let bytes = image.page(page) { result.set(page: page, to: bytes) } }
        return result
    }
}
