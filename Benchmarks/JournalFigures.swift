import Engine
import Tags

/// How fast the journal keeps a step, and finds a tag among a million operations.
enum JournalFigures {
    /// What was measured.
    struct Figure {
        /// Milliseconds to keep that one step was acknowledged, fsync apart (the file lies in memory).
        var step = 0.0
        /// The same with fsync, on the disk of the temporary folder.
        var stepOnDisk = 0.0
        /// Operations in the journal that is searched.
        var operations = 0
        /// Milliseconds to list the operations of one tag.
        var search = 0.0
        /// Milliseconds to find whether a tag waits for recovery.
        var interrupted = 0.0
        /// Milliseconds to keep a reading of a tag that holds something else than before, fsync apart, and of one that does not.
        var reading = (changed: 0.0, same: 0.0)
        /// Operations found.
        var found = 0
        /// Why it was not done, where it was not.
        var trouble: String?
    }

    /// Steps measured.
    private static let steps = 2_000

    /// Measures in a folder in memory and in one on disk.
    static func measure(memory: String, disk: String) -> Figure {
        var figure = Figure()
        do throws(JournalError) {
            figure.step = try step(in: memory + "/steps.db", count: steps)
            figure.stepOnDisk = try step(in: disk + "/steps.db", count: 100)
            figure.reading = try reading(in: memory + "/readings.db", count: steps / 4)
            try search(in: memory + "/search.db", &figure)
        } catch {
            figure.trouble = error.headline
        }
        return figure
    }

    private static func step(in path: String, count: Int) throws(JournalError) -> Double {
        let journal = try Journal(path: path)
        let operation = try journal.begin(entry(steps: count))
        let start = seconds()
        for index in 0..<count { try journal.acknowledge(operation: operation, step: index, at: Int64(index)) }
        return (seconds() - start) * 1000 / Double(count)
    }

    private static func reading(in path: String, count: Int) throws(JournalError) -> (changed: Double, same: Double) {
        let journal = try Journal(path: path)
        var sightings: [TagSighting] = (0..<count).map { number in
            TagSighting(
                uid: [0x04, 0xE1, 0x0C, 0, 0, UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)], chipName: "NTAG216",
                time: Int64(number), pages: TagImage(pageSize: 4, bytes: Array(repeating: 1, count: 924)))
        }
        for sighting in sightings { try journal.remember(sighting) }
        var start = seconds()
        for sighting in sightings { try journal.remember(sighting) }
        let same = (seconds() - start) * 1000 / Double(count)
        for index in sightings.indices { sightings[index].pages.set(page: 9, to: [9, 9, 9, 9]) }
        start = seconds()
        for sighting in sightings { try journal.remember(sighting) }
        return ((seconds() - start) * 1000 / Double(count), same)
    }

    private static func search(in path: String, _ figure: inout Figure) throws(JournalError) {
        let journal = try Journal(path: path)
        let operation = try journal.begin(entry(steps: 2))
        try journal.end(operation: operation, result: .done, verified: true, at: 1)
        figure.operations = try journal.multiply(operation, to: 1_000_000, tags: 50_000)
        // The best of several: what the search itself takes, the pages of the file once read.
        var wanted = entry(steps: 0).uid
        wanted[6] = 0x01
        (figure.search, figure.interrupted) = (.infinity, .infinity)
        for _ in 0..<5 {
            var start = seconds()
            figure.found = try journal.operations(JournalQuery(uidPrefix: wanted)).count
            figure.search = min(figure.search, (seconds() - start) * 1000)
            start = seconds()
            _ = try journal.interrupted(uid: wanted)
            figure.interrupted = min(figure.interrupted, (seconds() - start) * 1000)
        }
    }

    /// A write of so many pages.
    private static func entry(steps: Int) -> JournalEntry {
        let before = TagImage(pageSize: 4, bytes: Array(repeating: 0, count: 180))
        return JournalEntry(
            uid: [0x04, 0xE1, 0x0C, 0, 0, 0, 0], chipName: "NTAG213", kind: .write, person: "bench", reader: "bench",
            started: 0, before: before, after: [4: [1, 2, 3, 4]],
            steps: (0..<steps).map { number in
                JournalEntry.Step(
                    step: PlanStep(
                        target: .page(4 + number % 36), phase: .data, old: [0, 0, 0, 0], new: [1, 2, 3, 4],
                        readsBack: [1, 2, 3, 4], why: "NDEF message"))
            })
    }

    /// The figures as text.
    static func table(_ figure: Figure) -> String {
        var table = Table(["journal", "ms"])
        table.add(["a step, fsync apart", threeDigits(figure.step)])
        table.add(["a step, on disk with fsync", threeDigits(figure.stepOnDisk)])
        table.add(["a changed tag's reading, fsync apart", threeDigits(figure.reading.changed)])
        table.add(["an unchanged tag's reading", threeDigits(figure.reading.same)])
        table.add([
            "a tag's \(figure.found) operations among \(figure.operations)", threeDigits(figure.search),
        ])
        table.add(["whether a tag waits for recovery", threeDigits(figure.interrupted)])
        return table.text + (figure.trouble.map { "\n" + $0 } ?? "")
    }

    /// The promised figures that are missed, a sentence each.
    static func missed(_ figure: Figure) -> [String] {
        var lines = figure.trouble.map { ["the journal: " + $0] } ?? []
        if figure.step >= 1 { lines.append("the journal takes \(figure.step) ms for a step, under 1 is promised") }
        if !(figure.reading.changed < 5) {
            lines.append("the journal takes \(figure.reading.changed) ms to keep a reading, under 5 is promised")
        }
        if figure.operations < 1_000_000 { lines.append("only \(figure.operations) operations were searched") }
        if !(figure.search < 50) {
            lines.append("the journal takes \(figure.search) ms to find a tag, under 50 is promised")
        }
        return lines
    }
}
