import Glibc
import Tags
import Testing

@testable import Dumps

@Suite("Names of files that are no UTF-8")
struct SystemPathTests {
    @Test(
        "come back from text as they were",
        arguments: [
            [0x63, 0x61, 0x66, 0xE9], [0xFF], [0x80, 0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5, 0x80],
            // Characters that stand for such bytes, in a name of their own.
            [0xF4, 0x8F, 0xBF, 0xA9], [0x61, 0xF4, 0x8F, 0xBE, 0x80, 0xE9, 0x62], [0xC3, 0xA9],
            [0xF0, 0x9F, 0x98, 0x80], [],
        ] as [[UInt8]])
    func roundTrip(bytes: [UInt8]) { #expect(SystemPath.bytes(SystemPath.text(bytes)) == bytes) }

    @Test("come back whatever the bytes are", arguments: 1...200)
    func random(seed: Int) {
        var random = Random(seed: UInt64(seed))
        let bytes = (0..<Int(random.byte()) % 40).map { _ in random.byte() | (seed.isMultiple(of: 2) ? 0x80 : 0) }
        #expect(SystemPath.bytes(SystemPath.text(bytes)) == bytes)
    }

    @Test("are shown with the bytes that are no text, and text that is none stays as it is")
    func shown() {
        #expect(SystemPath.text([0x63, 0xE9]).visible == "c‹E9›")
        #expect(SystemPath.shown(SystemPath.text([0x63, 0xE9, 0xC3, 0xA9])) == "c‹E9›é")
        #expect(SystemPath.text(Array("é😀".utf8)) == "é😀")
        #expect(!SystemPath.holdsForeignBytes("é😀\u{10FF7F}"))
    }

    @Test("are listed in the library, opened, renamed and thrown away")
    func library() throws {
        let folder = try ScratchFolder()
        let name = SystemPath.text([0x63, 0xE9] + Array(".bin".utf8))
        let bytes = try Samples.type2(try #require(Type2Chip.named("NTAG213")), seed: 1, gaps: false)
            .encoded(as: .raw).bytes
        try Files.create(folder.path + "/" + name, with: bytes)
        // The right name on the disk, byte by byte.
        #expect(access(Array((folder.path + "/c").utf8CString.dropLast()) + [-23, 46, 98, 105, 110, 0], F_OK) == 0)
        var library = DumpLibrary(folder: folder.path)
        let row = try #require(library.list().rows.first)
        #expect(row.name == name && row.failure == nil && row.format == .raw)
        #expect(try library.open(name).dump.report.image?.pageCount == 45)
        let other = SystemPath.text([0xFF] + Array(".bin".utf8))
        try library.rename(name, to: other)
        #expect(library.list().rows.map(\.name) == [other])
        _ = try library.discard(other)
        #expect(library.list().rows.isEmpty)
    }
}
