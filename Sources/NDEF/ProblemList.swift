/// Problems as they are found, bounded: a hostile message of thousands of faulty records must not cost thousands of
/// sentences.
struct ProblemList {
    /// More than a person reads; what comes after is counted.
    static let limit = 64

    private(set) var items: [NDEFProblem] = []
    private var further = 0
    private var furtherIsMalformed = false
    private var furtherOffset = 0

    @inline(never) mutating func warn(at offset: Int, _ sentence: @autoclosure () -> String) {
        add(.warning, at: offset, sentence)
    }

    @inline(never) mutating func malformed(at offset: Int, _ sentence: @autoclosure () -> String) {
        add(.malformed, at: offset, sentence)
    }

    mutating func add(_ severity: NDEFProblem.Severity, at offset: Int, _ sentence: () -> String) {
        guard items.count < Self.limit else {
            if further == 0 { furtherOffset = offset }
            further += 1
            if severity == .malformed { furtherIsMalformed = true }
            return
        }
        items.append(NDEFProblem(severity, at: offset, sentence()))
    }

    /// The problems in order of position, with one line for those beyond the limit.
    var finished: [NDEFProblem] {
        guard !items.isEmpty else { return [] }
        var all = items.sorted { $0.offset < $1.offset }
        if further > 0 {
            all.append(
                NDEFProblem(
                    furtherIsMalformed ? .malformed : .warning, at: furtherOffset, "\(further) more problems like these"
                ))
        }
        return all
    }
}
