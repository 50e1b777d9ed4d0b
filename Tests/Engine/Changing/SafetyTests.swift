import Foundation
import Simulator
import Tags
import Testing

@testable import Engine

private let text = message("the message before")
private let other = message("and the one after it")
private let password: [UInt8] = [0x4E, 0x45, 0x58, 0x74]

@Suite struct SafetyTests {
    @Test("the rule for wrong passwords: n - 2 freely, one more with the typed UID, the n-th never")
    func rule() {
        for limit in 1...7 {
            for failures in 0...9 {
                let verdict = AttemptRule.verdict(limit: limit, failures: failures)
                let tried = failures + 1
                if tried <= limit - 2 {
                    #expect(verdict == .free)
                } else if tried == limit - 1 {
                    #expect(verdict == .needsConfirmation(left: limit - failures))
                } else {
                    #expect(verdict == .never(limit: limit))
                }
            }
        }
        #expect(AttemptRule.verdict(limit: 0, failures: 1_000) == .free)
        #expect(AttemptRule.verdict(limit: nil, failures: 0) == .free)
        #expect(AttemptRule.verdict(limit: nil, failures: 1) == .needsConfirmation(left: nil))
    }

    @Test(
        "ten wrong passwords typed by a user on a fresh tag with limit 3 never lock it, confirmed or not",
        arguments: passwordChips, [false, true])
    func tenWrongPasswords(chip: String, confirms: Bool) throws {
        for guardsReading in [false, true] {
            let bench = ChangeBench(try .holding(text, chip: chip))
            let wish = Wish.protect(.init(password: password, guardsReading: guardsReading, limit: 3))
            #expect(bench.change(wish).isDone)
            let confirmed = confirms ? bench.uid : nil
            for number in 0..<10 {
                let wrong: [UInt8] = [0, 0, 0, UInt8(number)]
                if number.isMultiple(of: 2) {
                    #expect(bench.read(.init(password: wrong, confirmedUID: confirmed)).error != nil)
                } else {
                    #expect(bench.change(.erase, Credential(password: wrong), confirm: confirms).error != nil)
                }
            }
            #expect(bench.tag.failedAuthentications == (confirms ? 2 : 1))
            // Its owner can still open it, by whatever means.
            let channel = try bench.reader.connect()
            let answer = try channel.transmit([0xFF, 0, 0, 0, 7, 0xD4, 0x42, 0x1B] + password)
            #expect(answer == [0xD5, 0x43, 0x00, 0x00, 0x00, 0x90, 0x00])
        }
    }

