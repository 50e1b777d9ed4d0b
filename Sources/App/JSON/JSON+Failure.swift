import Dumps
import Engine
import NDEF

/// A failure as the command line tells it: what kind, what happened, what to do, and the raw status.
struct Failure: Equatable, Sendable {
    /// The contract's word: `noReader`, `noTag`, `tagLost`, ...
    var kind: String
    var message: String
    var advice: String
    /// The status bytes or PC/SC code as hex, where there are any.
    var raw: String?
    /// What the shell gets.
    var status: ShellStatus
}

extension Failure {
    /// Wrong usage of a command.
    init(_ error: UsageError, of command: CommandName) {
        if error == .cancelled {
            self.init(EngineError.cancelled)
            return
        }
        self.init(
            kind: "usage", message: error.sentence, advice: error.advice(for: command), raw: nil, status: .usage)
    }

    /// A failure of the engine.
    init(_ error: EngineError) {
        let status: ShellStatus =
            switch error {
            case .noReader, .noTag, .service: .nothingThere
            default: .failed
            }
        self.init(
            kind: error.jsonKind, message: error.headline, advice: error.advice, raw: error.jsonRaw, status: status)
    }

    /// The value of `error` in a document.
    var json: JSONValue {
        var object: JSONObject = [
            "kind": .string(kind), "message": .string(SystemPath.shown(message)), "advice": .string(advice),
        ]
        if let raw { object["raw"] = .string(raw) }
        return .object(object)
    }

    /// Tells it: in the document on stdout, or in two sentences on stderr.
    func tell(_ output: Output, json asJSON: Bool) -> ShellStatus {
        if asJSON {
            output.print(["error": json])
        } else {
            output.failure("tagdesk: " + message.visible)
            if !advice.isEmpty { output.failure("  " + advice.visible) }
        }
        return status
    }
}
