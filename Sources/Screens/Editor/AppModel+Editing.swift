import Tags
import Terminal

/// Typing over the bytes of the Memory pane.
extension AppModel {
    /// Keys type bytes now.
    var isTyping: Bool { deck.typing && focus == .memory && showsWorkbench }

    /// Why bytes cannot be changed by hand, `nil` where they can.
    var reasonAgainstEditing: String? {
        if screen != .workbench { return "only on the workbench (q goes there)" }
        if deck.image == nil { return "no memory was read" }
        if deck.isDump { return nil }
        if options.readOnly { return "started with --read-only" }
        if deck.identity?.uid.isEmpty == true { return "the tag has no UID that the changes could stay with" }
        return deck.identity?.hasRandomUID == true
            ? "the card shows another UID each time, so that the changes could not stay with it" : nil
    }

    /// Why an action of the editor cannot be done now, `nil` where it can.
    func reasonInEditor(against id: Action.ID) -> String? {
        let edit = deck.edit
        switch id {
        case .edit, .fillBytes: return reasonAgainstEditing
        case .pasteBytes: return reasonAgainstEditing ?? (register.isEmpty ? "no bytes were copied yet" : nil)
        case .writeEdits, .finishTyping:
            if edit.isEmpty { return "nothing was changed" }
            return deck.isDump ? nil : reasonAgainstChanging
        case .undoByte, .untype: return edit.canUndo ? nil : "nothing was changed"
        case .redoByte: return edit.canRedo ? nil : "nothing was taken back"
        case .discardEdits: return edit.isEmpty ? "nothing was changed" : nil
        case .otherColumn, .stopTyping: return isTyping ? nil : "only while bytes are typed (F2)"
        default:
            if screen != .workbench { return "only on the workbench (q goes there)" }
            return deck.image == nil ? "no memory was read" : nil
        }
    }

    /// Gives a key to the editor; `nil` where it has no use for it, and the key means what it always does.
    mutating func typeKey(_ key: Key) -> [Intent]? {
        if let action = Action.typing(for: key) { return perform(action.id) }
        switch key.code {
        case .character(let character) where !key.control && !key.alt:
            type(character)
            return []
        case .delete, .insert:
            hint("nothing can be put into a memory or taken out of it; Backspace takes back")
            return []
        default: return nil
        }
    }

    /// Does an action of the editor; `nil` where it is none of it.
    mutating func performInEditor(_ id: Action.ID) -> [Intent]? {
        switch id {
        case .edit: startTyping()
        case .stopTyping: stopTyping()
        case .writeEdits, .finishTyping: return showEditPlan()
        case .undoByte: stepEdit(back: true)
        case .redoByte: stepEdit(back: false)
        case .untype: untype()
        case .discardEdits: dialogs.append(.question(QuestionDialog(subject: .discardEdits)))
        case .otherColumn:
            deck.memory.lowDigit = false
            deck.memory.side = deck.memory.side == .hex ? .ascii : .hex
        case .fillBytes:
            focus = .memory
            dialogs.append(
                .prompt(PromptDialog(purpose: .fill, input: InputLine(rule: .characters(Self.fillCharacters)))))
        case .pasteBytes:
            focus = .memory
            put(.bytes(register), what: "pasted")
        case .showBits: openBits()
        case .memoryPlaces: openChoice(.places)
        case .setBookmark: setBookmark()
        case .crossOver: crossOver()
        case .extendUp: extend(by: -(deck.image?.pageSize ?? 0))
        case .extendDown: extend(by: deck.image?.pageSize ?? 0)
        case .extendLeft: extend(by: -1)
        case .extendRight: extend(by: 1)
        default: return nil
        }
        return []
    }

    /// The characters of a pattern to fill with.
    static let fillCharacters = "0123456789abcdefABCDEFxX ,:"

    // MARK: - Typing

    private mutating func startTyping() {
        if focus == .ndef { crossOver() }
        focus = .memory
        deck.typing = true
        deck.memory.lowDigit = false
        // A heading has no bytes to type over.
        if deck.cursorPlace == nil { step(by: 1) }
        let kept = deck.edit.isEmpty ? "" : "; \(Words.count(deck.edit.count, "byte")) changed before"
        let enter = deck.isDump ? "keeps the dump so" : "to the plan"
        hint("typing over bytes\(kept): Tab to the other side, Enter \(enter), Esc leaves")
    }

