import CLinux
import Glibc

/// The files of one session's trace: made with the first exchange, written in order, bounded.
///
/// A session has a file of its own, named by its start and the process, so that programs that run at the same time never write
/// into one another's. When a file is full the next is begun, and only the last two of a session are kept.
struct TraceLog {
    let folder: String
    let program: String
    let fileLimit: UInt64
    private let stem: String
    private var descriptor: Int32 = -1
    private(set) var file: UInt32 = 0
    private var written: UInt64 = 0
    private var waiting: [UInt8] = []
    /// Why nothing is kept on disk any more, in the system's words.
    private(set) var failure: String?
    private var readable: [UInt32: Int32] = [:]

    /// The sessions whose files are kept beside this one's.
    static let sessionsKept = 7
    /// The files of one session that are kept.
    static let filesKept: UInt32 = 2
    private static let bufferLimit = 1 << 16

    init(folder: String, program: String, start: UInt64, fileLimit: UInt64) {
        self.folder = folder
        self.program = program
        self.fileLimit = fileLimit
        let digits = String(start)
        stem = "trace-" + String(repeating: "0", count: max(0, 17 - digits.count)) + digits + "-\(getpid())"
    }

    /// The file that is written now; `nil` before the first exchange.
    var path: String? { file == 0 ? nil : path(file) }

    private func path(_ number: UInt32) -> String { folder + "/" + stem + (number == 1 ? "" : ".\(number)") + ".jsonl" }

    /// The session's files that are still there, the oldest first.
    var paths: [String] {
        guard file > 0 else { return [] }
        return (max(1, Int(file) - Int(Self.filesKept) + 1)...Int(file)).map { path(UInt32($0)) }
    }

    /// Adds a line.
    /// - Returns: Where it is; `nil` where nothing can be kept.
    mutating func append(_ line: [UInt8], time: UInt64) -> TraceIndex.Place? {
        if failure == nil, descriptor < 0 || written + UInt64(waiting.count) >= fileLimit { begin(time) }
        guard failure == nil, descriptor >= 0 else { return nil }
        let place = TraceIndex.Place(
            file: file, length: UInt32(clamping: line.count), offset: written + UInt64(waiting.count))
        waiting += line
        if waiting.count >= Self.bufferLimit { flush() }
        return place
    }

    /// The first file whose lines can still be read.
    var firstFile: UInt32 { file >= Self.filesKept ? file - Self.filesKept + 1 : 1 }

    private mutating func begin(_ time: UInt64) {
        flush()
        guard failure == nil else { return }
        if descriptor < 0 {
            makeFolder()
            TraceFolder.prune(folder, keeping: Self.sessionsKept)
        }
        let next = open(path(file + 1), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard next >= 0 else { return fail() }
        descriptor = next
        file += 1
        written = 0
        readable[file] = next
        for (number, old) in readable where number < firstFile {
            close(old)
            unlink(path(number))
            readable[number] = nil
        }
        waiting = TraceLine.header(program: program, time: time)
    }

    private func makeFolder() {
        var prefix = ""
        for part in folder.split(separator: "/") {
            prefix += "/" + part
            mkdir(prefix, 0o700)
        }
    }

    /// Hands what waits to the system.
    mutating func flush() {
        guard descriptor >= 0, !waiting.isEmpty else { return }
        var offset = 0
        while offset < waiting.count {
            let count = waiting.withUnsafeBytes { bytes -> Int in
                guard let base = bytes.baseAddress else { return 0 }
                return write(descriptor, base + offset, bytes.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return fail() }
            offset += count
        }
        written += UInt64(waiting.count)
        waiting.removeAll(keepingCapacity: true)
    }

    private mutating func fail() {
        failure = String(cString: strerror(errno))
        waiting = []
    }

    /// The bytes of a line; `nil` where its file is gone or cannot be read.
    mutating func line(at place: TraceIndex.Place) -> [UInt8]? {
        if place.file == file, place.offset + UInt64(place.length) > written { flush() }
        guard let descriptor = readable[place.file] else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(place.length))
        let count = pread(descriptor, &bytes, bytes.count, off_t(clamping: place.offset))
        return count == bytes.count ? bytes : nil
    }

    /// Ends the session's files.
    mutating func end() {
        flush()
        for descriptor in readable.values { close(descriptor) }
        readable = [:]
        descriptor = -1
        if failure == nil { failure = "the trace has ended" }
    }
}

/// The folder of traces: which sessions it holds.
public enum TraceFolder {
    /// One session's files.
    public struct Session: Equatable, Sendable {
        /// The files in order.
        public var paths: [String]
        /// When something was last written to it, in nanoseconds since 1970.
        public var changed: Int64
    }

    /// The sessions in a folder, the one that was written to last first.
    public static func sessions(in folder: String) -> [Session] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var found: [String: [(number: Int, path: String, changed: Int64)]] = [:]
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix("trace-"), name.hasSuffix(".jsonl") else { continue }
            let parts = name.dropLast(6).split(separator: ".", omittingEmptySubsequences: false)
            guard let number = parts.count == 1 ? 1 : parts.count == 2 ? Int(parts[1]) : nil else { continue }
            var status = stat()
            let path = folder + "/" + name
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            let changed = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
            found[String(parts[0]), default: []].append((number, path, changed))
        }
        return found.values.map { files in
            Session(
                paths: files.sorted { $0.number < $1.number }.map(\.path), changed: files.map(\.changed).max() ?? 0)
        }.sorted { ($0.changed, $0.paths.first ?? "") > ($1.changed, $1.paths.first ?? "") }
    }

    /// Takes the oldest sessions away; never those of a process that still runs.
    static func prune(_ folder: String, keeping count: Int) {
        for session in sessions(in: folder).dropFirst(count) {
            let stem = session.paths.first.map { $0.split(separator: ".").dropLast().first ?? "" } ?? ""
            if let process = stem.split(separator: "-").last.flatMap({ pid_t($0) }), process > 0,
                kill(process, 0) == 0 || errno == EPERM
            {
                continue
            }
            for path in session.paths { unlink(path) }
        }
    }
}
