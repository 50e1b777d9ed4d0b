import Engine
import NDEF
import Tags
import Terminal

@testable import Screens

extension Situation {
    /// What the screens can be in while a message is composed or a tag is changed.
    static let changing: [Situation] = [
        Situation("compose-empty") { Session().press("F3").model },
        Situation("compose") { composing("ntag216-contact-wifi-app").press("j").model },
        Situation("compose-kinds") { composing("ntag213-factory").press("a", "j", "j").model },
        Situation("compose-link") {
            composing("ntag213-factory").press("a").choose("Link").type("https://www.example.com/a").model
        },
        Situation("compose-contact") {
            composing("ntag213-factory").press("a").choose("Contact").type("Jane Doe").press("Tab").type("+49301234567")
                .model
        },
        Situation("compose-too-big") { composing("ntag216-contact-wifi-app").press("c").choose("Ultralight").model },
        Situation("compose-begin") {
            let session = composing("ntag215-link-text")
            session.templates["Door plate"] = []
            return session.press("e").model
        },
        Situation("compose-leave") { composing("ntag215-link-text").press("d", "q").model },
        Situation("write-plan") { composing("ntag215-link-text").press("Del", "w").model },
        Situation("write-password") { composing("ntag213-write-password").press("Del", "w").model },
        Situation("protect") { changing("ntag213-factory").model },
        Situation("protect-password") { changing("ntag213-factory").press("s").type("A1B2").model },
        Situation("protect-plan") { changing("ntag213-factory").press("s").type("A1B2C3D4").press("Enter").model },
        Situation("configure") { changing("ntag213-mirror").press("c", "Tab", "Tab", "Tab", "Space").model },
        Situation("locks") { changing("ntag213-factory").press("L", "j", "Space", "j", "j", "Space", "b").model },
        Situation("lock-plan") { changing("ntag213-factory").press("L", "a", "Enter").model },
        Situation("journal") {
            Session().press("J").take(.journal([entry(.open).summary, entry(.done).summary])).model
        },
        Situation("journal-entry") {
            Session().press("J").take(.journal([entry(.done).summary])).take(.journalEntry(entry(.done))).model
        },
        Situation("recovery") {
            let session = Session().place("ntag213-factory").quiet()
            session.apply(.interrupted(reader: session.model.reader ?? "", entry(.open)))
            return session.model
        },
    ]

    static func composing(_ tag: String) -> Session { Session().place(tag).quiet().press("F3") }

    static func changing(_ tag: String) -> Session { Session().place(tag).quiet().press("F4") }

    /// A write of three steps to the tag `ntag213-factory`, of which two were acknowledged where it did not end.
    static func entry(_ result: JournalEntry.Result) -> JournalEntry {
        let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]
        var before = TagImage(pageSize: 4, pageCount: 45)
        before.set(page: 4, to: [0x01, 0x03, 0xA0, 0x0C])
        before.set(page: 5, to: [0x34, 0x03, 0x00, 0xFE])
        before.set(page: 6, to: [0, 0, 0, 0])
        let steps: [(Int, PlanStep.Phase, [UInt8], [UInt8], String)] = [
            (6, .data, [0, 0, 0, 0], [0xD1, 0x01, 0x01, 0x55], "NDEF message"),
            (7, .data, [0, 0, 0, 0], [0x00, 0xFE, 0x00, 0x00], "NDEF message"),
            (5, .show, [0x34, 0x03, 0x00, 0xFE], [0x34, 0x03, 0x05, 0xD1], "NDEF message: length and head"),
        ]
        let done = result == .done
        return JournalEntry(
            id: 7, uid: uid, chipName: "NTAG213", kind: .write, person: "jane", reader: "ACS ACR122U 00 00",
            started: 1_796_040_271_000, ended: done ? 1_796_040_271_090 : nil, result: result, before: before,
            after: [5: steps[2].3, 6: steps[0].3, 7: steps[1].3], verified: done,
            steps: steps.enumerated().map { index, step in
                JournalEntry.Step(
                    step: PlanStep(
                        target: .page(step.0), phase: step.1, old: step.2, new: step.3, readsBack: step.3, why: step.4),
                    acknowledged: done || index < 2 ? 1_796_040_271_010 : nil)
            })
    }
}

extension JournalEntry {
    /// Its line in a list.
    var summary: JournalSummary {
        JournalSummary(
            id: id, uid: uid, chipName: chipName, kind: kind, started: started, result: result, steps: steps.count,
            acknowledged: acknowledgedCount)
    }
}

extension Session {
    /// Takes the item of a list whose label begins so.
    @discardableResult func choose(_ label: String) -> Session {
        guard case .choice(let dialog)? = model.dialogs.last,
            let index = model.choiceItems(dialog.subject).map(\.label).firstIndex(where: { $0 == label })
                ?? model.choiceItems(dialog.subject).firstIndex(where: { $0.label.hasPrefix(label) })
        else { return self }
        press("g")
        for _ in 0..<index { press("j") }
        return press("Enter")
    }

    /// Fills the fields of a form from the one with the keys on, a Tab between two.
    @discardableResult func fill(_ values: String...) -> Session {
        for (index, value) in values.enumerated() {
            if index > 0 { press("Tab") }
            type(value)
        }
        return self
    }
}
