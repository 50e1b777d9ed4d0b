import NDEF
import Tags

/// A TagInfo report as text, as people paste it: quoted, indented, cut short.
struct TagInfoText {
    private let lines: [ArraySlice<UInt8>]

    init(_ lines: TextLines) { self.lines = lines.lines.map { Self.unquoted($0.text) } }

    /// The text is such a report: it says so, or it has rows of a memory under a heading.
    var isReport: Bool {
        var heading = false
        var rows = 0
        for line in lines {
            if line.hasPrefix("** TagInfo scan") || line.hasPrefix("Report Type:") { return true }
            if line.hasPrefix("# Memory content") || line.hasPrefix("-- FULL SCAN") { heading = true }
            if Self.row(line) != nil { rows += 1 }
            if heading && rows > 0 || rows >= 3 { return true }
        }
        return false
    }

    func open() throws(DumpError) -> OpenedDump {
        var report = TagInfoReport()
        var title = ""
        // Rows stand under other headings too: payloads of records, contents of files.
        let hasHeading = lines.contains { $0.hasPrefix("# Memory content") }
        for line in lines {
            if line.hasPrefix("** TagInfo scan") {
                report.date = Self.date(line)
            } else if line.first == UInt8(ascii: "#") {
                title = String(decoding: line.dropFirst().trimmed, as: UTF8.self)
            } else if let row = Self.row(line) {
                if title.lowercased().hasPrefix("ndef message") { report.message += row.row.bytes.compactMap { $0 } }
                guard
                    hasHeading
                        ? title.lowercased().hasPrefix("memory content") : title.isEmpty || title.hasPrefix("Detailed")
                else {
                    continue
                }
                try take(row, &report)
            } else {
                report.take(line, under: title)
            }
        }
        return try report.opened(as: .tagInfoText)
    }

    private func take(_ row: (address: Int, row: TagInfoReport.Row), _ report: inout TagInfoReport) throws(DumpError) {
        guard row.address < TagInfoReport.mostRows else {
            throw DumpError(
                "the TagInfo report has a row [\(Hex.address(row.address))], and no memory goes so far",
                advice: DumpError.damaged)
        }
        if let before = report.rows[row.address], before.bytes != row.row.bytes {
            report.doubled = report.doubled ?? row.address
        }
        report.rows[row.address] = row.row
    }

    /// Without the marks that forums and mail put before a line.
    private static func unquoted(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = line
        while let first = rest.first, first == UInt8(ascii: ">") || first == UInt8(ascii: "`") || first.isBlank {
            rest = rest.dropFirst()
        }
        return rest
    }

    /// The date in `** TagInfo scan (version 4.23) 2017-07-14 10:40:47 **`.
    private static func date(_ line: ArraySlice<UInt8>) -> String? {
        guard let bracket = line.firstIndex(of: UInt8(ascii: ")")) else { return nil }
        let text = line[(bracket + 1)...].filter { $0 != UInt8(ascii: "*") }.trimmed
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// A row of a memory: `[04] .  01 03 A0 10 |....|`, the address in hex.
    private static func row(_ line: ArraySlice<UInt8>) -> (address: Int, row: TagInfoReport.Row)? {
        guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let digits = line[(line.startIndex + 1)..<end]
        guard (2...4).contains(digits.count), digits.allSatisfy(\.isHexDigit),
            let address = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        var access = ""
        var bytes: [UInt8?] = []
        for token in line[(end + 1)...].split(whereSeparator: \.isBlank) {
            if token.first == UInt8(ascii: "(") || token.first == UInt8(ascii: "|") { break }
            if let part = hex(token) {
                bytes += part
            } else if bytes.isEmpty, token.count <= 3 {
                access += String(decoding: token, as: UTF8.self)
            } else {
                break
            }
        }
        return (address, TagInfoReport.Row(bytes: bytes, access: access))
    }

    /// `04:44:55`, `9D`, or signs for bytes that are not shown.
    private static func hex(_ token: ArraySlice<UInt8>) -> [UInt8?]? {
        var bytes: [UInt8?] = []
        for part in token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
            guard part.count == 2 else { return nil }
            if part.allSatisfy(\.isHexDigit) {
                bytes.append(Hex.bytes(ascii: part)?.first)
            } else if part.spells("XX") || part.spells("--") || part.spells("??") {
                bytes.append(nil)
            } else {
                return nil
            }
        }
        return bytes
    }
}
