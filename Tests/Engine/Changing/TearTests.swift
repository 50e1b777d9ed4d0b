import Foundation
import Tags
import Testing

@testable import Engine
@testable import Simulator

private let text = message("old")
private let other = message("a new one that is longer")
private let password: [UInt8] = [0x4E, 0x45, 0x58, 0x74]
private let second: [UInt8] = [0x11, 0x22, 0x33, 0x44]
private let pack: [UInt8] = [0xAB, 0xCD]
private let key = hex("000102030405060708090A0B0C0D0E0F")
/// The key that an Ultralight C is delivered with, as DES takes it.
private let transportKey = hex("49454D4B41455242214E4143554F5946")

/// One change to tear.
struct TornOperation: CustomTestStringConvertible, Sendable {
    var chip: String
    var name: String
    var wish: Wish
    /// What the tag is made to hold first.
    var first: [Wish] = []
    /// What opens the tag before the change.
    var present = Credential()
    /// What is on the tag when the change is done; `nil` where it changes no secret.
    var afterwards: Credential?
    /// It sets lock bits.
    var locks = false
    var testDescription: String { "\(name) on \(chip)" }

    static let all: [TornOperation] =
        writableChips.flatMap { chip -> [TornOperation] in
            let ultralightC = chip == "Ultralight C"
            let open = ultralightC ? Credential(key: transportKey) : Credential()
            let guarded = Credential(password: password, pack: pack)
            let guarding = Wish.protect(.init(password: password, pack: pack, guardsReading: true))
            var all = [
                TornOperation(chip: chip, name: "write", wish: .write(message: other)),
                TornOperation(chip: chip, name: "format", wish: .format),
                TornOperation(chip: chip, name: "lock", wish: .lock(.init(pages: nil)), locks: true),
            ]
            if ultralightC {
                let proven = Credential(key: key)
                all += [
                    TornOperation(
                        chip: chip, name: "key", wish: .writeKey(key), present: open, afterwards: proven),
                    TornOperation(
                        chip: chip, name: "protect", wish: .protect(.init(password: key, guardsReading: true)),
                        present: open, afterwards: proven),
                    TornOperation(
                        chip: chip, name: "write under the key", wish: .write(message: other),
                        first: [.protect(.init(password: key))], present: proven),
                    TornOperation(
                        chip: chip, name: "change the key", wish: .writeKey(transportKey),
                        first: [.protect(.init(password: key))], present: proven, afterwards: open),
                ]
            } else {
                all += [
                    // A torn CFG0 may ask for the password that the tag was delivered with.
                    TornOperation(
                        chip: chip, name: "configure an open tag",
                        wish: .configure([.strongModulation(false), .authLimit(3)]),
                        present: Credential(password: [0xFF, 0xFF, 0xFF, 0xFF])),
                    TornOperation(chip: chip, name: "protect", wish: guarding, afterwards: guarded),
                    TornOperation(
                        chip: chip, name: "protect writing", wish: .protect(.init(password: password, pack: pack)),
                        afterwards: guarded),
                    TornOperation(
                        chip: chip, name: "write under the password", wish: .write(message: other), first: [guarding],
                        present: guarded),
                    TornOperation(
                        chip: chip, name: "change the password",
                        wish: .protect(.init(password: second, pack: pack, guardsReading: true)), first: [guarding],
                        present: guarded, afterwards: Credential(password: second, pack: pack)),
                    TornOperation(
                        chip: chip, name: "unprotect", wish: .unprotect, first: [guarding], present: guarded,
                        afterwards: Credential(password: [0xFF, 0xFF, 0xFF, 0xFF], pack: [0, 0])),
                ]
            }
            return all + restoring(chip, open)
        } + ofSectors

