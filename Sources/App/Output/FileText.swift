import NDEF
import Tags

/// Files of a card in words and bytes.
enum FileText {
    /// Files that claim more are shown as far as something is known of them.
    private static let mostShown = 0x1_0000

    /// All bytes as upper-case hex without spaces, `??` for what was not read.
    static func bytes(of content: FileContent, size: Int) -> String {
        let end = size > mostShown ? content.end : max(size, content.end)
        var text = ""
        text.reserveCapacity(end * 2)
        var next = 0
        for run in content.runs {
            text += String(repeating: "??", count: run.offset - next) + Hex.string(run.bytes)
            next = run.range.upperBound
        }
        return text + String(repeating: "??", count: max(0, end - next))
    }

    /// A file's heading, its settings, and its bytes in rows; rows that repeat are told in one line.
    static func lines(of file: TagFile, paint: Paint) -> [String] {
        var lines = [paint(.title, file.name) + ", \(file.size) bytes: " + file.access.words]
        lines += file.settings.map { "  " + paint(.dim, $0.visible) }
        lines += rows(of: file.content, paint: paint)
        let unread = file.content.unread(below: file.size)
        if let first = unread.first {
            lines.append(
                paint(.address, offset(first.lowerBound)) + "  " + paint(.dim, "not read: " + file.unreadWords.visible))
        }
        return lines
    }

    /// The known bytes, sixteen a row.
    static func rows(of content: FileContent, paint: Paint) -> [String] {
        var lines: [String] = []
        for run in content.runs {
            var previous: ArraySlice<UInt8>?
            var same = 0
            func tellSame() {
                if same > 0 { lines.append("      " + paint(.dim, "\(counted(same, "row")) the same")) }
                same = 0
            }
            for start in stride(from: 0, to: run.bytes.count, by: 16) {
                let row = run.bytes[start..<min(start + 16, run.bytes.count)]
                if let previous, previous.elementsEqual(row) {
                    same += 1
                    continue
                }
                tellSame()
                previous = row
                let hex = Hex.string(row, separator: " ")
                let ascii = String(row.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." })
                lines.append(paint(.address, offset(run.offset + start)) + "  " + Columns.pad(hex, 47) + "  " + ascii)
            }
            tellSame()
        }
        return lines
    }

    /// An offset in a file: four hex digits.
    static func offset(_ offset: Int) -> String {
        let digits = Hex.address(offset)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
