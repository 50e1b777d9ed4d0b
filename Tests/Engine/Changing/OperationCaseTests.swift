import Foundation
import Simulator
import Tags
import Testing

@testable import Engine

/// One case of the area `operation` that writes to a Type 2 tag.
private struct OperationCase {
    let id: String
    let operation: String
    let arguments: [String: Any]
    let chip: String
    let memory: [UInt8]
    let expected: [String: Any]

    /// `nil` for cases of another kind.
    init?(_ object: [String: Any]) {
        guard let input = object["input"] as? [String: Any], let tag = input["tag"] as? [String: Any],
            tag["kind"] as? String == "t2t_memory", let ic = tag["ic"] as? String,
            let memory = (tag["hex"] as? String).flatMap(Hex.bytes)
        else { return nil }
        id = object["id"] as? String ?? "?"
        operation = input["op"] as? String ?? ""
        arguments = input["args"] as? [String: Any] ?? [:]
        let names = ["UL11": "Ultralight EV1 (UL11)", "UL21": "Ultralight EV1 (UL21)", "ULC": "Ultralight C"]
        chip = names[ic] ?? ic
        self.memory = memory
        expected = object["expected"] as? [String: Any] ?? [:]
    }

    /// What the case asks for; `nil` for what is no change of a tag.
    var wish: Wish? {
        switch operation {
        case "set_password":
            .protect(
                .init(
                    password: bytes("password_hex") ?? (arguments["password_ascii"] as? String).map { Array($0.utf8) },
                    pack: bytes("pack"), guardsReading: arguments["prot"] as? String != "write",
                    firstPage: arguments["auth0"] as? Int, limit: arguments["authlim"] as? Int))
        case "lock_permanently": .lock(.init(pages: nil))
        case "write_ndef": bytes("ndef_hex").map { .write(message: $0) }
        case "format": .format
        case "erase": .erase
        case "write_ulc_key": bytes("key_hex").map { .writeKey($0) }
        default: nil
        }
    }

    private func bytes(_ key: String) -> [UInt8]? { (arguments[key] as? String).flatMap(Hex.bytes) }

    /// The chip's own memory: what cannot be read is not in the case.
    func tag() throws -> SimulatedTag {
        let chip = try #require(Type2Chip.named(chip))
        return SimulatedTag(chip: chip, image: memory)
    }

    /// Pages and patterns of a list in the case.
    func writes(_ key: String) -> [(page: Int, pattern: String)] {
        (expected[key] as? [[String]] ?? []).compactMap { entry in
            guard entry.count == 2, let page = Int(entry[0], radix: 16) else { return nil }
            return (page, entry[1])
        }
    }
}

@Suite(.enabled(if: Cases.areThere)) struct OperationCaseTests {
    private static func all() throws -> [OperationCase] {
        let url = URL(fileURLWithPath: (Cases.folder ?? "") + "/cases.json")
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
        let all = try #require(document?["cases"] as? [[String: Any]])
        return all.filter { $0["area"] as? String == "operation" }.compactMap(OperationCase.init)
    }

    @Test("every operation people met sends what its case says, or refuses in its words before the first write")
    func cases() throws {
        let cases = try Self.all().filter { $0.wish != nil }
        try #require(!cases.isEmpty)
        for one in cases {
            let bench = ChangeBench(try one.tag())
            let before = bench.memory
            let wish = try #require(one.wish)
            let change = bench.change(wish)
            if let error = one.expected["error"] as? String {
                #expect(
                    change.error?.headline.contains(error) == true, "\(one.id): \(change.error?.headline ?? "done")")
                #expect(bench.memory == before, "\(one.id)")
                #expect(bench.writes.isEmpty, "\(one.id)")
                continue
            }
            #expect(
                change.isDone || change.outcome?.result == .nothingToDo, "\(one.id): \(change.error?.headline ?? "")")
            let sent = (change.outcome?.plan.steps ?? []).compactMap { step -> (page: Int, bytes: [UInt8])? in
                if case .page(let page) = step.target { (page, step.new) } else { nil }
            }
            #expect(bench.writes == sent.map(\.page), "\(one.id)")
            checkSent(one, sent)
            checkConfirmed(one, try one.tag(), wish)
            checkContainer(one, before, bench.memory, change)
        }
    }

    private func checkSent(_ one: OperationCase, _ sent: [(page: Int, bytes: [UInt8])]) {
        let optional = (one.expected["optional"] as? [String] ?? []).compactMap { Int($0.prefix(2), radix: 16) }
        for key in ["writes_in_order", "writes"] {
            var rest = sent[...]
            for (page, pattern) in one.writes(key) {
                if let found = rest.firstIndex(where: { $0.page == page && fits($0.bytes, pattern) }) {
                    rest = rest[(found + 1)...]
                } else {
                    #expect(optional.contains(page), "\(one.id): \(pattern) was not written to page \(page) in order")
                }
            }
        }
        for key in ["writes_must_include", "writes_contains"] {
            for (page, pattern) in one.writes(key) {
                #expect(
                    sent.contains { $0.page == page && fits($0.bytes, pattern) },
                    "\(one.id): page \(page) \(pattern), sent \(sent.filter { $0.page == page })")
            }
        }
        if let first = (one.expected["first_write"] as? [String])?.last { #expect(fits(sent.first?.bytes, first)) }
        if let last = (one.expected["last_write"] as? [String])?.last { #expect(fits(sent.last?.bytes, last)) }
    }

    /// What can never be undone needs the typed UID.
    private func checkConfirmed(_ one: OperationCase, _ tag: SimulatedTag, _ wish: Wish) {
        let must = one.expected["must"] as? [String] ?? []
        guard one.expected["confirm"] != nil || must.contains("typed confirmation") else { return }
        let bench = ChangeBench(tag)
        let change = bench.change(wish, confirm: false)
        guard case .needsConfirmation? = change.error else {
            Issue.record("\(one.id): done without asking")
            return
        }
        #expect(bench.writes.isEmpty, "\(one.id)")
    }

    /// A container that is set is kept, and what OR would make of it is said.
    private func checkContainer(
        _ one: OperationCase, _ before: [UInt8], _ after: [UInt8], _ change: Change
    ) {
        guard (one.expected["must_not"] as? [String])?.contains("write page 3 silently") == true else { return }
        #expect(before[12..<16] == after[12..<16], "\(one.id)")
        #expect(change.outcome?.plan.notices.contains { $0.contains("can only be set") } == true, "\(one.id)")
    }

    /// Bytes against hex digits, `??` for any; a remark in brackets names the least bits that must be set.
    private func fits(_ bytes: [UInt8]?, _ pattern: String) -> Bool {
        guard let bytes else { return false }
        let digits = pattern.prefix { $0 != " " }
        let least = pattern.split(separator: " ").dropFirst().compactMap { Hex.bytes(String($0.drop { $0 == "(" })) }
            .first { $0.count >= 2 }
        if let least {
            // The lock bytes: two in page 02 behind the UID's, three in a dynamic lock page.
            let offset = digits.hasPrefix("????") ? 2 : 0
            return zip(bytes[offset...], least).allSatisfy { $0 & $1 == $1 }
        }
        let known = stride(from: 0, to: digits.count, by: 2).map { index -> UInt8? in
            let start = digits.index(digits.startIndex, offsetBy: index)
            return UInt8(digits[start...].prefix(2), radix: 16)
        }
        return known.count == bytes.count && zip(known, bytes).allSatisfy { $0 == nil || $0 == $1 }
    }
}