    /// Configuration of the chips with a wired side: registers alone, or a password too.
    private static let ofSectors: [TornOperation] = {
        var all: [TornOperation] = []
        if let source = try? SimulatedTag.holding(other, chip: "NTAG I2C 1K", uid: "04AABBCC112280") {
            source.with { chip in
                chip.store([0x41, 0x22, 0xF8, 0x10], page: 0xE8)
                chip.store([0x08, 0x00, 0x03, 0x00], page: 0xE9)
            }
            all.append(
                TornOperation(
                    chip: "NTAG I2C 1K", name: "restore registers",
                    wish: .restore(Restoration(source: source.report, withConfiguration: true, withLocks: true)),
                    locks: true))
        }
        let chip = "NTAG I2C plus 1K"
        let guarded = Credential(password: password, pack: pack)
        let guarding = Wish.protect(.init(password: password, pack: pack, guardsReading: true))
        all += [
            TornOperation(chip: chip, name: "protect", wish: guarding, afterwards: guarded),
            TornOperation(
                chip: chip, name: "unprotect", wish: .unprotect, first: [guarding], present: guarded,
                afterwards: Credential(password: [0xFF, 0xFF, 0xFF, 0xFF], pack: [0, 0])),
        ]
        guard let source = try? SimulatedTag.holding(other, chip: chip, uid: "04AABBCC112280") else { return all }
        source.with { chip in
            chip.store([0, 0, 0, 4], page: 0xE3)
            chip.store([0x80, 0, 0, 0], page: 0xE4)
            chip.store([0x41, 0x22, 0xF8, 0x10], page: 0xE8)
        }
        all.append(
            TornOperation(
                chip: chip, name: "restore with configuration",
                wish: .restore(
                    Restoration(source: source.report, withConfiguration: true, password: password, pack: pack)),
                afterwards: guarded))
        return all
    }()

    /// Dumps that bring everything they may, and bytes that a person typed.
    private static func restoring(_ chip: String, _ open: Credential) -> [TornOperation] {
        guard let dump = try? dump(chip, open) else { return [] }
        let secret = chip == "Ultralight C" ? Credential(key: key) : Credential(password: password, pack: pack)
        let everything = Wish.restore(
            Restoration(
                source: dump, withConfiguration: true, withLocks: true, password: secret.password ?? secret.key,
                pack: pack))
        var all = [
            TornOperation(
                chip: chip, name: "restore with configuration and locks", wish: everything, present: open,
                afterwards: secret, locks: true),
            TornOperation(
                chip: chip, name: "edit data and configuration", wish: edit(dump, secret), present: open,
                afterwards: secret),
        ]
        guard ["NTAG213", "Ultralight C"].contains(chip) else { return all }
        all.append(TornOperation(chip: chip, name: "restore data", wish: .restore(Restoration(source: dump))))
        guard chip == "NTAG213" else { return all }
        all.append(
            TornOperation(
                chip: chip, name: "restore with configuration over a password",
                wish: .restore(Restoration(source: dump, withConfiguration: true, password: second, pack: pack)),
                first: [.protect(.init(password: password, pack: pack, guardsReading: true))], present: secret,
                afterwards: Credential(password: second, pack: pack)))
        all.append(
            TornOperation(
                chip: chip, name: "edit the password alone",
                wish: .edit(pages: [0x2B: second]), first: [.protect(.init(password: password, pack: pack))],
                present: secret, afterwards: Credential(password: second, pack: pack)))
        return all
    }

