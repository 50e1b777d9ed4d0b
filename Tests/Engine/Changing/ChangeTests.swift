import Simulator
import Tags
import Testing

@testable import Engine

private let text = message("the message before")
private let other = message("and the one after it")
private let password: [UInt8] = [0x4E, 0x45, 0x58, 0x74]
private let pack: [UInt8] = [0xAB, 0xCD]
private let ultralightKey = hex("000102030405060708090A0B0C0D0E0F")

@Suite struct ChangeTests {
    @Test("a message is written and verified on every chip and reader", arguments: writableChips, SimulatedProfile.all)
    func write(chip: String, profile: SimulatedProfile) throws {
        let bench = ChangeBench(try .holding(text, chip: chip), profile: profile)
        let change = bench.change(.write(message: other))
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(bench.tag.report.ndef?.raw == other)
        #expect(change.outcome?.report?.ndef?.raw == other)
        #expect(change.outcome?.sent.allSatisfy { $0 } == true)
        #expect(change.outcome?.written == change.outcome?.plan.steps.count)
        let entry = try #require(try bench.engine.journalEntry(1))
        #expect(entry.result == .done)
        #expect(entry.verified)
        #expect(entry.acknowledgedCount == entry.steps.count)
        #expect(entry.person == "anna")
        #expect(entry.before.bytes(in: 0..<16) != nil)
        // The report is what a new reading gives.
        let again = try #require(bench.read(TagReader.Options()).report)
        #expect(change.outcome?.report?.image == again.image)
    }

    @Test("format and erase leave what must be kept, and are verified", arguments: writableChips)
    func formatAndErase(chip: String) throws {
        let bench = ChangeBench(try .holding(text, chip: chip))
        let container = bench.tag.page(3)
        #expect(bench.change(.format).isDone)
        #expect(bench.tag.report.ndef?.state == .empty)
        #expect(bench.tag.page(3) == container)
        #expect(bench.change(.write(message: text)).isDone)
        #expect(bench.change(.erase).isDone)
        #expect(bench.tag.report.ndef?.state == .empty)
        #expect(!bench.memory.contains(sequence: Array("before".utf8)))
        #expect(bench.change(.erase).outcome?.result == .nothingToDo)
    }

    @Test("a password protects, opens with it alone, and is taken off again", arguments: passwordChips)
    func protect(chip: String) throws {
        let bench = ChangeBench(try .holding(text, chip: chip))
        let protected = bench.change(
            .protect(.init(password: password, pack: pack, guardsReading: true)))
        #expect(protected.isDone, "\(String(describing: protected.error))")
        #expect(protected.outcome?.report?.protection?.auth0 == 4)
        #expect(protected.outcome?.plan.takesEffect != nil)
        let configuration = try #require(bench.tag.table.configuration)
        #expect(bench.tag.page(try #require(configuration.password)) == password)
        #expect(bench.tag.page(try #require(configuration.pack)) == pack + [0, 0])

        // Without it: refused here, before anything was sent.
        let refused = bench.change(.write(message: other))
        guard case .needsPassword? = refused.error else {
            Issue.record("\(String(describing: refused.error))")
            return
        }
        #expect(refused.outcome?.refusal == .needsPassword)
        #expect(bench.writes.isEmpty)
        // A wrong one: refused by the tag. Another PACK: not the user's tag.
        let wrong = bench.change(.write(message: other), Credential(password: [1, 2, 3, 4]))
        #expect(wrong.error?.jsonKind == "refusedByTag")
        let otherPack = bench.change(.write(message: other), Credential(password: password, pack: [0, 1]))
        #expect(otherPack.error?.jsonKind == "refusedHere")
        #expect(bench.writes.isEmpty)
        #expect(try bench.engine.failedAttempts(uid: bench.uid) == 0)
        // The right one.
        let right = Credential(password: password, pack: pack)
        #expect(bench.change(.write(message: other), right).isDone)
        #expect(bench.tag.report.ndef?.raw == other)
        let changed = bench.change(.protect(.init(password: [9, 9, 9, 9])), right)
        #expect(changed.isDone, "\(String(describing: changed.error))")
        #expect(bench.change(.unprotect, Credential(password: [9, 9, 9, 9])).isDone)
        #expect(bench.tag.page(try #require(configuration.password)) == [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(bench.tag.page(try #require(configuration.pack)) == [0, 0, 0, 0])
        #expect(bench.change(.write(message: text)).isDone)
    }

