import Engine
import Tags
import Terminal

extension AppModel {
    /// Gives a key to the dialog in front.
    mutating func handleInDialog(_ key: Key) -> [Intent] {
        guard let dialog = dialogs.popLast() else { return [] }
        switch dialog {
        case .help(let help): return handle(key, in: help)
        case .palette(let palette): return handle(key, in: palette)
        case .prompt(let prompt): return handle(key, in: prompt)
        case .choice(let choice): return handle(key, in: choice)
        case .link(let link): return handle(key, in: link)
        case .form(let form): return handle(key, in: form)
        case .question(let question): return handle(key, in: question)
        case .plan(let plan): return handle(key, in: plan)
        case .locks(let locks): return handle(key, in: locks)
        case .recovery(let recovery): return handle(key, in: recovery)
        case .text(let text): return handle(key, in: text)
        case .bits(let bits): return handle(key, in: bits)
        case .sending(let sending): return handle(key, in: sending)
        case .password(var password):
            switch password.handle(key) {
            case .stay: dialogs.append(.password(password))
            case .cancel: break
            case .submit(let bytes): return given(bytes, in: password)
            }
            return []
        }
    }

    // MARK: Help

    private mutating func handle(_ key: Key, in dialog: HelpDialog) -> [Intent] {
        var dialog = dialog
        if dialog.searching {
            switch key.code {
            case .escape:
                dialog.filter = InputLine()
                dialog.searching = false
            case .enter: dialog.searching = false
            default: if dialog.filter.handle(key) { dialog.top = 0 }
            }
            dialogs.append(.help(dialog))
            return []
        }
        switch Action.action(for: key)?.id {
        case .back where !dialog.filter.characters.isEmpty: dialog.filter = InputLine()
        case .back, .leave, .help: return []
        case .quit: return quit()
        case .search: dialog.searching = true
        case let id?:
            if let move = Self.listMove(id) {
                let room = DialogGeometry.help(size).content.size
                let rows = HelpText.lines(of: self, matching: dialog.filter.text, columns: room.columns).count
                dialog.scroll(move, count: rows, height: room.rows)
            }
        case nil: break
        }
        dialogs.append(.help(dialog))
        return []
    }

    /// The move an action means in a list.
    static func listMove(_ id: Action.ID) -> ListState.Move? {
        switch id {
        case .up: .up
        case .down: .down
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .halfUp: .halfUp
        case .halfDown: .halfDown
        case .first, .lineStart: .first
        case .last, .lineEnd: .last
        default: nil
        }
    }

    /// The move a key means where letters are typed into a field, so that only keys that are no letters count.
    private func typingMove(_ key: Key) -> ListState.Move? {
        switch (key.code, key.control) {
        case (.up, _), (.character("p"), true): .up
        case (.down, _), (.character("n"), true): .down
        case (.pageUp, _): .pageUp
        case (.pageDown, _): .pageDown
        default: nil
        }
    }

    // MARK: Palette

    private mutating func handle(_ key: Key, in dialog: PaletteDialog) -> [Intent] {
        var dialog = dialog
        if key.code == .escape { return [] }
        if key.code == .enter {
            return run(dialog)
        }
        if let move = typingMove(key) {
            let count = PaletteEntry.matching(dialog.input.text, in: self).count
            dialog.list.move(move, count: count, height: DialogGeometry.palette(size).rows)
        } else if dialog.input.handle(key) {
            dialog.list = ListState()
        }
        dialogs.append(.palette(dialog))
        return []
    }

    private mutating func run(_ dialog: PaletteDialog) -> [Intent] {
        // `goto 1C` and `search x 04` take the rest of the line.
        if let space = dialog.input.text.firstIndex(of: " ") {
            let name = dialog.input.text[..<space]
            let argument = String(dialog.input.text[dialog.input.text.index(after: space)...])
            let purpose: PromptDialog.Purpose? =
                switch Action.all.first(where: { $0.command == name })?.id {
                case .goTo: .goTo
                case .search: .search
                default: nil
                }
            if let purpose {
                if case .disabled(let reason) = availability(of: purpose == .goTo ? .goTo : .search) {
                    hint(reason)
                    return []
                }
                return submit(PromptDialog(purpose: purpose, input: InputLine(argument)))
            }
        }
        let entries = PaletteEntry.matching(dialog.input.text, in: self)
        guard entries.indices.contains(dialog.list.cursor) else {
            hint("no action has that name")
            return []
        }
        return perform(entries[dialog.list.cursor].action.id)
    }

    // MARK: Prompt

    private mutating func handle(_ key: Key, in dialog: PromptDialog) -> [Intent] {
        var dialog = dialog
        switch key.code {
        case .escape: return []
        case .enter: return submit(dialog)
        default:
            if key.code == .backspace, dialog.input.characters.isEmpty { return [] }
            if dialog.input.handle(key) { dialog.problem = dialog.input.refused ? dialog.input.rule.words : nil }
            dialogs.append(.prompt(dialog))
        }
        return []
    }

