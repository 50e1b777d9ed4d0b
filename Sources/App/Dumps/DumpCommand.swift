import Dumps
import Engine
import Glibc
import NDEF
import Tags

/// `tagdesk dump`: the tag on the reader into a file or the library.
enum DumpCommand {
    static func run(_ context: CommandContext, options: TagReader.Options?) throws(UsageError) -> ShellStatus {
        let path = context.invocation.value(of: .out)
        let libraryFormat = try DumpTarget.format(context.invocation) ?? .tagdesk
        if context.invocation.has(.keepPassword), options == nil {
            throw .missingOption(.password, command: .dump)
        }
        let target = try path.map { path throws(UsageError) in
            try DumpTarget(context, path: path, fallback: .tagdesk)
        }
        let sources = try Sources.one(context)
        do throws(Failure) {
            try target?.check()
            let reading = try TagOnReader.read(context, sources: sources, options: options)
            guard reading.report.hasContent else {
                throw reading.failure ?? Failure(nothingKnown: reading.report)
            }
            var dump = Dump(reading)
            if context.invocation.has(.keepPassword), let options, !dump.keep(options) {
                throw Failure(noPasswordToKeep: reading.report)
            }
            if let target {
                tell(
                    try WrittenDump(OpenedDump(format: .tagdesk, dump: dump, problems: []), to: target, context.output)
                        .json, dump.report, reading, context)
            } else {
                tell(try save(dump, as: libraryFormat, context), dump.report, reading, context)
            }
            return reading.failure?.status ?? .done
        } catch {
            return error.tell(context.output, json: context.options.json)
        }
    }

    /// Into the library, which takes every format.
    private static func save(
        _ dump: Dump, as format: DumpFormat, _ context: CommandContext
    ) throws(Failure) -> JSONObject {
        let export: DumpExport
        do throws(DumpError) { export = try dump.encoded(as: format) } catch {
            throw Failure(
                kind: "refusedHere", message: "The dump cannot be kept so: \(error.reason).", advice: error.advice,
                raw: nil, status: .failed)
        }
        let library = DumpLibrary(folder: context.paths.dumps, version: Program.version)
        do throws(DumpError) {
            context.output.tell(lost: export, as: format)
            let name = try library.add(export, of: dump, as: format, now: dump.origin.taken ?? 0)
            let path = library.path(of: name)
            if !context.options.json { context.output.print(path.visible) }
            return [
                "format": .string(format.rawValue), "lost": JSONValue(strings: export.lost),
                "file": .string(SystemPath.shown(path)),
                "bytes": .integer(export.bytes.count),
            ]
        } catch { throw Failure(error, of: context.paths.dumps) }
    }

    /// Says what is in the dump, and what is not.
    private static func tell(
        _ file: JSONObject, _ report: TagReport, _ reading: TagOnReader, _ context: CommandContext
    ) {
        let missing = report.image.map { image in (0..<image.pageCount).filter { image.page($0) == nil }.count } ?? 0
        if missing > 0 {
            context.output.remark("\(missing) of \(report.image?.pageCount ?? 0) pages are in it as unread.")
        }
        guard context.options.json else {
            if let failure = reading.failure { _ = failure.tell(context.output, json: false) }
            return
        }
        var object = JSONObject()
        if let failure = reading.failure { object["error"] = failure.json }
        for member in file.members { object[member.key] = member.value }
        object["reader"] = .string(reading.reader)
        object["tag"] = [
            "uid": .string(Hex.string(report.identity.uid, separator: ":")), "chip": .string(report.identity.chipName),
        ]
        if let image = report.image {
            object["pages"] = .integer(image.pageCount)
            object["unread"] = JSONValue(unread: image, regions: report.regions)
        }
        object["exchanges"] = .integer(reading.cost.exchanges)
        object["milliseconds"] = .integer(Int(max(0, min(reading.cost.milliseconds, 1e12)).rounded()))
        context.output.print(.object(object))
    }
}

/// What was read of the tag on a reader, as far as it went.
struct TagOnReader {
    var reader: String
    var report: TagReport
    var cost: Cost
    /// Why it went no further.
    var failure: Failure?
    /// Microseconds since 1970 UTC.
    var taken: UInt64
    /// As it was before, where that was asked for and is known.
    var lastSeen: LastSeen?

    /// Waits for a tag and reads it.
    /// - Parameter remembering: The journal is asked how it knew the tag before.
    static func read(
        _ context: CommandContext, sources: [any ReaderSource], options: TagReader.Options?, remembering: Bool = false
    ) throws(Failure) -> TagOnReader {
        do throws(EngineError) {
            let session = EngineSession(context, sources: sources, reads: options == nil)
            defer { session.stop() }
            session.onWaiting = { context.output.remark($0) }
            let (reader, _) = try session.tag(context.options)
            let outcome = try session.read(on: reader.name, options ?? TagReader.Options())
            let taken = now
            switch outcome {
            case .read(let report, let cost):
                return TagOnReader(
                    reader: reader.name, report: report, cost: cost, taken: taken,
                    lastSeen: remembering ? try session.lastSeen(uid: report.identity.uid) : nil)
            case .failed(let error, let partial?, let cost):
                return TagOnReader(
                    reader: reader.name, report: partial, cost: cost, failure: Failure(error), taken: taken)
            case .failed(let error, nil, _): throw error
            // Nothing else was asked for.
            default: throw .cancelled
            }
        } catch { throw Failure(error) }
    }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000 &+ UInt64(clamping: time.tv_nsec / 1000)
    }
}

extension Dump {
    /// The dump of a reading.
    init(_ reading: TagOnReader) {
        self.init(
            report: reading.report,
            origin: DumpOrigin(reader: reading.reader, taken: reading.taken, program: Dump.ownProgram))
    }

    /// Puts the password or key that opened the tag where the chip keeps it: a tag never gives it.
    /// - Returns: False where the tag did not take it, or has none.
    fileprivate mutating func keep(_ options: TagReader.Options) -> Bool {
        guard report.protection?.authenticated == true, let secret = options.password ?? options.key,
            let kept = report.keepingPassword(secret)
        else { return false }
        report = kept
        return true
    }
}

extension TagReport {
    /// Something of the tag's content was read.
    fileprivate var hasContent: Bool {
        image?.states.contains(.known) == true || !files.isEmpty || ndef?.raw != nil
    }
}

extension Failure {
    /// `--keep-password` for a tag that took none.
    fileprivate init(noPasswordToKeep report: TagReport) {
        self.init(
            kind: "refusedHere",
            message: "This \(report.identity.chipName) took no password that a dump could keep.",
            advice: "Leave `--keep-password` out.", raw: nil, status: .failed)
    }

    /// A tag of which nothing but what it is could be read.
    fileprivate init(nothingKnown report: TagReport) {
        self.init(
            kind: "refusedHere",
            message: "Nothing of this \(report.identity.chipName) could be read that a dump would hold.",
            advice: "`tagdesk read` says what is known of the tag.", raw: nil, status: .failed)
    }
}
