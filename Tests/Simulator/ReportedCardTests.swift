import Tags
import Testing

@testable import Simulator

@Suite("Type 4 cards that people reported", .enabled(if: SharedFiles.available))
struct ReportedCardTests {
    @Test("are played with their container and files")
    func files() throws {
        var tried = 0
        for item in try SharedFiles.allCases() {
            guard let input = item["input"] as? [String: Any], input["kind"] as? String == "t4t_files",
                let container = input["cc"] as? String, let files = input["files"] as? [String: String]
            else { continue }
            let contents = Dictionary(
                uniqueKeysWithValues: files.map { (UInt16($0.key, radix: 16) ?? 0, hex($0.value)) })
            let bench = try CardBench(Type4Card(container: hex(container), files: contents), profile: .acr1252)
            try bench.select("E103")
            #expect(try bench.send("00B000000F") == String(container.prefix(30)) + "9000")
            try bench.select("E104")
            #expect(try bench.send("00B0000002") == (files["E104"] ?? "").prefix(4) + "9000")
            tried += 1
        }
        #expect(tried >= 5)
    }

    /// What each trace presupposes of the card.
    private static let rules: [String: Type4Rules] = [
        "T4T-010": .firstVersion,
        "T4T-014": {
            var rules = Type4Rules()
            rules.readingOn = .exactLength
            return rules
        }(),
        "T4T-016": {
            var rules = Type4Rules()
            rules.template = hex("6F088003010F00820101")
            return rules
        }(),
        "T4T-020": {
            var rules = Type4Rules()
            rules.unselectedRead = hex("040020810A000015070000610A00001F07")
            return rules
        }(),
    ]

    @Test("answer as they were reported")
    func traces() throws {
        var tried = 0
        for item in try SharedFiles.allCases() where item["area"] as? String == "t4t" {
            guard let id = item["id"] as? String, let input = item["input"] as? [String: Any],
                let steps = input["steps"] as? [[String: String]],
                Self.rules[id] != nil || id == "T4T-012"
            else { continue }
            // The container is the one the trace ends with.
            let read = steps.compactMap { $0["r"] }.first { $0.hasPrefix("000F") }.map { hex(String($0.dropLast(4))) }
            let container = read ?? hex("000F20003B00340406E10401000000")
            let size = Int(container[11]) << 8 | Int(container[12])
            let card = Type4Card(
                container: container, files: [0xE104: Array(repeating: 0, count: size)],
                rules: Self.rules[id] ?? Type4Rules())
            let bench = try CardBench(card)
            // Some begin in the middle.
            if steps[0]["c"]?.hasPrefix("00B0") == true, id != "T4T-020" { try bench.select("E103") }
            if steps[0]["c"]?.hasPrefix("00A400") == true { _ = try bench.send("00A4040007D276000085010100") }
            for step in steps { #expect(try bench.send(step["c"] ?? "") == step["r"], "\(id): \(step)") }
            tried += 1
        }
        #expect(tried == 5)
    }
}
