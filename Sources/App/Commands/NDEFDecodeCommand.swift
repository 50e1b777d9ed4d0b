import NDEF
import Tags

/// `tagdesk ndef decode HEX...|FILE|-`.
enum NDEFDecodeCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let bytes = try MessageInput.bytes(of: context.invocation.operands)
        let decoding = NDEFMessage.decode(bytes)
        if context.options.json {
            context.output.print(document(decoding, byteCount: bytes.count))
        } else {
            let paint = Paint(enabled: context.output.colour)
            for line in RecordText.lines(decoding.records, paint: paint) { context.output.print(line) }
            for problem in decoding.allProblems {
                context.output.failure("problem at byte \(problem.offset): \(problem.sentence.visible)")
            }
        }
        return decoding.verdict == .malformed ? .failed : .done
    }

    /// The document of a decoding: records, problems, and how many bytes were given.
    static func document(_ decoding: NDEFDecoding, byteCount: Int) -> JSONValue {
        [
            "records": .array(decoding.records.map { JSONValue(record: $0) }),
            "problems": JSONValue(strings: decoding.allProblems.map(\.sentence)),
            "bytes": .integer(byteCount),
        ]
    }
}
