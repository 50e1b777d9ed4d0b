import Foundation
import Glibc
import NDEF
import Tags
import Testing

@testable import Dumps

/// A folder that is gone when the test is.
final class ScratchFolder {
    let path: String

    init() throws {
        var template = Array((NSTemporaryDirectory() + "/dump-library.XXXXXX").utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    }
}

@Suite("The library of dumps")
struct DumpLibraryTests {
    /// An NTAG215 with a link on it.
    private func dump(_ uid: String = "04A1B2C3D4E5F6", uri: String = "https://example.com/one") throws -> Dump {
        let uid = try #require(Hex.bytes(uid))
        let chip = try #require(Type2Chip.named("NTAG215"))
        var image = TagImage(pageSize: 4, pageCount: chip.pageCount)
        for page in 0..<image.pageCount { image.set(page: page, to: [0, 0, 0, 0]) }
        let serial = try #require(SerialNumber.memory(of: uid, layout: chip.serialLayout)) + [0, 0]
        for page in 0..<3 { image.set(page: page, to: Array(serial[page * 4..<page * 4 + 4])) }
        image.set(page: 3, to: try #require(chip.factoryPage3))
        let message = NDEFMessage([try NDEFRecord.uri(uri)]).encoded()
        let block = [0x03, UInt8(message.count)] + message + [0xFE]
        let padded = block + [UInt8](repeating: 0, count: (4 - block.count % 4) % 4)
        for start in stride(from: 0, to: padded.count, by: 4) {
            image.set(page: 4 + start / 4, to: Array(padded[start..<start + 4]))
        }
        let identity = TagIdentity(
            uid: uid, type: .type2, chipName: chip.name, chip: chip, identifiedBy: "GET_VERSION", provenance: .reported,
            version: chip.versions.first)
        return Dump(
            report: TagReader.report(identity: identity, image: image, authenticated: false),
            origin: DumpOrigin(reader: "a reader", taken: 1_796_043_901_000_000, program: "tagdesk"))
    }

    @Test("a dump is saved under chip, UID and time, and opens as it was")
    func add() throws {
        let folder = try ScratchFolder()
        var library = DumpLibrary(folder: folder.path + "/made/when/needed")
        let dump = try dump()
        let name = try library.add(dump, now: 0)
        #expect(name == "NTAG215-04A1B2C3D4E5F6-20261130-130501.tagdesk.json")
        let opened = try library.open(name)
        #expect(opened.dump.report.image == dump.report.image)
        #expect(try library.add(dump, now: 0) == "NTAG215-04A1B2C3D4E5F6-20261130-130501-2.tagdesk.json")
        let row = try #require(library.list().rows.first { $0.name == name })
        #expect(row.title == "NTAG215" && row.uid == dump.report.identity.uid && row.format == .tagdesk)
        #expect(row.message == "uri https://example.com/one")
        #expect(row.taken == dump.origin.taken && row.failure == nil && !row.isPending)
    }

    @Test("names are made of letters that need no quotes, whatever the chip is called")
    func names() throws {
        var dump = try dump()
        dump.report.identity.chipName = "../NTAG I2C plus 2K (\u{1B}[31m)"
        dump.report.identity.uid = []
        let name = DumpName.suggested(for: dump, now: 0)
        #expect(name == "NTAG_I2C_plus_2K_31m-no_UID-20261130-130501.tagdesk.json")
        dump.report.identity.chipName = "é"
        dump.origin.taken = .max
        #expect(DumpName.suggested(for: dump, now: 0).hasPrefix("tag-no_UID-"))
    }

    @Test("every word of a search has to be told, in name, chip, UID, format or records")
    func search() throws {
        let folder = try ScratchFolder()
        var library = DumpLibrary(folder: folder.path)
        _ = try library.add(try dump(uri: "https://example.com/one"), now: 0)
        _ = try library.add(try dump("04E141124C2880", uri: "https://example.com/two"), now: 0)
        #expect(library.list().rows.count == 2)
        #expect(library.search("").count == 2)
        #expect(library.search("ntag215 EXAMPLE").count == 2)
        #expect(library.search("two").map(\.uid) == [try #require(Hex.bytes("04E141124C2880"))])
        #expect(library.search("04:e1:41").count == 1)
        #expect(library.search("04E141").count == 1)
        #expect(library.search("two 04A1").isEmpty)
        #expect(library.search("tagdesk").count == 2)
    }

    @Test("a list opens only what is new or changed, and finds what changed")
    func index() throws {
        let folder = try ScratchFolder()
        var library = DumpLibrary(folder: folder.path)
        let name = try library.add(try dump(), now: 0)
        #expect(library.list().rows.count == 1)
        // What the index holds is taken at its word: nothing is opened.
        let bytes = try Files.read(folder.path + "/.index", atMost: 1 << 20)
        var rows = try #require(DumpIndex.decode(bytes, version: ""))
        #expect(rows.count == 1)
        rows[0].title = "from the index"
        try Files.replace(folder.path + "/.index", with: DumpIndex.encoded(rows, version: ""))
        var second = DumpLibrary(folder: folder.path)
        #expect(second.list().rows.map(\.title) == ["from the index"])
        // A file that changed is looked at again.
        try Files.replace(
            folder.path + "/" + name, with: try dump(uri: "https://example.com/new").encoded(as: .tagdesk).bytes)
        #expect(second.list().rows.map(\.message) == ["uri https://example.com/new"])
        // What another version learned is learned anew.
        var third = DumpLibrary(folder: folder.path, version: "2")
        #expect(third.list().rows.map(\.title) == ["NTAG215"])
    }

    @Test("an index of which any byte is wrong is thrown away, and the list is right")
    func damagedIndex() throws {
        let folder = try ScratchFolder()
        var library = DumpLibrary(folder: folder.path)
        _ = try library.add(try dump(), now: 0)
        let rows = library.list().rows
        let bytes = try Files.read(folder.path + "/.index", atMost: 1 << 20)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x41
            #expect(DumpIndex.decode(damaged, version: "") == nil, "byte \(index)")
        }
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(DumpIndex.decode(Array(bytes.prefix(count)), version: "") == nil)
        }
        try Files.replace(folder.path + "/.index", with: [1, 2, 3])
        var second = DumpLibrary(folder: folder.path)
        #expect(second.list().rows == rows)
        #expect(DumpIndex.decode(try Files.read(folder.path + "/.index", atMost: 1 << 20), version: "") == rows)
    }

