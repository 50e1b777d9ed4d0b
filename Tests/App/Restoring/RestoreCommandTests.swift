import Engine
import Foundation
import NDEF
import Simulator
import Tags
import Testing

@testable import App

/// The cases folder, where it is given.
private let cases = ProcessInfo.processInfo.environment["TAGDESK_CASES"]

@Suite struct RestoreCommandTests {
    static let blank =
        "04A1B29FC3D4E5F604480000E11012000103A00C340300FE" + String(repeating: "0", count: 34 * 8)
        + "000000BD040000FF000500000000000000000000"

    /// A memory as a raw dump; zeros where the chip shows them.
    static func image(
        _ chip: String, uid: [UInt8] = [0x04, 0xAA, 0xBB, 0xCC, 0x11, 0x22, 0x80], text: String = "restored",
        _ change: (inout [UInt8]) -> Void = { _ in }
    ) throws -> [UInt8] {
        let table = try #require(SimulatedChipName.chip(chip))
        var image = SimulatedTag(chip: table, uid: uid).image
        image.replaceSubrange(
            12..<16, with: table.factoryPage3?.first == 0xE1 ? table.factoryPage3 ?? [] : [0xE1, 0x10, 6, 0])
        let record = NDEFRecord(tnf: .wellKnown, type: [0x54], payload: Bytes([2, 0x65, 0x6E] + Array(text.utf8)))
        let message = NDEFMessage([record]).encoded()
        image.replaceSubrange(16..<20 + message.count - 1, with: [0x03, UInt8(message.count)] + message + [0xFE])
        for page in table.writeOnlyPages { image.replaceSubrange(page * 4..<page * 4 + 4, with: [0, 0, 0, 0]) }
        change(&image)
        return image
    }