    /// A tag of the chip with another message, protected, its configuration frozen and a page locked.
    private static func dump(_ chip: String, _ open: Credential) throws -> TagReport {
        let tag = try SimulatedTag.holding(other, chip: chip, uid: "04AABBCC112280")
        let bench = ChangeBench(tag)
        let last = tag.table.userPages.upperBound
        let secret = open.key == nil ? Credential(password: password, pack: pack) : Credential(key: key)
        let protection = Wish.Protection(
            password: secret.password ?? secret.key, pack: secret.pack, guardsReading: true)
        try #require(bench.change(.protect(protection), open).isDone)
        if secret.key == nil { try #require(bench.change(.configure([.configurationLock]), secret).isDone) }
        try #require(bench.change(.lock(.init(pages: [last])), secret).isDone)
        return tag.report
    }

    /// Pages of the dump's data and configuration, and its secret, as if they had been typed.
    private static func edit(_ dump: TagReport, _ secret: Credential) -> Wish {
        guard let chip = dump.identity.chip, let place = chip.configuration, let image = dump.image else {
            return .edit(pages: [:])
        }
        var pages = Dictionary(
            uniqueKeysWithValues: (4...12).compactMap { page in image.page(page).map { (page, $0) } })
        pages[place.cfg0] = image.page(place.cfg0)
        if var access = image.page(place.cfg1) {
            // Frozen configuration is a step of its own in the restoration.
            if secret.key == nil { access[0] &= ~0x40 }
            pages[place.cfg1] = access
        }
        if let password = secret.password, let page = place.password { pages[page] = password }
        if let pack = secret.pack, let page = place.pack { pages[page] = pack + [0, 0] }
        if let key = secret.key, let stored = UltralightCAuthentication.memory(ofKey: key) {
            for (index, page) in (chip.unreadablePages ?? 0...0).enumerated() {
                pages[page] = Array(stored[index * 4..<index * 4 + 4])
            }
        }
        return .edit(pages: pages)
    }
}

/// A torn operation with what it is measured against.
struct Torn {
    let operation: TornOperation
    let start: SimulatedTag
    let end: SimulatedTag
    /// The plan of the uninterrupted change.
    let plan: Plan
    /// WRITE, PWD_AUTH and AUTHENTICATE frames of the uninterrupted change.
    let frames: Int

