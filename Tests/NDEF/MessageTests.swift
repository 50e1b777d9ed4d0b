import NDEF
import Testing

@Suite("Messages")
struct MessageTests {
    private func sentences(_ text: String) -> [String] { NDEFMessage.decode(hex(text)).problems.map(\.sentence) }

    @Test("no bytes are a message without records and without problems")
    func nothing() {
        let decoding = NDEFMessage.decode([UInt8]())
        #expect(decoding.records.isEmpty)
        #expect(decoding.problems.isEmpty)
        #expect(decoding.verdict == .sound)
    }

    @Test("a message without records is written as one empty record")
    func emptyMessage() {
        #expect(NDEFMessage([]).encoded() == hex("D00000"))
    }

    @Test(
        "a truncated record says how many bytes of which field are missing",
        arguments: [
            ("D1010D55016E6F72657761792E636F", "claims 13 bytes of payload, 11 are left (its type is U): 2 missing"),
            ("D1FF0054", "claims 255 bytes of type, 1 is left: 254 missing"),
            ("D901000355", "claims 3 bytes of id, 0 are left: 3 missing"),
            ("C1010000", "is cut off inside its header"),
            ("C101FFFFFFFF55", "claims 4294967295 bytes of payload, 0 are left"),
        ])
    func truncated(text: String, part: String) {
        let decoding = NDEFMessage.decode(hex(text))
        #expect(decoding.records.isEmpty)
        #expect(decoding.isMalformed)
        #expect(decoding.problems.contains { $0.sentence.contains(part) }, "\(decoding.problems)")
    }

    @Test("records before the one that is cut off are kept")
    func keptBeforeCut() {
        let decoding = NDEFMessage.decode(hex("91010255046151010A5504"))
        #expect(decoding.records.count == 1)
        #expect(decoding.isMalformed)
        #expect(decoding.problems.first?.offset == 6)
    }

    @Test("bytes after the end of the message are counted, not decoded")
    func trailing() {
        let decoding = NDEFMessage.decode(hex("D10102550461 D10102550462"))
        #expect(decoding.records.count == 1)
        #expect(decoding.byteCount == 6)
        #expect(decoding.problems.map(\.sentence) == ["6 bytes follow the end of the message"])
        #expect(!decoding.isMalformed)
    }

    @Test(
        "begin and end flags that are wrong are reported, and the records shown",
        arguments: [
            "110102550461 510102550462", "910102550461 D10102550462", "910102550461 110102550462",
        ])
    func flags(text: String) {
        let decoding = NDEFMessage.decode(hex(text))
        #expect(decoding.records.count == 2)
        #expect(decoding.verdict == .tolerated)
    }

    @Test("a chunked record is one record that knows its chunks, its id and its type")
    func chunks() throws {
        let bytes = hex("B9 01 03 01 54 69 02 65 6E  36 00 02 41 42  26 00 00 00 00 01 43  56 00 00")
        let decoding = NDEFMessage.decode(bytes)
        #expect(decoding.problems.isEmpty)
        let located = try #require(decoding.records.first)
        #expect(decoding.records.count == 1)
        #expect(located.chunkCount == 4)
        #expect(located.range == 0..<bytes.count)
        #expect(located.record.id == "i")
        #expect(located.record.content == .text(TextContent(text: "ABC", language: "en")))
        #expect(decoding.message.encoded() == hex("D9 01 06 01 54 69 02 65 6E 41 42 43"))
    }

    @Test(
        "a chunk rule that is broken makes the message malformed",
        arguments: [
            ("D6 00 01 41", "where none was begun"),
            ("B1 01 01 54 02 76 00 01 65", "says more are to come"),
            ("B1 01 01 54 02 36 00 01 65", "never finished"),
            ("B1 01 01 54 02 51 01 02 55 04 61", "never finished"),
            ("B1 01 03 54 02 65 6E 56 01 01 54 41", "a type or id of its own"),
            ("B1 01 03 54 02 65 6E 5E 00 01 01 69 41", "a type or id of its own"),
            ("F1 01 03 54 02 65 6E", "never finished"),
        ])
    func chunkRules(text: String, part: String) {
        let decoding = NDEFMessage.decode(hex(text))
        #expect(decoding.isMalformed)
        #expect(decoding.problems.contains { $0.sentence.contains(part) }, "\(decoding.problems)")
    }

    @Test("a record after an unfinished chunked one is still read")
    func afterUnfinished() {
        let decoding = NDEFMessage.decode(hex("B1 01 01 54 02 51 01 02 55 04 61"))
        #expect(decoding.records.map(\.record.content) == [.uri("https://a")])
    }

    @Test("the reserved type name format is kept and does not hide the records after it")
    func reserved() {
        let decoding = NDEFMessage.decode(hex("97 01 01 58 41 51 01 02 55 04 61"))
        #expect(decoding.verdict == .tolerated)
        #expect(decoding.records.map(\.record.kindName) == ["unknown", "uri"])
        #expect(decoding.message.encoded() == hex("97 01 01 58 41 51 01 02 55 04 61"))
    }

    @Test("a short record holds 255 bytes, a long one more", arguments: [0, 1, 254, 255, 256, 257, 65535, 65536])
    func lengths(count: Int) throws {
        let payload = [UInt8](repeating: 0x5A, count: count)
        let message = NDEFMessage([NDEFRecord(tnf: .unknown, payload: Bytes(payload))])
        let bytes = message.encoded()
        #expect(bytes.count == count + (count < 256 ? 3 : 6))
        #expect(bytes.count == message.records[0].encodedCount)
        #expect(bytes[0] & 0x10 == (count < 256 ? 0x10 : 0))
        let decoding = NDEFMessage.decode(bytes)
        #expect(decoding.message == message)
        #expect(decoding.problems.isEmpty)
    }

