import NDEF
import Tags
import Testing

@testable import Screens

@Suite("Drafts and their room")
struct DraftTests {
    private static func text(_ text: String) throws -> NDEFRecord { try .text(text) }

    @Test("every edit can be taken back and made again, to the very records there were")
    func undo() throws {
        var draft = Draft()
        var states = [draft.records]
        for word in ["a", "b", "c"] {
            draft.add(try Self.text(word))
            states.append(draft.records)
        }
        let moved = draft.move(by: -1)
        #expect(moved)
        states.append(draft.records)
        draft.duplicate()
        states.append(draft.records)
        draft.delete()
        states.append(draft.records)
        draft.replace(0, with: .empty)
        states.append(draft.records)
        for state in states.dropLast().reversed() {
            draft.undo()
            #expect(draft.records == state)
        }
        #expect(!draft.canUndo && !draft.isChanged)
        for state in states.dropFirst() {
            draft.redo()
            #expect(draft.records == state)
        }
        #expect(!draft.canRedo && draft.isChanged)
    }

    @Test("the first and the last record move no further")
    func ends() throws {
        var draft = Draft([try Self.text("a"), try Self.text("b")])
        let up = draft.move(by: -1)
        draft.list.cursor = 1
        let down = draft.move(by: 1)
        #expect(!up && !down)
    }

    @Test("the message of an empty tag is a draft without records")
    func empty() {
        #expect(Draft([.empty]).records.isEmpty)
        #expect(Draft().encoded == [0xD0, 0, 0])
    }

    @Test(
        "the room on a chip as delivered is what its data sheet leaves of user memory",
        arguments: [("NTAG213", 137), ("NTAG215", 492), ("NTAG216", 868), ("Ultralight", 46), ("Ultralight C", 142)])
    func room(name: String, maximum: Int) throws {
        let chip = try #require(Type2Chip.named(name))
        #expect(MessageRoom(assumed: chip).maximum == maximum)
        #expect(MessageRoom(assumed: chip).provenance == .assumed)
    }

    @Test("too big says by how much, which record to leave out, and which chips would do")
    func tooBig() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        let draft = Draft([try Self.text("x"), try Self.text(String(repeating: "y", count: 140))])
        let over = draft.encoded.count - 137
        let words = try #require(MessageRoom(assumed: chip).complaint(about: draft))
        #expect(words.hasPrefix("\(over) bytes too many"))
        #expect(words.contains("without record 2") && words.contains("NTAG215 (492)"))
        #expect(MessageRoom(assumed: chip).complaint(about: Draft([try Self.text("x")])) == nil)
        let huge = Draft([try Self.text(String(repeating: "y", count: 2000))])
        #expect(MessageRoom(assumed: chip).complaint(about: huge)?.contains("no common chip") == true)
    }

    @Test("a file is raw NDEF, NDEF in hex, or a contact card; anything else is refused in words")
    func files() throws {
        let link = try NDEFRecord.uri("https://example.com")
        let bytes = NDEFMessage([link]).encoded()
        #expect(MessageFile.records(in: bytes) == .records([link], problem: nil))
        #expect(
            MessageFile.records(in: Array(Hex.string(bytes, separator: " ").utf8) + [10])
                == .records([link], problem: nil))
        let card = Array("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD\r\n".utf8)
        #expect(MessageFile.records(in: card) == .records([.vcard(card)], problem: nil))
        for bytes in [[], Array("hello".utf8), [0xD1]] as [[UInt8]] {
            guard case .nothing(let why) = MessageFile.records(in: bytes) else {
                Issue.record("\(bytes) was taken for a message")
                continue
            }
            #expect(!why.isEmpty)
        }
        guard case .records(let records, let problem) = MessageFile.records(in: bytes + [0x00]) else { return }
        #expect(records == [link] && problem == nil)
    }
}