    private mutating func submit(_ dialog: PromptDialog) -> [Intent] {
        if dialog.purpose == .searchTrace { return searchTrace(for: dialog.input.text) }
        guard deck.image != nil else { return [] }
        var dialog = dialog
        switch dialog.purpose {
        case .searchTrace: break
        case .search:
            // Nothing typed repeats the last search.
            if !dialog.input.characters.isEmpty { deck.memory.query = SearchQuery(dialog.input.text) }
            guard deck.memory.query != nil || deck.memory.earlierQuery != nil else { return [] }
            stepSearch(forward: true, including: true)
        case .fill:
            dialog.problem = fill(with: dialog.input.text)
            if dialog.problem != nil { dialogs.append(.prompt(dialog)) }
        case .goTo:
            switch goToAnswer(dialog.input.text) {
            case .offset(let offset): goTo(offset)
            case .wrong(let problem):
                dialog.problem = problem
                dialogs.append(.prompt(dialog))
            }
        }
        return []
    }

    /// Where an input of `Go to` leads from here.
    func goToAnswer(_ input: String) -> GoToTarget.Answer {
        guard let image = deck.image else { return .wrong("no memory was read") }
        if let sheet = deck.sheet { return sheet.goTo(input, from: deck.memory.offset(in: image)) }
        return GoToTarget.parse(
            input, from: deck.memory.offset(in: image), pageSize: image.pageSize, pageCount: image.pageCount)
    }

    // MARK: Link

    private mutating func handle(_ key: Key, in dialog: LinkDialog) -> [Intent] {
        var dialog = dialog
        switch key.code {
        case .escape, .character("q"): return []
        case .tab, .left, .right, .character("h"), .character("l"): dialog.acceptFocused.toggle()
        case .up, .character("k"): dialog.top = max(0, dialog.top - 1)
        case .down, .character("j"): dialog.top += 1
        case .character("y"):
            answer("copied: the link", at: lastMoment)
            return [.copy(dialog.link)]
        case .enter: return dialog.acceptFocused ? [.openLink(dialog.link)] : []
        default: break
        }
        dialogs.append(.link(dialog))
        return []
    }

    /// Brings the dialog in front into the bounds of the terminal.
    mutating func settleDialog() {
        guard let dialog = dialogs.last else { return }
        let index = dialogs.count - 1
        switch dialog {
        case .help(var help):
            let room = DialogGeometry.help(size).content.size
            let count = HelpText.lines(of: self, matching: help.filter.text, columns: room.columns).count
            help.top = min(max(0, help.top), max(0, count - room.rows))
            dialogs[index] = .help(help)
        case .palette(var palette):
            let count = PaletteEntry.matching(palette.input.text, in: self).count
            palette.list.settle(count: count, height: DialogGeometry.palette(size).rows)
            dialogs[index] = .palette(palette)
        case .choice(var choice):
            let count = choiceItems(choice.subject).count
            choice.list.settle(count: count, height: choiceGeometry(choice.subject).rows)
            dialogs[index] = .choice(choice)
        case .link(var link):
            let geometry = DialogGeometry.link(link, size)
            link.top = min(max(0, link.top), max(0, geometry.lines.count - geometry.rows))
            dialogs[index] = .link(link)
        case .form(var form):
            let notes = formNotes(form, columns: min(88, max(1, size.columns - 10))).count
            let rows = FormGeometry(size, fields: form.form.fields.count, notes: notes).fields.size.rows
            form.form.list.settle(count: form.form.fields.count, height: rows)
            dialogs[index] = .form(form)
        case .plan(var plan):
            let (place, lines, _) = planLayout(plan)
            plan.top = min(max(0, plan.top), max(0, lines.count - place.lines.size.rows))
            dialogs[index] = .plan(plan)
        case .locks(var locks):
            locks.list.settle(count: locks.rows.count, height: lockGeometry(locks).rows.size.rows)
            dialogs[index] = .locks(locks)
        case .text(var text):
            let (_, rows, height) = text.placed(size)
            text.top = min(max(0, text.top), max(0, rows.count - height))
            dialogs[index] = .text(text)
        case .prompt, .password, .question, .recovery, .bits, .sending: break
        }
    }
}

extension HelpDialog {
    /// Moves the view.
    mutating func scroll(_ move: ListState.Move, count: Int, height: Int) {
        var view = ListState(cursor: top, top: top)
        let step: ListState.Move =
            switch move {
            case .pageUp: .rows(-max(1, height - 1))
            case .pageDown: .rows(max(1, height - 1))
            case .halfUp: .rows(-max(1, height / 2))
            case .halfDown: .rows(max(1, height / 2))
            default: move
            }
        view.move(step, count: max(1, count - height + 1), height: 1)
        top = view.cursor
    }
}
