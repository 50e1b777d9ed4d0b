import Terminal
import Testing

@testable import Screens

@Suite("Console, Trace and Tools at every size")
struct PanelGoldenTests {
    @Test("every situation draws the screen on file", arguments: Situation.panels)
    func golden(situation: Situation) throws {
        let model = situation.make()
        for size in [Size(columns: 80, rows: 24), Size(columns: 200, rows: 60)] {
            let canvas = model.drawn(columns: size.columns, rows: size.rows)
            try expectGolden(canvas, "\(situation.name)-\(size.columns)x\(size.rows)")
        }
    }

    @Test("without UTF-8 the same screens are pure ASCII", arguments: Situation.panels)
    func ascii(situation: Situation) {
        let canvas = situation.make().drawn(columns: 80, rows: 24, glyphs: .ascii)
        #expect(canvas.text.unicodeScalars.allSatisfy { $0.isASCII })
    }

    @Test("each situation survives every size", arguments: Situation.panels)
    func sizes(situation: Situation) {
        let model = situation.make()
        for rows in [1, 5, 6, 7, 8, 9, 10, 12, 16, 17, 24, 30, 31, 60] {
            for columns in [1, 23, 24, 25, 31, 43, 44, 49, 50, 59, 60, 69, 70, 99, 100, 139, 140, 149, 150, 200] {
                SizeTests.check(model, situation.name, columns: columns, rows: rows, glyphs: .unicode)
            }
        }
    }
}
