import Foundation
import Terminal
import Testing

@testable import Screens

@Suite("Every size")
struct SizeTests {
    static let situations =
        Situation.all + Situation.more + Situation.changing + Situation.cards + Situation.editing + Situation.dumping
        + Situation.panels + Situation.files

    /// What must hold of a screen at any size.
    static func check(_ model: AppModel, _ name: String, columns: Int, rows: Int, glyphs: Glyphs) {
        let canvas = model.drawn(columns: columns, rows: rows, glyphs: glyphs)
        let place: Comment = "\(name) at \(columns)x\(rows)"
        guard columns >= 24, rows >= 6 else {
            let text = canvas.text.filter { !$0.isWhitespace }
            let whole = "Need24x6,have\(columns)x\(rows)"
            #expect(whole.hasPrefix(text.replacing("…", with: "")) && !text.isEmpty, place)
            return
        }
        guard let cursor = canvas.cursor else {
            Issue.record("no cursor: \(place)")
            return
        }
        #expect(canvas.bounds.contains(cursor), place)
        #expect(!(0..<rows).contains { hasHalfCharacter(canvas, row: $0) }, "half a wide character: \(place)")
        guard model.showsWorkbench, model.dialogs.isEmpty, model.notice?.kind != .error else { return }
        let titles = Pane.allCases.filter { canvas.text.contains("[\($0.rawValue) \($0.title)]") }
        #expect(titles == [model.focus], place)
    }

    private static func hasHalfCharacter(_ canvas: Canvas, row: Int) -> Bool {
        var wide = false
        for column in 0..<canvas.size.columns {
            guard let cell = canvas[Point(column: column, row: row)] else { continue }
            if (cell.width == 0) != wide { return true }
            wide = cell.width == 2
        }
        return wide
    }

    static let models = situations.map { ($0.name, $0.make()) }

    /// Every width at the heights where something changes, every height at such widths, and a scatter of the rest;
    /// with `TAGDESK_ALL_SIZES` in the environment all 12 000 sizes.
    static func isDrawn(columns: Int, rows: Int) -> Bool {
        all || [1, 6, 23, 24].contains(rows) || [1, 24, 100, 160].contains(columns)
            || (columns * 61 + rows * 17) % 29 == 0
    }

    private static let all = ProcessInfo.processInfo.environment["TAGDESK_ALL_SIZES"] != nil

    @Test("no size from 1x1 to 200x60 breaks any situation; they take turns", arguments: 0..<12)
    func everySize(part: Int) {
        let models = Self.models
        for rows in stride(from: part + 1, through: 60, by: 12) {
            for columns in 1...200 where Self.isDrawn(columns: columns, rows: rows) {
                let turn = (columns * 7 + rows * 11) % models.count
                let glyphs: Glyphs = (columns + rows) % 4 == 0 ? .ascii : .unicode
                Self.check(models[turn].1, models[turn].0, columns: columns, rows: rows, glyphs: glyphs)
            }
        }
    }

    @Test("each situation survives every small size", arguments: situations)
    func small(situation: Situation) {
        let model = situation.make()
        for rows in 5...16 {
            for columns in stride(from: 22, through: 46, by: 4) {
                Self.check(model, situation.name, columns: columns, rows: rows, glyphs: .unicode)
            }
        }
    }

    @Test("too small a screen says what it needs and what it has")
    func tooSmall() {
        #expect(AppModel().drawn(columns: 20, rows: 5).text.hasPrefix("Need 24x6, have 20x5"))
        #expect(AppModel().drawn(columns: 0, rows: 0).text.isEmpty)
    }

    @Test("a frame is never drawn over by what is inside", arguments: Situation.all)
    func frames(situation: Situation) {
        let model = situation.make()
        guard model.showsWorkbench, model.dialogs.isEmpty, model.notice == nil else { return }
        let canvas = model.drawn(columns: 130, rows: 40)
        let layout = WorkbenchLayout(
            size: Size(columns: 130, rows: 40), focus: model.focus, maximised: model.maximised)
        for pane in layout.panes {
            for row in pane.frame.origin.row + 1..<pane.frame.bottom - 1 {
                for column in [pane.frame.origin.column, pane.frame.right - 1] {
                    #expect(canvas[Point(column: column, row: row)]?.text == "│")
                }
            }
        }
    }
}
