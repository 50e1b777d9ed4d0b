import Foundation
import Terminal
import Testing

/// Compares a screen with the one on file; `RECORD=1` writes it instead and fails the run, so that nothing is taken
/// over unseen.
func expectGolden(_ canvas: Canvas, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Golden/\(name).txt")
    let text = canvas.text + "\n"
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
        try text.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("recorded \(name)", sourceLocation: sourceLocation)
        return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "\(name) differs; RECORD=1 records it anew\n\(text)", sourceLocation: sourceLocation)
}