    @Test("a record stored with a long length it does not need is written so again, and is equal to a short one")
    func storedLong() {
        let bytes = hex("C1 01 00 00 00 02 55 04 61")
        let message = NDEFMessage.decode(bytes).message
        #expect(message.encoded() == bytes)
        #expect(message == NDEFMessage.decode(hex("D1 01 02 55 04 61")).message)
    }

    @Test("an empty id is not the same as none")
    func emptyID() {
        let bytes = hex("D9 01 02 00 55 04 61")
        let message = NDEFMessage.decode(bytes).message
        #expect(message.records.first?.id == Bytes())
        #expect(message.encoded() == bytes)
    }

    @Test("what no reader accepts is refused before it is written")
    func validation() {
        let long = Bytes([UInt8](repeating: 0x61, count: 256))
        let refused: [(NDEFRecord, RecordError)] = [
            (NDEFRecord(tnf: .external, type: long), .typeTooLong(256)),
            (NDEFRecord(tnf: .unknown, id: long), .idTooLong(256)),
            (NDEFRecord(tnf: .empty, id: "a"), .emptyWithContent),
            (NDEFRecord(tnf: .media), .typeMissing(.media)),
            (NDEFRecord(tnf: .unknown, type: "x"), .typeUnexpected),
            (NDEFRecord(tnf: .unchanged), .notWritable(.unchanged)),
            (NDEFRecord(tnf: .reserved), .notWritable(.reserved)),
        ]
        for (record, error) in refused {
            #expect(throws: error) { try NDEFMessage([record]).validate() }
            _ = NDEFMessage([record]).encoded()
        }
    }

    @Test("a message of thousands of faulty records is described in a bounded number of sentences")
    func boundedProblems() {
        let bytes = (0..<5000).flatMap { _ in hex("96 00 01 41") }
        let decoding = NDEFMessage.decode(bytes)
        #expect(decoding.records.count == 5000)
        #expect(decoding.problems.count <= 65)
        #expect(decoding.problems.last?.sentence.hasSuffix("more problems like these") == true)
        #expect(decoding.allProblems.count <= 65)
    }

    @Test("posters inside posters are looked into only so deep")
    func nesting() throws {
        var record = try NDEFRecord.uri("https://a")
        for _ in 0..<200 {
            record = NDEFRecord(tnf: .wellKnown, type: "Sp", payload: Bytes(NDEFMessage([record]).encoded()))
        }
        let decoding = NDEFMessage.decode(NDEFMessage([record]).encoded())
        var current = decoding.records.first?.record
        var depth = 0
        while case .smartPoster(let poster) = current?.content {
            current = poster.records.first
            depth += 1
        }
        #expect(depth == NDEFRecord.deepestNesting)
        #expect(current?.contentProblems.isEmpty == false)
        #expect(!decoding.allProblems.isEmpty)
    }

    @Test("a view of bytes that does not begin at zero decodes like a copy of it")
    func slices() {
        let view = Bytes(hex("FFFF D10102550461 FF"))[2..<8]
        #expect(NDEFMessage.decode(view) == NDEFMessage.decode(Array(view)))
    }

    @Test("random records are written and read back the same", arguments: 1...40)
    func roundTrip(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let records = (0..<Int.random(in: 1...12, using: &generator)).map { _ in Self.record(using: &generator) }
        let message = NDEFMessage(records)
        let bytes = message.encoded()
        let decoding = NDEFMessage.decode(bytes)
        #expect(decoding.message == message)
        #expect(decoding.problems.isEmpty)
        #expect(decoding.byteCount == bytes.count)
        #expect(decoding.records.map { $0.range.count } == records.map(\.encodedCount))
        for located in decoding.records { #expect(Bytes(bytes)[located.payloadRange] == located.record.payload) }
    }

    @Test("no bytes whatever make the decoder fail, and records come out as they were stored", arguments: 1...200)
    func hostile(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = NDEFMessage((0..<3).map { _ in Self.record(using: &generator) }).encoded()
        for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0...2, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: place)
            default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            }
        }
        let decoding = NDEFMessage.decode(bytes)
        _ = decoding.verdict
        for located in decoding.records where !located.chunked {
            var written = NDEFMessage([located.record]).encoded()
            var stored = Array(bytes[located.range])
            written[0] &= 0x3F
            stored[0] &= 0x3F
            #expect(written == stored)
        }
    }

    private static func record(using generator: inout SeededGenerator) -> NDEFRecord {
        let types: [(TNF, Bytes)] = [
            (.empty, []), (.wellKnown, "U"), (.wellKnown, "T"), (.wellKnown, "Sp"), (.wellKnown, "Hs"),
            (.wellKnown, "Sig"),
            (.wellKnown, "Di"), (.media, "text/vcard"), (.media, "application/vnd.wfa.wsc"),
            (.media, "application/vnd.bluetooth.ep.oob"), (.media, "application/vnd.bluetooth.le.oob"),
            (.absoluteURI, "http://a.b"), (.external, "android.com:pkg"), (.external, "a.com:t"), (.unknown, []),
        ]
        let (tnf, type) = types[Int.random(in: 0..<types.count, using: &generator)]
        if tnf == .empty { return .empty }
        func bytes(_ limit: Int) -> Bytes {
            Bytes(
                (0..<Int.random(in: 0...limit, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                })
        }
        return NDEFRecord(
            tnf: tnf, type: type, id: Bool.random(using: &generator) ? bytes(8) : nil,
            payload: bytes(Bool.random(using: &generator) ? 40 : 400))
    }
}
