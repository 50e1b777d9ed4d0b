import Foundation
import Tags
import Testing

@testable import Engine
@testable import Simulator

private let (old, new) = (CardMessages.old, CardMessages.new)

/// One change of a card to tear.
struct TornFileOperation: CustomTestStringConvertible, Sendable {
    var name: String
    var wish: Wish
    var card: Type4Card
    var profile = SimulatedProfile.acr122
    var testDescription: String { name }

    /// A shorter length, and bytes here and there.
    private static let edited: FileContent = {
        var content = FileContent([0, 60])
        content.set([0xD1, 0x01], at: 40)
        content.set([1, 2, 3, 4], at: 100)
        return content
    }()

    /// What was read of a card of the same size with another message.
    private static let dump: TagReport = {
        let bench = ChangeBench(type4(new))
        return bench.read(TagReader.Options()).report
            ?? TagReport(identity: .init(uid: [], type: .unknown, chipName: "", identifiedBy: "", provenance: .assumed))
    }()

    static let all: [TornFileOperation] = {
        func card(_ message: [UInt8], size: Int = 256, most: Int = 52, _ change: (inout Type4Rules) -> Void = { _ in })
            -> Type4Card
        {
            var rules = Type4Rules()
            change(&rules)
            return Type4Card(message: message, size: size, mostRead: 59, mostWritten: most, rules: rules)
        }
        return [
            TornFileOperation(name: "write", wish: .write(message: new), card: card(old)),
            TornFileOperation(name: "write at once", wish: .write(message: new), card: card(old, most: 246)),
            TornFileOperation(
                name: "write part3", wish: .write(message: new), card: card(old, most: 246), profile: .part3),
            TornFileOperation(name: "write on empty", wish: .write(message: new), card: card([])),
            TornFileOperation(name: "write shorter", wish: .write(message: message("x")), card: card(old)),
            TornFileOperation(
                name: "write ENLEN", wish: .write(message: new), card: card(old, size: 70_000, most: 246)),
            TornFileOperation(name: "erase", wish: .erase, card: card(old)),
            TornFileOperation(name: "format", wish: .format, card: card(old)),
            TornFileOperation(name: "mapping 1", wish: .write(message: new), card: card(old) { $0 = .firstVersion }),
            TornFileOperation(
                name: "edit", wish: .editFiles([0xE104: edited]), card: card(old)),
            TornFileOperation(name: "restore", wish: .restore(Restoration(source: dump)), card: card(old)),
            TornFileOperation(
                name: "lock", wish: .lock(.init(pages: nil)), card: card(old) { $0.containerWritable = true }),
        ]
    }()
}

@Suite struct FileTearTests {
    private func recover(
        _ tag: SimulatedTag, _ action: RecoveryRequest.Action, _ operation: TornFileOperation, start: Type4Card,
        end: Type4Card, folder: JournalFolder, journal: String, _ note: String
    ) {
        let bench = ChangeBench(tag, profile: operation.profile, folder: folder, journal: journal)
        guard let entry = bench.interrupted else {
            #expect(tag.type4 == start, "\(note): changed, and the journal knows nothing")
            return
        }
        let change = bench.recover(entry.id, action)
        if action == .putBack, !entry.canPutBack || (operation.name == "lock" && !change.isDone) {
            #expect(change.error != nil, "\(note)")
            return
        }
        #expect(change.isDone, "\(note): \(String(describing: change.error))")
        let wanted = action == .finish ? end : start
        for (id, content) in wanted.files { #expect(tag.file(id) == content, "\(note): file \(Hex.file(id))") }
        #expect(
            (try? bench.engine.journalEntry(entry.id))?.result == (action == .finish ? .finished : .putBack), "\(note)")
        bench.put(tag.copy())
        #expect(bench.interrupted == nil, "\(note): told again")
    }

    @Test(
        "pulled before any write of a file, and in the middle of it in every way of tearing: recovery ends both ways in a verified tag",
        arguments: TornFileOperation.all)
    func torn(operation: TornFileOperation) throws {
        let whole = ChangeBench(SimulatedTag(type4: operation.card), profile: operation.profile)
        let counted = Guarded(0)
        whole.source.watchFrames { number in counted.with { $0 = number + 1 } }
        let done = whole.change(operation.wish)
        try #require(done.isDone, "\(operation.name): \(String(describing: done.error))")
        let plan = try #require(done.outcome?.plan)
        let end = try #require(whole.tag.type4)
        let writes = counted.with { $0 }
        #expect(writes == plan.steps.count)
        for write in 0..<writes {
            for (manner, frames) in [(TearManner?.none, 0)]
                + TearManner.allCases.flatMap({ [(Optional($0), 1), ($0, 2)] })
            {
                let note = "\(operation.name), write \(write), torn \(manner?.rawValue ?? "before") \(frames)"
                let tag = SimulatedTag(type4: operation.card)
                let bench = ChangeBench(tag, profile: operation.profile)
                let reader = bench.reader
                bench.source.watchFrames { number in
                    guard number == write else { return }
                    guard let manner else { return reader.remove() }
                    reader.tear = manner
                    reader.pull(afterFrames: frames)
                }
                let change = bench.change(operation.wish)
                guard case .tagLost? = change.error else {
                    Issue.record("\(note): \(String(describing: change.error))")
                    continue
                }
                let sent = change.outcome?.sent.prefix { $0 }.count ?? 0
                if plan.steps.indices.contains(sent), plan.steps[sent].phase == .data {
                    let head = tag.file().prefix(operation.name == "write ENLEN" ? 4 : 2)
                    #expect(head.allSatisfy { $0 == 0 }, "\(note): a length over a torn body")
                }
                for action in [RecoveryRequest.Action.finish, .putBack] {
                    let journal = try bench.folder.copy(named: action.rawValue)
                    recover(
                        tag.copy(), action, operation, start: operation.card, end: end, folder: bench.folder,
                        journal: journal, note + ", " + action.rawValue)
                }
            }
        }
    }

    @Test("cancelled on the way, a message that is half exchanged is put back", arguments: [1, 2])
    func cancelled(step: Int) throws {
        let bench = ChangeBench(type4())
        let before = bench.tag.file()
        let engine = bench.engine
        let current = Guarded<OperationID?>(nil)
        bench.source.watchFrames { number in
            if number == step, let id = current.with({ $0 }) { engine.cancel(id) }
        }
        let id = bench.engine.submit(
            .change(reader: bench.reader.name, ChangeRequest(wish: .write(message: new), person: "anna")))
        current.with { $0 = id }
        let events = bench.engine.settle()
        let change = Change(events)
        if change.error == .cancelled { #expect(bench.tag.file() == before) } else { #expect(change.isDone) }
    }
}
