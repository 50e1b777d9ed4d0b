import Testing

@testable import Screens

@Suite("Lines typed before")
struct LineHistoryTests {
    @Test("back and forward go through the lines, and end with what was being typed")
    func walk() {
        var history = LineHistory()
        for line in ["one", "two", "two", "three"] { history.keep(line) }
        #expect(history.lines == ["one", "two", "three"])
        #expect(history.back(from: "half") == "three")
        #expect(history.back(from: "three") == "two")
        #expect(history.back(from: "two") == "one")
        #expect(history.back(from: "one") == nil)
        #expect(history.forward() == "two")
        #expect(history.forward() == "three")
        #expect(history.forward() == "half")
        #expect(history.forward() == nil)
    }

    @Test("nothing is behind or before an empty history")
    func empty() {
        var history = LineHistory()
        #expect(history.back(from: "x") == nil && history.forward() == nil)
        history.keep("")
        #expect(history.lines.isEmpty)
    }

    @Test("the oldest lines go first")
    func bounded() {
        var history = LineHistory()
        for number in 0..<LineHistory.limit + 10 { history.keep("line \(number)") }
        #expect(history.lines.count == LineHistory.limit && history.lines.first == "line 10")
        #expect(history.back(from: "") == "line \(LineHistory.limit + 9)")
    }
}
