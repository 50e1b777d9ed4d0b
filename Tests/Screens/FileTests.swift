import NDEF
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

extension Session {
    /// Puts a tag on the reader that is not on the bench.
    @discardableResult func put(_ tag: SimulatedTag) -> Session {
        bench.reader.insert(tag)
        return sync()
    }
}

extension Situation {
    /// A plain Type 4 tag with a link.
    static func card(write: UInt8 = 0, containerWritable: Bool = false) -> SimulatedTag {
        var rules = Type4Rules()
        rules.containerWritable = containerWritable
        let link = NDEFMessage([
            NDEFRecord(tnf: .wellKnown, type: [0x55], payload: Bytes([4] + Array("example.com/card".utf8)))
        ])
        return SimulatedTag(
            type4: Type4Card(
                message: link.encoded(), size: 128, mostRead: 59, mostWritten: 52, write: write, rules: rules))
    }

    /// An NTAG 424 DNA with a link.
    static func dna() -> SimulatedTag {
        var card = SimulatedDNA()
        let link = NDEFMessage([
            NDEFRecord(tnf: .wellKnown, type: [0x55], payload: Bytes([4] + Array("example.com/dna".utf8)))
        ])
        .encoded()
        card.files[1].content.replaceSubrange(0..<2 + link.count, with: [0, UInt8(link.count)] + link)
        return SimulatedTag(ntag424: card)
    }

    static let files: [Situation] = [
        Situation("card") { Session().put(card()).quiet().press("2").model },
        Situation("dna") { Session().put(dna()).quiet().press("1").model },
    ]
}

@Suite("Cards with files")
struct FileTests {
    @Test("the memory pane shows each file under its heading, with offsets of its own and what is not read")
    func memory() {
        let session = Session(columns: 120, rows: 40).put(Situation.dna()).quiet().press("2")
        let text = session.text
        #expect(text.contains("E103 CC  32 bytes  read free, write key 0"), "\(text)")
        #expect(text.contains("0000  00 17 20 01 00 00 FF 04"), "\(text)")
        session.press("G")
        #expect(session.text.contains("E105 proprietary  128 bytes"), "\(session.text)")
        #expect(session.text.contains("not read: it needs key 2"), "\(session.text)")
    }

    @Test("the line under the memory says what a byte of a file is, and go to finds bytes of it and other files")
    func explanations() {
        let session = Session(columns: 120, rows: 40).put(Situation.card()).quiet().press("2", "g", "j")
        #expect(
            session.text.contains("file E103 byte 0: 00h = 0, CCLEN: the container has 15 bytes"), "\(session.text)")
        session.press("F5").type("E104").press("Enter", "j")
        #expect(session.text.contains("file E104 byte 0: 00h = 0, NLEN"), "\(session.text)")
        session.press("F5").type("#6").press("Enter")
        #expect(session.text.contains("byte 4 of the message, in record 1"), "\(session.text)")
        #expect(session.text.contains("file E104 byte 6 (06h)"), "\(session.text)")
        session.press("/").type("card").press("Enter")
        #expect(session.text.contains("match 1 of 1"), "\(session.text)")
    }

    @Test("the tag pane names container, files, access and key versions; the capacity pane its sum")
    func fields() {
        let session = Session(columns: 200, rows: 60).put(Situation.dna()).quiet()
        let text = session.text
        for words in [
            "NTAG 424 DNA", "hardware 48.0", "mapping 2.0, answers of up to", "version 00", "File E104",
            "read free, write free", "file E104 of 256 bytes",
        ] {
            #expect(text.contains(words), "\(words) in\n\(text)")
        }
    }

    @Test("the selected record is shown where it lies in its file")
    func linked() {
        let session = Session(columns: 120, rows: 40).put(Situation.card()).quiet().press("3")
        #expect(session.text.contains("file E104 bytes 2-"), "\(session.text)")
        #expect(
            session.model.deck.linkedRanges.joined().compactMap { session.model.deck.image?.byte(at: $0) }.suffix(4)
                == Array("card".utf8)[...])
    }

    @Test("a message that is composed counts its room by the file, and its plan names the file before it is written")
    func compose() {
        let session = Session(columns: 100, rows: 30).put(Situation.card()).quiet().press("F3")
        #expect(session.text.contains("of 126 bytes"), "\(session.text)")
        session.press("d", "w")
        #expect(session.text.contains("file E104 at 0, 2 bytes: hide the present message: NLEN 0"), "\(session.text)")
        #expect(session.text.contains("all of it can be undone"))
        session.press("Enter")
        #expect(session.text.contains("written and read back"), "\(session.text)")
        #expect(session.model.deck.report?.ndef?.decoding?.records.count == 2)
        session.press("q", "J", "Enter")
        #expect(session.text.contains("File E104") || session.press("G").text.contains("File E104"), "\(session.text)")
    }

    @Test("the screen Protect offers what a card has, and says why not for the rest")
    func protect() {
        let session = Session(columns: 120, rows: 40).put(Situation.card(containerWritable: true)).quiet().press("F4")
        #expect(session.text.contains("Type 4 tag has no password"), "\(session.text)")
        session.press("L").press("Tab").type("3D4E").press("Enter")
        #expect(session.model.deck.report?.messageFile?.access.write == .never, "\(session.text)")
        session.press("E")
        #expect(session.text.contains("file E104 can never be written"), "\(session.text)")
    }

    @Test("no key in the memory pane of a card leads anywhere wrong", arguments: [24, 40, 80, 200])
    func walk(columns: Int) {
        for tag in [Situation.card(), Situation.dna()] {
            let session = Session(columns: columns, rows: 24).put(tag).quiet().press("2")
            for key in [
                "j", "j", "l", "l", "k", "G", "j", "g", "k", "Space", "j", "PgDn", "PgUp", "End", "Home", "y", "Esc",
                "z", "Tab",
            ] {
                session.press(key)
                SizeTests.check(session.model, "files", columns: columns, rows: 24, glyphs: .unicode)
            }
        }
    }

    @Test("every size draws cards with files")
    func sizes() {
        for situation in Situation.files {
            let model = situation.make()
            for rows in [1, 6, 10, 24, 60] {
                for columns in [1, 24, 40, 80, 100, 160, 200] {
                    SizeTests.check(model, situation.name, columns: columns, rows: rows, glyphs: .unicode)
                }
            }
        }
    }
}
