import CNcurses

extension CursesScreen {
    /// Everything that waits. Curses keeps bytes of its own, so reading stops only when it has nothing more: a key left
    /// with it would not make `poll` return.
    func takeInput() -> [RawInput] {
        var input: [RawInput] = []
        while true {
            var value: wint_t = 0
            switch wget_wch(window, &value) {
            case OK: input.append(.scalar(value))
            // The size is taken from the signal; this is only curses' echo of it.
            case KEY_CODE_YES where value == wint_t(KEY_RESIZE): continue
            case KEY_CODE_YES: input.append(.code(Int32(truncatingIfNeeded: value)))
            default: return input
            }
        }
    }
}
