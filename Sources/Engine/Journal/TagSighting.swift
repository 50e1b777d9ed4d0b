import Tags

/// What a tag held when it was last read, without anything being changed: the journal keeps one of each tag.
public struct TagSighting: Equatable, Sendable {
    /// The tag.
    public var uid: [UInt8]
    /// Its chip.
    public var chipName: String
    /// When, in milliseconds since 1970.
    public var time: Int64
    /// Its pages; none of a card with files.
    public var pages: TagImage
    /// Its files, as far as they were read.
    public var files: [UInt16: FileContent]

    /// A sighting of these parts.
    public init(uid: [UInt8], chipName: String, time: Int64, pages: TagImage, files: [UInt16: FileContent] = [:]) {
        self.uid = uid
        self.chipName = chipName
        self.time = time
        self.pages = pages
        self.files = files
    }

    /// A reading; `nil` where nothing is kept: a tag that shows another UID each time, one without, or of which nothing was
    /// read. Passwords and keys are in no reading.
    init?(_ report: TagReport, at time: Int64) {
        let identity = report.identity
        let files = report.fileContents.filter { !$0.value.isEmpty }
        guard !identity.uid.isEmpty, !identity.hasRandomUID, report.pages.knowsAny || !files.isEmpty else {
            return nil
        }
        self.init(uid: identity.uid, chipName: identity.chipName, time: time, pages: report.pages, files: files)
    }

    /// The most bytes of a tag that are kept.
    static let mostBytes = 65_536
    /// The most tags that are kept; those that were not seen for longest go first.
    static let mostTags = 1000

    /// Everything both know is the same, so that nothing was changed in between.
    func agrees(with other: TagSighting) -> Bool {
        guard uid == other.uid, pages.pageCount == other.pages.pageCount, pages.pageSize == other.pages.pageSize else {
            return false
        }
        for page in 0..<pages.pageCount {
            if let one = pages.page(page), let two = other.pages.page(page), one != two { return false }
        }
        return files.allSatisfy { id, content in
            content.runs.allSatisfy { run in
                other.files[id]?.bytes(in: run.range).map { $0 == run.bytes } ?? true
            }
        }
    }

    /// This one, with what only the earlier one knows.
    func completed(by earlier: TagSighting) -> TagSighting {
        var result = self
        for page in 0..<pages.pageCount where pages.page(page) == nil {
            if let bytes = earlier.pages.page(page) { result.pages.set(page: page, to: bytes) }
        }
        for (id, content) in earlier.files {
            var known = content
            if let own = files[id] { known.merge(own) }
            result.files[id] = known
        }
        return result
    }
}

extension TagImage {
    /// Some page of it was read.
    var knowsAny: Bool { states.contains(.known) }
}
