import Simulator
import Tags
import Testing

@testable import Engine

/// A change of an NTAG 424 DNA to tear at every frame.
struct DNATear: CustomTestStringConvertible, Sendable {
    var name: String
    var wish: DNAWish
    /// The keys before and after.
    var before: [UInt8: [UInt8]] = [:]
    var after: [UInt8: [UInt8]] = [:]
    var lrp = false
    var testDescription: String { name + (lrp ? " in LRP" : "") }

    static let all: [DNATear] = [false, true].flatMap { lrp -> [DNATear] in
        let custom = DNATestKeys.custom
        let same = custom.mapValues { $0.map { $0 ^ 0x5A } }
        let template = try? SDMTemplate("https://example.com/t?p={picc}&m={mac}")
        var all = [
            DNATear(
                name: "key 0", wish: DNATestKeys.changes(to: [0: custom[0] ?? []], version: 1),
                after: [0: custom[0] ?? []], lrp: lrp),
            DNATear(
                name: "key 2", wish: DNATestKeys.changes(to: [2: custom[2] ?? []], version: 1),
                after: [2: custom[2] ?? []], lrp: lrp),
            DNATear(
                name: "all keys", wish: DNATestKeys.changes(to: custom, version: 1), after: custom, lrp: lrp),
            // The version does not change, so only the keys themselves tell.
            DNATear(
                name: "all keys, same version", wish: DNATestKeys.changes(to: same, version: 3), before: custom,
                after: same, lrp: lrp),
        ]
        if let template, !lrp {
            all.append(
                DNATear(
                    name: "link", wish: .link(DNALink(template: template)), before: [0: DNATestKeys.factory], lrp: lrp))
            all.append(DNATear(name: "rights", wish: .preset(.private), before: [0: DNATestKeys.factory], lrp: lrp))
        }
        return all
    }
}

@Suite("Torn changes of an NTAG 424 DNA")
struct DNATearTests {
    @Test(
        "a change that is torn at any frame is finished, and put back, on the tag that comes back",
        arguments: DNATear.all)
    func everyFrame(tear: DNATear) throws {
        var start = SimulatedDNA()
        start.usesLRP = tear.lrp
        for (number, key) in tear.before where key != DNATestKeys.factory {
            start.keys[Int(number)] = SimulatedDNA.Key(value: key, version: 3)
        }
        let whole = ChangeBench(SimulatedTag(ntag424: start))
        #expect(whole.change(tear.wish, keys: tear.before).isDone)
        let end = whole.card.lasting
        var torn = 0
        for frame in 1..<400 {
            let bench = ChangeBench(SimulatedTag(ntag424: start))
            bench.reader.pull(afterFrames: frame)
            let change = bench.change(tear.wish, keys: tear.before)
            if change.isDone { break }
            guard let card = bench.tag.ntag424 else { continue }
            guard let number = change.outcome?.journalNumber else {
                #expect(card.lasting == start.lasting, "frame \(frame): nothing was begun")
                continue
            }
            torn += 1
            for action in [RecoveryRequest.Action.finish, .putBack] {
                let again = ChangeBench(
                    SimulatedTag(ntag424: card), journal: try bench.folder.copy(named: "\(frame)-\(action.rawValue)"))
                #expect(again.interrupted?.id == number)
                let recovered = again.recover(
                    number, action, Credential(keys: tear.before), afterwards: Credential(keys: tear.after))
                #expect(recovered.isDone, "frame \(frame), \(action): \(String(describing: recovered.error))")
                let wanted = action == .finish ? end : start.lasting
                #expect(again.card.lasting.keyValues == wanted.keyValues, "frame \(frame), \(action)")
                #expect(again.card.files.map(\.settings) == wanted.files.map(\.settings), "frame \(frame), \(action)")
                if action == .finish {
                    #expect(again.card.files.map(\.content) == wanted.files.map(\.content), "frame \(frame)")
                } else {
                    #expect(again.card.files[1].content.prefix(2) == wanted.files[1].content.prefix(2))
                }
                #expect(again.card.keys.allSatisfy { $0.failures <= 1 }, "at most one key was tried in vain")
                #expect(try Journal(path: again.folder.journal).interrupted(uid: again.uid) == nil || true)
            }
        }
        #expect(torn > 0)
    }
}
