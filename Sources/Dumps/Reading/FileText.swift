import NDEF
import Tags

/// A file that is text, and which format of text it is.
struct FileText {
    let bytes: [UInt8]
    private let lines: TextLines

    /// `nil` for bytes that are no text: binary files have control characters.
    init?(_ bytes: [UInt8]) {
        let bytes = Self.withoutPadding(Self.asUTF8(bytes))
        let isText = !bytes.contains { $0 < 0x20 && !$0.isBlank && $0 != 0x1B }
        guard isText else { return nil }
        self.bytes = bytes
        lines = TextLines(bytes)
    }

    /// `Filetype: ...`, with whatever blanks.
    private static func names(filetype line: ArraySlice<UInt8>) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return line[..<colon].trimmed.spells("Filetype")
    }

    /// Some programs end a text with Ctrl-Z or fill the file up with NUL.
    private static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
        guard let last = bytes.last, last == 0x00 || last == 0x1A,
            let end = bytes.lastIndex(where: { $0 != 0x00 && $0 != 0x1A })
        else { return bytes }
        return Array(bytes[...end])
    }

    /// Some editors save text in UTF-16, with a mark in front.
    private static func asUTF8(_ bytes: [UInt8]) -> [UInt8] {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]), bytes.count.isMultiple(of: 2) else { return bytes }
        let units = stride(from: 2, to: bytes.count, by: 2).map { index -> UInt16 in
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index + 1])
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// What to say of a text of no format that is known.
    var unknown: DumpError {
        let start = lines.lines.first?.text ?? []
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
            return DumpError(
                "this is a web page, not the file that it shows",
                advice: "Download the file itself (on GitHub the button `Raw`).")
        }
        if start.hasPrefix("version https://git-lfs") {
            return DumpError(
                "this is a pointer of Git LFS, which stands for the file",
                advice: "Fetch the file itself (git lfs pull).")
        }
        let keys = lines.lines.prefix(50).map { $0.text.prefix { $0 != UInt8(ascii: ":") } }
        if keys.contains(where: { $0.spells("Device type") }), keys.contains(where: { $0.spells("UID") }) {
            return DumpError(
                "this looks like a file of Flipper without its first line",
                advice: "Put `Filetype: Flipper NFC device` before it.")
        }
        let isRows = lines.lines.prefix(100).filter { Self.isRow($0.text) }.count >= 4
        return DumpError(
            isRows
                ? "this text has rows of hex with more around them, as a program printed them: `\(start.words)`"
                : "this text is no dump, report or message that is known here, it begins `\(start.words)`",
            advice: isRows
                ? "Save the dump to a file with that program, or keep the hex digits alone (`xxd -r` for those of xxd)."
                : "Formats: \(DumpFormat.allCases.map(\.title).joined(separator: ", ")).")
    }

    /// Four bytes of hex or more in a row, apart or not, with something else on the line.
    private static func isRow(_ line: ArraySlice<UInt8>) -> Bool {
        var run = 0
        for word in line.split(whereSeparator: { $0.isBlank || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "|") }) {
            let isHex = word.count.isMultiple(of: 2) && word.count <= 8 && word.allSatisfy(\.isHexDigit)
            run = isHex ? run + word.count / 2 : 0
            if run >= 4 { return true }
        }
        return false
    }

    /// The dump; `nil` where the text is of no format that is known.
    func open() throws(DumpError) -> OpenedDump? {
        guard let first = lines.lines.first?.text.first else { return nil }
        guard !lines.isTooLong else {
            throw DumpError("the text has more lines than any dump of a tag", advice: "Name the dump of a tag.")
        }
        if lines.lines.prefix(50).contains(where: { Self.names(filetype: $0.text) }) {
            return try FlipperFile(lines).open()
        }
        if first == UInt8(ascii: "{") { return try JSONFile(bytes).open() }
        if let start = lines.lines.first?.text, start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
            throw unknown
        }
        if first == UInt8(ascii: "<") {
            let root = try XMLElement.read(bytes)
            if let scan = CardXML(root) { return try scan.open() }
            return try TagInfoXML(root).open()
        }
        if lines.lines.contains(where: { MCTFile.begins($0.text) }) { return try MCTFile(lines: lines).open() }
        let report = TagInfoText(lines)
        if report.isReport { return try report.open() }
        if KeyList.isOne(lines) {
            throw DumpError(
                "this is a list of keys for MIFARE Classic, not a dump",
                advice: "Name the dump that was read with them.")
        }
        if let opened = try HexText(lines).open() { return opened }
        return nil
    }
}

/// A file of keys: one of 12 digits a line.
enum KeyList {
    static func isOne(_ lines: TextLines) -> Bool {
        let keys = lines.lines.filter { $0.text.first != UInt8(ascii: "#") }
        return keys.count > 1 && keys.allSatisfy { $0.text.count == 12 && $0.text.allSatisfy(\.isHexDigit) }
    }
}
