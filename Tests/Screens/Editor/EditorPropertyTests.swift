import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

/// The same pseudo-random keys on every run.
private struct Keys {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(1, bound)
    }
}

@Suite("Whatever is pressed in the memory editor")
struct EditorPropertyTests {
    private static let names = [
        "0", "7", "a", "F", "g", "~", "é", "Space", "Left", "Right", "Up", "Down", "Tab", "Backspace", "Alt-u",
        "Ctrl-Y",
        "Shift-Down", "Shift-Right", "Ctrl-Space", "PgDn", "PgUp", "Home", "End", "Alt-m", "Alt-b", "Ctrl-V", "Del",
        "Esc",
        "F2", "Ctrl-G", "Enter", "j", "u", "v", "X", "B", "'",
    ]

    @Test(
        "what is shown is the tag with the edits over it, undo leads all the way back, and the tag gets nothing",
        arguments: ["ntag213-factory", "ntag213-locked", "ntag215-link-text", "ultralight-c", "card"], [1, 2, 3])
    func overlay(tag: String, seed: Int) throws {
        let session = Session(columns: 100, rows: 30)
        if tag == "card" { session.put(Situation.card()) } else { session.place(tag) }
        session.quiet().press("2", "F2")
        var keys = Keys(state: UInt64(seed))
        for step in 0..<250 {
            switch keys.next(12) {
            case 0:
                let count = 1 + keys.next(9)
                session.send(.paste(String(repeating: "5A ", count: count)))
            default: session.press(Self.names[keys.next(Self.names.count)])
            }
            // A plan is only looked at: its yes is for other tests.
            if case .plan? = session.model.dialogs.last { session.press("Esc") }
            if step % 25 == 0 { try Self.check(session.model, "\(tag), seed \(seed), step \(step)") }
        }
        let isSent = session.intents.contains { if case .submit(.change) = $0 { true } else { false } }
        #expect(!isSent, "\(tag), seed \(seed)")
        var deck = session.model.deck
        while deck.stepEdit(back: true) != nil {}
        #expect(deck.edit.isEmpty && deck.image == (deck.report?.image ?? deck.sheet?.image) && deck.edited == nil)
    }

    private static func check(_ model: AppModel, _ place: String) throws {
        let deck = model.deck
        let image = try #require(deck.image)
        let rules = try #require(deck.rules)
        for offset in 0..<image.byteCount {
            guard let byte = deck.place(at: offset) else { continue }
            let expected = rules.isSecret(byte) ? deck.base(byte) : deck.value(at: byte)
            guard image.byte(at: offset) != expected else { continue }
            Issue.record("\(place): byte \(offset) is \(String(describing: image.byte(at: offset)))")
            return
        }
        #expect((deck.edited == nil) == deck.edit.isEmpty, "\(place)")
    }
}