    init(_ operation: TornOperation) throws {
        self.operation = operation
        let tag = try SimulatedTag.holding(text, chip: operation.chip)
        let preparing = ChangeBench(tag)
        for wish in operation.first { try #require(preparing.change(wish).isDone) }
        start = tag.twin()
        end = tag.twin()
        let bench = ChangeBench(end)
        let counted = Guarded(0)
        bench.source.watchFrames { number in counted.with { $0 = number + 1 } }
        let change = bench.change(operation.wish, operation.present)
        try #require(change.isDone, "\(operation.testDescription): \(String(describing: change.error))")
        plan = try #require(change.outcome?.plan)
        frames = counted.with { $0 }
    }

    var secretPages: Set<Int> { Set(start.table.writeOnlyPages) }

    /// The password or key really asked for by the torn tag, as its owner would know it; `nil` while the tag is open.
    func opening(_ tag: SimulatedTag) -> Credential? {
        guard tag.report.protection?.isGuarded(tag.table) == true else { return nil }
        let candidates = [operation.present, operation.afterwards].compactMap { $0 }
        return candidates.first { credential in
            if let key = credential.key, let pages = tag.table.unreadablePages {
                return UltralightCAuthentication.memory(ofKey: key) == pages.flatMap { tag.page($0) }
            }
            if let password = credential.password, let page = tag.table.configuration?.password {
                return password == tag.page(page)
            }
            return false
        }
    }

    /// What DESIGN.md promises of a tag that was torn and not recovered yet.
    func checkUnrecovered(_ tag: SimulatedTag, step: PlanStep?, _ note: String) {
        let report = tag.report
        if report.protection?.isGuarded(tag.table) == true {
            #expect(opening(tag) != nil, "\(note): locked by a password that nobody knows")
        }
        if !operation.locks {
            #expect(report.protection?.lockedPages == start.report.protection?.lockedPages, "\(note)")
        }
        guard let step, step.phase == .data || step.phase == .password || step.phase == .prove else { return }
        let state = report.ndef
        let isNew = step.phase != .data && state?.raw == end.report.ndef?.raw
        let readable = state?.state == .message && (state?.raw == text || isNew)
        #expect(state?.state == .empty || readable, "\(note): \(String(describing: state?.state))")
    }

    /// Recovers a copy of the torn tag, over a copy of the journal.
    func recover(
        _ torn: SimulatedTag, _ action: RecoveryRequest.Action, folder: JournalFolder, journal: String, _ note: String
    ) {
        let bench = ChangeBench(torn, folder: folder, journal: journal)
        guard let entry = bench.interrupted else {
            // Nothing was begun: the right was still being proved.
            #expect(torn.image == start.image, "\(note): changed, and the journal knows nothing")
            return
        }
        let present = opening(torn)
        let wanted = action == .finish ? operation.afterwards : operation.present
        let change = bench.recover(
            entry.id, action, present ?? wanted ?? Credential(), afterwards: wanted)
        if action == .putBack, !change.isDone, plan.steps.contains(where: { !$0.reversible }) {
            guard case .refusedHere? = change.error else {
                Issue.record("\(note): \(String(describing: change.error))")
                return
            }
            #expect(torn.image != start.image, "\(note): refused though nothing irreversible had happened")
            return
        }
        #expect(change.isDone, "\(note): \(String(describing: change.error))")
        let wantedImage = action == .finish ? end.image : start.image
        for page in 0..<torn.table.pageCount {
            // A password that nobody asked for before is not brought back.
            if action == .putBack, secretPages.contains(page), operation.first.isEmpty, operation.name != "key" {
                continue
            }
            let wanted = Array(wantedImage[page * 4..<page * 4 + 4])
            #expect(torn.page(page) == wanted, "\(note): page \(page)")
        }
        let settled = try? bench.engine.journalEntry(entry.id)
        #expect(settled?.result == (action == .finish ? .finished : .putBack), "\(note)")
        bench.put(torn.twin())
        #expect(bench.interrupted == nil, "\(note): told again")
    }
}

@Suite struct TearTests {
    @Test(
        "pulled before any step, and in the middle of it in every way of tearing: recovery ends both ways in a verified tag",
        arguments: TornOperation.all)
    func torn(operation: TornOperation) throws {
        let torn = try Torn(operation)
        for frame in 0..<torn.frames {
            for manner in [nil] + TearManner.allCases.map(Optional.some) {
                let note = "\(operation.testDescription), frame \(frame), torn \(manner?.rawValue ?? "before")"
                let tag = torn.start.twin()
                let bench = ChangeBench(tag)
                let reader = bench.reader
                bench.source.watchFrames { number in
                    guard number == frame else { return }
                    guard let manner else { return reader.remove() }
                    reader.tear = manner
                    reader.pull(afterFrames: 1)
                }
                let change = bench.change(operation.wish, operation.present)
                guard case .tagLost? = change.error else {
                    Issue.record("\(note): \(String(describing: change.error))")
                    continue
                }
                let sent = change.outcome?.sent.prefix { $0 }.count
                torn.checkUnrecovered(tag, step: sent.map { torn.plan.steps[$0] }, note)
                for action in [RecoveryRequest.Action.finish, .putBack] {
                    let journal = try bench.folder.copy(named: action.rawValue)
                    torn.recover(
                        tag.twin(), action, folder: bench.folder, journal: journal, note + ", " + action.rawValue)
                }
            }
        }
    }

    @Test(
        "killed before any step: the journal alone brings the tag to a verified end, both ways",
        arguments: TornOperation.all)
    func killed(operation: TornOperation) throws {
        let torn = try Torn(operation)
        let bench = ChangeBench(torn.start.twin())
        let snapshots = Guarded<[(tag: SimulatedTag, journal: String)]>([])
        let (folder, tag) = (bench.folder, bench.tag)
        bench.source.watchFrames { number in
            // What a program that dies here leaves: the tag, and the journal's files as they are on disk.
            guard let copy = try? folder.copy(named: "killed-\(number)") else { return }
            snapshots.with { $0.append((tag.twin(), copy)) }
        }
        try #require(bench.change(operation.wish, operation.present).isDone)
        let all = snapshots.with { $0 }
        try #require(all.count == torn.frames)
        for (number, snapshot) in all.enumerated() {
            let note = "\(operation.testDescription), killed before frame \(number)"
            torn.checkUnrecovered(snapshot.tag, step: nil, note)
            // The second recovery needs the journal as the first found it.
            let other = try JournalFolder.duplicate(snapshot.journal)
            torn.recover(snapshot.tag.twin(), .finish, folder: folder, journal: snapshot.journal, note + ", finish")
            torn.recover(snapshot.tag.twin(), .putBack, folder: folder, journal: other, note + ", putBack")
        }
    }