    @Test(
        "an Ultralight C takes a key, asks for it, and is opened by it", arguments: [SimulatedProfile.acr122, .acr1252])
    func ultralightC(profile: SimulatedProfile) throws {
        let bench = ChangeBench(try .holding(text, chip: "Ultralight C"), profile: profile)
        #expect(bench.change(.writeKey(ultralightKey)).isDone)
        let protected = bench.change(
            .protect(.init(password: nil, guardsReading: true)), Credential(key: ultralightKey))
        #expect(protected.isDone, "\(String(describing: protected.error))")
        guard case .needsPassword? = bench.change(.write(message: other)).error else {
            Issue.record("written without the key")
            return
        }
        let wrong = bench.change(.write(message: other), Credential(key: Array(repeating: 7, count: 16)))
        #expect(wrong.error == .refusedByTag(command: 0x1A, page: nil, raw: wrong.error?.rawBytes ?? []))
        #expect(bench.change(.write(message: other), Credential(key: ultralightKey)).isDone)
        #expect(bench.tag.report.ndef?.raw == other)
        let new = Array(ultralightKey.reversed())
        #expect(bench.change(.writeKey(new), Credential(key: ultralightKey)).isDone)
        #expect(bench.read(TagReader.Options(key: new)).report?.ndef?.raw == other)
        #expect(bench.change(.unprotect, Credential(key: new)).isDone)
        #expect(bench.change(.write(message: text)).isDone)
    }

    @Test("make read-only closes all, only with the typed UID", arguments: writableChips)
    func lock(chip: String) throws {
        let bench = ChangeBench(try .holding(text, chip: chip))
        let before = bench.memory
        let unconfirmed = bench.change(.lock(.init(pages: nil)), confirm: false)
        guard case .needsConfirmation? = unconfirmed.error else {
            Issue.record("\(String(describing: unconfirmed.error))")
            return
        }
        #expect(bench.memory == before)
        #expect(bench.writes.isEmpty)
        let locked = bench.change(.lock(.init(pages: nil)))
        #expect(locked.isDone, "\(String(describing: locked.error))")
        #expect(bench.tag.report.protection?.permanentlyReadOnly == true)
        #expect(bench.tag.report.protection?.ccReadOnly == true)
        #expect(bench.change(.write(message: other)).error?.jsonKind == "refusedHere")
        #expect(bench.tag.report.ndef?.raw == text)
    }

    @Test("configuration bits change one by one and are read back", arguments: ["NTAG213", "NTAG215", "NTAG216"])
    func configure(chip: String) throws {
        let bench = ChangeBench(try .holding(text, chip: chip))
        let change = bench.change(.configure([.mirror(.uid), .mirrorPage(10), .counter(true)]))
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(change.outcome?.report?.protection?.counterEnabled == true)
        #expect(bench.tag.report.protection?.mirror?.content == .uid)
        // Mirrored bytes never read back as written, and are no difference.
        let written = bench.change(.write(message: message(String(repeating: "m", count: 40))))
        #expect(written.isDone, "\(String(describing: written.error))")
    }

    @Test("a dry run answers the plan and sends no write; nothing to do is said and nothing written")
    func dryRun() throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"))
        let before = bench.memory
        let planned = bench.change(.write(message: other), dryRun: true)
        #expect(planned.outcome?.result == .planned)
        #expect(planned.outcome?.plan.steps.isEmpty == false)
        #expect(planned.outcome?.sent.contains(true) == false)
        #expect(bench.memory == before)
        #expect(try bench.engine.journal().isEmpty)
        let nothing = bench.change(.write(message: text))
        #expect(nothing.outcome?.result == .nothingToDo)
        #expect(nothing.error == nil)
        #expect(bench.writes.isEmpty)
        #expect(try bench.engine.journal().isEmpty)
    }

    @Test("pages written are those that differ and at most two more; reading back takes at most two exchanges")
    func figures() throws {
        let old = message(String(repeating: "o", count: 33))
        let new = message(String(repeating: "n", count: 33))
        try #require(new.count == 40)
        for chip in passwordChips {
            let bench = ChangeBench(try .holding(old, chip: chip))
            let before = bench.memory
            let change = bench.change(.write(message: new))
            #expect(change.isDone)
            let differing = (0..<before.count / 4).count { page in
                before[page * 4..<page * 4 + 4] != bench.memory[page * 4..<page * 4 + 4]
            }
            #expect(bench.writes.count <= differing + 2)
            let last = try #require(
                bench.events.exchanges.lastIndex { $0.nativeCommand?.first == 0xA2 })
            #expect(bench.events.exchanges[(last + 1)...].count <= 2)
        }
    }

    @Test("progress names every step, and what is done never shrinks")
    func progress() throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"))
        let change = bench.change(.write(message: other))
        let steps = bench.events.compactMap { event in
            if case .progressed(_, let progress) = event, progress.activity.hasPrefix("writing page") {
                progress.done
            } else {
                nil
            }
        }
        #expect(steps == Array(0..<(change.outcome?.plan.steps.count ?? 0)))
    }
}

extension EngineError {
    /// The tag's raw answer.
    var rawBytes: [UInt8] { if case .refusedByTag(_, _, let raw) = self { raw } else { [] } }
}

extension [UInt8] {
    func contains(sequence: [UInt8]) -> Bool {
        count >= sequence.count
            && (0...count - sequence.count).contains { self[$0..<$0 + sequence.count].elementsEqual(sequence) }
    }
}
