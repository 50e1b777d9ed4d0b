import Engine
import Simulator
import Tags
import Testing

@testable import App

@Suite("Commands on cards with files")
struct FileCommandTests {
    private static let cards = ["type4", "ntag424"]

    private func files(_ answer: Home.Answer) -> [[String: Any]] { answer.document["files"] as? [[String: Any]] ?? [] }

    @Test(
        "read answers with files instead of a memory, each with its bytes, access and what was not read",
        arguments: cards)
    func read(card: String) throws {
        let answer = try Home().run("read", "--simulate=\(card)")
        #expect(answer.status == .done)
        #expect(answer.document["memory"] == nil)
        let tag = try #require(answer.document["tag"] as? [String: Any])
        #expect(tag["type"] as? String == "4")
        #expect(tag["chip"] as? String == (card == "ntag424" ? "NTAG 424 DNA" : "Type 4 tag"))
        let all = files(answer)
        #expect(all.prefix(2).map { $0["id"] as? String } == ["E103", "E104"])
        #expect(all.prefix(2).map { $0["name"] as? String } == ["CC", "NDEF"])
        for file in all {
            let bytes = try #require(file["bytes"] as? String)
            let size = try #require(file["size"] as? Int)
            #expect(bytes.count == size * 2)
            #expect(bytes.contains("?") == !(file["unread"] as? [Any] ?? []).isEmpty)
            #expect((file["access"] as? [String: Any])?["read"] != nil)
        }
        if card == "ntag424" {
            #expect((tag["keys"] as? [[String: Any]])?.count == 5)
            #expect((tag["signature"] as? [String: Any])?["valid"] as? Bool == true)
            #expect(all.count == 3)
            #expect(answer.document["exchanges"] as? Int ?? 99 <= 21)
        }
        let capacity = (answer.document["ndef"] as? [String: Any])?["capacity"] as? [String: Any]
        #expect(capacity?["max"] as? Int == (card == "ntag424" ? 254 : 2046))
        let text = try Home().say("read", "--simulate=\(card)").text
        #expect(
            text.contains("E104 NDEF") && text.contains("mapping 2.0") && text.contains("less the length field NLEN"))
    }

    @Test(
        "write, format, erase, journal and undo work as on other tags, and plans name file and offset",
        arguments: ["type4-link-text", "ntag424-factory", "ntag424-link"]
    )
    func change(card: String) throws {
        let home = try Home()
        let option = "--simulate=\(card)"
        // Key 0 of the tag with a link, which its file asks for.
        let key = card == "ntag424-link" ? ["--password", "hex:" + String(repeating: "A0", count: 16)] : []
        if !key.isEmpty {
            let closed = try home.run("write", option, "--uri", "https://example.com/x")
            #expect(closed.result == "refusedHere")
            #expect((closed.error?["message"] as? String)?.contains("only with key 0") == true, "\(closed.text)")
        }
        let planned = try home.run(["write", option, "--uri", "https://example.com/x", "--dry-run"] + key)
        #expect(planned.result == "planned")
        #expect(planned.plan.allSatisfy { $0["file"] as? String == "E104" && $0["offset"] is Int && $0["page"] == nil })
        let before = files(try home.run("read", option)).dropFirst().first?["bytes"] as? String
        let written = try home.run(["write", option, "--uri", "https://example.com/x"] + key)
        #expect(written.result == "done" && written.document["verified"] as? Bool == true, "\(written.text)")
        #expect(written.plan.allSatisfy { $0["sent"] as? Bool == true })
        let records = (try home.run("read", option).document["ndef"] as? [String: Any])?["records"] as? [[String: Any]]
        // A link that the card puts its own characters into reads otherwise.
        if card != "ntag424-link" { #expect(records?.first?["uri"] as? String == "https://example.com/x") }
        let first = files(try home.run("read", option)).dropFirst().first?["bytes"] as? String
        let appended = try home.run(["write", option, "--append", "--text", "more"] + key)
        #expect(appended.result == "done")
        let number = try #require(try home.operations().first?["id"] as? Int)
        let shown = try home.run("journal", "show", String(number)).document
        #expect((shown["files"] as? [[String: Any]])?.contains { $0["id"] as? String == "E104" } == true)
        #expect(shown["before"] == nil)
        #expect(try home.say("journal", "show", String(number)).text.contains("Before: file E104"))
        #expect(try home.run(["journal", "undo", String(number), option] + key).result == "done")
        let after = files(try home.run("read", option)).dropFirst().first?["bytes"] as? String
        if key.isEmpty { #expect(after == first && after != before) }
        guard key.isEmpty else { return }
        let said = try home.say("write", option, "--uri", "https://example.com/y")
        #expect(said.text.contains("file E104 at ") && said.text.contains("->"), "\(said.text)")
        #expect(try home.run("erase", option).result == "done")
        #expect(try home.run("format", option).result == "nothingToDo")
        #expect((try home.run("read", option).document["ndef"] as? [String: Any])?["state"] as? String == "empty")
    }

    @Test("what a card has not is refused in its words, and a lock needs the UID or key 0")
    func refusals() throws {
        let home = try Home()
        for card in Self.cards {
            let protect = try home.run("protect", "--simulate=\(card)", "--password", "hex:11223344")
            #expect(protect.result == "refusedHere")
            #expect((protect.error?["message"] as? String)?.contains("no password") == true)
            let big = try home.run("write", "--simulate=\(card)", "--text", String(repeating: "x", count: 3000))
            #expect(big.result == "refusedHere")
        }
        let dna = try home.run("lock", "--all", "--simulate=ntag424")
        #expect(dna.result == "refusedHere" && (dna.error?["message"] as? String)?.contains("key 0") == true)
        let keyed = try home.run(
            "lock", "--all", "--simulate=ntag424", "--password", "hex:" + String(repeating: "00", count: 16))
        #expect(keyed.result == "done", "\(keyed.text)")
        let plain = try home.run("lock", "--all", "--simulate=type4")
        #expect(plain.result == "refusedHere" && (plain.document["confirm"] as? String) != nil, "\(plain.text)")
    }
}
