import Foundation
import Terminal
import Testing

@testable import Screens

@Suite("Small screens")
struct SmallScreenTests {
    static let sizes = [
        Size(columns: 24, rows: 6), Size(columns: 30, rows: 8), Size(columns: 40, rows: 10),
        Size(columns: 60, rows: 12),
    ]

    /// The frame of the dialog in front: the last one drawn whose corners are all there.
    private static func frames(of canvas: Canvas) -> [Rect] {
        func isCorner(_ point: Point, _ text: Character) -> Bool {
            canvas[point]?.text == text && canvas[point]?.role == .dialog
        }
        var frames: [Rect] = []
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns where isCorner(Point(column: column, row: row), "┌") {
                guard
                    let right = (column + 1..<canvas.size.columns).first(where: {
                        isCorner(Point(column: $0, row: row), "┐")
                    }),
                    let bottom = (row + 1..<canvas.size.rows).first(where: {
                        isCorner(Point(column: column, row: $0), "└")
                    })
                else { continue }
                frames.append(Rect(column: column, row: row, columns: right - column + 1, rows: bottom - row + 1))
            }
        }
        return frames
    }

    @Test(
        "every dialog keeps its frame whole, shows what has the focus, and says a key that leads out",
        arguments: SizeTests.situations)
    func dialogs(situation: Situation) throws {
        let model = situation.make()
        guard !model.dialogs.isEmpty else { return }
        for size in Self.sizes {
            var model = model
            model.notices = NoticeQueue()
            let canvas = model.drawn(columns: size.columns, rows: size.rows)
            let place: Comment = "\(situation.name) at \(size.columns)x\(size.rows):\n\(canvas.text)"
            guard let frame = Self.frames(of: canvas).last else {
                Issue.record(place)
                continue
            }
            for row in frame.origin.row + 1..<frame.bottom - 1 {
                for column in [frame.origin.column, frame.right - 1] {
                    #expect(canvas[Point(column: column, row: row)]?.text == "│", place)
                }
            }
            for column in frame.origin.column + 1..<frame.right - 1 {
                #expect(canvas[Point(column: column, row: frame.bottom - 1)]?.text == "─", place)
            }
            let cursor = try #require(canvas.cursor)
            #expect(frame.inset(by: 1).contains(cursor), "what has the focus is not to be seen: \(place)")
        }
    }

    @Test("a list shows the item under its cursor at every size, wherever the cursor is", arguments: sizes)
    func lists(size: Size) {
        let session = Session(columns: size.columns, rows: size.rows).place("ntag213-factory").quiet().press("b")
        let tags = session.bench.tags.map(\.name)
        for name in tags {
            guard case .choice(let choice)? = session.model.dialogs.last else { break }
            let row = session.canvas.cursor?.row ?? 0
            let shown = session.text.split(separator: "\n", omittingEmptySubsequences: false)[row]
            let here = tags[choice.list.cursor]
            #expect(shown.contains(here.prefix(8)), "\(here) of \(name):\n\(session.text)")
            session.press("j")
        }
    }

    @Test("a screen's list shows the row under its cursor", arguments: sizes)
    func rows(size: Size) {
        for (keys, situation) in [(["F8"], "dumps"), (["T"], "trace"), (["F4"], "protect"), (["J"], "journal")] {
            let session = Situation.library().send(.resize(size))
            for key in keys { session.press(key) }
            session.press("G").quiet()
            let cursor = session.canvas.cursor ?? Point(column: -1, row: -1)
            #expect(session.canvas.bounds.contains(cursor) && cursor.row >= 1, "\(situation):\n\(session.text)")
            #expect(cursor.row < size.rows - 2, "the cursor is on the status line of \(situation):\n\(session.text)")
        }
    }
}
