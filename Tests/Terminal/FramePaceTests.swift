import Testing

@testable import Terminal

@Suite("The pace of frames")
struct FramePaceTests {
    private let start = MonotonicTime(nanoseconds: 1_000_000_000)

    @Test("the first frame is due at once")
    func first() {
        #expect(FramePace().milliseconds(before: start) == 0)
    }

    @Test(
        "what follows a frame closely waits for the rest of its time, what comes later does not",
        arguments: [
            (0, 8), (1, 7), (7, 1), (8, 0), (9, 0), (1_000_000, 0),
        ])
    func later(after: Int, wait: Int) {
        var pace = FramePace()
        pace.painted(at: start)
        #expect(pace.milliseconds(before: start.adding(milliseconds: after)) == wait)
    }

    @Test("a moment is reached by whole milliseconds, rounded up, and never goes below none")
    func milliseconds() {
        let later = MonotonicTime(nanoseconds: start.nanoseconds + 1_000_001)
        #expect(start.milliseconds(until: later) == 2)
        #expect(later.milliseconds(until: start) == 0)
        #expect(start.adding(milliseconds: -5) == start)
    }
}
