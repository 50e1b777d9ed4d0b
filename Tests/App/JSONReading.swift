import Foundation
import Synchronization
import Testing

@testable import App

/// A document as a test reads it back: what another program would see.
func parsed(_ document: JSONValue, _ location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    try parsed(document.text, location)
}

/// As above, of text that must be one document and nothing else.
func parsed(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], sourceLocation: location)
}

/// An output that keeps what was written to it.
final class KeptOutput: Sendable {
    private let kept = Mutex((result: "", notes: ""))

    /// What went to stdout.
    var result: String { kept.withLock { $0.result } }
    /// What went to stderr.
    var notes: String { kept.withLock { $0.notes } }
    /// Takes what goes to stderr.
    func add(note: String) { kept.withLock { $0.notes += note } }
    /// The output to give to a command.
    var output: Output {
        Output(
            result: { text in self.kept.withLock { $0.result += text } },
            note: { self.add(note: $0) })
    }
}

extension String {
    /// Scalars that a terminal obeys or that hide what is written, line breaks apart.
    var unprintable: [Unicode.Scalar] {
        unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: true
            default: false
            }
        }
    }
}