    private mutating func stopTyping() {
        if deck.memory.mark != nil {
            deck.memory.mark = nil
            return
        }
        deck.typing = false
        deck.memory.lowDigit = false
        guard !deck.edit.isEmpty else { return }
        hint(keptWords)
    }

    /// What becomes of the edits from here on: `2 bytes changed and kept here: w shows the plan, X discards them`.
    private var keptWords: String {
        let changed = "\(Words.count(deck.edit.count, "byte")) changed"
        let (write, discard) = (Self.key(.writeEdits), "\(Self.key(.discardEdits)) discards them")
        if deck.isDump { return "\(changed) here: \(write) keeps the dump so in the library, \(discard)" }
        if let reason = reasonAgainstChanging { return "\(changed) and kept here (\(reason)): \(discard)" }
        return "\(changed) and kept here: \(write) shows the plan, \(discard)"
    }

    private mutating func type(_ character: Character) {
        if let image = deck.image, deck.memory.typedEnd == deck.memory.offset(in: image) {
            return hint("that was the last byte: Backspace takes it back, an arrow goes elsewhere")
        }
        if deck.memory.side == .hex { typeDigit(character) } else { typeText(character) }
    }

    private mutating func typeDigit(_ character: Character) {
        // What is copied from a page of hex has blanks in it.
        if character == " " { return }
        guard character.isASCII, let digit = character.hexDigitValue.map(UInt8.init) else {
            hint(
                "\(Words.safe(String(character))) is no hex digit; Tab goes to the ASCII side, Alt and a letter is a command"
            )
            return
        }
        guard let place = deck.cursorPlace else { return hint("this line is a heading: there is no byte to type over") }
        let low = deck.memory.lowDigit
        let held = deck.value(at: place) ?? 0
        let byte = low ? held & 0xF0 | digit : digit << 4 | held & 0x0F
        if let reason = deck.put([byte], at: place, joining: low) { return hint(reason) }
        if low { step(by: 1) } else { deck.memory.lowDigit = true }
        edited()
    }

    private mutating func typeText(_ character: Character) {
        guard let place = deck.cursorPlace else { return hint("this line is a heading: there is no byte to type over") }
        let bytes = Array(String(character).utf8)
        if let reason = deck.put(bytes, at: place) { return hint(reason) }
        step(by: bytes.count)
        edited()
        if bytes.count > 1 { hint("\(Words.safe(String(character))) is \(Words.count(bytes.count, "byte")) in UTF-8") }
    }

    /// Moves the cursor over bytes, headings passed over.
    private mutating func step(by count: Int) {
        guard let image = deck.image else { return }
        let last = image.byteCount - 1
        let before = deck.memory.offset(in: image)
        var offset = min(last, before + count)
        while offset < last, deck.place(at: offset) == nil { offset += 1 }
        deck.memory.goTo(offset, in: image)
        deck.memory.lowDigit = false
        // What is typed on would take the place of the byte just typed.
        deck.memory.typedEnd = before + count > last ? last : nil
    }

    /// What follows every change.
    private mutating func edited() {
        followCursor()
        // A selection was for what was done to it.
        deck.memory.mark = nil
    }

    // MARK: - Back and again

    private mutating func stepEdit(back: Bool) {
        guard let step = deck.stepEdit(back: back) else { return }
        show(step.place)
        // Typing goes on behind what was made again.
        if !back { self.step(by: step.count) }
        let place = words(for: step.place, count: step.count)
        hint(back ? "taken back: \(place)" : "made again: \(place)")
    }

    private mutating func untype() {
        guard let image = deck.image else { return }
        let here = deck.memory.offset(in: image)
        let low = deck.memory.lowDigit
        let before = low ? here : here - 1
        if let place = deck.place(at: before), deck.edit.lastStepIs(at: place) {
            return stepEdit(back: true)
        }
        deck.memory.goTo(low ? here : max(0, here - 1), in: image)
    }

    /// Puts the cursor on a byte that something was done to.
    private mutating func show(_ place: MemoryEdit.Place) {
        guard let image = deck.image, let offset = deck.offset(of: place) else { return }
        focus = .memory
        deck.memory.goTo(offset, in: image)
        keepMemoryContext()
        followCursor()
    }

