import Engine
import Foundation
import Simulator
import Tags
import Testing

@testable import App

/// Several tags that are put on one after the other, each as soon as the program waits for one.
private final class Desk {
    let home: Home
    let tags: [SimulatedTag]
    let kept = KeptOutput()

    /// - Parameter first: Memory of the first tag; as delivered without.
    init(_ chips: [String], first: [UInt8]? = nil) throws {
        home = try Home()
        tags = try chips.enumerated().map { index, chip in
            let table = try #require(SimulatedChipName.chip(chip))
            let uid: [UInt8] = [0x04, 0x10, 0x20, 0x30, 0x40, 0x50, UInt8(index)]
            let image = index == 0 ? first : nil
            return SimulatedTag(
                chip: table, name: "tag\(index)", image: image ?? SimulatedTag(chip: table, uid: uid).image)
        }
    }

    /// Runs a series.
    /// - Parameter order: For each time that a tag is waited for the places in `tags` of those put on, quickly one after
    ///   the other.
    func run(_ arguments: [String], order: [[Int]]) throws -> (status: ShellStatus, document: [String: Any]) {
        let invocation = try Invocation(parsing: arguments + ["--json", "--wait", "0.2"])
        let context = CommandContext(
            invocation: invocation, options: try CommonOptions(invocation), paths: home.paths, output: kept.output)
        let bench = SimulatorBench(
            reader: SimulatedReader(profile: .acr122),
            tags: tags.map { SimulatorBench.Entry(tag: $0, summary: "") })
        let session = EngineSession(
            sources: [SimulatorSource(bench: bench)], reads: false, journalPath: home.paths.journal)
        defer { session.stop() }
        var waiting = order.makeIterator()
        session.onWaiting = { _ in for next in waiting.next() ?? [] { bench.place("tag\(next)") } }
        var asked = try RestoreOrder(context)
        if let file = invocation.operands.first { asked.dump = try DumpArgument.open(file) }
        var series = RestoreSeries(
            order: asked, session: session, context: context, telling: ChangeTelling(context))
        let status = series.run()
        return (status, try parsed(kept.result))
    }

    func text(of index: Int) -> String? {
        String(bytes: tags[index].image[16...].prefix(64), encoding: .isoLatin1)
    }
}

@Suite struct RestoreSeriesTests {
    private func dump(in desk: Desk, _ chip: String = "ntag213") throws -> String {
        let path = desk.home.folder.path + "/dump.bin"
        try Data(try RestoreCommandTests.image(chip)).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func words(_ document: [String: Any]) -> [String?] {
        (document["tags"] as? [[String: Any]] ?? []).map { $0["result"] as? String }
    }

    @Test("so many tags as asked for get the dump, each is told, and none is written twice")
    func count() throws {
        let desk = try Desk(["ntag213", "ntag213", "ntag213"])
        // The first is put on again in between.
        let (status, document) = try desk.run(
            ["restore", try dump(in: desk), "--count", "3"], order: [[0], [0, 1], [0, 1, 2]])
        #expect(status == .done, "\(document)")
        #expect(document["result"] as? String == "done" && document["done"] as? Int == 3)
        #expect(words(document) == ["done", "done", "done"])
        for index in 0..<3 { #expect(desk.text(of: index)?.contains("restored") == true) }
    }

    @Test("a tag that is refused does not count, and the others go on")
    func refused() throws {
        let desk = try Desk(["ntag213", "ntag215", "ntag213"])
        let (status, document) = try desk.run(["restore", try dump(in: desk), "--count", "2"], order: [[0], [1], [2]])
        #expect(status == .failed)
        #expect(words(document) == ["done", "refusedHere", "done"])
        #expect(document["done"] as? Int == 2 && document["failed"] as? Int == 1)
    }

    @Test("when no tag comes any more, what was done is told")
    func outOfTags() throws {
        let desk = try Desk(["ntag213"])
        let (status, document) = try desk.run(["restore", try dump(in: desk), "--count", "2"], order: [[0]])
        #expect(status == .nothingThere)
        #expect(words(document) == ["done"])
        #expect((document["error"] as? [String: Any])?["kind"] as? String == "noTag")
        let each = try Desk(["ntag213", "ntag213"])
        let (ended, all) = try each.run(["restore", try dump(in: each), "--each"], order: [[0], [1]])
        #expect(ended == .done && all["done"] as? Int == 2)
    }

    @Test("a clone takes the first tag for the source, which is never written")
    func clone() throws {
        let image = try RestoreCommandTests.image("ntag215", text: "the original")
        let clones = try Desk(["ntag215", "ntag215", "ntag213", "ntag215"], first: image)
        let before = clones.tags[0].image
        let (status, document) = try clones.run(["clone", "--count", "2"], order: [[0], [0, 1], [2], [3]])
        #expect(status == .failed)
        #expect(words(document) == ["done", "refusedHere", "done"])
        #expect((document["source"] as? [String: Any])?["uid"] as? String == "04:AA:BB:CC:11:22:80")
        #expect(clones.tags[0].image == before)
        for index in [1, 3] { #expect(clones.text(of: index)?.contains("the original") == true) }
    }

    @Test("locks need each tag's own UID; those that were not confirmed are left as they are")
    func locks() throws {
        let desk = try Desk(["ntag213", "ntag213"])
        let path = desk.home.folder.path + "/locked.bin"
        let image = try RestoreCommandTests.image("ntag213") { $0[11] = 0xFF }
        try Data(image).write(to: URL(fileURLWithPath: path))
        let (status, document) = try desk.run(
            ["restore", path, "--with-locks", "--count", "2", "--confirm", "04:10:20:30:40:50:01"], order: [[0], [1]])
        #expect(status == .nothingThere)
        #expect(words(document) == ["refusedHere", "done"])
        #expect(desk.tags[0].image[11] == 0 && desk.tags[1].image[11] == 0xFF)
    }
}
