import Dumps
import Engine
import Simulator
import Tags
import Testing

@testable import App

@Suite("The commands of the journal")
struct JournalCommandTests {
    @Test("an empty journal lists nothing, makes no file and has nothing to recover")
    func empty() throws {
        let home = try Home()
        #expect(try home.operations().isEmpty)
        #expect(!Files.exists(home.paths.journal))
        let answer = try home.run("journal", "recover", "--finish", "--simulate")
        #expect(answer.status == .done && answer.result == "nothingToDo")
        let unknown = try home.run("journal", "show", "7")
        #expect(unknown.status == .failed && unknown.error?["kind"] as? String == "refusedHere")
        #expect(try home.run("journal", "undo", "7", "--simulate").result == "refusedHere")
    }

    @Test("every operation is listed by the contract, the newest first, and found by its UID or a part of it")
    func list() throws {
        let home = try Home()
        #expect(try home.run("write", "--simulate", "--text", "one").result == "done")
        #expect(try home.run("write", "--simulate", "--text", "two").result == "done")
        #expect(try home.run("write", "--simulate=ntag215", "--text", "other").result == "done")
        let all = try home.operations()
        #expect(all.map { $0["id"] as? Int } == [3, 2, 1])
        for operation in all {
            #expect(operation["kind"] as? String == "write" && operation["result"] as? String == "done")
            #expect(operation["steps"] as? Int == operation["acknowledged"] as? Int)
            let started = try #require(operation["started"] as? String)
            #expect(started.count == 20 && started.hasSuffix("Z") && started.contains("T"))
        }
        for text in [Home.uid, "04E10C", "04:e1:0c:da:99:3c:80"] {
            #expect(try home.operations("--uid", text).map { $0["id"] as? Int } == [2, 1])
        }
        #expect(try home.operations("--uid", "04:00").isEmpty)
        let text = try home.say("journal", "list").text
        #expect(text.split(separator: "\n").count == 3 && text.hasPrefix("3  ") && text.contains(Home.uid))
    }

    @Test("show gives the steps and the memory before and after; no secret is in it")
    func show() throws {
        let home = try Home()
        let before = try home.memory()
        #expect(try home.run("write", "--simulate", "--text", "one").result == "done")
        let after = try home.memory()
        let entry = try home.run("journal", "show", "1").document
        #expect(entry["before"] as? String == before && entry["after"] as? String == after)
        #expect(entry["readBack"] as? String == after)
        #expect(entry["verified"] as? Bool == true && (entry["person"] as? String)?.isEmpty == false)
        let plan = try #require(entry["plan"] as? [[String: Any]])
        #expect(plan.count == entry["steps"] as? Int && plan.allSatisfy { $0["sent"] as? Bool == true })

        #expect(try home.run("protect", "--simulate", "--password", "hex:A1B2C3D4", "--pack", "E5F6").result == "done")
        let secret = try home.run("journal", "show", "2")
        #expect(!secret.text.contains("A1B2C3D4") && !secret.text.contains("E5F6"))
        #expect(secret.text.contains("********"))
        let file = String(decoding: try Files.read(home.paths.journal, atMost: 10_000_000), as: UTF8.self)
        #expect(!file.contains("\u{A1}\u{B2}\u{C3}\u{D4}"))
        #expect(try home.say("journal", "show", "2").text.contains("AUTH0"))
    }

    @Test("undo brings back what was there, and says so in the journal")
    func undo() throws {
        let home = try Home()
        let before = try home.memory()
        #expect(try home.run("write", "--simulate", "--text", "one").result == "done")
        let answer = try home.run("journal", "undo", "1", "--simulate")
        #expect(answer.status == .done && answer.result == "done")
        #expect(answer.document["verified"] as? Bool == true && answer.uid == Home.uid)
        #expect(try home.memory() == before)
        #expect(try home.operations().first { $0["id"] as? Int == 1 }?["result"] as? String == "putBack")
        #expect(try home.run("journal", "undo", "1", "--simulate").result == "refusedHere")
    }

    @Test(
        "an interrupted write is finished or put back, at whatever frame the tag was pulled", arguments: [true, false])
    func recover(finish: Bool) throws {
        let home = try Home()
        let session = try PulledSession(chip: "ntag213", in: home)
        #expect(try session.run(["write", "--text", "what was there before"]).word == "done")
        let before = session.tag.image
        var interrupted = 0
        for frames in 1...40 {
            let arguments = ["write", "--uri", "https://example.com/\(frames)"]
            let pulled = try session.run(arguments, pullAfter: frames)
            if pulled.word == "done" { break }
            let waits = try home.operations().first.map { $0["needsRecovery"] as? Bool == true } ?? false
            let result = try session.recover(["recover", finish ? "--finish" : "--put-back"])
            if pulled.outcome?.journalNumber == nil {
                #expect(result.word == "nothingToDo" && session.tag.image == before)
                continue
            }
            interrupted += 1
            #expect(waits && result.word == "done" && result.outcome?.verified == true)
            if finish {
                #expect(try session.run(arguments).word == "nothingToDo")
                #expect(try session.run(["write", "--text", "what was there before"]).word == "done")
            } else {
                #expect(session.tag.image == before)
            }
            #expect(try session.recover(["recover", "--finish"]).word == "nothingToDo")
        }
        #expect(interrupted > 5)
    }

