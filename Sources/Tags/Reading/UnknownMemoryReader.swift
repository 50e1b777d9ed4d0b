/// Reads a Type 2 tag whose chip is not known: READ from page 0 on until the tag refuses or starts over.
struct UnknownMemoryReader {
    private static let mostPages = 256

    let session: LinkSession
    let progress: (TagReader.Progress) -> Bool

    private var bytes: [UInt8] = []
    /// Why the pages that every tag has were not read, where they were not.
    private var missing = UnreadReason.notTried

    init(session: LinkSession, progress: @escaping (TagReader.Progress) -> Bool) {
        self.session = session
        self.progress = progress
    }

    /// What is known so far, also after `run` threw. The pages up to the capability container exist on every tag.
    var image: TagImage {
        let known = TagImage(pageSize: 4, bytes: bytes)
        let least = Type2Chip.capabilityPage + 1
        guard known.pageCount < least else { return known }
        var image = TagImage(pageSize: 4, pageCount: least)
        for page in 0..<least {
            if let bytes = known.page(page) {
                image.set(page: page, to: bytes)
            } else {
                image.markUnread(page: page, missing)
            }
        }
        return image
    }

    mutating func run() throws(TagError) {
        var next = 0
        while next < Self.mostPages {
            guard progress(TagReader.Progress(done: next, total: Self.mostPages)) else { throw .cancelled }
            guard let answer = try read(next) else { return }
            // A roll-over is asked again at its own page: data may look like page 0.
            let header = next == 0 ? answer : Array(bytes.prefix(12))
            let good = RollOver.pagesBefore(rollOverIn: answer, header: header) ?? 4
            bytes += answer.prefix(good * 4)
            next += good
        }
        if next > Self.mostPages { bytes = Array(bytes.prefix(Self.mostPages * 4)) }
    }

    private mutating func read(_ page: Int) throws(TagError) -> [UInt8]? {
        do throws(LinkError) {
            return try session.exchange([0x30, UInt8(truncatingIfNeeded: page)], length: 16)
        } catch .nak(let code) {
            missing = .refused(nak: code)
            return nil
        } catch .silence {
            guard session.tagStillAnswers() else {
                missing = .tagLost
                throw .tagLost
            }
            missing = .refused(nak: nil)
            return nil
        } catch {
            let failure = error.asTagError
            if failure == .tagLost { missing = .tagLost }
            throw failure
        }
    }
}
