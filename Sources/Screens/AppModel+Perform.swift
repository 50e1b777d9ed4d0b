import Engine
import Tags
import Terminal

extension AppModel {
    /// Does an action, or says why it cannot be done.
    mutating func perform(_ id: Action.ID) -> [Intent] {
        if case .disabled(let reason) = availability(of: id) {
            hint("\(Action.named(id)?.title ?? id.rawValue): \(reason)")
            return []
        }
        if let intents = performOnScreen(id) ?? performInEditor(id) ?? performChange(id) { return intents }
        switch id {
        case .quit: return quit()
        case .leave: return leave()
        case .back: return back()
        case .repaint: return [.repaint]
        case .suspend: return [.suspend]
        case .help: dialogs.append(.help(HelpDialog()))
        case .palette: dialogs.append(.palette(PaletteDialog()))
        case .search: dialogs.append(.prompt(PromptDialog(purpose: .search)))
        case .goTo:
            dialogs.append(
                .prompt(PromptDialog(purpose: .goTo, input: InputLine(rule: .characters(GoToTarget.characters)))))
        case .chooseReader: openChoice(.reader)
        case .bench: openChoice(.bench)
        case .copy: openChoice(.copy)
        case .chooseTheme:
            themeBefore = options.theme
            openChoice(.theme)
        case .toggleMouse:
            options.mouse.toggle()
            hint(options.mouse ? "the mouse is listened to" : "the mouse is left to the terminal")
            return [.setMouse(options.mouse)]
        case .readAgain: return read(TagReader.Options())
        case .readWithPassword:
            if let uid = deck.identity?.uid, let credential = changes.credentials[uid] { return read(credential) }
            return openPasswordDialog()
        case .cancelOperation: return tagDeck.running.map { [.cancel($0.id)] } ?? []
        case .checkLink: openLinkCheck()
        case .openLink: if let link = selectedLink { dialogs.append(.link(LinkDialog(link: link))) }
        case .searchNext: stepSearch(forward: true)
        case .searchPrevious: stepSearch(forward: false)
        case .nextPane: focus = focus.next(1)
        case .previousPane: focus = focus.next(-1)
        case .paneTag: focus = .tag
        case .paneMemory: focus = .memory
        case .paneNDEF: focus = .ndef
        case .paneCapacity: focus = .capacity
        case .paneActivity: focus = .activity
        case .maximise: maximised.toggle()
        case .up, .down, .left, .right, .first, .last, .halfUp, .halfDown, .pageUp, .pageDown, .lineStart, .lineEnd,
            .open, .mark, .asciiSide:
            performInPane(id)
        default: break
        }
        return []
    }

    /// Reads the tag on the reader shown.
    mutating func read(_ options: TagReader.Options) -> [Intent] {
        guard let reader else { return [] }
        if options.password != nil || options.key != nil {
            awaitsPasswordRead = reader
            changes.readWith = Credential(password: options.password, key: options.key)
        }
        return [.submit(.read(reader: reader, options))]
    }

    /// Leaves the dump in the panes, or the workbench, which is the last screen: then the program ends.
    private mutating func leave() -> [Intent] { openDump == nil ? quit() : closeDump() }

    /// Pops one level; never destroys anything.
    private mutating func back() -> [Intent] {
        if deck.memory.mark != nil {
            deck.memory.mark = nil
        } else if maximised {
            maximised = false
        } else if openDump != nil {
            return closeDump()
        } else if deck.hasTag, !deck.present {
            hint(Self.forgetWords)
        } else {
            hint("nothing to close; q or F10 quits")
        }
        return []
    }

    /// What the first Esc over a tag that is gone answers.
    static let forgetWords = "Esc again forgets this tag and what was read of it"

    /// Clears a tag that is gone, with all that was read of it, from the screen.
    mutating func forgetTag() {
        guard openDump == nil, deck.hasTag, !deck.present else { return }
        if let uid = deck.identity?.uid { keptEdits.keep(deck.edit, deck.bookmarks, of: uid) }
        deck.clear()
        maximised = false
    }

    mutating func openChoice(_ subject: ChoiceDialog.Subject) {
        var dialog = ChoiceDialog(subject: subject)
        dialog.list.cursor = choiceItems(subject).firstIndex { $0.marked } ?? 0
        dialogs.append(.choice(dialog))
    }