    @Test("wrong passwords are counted across sessions, and forgotten after a right one")
    func countedAcrossSessions() throws {
        let folder = JournalFolder()
        let tag = try SimulatedTag.holding(text, chip: "NTAG213")
        do {
            let bench = ChangeBench(tag, folder: folder)
            #expect(bench.change(.protect(.init(password: password, limit: 4))).isDone)
            #expect(
                bench.read(.init(password: [1, 1, 1, 1])).error?.jsonKind == "refusedByTag")
            #expect(
                bench.read(.init(password: [1, 1, 1, 2])).error?.jsonKind == "refusedByTag")
        }
        let bench = ChangeBench(tag, folder: folder)
        #expect(try bench.engine.failedAttempts(uid: bench.uid) == 2)
        guard case .needsConfirmation? = bench.read(.init(password: password)).error else {
            Issue.record("tried without asking")
            return
        }
        #expect(bench.tag.failedAuthentications == 2)
        #expect(bench.read(.init(password: password, confirmedUID: bench.uid)).error == nil)
        #expect(try bench.engine.failedAttempts(uid: bench.uid) == 0)
        #expect(bench.tag.failedAuthentications == 0)
    }

    @Test("where the tag hides its limit, each try after a wrong one needs the UID, unless the journal knows the limit")
    func unknownLimit() throws {
        let tag = try SimulatedTag.holding(text, chip: "NTAG213")
        let owner = ChangeBench(tag)
        #expect(owner.change(.protect(.init(password: password, guardsReading: true))).isDone)
        let stranger = ChangeBench(tag.twin())
        #expect(stranger.read(.init(password: [9, 9, 9, 9])).error?.jsonKind == "refusedByTag")
        guard case .needsConfirmation? = stranger.read(.init(password: password)).error else {
            Issue.record("tried without asking")
            return
        }
        #expect(stranger.read(.init(password: password, confirmedUID: [1, 2, 3])).error?.jsonKind == "refusedHere")
        #expect(stranger.read(.init(password: password, confirmedUID: stranger.uid)).report?.ndef?.raw == text)
        owner.put(tag)
        for number in 0..<3 {
            #expect(owner.read(.init(password: [8, 8, 8, UInt8(number)])).error?.jsonKind == "refusedByTag")
        }
        #expect(owner.read(.init(password: password)).report?.ndef?.raw == text)
    }

    @Test("a password that a limited tag would count is not sent while the journal cannot count it")
    func uncounted() throws {
        let tag = try SimulatedTag.holding(text, chip: "NTAG213")
        #expect(ChangeBench(tag).change(.protect(.init(password: password, limit: 5))).isDone)
        let bench = ChangeBench(tag, journal: "/proc/nowhere/journal.db")
        #expect(bench.read(.init(password: password)).error?.jsonKind == "refusedHere")
        #expect(!bench.events.exchanges.contains { $0.nativeCommand?.first == 0x1B })
        // An engine that was given no journal counts by itself, for as long as it lives.
        let attempts = PasswordAttempts(keeper: JournalKeeper(path: nil), identity: tag.report.identity)
        for _ in 0..<3 { try attempts.keeper.countAttempt(uid: bench.uid) }
        try attempts.allow(shownLimit: 6, confirmedUID: nil)
        #expect(throws: EngineError.self) { try attempts.allow(shownLimit: 5, confirmedUID: nil) }
        #expect(throws: EngineError.self) { try attempts.allow(shownLimit: nil, confirmedUID: nil) }
    }

    @Test("a journal that cannot be written stops a change before anything is sent, in its own words")
    func unwritableJournal() throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"), journal: "/proc/nowhere/journal.db")
        let before = bench.memory
        let change = bench.change(.write(message: other))
        guard case .refusedHere(let reason, let advice)? = change.error else {
            Issue.record("\(String(describing: change.error))")
            return
        }
        #expect(reason.contains("journal"))
        #expect(advice.contains("XDG_DATA_HOME"))
        #expect(bench.writes.isEmpty)
        #expect(bench.memory == before)
        #expect(bench.change(.write(message: other), dryRun: true).outcome?.result == .planned)
        // Without a journal at all nothing is changed either.
        let without = Engine(sources: [bench.source])
        #expect(throws: JournalError.off) { try JournalKeeper(path: nil).journal() }
        without.stop()
    }

    @Test("another tag put on between preview and write is refused, and so is a tag that changed meanwhile")
    func otherTag() throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"))
        let plan = try #require(bench.change(.write(message: other), dryRun: true).outcome?.plan)
        let stranger = try SimulatedTag.holding(text, chip: "NTAG213", uid: "04DB0BDA993C80")
        bench.put(stranger)
        let refused = bench.change(.write(message: other), expected: plan)
        #expect(refused.error?.jsonKind == "refusedHere")
        #expect(refused.error?.headline.contains("04:DB:0B:DA:99:3C:80") == true)
        #expect(bench.writes.isEmpty)
        // The same UID with another content.
        let changed = try SimulatedTag.holding(message("third"), chip: "NTAG213")
        bench.put(changed)
        #expect(bench.change(.write(message: other), expected: plan).error?.jsonKind == "refusedHere")
        #expect(bench.writes.isEmpty)
        bench.put(try SimulatedTag.holding(text, chip: "NTAG213"))
        #expect(bench.change(.write(message: other), expected: plan).isDone)
    }

    @Test("a tag swapped in the middle of a write is never written", arguments: SimulatedProfile.all, Array(1...8))
    func swapped(profile: SimulatedProfile, frame: Int) throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"), profile: profile)
        let stranger = try SimulatedTag.holding(message("not mine"), chip: "NTAG213", uid: "04DB0BDA993C80")
        let before = stranger.image
        let reader = bench.reader
        bench.source.watchFrames { number in if number == frame { reader.insert(stranger) } }
        let change = bench.change(.write(message: other))
        #expect(change.error?.jsonKind == "tagLost", "\(String(describing: change.error))")
        #expect(stranger.image == before)
    }

    @Test("a tag with a random UID is not changed, and why is said")
    func randomUID() throws {
        let identity = TagIdentity(
            uid: [0x08, 0x11, 0x22, 0x33], type: .type2, chipName: "Ultralight AES", identifiedBy: "test",
            provenance: .reported)
        for uid in [identity.uid, []] {
            var identity = identity
            identity.uid = uid
            let link = LinkUnderTest(StorageProfile(), [])
            let context = ChangeContext(
                reader: "R", writer: .pages(Type2Writer(link: link.link, identity: identity)),
                keeper: JournalKeeper(path: nil),
                wantsEnd: { false }, holdGate: {}, tell: { _ in }, now: { 0 })
            #expect {
                try ChangeJob(context: context, request: ChangeRequest(wish: .erase)).run()
            } throws: {
                guard case .refusedHere(let reason, _)? = ($0 as? ChangeFailure)?.error else { return false }
                return reason.contains("UID")
            }
        }
    }

    @Test(
        "a write that is reported as failed though the tag obeyed is read back and goes on (TRC-011)",
        arguments: SimulatedProfile.all, Array(1...6))
    func unanswered(profile: SimulatedProfile, frame: Int) throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"), profile: profile)
        let reader = bench.reader
        bench.source.watchFrames { number in if number == frame { reader.faults.unansweredFrame = 1 } }
        let change = bench.change(.write(message: other))
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(bench.tag.report.ndef?.raw == other)
        // The page was not written twice.
        #expect(change.outcome?.written == change.outcome?.plan.steps.count)
    }

    @Test(
        "a frame that was refused once is sent once more; a page that is refused stops the change and says which",
        arguments: SimulatedProfile.all)
    func refused(profile: SimulatedProfile) throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"), profile: profile)
        let reader = bench.reader
        bench.source.watchFrames { number in if number == 2 { reader.faults.refusedFrame = 1 } }
        #expect(bench.change(.write(message: other)).isDone)
        let frames = Guarded(0)
        bench.source.watchFrames { number in
            // The third page and every repetition of it.
            if number >= 2 { reader.faults.refusedFrame = 1 }
            frames.with { $0 = number }
        }
        let stopped = bench.change(.write(message: text))
        guard case .refusedByTag(0xA2, let page?, _)? = stopped.error else {
            Issue.record("\(String(describing: stopped.error))")
            return
        }
        #expect(stopped.outcome?.plan.steps[2].target == .page(page))
        #expect(stopped.outcome?.sent.prefix(3) == [true, true, false])
        #expect(frames.with { $0 } == 3)
        let entry = try #require(bench.interrupted)
        #expect(entry.result == .refusedByTag)
        bench.source.watchFrames(nil)
        #expect(bench.recover(entry.id, .finish).isDone)
        #expect(bench.tag.report.ndef?.raw == text)
    }

    @Test("the password goes along after a refusal in the middle of a protected write")
    func authenticatedAgain() throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG216"))
        #expect(bench.change(.protect(.init(password: password, guardsReading: true))).isDone)
        let reader = bench.reader
        bench.source.watchFrames { number in if number == 3 { reader.faults.refusedFrame = 1 } }
        let change = bench.change(.write(message: other), Credential(password: password))
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(try bench.engine.failedAttempts(uid: bench.uid) == 0)
    }

    @Test("what was read back and is not what was written is named byte by byte")
    func differs() throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"))
        let tag = bench.tag
        let steps = try #require(bench.change(.write(message: other), dryRun: true).outcome?.plan.steps.count)
        bench.source.watchFrames { number in
            // A worn page: it loses what was acknowledged before the last write.
            if number == steps - 1 { tag.wear(page: 8, byte: 2) }
        }
        let change = bench.change(.write(message: other))
        guard case .differs(let pages)? = change.error else {
            Issue.record("\(String(describing: change.error))")
            return
        }
        #expect(pages.map(\.page) == [8])
        #expect(pages.first?.bytes == [2])
        #expect(change.outcome?.differences == pages)
        #expect(change.error?.jsonKind == "refusedByTag")
        #expect(change.error?.headline.contains("page 08") == true)
        #expect(try bench.engine.journal().first?.result == .differs)
        bench.source.watchFrames(nil)
        #expect(bench.recover(1, .putBack).isDone)
        #expect(tag.report.ndef?.raw == text)
    }

    @Test(
        "cancelled before the first write nothing is sent; in the middle of a message the old one is put back",
        arguments: Array(0...8))
    func cancelled(frame: Int) throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"))
        let before = bench.memory
        let engine = Guarded<Engine?>(bench.engine)
        bench.source.watchFrames { number in
            if number == frame { engine.with { $0 }?.cancel(OperationID(number: 1)) }
        }
        let change = bench.change(.write(message: other))
        let entry = try #require(try bench.engine.journalEntry(1))
        if change.isDone {
            #expect(change.outcome?.remarks.isEmpty == false)
            #expect(bench.tag.report.ndef?.raw == other)
            #expect(frame >= (change.outcome?.plan.steps.count ?? 0) - 1)
        } else {
            #expect(change.error == .cancelled)
            #expect(bench.memory == before)
            #expect(change.outcome?.verified == true)
            #expect(entry.result == .putBack)
        }
        #expect(!entry.result.needsRecovery)
        engine.with { $0 = nil }
    }

    @Test(
        "cancelled between password and AUTH0 the protection is finished: half of one is worse than none or all",
        arguments: Array(0...4))
    func cancelledProtection(frame: Int) throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"))
        let engine = Guarded<Engine?>(bench.engine)
        bench.source.watchFrames { number in
            if number == frame { engine.with { $0 }?.cancel(OperationID(number: 1)) }
        }
        #expect(bench.change(.protect(.init(password: password, guardsReading: true))).isDone)
        #expect(bench.read(.init(password: password, confirmedUID: bench.uid)).report?.ndef?.raw == text)
        engine.with { $0 = nil }
    }

    @Test("a reader that cannot send what a plan needs is refused before anything is sent")
    func storageReader() throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"), profile: .storage)
        let before = bench.memory
        #expect(bench.change(.protect(.init(password: password))).error?.jsonKind == "refusedHere")
        #expect(bench.memory == before)
        #expect(bench.change(.lock(.init(pages: [10]))).isDone)
    }

    @Test("no password and no key is in the journal's files, whatever was done")
    func journalHoldsNoSecrets() throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"))
        let secret: [UInt8] = [0xC0, 0xFF, 0xEE, 0x99]
        let pack: [UInt8] = [0xFA, 0xCE]
        #expect(bench.change(.protect(.init(password: secret, pack: pack))).isDone)
        #expect(bench.change(.write(message: other), Credential(password: secret, pack: pack)).isDone)
        for suffix in ["", "-wal"] {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: bench.folder.journal + suffix)))
            #expect(!bytes.contains(sequence: secret))
            #expect(!bytes.contains(sequence: Array(Hex.string(secret).utf8)))
        }
        for exchange in bench.events.exchanges { #expect(!exchange.command.contains(sequence: secret)) }
    }
}
