import Foundation
import Tags
import Testing

@testable import Engine
@testable import Simulator

/// A message on a card, and the one that comes in its place.
enum CardMessages {
    static let old = message("what was there before, long enough for more than one command of a small card")
    static let new = message(
        "and what comes in its place, which is longer still, so that every chunk of it changes the file")
}

private let (old, new) = (CardMessages.old, CardMessages.new)

/// A plain Type 4 tag with a message.
func type4(
    _ message: [UInt8] = CardMessages.old, size: Int = 256, mostWritten: Int = 52, write: UInt8 = 0,
    rules: Type4Rules = Type4Rules()
) -> SimulatedTag {
    SimulatedTag(
        type4: Type4Card(
            message: message, size: size, mostRead: 59, mostWritten: mostWritten, write: write, rules: rules))
}

extension SimulatedTag {
    /// What the card really holds in a file.
    func file(_ id: UInt16 = 0xE104) -> [UInt8] { type4?.files[id] ?? [] }

    /// Another card with the same files.
    func copy() -> SimulatedTag {
        guard let card = type4 else { return self }
        return SimulatedTag(type4: card)
    }
}

@Suite struct FileChangeTests {
    private func updates(_ bench: ChangeBench) -> [String] {
        bench.events.exchanges.map { Hex.string($0.command) }.filter { $0.hasPrefix("00D6") || $0.hasPrefix("00D7") }
    }

