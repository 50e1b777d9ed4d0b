import Tags

/// Which Type 2 chip a memory may be of, where the file does not say: by its size and its page 03.
struct ChipGuess {
    /// The likeliest; `nil` where no chip fits.
    let chip: Type2Chip?
    /// How it was found, for `identifiedBy`.
    let how: String
    /// How sure that is.
    let provenance: Provenance
    /// What to tell the person; `nil` where there is no doubt.
    let problem: String?

    /// - Parameters:
    ///   - pageCount: The pages that the file has room for.
    ///   - container: Page 03, where the file holds it.
    init(pageCount: Int, container: [UInt8]?) {
        let exact = Self.candidates.filter { $0.pageCount == pageCount || $0.readablePageCount == pageCount }
        let ranked = exact.enumerated().sorted {
            (Self.rank($0.element, container), $0.offset) < (Self.rank($1.element, container), $1.offset)
        }
        if let best = ranked.first?.element {
            let rank = Self.rank(best, container)
            let others = ranked.dropFirst().map(\.element).filter { Self.rank($0, container) == rank }.map(\.name)
            chip = best
            how = "the size of the memory, \(Words.count(pageCount, "page"))"
            provenance = others.isEmpty ? .derived : .assumed
            let doubt = others.isEmpty ? "" : "; it could also be \(others.joined(separator: ", "))"
            problem =
                "the file does not name the chip: \(Words.count(pageCount, "page")) and page 03 are those of "
                + "\(best.name)\(doubt)"
        } else if let container, container.first == 0xE1,
            let best = Self.candidates.first(where: { $0.factoryPage3 == container && $0.pageCount > pageCount })
        {
            chip = best
            how = "the capability container alone"
            provenance = .assumed
            problem =
                "the file does not name the chip: its capability container is that of \(best.name), and the file holds "
                + "only \(pageCount) of \(best.pageCount) pages"
        } else {
            chip = nil
            how = "the check bytes of the UID"
            provenance = .derived
            problem = "the file does not name the chip, and no known chip has \(Words.count(pageCount, "page"))"
        }
    }

    /// Copies are known by what they answer, never by their size.
    private static let candidates = Type2Chip.all.filter { chip in
        !chip.name.hasSuffix(" clone")
    }

    /// 0 for a chip delivered with this container, 1 for one on which it makes sense, 2 for the rest.
    private static func rank(_ chip: Type2Chip, _ container: [UInt8]?) -> Int {
        guard let container else { return 1 }
        if chip.factoryPage3 == container { return 0 }
        guard container[0] == 0xE1 else { return chip.factoryPage3?.first == 0xE1 ? 2 : 1 }
        return Int(container[2]) * 8 <= chip.userByteCount ? 1 : 2
    }
}
