import Engine
import NDEF
import Terminal

extension AppModel {
    /// Takes one event of the terminal.
    /// - Returns: What the program is to do, in order.
    public mutating func handle(_ event: InputEvent, at now: Moment) -> [Intent] {
        tick(at: now)
        var intents: [Intent] = []
        switch event {
        case .key(let key): intents = handle(key)
        case .mouse(let mouse): intents = options.mouse ? handle(mouse) : []
        case .paste(let text): intents = paste(text)
        case .resize(let size):
            self.size = size
            intents = previewed()
        case .resumed: intents = [.repaint]
        case .hangup, .terminated: intents = [.quit]
        }
        settle()
        return intents
    }

    /// Keys that mean the same everywhere, dialogs included.
    private static let everywhere: Set<Action.ID> = [.repaint, .suspend]

    mutating func handle(_ key: Key) -> [Intent] {
        let action = Action.action(for: key, on: screen)
        if key == Key(.character("c"), control: true) { return quit() }
        if let action, Self.everywhere.contains(action.id), !dialogTakes(key) { return perform(action.id) }
        if let notice, notice.kind == .error {
            notices.dismiss(at: lastMoment)
            switch key {
            case Key(.character("y")) where dialogs.isEmpty:
                answer("copied: the error", at: lastMoment)
                return [.copy(notice.copyText)]
            case Key(.escape), Key(.enter): return []
            default: break
            }
        } else if let hint = notice, hint.kind == .hint {
            notices.dismiss(at: lastMoment)
            // Forgetting takes a second Esc while the first one's answer still stands.
            if hint.text == Self.forgetWords, key == Key(.escape), dialogs.isEmpty {
                forgetTag()
                return []
            }
        }
        if !dialogs.isEmpty { return handleInDialog(key) }
        if isTyping, let intents = typeKey(key) { return intents }
        if let intents = handleTyped(key) { return intents }
        guard let action else {
            hint("\(key.name) does nothing here; ? lists the keys")
            return []
        }
        return perform(action.id)
    }

    /// Gives a key to the line that is typed on the screen shown; `nil` where there is none or the key means nothing to it.
    private mutating func handleTyped(_ key: Key) -> [Intent]? {
        switch screen {
        case .console: handleInConsole(key)
        case .tools: handleInTools(key)
        case .dumps: dumps.isTyping && !key.isFunction ? typeFilter(key) : nil
        case .workbench, .compose, .protect, .journal, .trace, .compare, .clone: nil
        }
    }

    /// Ctrl-L and Ctrl-Z are ours everywhere; no dialog gives them a meaning of its own.
    private func dialogTakes(_ key: Key) -> Bool { !dialogs.isEmpty && !key.control }

    private mutating func paste(_ text: String) -> [Intent] {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        switch dialogs.last {
        case .palette(var dialog):
            dialog.input.insert(line)
            dialogs[dialogs.count - 1] = .palette(dialog)
        case .prompt(var dialog):
            dialog.input.insert(line)
            dialogs[dialogs.count - 1] = .prompt(dialog)
        case .password(var dialog):
            dialog.paste(line)
            dialogs[dialogs.count - 1] = .password(dialog)
        case .form(var dialog):
            // Whole: a field says what of it it does not take.
            dialog.form.paste(text.hasSuffix("\n") ? String(text.dropLast()) : text)
            dialogs[dialogs.count - 1] = .form(dialog)
        case nil where screen == .dumps && dumps.isTyping: return pasteFilter(line)
        case .help(var dialog) where dialog.searching:
            dialog.filter.insert(line)
            dialogs[dialogs.count - 1] = .help(dialog)
        case nil where isTyping:
            put(deck.memory.side == .hex ? PastedBytes.hex(text) : PastedBytes.text(text), what: "pasted")
        case nil where focus == .memory && showsWorkbench && reasonAgainstEditing == nil:
            hint("pasted text is never taken for keys; after F2 it is put in as bytes")
        case nil where screen == .console: pasteInConsole(text)
        case nil where screen == .tools: pasteInTools(line)
        default: hint("pasted text is never taken for keys")
        }
        return []
    }
}
