/// Reads the memory of a chip whose map is known, with the fewest exchanges.
///
/// FAST_READ in the largest chunks the link takes; READ, four pages each, where FAST_READ is missing or refused. A refused
/// chunk is narrowed down until the first page that needs a password is found. Roll-over is never taken for data: a READ
/// that seems to start over at page 0 is asked again at that page.
struct MemoryReader {
    let session: LinkSession
    let chip: Type2Chip
    let progress: (TagReader.Progress) -> Bool

    /// What is known so far, also after `run` threw.
    private(set) var image: TagImage

    private var fastRead: Bool
    /// Pages that one FAST_READ can answer on this link.
    private let chunk: Int

    init(session: LinkSession, chip: Type2Chip, progress: @escaping (TagReader.Progress) -> Bool) {
        self.session = session
        self.chip = chip
        self.progress = progress
        image = TagImage(pageSize: 4, pageCount: chip.pageCount)
        chunk = session.capabilities.maximumAnswer / 4
        fastRead = chip.commands.contains(.fastRead) && session.capabilities.nativeFrames && chunk > 4
        for page in chip.writeOnlyPages { image.markUnread(page: page, .writeOnly) }
        for page in chip.absentPages.joined() { image.markUnread(page: page, .doesNotExist) }
    }

    mutating func run() throws(TagError) {
        let hasSectors = chip.pageCount > 256
        if hasSectors { session.forgetSector() }
        do throws(TagError) {
            for span in spans { try read(span) }
        } catch {
            if case .tagLost = error {
                mark(0...max(0, image.pageCount - 1), .tagLost)
            } else if hasSectors {
                session.leaveSector()
            }
            throw error
        }
        if hasSectors { session.leaveSector() }
    }

    /// The runs of pages to read: cut at sectors and at pages that do not answer. PWD and PACK answer zeros, so a run may
    /// go across them, but none begins or ends there.
    private var spans: [ClosedRange<Int>] {
        var spans: [ClosedRange<Int>] = []
        var start: Int?
        var end = 0
        for page in 0..<image.pageCount {
            if page.isMultiple(of: 256) || isBarrier(page), let first = start {
                spans.append(first...end)
                start = nil
            }
            guard image.state(of: page) == .unread(.notTried) else { continue }
            if start == nil { start = page }
            end = page
        }
        if let start { spans.append(start...end) }
        return spans
    }

    private func isBarrier(_ page: Int) -> Bool {
        chip.unreadablePages?.contains(page) == true || chip.absentPages.contains { $0.contains(page) }
    }

    private mutating func read(_ span: ClosedRange<Int>) throws(TagError) {
        do throws(LinkError) {
            try session.useSector(UInt8(truncatingIfNeeded: span.lowerBound >> 8))
        } catch .unsupported {
            mark(span, .readerCannot)
            return
        } catch .nak(let code) {
            mark(span, .refused(nak: code))
            return
        } catch {
            throw error.asTagError
        }
        guard let refusal = try firstRefusal(in: span) else { return }
        let needsRight = chip.authentication != .none && !session.isAuthenticated
        let end = min(span.lowerBound | 0xFF, image.pageCount - 1)
        // AUTH0 protects everything after it, so what follows in the sector need not be asked.
        mark(
            refusal.page...max(refusal.page, needsRight ? end : span.upperBound),
            needsRight ? .protected : .refused(nak: refusal.code))
    }

    private struct Refusal {
        let page: Int
        let code: UInt8?
    }

    /// Reads a run of pages; answers where the tag began to refuse, `nil` where it gave all.
    private mutating func firstRefusal(in span: ClosedRange<Int>) throws(TagError) -> Refusal? {
        var next = span.lowerBound
        // Some page from `next` to here is refused.
        var suspect: Int?
        // Pages 0-3 are needed to see a roll-over, and a password mostly starts at page 04: ask there before narrowing down.
        var plainReads = 0
        while next <= span.upperBound {
            try reportProgress()
            if fastRead, plainReads == 0, suspect.map({ $0 - next >= 4 }) ?? true {
                let last = suspect.map { next + ($0 - next) / 2 } ?? min(next + chunk - 1, span.upperBound)
                if try fastRead(next...last) {
                    next = last + 1
                } else if chip.authentication == .none || session.isAuthenticated {
                    fastRead = false
                } else {
                    suspect = last
                    if next == 0 { plainReads = 2 }
                }
                continue
            }
            plainReads = max(0, plainReads - 1)
            switch try readFour(at: next, upTo: span.upperBound) {
            case .refused(let code): return Refusal(page: next, code: code)
            case .pages(let count): next += count
            }
            if let page = suspect, next > page {
                // Every page came: it is FAST_READ itself that is refused.
                fastRead = false
                suspect = nil
            }
        }
        return nil
    }

    private func reportProgress() throws(TagError) {
        let done = image.states.count { $0 != .unread(.notTried) }
        guard progress(TagReader.Progress(done: done, total: image.pageCount)) else { throw .cancelled }
    }

    private mutating func fastRead(_ pages: ClosedRange<Int>) throws(TagError) -> Bool {
        let frame: [UInt8] = [0x3A, address(pages.lowerBound), address(pages.upperBound)]
        switch try ask(frame, length: pages.count * 4) {
        case .answer(let bytes):
            store(bytes, from: pages.lowerBound)
            return true
        case .refused:
            return false
        }
    }

    private enum FourPages {
        case pages(Int)
        case refused(UInt8?)
    }

    private mutating func readFour(at page: Int, upTo last: Int) throws(TagError) -> FourPages {
        switch try ask([0x30, address(page)], length: 16) {
        case .refused(let code):
            return .refused(code)
        case .answer(let bytes):
            var good = min(4, last - page + 1)
            if let header = image.bytes(in: 0..<12) ?? (page == 0 ? bytes : nil),
                let before = RollOver.pagesBefore(rollOverIn: bytes, header: header)
            {
                good = min(good, before)
            }
            store(Array(bytes.prefix(good * 4)), from: page)
            return .pages(good)
        }
    }

    private enum Answer {
        case answer([UInt8])
        case refused(UInt8?)
    }

    private func ask(_ frame: [UInt8], length: Int) throws(TagError) -> Answer {
        do throws(LinkError) {
            return .answer(try session.exchange(frame, length: length))
        } catch .nak(let code) {
            return .refused(code)
        } catch .silence {
            guard session.tagStillAnswers() else { throw .tagLost }
            return .refused(nil)
        } catch {
            throw error.asTagError
        }
    }

    private mutating func store(_ bytes: [UInt8], from page: Int) {
        for index in 0..<bytes.count / 4 where image.state(of: page + index) == .unread(.notTried) {
            image.set(page: page + index, to: Array(bytes[index * 4..<index * 4 + 4]))
        }
    }

    private mutating func mark(_ pages: ClosedRange<Int>, _ reason: UnreadReason) {
        for page in pages where image.state(of: page) == .unread(.notTried) { image.markUnread(page: page, reason) }
    }

    private func address(_ page: Int) -> UInt8 { UInt8(truncatingIfNeeded: page) }
}
