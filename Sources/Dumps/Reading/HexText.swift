import Tags

/// Text of nothing but hex digits: `.eml` of Proxmark3, or a memory somebody pasted.
struct HexText {
    private let lines: [TextLines.Line]

    init(_ lines: TextLines) {
        self.lines = lines.lines.filter { $0.text.first != UInt8(ascii: "#") }
    }

    /// The dump; `nil` where a line is no hex.
    func open() throws(DumpError) -> OpenedDump? {
        guard !lines.isEmpty else { return nil }
        var bytes: [UInt8] = []
        var sizes: Set<Int> = []
        for line in lines {
            guard let row = Hex.bytes(ascii: line.text) else { return nil }
            sizes.insert(row.count)
            bytes += row
        }
        // Separators alone spell nothing.
        guard !bytes.isEmpty else { return nil }
        // An .eml file has one page or block a line and nothing between the digits.
        let isEmulator = sizes.count == 1 && lines.count > 1 && lines.allSatisfy { $0.text.allSatisfy(\.isHexDigit) }
        var opened = try RawFile(bytes, blockSize: isEmulator ? sizes.first : nil).open()
        if isEmulator, opened.format == .raw {
            opened.format = .eml
        } else {
            opened.problems.append("the file is hex text: the bytes that it spells are taken, from the first on")
        }
        return opened
    }
}
