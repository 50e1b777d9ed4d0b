/// The lines of a text file, whatever ends them; a byte order mark does not count, nor do blanks around a line.
struct TextLines {
    /// One line that is not empty.
    struct Line {
        /// Counted from 1.
        var number: Int
        /// Without blanks around it.
        var text: ArraySlice<UInt8>
    }

    /// The lines in order, without empty ones; no more than `limit`.
    var lines: [Line]
    /// The last line has no end: the file may be cut off in it.
    let isOpen: Bool
    /// There are more lines than any dump has.
    let isTooLong: Bool

    /// The largest dumps have a few thousand.
    static let limit = 100_000

    init(_ bytes: [UInt8]) {
        var lines: [Line] = []
        var number = 1
        let text = bytes[...].withoutMark
        var start = text.startIndex
        var index = start
        while index < text.endIndex, lines.count <= Self.limit {
            let byte = text[index]
            if byte == 0x0A || byte == 0x0D {
                Self.take(text[start..<index], number, into: &lines)
                // CR and LF together end one line.
                if byte == 0x0D, index + 1 < text.endIndex, text[index + 1] == 0x0A { index += 1 }
                number += 1
                start = index + 1
            }
            index += 1
        }
        isTooLong = lines.count > Self.limit
        isOpen = start < text.endIndex
        if start < text.endIndex, !isTooLong { Self.take(text[start..<text.endIndex], number, into: &lines) }
        self.lines = lines
    }

    private static func take(_ text: ArraySlice<UInt8>, _ number: Int, into lines: inout [Line]) {
        let line = text.trimmed
        if !line.isEmpty { lines.append(Line(number: number, text: line)) }
    }
}

extension ArraySlice<UInt8> {
    /// Without the mark that some editors put before UTF-8.
    var withoutMark: ArraySlice { starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self }
}
