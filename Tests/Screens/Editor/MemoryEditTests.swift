import Testing

@testable import Screens

@Suite("Bytes that were changed by hand")
struct MemoryEditTests {
    private static let memory = Array(UInt8(0)..<64)
    private static func base(_ place: MemoryEdit.Place) -> UInt8? {
        memory.indices.contains(place.offset) && place.area == .memory ? memory[place.offset] : nil
    }

    private static func made(_ steps: [(Int, [UInt8])]) -> MemoryEdit {
        var edit = MemoryEdit()
        for (offset, bytes) in steps { edit.put(bytes, at: .memory(offset), over: base) }
        return edit
    }

    @Test("only what differs from the tag is a change, and typing it back takes it away")
    func differences() {
        var edit = Self.made([(4, [4, 99, 6])])
        #expect(edit.count == 1 && edit.value(at: .memory(5)) == 99 && edit.value(at: .memory(4)) == nil)
        edit.put([5], at: .memory(5), over: Self.base)
        #expect(edit.isEmpty && edit.canUndo)
    }

    @Test("undo leads back through every state and redo through them again", arguments: 1...8)
    func backAndAgain(count: Int) {
        var states: [[Int: UInt8]] = [[:]]
        var edit = MemoryEdit()
        func state() -> [Int: UInt8] { (edit.changes[.memory] ?? [:]).mapValues(\.value) }
        for step in 0..<count {
            edit.put([UInt8(100 + step), UInt8(200 + step)], at: .memory(step * 3 % 7), over: Self.base)
            states.append(state())
        }
        for expected in states.dropLast().reversed() {
            #expect(edit.undo(over: Self.base) != nil)
            #expect(state() == expected)
        }
        #expect(edit.undo(over: Self.base) == nil && edit.isEmpty)
        for expected in states.dropFirst() {
            #expect(edit.redo(over: Self.base) != nil)
            #expect(state() == expected)
        }
        #expect(edit.redo(over: Self.base) == nil)
    }

    @Test("the second digit belongs to the step of the first")
    func joined() {
        var edit = MemoryEdit()
        edit.put([0xA5], at: .memory(5), over: Self.base)
        edit.put([0xAB], at: .memory(5), joining: true, over: Self.base)
        _ = edit.undo(over: Self.base)
        #expect(edit.isEmpty && !edit.canUndo)
    }

    @Test("a new change ends what could be made again")
    func noBranch() {
        var edit = Self.made([(0, [9])])
        _ = edit.undo(over: Self.base)
        edit.put([8], at: .memory(1), over: Self.base)
        #expect(!edit.canRedo)
    }

    @Test("history is bounded in steps and in bytes, the changes are not")
    func bounded() {
        var edit = MemoryEdit()
        for step in 0..<MemoryEdit.history + 50 {
            edit.put([UInt8(truncatingIfNeeded: step &+ 1) | 0x80], at: .memory(step % 64), over: Self.base)
        }
        var count = 0
        while edit.undo(over: Self.base) != nil { count += 1 }
        #expect(count <= MemoryEdit.history && count > 0)

        var large = MemoryEdit()
        for step in 0..<3 {
            large.put(
                Array(repeating: UInt8(step + 1), count: MemoryEdit.historyBytes / 2), at: .file(1, 0), over: Self.base)
        }
        var steps = 0
        while large.undo(over: Self.base) != nil { steps += 1 }
        #expect(steps == 2)
    }

    @Test("what the tag holds by now is no change any more; what it holds otherwise is counted")
    func rebased() {
        var edit = Self.made([(0, [50, 51]), (10, [60])])
        let moved = edit.rebase { place in
            switch place.offset {
            case 0: 50
            case 10: 61
            default: Self.base(place)
            }
        }
        #expect(moved == [.memory(10)] && edit.count == 2)
        #expect(edit.value(at: .memory(0)) == nil && edit.value(at: .memory(10)) == 60)
        #expect(edit.rebase { _ in nil }.isEmpty && edit.count == 2, "what could not be read is no news")
    }

    @Test("what was written is forgotten, a password with its history")
    func forgotten() {
        var edit = Self.made([(0, [50]), (43, [1, 2, 3, 4])])
        edit.forget(43..<47, of: .memory, history: true)
        #expect(edit.count == 1)
        while let step = edit.undo(over: Self.base) { #expect(step.place == .memory(0)) }
        while let step = edit.redo(over: Self.base) { #expect(step.place == .memory(0)) }
    }

    @Test("files and memory are apart")
    func areas() {
        var edit = Self.made([(0, [50])])
        edit.put([7], at: .file(0xE104, 0), over: Self.base)
        #expect(edit.value(at: .file(0xE104, 0)) == 7 && edit.value(at: .memory(0)) == 50)
        #expect(edit.ranges(of: .file(0xE104)) == [0..<1] && edit.touches(0..<4, of: .memory))
        #expect(edit.changedFiles[0xE104]?.bytes(in: 0..<1) == [7])
    }

    @Test(
        "hex is taken in the forms that people copy around",
        arguments: [
            "04A1FF", "04 A1 FF", "04:a1:ff", "04-A1-FF", "0x04, 0xA1, 0xFF", "{ 0x04, 0xa1, 0xff };",
            "04\nA1\r\n FF\n",
            "0x04A1FF", "\\x04\\xa1\\xff", "04h A1h FFh", "0x4 0xA1 0xFF", "[04, A1, FF]",
        ])
    func hexForms(text: String) { #expect(PastedBytes.hex(text) == .bytes([0x04, 0xA1, 0xFF])) }

    @Test("what is no hex says what is wrong", arguments: ["", " ", "0", "04A", "xyz", "04 G1", "0x", "04 A 1F", "ſ0"])
    func noHex(text: String) {
        guard case .wrong(let words) = PastedBytes.hex(text) else {
            Issue.record("\(text) was taken")
            return
        }
        #expect(!words.isEmpty)
    }

    @Test("more than any tag holds is refused")
    func endless() {
        #expect(
            PastedBytes.hex(String(repeating: "00", count: PastedBytes.limit + 1)) == .wrong("more than any tag holds"))
        #expect(
            PastedBytes.text(String(repeating: "a", count: PastedBytes.limit + 1)) == .wrong("more than any tag holds"))
    }
}
