import Tags

/// A Type 2 chip as Flipper names and numbers it.
///
/// Flipper counts the pages that a chip answers; on NTAG I2C it leaves out the gaps between them and puts the session
/// registers last. Source: the firmware's unit-test files and its description of the format.
struct FlipperType2 {
    /// The word in `NTAG/Ultralight type`, and in `Device type` up to version 3.
    let word: String
    /// The name of the chip here.
    let chip: String
    /// What Flipper takes for `Pages total`.
    let pagesTotal: Int
    /// Runs of its page numbers with the address of the first; empty where number and address are the same.
    var runs: [(numbers: Range<Int>, address: Int)] = []

    /// The address of a page by Flipper's number; `nil` for one that has none here (session registers).
    func address(of number: Int) -> Int? {
        guard !runs.isEmpty else { return number }
        return runs.first { $0.numbers.contains(number) }.map { $0.address + number - $0.numbers.lowerBound }
    }

    /// Every chip it knows.
    static let all: [FlipperType2] = [
        FlipperType2(word: "Mifare Ultralight", chip: "Ultralight", pagesTotal: 16),
        FlipperType2(word: "Mifare Ultralight C", chip: "Ultralight C", pagesTotal: 48),
        FlipperType2(word: "Mifare Ultralight 11", chip: "Ultralight EV1 (UL11)", pagesTotal: 20),
        FlipperType2(word: "Mifare Ultralight 21", chip: "Ultralight EV1 (UL21)", pagesTotal: 41),
        FlipperType2(word: "NTAG203", chip: "NTAG203", pagesTotal: 42),
        FlipperType2(word: "NTAG213", chip: "NTAG213", pagesTotal: 45),
        FlipperType2(word: "NTAG215", chip: "NTAG215", pagesTotal: 135),
        FlipperType2(word: "NTAG216", chip: "NTAG216", pagesTotal: 231),
        FlipperType2(
            word: "NTAG I2C 1K", chip: "NTAG I2C 1K", pagesTotal: 231, runs: [(0..<227, 0), (227..<229, 0xE8)]),
        FlipperType2(
            word: "NTAG I2C 2K", chip: "NTAG I2C 2K", pagesTotal: 485, runs: [(0..<481, 0), (481..<483, 0x1E8)]),
        FlipperType2(word: "NTAG I2C Plus 1K", chip: "NTAG I2C plus 1K", pagesTotal: 236, runs: [(0..<234, 0)]),
        FlipperType2(
            word: "NTAG I2C Plus 2K", chip: "NTAG I2C plus 2K", pagesTotal: 492,
            runs: [(0..<234, 0), (236..<492, 0x100)]),
    ]

    /// The most pages of any.
    static let mostPages = all.map(\.pagesTotal).max() ?? 0

    /// The one of this word, whatever its case.
    static func named(_ word: String) -> FlipperType2? {
        let word = word.lowercased()
        return all.first { $0.word.lowercased() == word }
    }

    /// The one for a chip: its own, or that of the chip it is a variant of.
    static func of(_ chip: Type2Chip) -> FlipperType2? {
        if let type = all.first(where: { $0.chip == chip.name }) { return type }
        // A copy, or a variant such as NTAG213F: the same map under another name.
        return all.first { type in
            guard let known = Type2Chip.named(type.chip), chip.name.contains(type.chip) else { return false }
            return known.pageCount == chip.pageCount && known.userPages == chip.userPages
        }
    }
}
