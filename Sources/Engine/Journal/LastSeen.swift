import Tags

/// A tag as it was before the present reading, as far as the journal knows it: after the last change that was made here, or
/// as it was last read, whichever is later.
public struct LastSeen: Equatable, Sendable {
    /// When, in milliseconds since 1970.
    public var time: Int64
    /// How: `read`, or the word of the change.
    public var how: String
    /// Its pages; none of a card with files.
    public var pages: TagImage
    /// Its files, as far as they are known.
    public var files: [UInt16: FileContent]

    /// As it was read.
    public init(_ sighting: TagSighting) {
        (time, how, pages, files) = (sighting.time, "read", sighting.pages, sighting.files)
    }

    /// As an operation left it.
    public init(_ entry: JournalEntry) {
        time = entry.ended ?? entry.started
        how = entry.kind.rawValue
        pages = entry.before
        files = entry.beforeFiles
        let isWhole = [.done, .finished].contains(entry.result)
        for (id, content) in entry.readBackFiles ?? (isWhole ? entry.afterFiles : [:]) {
            files[id, default: FileContent()].merge(content)
        }
        for page in 0..<pages.pageCount {
            if let bytes = entry.readBack?.page(page) {
                pages.set(page: page, to: bytes)
            } else if isWhole, let bytes = entry.after[page] {
                pages.set(page: page, to: bytes)
            }
        }
    }

    /// The tag as it was then, to be compared with how it is now; `nil` where nothing of that kind is known.
    public func report(like now: TagReport) -> TagReport? {
        guard now.image != nil, pages.knowsAny else {
            // Rights and sizes are not in the journal: those of now stand, so that only contents can differ.
            let known = now.files.compactMap { file in
                files[file.id].map { content in
                    var file = file
                    file.content = content
                    return file
                }
            }
            return known.isEmpty ? nil : TagReader.report(identity: now.identity, files: known)
        }
        var report = TagReader.report(
            identity: now.identity, image: pages, authenticated: now.protection?.authenticated == true)
        // The same chip by its UID: the signature over that is not another one.
        report.signature = now.signature
        return report
    }
}
