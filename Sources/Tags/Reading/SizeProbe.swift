/// Finds the number of pages by plain reading, as a chip that rolls over shows it.
///
/// READ of the last page answers that page and then pages 0, 1 and 2: one exchange that no chip refuses tells the size.
/// A page too high is refused, which costs a new selection; so the search starts where the capability container points.
struct SizeProbe {
    enum Outcome: Equatable {
        /// The size is certain; these chips have it, the likeliest first. Empty where no known chip has it.
        case exactly([Type2Chip])
        /// The pages that would tell cannot be read; the chip that the container suggests.
        case undecided(Type2Chip?)
        /// Not even page 0 can be read.
        case refused
    }

    /// Refusals that are borne before giving up.
    private static let patience = 3

    let session: LinkSession
    let candidates: [Type2Chip]
    /// Pages 0-3, empty where they could not be read.
    private(set) var header: [UInt8] = []

    init(session: LinkSession, candidates: [Type2Chip]) {
        self.session = session
        self.candidates = candidates
    }

    mutating func run() throws(LinkError) -> Outcome {
        let answer = try read(0)
        header = answer ?? []
        if candidates.count == 1 { return .exactly(candidates) }
        guard let header = answer else { return .refused }
        let sizes = Set(candidates.map(\.readablePageCount)).sorted()
        var lower = 0
        var upper = sizes.count
        var index = startIndex(in: sizes)
        var refusals = 0
        while lower < upper, refusals < Self.patience {
            if let answer = try read(sizes[index] - 1) {
                if let good = RollOver.pagesBefore(rollOverIn: answer, header: header) {
                    return .exactly(fitting(sizes[index] - 1 + good, refused: refusals > 0))
                }
                lower = index + 1
            } else {
                refusals += 1
                upper = index
            }
            index = lower < upper ? (index < lower ? lower : upper - 1) : index
        }
        // Only an upper bound was found: pages that exist may be protected, so the size is not known.
        return refusals > 0 ? .undecided(likeliest) : .exactly([])
    }

    private var containerSize: UInt8? { header.count == 16 && header[12] == 0xE1 ? header[14] : nil }

    /// The chips whose factory container is the one read.
    private var byContainer: [Type2Chip] {
        guard let size = containerSize else { return [] }
        return candidates.filter { $0.factoryPage3?.first == 0xE1 && $0.factoryPage3?[2] == size }
    }

    /// The size that most of the chips with this container have, the smaller of two.
    private var likeliest: Type2Chip? {
        let chips = byContainer
        func weight(_ size: Int) -> Int { chips.filter { $0.readablePageCount == size }.count }
        return chips.min {
            (-weight($0.readablePageCount), $0.readablePageCount) < (
                -weight($1.readablePageCount), $1.readablePageCount
            )
        }
    }

    private func startIndex(in sizes: [Int]) -> Int {
        // Page 0Fh exists on nearly every Type 2 chip: a safe first question where there is no container.
        let start = likeliest?.readablePageCount ?? 16
        return sizes.firstIndex { $0 >= start } ?? 0
    }

    /// The chips of this size, and after a refusal those larger ones that would roll over here under a password.
    private func fitting(_ size: Int, refused: Bool) -> [Type2Chip] {
        let sized = candidates.filter { $0.readablePageCount == size }
        let named = sized.filter { byContainer.contains($0) }
        let larger = byContainer.filter {
            refused && !sized.isEmpty && $0.readablePageCount > size && $0.authentication != .none
        }
        return named + sized.filter { !named.contains($0) } + larger
    }

    private func read(_ page: Int) throws(LinkError) -> [UInt8]? {
        guard let address = UInt8(exactly: page) else { return nil }
        do throws(LinkError) {
            return try session.exchange([0x30, address], length: 16)
        } catch .nak, .silence {
            return nil
        }
    }
}

/// The roll-over of READ: after the last page that may be read come pages 0, 1, 2.
enum RollOver {
    /// The pages of a READ answer (16 bytes) that stand before page 0; `nil` where it does not roll over.
    ///
    /// - Parameter header: At least pages 0-2 of the tag. They hold the UID, so that data is hardly ever mistaken for them.
    static func pagesBefore(rollOverIn answer: [UInt8], header: [UInt8]) -> Int? {
        guard answer.count == 16, header.count >= 12 else { return nil }
        return (1...3).first { good in answer[(good * 4)...].elementsEqual(header.prefix(16 - good * 4)) }
    }
}
