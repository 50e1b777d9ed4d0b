/// What a person types for a record may hold no character that steers or hides; such a one was hardly meant.
enum TypedText {
    /// Refuses control characters, whatever they are for a terminal: escape sequences, null, a stray line end.
    ///
    /// - Parameters:
    ///   - name: The field, as a sentence names it: `the link`.
    ///   - lines: Line ends and tabs belong to such a text.
    /// - Throws: `RecordError.unprintable`.
    static func check(_ text: some StringProtocol, _ name: String, lines: Bool = false) throws(RecordError) {
        for scalar in text.unicodeScalars where isControl(scalar) {
            if lines, [0x09, 0x0A, 0x0D].contains(scalar.value) { continue }
            throw .unprintable(name, scalar.value)
        }
    }

    /// Refuses in a link what no link may hold unseen, too: signs that turn the reading direction around or have no width.
    ///
    /// Source: RFC 3987, 4.1 (bidirectional formatting characters).
    static func checkLink(_ text: some StringProtocol) throws(RecordError) {
        try check(text, "the link")
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            // The joiners are letters' own in some scripts, and stand in names registered there.
            case .format where scalar.properties.isJoinControl: continue
            case .format, .lineSeparator, .paragraphSeparator: throw .unprintable("the link", scalar.value)
            default: continue
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }

    /// A character by its name, or by its number where it has none that people know.
    static func name(of value: UInt32) -> String {
        switch value {
        case 0x00: "null"
        case 0x09: "tab"
        case 0x0A: "line feed"
        case 0x0D: "carriage return"
        case 0x1B: "escape"
        case 0x7F: "delete"
        default: "U+" + (Unicode.Scalar(value)?.hex(digits: 4) ?? "FFFD")
        }
    }
}