    @Test("an index whose numbers are hostile is refused")
    func hostileIndex() {
        // A right checksum over a count of 2^63 entries.
        var rows = DumpIndex.encoded([], version: "")
        rows.removeLast(9)
        let hostile = rows + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in hostile { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let signed = hostile + (0..<8).map { UInt8(truncatingIfNeeded: sum >> (UInt64($0) * 8)) }
        #expect(DumpIndex.decode(signed, version: "") == nil)
    }

    @Test("what is no dump is a row that says why, and nothing is waited for")
    func hostileFolder() throws {
        let folder = try ScratchFolder()
        try folder.write("text.txt", Array("no dump at all, only words".utf8))
        try folder.write("empty", [])
        try folder.write(".hidden", [1])
        try folder.write("nasty\u{1B}[31m\n", [0])
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(symlink("/dev/zero", folder.path + "/device") == 0)
        #expect(symlink("/etc/passwd", folder.path + "/link") == 0)
        #expect(symlink("nowhere", folder.path + "/dangling") == 0)
        #expect(mkdir(folder.path + "/folder", 0o700) == 0)
        try folder.write("closed", [1, 2])
        chmod(folder.path + "/closed", 0)
        var library = DumpLibrary(folder: folder.path)
        let rows = library.list().rows
        func failure(_ name: String) -> String? { rows.first { $0.name == name }?.failure }
        #expect(failure("pipe") == "it is a named pipe, not a file")
        for link in ["device", "link", "dangling"] {
            #expect(failure(link)?.hasPrefix("it is a link") == true, "\(link)")
        }
        #expect(failure("empty") == "the file is empty")
        #expect(failure("text.txt") != nil)
        #expect(failure("nasty\u{1B}[31m\n") != nil)
        if getuid() != 0 { #expect(failure("closed") == "Permission denied") }
        #expect(!rows.contains { $0.name == "folder" || $0.name.hasPrefix(".") })
        #expect(throws: DumpError.self) { try library.open("link") }
        #expect(throws: DumpError.self) { try library.open("../" + folder.path) }
    }

    @Test("a folder that is not there is an empty library, one that cannot be read says so")
    func noFolder() throws {
        var missing = DumpLibrary(folder: "/nowhere/at/all")
        #expect(missing.list() == DumpListing(rows: [], problem: nil))
        let folder = try ScratchFolder()
        try folder.write("file", [1])
        var notAFolder = DumpLibrary(folder: folder.path + "/file")
        #expect(notAFolder.list().problem == "Not a directory")
    }

    @Test("a name is changed only to one that nothing has, within the folder")
    func rename() throws {
        let folder = try ScratchFolder()
        var library = DumpLibrary(folder: folder.path)
        let name = try library.add(try dump(), now: 0)
        try folder.write("taken", [7])
        for bad in ["", "../x", "a/b", ".hidden", "a\nb", String(repeating: "a", count: 256)] {
            #expect(throws: FileError.self) { try library.rename(name, to: bad) }
        }
        let refusal = #expect(throws: FileError.self) { try library.rename(name, to: "taken") }
        #expect(refusal?.isThere == true)
        try library.rename(name, to: "my badge.json")
        #expect(Set(library.list().rows.map(\.name)) == ["my badge.json", "taken"])
        #expect(library.search("badge").count == 1)
        #expect(try Files.read(folder.path + "/taken", atMost: 10) == [7])
    }

    @Test("what is deleted lies in the trash, also where a file of that name lies there")
    func discard() throws {
        let folder = try ScratchFolder()
        var library = DumpLibrary(folder: folder.path)
        for round in 1...3 {
            try folder.write("a.bin", [UInt8(round)])
            let place = try library.discard("a.bin")
            #expect(try Files.read(place, atMost: 10) == [UInt8(round)])
        }
        #expect(library.list().rows.isEmpty)
        #expect(throws: FileError.self) { _ = try library.discard("a.bin") }
        #expect(throws: FileError.self) { _ = try library.discard("../a.bin") }
    }

    @Test("a list that may open only so many goes on with the next")
    func pending() throws {
        let folder = try ScratchFolder()
        var library = DumpLibrary(folder: folder.path)
        for number in 0..<5 { _ = try library.add(try dump(uri: "https://example.com/\(number)"), now: 0) }
        #expect((0..<4).map { _ in library.list(opening: 2).pending } == [3, 1, 0, 0])
    }

    @Test("rows come the newest first, by when the dump was taken")
    func order() throws {
        let folder = try ScratchFolder()
        var library = DumpLibrary(folder: folder.path)
        for (uri, taken) in [("a", UInt64(3)), ("b", 9), ("c", 5)] {
            var dump = try dump(uri: "https://" + uri)
            dump.origin.taken = taken * 1_000_000
            _ = try library.add(dump, now: 0)
        }
        #expect(library.list().rows.map { $0.message?.last } == ["b", "c", "a"])
    }
}

@Suite("Files that are made and renamed")
struct FileMakingTests {
    @Test("a file is made only where nothing has the name, be it a link that leads nowhere")
    func create() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/new"
        try Files.create(path, with: [1, 2, 3])
        #expect(try Files.read(path, atMost: 10) == [1, 2, 3])
        let refusal = #expect(throws: FileError.self) { try Files.create(path, with: [9]) }
        #expect(refusal?.isThere == true)
        #expect(symlink("nowhere", folder.path + "/dangling") == 0)
        #expect(throws: FileError.self) { try Files.create(folder.path + "/dangling", with: [9]) }
        #expect(Files.names(in: folder.path).filter { $0.hasPrefix("new") } == ["new"])
        #expect(throws: FileError.self) { try Files.create(folder.path + "/no/folder", with: [9]) }
    }
}

@Suite("Comparing dumps")
struct DumpComparisonTests {
    private func card(_ applications: [CardApplication], _ values: [NamedValue] = []) -> Dump {
        let identity = TagIdentity(
            uid: [4, 1, 2, 3, 4, 5, 6], type: .type4, chipName: "MIFARE DESFire", identifiedBy: "", provenance: .assumed
        )
        return Dump(report: TagReport(identity: identity), applications: applications, values: values)
    }