    /// A place in words, never what is there: it may be a password.
    private func words(for place: MemoryEdit.Place, count: Int) -> String {
        let bytes = count == 1 ? "" : ", \(Words.count(count, "byte"))"
        switch place.area {
        case .memory:
            let size = max(1, deck.image?.pageSize ?? 4)
            return "page \(Words.page(place.offset / size)) byte \(place.offset % size)\(bytes)"
        case .file(let id): return "file \(Hex.file(id)) byte \(place.offset)\(bytes)"
        }
    }

    // MARK: - Many bytes

    /// The bytes selected as a place and a number of bytes; `nil` where they are not in one piece.
    private var selectedRun: (place: MemoryEdit.Place, count: Int)? {
        guard let image = deck.image else { return nil }
        let range = deck.memory.selection(in: image)
        guard let first = deck.place(at: range.lowerBound),
            deck.place(at: range.upperBound - 1) == first.advanced(by: range.count - 1)
        else { return nil }
        return (first, range.count)
    }

    /// Puts bytes over those from the selection's first on.
    mutating func put(_ found: PastedBytes, what: String) {
        if let reason = reasonAgainstEditing { return hint("nothing \(what): \(reason)") }
        switch found {
        case .wrong(let words): return hint("nothing \(what): \(words)")
        case .bytes(let bytes):
            guard let run = selectedRun else { return hint("nothing \(what): the selection is not in one piece") }
            if deck.memory.mark != nil, bytes.count > run.count {
                return hint(
                    "nothing \(what): \(Words.count(bytes.count, "byte")) do not fit the \(run.count) selected")
            }
            if let reason = deck.put(bytes, at: run.place) { return hint("nothing \(what): \(reason)") }
            show(run.place)
            step(by: bytes.count)
            edited()
            hint("\(what): \(Words.count(bytes.count, "byte"))")
        }
    }

    /// Fills the selection with a pattern.
    /// - Returns: What is wrong with it.
    mutating func fill(with text: String) -> String? {
        guard let run = selectedRun else { return "the selection is not in one piece" }
        switch PastedBytes.hex(text) {
        case .wrong(let words): return words
        case .bytes(let pattern):
            let bytes = (0..<run.count).map { pattern[$0 % pattern.count] }
            if let reason = deck.put(bytes, at: run.place) { return reason }
            edited()
            hint("filled: \(Words.count(bytes.count, "byte"))")
            return nil
        }
    }

    /// What a fill would do, for its prompt.
    var fillWords: String {
        guard let run = selectedRun else { return "the selection is not in one piece" }
        let more = run.count == 1 ? "; Space or Shift and an arrow selects more" : ""
        return "over \(words(for: run.place, count: run.count))\(more)"
    }

    private mutating func extend(by count: Int) {
        guard let image = deck.image else { return }
        focus = .memory
        let here = deck.memory.offset(in: image)
        if deck.memory.mark == nil { deck.memory.mark = here }
        let there = here + count
        if (0..<image.byteCount).contains(there) { deck.memory.goTo(there, in: image) }
        deck.memory.lowDigit = false
        followCursor()
    }

    // MARK: - Places

    private mutating func setBookmark() {
        guard focus == .memory, let place = deck.cursorPlace else {
            return hint("a bookmark is set on a byte in Memory")
        }
        let set = deck.toggleBookmark(place)
        let key = Action.named(.memoryPlaces)?.key(whileTyping: isTyping)?.name ?? ""
        hint(set ? "bookmark set; \(key) lists them" : "bookmark taken away")
    }

    /// From a record to its bytes, or from a byte to its record.
    mutating func crossOver() {
        if focus == .ndef {
            guard let start = deck.linkedRanges.first?.lowerBound else {
                return hint("this record has no bytes of its own in the memory")
            }
            goTo(start)
        } else if let image = deck.image, deck.map.messageByte(at: deck.memory.offset(in: image)) != nil {
            followCursor()
            focus = .ndef
        } else {
            hint("this byte belongs to no record")
        }
    }

    // MARK: - Writing

    /// The plan for the tag, or the dump to be saved.
    private mutating func showEditPlan() -> [Intent] {
        switch deck.editWish() {
        case .failure(let problem):
            if let place = problem.place { show(place) }
            hint(problem.words)
            return []
        case .success(let wish):
            if deck.isDump {
                let applied = deck.applied()
                // What was typed is kept: there is nothing to go on with.
                deck.typing = false
                deck.memory.lowDigit = false
                return applied.map { saveEditedDump($0) } ?? []
            }
            return propose(Proposal(wish, title: "Write the edits"))
        }
    }
}