    private func write(_ bytes: [UInt8], _ name: String, in home: Home) throws -> String {
        let path = home.folder.path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("the data of a dump come onto the tag, verified; the pages left out are named")
    func data() throws {
        let home = try Home()
        let dump = try write(try Self.image("ntag213"), "dump.bin", in: home)
        let planned = try home.run("restore", dump, "--simulate", "--dry-run")
        #expect(planned.status == .done && planned.result == "planned")
        #expect(planned.plan.allSatisfy { (4...39).contains($0["page"] as? Int ?? 0) && $0["sent"] as? Bool == false })
        let answer = try home.run("restore", dump, "--simulate")
        #expect(answer.status == .done && answer.result == "done" && answer.document["verified"] as? Bool == true)
        #expect(answer.document["kind"] as? String == "restore")
        #expect(answer.document["format"] is String)
        let notices = try #require(answer.document["notices"] as? [String])
        #expect(notices.contains { $0.hasPrefix("not written: pages 00-02") })
        #expect(try home.records().map { $0["text"] as? String } == ["restored"])
        #expect(try home.run("restore", dump, "--simulate").result == "nothingToDo")
        #expect(try home.run("journal", "undo", "1", "--simulate").result == "done")
        #expect(try home.records().isEmpty)
    }

    @Test(
        "a locked tag's dump on a blank one writes pages 4-39 only, names what it skips and what the source has",
        .enabled(if: cases != nil))
    func lockedDump() throws {
        let home = try Home()
        let tag = "--simulate=ntag213:" + (try write(try #require(Hex.bytes(Self.blank)), "blank.bin", in: home))
        let dump = try #require(cases) + "/files/flipper_Ntag213_locked.nfc"
        let answer = try home.run("restore", dump, tag)
        #expect(answer.result == "done", "\(answer.text)")
        #expect(!answer.plan.isEmpty && answer.plan.allSatisfy { (4...39).contains($0["page"] as? Int ?? 0) })
        let notices = (answer.document["notices"] as? [String] ?? []).joined(separator: "\n")
        for words in [
            "AUTH0=04", "PROT=1", "CFGLCK=1", "pages 00-02 (UID, lock bytes)", "page 03 (CC)", "page 28",
            "pages 29-2C (configuration, PWD, PACK)",
        ] { #expect(notices.contains(words), "\(words) in \(notices)") }
        // Asked for: the password has to be given, and its guard is something to confirm without one.
        let asked = try home.run("restore", dump, tag, "--with-configuration", "--dry-run")
        #expect((asked.document["irreversiblePages"] as? [Int])?.contains(41) == true)
        #expect(!asked.plan.contains { [43, 44, 2, 3, 40].contains($0["page"] as? Int ?? 0) })
        let refused = try home.run("restore", dump, tag, "--with-configuration", "--with-locks", "--new", "ascii:abcd")
        #expect(refused.status == .failed && refused.result == "refusedHere")
        #expect((refused.document["advice"] as? String)?.contains("--confirm 04:A1:B2:C3:D4:E5:F6") == true)
        let all = try home.run(
            "restore", dump, tag, "--with-configuration", "--with-locks", "--new", "ascii:abcd", "--confirm",
            "04:A1:B2:C3:D4:E5:F6")
        #expect(all.result == "done", "\(all.text)")
        let order = all.plan.compactMap { $0["page"] as? Int }.filter { $0 > 39 }
        #expect(order == [43, 44, 42, 41, 42])
    }

    @Test("PWD and PACK of the dump are written only on demand, and only where somebody filled them in")
    func keptPassword() throws {
        let home = try Home()
        let without = try write(try Self.image("ntag213"), "without.bin", in: home)
        let refused = try home.run("restore", without, "--simulate", "--with-configuration", "--new", "dump")
        #expect(refused.status == .failed && refused.result == "refusedHere")
        let kept = try Self.image("ntag213") { image in
            image.replaceSubrange(41 * 4..<42 * 4, with: [4, 0, 0, 4])
            image.replaceSubrange(43 * 4..<45 * 4, with: [0x61, 0x62, 0x63, 0x64, 0x12, 0x34, 0, 0])
        }
        let dump = try write(kept, "with.bin", in: home)
        let answer = try home.run("restore", dump, "--simulate", "--with-configuration", "--new", "dump")
        #expect(answer.result == "done", "\(answer.text)")
        for secret in ["61626364", "abcd", "12340000"] { #expect(!answer.text.contains(secret)) }
        #expect(try home.run("write", "--simulate", "--uri", "https://example.com").status == .failed)
        #expect(
            try home.run("write", "--simulate", "--uri", "https://example.com", "--password", "ascii:abcd").result
                == "done")
    }

    @Test("dumps of other chips are refused with what they are, before anything is written")
    func otherChip() throws {
        let home = try Home()
        let before = try home.memory()
        for chip in ["ntag215", "ntag216", "ultralight", "ul11"] {
            let dump = try write(try Self.image(chip), chip + ".bin", in: home)
            let answer = try home.run("restore", dump, "--simulate")
            #expect(answer.status == .failed && answer.result == "refusedHere", "\(chip): \(answer.text)")
            #expect(answer.document["advice"] is String)
        }
        #expect(try home.memory() == before)
    }

    @Test("a message without a tag takes the place of the tag's message")
    func message() throws {
        let home = try Home()
        let record = NDEFRecord(tnf: .wellKnown, type: [0x54], payload: Bytes([2, 0x65, 0x6E] + Array("alone".utf8)))
        let dump = try write(NDEFMessage([record]).encoded(), "alone.ndef", in: home)
        for tag in ["--simulate", "--simulate=type4", "--simulate=ntag424"] {
            let answer = try home.run("restore", dump, tag)
            #expect(answer.result == "done", "\(tag): \(answer.text)")
        }
        #expect(try home.records().map { $0["text"] as? String } == ["alone"])
    }

    @Test(
        "options that cannot stand together are wrong usage",
        arguments: [
            ["--new", "ascii:abcd"], ["--with-configuration", "--pack", "1234"], ["--count", "0"], ["--count", "x"],
            ["--count", "2", "--each"],
        ])
    func usage(options: [String]) throws {
        let home = try Home()
        let dump = try write(try Self.image("ntag213"), "dump.bin", in: home)
        #expect(throws: UsageError.self) { try home.run(["restore", dump, "--simulate"] + options) }
    }

    @Test("what is no dump is refused with one clear sentence")
    func noDump() throws {
        let home = try Home()
        for path in ["/nonexistent", "/", home.folder.path] {
            let answer = try home.run("restore", path, "--simulate")
            #expect(answer.status == .failed && answer.error?["kind"] as? String == "refusedHere")
        }
        let junk = try write(Array("hello, I am no dump".utf8), "junk", in: home)
        let answer = try home.run("restore", junk, "--simulate")
        #expect(answer.status == .failed && answer.error?["message"] is String)
    }

    @Test("--read-only keeps everything as it is")
    func readOnly() throws {
        let home = try Home()
        let dump = try write(try Self.image("ntag213"), "dump.bin", in: home)
        let answer = try home.run("restore", dump, "--simulate", "--read-only")
        #expect(answer.status == .failed && answer.result == "refusedHere")
    }
}
