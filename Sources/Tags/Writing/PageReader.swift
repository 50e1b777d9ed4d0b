/// Reads chosen pages with few exchanges: to read back what was written.
///
/// One FAST_READ over neighbouring pages and what lies between them; READ, four pages each, where there is no FAST_READ.
struct PageReader {
    /// Pages that are read along rather than spend one more exchange: a page takes about 0.35 ms on air, an exchange several.
    private static let widestGap = 24

    let session: LinkSession
    let chip: Type2Chip

    /// The bytes of those pages that the tag gives; a page that it refuses is missing.
    func read(_ pages: some Sequence<Int>) throws(TagError) -> [Int: [UInt8]] {
        let wanted = Set(pages).filter { (0..<chip.pageCount).contains($0) && !chip.writeOnlyPages.contains($0) }
        var found: [Int: [UInt8]] = [:]
        for span in spans(wanted.sorted()) {
            if span.count > 1, try fastRead(span, into: &found) { continue }
            for page in span where wanted.contains(page) && found[page] == nil {
                try readFour(from: page, upTo: span.upperBound, into: &found)
            }
        }
        return found.filter { wanted.contains($0.key) }
    }

    private var fastReads: Bool {
        chip.commands.contains(.fastRead) && session.capabilities.nativeFrames
            && session.capabilities.maximumAnswer >= 8
    }

    /// The runs of pages to ask for.
    private func spans(_ pages: [Int]) -> [ClosedRange<Int>] {
        let longest = fastReads ? session.capabilities.maximumAnswer / 4 : 4
        var spans: [ClosedRange<Int>] = []
        for page in pages {
            if let last = spans.last, page - last.lowerBound < longest, page - last.upperBound <= Self.widestGap,
                page >> 8 == last.lowerBound >> 8, !isBarrier(between: last.upperBound, and: page)
            {
                spans[spans.count - 1] = last.lowerBound...page
            } else {
                spans.append(page...page)
            }
        }
        return spans
    }

    private func isBarrier(between first: Int, and last: Int) -> Bool {
        let span = first...last
        return chip.unreadablePages?.overlaps(span) == true || chip.absentPages.contains { $0.overlaps(span) }
    }

    private func fastRead(_ span: ClosedRange<Int>, into found: inout [Int: [UInt8]]) throws(TagError) -> Bool {
        guard fastReads else { return false }
        let frame: [UInt8] = [0x3A, Self.address(span.lowerBound), Self.address(span.upperBound)]
        guard let answer = try ask(frame, at: span.lowerBound, length: span.count * 4) else { return false }
        Self.store(answer, from: span.lowerBound, upTo: span.upperBound, &found)
        return true
    }

    private func readFour(
        from page: Int, upTo last: Int, into found: inout [Int: [UInt8]]
    ) throws(TagError) {
        guard let answer = try ask([0x30, Self.address(page)], at: page, length: 16) else { return }
        // What follows a page may be the roll-over to page 00 where a password begins: then each page is asked for itself.
        let rollsOver = try rollsOver(answer, page)
        Self.store(answer, from: page, upTo: rollsOver ? page : last, &found)
    }

    private func rollsOver(_ answer: [UInt8], _ page: Int) throws(TagError) -> Bool {
        guard page != 0, !session.isAuthenticated, chip.authentication != .none else { return false }
        // Pages 00-01 hold the UID: a page of user memory that looks like them is taken for a roll-over, which costs a read.
        let first = SerialNumber.memory(of: session.expectedUID, layout: chip.serialLayout)?.prefix(4)
        return (1..<4).contains { index in first.map { answer[index * 4..<index * 4 + 4] == $0 } ?? true }
    }

    private func ask(_ frame: [UInt8], at page: Int, length: Int) throws(TagError) -> [UInt8]? {
        // What is read back must be of the tag that was written.
        try session.ask(frame, length: length, sector: UInt8(truncatingIfNeeded: page >> 8))
    }

    private static func store(_ bytes: [UInt8], from page: Int, upTo last: Int, _ found: inout [Int: [UInt8]]) {
        for index in 0..<bytes.count / 4 where page + index <= last {
            found[page + index] = Array(bytes[index * 4..<index * 4 + 4])
        }
    }

    private static func address(_ page: Int) -> UInt8 { UInt8(truncatingIfNeeded: page) }
}
