/// How well an action's name fits what was typed: the letters in order, the closer together and the nearer to the
/// starts of words the better.
enum Fuzzy {
    /// A score, higher is better; `nil` where a letter is missing. An empty query fits everything.
    static func score(_ query: String, in candidate: String) -> Int? {
        var score = 0
        var previous: Character = " "
        var run = 0
        var wanted = query.lowercased().filter { $0 != " " }[...]
        for character in candidate.lowercased() {
            guard let next = wanted.first else { break }
            if character == next {
                run += 1
                score += run * 2 + (previous == " " ? 8 : 0)
                wanted = wanted.dropFirst()
            } else {
                run = 0
            }
            previous = character
        }
        guard wanted.isEmpty else { return nil }
        return score - candidate.count / 8
    }
}