    private func application(_ id: UInt8, _ content: [UInt8]?) -> CardApplication {
        CardApplication(
            id: [0, 0, id], files: [ApplicationFile(number: 1, kind: "standard", size: 4, content: content)])
    }

    @Test("files of one number in two applications are told apart")
    func sameNumber() {
        let old = card([application(1, [1, 2, 3, 4]), application(2, [5, 6, 7, 8])])
        let new = card([application(1, [1, 2, 3, 4]), application(2, [5, 6, 7, 9])])
        #expect(Comparison(a: old, b: old).same)
        let comparison = Comparison(a: old, b: new)
        #expect(
            comparison.differences.map(\.place) == [.applicationFile(application: [0, 0, 2], file: 1, offset: 3)])
        #expect(comparison.differences.first?.placeWords == "application 000002 file 1 at 0003")
    }

    @Test("an application that stands twice is compared with its own, and surplus ones are told")
    func twice() {
        let old = card([application(1, [1]), application(1, [2])])
        #expect(Comparison(a: old, b: old).same)
        let comparison = Comparison(a: old, b: card([application(1, [1]), application(3, nil)]))
        #expect(comparison.differences.map(\.place) == [.value("application 000001"), .value("application 000003")])
        let unread = Comparison(a: card([application(1, [1])]), b: card([application(1, nil)]))
        #expect(unread.same)
        #expect(unread.notices == ["file 1 of application 000001 was not read in B"])
    }

    @Test("named values are compared, and secrets not shown")
    func values() {
        let old = card([application(1, [1])], [NamedValue("AFI", "00"), NamedValue("PWD", "11223344", isSecret: true)])
        let new = card([application(1, [1])], [NamedValue("AFI", "3D"), NamedValue("PWD", "FFFFFFFF", isSecret: true)])
        #expect(Comparison(a: old, b: new).differences.map(\.meaning) == ["AFI 00 -> 3D", "PWD differs"])
        let other = card([application(1, [1])])
        #expect(Comparison(a: old, b: other).notices == ["only A says: AFI, PWD"])
    }
}