    @Test(
        "a message is written in the order length 0, body, length, and read back (T4T-018)",
        .enabled(if: Cases.areThere))
    func order() throws {
        let all = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: (Cases.folder ?? "") + "/cases.json")))
        let cases = ((all as? [String: Any])?["cases"] as? [[String: Any]] ?? []).filter {
            $0["area"] as? String == "t4t"
        }
        var count = 0
        for one in cases {
            guard let input = one["input"] as? [String: Any], input["op"] as? String == "write_ndef",
                let given = input["tag"] as? [String: Any], let files = given["files"] as? [String: String],
                let arguments = input["args"] as? [String: Any],
                let wanted = (arguments["ndef_hex"] as? String).flatMap(Hex.bytes),
                let expected = one["expected"] as? [String: Any]
            else { continue }
            count += 1
            let contents = files.reduce(into: [UInt16: [UInt8]]()) {
                $0[UInt16($1.key, radix: 16) ?? 0] = Hex.bytes($1.value)
            }
            let card = Type4Card(container: Hex.bytes(given["cc"] as? String ?? "") ?? [], files: contents)
            let bench = ChangeBench(SimulatedTag(type4: card))
            let change = bench.change(.write(message: wanted))
            if let apdus = expected["apdus"] as? [String] {
                #expect(change.isDone)
                #expect(updates(bench) == apdus)
                #expect(Array(bench.tag.file().prefix(2 + wanted.count)) == [0, UInt8(wanted.count)] + wanted)
            } else {
                #expect(change.error != nil)
            }
        }
        #expect(count > 0)
    }

    @Test("only ranges that change are written, and nothing where nothing changes")
    func onlyChanges() throws {
        let bench = ChangeBench(type4(mostWritten: 246))
        var changed = old
        changed[40] ^= 0x20
        let change = bench.change(.write(message: changed))
        #expect(change.isDone)
        #expect(
            updates(bench) == [
                "00D60000020000", "00D6002A01" + Hex.byte(changed[40]),
                "00D6000002" + "00" + Hex.byte(UInt8(old.count)),
            ])
        #expect(bench.change(.write(message: changed)).outcome?.result == .nothingToDo)
        #expect(updates(bench).isEmpty)
    }

    @Test("what does not fit, cannot be written or has no file is refused before the first command")
    func refusals() throws {
        let small = ChangeBench(type4([], size: 32))
        let tooBig = small.change(.write(message: old))
        #expect(tooBig.outcome?.refusal == .tooBig(by: old.count - 30))
        let closed = ChangeBench(type4(write: 0xFF))
        #expect(closed.change(.write(message: new)).outcome?.refusal == .readOnlyContainer)
        #expect(closed.tag.file() == type4().file())
        var rules = Type4Rules()
        rules.applications = []
        let none = ChangeBench(type4(rules: rules))
        let refused = none.change(.write(message: new))
        #expect(refused.outcome?.refusal == .unformatted)
        #expect(refused.error?.headline.contains("no NDEF application") == true)
        for wish in [
            Wish.protect(.init(password: [1, 2, 3, 4])), .unprotect, .configure([.auth0(4)]), .lock(.init(pages: [4])),
        ] {
            let bench = ChangeBench(type4())
            #expect(bench.change(wish).outcome?.refusal == .notPossible)
            #expect(updates(bench).isEmpty)
        }
        for bench in [small, closed, none] { #expect(updates(bench).isEmpty) }
    }

    @Test("a proprietary write condition is tried, and the card's own refusal is told as one")
    func proprietary() {
        let refusing = ChangeBench(type4(write: 0x80))
        let refused = refusing.change(.write(message: new))
        guard case .refusedByCard(let refusal)? = refused.error else {
            Issue.record("\(String(describing: refused.error))")
            return
        }
        #expect(refusal.file == 0xE104)
        #expect(refused.error?.jsonKind == "refusedByTag")
        #expect(refusing.tag.file() == type4().file())
        var rules = Type4Rules()
        rules.grantsOwnConditions = true
        #expect(ChangeBench(type4(write: 0x80, rules: rules)).change(.write(message: new)).isDone)
    }

    @Test("format and erase leave an empty file of zeros, whatever its size", arguments: [64, 256, 5000])
    func erasing(size: Int) {
        for wish in [Wish.format, .erase] {
            let bench = ChangeBench(type4(message("x"), size: size))
            #expect(bench.change(wish).isDone)
            #expect(bench.tag.file() == Array(repeating: 0, count: size))
            #expect(bench.change(wish).outcome?.result == .nothingToDo)
        }
    }

    @Test("a card becomes read-only by its container where it lets that be written, and only with the UID")
    func locking() throws {
        var rules = Type4Rules()
        rules.containerWritable = true
        let bench = ChangeBench(type4(rules: rules))
        let asked = bench.change(.lock(.init(pages: nil)), confirm: false)
        guard case .needsConfirmation? = asked.error else {
            Issue.record("\(String(describing: asked.error))")
            return
        }
        #expect(bench.change(.lock(.init(pages: nil))).isDone)
        #expect(bench.tag.file(0xE103).last == 0xFF)
        #expect(bench.change(.write(message: new)).outcome?.refusal == .readOnlyContainer)
        #expect(bench.change(.lock(.init(pages: nil))).outcome?.result == .nothingToDo)
        let entry = try #require(try bench.engine.journal().first { $0.kind == .lock && $0.result == .done })
        #expect(bench.recover(entry.id, .undo).error?.jsonKind == "refusedHere")
        let fixed = ChangeBench(type4())
        #expect(fixed.change(.lock(.init(pages: nil))).error?.jsonKind == "refusedByTag")
    }

    @Test("every mapping and every MLc writes messages of every size up to the last byte", arguments: [1, 13, 52, 255])
    func sizes(mostWritten: Int) throws {
        for count in [0, 1, 12, 13, 14, 51, 52, 53, 126] {
            let bench = ChangeBench(type4(size: 128, mostWritten: max(13, mostWritten)))
            let message = Array(repeating: UInt8(0xD0), count: count)
            let change = bench.change(.write(message: message))
            #expect(change.isDone, "\(count): \(String(describing: change.error))")
            #expect(Array(bench.tag.file().prefix(2 + count)) == [0, UInt8(count)] + message)
        }
        let long = ChangeBench(
            SimulatedTag(type4: Type4Card(message: old, size: 70_000, mostRead: 246, mostWritten: 246)))
        let message = (0..<33_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(long.change(.write(message: message)).isDone)
        #expect(long.tag.file().prefix(4) == [0, 0, UInt8(33_000 >> 8), UInt8(33_000 & 0xFF)])
        #expect(Array(long.tag.file()[4..<33_004]) == message)
    }

    @Test("the journal keeps files as they were, shall be and are, and undo brings them back")
    func journal() throws {
        let bench = ChangeBench(type4())
        let before = bench.tag.file()
        #expect(bench.change(.write(message: new)).isDone)
        let entry = try #require(try bench.engine.journalEntry(1))
        #expect(entry.isOfFiles)
        #expect(entry.beforeFiles[0xE104]?.bytes(in: 0..<256) == before)
        #expect(entry.afterFiles[0xE104]?.byte(at: 1) == UInt8(new.count))
        #expect(
            entry.readBackFiles?[0xE104]?.bytes(in: 0..<2 + new.count) == Array(bench.tag.file().prefix(2 + new.count)))
        #expect(entry.steps.allSatisfy { if case .file(0xE104, _) = $0.step.target { true } else { false } })
        #expect(bench.recover(1, .undo).isDone)
        #expect(bench.tag.file() == before)
        #expect(bench.change(.write(message: new)).isDone)
        let last = try #require(try bench.engine.journal().first)
        let stranger = ChangeBench(bench.tag.copy())
        #expect(stranger.change(.write(message: message("third"))).isDone)
        bench.put(stranger.tag.copy())
        #expect(bench.recover(last.id, .undo).error?.jsonKind == "refusedHere")
    }

    @Test("a dry run sends no write")
    func dryRun() {
        let bench = ChangeBench(type4())
        let change = bench.change(.write(message: new), dryRun: true)
        #expect(change.outcome?.result == .planned)
        #expect(change.outcome?.plan.steps.count ?? 0 >= 3)
        #expect(updates(bench).isEmpty)
    }

    @Test("another card put on in place of the one meant is never written")
    func otherCard() {
        let bench = ChangeBench(type4())
        var other = type4().type4
        other?.uid = [0x02, 1, 2, 3, 4, 5, 6]
        let stranger = SimulatedTag(type4: other ?? Type4Card(message: []))
        let reader = bench.reader
        bench.source.watchFrames { number in if number == 1 { reader.insert(stranger) } }
        #expect(bench.change(.write(message: new)).error?.jsonKind == "tagLost")
        #expect(stranger.file() == type4().file())
    }

    @Test("a random UID is refused for what is journalled")
    func randomUID() {
        var card = type4().type4
        card?.uid = [0x08, 1, 2, 3]
        let bench = ChangeBench(SimulatedTag(type4: card ?? Type4Card(message: [])))
        let change = bench.change(.write(message: new))
        #expect(change.error?.headline.contains("random UID") == true)
    }

    @Test("typed bytes are written where they are, the length hidden meanwhile; nothing else is sent")
    func edit() throws {
        let bench = ChangeBench(type4(mostWritten: 246))
        let change = bench.change(.editFiles([0xE104: FileContent([1, 2, 3], at: 50)]))
        #expect(change.isDone)
        let length = Hex.byte(UInt8(old.count))
        #expect(updates(bench) == ["00D60000020000", "00D6003203010203", "00D600000200" + length])
        #expect(Array(bench.tag.file()[50..<53]) == [1, 2, 3])
        let outside = FileContent([9], at: 200)
        #expect(bench.change(.editFiles([0xE104: outside])).isDone)
        #expect(bench.recover(2, .undo).isDone)
        #expect(bench.tag.file()[200] == type4().file()[200])
    }

    @Test("bytes outside a file, a length that reaches out of it, a container that names another file: refused")
    func editRefusals() throws {
        var rules = Type4Rules()
        rules.containerWritable = true
        let bench = ChangeBench(type4(rules: rules))
        let files: [[UInt16: FileContent]] = [
            [0xE104: FileContent([0], at: 256)], [0xE104: FileContent([1, 0])], [0xE199: FileContent([0])],
            [0xE103: FileContent([0xE1, 0x09], at: 9)], [0xE103: FileContent([0xFF], at: 0)],
        ]
        for wish in files {
            let change = bench.change(.editFiles(wish))
            #expect(change.error?.jsonKind == "refusedHere", "\(wish)")
            #expect(updates(bench).isEmpty, "\(wish)")
        }
        let asked = bench.change(.editFiles([0xE103: FileContent([0xFF], at: 14)]), confirm: false)
        guard case .needsConfirmation? = asked.error else {
            Issue.record("\(String(describing: asked.error))")
            return
        }
        #expect(bench.change(.edit(pages: [4: [1, 2, 3, 4]])).error?.jsonKind == "refusedHere")
    }

    @Test(
        "a dump's NDEF file comes onto a card of the same size, and is refused on another or with a hole in its message"
    )
    func restore() throws {
        let source = try #require(ChangeBench(type4(new)).read(TagReader.Options()).report)
        let bench = ChangeBench(type4())
        let change = bench.change(.restore(Restoration(source: source)))
        #expect(change.isDone)
        #expect(bench.tag.file() == type4(new).file())
        #expect(change.outcome?.plan.notices.contains { $0.hasPrefix("not written: UID, keys and rights") } == true)
        #expect(bench.change(.restore(Restoration(source: source))).outcome?.result == .nothingToDo)
        let larger = ChangeBench(type4(size: 300))
        #expect(larger.change(.restore(Restoration(source: source))).outcome?.refusal == .notPossible)
        #expect(
            bench.change(.restore(Restoration(source: source, withLocks: true))).outcome?.refusal == .notPossible)
        var torn = source
        for index in torn.files.indices where torn.files[index].role == .message {
            torn.files[index].content = torn.files[index].content.restricted(to: [0..<20, 30..<256])
        }
        let hole = ChangeBench(type4())
        #expect(hole.change(.restore(Restoration(source: torn))).outcome?.refusal == .notPossible)
        #expect(updates(hole).isEmpty)
        let pages = try SimulatedTag.holding(old, chip: "NTAG213")
        #expect(hole.change(.restore(Restoration(source: pages.report))).outcome?.refusal == .notPossible)
        #expect(ChangeBench(pages).change(.restore(Restoration(source: source))).outcome?.refusal == .notPossible)
        var alone = TagReport(
            identity: TagIdentity(uid: [], type: .unknown, chipName: "NDEF", identifiedBy: "", provenance: .assumed))
        alone.ndef = NDEFState(state: .message, raw: new)
        #expect(larger.change(.restore(Restoration(source: alone))).isDone)
        #expect(Array(larger.tag.file().prefix(2 + new.count)) == [0, UInt8(new.count)] + new)
    }

    @Test("a journal of an older program gets the table of files and keeps what it has")
    func migration() throws {
        let folder = JournalFolder()
        let bench = ChangeBench(type4(), folder: folder)
        #expect(bench.change(.write(message: new)).isDone)
        let copy = try folder.copy(named: "older")
        let database = try Database(path: copy)
        try database.execute(
            "DROP TABLE files; DROP TABLE sighting_files; DROP TABLE sightings; PRAGMA user_version = 1")
        let journal = try Journal(path: copy)
        let entry = try #require(try journal.operation(1))
        #expect(entry.steps.count >= 3)
        #expect(entry.beforeFiles.isEmpty)
        let again = ChangeBench(type4(), folder: folder, journal: copy)
        #expect(again.change(.write(message: new)).isDone)
        #expect(try again.engine.journalEntry(2)?.beforeFiles.isEmpty == false)
    }
}
