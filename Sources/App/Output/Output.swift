import Dumps
import Glibc

/// What the shell gets back; the numbers are the contract of the command line.
enum ShellStatus: Int32, Sendable {
    case done = 0
    /// The operation failed or was refused.
    case failed = 1
    case usage = 2
    /// No reader, or no tag in time.
    case nothingThere = 3
}

/// Where a headless command writes: results to one place, notes for the person to another.
///
/// Both take text that may be printed as it is: whatever came from a tag was made visible before.
final class Output {
    /// Colour may be used: stdout is a terminal and nothing forbids it.
    let colour: Bool
    /// The first result that could not be written; none is written after it.
    private(set) var loss: FileError?
    private let result: (String) throws(FileError) -> Void
    private let resultBytes: (([UInt8]) throws(FileError) -> Void)?
    private let note: @Sendable (String) -> Void
    private let quiet: Bool

    /// An output of these places.
    init(
        colour: Bool = false, quiet: Bool = false, result: @escaping (String) throws(FileError) -> Void,
        bytes: (([UInt8]) throws(FileError) -> Void)? = nil,
        note: @escaping @Sendable (String) -> Void
    ) {
        self.colour = colour
        self.quiet = quiet
        self.result = result
        resultBytes = bytes
        self.note = note
    }

    /// Writes a result as it is.
    func write(_ text: String) {
        guard loss == nil else { return }
        do throws(FileError) { try result(text) } catch { loss = error }
    }

    /// Writes bytes that are the result, such as a dump.
    func write(bytes: [UInt8]) {
        guard loss == nil else { return }
        do throws(FileError) {
            // Without a place of their own, bytes go where text goes.
            if let resultBytes { try resultBytes(bytes) } else { try result(String(decoding: bytes, as: UTF8.self)) }
        } catch { loss = error }
    }

    /// Prints a result, a line break included.
    func print(_ text: String) { write(text + "\n") }

    /// Prints a document on a line of its own.
    func print(_ document: JSONValue) { print(document.text) }

    /// Prints a remark for the person, on stderr; nothing with `--quiet`.
    func remark(_ text: String) { remarks(text) }

    /// Prints a failure for the person, on stderr, also with `--quiet`.
    func failure(_ text: String) { complaint(text) }

    /// `remark`, for other threads.
    var remarks: @Sendable (String) -> Void {
        let (note, quiet) = (note, quiet)
        return { if !quiet { note($0 + "\n") } }
    }

    /// `failure`, for other threads.
    var complaint: @Sendable (String) -> Void {
        let note = note
        return { note($0 + "\n") }
    }
}

extension Output {
    /// What the shell gets at the end: success only where every result arrived.
    ///
    /// A lost result is told in one sentence; a reader that went away (a closed pipe, as with `head`) is not spoken of.
    func settled(_ status: ShellStatus) -> ShellStatus {
        guard let loss else { return status }
        if !loss.isClosedPipe { failure("tagdesk: The result could not be written to stdout: \(loss.reason).") }
        return status == .done ? .failed : status
    }

    /// The process's own stdout and stderr.
    static func standard(options: CommonOptions) -> Output {
        let colour = isatty(STDOUT_FILENO) == 1 && !options.noColor && !Environment.isSet("NO_COLOR")
        return Output(
            colour: colour, quiet: options.quiet,
            result: { text throws(FileError) in
                try Files.write(Array(text.utf8), to: STDOUT_FILENO, named: "stdout")
            },
            bytes: { content throws(FileError) in try Files.write(content, to: STDOUT_FILENO, named: "stdout") },
            note: { try? Files.write(Array($0.utf8), to: STDERR_FILENO, named: "stderr") })
    }
}

/// The three descriptors that every program expects to find open.
enum StandardDescriptors {
    /// Takes the places of those that were closed with ones that can neither be read nor written as their owner would.
    ///
    /// Otherwise the next file that is opened, the journal's, would get the number, and results be written into it.
    static func occupy() {
        for (descriptor, access) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is given, and those below are taken.
            _ = open("/dev/null", access)
        }
    }
}
