import NDEF
import Tags

/// A dump of MIFARE Classic Tool: `+Sector: n`, then the sector's blocks as hex, `-` for a digit that is not known.
///
/// Source: MIFARE Classic Tool, its example files.
struct MCTFile {
    let lines: TextLines

    /// The first line of such a file, whatever the case.
    static func begins(_ line: ArraySlice<UInt8>) -> Bool { line.hasPrefix("+Sector:") }

    func open() throws(DumpError) -> OpenedDump {
        var draft = ClassicDraft(source: "MCT file", program: "MIFARE Classic Tool")
        draft.isOfChosenSectors = true
        var sector: Range<Int>?
        var next = 0
        var seen: Set<Int> = []
        for line in lines.lines {
            if Self.begins(line.text) {
                guard let number = line.text.dropFirst(8).trimmed.decimal, number < 40 else {
                    throw .line(
                        line.number, "names sector `\(line.text.dropFirst(8).trimmed.words)`, a 4K card has 00-27")
                }
                guard seen.insert(number).inserted else { throw .line(line.number, "names sector \(number) again") }
                let range = ClassicSize.sector(number)
                sector = range
                next = range.lowerBound
                continue
            }
            // Remarks begin with a star or a hash sign.
            if line.text.first == UInt8(ascii: "*") || line.text.first == UInt8(ascii: "#") { continue }
            guard let range = sector else { throw .line(line.number, "stands before the first sector") }
            guard next < range.upperBound else {
                throw .line(line.number, "is one block more than the \(range.count) of its sector")
            }
            draft.blocks[next] = try ClassicRow.bytes(line.text, unknown: "-", line: line.number)
            next += 1
        }
        return draft.opened(as: .mct)
    }
}
