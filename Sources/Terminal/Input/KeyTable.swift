import CNcurses

/// Which key a curses key code is, and the sequences that terminfo entries leave out.
enum KeyTable {
    /// The codes of our own lie above all that curses gives out (KEY_MAX and its extended keys).
    static let pasteStart: Int32 = 2000
    /// A bracketed paste ends.
    static let pasteEnd: Int32 = 2001
    /// Known and of no interest: the terminal gained or lost the focus.
    static let ignored: Int32 = 2002
    /// A mouse report begins; its numbers follow as characters.
    static let mouseStart: Int32 = 2003
    private static let firstSequence: Int32 = 2010

    /// The key of a code; `nil` for one that means nothing here.
    static func key(code: Int32) -> Key? {
        if let key = codes[code] { return key }
        if code > KEY_F0, code <= KEY_F0 + 63 { return functionKey(Int(code - KEY_F0)) }
        let index = Int(code) - Int(firstSequence)
        return sequences.indices.contains(index) ? sequences[index].key : nil
    }

    /// What `define_key` is told: each sequence with its code.
    static var definitions: [(sequence: String, code: Int32)] {
        [
            ("\u{1B}[200~", pasteStart), ("\u{1B}[201~", pasteEnd), ("\u{1B}[I", ignored), ("\u{1B}[O", ignored),
            ("\u{1B}[<", mouseStart),
        ] + sequences.enumerated().map { ($1.sequence, firstSequence + Int32($0)) }
    }

    private static let codes: [Int32: Key] = [
        KEY_UP: Key(.up), KEY_DOWN: Key(.down), KEY_LEFT: Key(.left), KEY_RIGHT: Key(.right),
        KEY_HOME: Key(.home), KEY_END: Key(.end), KEY_PPAGE: Key(.pageUp), KEY_NPAGE: Key(.pageDown),
        KEY_IC: Key(.insert), KEY_DC: Key(.delete), KEY_BACKSPACE: Key(.backspace), KEY_ENTER: Key(.enter),
        KEY_BTAB: Key(.tab, shift: true), KEY_FIND: Key(.home), KEY_SELECT: Key(.end),
        KEY_A1: Key(.home), KEY_A3: Key(.pageUp), KEY_C1: Key(.end), KEY_C3: Key(.pageDown),
        KEY_SR: Key(.up, shift: true), KEY_SF: Key(.down, shift: true), KEY_SLEFT: Key(.left, shift: true),
        KEY_SRIGHT: Key(.right, shift: true), KEY_SHOME: Key(.home, shift: true), KEY_SEND: Key(.end, shift: true),
        KEY_SPREVIOUS: Key(.pageUp, shift: true), KEY_SNEXT: Key(.pageDown, shift: true),
        KEY_SIC: Key(.insert, shift: true), KEY_SDC: Key(.delete, shift: true),
    ]

    /// terminfo counts on over the modifiers: F13-F24 are F1-F12 with Shift, F25-F36 with Control, F49-F60 with Alt.
    private static func functionKey(_ number: Int) -> Key? {
        let base = Key.Code.function((number - 1) % 12 + 1)
        switch (number - 1) / 12 {
        case 0: return Key(base)
        case 1: return Key(base, shift: true)
        case 2: return Key(base, control: true)
        case 3: return Key(base, control: true, shift: true)
        case 4: return Key(base, alt: true)
        default: return nil
        }
    }

    /// What xterm and its kin, rxvt and the Linux console send, whatever TERM says
    /// (ctlseqs.txt "PC-Style Function Keys", rxvt's `rxvtRef`, console_codes(4)).
    static let sequences: [(sequence: String, key: Key)] = {
        var list: [(String, Key)] = []
        for (letter, code) in letters {
            list.append(("\u{1B}[\(letter)", Key(code)))
            list.append(("\u{1B}O\(letter)", Key(code)))
            for modifier in 2...8 { list.append(("\u{1B}[1;\(modifier)\(letter)", key(code, modifier: modifier))) }
        }
        for (number, code) in numbers {
            list.append(("\u{1B}[\(number)~", Key(code)))
            for modifier in 2...8 { list.append(("\u{1B}[\(number);\(modifier)~", key(code, modifier: modifier))) }
        }
        for (index, letter) in "PQRS".enumerated() {
            let code = Key.Code.function(index + 1)
            list.append(("\u{1B}O\(letter)", Key(code)))
            for modifier in 2...8 { list.append(("\u{1B}[1;\(modifier)\(letter)", key(code, modifier: modifier))) }
        }
        for (index, letter) in "ABCDE".enumerated() { list.append(("\u{1B}[[\(letter)", Key(.function(index + 1)))) }
        for (letter, code) in [("a", Key.Code.up), ("b", .down), ("c", .right), ("d", .left)] {
            list.append(("\u{1B}[\(letter)", Key(code, shift: true)))
            list.append(("\u{1B}O\(letter)", Key(code, control: true)))
        }
        list.append(("\u{1B}[Z", Key(.tab, shift: true)))
        list.append(("\u{1B}OM", Key(.enter)))
        return list
    }()

    private static let letters: [(Character, Key.Code)] = [
        ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end),
    ]

    private static let numbers: [(Int, Key.Code)] = [
        (1, .home), (2, .insert), (3, .delete), (4, .end), (5, .pageUp), (6, .pageDown), (7, .home), (8, .end),
        (11, .function(1)), (12, .function(2)), (13, .function(3)), (14, .function(4)), (15, .function(5)),
        (17, .function(6)), (18, .function(7)), (19, .function(8)), (20, .function(9)), (21, .function(10)),
        (23, .function(11)), (24, .function(12)),
    ]

    /// xterm's modifier number is 1 and the sum of Shift 1, Alt 2 and Control 4.
    private static func key(_ code: Key.Code, modifier: Int) -> Key {
        let bits = modifier - 1
        return Key(code, control: bits & 4 != 0, alt: bits & 2 != 0, shift: bits & 1 != 0)
    }
}
