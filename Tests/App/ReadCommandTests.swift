import Dumps
import Engine
import Foundation
import NDEF
import Simulator
import Tags
import Testing

@testable import App

/// A folder that goes with the test.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "tagdesk-test-\(UUID())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }
}

@Suite("tagdesk read over the built-in reader")
struct ReadCommandTests {
    static let chips = SimulatedChipName.all.map(\.word)

    static func run(_ arguments: [String], home: String = "/nonexistent") throws -> (
        status: ShellStatus, kept: KeptOutput
    ) {
        let invocation = try Invocation(parsing: arguments)
        let kept = KeptOutput()
        let context = CommandContext(
            invocation: invocation, options: try CommonOptions(invocation),
            paths: Paths(environment: { ["HOME": home][$0] }),
            output: kept.output)
        return (try context.run(), kept)
    }

    /// Memory that differs from page to page, under a UID and lock bytes that are as delivered.
    private static func image(of chip: String) throws -> [UInt8] {
        let table = try #require(SimulatedChipName.chip(chip))
        var image = SimulatedTag(chip: table, uid: [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]).image
        for offset in table.userPages.lowerBound * 4..<(table.userPages.upperBound + 1) * 4 {
            image[offset] = UInt8(truncatingIfNeeded: offset &* 7 &+ 1)
        }
        return image
    }

