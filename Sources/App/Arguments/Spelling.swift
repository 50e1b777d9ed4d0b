/// Finds the word that was probably meant.
enum Spelling {
    /// The candidate nearest to `word`, or `nil` where none is near: at most two slips, and fewer than the word is long.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = slips(from: Array(word.utf8), to: Array(candidate.utf8))
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        guard let best, best.distance <= 2, best.distance * 2 < max(3, word.utf8.count) else { return nil }
        return best.candidate
    }

    /// The least number of letters to insert, drop, change or swap with their neighbour.
    private static func slips(from left: [UInt8], to right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                next.append(cost)
            }
            (beforeLast, last) = (last, next)
        }
        return last[right.count]
    }

    /// The words that there are, and which of them was meant by another one: `there are raw, eml: did you mean raw?`
    static func choices(_ words: [String], insteadOf word: String) -> String {
        "there are " + words.joined(separator: ", ")
            + (nearest(to: word.lowercased(), among: words).map { "; did you mean \($0)?" } ?? "")
    }
}
