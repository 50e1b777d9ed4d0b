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
    ///   - user: The first bytes of user memory, as far as the file holds them.
    init(pageCount: Int, container: [UInt8]?, user: [UInt8]) {
        let exact = Self.candidates.filter { $0.sizes.contains(pageCount) }
        let ranked = exact.enumerated().sorted {
            (Self.rank($0.element, container), $0.offset) < (Self.rank($1.element, container), $1.offset)
        }
        // A container that makes no sense at this size: the file may be the beginning of a larger memory.
        let larger = Self.larger(than: pageCount, container, user)
        let isCut = container?.first == 0xE1 && larger != nil
        if let best = ranked.first?.element, !isCut || Self.rank(best, container) < 2 {
            // Any chip on which the container makes sense may have been formatted so.
            let worst = max(1, Self.rank(best, container))
            let others = ranked.dropFirst().map(\.element).filter { Self.rank($0, container) <= worst }.map(\.name)
            chip = best
            how = "the size of the memory, \(Words.count(pageCount, "page"))"
            provenance = others.isEmpty ? .derived : .assumed
            let doubt = others.isEmpty ? "" : "; it could also be \(others.joined(separator: ", "))"
            problem =
                "the file does not name the chip: \(Words.count(pageCount, "page")) and page 03 are those of "
                + "\(best.name)\(doubt)"
        } else if isCut, let best = larger {
            chip = best
            how = "the capability container alone"
            provenance = .assumed
            problem =
                "the file does not name the chip: its capability container is that of \(best.name), and the file holds "
                + "only \(pageCount) of \(best.pageCount) pages"
        } else {
            chip = nil
            how = "the pages of 4 bytes"
            provenance = .derived
            problem = "the file does not name the chip, and no known chip has \(Words.count(pageCount, "page"))"
        }
    }

    /// The chip of more pages that is delivered with this container: of several the one with the lock control TLV that is
    /// there, then one of today.
    private static func larger(than pageCount: Int, _ container: [UInt8]?, _ user: [UInt8]) -> Type2Chip? {
        let fitting = candidates.filter { $0.pageCount > pageCount && $0.factoryPage3 == container }
        let byControl = fitting.first { chip in
            guard let factory = chip.factoryUser, factory.first == 0x01 else { return false }
            return factory.prefix(5).elementsEqual(user.prefix(5))
        }
        return byControl ?? fitting.first { $0.commands.contains(.getVersion) } ?? fitting.first
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

extension Type2Chip {
    /// The numbers of pages in which its memory is kept: whole, up to its keys, or with them and without what is reserved
    /// behind.
    var sizes: Set<Int> {
        var sizes: Set = [pageCount, readablePageCount]
        if let keys = unreadablePages { sizes.insert(keys.upperBound + 1) }
        // Older programs do not know of a counter behind the memory.
        if let page = counterPage, page == pageCount - 1 { sizes.insert(page) }
        return sizes
    }
}