    @Test(
        "an interrupted change is left, with its tag there or not, and is not asked about again",
        arguments: [true, false])
    func leave(isThere: Bool) throws {
        let home = try Home()
        let session = try PulledSession(chip: "ntag213", in: home)
        _ = try session.run(["write", "--text", "a text that takes some pages"], pullAfter: 12)
        let before = session.tag.image
        let uid = Hex.string(session.tag.uid, separator: ":")
        if isThere {
            let result = try session.recover(["recover", "--leave"])
            #expect(result.word == "done" && result.reason.contains("stays as it is"))
        } else {
            let answer = try home.run("journal", "recover", "--leave", "--uid", uid, "--read-only")
            #expect(answer.status == .done && answer.result == "done" && answer.uid == uid)
        }
        #expect(session.tag.image == before)
        #expect(try home.operations().first?["result"] as? String == "left")
        #expect(try home.run("journal", "recover", "--leave", "--uid", uid).result == "nothingToDo")
    }

    @Test(
        "one way out of a recovery is named, and only one",
        arguments: [[], ["--finish", "--leave"], ["--put-back", "--finish"]])
    func oneWay(options: [String]) throws {
        #expect(throws: UsageError.eitherOption([.finish, .putBack, .leave], command: .journalRecover)) {
            try Home().run(["journal", "recover"] + options)
        }
    }

    @Test("a PACK given for a recovery is the one on the tag afterwards, with the password that is written anew")
    func pack() throws {
        var renewed = 0
        for frames in 1...30 {
            let home = try Home()
            let session = try PulledSession(chip: "ntag213", in: home)
            _ = try session.run(
                ["protect", "--password", "hex:01020304", "--pack", "AAAA"], pullAfter: frames, tear: .zeros)
            guard try home.operations().first?["needsRecovery"] as? Bool == true else { continue }
            let result = try session.recover(
                ["recover", "--finish", "--password", "hex:01020304", "--pack", "BBBB"])
            #expect(result.word == "done", "\(frames): \(result.reason)")
            let writesPassword = result.outcome?.plan.steps.contains(where: \.secret) == true
            if writesPassword { renewed += 1 }
            let pack = Array(session.tag.image[0x2C * 4..<0x2C * 4 + 2])
            #expect(pack == (writesPassword ? [0xBB, 0xBB] : [0xAA, 0xAA]), "after \(frames) frames")
            #expect(result.outcome?.plan.notices.contains { $0.contains("PACK") } != true)
        }
        #expect(renewed > 0)
    }

    @Test("another tag than the one that waits is left alone, and named")
    func otherTag() throws {
        let home = try Home()
        let session = try PulledSession(chip: "ntag215", in: home)
        _ = try session.run(["write", "--text", "a text that takes some pages"], pullAfter: 12)
        #expect(try home.operations().first?["needsRecovery"] as? Bool == true)
        let before = try home.memory()
        let answer = try home.run("journal", "recover", "--finish", "--simulate", "--wait", "0")
        #expect(answer.status == .nothingThere)
        #expect((answer.error?["message"] as? String)?.contains(Home.uid) == true)
        #expect(try home.memory() == before)
        let named = try home.run("journal", "recover", "--finish", "--simulate", "--uid", Home.uid)
        #expect(named.status == .done && named.result == "nothingToDo")
    }

    @Test("a write to a tag that waits for recovery says so")
    func told() throws {
        let home = try Home()
        let session = try PulledSession(chip: "ntag213", in: home)
        _ = try session.run(["write", "--text", "a text that takes some pages"], pullAfter: 12)
        let operations = try home.operations()
        #expect(operations.first?["needsRecovery"] as? Bool == true)
        #expect(try home.say("journal", "list").text.contains("to be recovered"))
        #expect(try home.say("journal", "show", "1").text.contains("tagdesk journal recover"))
    }

    @Test("a journal that is none is named, and nothing is written over it")
    func damaged() throws {
        let home = try Home()
        try Files.makeFolder(home.paths.data)
        try Files.replace(home.paths.journal, with: Array("no database at all, and longer than a header".utf8))
        let answer = try home.run("journal", "list")
        #expect(answer.status == .failed && answer.error?["kind"] as? String == "refusedHere")
        let write = try home.run("write", "--simulate", "--text", "x")
        #expect(write.result == "refusedHere")
        #expect(
            try Files.read(home.paths.journal, atMost: 100)
                == Array("no database at all, and longer than a header".utf8))
    }

    @Test("a tag is compared with how it was last read, until that is forgotten or never kept")
    func lastSeen() throws {
        let home = try Home()
        #expect(try home.run("read", "--simulate", "--no-history").status == .done)
        let unknown = try home.run("compare", "last", "tag", "--simulate", "--no-history")
        #expect(unknown.status == .usage)
        #expect((unknown.error?["message"] as? String)?.contains("neither read nor changed") == true)
        #expect(try home.run("read", "--simulate").status == .done)
        let same = try home.run("compare", "last", "tag", "--simulate")
        #expect(same.status == .done && same.document["same"] as? Bool == true)
        #expect(try home.run("write", "--uri", "https://example.com/a", "--simulate").status == .done)
        let own = try home.run("compare", "last", "tag", "--simulate")
        #expect(own.status == .done, "what was changed here is no surprise")
        #expect(throws: UsageError.self) { try home.run("compare", "last", "last", "--simulate") }
        let forgotten = try home.run("journal", "forget", "--all")
        #expect(forgotten.status == .done && forgotten.document["forgotten"] as? Int == 1)
        #expect(try home.run("journal", "forget", "--uid", Home.uid).document["forgotten"] as? Int == 0)
        #expect(throws: UsageError.self) { try home.run("journal", "forget") }
        #expect(try home.operations().count == 1, "changes stay")
    }
}
