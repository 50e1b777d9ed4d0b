import Dumps
import Glibc
import NDEF

/// Where a dump goes, and in which format: decided before anything is read.
struct DumpTarget {
    /// The path; `-` for stdout.
    let path: String
    let format: DumpFormat
    private let overwrites: Bool

    /// The target that the options name.
    /// - Parameter fallback: The format where neither `--format` nor the name tells one; `nil` wants to be told.
    init(_ context: CommandContext, path: String, fallback: DumpFormat? = nil) throws(UsageError) {
        self.path = path
        overwrites = context.invocation.has(.overwrite)
        if let asked = try Self.format(context.invocation) {
            format = asked
        } else if let told = Self.format(ofName: path) ?? fallback {
            format = told
        } else {
            throw .missingOption(.format, command: context.invocation.command.name)
        }
        try Self.check(format)
        if path == "-", context.options.json {
            throw .content(
                path, reason: "--json and the dump cannot both go to stdout", advice: "Name a file for the dump.")
        }
        if path == "-", isatty(STDOUT_FILENO) == 1, !Self.isText(format) {
            throw .content(path, reason: "stdout is a terminal, and the dump is no text", advice: "Name a file.")
        }
    }

    /// Nothing is there that would be lost.
    func check() throws(Failure) {
        guard path != "-" else { return }
        if path.isEmpty { throw refusal("it names no file", "Name a file.") }
        if let objection = FileKind(path: path)?.objection { throw refusal(objection, "Name a file.") }
        if !overwrites, Files.isThere(path) {
            throw refusal("something has that name already", "`--overwrite` replaces it.")
        }
    }

    /// Writes the file as a whole, or not at all.
    func write(_ bytes: [UInt8], _ output: Output) throws(Failure) {
        if path == "-" { return output.write(bytes: bytes) }
        do throws(FileError) {
            if overwrites { try Files.replace(path, with: bytes) } else { try Files.create(path, with: bytes) }
        } catch {
            throw error.isThere
                ? refusal(error.reason, "`--overwrite` replaces it.")
                : refusal(error.reason, "Check the path and its permissions.")
        }
    }

    private func refusal(_ reason: String, _ advice: String) -> Failure {
        Failure(
            kind: "refusedHere", message: "\(path) cannot be written: \(reason).", advice: advice, raw: nil,
            status: .failed)
    }
}

extension DumpTarget {
    /// The words of the formats that are written.
    static var words: String { DumpFormat.allCases.filter(\.isWritten).map(\.rawValue).joined(separator: ", ") }

    /// The format that `--format` asks for; `nil` where it is not given.
    static func format(_ invocation: Invocation) throws(UsageError) -> DumpFormat? {
        guard let word = invocation.value(of: .format) else { return nil }
        guard let format = DumpFormat(rawValue: word.lowercased()) else {
            throw .badValue(
                of: OptionName.format.dashed, value: word,
                wanted: Spelling.choices(DumpFormat.allCases.filter(\.isWritten).map(\.rawValue), insteadOf: word))
        }
        try check(format)
        return format
    }

    private static func check(_ format: DumpFormat) throws(UsageError) {
        guard !format.isWritten else { return }
        throw .badValue(
            of: OptionName.format.dashed, value: format.rawValue,
            wanted: "that format is only read; those that are written are " + words)
    }

    /// The format that a file's name stands for; `nil` where it stands for none.
    static func format(ofName name: String) -> DumpFormat? {
        let lower = name.lowercased()
        return endings.first { lower.hasSuffix($0.ending) }?.format
    }

    /// The longer ending first. A `.bin` is the memory alone, as all tools take it; a `.json` is our own.
    private static let endings: [(ending: String, format: DumpFormat)] = [
        (".tagdesk.json", .tagdesk), (".json", .tagdesk), (".nfc", .flipper), (".eml", .eml), (".ndef", .ndef),
        (".bin", .raw), (".mfd", .raw),
        (".xml", .tagInfoXML), (".mct", .mct),
    ]

    private static func isText(_ format: DumpFormat) -> Bool {
        switch format {
        case .raw, .proxmarkBinary, .ndef: false
        case .tagdesk, .flipper, .proxmarkJSON, .eml, .tagInfoXML, .tagInfoText, .mct, .metrodroid: true
        }
    }
}
