/// Text broken into lines for a pane or dialog.
public enum TextWrap {
    /// Lines of at most `columns` columns, broken at blanks where there are any; line ends in the text break too.
    ///
    /// - Parameter columns: Counts as 1 where smaller. A wide character alone may still need 2.
    public static func lines(_ text: String, columns: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrap($0, columns: max(1, columns)) }
    }

    private static func wrap(_ paragraph: Substring, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var width = 0
        for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
            let wordWidth = DisplayWidth.of(String(word))
            if !line.isEmpty, width + 1 + wordWidth <= columns {
                line += " " + word
                width += 1 + wordWidth
                continue
            }
            if !line.isEmpty { lines.append(line) }
            (line, width) = breakUp(word, wordWidth, columns: columns, into: &lines)
        }
        lines.append(line)
        return lines
    }

    /// Cuts a word that is wider than a line into lines; gives back what is left of it, with its width.
    private static func breakUp(
        _ word: Substring, _ width: Int, columns: Int, into lines: inout [String]
    ) -> (String, Int) {
        guard width > columns else { return (String(word), width) }
        var line = ""
        var used = 0
        for character in word {
            let own = DisplayWidth.of(String(character))
            if used > 0, used + own > columns {
                lines.append(line)
                (line, used) = ("", 0)
            }
            line.append(character)
            used += own
        }
        return (line, used)
    }
}
