import Terminal
import Testing

@testable import Screens

@Suite("Golden screens")
struct GoldenTests {
    static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60)]

    @Test(
        "every situation of changing a tag draws the screen on file",
        arguments: Situation.changing + Situation.cards)
    func changing(situation: Situation) throws {
        let model = situation.make()
        for size in Self.sizes.prefix(2) {
            let canvas = model.drawn(columns: size.columns, rows: size.rows)
            try expectGolden(canvas, "\(situation.name)-\(size.columns)x\(size.rows)")
        }
    }

    @Test(
        "every situation of the editor and of dumps draws the screen on file",
        arguments: Situation.editing + Situation.dumping)
    func editing(situation: Situation) throws {
        let model = situation.make()
        for size in [Self.sizes[0], Self.sizes[2]] {
            let canvas = model.drawn(columns: size.columns, rows: size.rows)
            try expectGolden(canvas, "\(situation.name)-\(size.columns)x\(size.rows)")
        }
    }

    @Test("every situation draws the screen on file at each size", arguments: Situation.all)
    func golden(situation: Situation) throws {
        let model = situation.make()
        for size in Self.sizes {
            let canvas = model.drawn(columns: size.columns, rows: size.rows)
            try expectGolden(canvas, "\(situation.name)-\(size.columns)x\(size.rows)")
        }
    }

    @Test(
        "without UTF-8 the same screens are pure ASCII",
        arguments: Situation.all + Situation.changing + Situation.dumping)
    func ascii(situation: Situation) throws {
        let canvas = situation.make().drawn(columns: 80, rows: 24, glyphs: .ascii)
        let isASCII = canvas.text.unicodeScalars.allSatisfy { $0.isASCII }
        #expect(isASCII)
        if situation.name == "records" { try expectGolden(canvas, "records-ascii-80x24") }
    }
}
