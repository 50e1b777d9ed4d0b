import Engine
import NDEF
import Tags
import Terminal

@testable import Screens

extension Situation {
    /// What the screens can be in with an NTAG 424 DNA, and while a link is checked.
    static let cards: [Situation] = [
        Situation("card") { Session().place("ntag424-link").quiet().press("1").model },
        Situation("card-exchange") {
            Session().place("ntag424-link").quiet().press("5", "G", "Enter", "G", "Enter").model
        },
        Situation("card-protect") { changing("ntag424-link").model },
        Situation("card-key") { changing("ntag424-factory").press("K", "Space", "Tab").type("00112233").model },
        Situation("card-key-master") {
            changing("ntag424-factory").press("K", "Up", "Space").type("3042F5").model
        },
        Situation("card-key-plan") {
            let key = "00112233445566778899AABBCCDDEEFF"
            return changing("ntag424-factory").press("K", "Space", "Tab").type(key).press("Tab").type(key).press(
                "Enter"
            )
            .model
        },
        Situation("card-rights") { changing("ntag424-factory").press("a", "Tab", "Space").model },
        Situation("card-preset") { changing("ntag424-link").press("P", "Space", "Space").model },
        Situation("card-link") {
            changing("ntag424-factory").press("d").type("example.com/t?uid={uid}&ctr={ctr}&mac={mac}").model
        },
        Situation("card-link-refused") {
            changing("ntag424-factory").press("d").type("example.com/?e={file:32}").model
        },
        Situation("card-link-plan") { linkPlan().model },
        Situation("card-tapped") { linkPlan().press("Tab", "Enter").sync().quiet().model },
        Situation("card-bolt") {
            changing("ntag424-factory").press("B").type("example.com/boltcard").press("Tab")
                .type(String(repeating: "01", count: 16)).model
        },
        Situation("card-configure") { changing("ntag424-factory").press("c", "Left", "Left").model },
        Situation("card-recovery") { recovery().model },
        Situation("card-wrong-key") {
            changing("ntag424-link").press("P", "Space", "Tab").type(String(repeating: "77", count: 16)).press("Enter")
                .press("Tab", "Enter").model
        },
        Situation("sun") { checking().model },
        Situation("sun-result") { checking().press("Enter").model },
    ]

    private static func linkPlan() -> Session {
        changing("ntag424-factory").press("d").type("example.com/t?p={picc}&f={file:32=Hello}&m={mac}").press("Enter")
    }

    private static func checking() -> Session {
        let zeros = String(repeating: "0", count: 32)
        let link = "https://choose.url.com/ntag424?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086"
        return Session().press("s").send(.paste(link)).press("Tab", "Tab").type(zeros).press("Tab").type(zeros)
    }

    /// The form that ends a change of two keys which came to the first proof.
    private static func recovery() -> Session {
        let session = Session().place("ntag424-factory").quiet()
        let uid = session.model.deck.identity?.uid ?? []
        func step(_ name: String, _ phase: PlanStep.Phase, _ why: String) -> PlanStep {
            PlanStep(
                target: .command(name), phase: phase, old: nil, new: [], readsBack: nil, why: why, secret: true)
        }
        let steps = [
            step("ChangeKey 1", .password, "key 1: version 00 -> 01"),
            step("ChangeKey 0", .password, "key 0 (opens all the others): version 00 -> 01"),
            step("Authenticate 0", .prove, "prove that the tag took key 0"),
            step("Authenticate 1", .prove, "prove that the tag took key 1"),
        ]
        let entry = JournalEntry(
            id: 9, uid: uid, chipName: "NTAG 424 DNA", kind: .key, person: "jane", reader: "ACS ACR122U 00 00",
            started: 1_796_040_271_000, result: .open, before: TagImage(pageSize: 1, pageCount: 0), after: [:],
            steps: steps.enumerated().map {
                JournalEntry.Step(step: $1, acknowledged: $0 < 1 ? 1_796_040_271_010 : nil)
            })
        session.apply(.interrupted(reader: session.model.reader ?? "", entry))
        return session.press("Up", "Up", "Up", "Enter")
    }
}
