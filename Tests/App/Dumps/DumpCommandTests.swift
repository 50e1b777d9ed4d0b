import Dumps
import Foundation
import Glibc
import NDEF
import Simulator
import Tags
import Testing

@testable import App

@Suite("tagdesk dump, show, convert and compare")
struct DumpCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: [String]) throws -> (status: ShellStatus, kept: KeptOutput) {
        try ReadCommandTests.run(arguments, home: folder.path)
    }

    private func document(_ arguments: [String], _ status: ShellStatus = .done) throws -> [String: Any] {
        let answer = try run(arguments + ["--json"])
        #expect(answer.status == status, "\(arguments) \(answer.kept.result)")
        return try parsed(answer.kept.result)
    }

    private func error(_ arguments: [String], _ status: ShellStatus) throws -> String {
        let error = try #require(try document(arguments, status)["error"] as? [String: Any])
        #expect(error["kind"] as? String == "refusedHere")
        #expect((error["advice"] as? String)?.isEmpty == false)
        return try #require(error["message"] as? String)
    }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// A dump of a tag on the built-in reader.
    private func dump(_ chip: String, to name: String, _ more: [String] = []) throws -> String {
        let answer = try run(["dump", "--simulate=" + chip, "--out", path(name)] + more)
        #expect(answer.status == .done, "\(answer.kept.notes)")
        return path(name)
    }

    // MARK: - dump and show

    @Test("a dump shows what the tag shows, whatever the chip", arguments: SimulatedChipName.all.map(\.word))
    func sameAsRead(chip: String) throws {
        let read = try document(["read", "--simulate=" + chip])
        let shown = try document(["show", try dump(chip, to: "tag.tagdesk.json")])
        #expect(shown["format"] as? String == "tagdesk")
        #expect((shown["problems"] as? [String])?.isEmpty == true)
        for key in ["tag", "memory", "protection", "ndef"] {
            #expect((shown[key] as? NSObject) == (read[key] as? NSObject), "\(key)")
        }
        let origin = try #require(shown["origin"] as? [String: Any])
        #expect(origin["program"] as? String == "tagdesk")
        #expect((origin["reader"] as? String)?.contains("simulator") == true)
    }

    @Test("cards with files are dumped with their files", arguments: SimulatedChipName.cards.map(\.word))
    func card(chip: String) throws {
        let read = try document(["read", "--simulate=" + chip])
        let shown = try document(["show", try dump(chip, to: "card.json")])
        #expect((shown["files"] as? NSObject) == (read["files"] as? NSObject))
        #expect((shown["ndef"] as? NSObject) == (read["ndef"] as? NSObject))
    }

    @Test("without a name the dump goes into the library, where it is found again")
    func library() throws {
        let document = try document(["dump", "--simulate=ntag213"])
        let file = try #require(document["file"] as? String)
        #expect(file.hasPrefix(folder.path + "/.local/share/tagdesk/dumps/NTAG213-"))
        var library = DumpLibrary(folder: folder.path + "/.local/share/tagdesk/dumps")
        #expect(library.list().rows.map(\.title) == ["NTAG213"])
        let plain = try run(["dump", "--simulate=ntag213"])
        #expect(plain.kept.result.hasPrefix(folder.path))
    }

    @Test("a name that tells no format gets the one that keeps everything")
    func anyName() throws {
        for name in ["badge", "badge.dump", "badge.v1.2"] {
            #expect(
                try document(["dump", "--simulate=ntag213", "--out", path(name)])["format"] as? String == "tagdesk")
        }
    }

    @Test("what a format cannot hold is named, on stderr and in the document")
    func lost() throws {
        let document = try document(["dump", "--simulate=ntag213", "--out", path("a.bin")])
        #expect((document["lost"] as? [String])?.isEmpty == false)
        let answer = try run(["dump", "--simulate=ntag213", "--out", path("b.bin")])
        #expect(answer.kept.notes.contains("cannot hold"))
    }

    @Test("an existing file is never overwritten without asking, not even through a link")
    func overwriting() throws {
        let file = try folder.write("old.json", [1, 2, 3])
        symlink("nowhere", path("link.json"))
        for name in ["old.json", "link.json"] {
            #expect(
                try error(["dump", "--simulate=ntag213", "--out", path(name)], .failed)
                    == "\(path(name)) cannot be written: something has that name already.")
            #expect(
                try error(["convert", file, path(name)], .failed)
                    == "\(path(name)) cannot be written: something has that name already.")
        }
        #expect(try Files.read(file, atMost: 10) == [1, 2, 3])
        _ = try document(["dump", "--simulate=ntag213", "--out", file, "--overwrite"])
        #expect(try Files.read(file, atMost: 1 << 20).count > 100)
    }

    @Test("places that are no file are refused before the tag is asked for", arguments: FileTests.odd)
    func oddTarget(kind: FileKind) throws {
        let target = try FileTests.path(kind, in: folder)
        let objection = try #require(kind.objection)
        #expect(
            try error(["dump", "--simulate=ntag213", "--format", "raw", "--overwrite", "--out", target], .failed)
                == "\(target) cannot be written: \(objection).")
    }

    @Test("what is no dump gets one sentence and exit 1", arguments: FileTests.odd)
    func oddSource(kind: FileKind) throws {
        let source = try FileTests.path(kind, in: folder)
        let objection = try #require(kind.objection)
        #expect(try error(["show", source], .failed) == "\(source) cannot be used: \(objection).")
        #expect(try error(["convert", source, path("x.nfc")], .failed).hasSuffix("\(objection)."))
        #expect(try error(["compare", source, source], .usage).hasSuffix("\(objection)."))
    }

    @Test("missing, empty and foreign files are told as such")
    func foreign() throws {
        #expect(try error(["show", path("missing")], .failed).hasSuffix("No such file or directory."))
        #expect(try error(["show", try folder.write("empty", [])], .failed).hasSuffix("the file is empty."))
        _ = try error(["show", try folder.write("page300.nfc", Array(hostileFlipper.utf8))], .failed)
        let answer = try run(["show", path("missing")])
        #expect(answer.status == .failed && answer.kept.result.isEmpty)
        #expect(answer.kept.notes.split(separator: "\n").count == 2)
    }

    private let hostileFlipper = """
        Filetype: Flipper NFC device
        Version: 4
        Device type: NTAG/Ultralight
        UID: 04 A1 B2 C3 D4 E5 F6
        ATQA: 00 44
        SAK: 00
        NTAG/Ultralight type: NTAG213
        Pages total: 45
        Pages read: 45
        Page 300: 04 A1 B2 9F

        """

    // MARK: - convert

    @Test("a format is told by the file's name, and by --format before that")
    func formats() throws {
        let source = try dump("ntag213", to: "tag.json")
        #expect(try document(["convert", source, path("a.nfc")])["format"] as? String == "flipper")
        #expect(try document(["convert", source, path("a.bin")])["format"] as? String == "raw")
        #expect(try document(["convert", source, path("b"), "--format", "flipper"])["format"] as? String == "flipper")
        #expect(try document(["show", path("b")])["format"] as? String == "flipper")
        #expect(throws: UsageError.missingOption(.format, command: .convert)) {
            try run(["convert", source, path("c.unknown")])
        }
        for word in ["no-such", "mct", "taginfo-xml"] {
            #expect(throws: UsageError.self) { try run(["convert", source, path("d"), "--format", word]) }
        }
    }

    @Test(
        "the library takes a dump in any format, under its ending",
        arguments: DumpFormat.allCases.filter { $0.isWritten && $0 != .ndef })
    func libraryFormats(format: DumpFormat) throws {
        let answer = try document(["dump", "--simulate=ntag213", "--format", format.rawValue])
        let file = try #require(answer["file"] as? String)
        #expect(answer["format"] as? String == format.rawValue)
        #expect(file.hasSuffix(format.ending) && file.contains("NTAG213-"))
        #expect((answer["lost"] as? [String])?.isEmpty == (format == .tagdesk))
        #expect(try document(["show", file])["format"] as? String == format.rawValue)
    }

    @Test("a format that there is not is answered with those that there are")
    func formatWords() throws {
        for arguments in [
            ["dump", "--simulate=ntag213", "--format", "flippr"],
            ["dump", "--simulate=ntag213", "--out", path("x"), "--format", "flippr"],
            ["convert", path("a"), path("b"), "--format", "flippr"],
        ] {
            let error = #expect(throws: UsageError.self) { try run(arguments) }
            #expect(error?.sentence.contains("there are " + DumpTarget.words) == true)
            #expect(error?.sentence.hasSuffix("did you mean flipper?") == true)
        }
        let unnamed = UsageError.missingOption(.format, command: .convert)
        #expect(unnamed.advice().contains(DumpTarget.words))
    }

    @Test("text of an option that is no UTF-8 is refused, a path may be")
    func foreignBytes() throws {
        let foreign = SystemPath.text([0x63, 0xE9])
        #expect(throws: UsageError.self) { try run(["ndef", "encode", "--text", foreign]) }
        #expect(throws: UsageError.self) { try run(["tool", "convert", foreign]) }
        let file = try document(["dump", "--simulate=ntag213", "--out", path(foreign + ".json")])["file"] as? String
        #expect(file?.hasSuffix("/c‹E9›.json") == true)
        #expect(try document(["show", path(foreign + ".json")])["format"] as? String == "tagdesk")
    }

    @Test("a dump goes through stdout, and not where the document goes")
    func stdout() throws {
        let source = try dump("ntag213", to: "tag.json")
        let answer = try run(["convert", source, "-", "--format", "flipper"])
        #expect(answer.kept.result.hasPrefix("Filetype: Flipper NFC device\n"))
        #expect(throws: UsageError.self) { try run(["convert", source, "-", "--format", "flipper", "--json"]) }
    }

    // MARK: - compare

    @Test("a dump and the tag it is of are the same, and differ where a page does")
    func compare() throws {
        let dump = try dump("ntag213", to: "tag.json")
        let same = try document(["compare", dump, "tag", "--simulate=ntag213"])
        #expect(same["same"] as? Bool == true)
        #expect((same["differences"] as? [Any])?.isEmpty == true)
        var memory = SimulatedTag(chip: try #require(SimulatedChipName.chip("ntag213"))).image
        memory[0x29 * 4 + 3] = 0x04
        let other = try folder.write("other.bin", memory)
        let first = try folder.write(
            "first.bin", SimulatedTag(chip: try #require(SimulatedChipName.chip("ntag213"))).image)
        let answer = try document(["compare", first, other], .failed)
        let differences = try #require(answer["differences"] as? [[String: Any]])
        #expect(answer["same"] as? Bool == false)
        #expect(differences.count == 1)
        #expect(differences[0]["page"] as? Int == 41)
        #expect(differences[0]["a"] as? String == "040000FF")
        #expect(differences[0]["b"] as? String == "04000004")
        #expect(differences[0]["meaning"] as? String == "AUTH0 FF -> 04: pages from 04 now need the password")
        let text = try run(["compare", first, other])
        #expect(text.status == .failed)
        #expect(text.kept.result.contains("04 00 00 FF -> 04 00 00 04"))
    }

    @Test("what has nothing in common could not be compared: exit 2")
    func incomparable() throws {
        let memory = try dump("ntag213", to: "memory.json")
        let card = try dump("ntag424", to: "card.json")
        #expect(
            try error(["compare", memory, card], .usage)
                == "These two cannot be compared: memory.json has a memory and card.json has files.")
        #expect(throws: UsageError.self) { try run(["compare", "tag", "tag"]) }
        #expect(throws: UsageError.self) { try run(["compare", "-", "-"]) }
    }

    // MARK: - Simulated tags from dumps

    @Test("a simulated tag is made from any dump, with the bytes the tag itself would never give")
    func simulated() throws {
        let uid = "04:AC:6B:72:BA:6C:80"
        var memory = SimulatedTag(
            chip: try #require(SimulatedChipName.chip("ntag213")), uid: [0x04, 0xAC, 0x6B, 0x72, 0xBA, 0x6C, 0x80]
        ).image
        memory.replaceSubrange(0x2B * 4..<0x2C * 4, with: [0x11, 0x22, 0x33, 0x44])
        memory[0x29 * 4 + 3] = 0x04
        let raw = try folder.write("raw.bin", memory)
        _ = try document(["convert", raw, path("tag.nfc")])
        let read = try document(["read", "--simulate=ntag213:" + path("tag.nfc"), "--password", "hex:11223344"])
        #expect((read["tag"] as? [String: Any])?["uid"] as? String == uid)
        #expect((read["protection"] as? [String: Any])?["authenticated"] as? Bool == true)
        let other = #expect(throws: UsageError.self) { try run(["read", "--simulate=ntag215:" + path("tag.nfc")]) }
        #expect(other?.sentence.contains("it is the dump of a NTAG213, not of a NTAG215") == true)
    }

    /// A closed NTAG213 with this password and PACK.
    private func closed() throws -> String {
        var memory = SimulatedTag(chip: try #require(SimulatedChipName.chip("ntag213"))).image
        memory.replaceSubrange(
            0x29 * 4..<0x2D * 4, with: [4, 0, 0, 4, 0x80, 5, 0, 0, 0x11, 0x22, 0x33, 0x44, 0x0A, 0x0B, 0, 0])
        return "--simulate=ntag213:" + (try folder.write("closed.bin", memory))
    }

    private func page(_ number: Int, of file: String) throws -> Substring {
        let memory = try #require(try document(["show", file])["memory"] as? [String: Any])
        let digits = try #require(memory["bytes"] as? String)
        return digits.dropFirst(number * 8).prefix(8)
    }

    @Test("the password is kept in a dump only where that is asked for")
    func keepPassword() throws {
        let tag = try closed()
        let opened = [tag, "--password", "hex:11223344"]
        _ = try document(["dump", "--out", path("without.json")] + opened)
        #expect(try page(0x2B, of: path("without.json")) == "????????")
        for name in ["with.json", "with.nfc", "with.bin"] {
            _ = try document(["dump", "--out", path(name), "--keep-password"] + opened)
            #expect(try page(0x2B, of: path(name)) == "11223344", "\(name)")
            #expect(try page(0x2C, of: path(name)) == "0A0B0000", "\(name)")
        }
        #expect(throws: UsageError.missingOption(.password, command: .dump)) {
            try run(["dump", "--out", path("x.json"), "--keep-password", tag])
        }
        #expect(
            try error(
                [
                    "dump", "--simulate=ultralight", "--out", path("x.json"), "--keep-password", "--password",
                    "hex:11223344",
                ],
                .failed
            ).isEmpty == false)
        #expect(!Files.isThere(path("x.json")))
    }

    @Test(
        "the password of a reported tag is in its dump, where the user gave it and asked for it",
        .enabled(if: SharedCases.folder != nil))
    func reported() throws {
        let file = try #require(SharedCases.folder) + "/files/flipper_Ntag213_locked.nfc"
        _ = try document([
            "dump", "--simulate=ntag213:" + file, "--password", "hex:953F52FF", "--keep-password", "--out",
            path("kept.json"),
        ])
        #expect(try page(43, of: path("kept.json")) == "953F52FF")
        #expect(try page(44, of: path("kept.json")) == "00000000")
        #expect(try document(["compare", file, path("kept.json")])["same"] as? Bool == true)
    }
}

/// The folder of cases that `TAGDESK_CASES` names.
enum SharedCases {
    static let folder = ProcessInfo.processInfo.environment["TAGDESK_CASES"]
}
