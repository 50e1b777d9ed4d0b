import Tags
import Terminal
import Testing

@testable import Screens

@Suite("Forms for an NTAG 424 DNA")
struct CardFormTests {
    @Test("what a tag is not made for stays in the list, greyed, and says why")
    func greyed() {
        let type2 = Situation.changing("ntag213-factory")
        #expect(type2.text.contains("NTAG213 is no NTAG 424 DNA"), "\(type2.text)")
        let card = Situation.changing("ntag424-factory")
        #expect(card.text.contains("NTAG 424 DNA has no password"), "\(card.text)")
        for task in [ProtectTask.changeKey, .resetKeys, .rights, .preset, .link, .boltCard, .configure] {
            #expect(card.model.availability(of: task.action) == .available, "\(task)")
        }
        #expect(card.model.availability(of: .dynamicLinkOff) == .disabled(because: "no dynamic link is set up"))
        #expect(Situation.changing("ntag424-link").model.availability(of: .dynamicLinkOff) == .available)
    }

    @Test("with --read-only nothing of it can be begun")
    func readOnly() {
        let session = Session(readOnly: true).place("ntag424-factory").quiet().press("F4", "K")
        #expect(session.model.dialogs.isEmpty && session.text.contains("started with --read-only"))
    }

    @Test("the layout of a link follows each letter, with every place in the file")
    func layout() {
        let session = Situation.changing("ntag424-factory").press("d")
        #expect(session.text.contains("Such as https://example.com/t?uid={uid}"))
        session.type("example.com/t?uid={uid}&ctr={ctr}&mac={mac}")
        // 7 bytes of NLEN, record head and prefix, then `example.com/t?uid=`.
        #expect(session.text.contains("byte 25 (19h), 14 characters"), "\(session.text)")
        #expect(session.text.contains("byte 44 (2Ch), 6 characters"))
        #expect(session.text.contains("byte 55 (37h), 16 characters"))
        #expect(session.text.contains("71 of 256 bytes of file 02, the link from byte 7"))
    }

    @Test(
        "what the chip would refuse is said while it is typed, and never sent",
        arguments: [
            ("example.com/?p={picc}&uid={uid}", "cannot stand"), ("example.com/{uid}{uid}", "twice"),
            ("example.com/?e={file:32}", "need a MAC"), ("example.com/{file:20}", "no length that can be encrypted"),
            ("example.com/{nonsense}", "is no placeholder"),
        ])
    func refused(link: String, words: String) {
        let session = Situation.changing("ntag424-factory").press("d").type(link)
        #expect(session.text.contains("Refused here") && session.text.contains(words), "\(session.text)")
        session.press("Enter")
        #expect(session.model.deck.running == nil && session.text.contains("Dynamic link"))
        if case .form(let dialog)? = session.model.dialogs.last { #expect(dialog.problem != nil) }
    }

    @Test("only the fields that the link needs are there: a key for {picc}, present keys of those that are used")
    func fields() {
        func names(_ link: String) -> [String] {
            let session = Situation.changing("ntag424-factory").press("d").type(link)
            guard case .form(let dialog)? = session.model.dialogs.last else { return [] }
            return dialog.form.fields.filter { $0.disabled == nil }.map(\.name)
        }
        #expect(!names("example.com/{uid}").contains("meta"))
        #expect(names("example.com/?p={picc}&m={mac}").contains("meta"))
        #expect(names("example.com/?p={picc}&m={mac}").contains("now0"))
    }

    @Test("rights are told in words, with what phones and everybody can do then")
    func rights() {
        let session = Situation.changing("ntag424-factory").press("a", "Tab")
        #expect(session.text.contains("Read by everybody, written by everybody"), "\(session.text)")
        #expect(session.text.contains("Everybody can overwrite the message"))
        session.press("Space", "Tab", "Space", "Tab", "Space")
        #expect(session.text.contains("Phones then read nothing"), "\(session.text)")
        session.press("Tab", "Left")
        #expect(session.text.contains("Nobody can ever change the settings of this file again"), "\(session.text)")
    }

    @Test("each file shows its own rights")
    func eachFile() {
        let session = Situation.changing("ntag424-factory").press("a", "Space", "Space")
        #expect(session.text.contains("03 data") && session.text.contains("data travel encrypted"), "\(session.text)")
    }

    @Test("a key is asked for twice, is never shown, and a version of its own is offered")
    func key() {
        let secret = "00112233445566778899AABBCCDDEEFF"
        let session = Situation.changing("ntag424-factory").press("K", "Space", "Tab").type(secret).press("Enter")
        #expect(session.text.contains("The two keys are not the same"), "\(session.text)")
        #expect(!session.text.contains("00112233"))
        guard case .form(let dialog)? = session.model.dialogs.last else {
            Issue.record("no form")
            return
        }
        #expect(dialog.form["version1"] == "01")
    }

    @Test("keys from a master key follow AN10922, and ask for what goes into it")
    func diversified() throws {
        // AN10922, 2.2.1: master key, UID, AID and system of the example.
        let model = Situation.changing("ntag424-factory").model
        var form = Form(model.cardFields(.key, Form([])))
        form.set(["diversify": "new and present"])
        form = form.rebuilt(with: model.cardFields(.key, form))
        #expect(form.fields.contains { $0.name == "aid" } && form.fields.contains { $0.name == "system" })
        form.set(["aid": "3042F5", "system": "NXP Abu"])
        let made = try #require(try model.diversification(form))
        #expect(made.application == [0x30, 0x42, 0xF5] && made.system == Array("NXP Abu".utf8))
        let change = DNAKeyChange(
            number: 0, new: try #require(Hex.bytes("00112233445566778899AABBCCDDEEFF")), version: 1,
            diversification: made)
        #expect(
            change.key(for: [0x04, 0x78, 0x2E, 0x21, 0x80, 0x1D, 0x80]) == Hex.bytes("A8DD63A3B89D54B37CA802473FDA9175")
        )
        form.set(["aid": "30"])
        #expect(throws: FormProblem.self) { try model.diversification(form) }
    }

    @Test("what can never be undone is said in the form already", arguments: ["random UID", "LRP in place of AES"])
    func forGood(setting: String) {
        let session = Situation.changing("ntag424-factory").press("c")
        for _ in 0..<6 where !session.text.contains(setting) { session.press("Space") }
        #expect(session.text.contains("Can never be undone"), "\(session.text)")
    }

    @Test("a bolt card shows the link, and the name of the card at its issuer once the key is there")
    func boltCard() {
        let session = Situation.changing("ntag424-factory").press("B").type("example.com/boltcard").press("Tab")
        #expect(session.text.contains("PICCData") && session.text.contains("Key 1 encrypts UID and counter"))
        session.type(String(repeating: "01", count: 16))
        #expect(session.text.contains("The card's name at its issuer"), "\(session.text)")
    }
}
