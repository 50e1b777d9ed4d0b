import Foundation
import Tags
import Testing

@testable import Engine
@testable import Simulator

private let password: [UInt8] = [0x95, 0x3F, 0x52, 0xFF]

@Suite struct RestoreTests {
    @Test(
        "read with its password, a tag's report can hold PWD as given and PACK as answered, and a dump of it restores both",
        arguments: passwordChips)
    func keptPassword(chip: String) throws {
        let bench = ChangeBench(try .holding(message("secret"), chip: chip))
        let pack: [UInt8] = [0x80, 0x80]
        try #require(bench.change(.protect(.init(password: password, pack: pack, guardsReading: true))).isDone)
        #expect(bench.read(TagReader.Options()).report?.answeredPack == nil)
        let report = try #require(bench.read(TagReader.Options(password: password)).report)
        #expect(report.answeredPack == pack)
        let place = try #require(report.identity.chip?.configuration)
        #expect(report.image?.page(place.password ?? 0) == nil)
        let kept = try #require(report.keepingPassword(password))
        #expect(kept.image?.page(place.password ?? 0) == password)
        #expect(kept.image?.page(place.pack ?? 0) == pack + [0, 0])
        let secret = try #require(kept.keptPassword)
        let target = ChangeBench(try .holding(nil, chip: chip, uid: "04AABBCC112280"))
        let wish = Wish.restore(
            Restoration(source: kept, withConfiguration: true, password: secret.password, pack: secret.pack))
        #expect(target.change(wish).isDone)
        #expect(target.tag.page(place.password ?? 0) == password)
        #expect(target.tag.page(place.pack ?? 0) == pack + [0, 0])
        #expect(target.tag.report.ndef?.raw == message("secret"))
        #expect(target.change(.write(message: message("x"))).error?.jsonKind == "refusedHere")
        #expect(target.change(.write(message: message("x")), Credential(password: password, pack: pack)).isDone)
    }

    @Test("a restored tag is as its source in all that can be restored, and undone as it was", arguments: writableChips)
    func undo(chip: String) throws {
        let source = try SimulatedTag.holding(message("of the source"), chip: chip, uid: "04AABBCC112280")
        let bench = ChangeBench(try .holding(message("before"), chip: chip))
        let before = bench.memory
        #expect(bench.change(.restore(Restoration(source: source.report))).isDone)
        let user = source.table.userPages
        #expect(user.allSatisfy { bench.tag.page($0) == source.page($0) })
        #expect(bench.memory[0..<16] == before[0..<16])
        #expect(bench.recover(1, .undo).isDone)
        #expect(bench.memory == before)
        #expect(try bench.engine.journal().first?.kind == .restore)
    }

    @Test("what can never be undone needs the typed UID, and nothing is sent without", arguments: writableChips)
    func confirmation(chip: String) throws {
        let locked = ChangeBench(try .holding(message("of the source"), chip: chip, uid: "04AABBCC112280"))
        try #require(locked.change(.lock(.init(pages: nil))).isDone)
        let wish = Wish.restore(Restoration(source: locked.tag.report, withLocks: true))
        let bench = ChangeBench(try .holding(message("before"), chip: chip))
        let before = bench.memory
        guard case .needsConfirmation? = bench.change(wish, confirm: false).error else {
            Issue.record("done without asking")
            return
        }
        #expect(bench.writes.isEmpty && bench.memory == before)
        #expect(bench.change(wish).isDone)
        #expect(bench.tag.report.protection?.permanentlyReadOnly == true)
        #expect(bench.tag.report.ndef?.raw == message("of the source"))
    }

    @Test("a dry run shows the very plan that is then done, and a tag that changed in between is refused")
    func planned() throws {
        let source = try SimulatedTag.holding(message("of the source"), chip: "NTAG215", uid: "04AABBCC112280")
        let wish = Wish.restore(Restoration(source: source.report))
        let bench = ChangeBench(try .holding(message("before"), chip: "NTAG215"))
        let plan = try #require(bench.change(wish, dryRun: true).outcome?.plan)
        #expect(bench.change(.edit(pages: [5: [1, 2, 3, 4]])).isDone)
        #expect(bench.change(wish, expected: plan).outcome?.result == .failed)
        let again = try #require(bench.change(wish, dryRun: true).outcome?.plan)
        #expect(bench.change(wish, expected: again).isDone)
    }

    @Test("random pages, typed, read back as typed or are refused before anything is sent", arguments: 0..<24)
    func randomEdits(seed: Int) throws {
        var random = SeededNumbers(seed: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
        let chip = writableChips[seed % writableChips.count]
        let bench = ChangeBench(try .holding(message("before"), chip: chip))
        for _ in 0..<8 {
            let before = bench.memory
            var pages: [Int: [UInt8]] = [:]
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let page = Int.random(in: 0..<bench.tag.table.pageCount, using: &random)
                pages[page] = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            let present = bench.tag.report
            let secrets = Set(bench.tag.table.writeOnlyPages)
            let credential: Credential? =
                if let place = bench.tag.table.configuration, let page = place.password {
                    Credential(password: bench.tag.page(page))
                } else if let keys = bench.tag.table.unreadablePages {
                    Credential(
                        key: UltralightCAuthentication.key(fromMemory: keys.flatMap { bench.tag.page($0) }))
                } else {
                    nil
                }
            let guarded = present.protection?.isGuarded(bench.tag.table) == true
            let change = bench.change(.edit(pages: pages), guarded ? credential ?? Credential() : Credential())
            guard change.isDone else {
                #expect(change.outcome?.result == .nothingToDo || change.error?.jsonKind == "refusedHere")
                #expect(bench.memory == before, "seed \(seed)")
                continue
            }
            for page in 0..<bench.tag.table.pageCount where page != bench.tag.table.dynamicLock?.page {
                let wanted = pages[page] ?? Array(before[page * 4..<page * 4 + 4])
                let isFactory = secrets.contains(page) && pages[page] == nil
                #expect(isFactory || bench.tag.page(page) == wanted, "seed \(seed) page \(page)")
            }
            bench.put(bench.tag.twin())
        }
    }
}

/// Numbers that come again in every run.
struct SeededNumbers: RandomNumberGenerator {
    var seed: UInt64
    mutating func next() -> UInt64 {
        seed ^= seed << 13
        seed ^= seed >> 7
        seed ^= seed << 17
        return seed
    }
}
