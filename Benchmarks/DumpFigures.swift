import Dumps
import Glibc
import NDEF
import Tags

/// How fast dumps are opened and compared, and how fast a large library is listed and searched.
enum DumpFigures {
    /// What was measured, in milliseconds.
    struct Figure {
        /// Opening, detecting and analysing, by what was opened.
        var opened: [(name: String, milliseconds: Double)] = []
        /// Comparing two memories or files of 32 KB, by how they differ.
        var compared: [(name: String, milliseconds: Double)] = []
        /// Dumps in the library.
        var dumps = 0
        /// Listing it with its index, and searching it, from nothing in memory.
        var list = 0.0
        var search = 0.0
        /// Dumps that the search found.
        var found = 0
        /// Bytes that the process grew by for the library.
        var grown = 0
        /// Why it was not done, where it was not.
        var trouble: String?
    }

    private static let libraryCount = 10_000
    /// The figures that are promised.
    private enum Most {
        static let open = 5.0
        static let compare = 1.0
        static let library = 100.0
        static let bytes = 50 << 20
    }

    /// Measures with files in a folder in memory; the case files of `TAGDESK_CASES` are opened too, where it is set.
    static func measure(memory: String) -> Figure {
        var figure = Figure()
        do {
            try open(&figure)
            compare(&figure)
            try library(in: memory + "/library", &figure)
        } catch let error as DumpError {
            figure.trouble = error.reason
        } catch let error as FileError {
            figure.trouble = error.reason
        } catch {
            figure.trouble = "an error of another kind"
        }
        return figure
    }

    /// The best of several rounds: what the machine can do when it does nothing else.
    private static func best(_ rounds: Int = 7, _ work: () -> Int) -> Double {
        var (best, sink) = (Double.infinity, 0)
        for _ in 0..<rounds {
            let start = seconds()
            sink &+= work()
            best = min(best, (seconds() - start) * 1000)
        }
        return sink == .min ? 0 : best
    }

    // MARK: - Opening

    private static func open(_ figure: inout Figure) throws {
        let dump = dump(of: Type2Chip.named("NTAG216") ?? Type2Chip.all[0])
        for format in DumpFormat.allCases where format.isWritten {
            guard let bytes = try? dump.encoded(as: format).bytes else { continue }
            figure.opened.append(
                ("NTAG216, \(format.title)", best { (try? Dump.open(bytes))?.problems.count ?? 0 }))
        }
        guard let cases = getenv("TAGDESK_CASES").map({ String(cString: $0) }) else { return }
        let folder = cases + "/files"
        var slowest = ("", 0.0)
        for name in Files.names(in: folder).sorted() where !name.hasPrefix(".") && name != "index.json" {
            guard let bytes = try? Files.read(folder + "/" + name, atMost: Dump.limit) else { continue }
            let time = best { (try? Dump.open(bytes, named: name))?.problems.count ?? 0 }
            if time > slowest.1 { slowest = (name, time) }
        }
        figure.opened.append(("the slowest case file, \(slowest.0)", slowest.1))
    }

