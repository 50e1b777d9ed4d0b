import NDEF
import Tags
import Testing

@testable import Screens

@Suite("Record tree")
struct RecordTreeTests {
    private static func message() throws -> [UInt8] {
        NDEFMessage([
            try .uri("https://example.com"),
            try .smartPoster(
                uri: "https://example.com/menu", titles: [TextContent(text: "Menu", language: "en")]),
        ]).encoded()
    }

    @Test("records inside records are nodes whose bytes are those of the message")
    func nested() throws {
        let bytes = try Self.message()
        let tree = RecordTree(NDEFMessage.decode(bytes))
        #expect(tree.nodes.map(\.depth) == [0, 0, 1, 1])
        for node in tree.nodes {
            let range = try #require(node.range)
            let alone = NDEFMessage.decode(Array(bytes[range]))
            #expect(alone.records.first?.record == node.record)
        }
    }

    @Test("a closed record hides what is inside, and Left and Right walk out and in")
    func fold() throws {
        var tree = RecordTree(NDEFMessage.decode(try Self.message()))
        tree.list.cursor = 1
        let posterCloses = tree.toggle()
        #expect(posterCloses && tree.visible.count == 2)
        let opensAgain = tree.open()
        #expect(opensAgain && tree.visible.count == 4)
        let goesIn = tree.open()
        #expect(goesIn && tree.list.cursor == 2)
        let goesOut = tree.close()
        #expect(goesOut && tree.list.cursor == 1)
        tree.list.cursor = 0
        let linkFolds = tree.toggle()
        #expect(!linkFolds)
    }

    @Test("a record that is stored in chunks is one line, and its details say in how many")
    func chunks() throws {
        // B1 01 03 54 02656E | 36 00 05 "Hello" | 56 00 06 " NFC!!"
        let bytes = try #require(Hex.bytes("B101035402656E36000548656C6C6F560006204E46432121"))
        let tree = RecordTree(NDEFMessage.decode(bytes))
        let node = try #require(tree.nodes.first)
        #expect(tree.nodes.count == 1 && node.range == 0..<bytes.count)
        let lines = RecordText.details(node, bytes: bytes, columns: 80).map(\.text)
        #expect(lines.contains { $0.contains("stored in 3 chunks") })
    }

    @Test("every byte of the message selects the deepest record that holds it")
    func deepest() throws {
        let bytes = try Self.message()
        var tree = RecordTree(NDEFMessage.decode(bytes))
        for index in bytes.indices {
            tree.select(messageByte: index)
            let selected = try #require(tree.selected)
            let holding = tree.nodes.filter { $0.range?.contains(index) == true }
            #expect(holding.allSatisfy { $0.depth <= selected.depth } && selected.range?.contains(index) == true)
        }
    }

    @Test("a message whose bytes lie apart maps both ways")
    func map() {
        let map = MessageMap(ranges: [18..<40, 48..<60])
        #expect(map.memory(of: 0..<34) == [18..<40, 48..<60])
        #expect(map.memory(of: 20..<24) == [38..<40, 48..<50])
        #expect(map.memory(of: 22..<24) == [48..<50])
        #expect(map.memory(of: 34..<40) == [])
        #expect(map.memory(of: 5..<5) == [])
        #expect(map.messageByte(at: 48) == 22)
        #expect(map.messageByte(at: 44) == nil)
        for byte in 0..<34 {
            #expect(map.memory(of: byte..<byte + 1).first.map { map.messageByte(at: $0.lowerBound) } == byte)
        }
    }

    @Test("nesting without end and records without number stay bounded")
    func bounded() {
        var payload: [UInt8] = []
        for _ in 0..<50 {
            payload = NDEFMessage([NDEFRecord(tnf: .wellKnown, type: Bytes(Array("Sp".utf8)), payload: Bytes(payload))])
                .encoded()
        }
        #expect(RecordTree(NDEFMessage.decode(payload)).nodes.count <= RecordTree.maximumDepth)
        let many = NDEFMessage(Array(repeating: NDEFRecord(tnf: .unknown), count: 5000)).encoded()
        #expect(RecordTree(NDEFMessage.decode(many)).nodes.count <= RecordTree.maximumNodes)
    }

    @Test("text that tries to command the terminal is shown as visible symbols")
    func hostile() throws {
        let record = try NDEFRecord.text("\u{1B}[2Jrm\u{202E}fdp\u{200B}.\u{7}", language: "en")
        let gist = RecordText.title(record).gist
        let forbidden: Set<Unicode.Scalar> = ["\u{1B}", "\u{202E}", "\u{200B}", "\u{7}"]
        #expect(!gist.unicodeScalars.contains(where: forbidden.contains))
        let node = RecordNode(
            path: [0], record: record, range: nil, payloadRange: nil, chunkCount: 1, hasChildren: false)
        for line in RecordText.details(node, bytes: Array(record.payload), columns: 60) {
            #expect(!line.text.unicodeScalars.contains(where: forbidden.contains))
        }
    }
}