    mutating func openPasswordDialog(
        _ purpose: PasswordDialog.Purpose = .read, reason: String? = nil, confirmationAsked: Bool = false
    ) -> [Intent] {
        guard let identity = tagDeck.identity else { return [] }
        var dialog = PasswordDialog(uid: identity.uid, limit: passwordLimit)
        dialog.purpose = purpose
        dialog.reason = reason
        dialog.confirmationAsked = confirmationAsked
        // Files are behind AES keys.
        let length = identity.type == .type4 ? 16 : Self.secretLength(of: identity.chip)
        dialog.secret = SecretInput(length: length)
        if identity.type == .type4 { dialog.keyNumber = keyNumber(for: purpose) }
        if takesPACK(purpose) { dialog.pack = SecretInput(length: 2) }
        dialogs.append(.password(dialog))
        return [.countAttempts(uid: identity.uid)]
    }

    /// The password asked for is written anew, and the PACK with it.
    private func takesPACK(_ purpose: PasswordDialog.Purpose) -> Bool {
        guard let report = tagDeck.report else { return false }
        return switch purpose {
        case .read: false
        case .change(let proposal):
            proposal.recovery.map { $0.renewsPACK(on: report) && !$0.needsBoth(on: report) } ?? false
        case .afterwards(let proposal, _): proposal.recovery?.renewsPACK(on: report) ?? false
        }
    }

    /// The number of the key that opens a card for what is asked for: a plan made with any key names it.
    private func keyNumber(for purpose: PasswordDialog.Purpose) -> Int? {
        guard let report = tagDeck.report else { return nil }
        if case .change(let proposal) = purpose,
            let plan = try? proposal.plan(for: report, credential: Credential(key: [UInt8](repeating: 0, count: 16))),
            let number = plan.keyNumber
        {
            return number
        }
        return report.messageFile?.keyNumber
    }

    /// What is known of the limit of wrong passwords of the tag at hand.
    private var passwordLimit: PasswordDialog.Limit {
        let failed = tagDeck.identity.flatMap { wrongPasswords[$0.uid] } ?? 0
        // A 3DES key has no limit of tries.
        if tagDeck.identity?.chip?.authentication == .tripleDES { return .none }
        if tagDeck.identity?.type == .type4 { return .keys }
        switch tagDeck.report?.protection?.authLimit {
        case 0?: return .none
        case let limit?: return .tries(limit, failed: failed)
        case nil: return .unknown(failed: failed)
        }
    }

    /// The journal knows how many wrong passwords went to a tag; the dialog that asks for one says so.
    mutating func take(attempts: Int, uid: [UInt8]) {
        wrongPasswords[uid] = max(attempts, wrongPasswords[uid] ?? 0)
        guard case .password(var dialog)? = dialogs.last, dialog.uid == uid else { return }
        dialog.limit = passwordLimit
        dialogs[dialogs.count - 1] = .password(dialog)
    }

    /// Goes to the next or previous match, and says so when it went round the end.
    mutating func stepSearch(forward: Bool, including: Bool = false) {
        guard let image = deck.image else { return }
        focus = .memory
        if deck.memory.query == nil { deck.memory.query = deck.memory.earlierQuery }
        deck.memory.earlierQuery = nil
        deck.memory.refresh(for: image)
        switch deck.memory.step(forward: forward, including: including, in: image) {
        case .nothing: hint("not found: \(deck.memory.query?.text ?? "")")
        case .found(let number, let count, let wrapped):
            let round = wrapped ? (forward ? ", went on from the start" : ", went on from the end") : ""
            hint("match \(number) of \(count)\(round)")
            keepMemoryContext()
            followCursor()
        }
    }

    /// Selects the record that holds the byte under the memory's cursor.
    mutating func followCursor() {
        guard let image = deck.image, let byte = deck.map.messageByte(at: deck.memory.offset(in: image)) else { return }
        deck.tree.select(messageByte: byte)
    }

    /// Goes to a byte of the memory.
    mutating func goTo(_ offset: Int) {
        guard let image = deck.image else { return }
        focus = .memory
        deck.memory.goTo(offset, in: image)
        keepMemoryContext()
        followCursor()
    }

    /// After a jump the pages around the cursor are in view, not only the one it stands on.
    mutating func keepMemoryContext() {
        guard let image = deck.image else { return }
        let height = deck.memoryGeometry(room: contentSize(of: .memory)).rows
        deck.memory.keepContext(height: height, in: image)
    }
}