    @Test("a recovery that is torn itself is recovered like any other operation", arguments: [0, 1, 2, 3])
    func tornTwice(frame: Int) throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"))
        let reader = bench.reader
        reader.tear = .mix
        bench.source.watchFrames { number in if number == 2 { reader.pull(afterFrames: 1) } }
        #expect(bench.change(.write(message: other)).error?.jsonKind == "tagLost")
        let tag = bench.tag
        bench.source.watchFrames(nil)
        bench.put(tag)
        let first = try #require(bench.interrupted)
        bench.source.watchFrames { number in if number == frame { reader.pull(afterFrames: 1) } }
        let lost = bench.recover(first.id, .finish)
        bench.source.watchFrames(nil)
        guard lost.error != nil else {
            #expect(lost.isDone)
            return
        }
        bench.put(tag)
        let again = try #require(bench.interrupted)
        #expect(again.id > first.id)
        #expect(bench.recover(first.id, .finish).error?.jsonKind == "refusedHere")
        #expect(bench.recover(again.id, .putBack).isDone)
        #expect(tag.report.ndef?.raw == text)
        #expect(try bench.engine.journal().allSatisfy { !$0.result.needsRecovery })
    }

    @Test("an operation that was left is not told again, and needs no tag to be left")
    func left() throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"))
        let reader = bench.reader
        bench.source.watchFrames { number in if number == 3 { reader.pull(afterFrames: 1) } }
        #expect(bench.change(.write(message: other)).error?.jsonKind == "tagLost")
        bench.source.watchFrames(nil)
        let left = bench.recover(1, .leave)
        #expect(left.error == nil)
        #expect(try bench.engine.journalEntry(1)?.result == .left)
        bench.put(bench.tag)
        #expect(bench.interrupted == nil)
        #expect(bench.recover(1, .finish).error?.jsonKind == "refusedHere")
        #expect(bench.recover(77, .leave).error?.jsonKind == "refusedHere")
    }

    @Test("an operation that is done can be undone while nothing else has changed the tag")
    func undo() throws {
        let bench = ChangeBench(try .holding(text, chip: "NTAG213"))
        #expect(bench.change(.write(message: other)).isDone)
        #expect(bench.recover(1, .finish).error?.jsonKind == "refusedHere")
        #expect(bench.recover(1, .undo).isDone)
        #expect(bench.tag.report.ndef?.raw == text)
        #expect(try bench.engine.journalEntry(1)?.result == .putBack)
        #expect(bench.change(.write(message: other)).isDone)
        let last = try #require(try bench.engine.journal().first)
        // Somebody else writes.
        let stranger = ChangeBench(bench.tag.twin())
        #expect(stranger.change(.write(message: message("third"))).isDone)
        bench.put(stranger.tag.twin())
        #expect(bench.recover(last.id, .undo).error?.jsonKind == "refusedHere")
        #expect(bench.tag.report.ndef?.raw == message("third"))
        // What cannot be undone is not.
        #expect(bench.change(.lock(.init(pages: [4]))).isDone)
        let lock = try #require(try bench.engine.journal().first)
        #expect(bench.recover(lock.id, .undo).error?.jsonKind == "refusedHere")
    }
}

extension JournalFolder {
    /// Another copy beside a copied journal.
    static func duplicate(_ journal: String) throws -> String {
        let copy = journal + ".second"
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: journal + suffix) {
            try FileManager.default.copyItem(atPath: journal + suffix, toPath: copy + suffix)
        }
        return copy
    }
}