    /// A chip with a message that fills it.
    private static func dump(of chip: Type2Chip) -> Dump {
        let text = Array(repeating: UInt8(ascii: "x"), count: 800)
        let record = NDEFRecord(tnf: .wellKnown, type: "T", payload: Bytes([2, 0x65, 0x6E] + text))
        let message = NDEFMessage([record]).encoded()
        var bytes: [UInt8] = [0x04, 0x58, 0x69, 0xBD, 0xD2, 0x9C, 0x39, 0x80, 0xF7, 0x48, 0x00, 0x00]
        bytes += chip.factoryPage3 ?? [0xE1, 0x10, 0x6D, 0x00]
        bytes += [0x03, 0xFF, UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message + [0xFE]
        bytes += Array(repeating: 0, count: max(0, chip.pageCount * 4 - bytes.count))
        let identity = TagIdentity(
            uid: [0x04, 0x58, 0x69, 0xD2, 0x9C, 0x39, 0x80], type: .type2, chipName: chip.name, chip: chip,
            identifiedBy: "GET_VERSION", provenance: .reported, version: chip.versions.first)
        let image = TagImage(pageSize: 4, bytes: Array(bytes.prefix(chip.pageCount * 4)))
        return Dump(
            report: TagReader.report(identity: identity, image: image, authenticated: false),
            origin: DumpOrigin(reader: "bench", taken: 1_796_043_901_000_000, program: "tagdesk"))
    }

    // MARK: - Comparing

    private static func compare(_ figure: inout Figure) {
        let old = (0..<32_768).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var few = old
        for place in stride(from: 100, to: few.count, by: 4096) { few[place] ^= 0xFF }
        let all = old.map { $0 ^ 0xFF }
        for (name, new) in [("equal", old), ("8 bytes differ", few), ("every byte differs", all)] {
            let (a, b) = (memory(old), memory(new))
            figure.compared.append(("memory, " + name, best { Comparison(a: a, b: b).differences.count }))
            let (c, d) = (card(old), card(new))
            figure.compared.append(("file, " + name, best { Comparison(a: c, b: d).differences.count }))
        }
    }

    private static func memory(_ bytes: [UInt8]) -> TagReport {
        var report = TagReport(
            identity: TagIdentity(
                uid: [0xE0, 4, 1, 2, 3, 4, 5, 6], type: .type5, chipName: "a tag", identifiedBy: "",
                provenance: .assumed))
        report.image = TagImage(pageSize: 4, bytes: bytes)
        report.regions = [MemoryRegion(kind: .user, bytes: 0..<bytes.count, label: "user memory")]
        return report
    }

    private static func card(_ bytes: [UInt8]) -> TagReport {
        var report = TagReport(
            identity: TagIdentity(
                uid: [4, 1, 2, 3, 4, 5, 6], type: .type4, chipName: "a card", identifiedBy: "", provenance: .assumed))
        report.files = [
            TagFile(
                id: 0xE104, role: .message, size: bytes.count, content: FileContent(bytes),
                access: FileAccess(read: .free, write: .free))
        ]
        return report
    }

    // MARK: - Library

    private static func library(in folder: String, _ figure: inout Figure) throws {
        try Files.makeFolder(folder)
        let chip = Type2Chip.named("NTAG213") ?? Type2Chip.all[0]
        let base = try dump(of: chip).encoded(as: .raw).bytes
        for number in 0..<libraryCount {
            var bytes = base
            (bytes[4], bytes[5]) = (UInt8(number >> 8), UInt8(number & 0xFF))
            bytes[8] = bytes[4] ^ bytes[5] ^ bytes[6] ^ bytes[7]
            try Files.create(folder + "/NTAG213-\(number).bin", with: bytes)
        }
        var first = DumpLibrary(folder: folder, version: "bench")
        figure.dumps = first.list().rows.count
        (figure.list, figure.search) = (.infinity, .infinity)
        let before = residentBytes
        var kept: [DumpLibrary] = []
        for round in 0..<3 {
            var library = DumpLibrary(folder: folder, version: "bench")
            var start = seconds()
            let rows = library.list().rows
            figure.list = min(figure.list, (seconds() - start) * 1000)
            start = seconds()
            figure.found = library.search("ntag213 0427").count
            figure.search = min(figure.search, (seconds() - start) * 1000)
            // Memory grows with the first that is kept; the others measure time alone.
            if round == 0, !rows.isEmpty {
                kept.append(library)
                figure.grown = max(0, residentBytes - before)
            }
        }
        figure.dumps = min(figure.dumps, kept.first == nil ? 0 : figure.dumps)
        for name in Files.names(in: folder) where name != "." && name != ".." { unlink(folder + "/" + name) }
        rmdir(folder)
    }

    /// The process's memory as the system counts it.
    private static var residentBytes: Int {
        guard let text = try? Files.read("/proc/self/statm", atMost: 4096) else { return 0 }
        let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    // MARK: - Telling

    /// The figures as text.
    static func table(_ figure: Figure) -> String {
        var table = Table(["dumps", "ms"])
        for (name, time) in figure.opened { table.add(["open " + name, threeDigits(time)]) }
        for (name, time) in figure.compared { table.add(["compare 32 KB of " + name, threeDigits(time)]) }
        table.add(["list \(figure.dumps) dumps", threeDigits(figure.list)])
        table.add(["search them (\(figure.found) found)", threeDigits(figure.search)])
        table.add(["memory that takes, MB", threeDigits(Double(figure.grown) / 1_048_576)])
        return table.text + (figure.trouble.map { "\n" + $0 } ?? "")
    }

    /// The promised figures that are missed, a sentence each.
    static func missed(_ figure: Figure) -> [String] {
        var lines = figure.trouble.map { ["dumps: " + $0] } ?? []
        for (name, time) in figure.opened where time >= Most.open {
            lines.append("opening \(name) takes \(time) ms, under \(Most.open) is promised")
        }
        for (name, time) in figure.compared where time >= Most.compare {
            lines.append("comparing 32 KB of \(name) takes \(time) ms, under \(Most.compare) is promised")
        }
        if figure.dumps < libraryCount { lines.append("only \(figure.dumps) dumps were in the library") }
        if !(figure.list + figure.search < Most.library) {
            lines.append(
                "listing and searching the library takes \(figure.list + figure.search) ms, under \(Most.library) is promised"
            )
        }
        if figure.grown >= Most.bytes { lines.append("the library takes \(figure.grown) bytes of memory") }
        return lines
    }
}
