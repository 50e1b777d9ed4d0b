import Tags

/// What the byte under the cursor means, in a sentence and bit by bit.
struct ByteMeaning: Equatable, Sendable {
    /// One bit of the byte.
    struct Bit: Equatable, Sendable {
        var bit: Int
        var value: Int
        var name: String
        var meaning: String
        var irreversible: Bool
    }

    var sentence: String
    var bits: [Bit]

    /// The meaning of a byte, counted from the start of page 0.
    init(offset: Int, in report: TagReport) {
        sentence = report.regions.filter { $0.bytes.contains(offset) }.map(\.label).joined(separator: ", ")
        bits = []
    }
}
