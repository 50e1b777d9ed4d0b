import NDEF
import Simulator
import Terminal

@testable import Screens

extension Situation {
    /// What the screens can be in while bytes are changed by hand.
    static let editing: [Situation] = [
        Situation("edit") { typing("ntag215-link-text").type("41").model },
        Situation("edit-lock") { typing("ntag213-factory", at: "2.2").type("10").model },
        Situation("edit-left") { typing("ntag213-factory", at: "10").type("DEADBEEF").press("Esc").model },
        Situation("edit-bits") { typing("ntag213-factory", at: "2.3").press("Alt-b", "j", "Space").model },
        Situation("edit-places") {
            typing("ntag215-link-text", at: "8").type("00").press("Alt-m", "Ctrl-G", "j").quiet().model
        },
        Situation("edit-fill") {
            typing("ntag213-factory", at: "10").press("Shift-Down", "Shift-Down", "Alt-f").type("DE AD").model
        },
        Situation("edit-discard") { typing("ntag213-factory", at: "10").type("01").press("Esc", "X").model },
        Situation("edit-card") {
            Session().put(card()).quiet().press("2", "F5").type("E104").press("Enter", "F5").type("#20")
                .press("Enter", "F2", "Tab").type("X").model
        },
    ]

    /// A tag of the bench under the editor, the cursor on a byte as `Go to` takes it.
    static func typing(_ tag: String, at place: String = "5", columns: Int = 80, rows: Int = 24) -> Session {
        Session(columns: columns, rows: rows).place(tag).quiet().typing(at: place)
    }
}

extension Session {
    /// Goes to a byte and types from there.
    @discardableResult func typing(at place: String) -> Session {
        // The digits of panes would be typed.
        if model.deck.memory.mark != nil { press("Esc") }
        if model.isTyping { press("Esc") }
        return press("2", "F5").type(place).press("Enter", "F2").quiet()
    }

    /// The bytes shown from an offset on.
    func shown(_ range: Range<Int>) -> [UInt8]? { model.deck.image?.bytes(in: range) }

    /// The bytes on the tag as it was read last.
    func held(_ range: Range<Int>) -> [UInt8]? { model.deck.report?.image?.bytes(in: range) }
}
