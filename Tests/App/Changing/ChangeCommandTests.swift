import Dumps
import Engine
import NDEF
import Simulator
import Tags
import Testing

@testable import App

@Suite("The commands that change a tag, over the built-in reader")
struct ChangeCommandTests {
    /// A command of each kind that has something to do on an NTAG213 as delivered.
    static let commands: [[String]] = [
        ["write", "--uri", "https://example.com"], ["protect", "--password", "ascii:abcd"],
        ["lock", "--all"], ["lock", "--pages", "04-05"], ["configure", "counter=on", "mirror=uid", "mirrorPage=10"],
        ["configure", "configLock=on"], ["protect", "--password", "ascii:abcd", "--limit", "3"],
    ]

    @Test("the document has the keys and types of the contract", arguments: commands)
    func contract(command: [String]) throws {
        let home = try Home()
        let answer = try home.run(command + ["--simulate", "--confirm", Home.uid])
        #expect(answer.status == .done && answer.result == "done")
        #expect(answer.text.filter { $0 == "\n" }.count == 1)
        #expect((answer.document["reason"] as? String)?.hasSuffix(".") == true)
        #expect((answer.document["advice"] as? String)?.hasSuffix(".") == true)
        #expect(answer.uid == Home.uid)
        #expect(answer.document["verified"] as? Bool == true)
        #expect(answer.document["exchanges"] as? Int ?? 0 > answer.document["written"] as? Int ?? 0)
        #expect(answer.document["milliseconds"] is Int)
        #expect(answer.document["operation"] as? Int == 1)
        #expect(!answer.plan.isEmpty)
        #expect(answer.plan.count { $0["page"] != nil } == answer.document["written"] as? Int)
        for step in answer.plan {
            #expect(step["sent"] as? Bool == true && step["reversible"] is Bool)
            #expect((step["why"] as? String)?.isEmpty == false)
            #expect((step["page"] is Int) != (step["command"] is String))
            let new = try #require(step["new"] as? String)
            #expect(new == "********" || new.count == 8)
            if let old = step["old"] as? String { #expect(old.count == 8) }
        }
    }

    @Test("a dry run names every step, writes nothing and keeps no operation", arguments: commands)
    func dryRun(command: [String]) throws {
        let home = try Home()
        let before = try home.memory()
        let answer = try home.run(command + ["--simulate", "--dry-run"])
        #expect(answer.status == .done && answer.result == "planned")
        #expect(answer.document["written"] as? Int == 0)
        #expect(!answer.plan.isEmpty && answer.plan.allSatisfy { $0["sent"] as? Bool == false })
        #expect(try home.memory() == before)
        #expect(try home.operations().isEmpty)
        // What was planned is then what is done.
        let done = try home.run(command + ["--simulate", "--confirm", Home.uid])
        #expect(done.plan.map { $0["page"] as? Int } == answer.plan.map { $0["page"] as? Int })
    }

    @Test("what is written is what is read, and writing it again finds nothing to do")
    func write() throws {
        let home = try Home()
        let records = ["--uri", "https://example.com", "--text", "de:Grüße", "--aar", "com.example.app"]
        #expect(try home.run(["write", "--simulate"] + records).status == .done)
        #expect(try home.records().map { $0["kind"] as? String } == ["uri", "text", "aar"])
        let again = try home.run(["write", "--simulate"] + records)
        #expect(again.status == .done && again.result == "nothingToDo" && again.plan.isEmpty)
        #expect(again.document["written"] as? Int == 0)
        #expect(try home.operations().count == 1)
    }

    @Test("--append keeps what is there")
    func append() throws {
        let home = try Home()
        for text in ["one", "two", "three"] {
            #expect(try home.run("write", "--simulate", "--append", "--text", text).result == "done")
        }
        #expect(try home.records().map { $0["text"] as? String } == ["one", "two", "three"])
    }

    @Test("a message that does not fit is refused with the numbers, and nothing is written")
    func tooBig() throws {
        let home = try Home()
        let before = try home.memory()
        let answer = try home.run("write", "--simulate", "--text", String(repeating: "x", count: 200))
        #expect(answer.status == .failed && answer.result == "refusedHere")
        #expect(answer.error?["kind"] as? String == "refusedHere")
        #expect((answer.document["reason"] as? String)?.contains("207 bytes, 137 fit") == true)
        #expect(answer.document["reason"] as? String == answer.error?["message"] as? String)
        #expect(try home.memory() == before)
    }

    @Test(
        "what can never be undone is refused with its pages and the very --confirm to give, unless that is given",
        arguments: [
            ["lock", "--all"], ["configure", "configLock=on"], ["protect", "--password", "ascii:abcd", "--limit", "3"],
        ])
    func confirmation(command: [String]) throws {
        let home = try Home()
        let before = try home.memory()
        for given in [[], ["--confirm", "04:E1:0C:DA:99:3C:81"]] {
            let answer = try home.run(command + ["--simulate"] + given)
            #expect(answer.status == .failed && answer.result == "refusedHere")
            #expect((answer.document["advice"] as? String)?.contains("--confirm " + Home.uid) == true)
            #expect(answer.document["confirm"] as? String == Home.uid)
            let pages = try #require(answer.document["irreversiblePages"] as? [Int])
            #expect(!pages.isEmpty)
            for page in pages { #expect((answer.document["advice"] as? String)?.contains(Hex.address(page)) == true) }
            #expect(answer.plan.contains { $0["reversible"] as? Bool == false && $0["consequence"] is String })
            #expect(try home.memory() == before)
        }
        #expect(try home.operations().isEmpty)
        #expect(try home.run(command + ["--simulate", "--confirm", "04e10cda993c80"]).result == "done")
    }

    @Test("locked pages are locked for good, and a write to them is refused")
    func lock() throws {
        let home = try Home()
        #expect(try home.run("lock", "--simulate", "--pages", "04-0F", "--confirm", Home.uid).result == "done")
        let protection = try home.run("read", "--simulate").document["protection"] as? [String: Any]
        #expect(protection?["lockedPages"] as? [Int] == Array(4...15))
        let answer = try home.run("write", "--simulate", "--uri", "https://example.com")
        #expect(answer.status == .failed && answer.result == "refusedHere")
    }

    @Test("protect, write with the password, change it, take it off")
    func protect() throws {
        let home = try Home()
        let set = try home.run(
            "protect", "--simulate", "--password", "ascii:abcd", "--mode", "readwrite", "--pack", "1234")
        #expect(set.result == "done")
        for secret in ["61626364", "abcd", "1234"] { #expect(!set.text.contains(secret)) }
        #expect(set.plan.filter { $0["new"] as? String == "********" }.count == 3)

        let closed = try home.run("write", "--simulate", "--uri", "https://example.com")
        #expect(closed.result == "refusedHere")
        #expect((closed.document["advice"] as? String)?.contains("--password") == true)
        let wrong = try home.run("write", "--simulate", "--uri", "https://example.com", "--password", "ascii:abce")
        #expect(wrong.status == .failed && wrong.result == "refusedByTag")
        let open = try home.run("write", "--simulate", "--uri", "https://example.com", "--password", "ascii:abcd")
        #expect(open.result == "done")
        #expect(try home.records("--password", "ascii:abcd").map { $0["uri"] as? String } == ["https://example.com"])
        let more = try home.run("write", "--simulate", "--append", "--text", "more", "--password", "ascii:abcd")
        #expect(more.result == "done")
        #expect(try home.records("--password", "ascii:abcd").count == 2)

        // On a guarded tag --password is the present one, and stays; with --new it is changed.
        let weaker = try home.run("protect", "--simulate", "--password", "ascii:abcd", "--mode", "write")
        #expect(weaker.result == "done" && !weaker.plan.contains { $0["new"] as? String == "********" })
        #expect(try home.records().count == 2)
        let changed = try home.run(
            "protect", "--simulate", "--password", "ascii:abcd", "--new", "nfctools:a phrase", "--from", "10")
        #expect(changed.result == "done")
        #expect(try home.run("unprotect", "--simulate", "--password", "ascii:abcd").result == "refusedByTag")
        #expect(try home.run("unprotect", "--simulate", "--password", "nfctools:a phrase").result == "done")
        #expect(try home.run("write", "--simulate", "--text", "free again").result == "done")
        #expect(try home.run("unprotect", "--simulate").result == "nothingToDo")
    }

    @Test("configure sets what it names, and the tag reads so")
    func configure() throws {
        let home = try Home()
        let answer = try home.run(
            "configure", "--simulate", "counter=on", "mirror=both", "mirrorPage=08", "mirrorByte=1",
            "strongModulation=off")
        #expect(answer.result == "done")
        let protection = try #require(try home.run("read", "--simulate").document["protection"] as? [String: Any])
        #expect(protection["counterEnabled"] as? Bool == true && protection["strongModulation"] as? Bool == false)
        let mirror = try #require(protection["mirror"] as? [String: Any])
        #expect(mirror["content"] as? String == "both" && mirror["at"] as? Int == 8 * 4 + 1)
        let refused = try home.run("configure", "--simulate=ultralight", "counter=on")
        #expect(refused.status == .failed && refused.result == "refusedHere")
    }

    @Test("format and erase leave an empty message", arguments: ["format", "erase"])
    func empty(command: String) throws {
        let home = try Home()
        let delivered = try home.memory()
        #expect(try home.run("write", "--simulate", "--text", "something to clear away").result == "done")
        #expect(try home.run(command, "--simulate").result == "done")
        #expect(try home.records().isEmpty)
        #expect(try home.memory() == delivered)
    }

    @Test("an Ultralight C takes a key in place of a password")
    func ultralightC() throws {
        let home = try Home()
        let session = try PulledSession(chip: "ultralight-c", in: home)
        let (old, new) = ("hex:49454D4B41455242214E4143554F5946", "hex:000102030405060708090A0B0C0D0E0F")
        #expect(try session.run(["key", "set", "0", "--new", new]).word == "done")
        let uid = Hex.string(session.tag.uid)
        #expect(try session.run(["format", "--confirm", uid]).word == "done")
        let guarded = try session.run(["protect", "--password", new, "--from", "10"])
        #expect(guarded.word == "done")
        let long = String(repeating: "x", count: 100)
        #expect(try session.run(["write", "--text", long]).failure?.kind == "refusedHere")
        #expect(try session.run(["write", "--text", long, "--password", old]).status == .failed)
        let written = try session.run(["write", "--text", long, "--password", new])
        #expect(written.word == "done", "\(written.reason)")
        #expect(try session.run(["key", "set", "0", "--old", new, "--new", old]).word == "done")
        #expect(try session.run(["unprotect", "--password", old]).word == "done")
        let refused = try PulledSession(chip: "ntag213", in: home).run(["key", "set", "0", "--new", new])
        #expect(refused.word == "refusedHere")
    }

    @Test("with --read-only nothing is sent, whatever the command; a dry run may", arguments: commands)
    func readOnly(command: [String]) throws {
        let home = try Home()
        let before = try home.memory()
        let answer = try home.run(command + ["--simulate", "--read-only", "--confirm", Home.uid])
        #expect(answer.status == .failed && answer.result == "refusedHere")
        #expect(answer.document["exchanges"] as? Int == 0)
        #expect(try home.memory() == before)
        #expect(try home.run(command + ["--simulate", "--read-only", "--dry-run"]).result == "planned")
        for other in [["journal", "undo", "1"], ["journal", "recover", "--finish"]] {
            #expect(try home.run(other + ["--simulate", "--read-only"]).result == "refusedHere")
        }
    }

    @Test("a journal that cannot be kept stops the change before anything is sent")
    func noJournal() throws {
        let home = try Home()
        // Before anything is read: readings are kept in it too.
        try Files.makeFolder(home.paths.journal)
        let before = try home.memory()
        let answer = try home.run("write", "--simulate", "--uri", "https://example.com")
        #expect(answer.status == .failed && answer.result == "refusedHere")
        #expect((answer.document["reason"] as? String)?.contains("journal") == true)
        #expect(try home.memory() == before)
    }

    @Test("no reader and no tag are status 3, with the document")
    func nothingThere() throws {
        let home = try Home()
        let answer = try home.run("write", "--simulate", "--reader", "another", "--wait", "0", "--uri", "https://a.de")
        #expect(answer.status == .nothingThere)
        #expect(answer.error?["kind"] as? String == "noReader")
    }

    @Test("a tag that is taken away is tagLost, with what was sent, what state it is in and how to go on")
    func pulled() throws {
        let session = try PulledSession(chip: "ntag213", in: try Home())
        var lost = 0
        for frames in 1...30 {
            let result = try session.run(["write", "--text", "pull \(frames)"], pullAfter: frames)
            guard result.word != "done" else { break }
            #expect(result.word == "tagLost" && result.status == .failed)
            if let outcome = result.outcome, outcome.journalNumber != nil {
                lost += 1
                #expect(!outcome.verified)
                #expect(result.state?.contains("of \(outcome.plan.steps.count) steps") == true)
                #expect(result.advice.contains("journal recover --finish"))
                let document = try parsed(JSONValue(change: result))
                let plan = try #require(document["plan"] as? [[String: Any]])
                #expect(plan.map { $0["sent"] as? Bool } == outcome.sent)
            }
            _ = try session.recover(["recover", "--put-back"])
        }
        #expect(lost > 3)
    }
}

@Suite("What a person reads of a change")
struct ChangeTextTests {
    @Test("the plan is a line a step, the bytes that change in brackets")
    func plan() throws {
        let home = try Home()
        let answer = try home.say("write", "--simulate", "--uri", "https://example.com", "--dry-run")
        let lines = answer.text.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasSuffix("NTAG213  " + Home.uid) == true)
        #expect(lines.contains { $0.hasPrefix("  05   34  03  00  FE  ->  34  03 [10][D1]  ") })
        #expect(lines.contains { $0.hasPrefix("  06   00  00  00  00  -> [01][0C][55][04]  ") })
        #expect(lines.contains { $0.hasPrefix("Result") && $0.contains("nothing was written") })
        #expect(!answer.text.contains("done"))
    }

    @Test("what can never be undone is marked and said; a secret is neither shown nor said")
    func marks() throws {
        let home = try Home()
        let lock = try home.say("lock", "--simulate", "--pages", "04", "--dry-run")
        #expect(lock.text.contains("! 02 ") && lock.text.contains("can never be undone: page 04"))
        #expect(lock.text.contains("--confirm " + Home.uid))
        let protect = try home.say("protect", "--simulate", "--password", "ascii:abcd")
        #expect(protect.text.contains("********") && !protect.text.contains("61"))
        #expect(protect.text.contains("PWD_AUTH"))
        #expect(protect.text.unprintable.isEmpty && protect.notes.unprintable.isEmpty)
    }

    @Test("a failure is told in sentences on stderr")
    func failure() throws {
        let home = try Home()
        let answer = try home.say("lock", "--simulate", "--all")
        #expect(answer.status == .failed)
        #expect(answer.notes.contains("Refused before anything was sent"))
        #expect(answer.notes.contains("--confirm " + Home.uid))
    }

    @Test("progress is written over one line, and only where a person looks")
    func progress() {
        final class Kept { var text = "" }
        let kept = Kept()
        let line = ProgressLine(isShown: true) { kept.text += $0 }
        line.show(OperationProgress(activity: "writing page 04\u{1B}[2J", done: 0, total: 3))
        line.show(OperationProgress(activity: "reading back", done: 3, total: 3))
        line.clear()
        line.clear()
        #expect(kept.text.contains("1 of 3  writing page 04") && kept.text.contains("3 of 3  reading back"))
        #expect(!kept.text.contains("\n") && !kept.text.contains("\u{1B}[2J") && kept.text.hasSuffix("\r\u{1B}[K"))
        let silent = ProgressLine(isShown: false) { _ in Issue.record("said something") }
        silent.show(OperationProgress(activity: "x", done: 0, total: 1))
        silent.clear()
    }
}
