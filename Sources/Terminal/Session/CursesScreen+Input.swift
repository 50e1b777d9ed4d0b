import CNcurses

extension CursesScreen {
    /// What curses is asked to report: presses, and what it makes of a press and a release that come together.
    static let mouseEvents =
        nc_button1_pressed | nc_button1_released | nc_button1_clicked | nc_button1_double_clicked
        | nc_button1_triple_clicked | nc_button3_pressed | nc_button3_released | nc_button3_clicked
        | nc_button4_pressed | nc_button5_pressed

    /// Everything that waits. Curses keeps bytes of its own, so reading stops only when it has nothing more: a key left
    /// with it would not make `poll` return.
    func takeInput(_ clicks: inout ClickCounter) -> [RawInput] {
        var input: [RawInput] = []
        while true {
            var value: wint_t = 0
            switch wget_wch(window, &value) {
            case OK: input.append(.scalar(value))
            case KEY_CODE_YES where value == wint_t(KEY_MOUSE):
                if let mouse = takeMouse(&clicks) { input.append(.mouse(mouse)) }
            // The size is taken from the signal; this is only curses' echo of it.
            case KEY_CODE_YES where value == wint_t(KEY_RESIZE): continue
            case KEY_CODE_YES: input.append(.code(Int32(truncatingIfNeeded: value)))
            default: return input
            }
        }
    }

    private func takeMouse(_ clicks: inout ClickCounter) -> Mouse? {
        var event = MEVENT()
        guard getmouse(&event) == OK else { return nil }
        let position = Point(column: Int(event.x), row: Int(event.y))
        let state = event.bstate
        func happened(_ events: mmask_t) -> Bool { state & events != 0 }
        if happened(nc_button1_double_clicked | nc_button1_triple_clicked) {
            return Mouse(.doubleClick, at: position)
        }
        if happened(nc_button1_pressed | nc_button1_clicked) {
            return Mouse(clicks.press(at: position, time: .now), at: position)
        }
        if happened(nc_button3_pressed | nc_button3_clicked) { return Mouse(.rightClick, at: position) }
        if happened(nc_button4_pressed) { return Mouse(.wheelUp, at: position) }
        if happened(nc_button5_pressed) { return Mouse(.wheelDown, at: position) }
        return nil
    }
}
