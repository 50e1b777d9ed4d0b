import Engine
import NDEF
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

/// Bolt cards, keyed files and keys from master keys, with the simulator behind the screens.
@Suite("A person with links and keys of an NTAG 424 DNA")
struct CardLinkWalkTests {
    /// Key `number` of the bench's linked tag.
    private static func benchKey(_ number: Int) -> String { String(repeating: "A\(number)", count: 16) }

    private static func versions(_ session: Session) -> [UInt8] {
        (session.model.deck.report?.dna?.keyVersions ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }

    private static func agree(_ session: Session) -> Session { session.press("Tab", "Enter").sync() }

    private static func link(_ session: Session) -> String {
        guard case .uri(let link)? = session.model.deck.report?.ndef?.decoding?.message.records.first?.content else {
            return ""
        }
        return link
    }

    @Test("the link of the tag on the reader is checked with keys that are typed")
    func checkOfTheTag() {
        let session = Session().place("ntag424-link").quiet().press("s", "Tab", "Tab").type(Self.benchKey(1))
        session.press("Tab").type(Self.benchKey(2))
        #expect(session.text.contains("holds: a tag with this key"), "\(session.text)")
        #expect(session.text.contains("04:63:47:4A:A2:6A:80"))
    }

    @Test("a bolt card gets its five keys and its link, is tapped, and is taken back by its issuer's key")
    func boltCard() throws {
        let issuer = [UInt8](repeating: 1, count: 16)
        let session = Situation.changing("ntag424-factory").press("B").type("example.com/boltcard").press("Tab")
        _ = Self.agree(session.type(String(repeating: "01", count: 16)).press("Enter"))
        #expect(session.text.contains("Tapped once") && session.text.contains("MAC holds"), "\(session.text)")
        #expect(Self.versions(session) == [1, 1, 1, 1, 1])
        session.press("Esc").quiet()
        #expect(Self.link(session).hasPrefix("lnurlw://example.com/boltcard?p="), "\(Self.link(session))")
        let uid = try #require(session.model.deck.identity?.uid)
        let keys = try #require(BoltCard.keys(issuer: issuer, uid: uid))
        let result = SUNChecker(suite: .aes, metaKey: keys.keys[1], fileKey: keys.keys[2])?.check(Self.link(session))
        #expect(result?.isGenuine == true && result?.uid == uid)
        // The keys are those of the session: nothing has to be typed to take them off again.
        _ = Self.agree(session.press("0", "Enter"))
        #expect(Self.versions(session) == [0, 0, 0, 0, 0], "\(session.text)")
    }

    @Test("a key made from a master key opens the tag again by that master key")
    func diversified() {
        let master = "00112233445566778899AABBCCDDEEFF"
        let session = Situation.changing("ntag424-factory").press("K", "Tab").type(master).press("Tab").type(master)
        session.press("Tab", "Tab", "Tab", "Space", "Tab").type("3042F5").press("Tab").type("NXP Abu").press("Enter")
        #expect(session.text.contains("diversified by the UID"), "\(session.text)")
        _ = Self.agree(session)
        #expect(Self.versions(session).first == 1, "\(session.text)")
        session.forgetPasswords()
        // As it is typed, the master key is no key of this tag.
        session.quiet().press("P", "Space", "Tab").type(master).press("Enter")
        if case .plan? = session.model.dialogs.last { _ = Self.agree(session) }
        #expect(session.text.contains("91AE"), "\(session.text)")
        session.press("Esc", "Tab", "Space", "Tab").type("3042F5").press("Tab").type("NXP Abu").press("Enter")
        _ = Self.agree(session)
        #expect(session.model.deck.report?.dna?.settings[2]?.access.read == .key(0), "\(session.text)")
    }

    @Test("a link is switched off, and rights are set, with the keys that are on the tag")
    func presentKeys() {
        let session = Situation.changing("ntag424-link").press("D").type(Self.benchKey(0)).press("Enter")
        _ = Self.agree(session)
        #expect(session.model.deck.report?.dna?.settings[2]?.sdm == nil, "\(session.text)")
        // The tag took key 0 in this session.
        _ = Self.agree(session.quiet().press("a", "Tab", "Space", "Enter"))
        #expect(session.model.deck.report?.dna?.settings[2]?.access.read == .never, "\(session.text)")
    }

    @Test("what can never be undone needs the digits of the UID, here as everywhere")
    func forGood() {
        let session = Situation.changing("ntag424-factory").press("a", "Tab", "Tab", "Tab", "Tab", "Left", "Enter")
        #expect(session.text.contains("can never be undone"), "\(session.text)")
        session.press("Tab", "Tab", "Enter")
        #expect(session.model.deck.report?.dna?.settings[2]?.access.change == .key(0))
        let digits = String(Hex.string(session.model.deck.identity?.uid ?? []).suffix(4))
        if case .plan? = session.model.dialogs.last {
            session.press("Esc").press("a", "Tab", "Tab", "Tab", "Tab", "Left", "Enter")
        }
        session.press("Tab").type(digits).press("Enter").sync()
        #expect(session.model.deck.report?.dna?.settings[2]?.access.change == .never, "\(session.text)")
        #expect(session.quiet().model.availability(of: .dynamicLink) != .available)
    }

    @Test("a message behind a key is written with that key, from the screen Compose")
    func keyedMessage() {
        let session = Session().place("ntag424-link").quiet().press("F3", "a").choose("Text").type("Hello").press(
            "Enter")
        session.press("w")
        if case .password? = session.model.dialogs.last {
            session.press("Tab").type(Self.benchKey(0)).press("Enter", "Enter")
        }
        #expect(session.model.dialogs.contains { if case .plan = $0 { true } else { false } }, "\(session.text)")
        session.press("Enter").sync()
        #expect(session.text.contains("read back"), "\(session.text)")
    }
}
