import Tags

/// The driver of the tag that is changed: one that has pages, or one that has files.
enum TagWriter {
    case pages(Type2Writer)
    case files(Type4Writer)

    /// The tag.
    var identity: TagIdentity {
        switch self {
        case .pages(let writer): writer.identity
        case .files(let writer): writer.identity
        }
    }

    /// The tag holds on to a right that was proven.
    var isAuthenticated: Bool {
        switch self {
        case .pages(let writer): writer.isAuthenticated
        case .files(let writer): writer.session.isAuthenticated
        }
    }

    /// Every command that a plan may need can be sent. Cards with files take what every reader passes.
    var passesAllCommands: Bool {
        switch self {
        case .pages(let writer): writer.capabilities.nativeFrames
        case .files: true
        }
    }

    /// What a reading says that it does.
    var readingWords: String {
        switch self {
        case .pages: "reading pages"
        case .files: "reading files"
        }
    }

    /// Reads the tag as far as it lets us now.
    /// - Parameter atLeast: Bytes of the message's file that have to be known; of no matter for pages.
    func read(atLeast: Int = 0, progress: @escaping (TagReader.Progress) -> Bool = { _ in true }) -> Reading {
        switch self {
        case .pages(let writer): return writer.read(progress: progress)
        case .files(let writer):
            writer.atLeast = max(writer.atLeast, atLeast)
            return writer.read(progress: progress)
        }
    }
}

extension Wish {
    /// How many bytes of a message's file have to be known to plan it, counted from the file's start.
    var fileBytes: Int {
        switch self {
        case .write(let message): message.count + 4
        case .format, .erase: Int.max
        case .bringFiles(let files, _), .editFiles(let files): files.values.map(\.end).max() ?? 0
        case .restore(let restoration):
            max(restoration.source.messageFile?.content.end ?? 0, (restoration.source.ndef?.raw?.count ?? 0) + 4)
        default: 0
        }
    }
}

extension Wish {
    /// The files that it names.
    var fileIDs: Set<UInt16> {
        switch self {
        case .bringFiles(let files, _), .editFiles(let files): Set(files.keys)
        default: []
        }
    }
}

extension TagReport {
    /// What is known of each file.
    var fileContents: [UInt16: FileContent] {
        Dictionary(files.map { ($0.id, $0.content) }, uniquingKeysWith: { first, _ in first })
    }

    /// Its memory was read: pages or files.
    var hasContents: Bool { image != nil || !files.isEmpty }

    /// The pages; none for a card with files.
    var pages: TagImage { image ?? TagImage(pageSize: 1, pageCount: 0) }
}