    @Test("every byte is that of the image it was started with, those apart that are named unread", arguments: chips)
    func everyByte(chip: String) throws {
        let folder = try TemporaryFolder()
        let image = try Self.image(of: chip)
        let hex = try folder.write("image.eml", Array(Hex.string(image, separator: " ").utf8))
        let raw = try folder.write("image.bin", image)
        for file in [raw, hex] {
            let (status, kept) = try Self.run(["read", "--simulate=\(chip):\(file)", "--json"])
            #expect(status == .done)
            let memory = try #require(try parsed(kept.result)["memory"] as? [String: Any])
            let bytes = Array(try #require(memory["bytes"] as? String))
            let unread = try #require(memory["unread"] as? [[String: Any]])
            #expect(bytes.count == image.count * 2)
            #expect(memory["pages"] as? Int == image.count / 4)
            let ranges = try unread.map { range in
                let (from, to) = (try #require(range["from"] as? Int), try #require(range["to"] as? Int))
                #expect((range["why"] as? String)?.isEmpty == false)
                return from...to
            }
            for offset in image.indices {
                let shown = String(bytes[offset * 2..<offset * 2 + 2])
                let isUnread = ranges.contains { $0.contains(offset / 4) }
                #expect(shown == (isUnread ? "??" : Hex.string([image[offset]])), "byte \(offset)")
            }
        }
    }

    @Test("the document has the keys and types of the contract", arguments: chips)
    func contract(chip: String) throws {
        let (status, kept) = try Self.run(["read", "--simulate=\(chip)", "--json"])
        #expect(status == .done)
        #expect(kept.result.filter { $0 == "\n" }.count == 1)
        let document = try parsed(kept.result)
        #expect((document["reader"] as? String)?.isEmpty == false)
        #expect(document["profile"] as? String == "acr1252")
        #expect(document["exchanges"] as? Int ?? 0 > 0)
        #expect(document["milliseconds"] is Int)

        let tag = try #require(document["tag"] as? [String: Any])
        let table = try #require(SimulatedChipName.chip(chip))
        #expect(tag["chip"] as? String == table.name)
        #expect(tag["type"] as? String == "2")
        #expect(tag["vendor"] as? String == "NXP Semiconductors")
        #expect((tag["uid"] as? String)?.split(separator: ":").count == 7)
        #expect((tag["identifiedBy"] as? String)?.isEmpty == false)
        #expect((tag["atr"] as? String)?.hasPrefix("3B8F") == true)
        if table.signatureCurve != nil {
            let signature = try #require(tag["signature"] as? [String: Any])
            #expect(signature["valid"] is Bool && (signature["bytes"] as? String)?.count == 64)
        }
        switch table.counters {
        case .three: #expect((tag["counters"] as? [[String: Any]])?.map { $0["value"] as? Int } == [0, 0, 0])
        case .nfc: #expect((tag["counter"] as? [String: Any])?["enabled"] as? Bool == false)
        case .none: break
        }

        let memory = try #require(document["memory"] as? [String: Any])
        #expect(memory["pageSize"] as? Int == 4)
        let regions = try #require(memory["regions"] as? [[String: Any]])
        #expect(
            regions.contains { $0["name"] as? String == "uid" } && regions.contains { $0["name"] as? String == "user" })
        for region in regions {
            let (from, to) = (try #require(region["from"] as? Int), try #require(region["to"] as? Int))
            #expect(from <= to)
            if let at = region["at"] as? Int { #expect(at / 4 == from && region["length"] is Int) }
        }

        let ndef = try #require(document["ndef"] as? [String: Any])
        #expect(["empty", "message", "unformatted", "invalid", "protected"].contains(ndef["state"] as? String))
        #expect(ndef["records"] is [Any])
        if let capacity = ndef["capacity"] as? [String: Any] {
            #expect(capacity["max"] is Int && capacity["used"] is Int && capacity["how"] is String)
            #expect(["reported", "derived", "assumed"].contains(capacity["provenance"] as? String))
        }
        if table.configuration != nil {
            let protection = try #require(document["protection"] as? [String: Any])
            #expect(protection["lockedPages"] is [Int])
            // NTAG I2C has a configuration, and no password.
            if table.authentication != .none {
                #expect(protection["auth0"] is Int)
                #expect(protection["passwordProtects"] as? String == "nothing")
            }
            #expect(
                protection["authenticated"] as? Bool == false && protection["permanentlyReadOnly"] as? Bool == false)
        }
    }

    @Test("a tag's text reaches neither output as a control", arguments: [["--json"], []])
    func hostile(options: [String]) throws {
        let folder = try TemporaryFolder()
        let text = Array("x\u{1B}[2J\u{9B}31m\u{202E}\u{07}".utf8)
        let message = NDEFMessage([NDEFRecord(tnf: .wellKnown, type: "T", payload: Bytes([2, 0x1B, 0x5B] + text))])
            .encoded()
        var image = try Self.image(of: "ntag213")
        image.replaceSubrange(12..<16, with: [0xE1, 0x10, 0x12, 0x00])
        image.replaceSubrange(16..<16 + message.count + 3, with: [3, UInt8(message.count)] + message + [0xFE])
        let file = try folder.write("image.bin", image)
        let (status, kept) = try Self.run(["read", "--simulate=ntag213:\(file)"] + options)
        #expect(status == .done)
        #expect(kept.result.contains("text"))
        #expect(kept.result.unprintable.isEmpty && kept.notes.unprintable.isEmpty)
    }

    /// An NTAG213 whose pages from 8 on need the password 12345678 to be read.
    private func protectedTag(_ folder: TemporaryFolder) throws -> String {
        var image = try Self.image(of: "ntag213")
        image.replaceSubrange(
            0x29 * 4..<0x2D * 4, with: [4, 0, 0, 8, 0x80, 5, 0, 0, 0x12, 0x34, 0x56, 0x78, 0xAB, 0xCD, 0, 0])
        return try folder.write("protected.bin", image)
    }

    @Test(
        "locks, room and protection that could not be read are null or named, never a value",
        arguments: [
            ("ntag213", 0x00), ("ntag213", 0x04), ("ntag213", 0x28), ("ultralight-c", 0x00), ("ultralight-c", 0x28),
        ])
    func unknownLocks(chip: String, auth0: Int) throws {
        let folder = try TemporaryFolder()
        let table = try #require(SimulatedChipName.chip(chip))
        let configuration = try #require(table.configuration)
        let field = try #require(configuration.field(.auth0))
        var image = try Self.image(of: chip)
        image.replaceSubrange(12..<16, with: [0xE1, 0x10, 0x12, 0x00])
        image[configuration.page(of: field) * 4 + field.byte] = UInt8(auth0)
        if configuration.field(.readProtection) != nil { image[configuration.cfg1 * 4] |= 0x80 }
        let arguments = ["read", "--simulate=\(chip):\(try folder.write("closed.bin", image))"]

        let document = try parsed(try Self.run(arguments + ["--json"]).kept.result)
        #expect((document["tag"] as? [String: Any])?["chip"] as? String == table.name)
        let protection = try #require(document["protection"] as? [String: Any])
        #expect(protection["passwordProtects"] as? String == "readWrite")
        #expect(protection["auth0"] as? Int == auth0)
        let knowsStatic = auth0 > 2
        #expect(protection["lockedPages"] as? [Int] == (knowsStatic ? [] : nil))
        #expect(protection["frozenPages"] as? [Int] == (knowsStatic ? [] : nil))
        #expect(protection["permanentlyReadOnly"] as? Bool == (knowsStatic ? false : nil))
        #expect(protection["ccReadOnly"] as? Bool == (auth0 > 3 ? false : nil))
        #expect(protection["lockPagesUnread"] as? [Int] == (knowsStatic ? [0x28] : [2, 0x28]))
        let unknown = try #require(protection["lockedPagesUnknown"] as? [Int])
        #expect(Set(unknown).isSuperset(of: knowsStatic ? 16...39 : 3...39))
        let ndef = try #require(document["ndef"] as? [String: Any])
        if auth0 == 4 {
            #expect(ndef["state"] as? String == "protected")
            let capacity = try #require(ndef["capacity"] as? [String: Any])
            #expect(capacity["used"] is NSNull && capacity["provenance"] as? String == "assumed")
        }

        let text = try Self.run(arguments).kept.result
        #expect(text.contains("needed to read and write from page \(Hex.address(auth0))"))
        #expect(text.contains(" not known: page"))
        #expect(text.contains("used not known") == (auth0 == 4))
    }

    @Test("with the password what it guards is read; the password itself appears nowhere")
    func password() throws {
        let folder = try TemporaryFolder()
        let tag = try protectedTag(folder)
        let (_, closed) = try Self.run(["read", "--simulate=ntag213:\(tag)", "--json"])
        let before = try #require(try parsed(closed.result)["memory"] as? [String: Any])
        #expect((before["unread"] as? [[String: Any]])?.first?["from"] as? Int == 8)

        let (status, open) = try Self.run(
            ["read", "--simulate=ntag213:\(tag)", "--json", "--password", "hex:12345678"], home: folder.path)
        let document = try parsed(open.result)
        #expect(status == .done)
        #expect((document["protection"] as? [String: Any])?["authenticated"] as? Bool == true)
        let after = try #require(document["memory"] as? [String: Any])
        #expect((after["unread"] as? [[String: Any]])?.map { $0["from"] as? Int } == [43])
        #expect(!open.result.contains("12345678") && !open.notes.contains("12345678"))
    }

    @Test("a wrong password is the tag's refusal: exit 1, with what was read without it")
    func wrongPassword() throws {
        let folder = try TemporaryFolder()
        let (status, kept) = try Self.run(
            ["read", "--simulate=ntag213:\(try protectedTag(folder))", "--json", "--password", "ascii:nope"],
            home: folder.path)
        #expect(status == .failed)
        let document = try parsed(kept.result)
        let error = try #require(document["error"] as? [String: Any])
        #expect(error["kind"] as? String == "refusedByTag")
        // The tag hides its limit: after one wrong password it takes the tag's UID to send another.
        let again = ["read", "--simulate=ntag213:\(try protectedTag(folder))", "--json", "--password", "hex:12345678"]
        let (second, held) = try Self.run(again, home: folder.path)
        #expect(second == .failed)
        #expect((try parsed(held.result)["error"] as? [String: Any])?["kind"] as? String == "refusedHere")
        let uid = try #require((document["tag"] as? [String: Any])?["uid"] as? String)
        #expect(try Self.run(again + ["--confirm", uid], home: folder.path).status == .done)
        #expect((error["message"] as? String)?.isEmpty == false && (error["advice"] as? String)?.isEmpty == false)
        #expect(!kept.result.contains("nope") && !kept.result.contains("6E6F7065"))
    }

    @Test("where the tag hides its limit of wrong passwords, one goes out and the next takes the tag's UID")
    func hiddenLimit() throws {
        let folder = try TemporaryFolder()
        let command = ["read", "--simulate=ntag213:\(try protectedTag(folder))", "--json", "--password"]
        func kind(_ options: [String]) throws -> String? {
            let document = try parsed(try Self.run(command + options, home: folder.path).kept.result)
            return (document["error"] as? [String: Any])?["kind"] as? String
        }
        #expect(try kind(["ascii:nope"]) == "refusedByTag")
        #expect(try kind(["hex:12345678"]) == "refusedHere")
        #expect(try kind(["hex:12345678", "--confirm", "04:E1:0C:DA:99:3C:81"]) == "refusedHere")
        #expect(try kind(["hex:12345678", "--confirm", "04:E1:0C:DA:99:3C:80"]) == nil)
        // A right one begins the count anew.
        #expect(try kind(["hex:12345678"]) == nil)
    }

    @Test("a reader that is not there, and no tag, exit 3 with the document")
    func nothingThere() throws {
        let (status, kept) = try Self.run(["read", "--simulate=ntag213", "--reader", "Nobody", "--wait", "0", "--json"])
        #expect(status == .nothingThere)
        #expect((try parsed(kept.result)["error"] as? [String: Any])?["kind"] as? String == "noReader")
    }

    @Test("an image of the wrong size is refused with both sizes", arguments: [0, 15, 17, 184])
    func wrongSize(count: Int) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("bad.bin", Array(repeating: 0, count: count))
        #expect(throws: UsageError.self) { try Self.run(["read", "--simulate=ntag213:\(file)"]) }
    }

    @Test(
        "what an image may be is said where one cannot be taken, and a file that is too long is no question of rights")
    func imageAdvice() throws {
        let folder = try TemporaryFolder()
        for count in [184, 2 << 20] {
            let file = try folder.write("bad.bin", Array(repeating: 0, count: count))
            do {
                _ = try Self.run(["read", "--simulate=ntag213:\(file)"])
                Issue.record("accepted")
            } catch let error as UsageError {
                #expect(!error.advice().contains("permissions"))
                if count == 184 { #expect(error.advice().contains("16 to 180 bytes")) }
            }
        }
    }

    @Test("a card's image is its NDEF file, raw or in hex, or the state it was saved in")
    func cardImages() throws {
        let folder = try TemporaryFolder()
        let record: [UInt8] = [0x00, 0x03, 0xD0, 0x00, 0x00]
        let files = [
            try folder.write("file.bin", record), try folder.write("file.hex", Array("# empty\n00 03 D0 00 00\n".utf8)),
        ]
        for word in SimulatedChipName.cards.map(\.word) {
            for file in files {
                let tag = try TagSpec("x=\(word):\(file)", option: .tag, named: true).simulatedTag(option: .tag)
                #expect(tag.name == "x" && tag.messageFile?.prefix(6) == [0x00, 0x03, 0xD0, 0x00, 0x00, 0x00])
            }
            let model = try #require(SimulatedChipName.card(word, name: "y"))
            #expect(model.replaceMessageFile(with: [0, 1, 0xFF]))
            let state = try folder.write("state.txt", model.encodedState())
            let back = try TagSpec("y=\(word):\(state)", option: .tag, named: true).simulatedTag(option: .tag)
            #expect(back.encodedState() == model.encodedState())
            // Another kind's state, what is cut off, nothing, more than there is room for.
            let other = try #require(SimulatedChipName.card(word == "type4" ? "ntag424" : "type4"))
            let bad = [
                other.encodedState(), Array(model.encodedState().dropLast(40)), [], [0],
                Array(repeating: 0xFF, count: model.messageFileSize + 1),
            ]
            for content in bad {
                let file = try folder.write("bad", content)
                #expect(throws: UsageError.self) {
                    try TagSpec("\(word):\(file)", option: .tag, named: true).simulatedTag(option: .tag)
                }
            }
        }
    }

    @Test("a bench tag's name takes that tag", arguments: TagSpec.benchNames)
    func benchName(name: String) throws {
        let folder = try TemporaryFolder()
        let spec = try TagSpec(name, option: .simulate, named: false)
        let model = try #require(SimulatorBench.defaultTags().first { $0.name == name }?.tag)
        let tag = try TagSpec("x=" + name, option: .tag, named: true).simulatedTag(option: .tag)
        #expect(tag.name == "x" && tag.chip == model.chip)
        if spec.benchName != nil { #expect(tag.encodedState() == model.encodedState()) }
        let source = SimulatorSource.bench(folder: folder.path, placing: name, complain: { _ in })
        #expect(source.bench.nameOnReader == name)
    }

    @Test("chips that are not simulated are wrong usage", arguments: ["ntag425", "type5", "ntag213x", "../x"])
    func unknownChip(word: String) throws {
        #expect(throws: UsageError.self) { try Self.run(["read", "--simulate=\(word)"]) }
    }

    @Test("the bench's tags are kept in files, and a damaged file is set aside, never written over")
    func benchFiles() throws {
        let folder = try TemporaryFolder()
        let storage = BenchFiles(folder: folder.path + "/deep/er", complain: { _ in })
        let tag = SimulatedTag(chip: try #require(SimulatedChipName.chip("ntag213")), name: "a/b")
        storage.save("a/b", tag.encodedState())
        #expect(storage.load("a/b") == tag.encodedState())
        #expect(Files.names(in: folder.path + "/deep/er").filter { $0.hasSuffix(".tag") } == ["a_b.tag"])

        let told = Complaints()
        let watched = BenchFiles(folder: storage.folder, complain: told.note)
        try Files.replace(storage.folder + "/a_b.tag", with: Array(tag.encodedState().prefix(40)))
        #expect(watched.load("a/b") == nil)
        #expect(told.take().count == 1)
        #expect(Files.exists(storage.folder + "/a_b.tag.damaged"))
    }
}

@Suite("tagdesk readers")
struct ReadersCommandTests {
    @Test("the document has the keys of the contract, and the built-in reader where it is asked for")
    func contract() throws {
        let (status, kept) = try ReadCommandTests.run(["readers", "--simulate=ntag213", "--json"])
        let document = try parsed(kept.result)
        #expect(["running", "unreachable", "notAuthorized"].contains(document["pcscd"] as? String))
        #expect(document["advice"] is [String])
        let readers = try #require(document["readers"] as? [[String: Any]])
        let builtIn = try #require(readers.first { $0["simulated"] as? Bool == true })
        #expect(status == .done)
        #expect(builtIn["profile"] as? String == "acr1252")
        #expect(builtIn["native"] as? Bool == true && builtIn["tag"] as? Bool == true)
        #expect((builtIn["atr"] as? String)?.hasPrefix("3B8F") == true)
    }
}
