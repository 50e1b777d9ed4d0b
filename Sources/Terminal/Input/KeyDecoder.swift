/// Turns what curses read into keys, mouse actions and pastes.
///
/// It is fed everything that was waiting at once, so what follows an escape in the same batch belongs to it: Alt with a
/// key, or a sequence nobody defined, which is dropped whole instead of being run as keys.
struct KeyDecoder {
    /// Pasted text longer than this is cut; what follows is dropped, not run.
    static let longestPaste = 1 << 20

    /// What came of a paste that has not ended.
    private var paste: [Unicode.Scalar]?
    /// What came of a mouse report that has not ended.
    private var report: String?
    private var clicks = ClickCounter()

    /// - Parameters:
    ///   - raw: All that was waiting.
    ///   - time: When it came, to tell double clicks.
    mutating func decode(_ raw: [RawInput], at time: MonotonicTime) -> [InputEvent] {
        var events: [InputEvent] = []
        var rest = raw[...]
        while let first = rest.popFirst() {
            if paste != nil {
                if let event = continuePaste(first, alone: raw.count == 1) { events.append(event) }
                continue
            }
            if report != nil, continueReport(first, time, &events) { continue }
            switch first {
            case .code(KeyTable.pasteStart): paste = []
            case .code(KeyTable.mouseStart): report = ""
            case .code(let code): if let key = KeyTable.key(code: code) { events.append(.key(key)) }
            case .scalar(0x1B):
                if let key = Self.afterEscape(&rest) { events.append(.key(key)) }
            case .scalar(let value): if let key = Self.key(scalar: value) { events.append(.key(key)) }
            }
        }
        return events
    }

    private mutating func continuePaste(_ input: RawInput, alone: Bool) -> InputEvent? {
        switch input {
        case .code(KeyTable.pasteEnd): return endPaste()
        // By itself it is a person who wants out of a paste without end. Among other text it was pasted: what follows it
        // must not be run as keys.
        case .scalar(0x03) where alone: return endPaste()
        case .scalar(0x03): return nil
        case .scalar(let value):
            if let scalar = Unicode.Scalar(value), (paste?.count ?? 0) < Self.longestPaste { paste?.append(scalar) }
            return nil
        case .code: return nil
        }
    }

    /// Takes what belongs to a mouse report; says no to what cannot, which ends the report.
    private mutating func continueReport(
        _ input: RawInput, _ time: MonotonicTime, _ events: inout [InputEvent]
    ) -> Bool {
        guard case .scalar(let value) = input, let scalar = Unicode.Scalar(value), var text = report,
            "0123456789;Mm".unicodeScalars.contains(scalar)
        else {
            report = nil
            return false
        }
        // One more than the longest is enough to be none.
        if text.utf8.count <= MouseReport.longest { text.unicodeScalars.append(scalar) }
        report = text
        if scalar == "M" || scalar == "m" {
            report = nil
            if let mouse = MouseReport(text), let action = mouse.action(&clicks, at: time) {
                events.append(.mouse(Mouse(action, at: mouse.position)))
            }
        }
        return true
    }

    private mutating func endPaste() -> InputEvent {
        // Terminals send line ends as carriage returns; a Character of its own where both come.
        var text = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in paste ?? [] {
            if scalar == "\r" {
                text.append("\n")
            } else if scalar != "\n" || previous != "\r" {
                text.append(scalar)
            }
            previous = scalar
        }
        paste = nil
        return .paste(String(text))
    }

    // MARK: Escape

    /// The key after an escape: the escape key itself, Alt with a key, or nothing for an unknown sequence.
    private static func afterEscape(_ rest: inout ArraySlice<RawInput>) -> Key? {
        guard let next = rest.first else { return Key(.escape) }
        switch next {
        case .scalar(0x1B), .code(KeyTable.pasteStart), .code(KeyTable.mouseStart): return Key(.escape)
        case .code(let code):
            rest.removeFirst()
            guard var key = KeyTable.key(code: code) else { return nil }
            key.alt = true
            return key
        case .scalar(0x5B) where rest.count > 1:  // [ begins a control sequence.
            rest.removeFirst()
            skipControlSequence(&rest)
            return nil
        case .scalar(0x4F) where rest.count > 1:  // O and one more: a key of the keypad.
            rest.removeFirst(2)
            return nil
        case .scalar(0x5D) where rest.count > 1, .scalar(0x50) where rest.count > 1:  // ] and P: a terminal's answer.
            rest.removeFirst()
            skipString(&rest)
            return nil
        case .scalar(let value):
            rest.removeFirst()
            guard var key = key(scalar: value) else { return nil }
            key.alt = true
            return key
        }
    }

    /// ECMA-48 5.4: parameters 30-3F, intermediates 20-2F, one final byte 40-7E.
    private static func skipControlSequence(_ rest: inout ArraySlice<RawInput>) {
        while case .scalar(let value) = rest.first {
            guard (0x20...0x7E).contains(value) else { return }
            rest.removeFirst()
            if value >= 0x40 { return }
        }
    }

    /// Up to BEL or ESC \ (ECMA-48 5.6).
    private static func skipString(_ rest: inout ArraySlice<RawInput>) {
        while case .scalar(let value) = rest.first {
            rest.removeFirst()
            if value == 0x07 { return }
            if value == 0x1B {
                if rest.first == .scalar(0x5C) { rest.removeFirst() }
                return
            }
        }
    }

    // MARK: Characters

    /// The key of one code point; control characters are keys with Control.
    static func key(scalar value: UInt32) -> Key? {
        switch value {
        case 0x00: return Key(.character(" "), control: true)
        case 0x08, 0x7F: return Key(.backspace)
        case 0x09: return Key(.tab)
        case 0x0A, 0x0D: return Key(.enter)
        case 0x1B: return Key(.escape)
        case 0x01...0x1A: return Unicode.Scalar(value + 0x60).map { Key(.character(Character($0)), control: true) }
        case 0x1C...0x1F: return Unicode.Scalar(value + 0x40).map { Key(.character(Character($0)), control: true) }
        case 0x80...0x9F: return nil
        default: return Unicode.Scalar(value).map { Key(.character(Character($0))) }
        }
    }
}
