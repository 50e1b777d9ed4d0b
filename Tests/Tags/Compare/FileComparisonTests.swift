import NDEF
import Testing

@testable import Tags

@Suite("Comparing files and records")
struct FileComparisonTests {
    private func card(_ content: FileContent, read: FileAccess.Condition = .free) -> TagReport {
        var report = TagReport(
            identity: TagIdentity(
                uid: [4, 1, 2, 3, 4, 5, 6], type: .type4, chipName: "Type 4 tag", identifiedBy: "the test",
                provenance: .reported))
        report.files = [
            TagFile(
                id: 0xE104, role: .message, size: 32, content: content, access: FileAccess(read: read, write: .free))
        ]
        return report
    }

    @Test("bytes of a file that differ are told in runs with their place")
    func runs() {
        let old = FileContent([0, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
        let new = FileContent([0, 6, 1, 2, 3, 4, 5, 0, 7, 0, 9, 10, 11, 12])
        let comparison = Comparison(a: card(old), b: card(new))
        #expect(
            comparison.differences.map(\.place) == [.file(0xE104, offset: 1), .file(0xE104, offset: 7)])
        #expect(comparison.differences.map(\.a) == [[5], [6, 7, 8]])
        #expect(comparison.differences.map(\.b) == [[6], [0, 7, 0]])
        #expect(comparison.differences.map(\.meaning) == ["length of the message", "NDEF message"])
    }

    @Test("every single byte of a file that differs is found, and nothing else", arguments: 0..<20)
    func everyByte(index: Int) {
        let old = [UInt8](repeating: 7, count: 20)
        var new = old
        new[index] = 8
        let differences = FileDifference.all(from: FileContent(old), to: FileContent(new))
        #expect(differences == [FileDifference(offset: index, a: [7], b: [8])])
    }

    @Test("only what both sides know is compared, wherever it lies")
    func sparse() {
        var old = FileContent([1, 2, 3, 4], at: 0)
        old.set([9, 9, 9, 9], at: 100)
        var new = FileContent([3, 5], at: 2)
        new.set([9, 8], at: 102)
        new.set([1, 1], at: 300)
        #expect(
            FileDifference.all(from: old, to: new) == [
                FileDifference(offset: 3, a: [4], b: [5]), FileDifference(offset: 103, a: [9], b: [8]),
            ])
        let comparison = Comparison(a: card(FileContent([0, 1])), b: card(FileContent()))
        #expect(comparison.same)
        #expect(comparison.notices.first == "2 bytes of E104 NDEF not read in B (nobody asked for it)")
    }

    @Test("rights, sizes and files that one side alone has are differences")
    func settings() {
        var other = card(FileContent([0, 0]), read: .key(2))
        other.files.append(
            TagFile(id: 0xE105, role: .proprietary, size: 128, access: FileAccess(read: .never, write: .never)))
        let comparison = Comparison(a: card(FileContent([0, 0])), b: other)
        #expect(comparison.differences.map(\.place) == [.value("E104 access"), .value("E105 proprietary file")])
        #expect(comparison.differences[0].meaning == "rights were read free, write free; now read key 2, write free")
    }

    @Test("two cards of which only the UID is known are told apart by it")
    func identity() {
        var (old, new) = (card(FileContent()), card(FileContent()))
        new.identity.uid = [8, 1, 2, 3]
        (old.files, new.files) = ([], [])
        #expect(Comparison(a: old, b: new).differences.map(\.place) == [.value("uid")])
    }

    // MARK: - Records

    private func texts(_ texts: String) -> [NDEFRecord] {
        texts.map { NDEFRecord(tnf: .external, type: "a:b", payload: Bytes(Array(String($0).utf8))) }
    }

    private func kinds(_ old: String, _ new: String) -> [String] {
        RecordDifference.all(from: texts(old), to: texts(new)).map {
            "\($0.kind.rawValue) \($0.a.map { String($0 + 1) } ?? "-") \($0.b.map { String($0 + 1) } ?? "-")"
        }
    }

    @Test("records are told as added, removed, changed and moved")
    func records() {
        #expect(kinds("abc", "abc") == [])
        #expect(kinds("abc", "abxc") == ["added - 3"])
        #expect(kinds("abc", "ac") == ["removed 2 -"])
        #expect(kinds("abc", "axc") == ["changed 2 2"])
        #expect(kinds("", "ab") == ["added - 1", "added - 2"])
        #expect(kinds("ab", "") == ["removed 1 -", "removed 2 -"])
        #expect(kinds("abcd", "bcda") == ["moved 1 4"])
        #expect(kinds("ab", "ba") == ["moved 1 2"] || kinds("ab", "ba") == ["moved 2 1"])
    }

    @Test("applying what is told to the first message gives the second, for all short messages")
    func complete() {
        let words = ["", "a", "b", "ab", "ba", "aab", "abc", "cba", "abca", "dabc", "bcad", "aaaa", "abab", "dcba"]
        for old in words {
            for new in words {
                let differences = RecordDifference.all(from: texts(old), to: texts(new))
                // What is in neither list stayed: both sides without what was told have to be equal.
                let gone = Set(differences.compactMap(\.a))
                let come = Set(differences.compactMap(\.b))
                let stayed = Array(old).indices.filter { !gone.contains($0) }.map { Array(old)[$0] }
                let kept = Array(new).indices.filter { !come.contains($0) }.map { Array(new)[$0] }
                #expect(stayed == kept, "\(old) \(new)")
                #expect(differences.isEmpty == (old == new))
                for difference in differences where difference.kind == .moved {
                    #expect(difference.before == difference.after)
                }
            }
        }
    }

    @Test("very long messages are compared without a table of all pairs")
    func long() {
        let old = (0..<2000).map { NDEFRecord(tnf: .external, type: "a:b", payload: Bytes([UInt8($0 & 0xFF)])) }
        let new = Array(old.reversed())
        #expect(!RecordDifference.all(from: old, to: new).isEmpty)
    }
}
