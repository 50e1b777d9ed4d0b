import NDEF
import Tags

/// A TagInfo report as XML: `<scan>` with sections, and the memory as blocks with an address each.
struct TagInfoXML {
    let root: XMLElement

    init(_ root: XMLElement) throws(DumpError) {
        self.root = root
        guard root.name == "scan" else {
            throw DumpError(
                "this XML begins with <\(root.name.visible.prefix(40))>, a report of NXP TagInfo with <scan>",
                advice: "Name the XML file that TagInfo exported.")
        }
    }

    func open() throws(DumpError) -> OpenedDump {
        var report = TagInfoReport()
        if let uid = root.child("uid")?.text { report.uid = Hex.bytes(ascii: Array(uid.utf8).trimmed) ?? [] }
        report.date = root.child("date").map { String(decoding: Array($0.text.utf8).trimmed, as: UTF8.self) }
        for section in root.children where section.name == "section" {
            for part in section.children where part.name == "subsection" {
                for block in part.children where block.name == "block" {
                    try take(block, under: part.attributes["title"] ?? "", &report)
                }
            }
        }
        return try report.opened(as: .tagInfoXML)
    }

    private func take(_ block: XMLElement, under title: String, _ report: inout TagInfoReport) throws(DumpError) {
        guard let address = block.child("address") else {
            for line in TextLines(Array(block.text.utf8)).lines { report.take(line.text, under: title) }
            return
        }
        guard let number = Array(address.text.utf8).trimmed.decimal, number < TagInfoReport.mostRows else {
            throw DumpError(
                "the TagInfo report has a block of address `\(address.text.visible.prefix(40))`",
                advice: DumpError.damaged)
        }
        guard let data = block.child("data") else { return }
        var bytes: [UInt8?] = []
        for part in data.text.utf8.split(whereSeparator: { $0.isBlank || $0 == UInt8(ascii: ":") }) {
            guard part.count == 2 else {
                throw DumpError(
                    "block \(number) of the TagInfo report is no hex: `\(data.text.visible.prefix(40))`",
                    advice: DumpError.damaged)
            }
            bytes.append(Hex.bytes(ascii: part)?.first)
        }
        // A part of a block stands in a row of its own length; keys and passwords have none.
        if bytes.isEmpty { bytes = [nil, nil, nil, nil] }
        if let before = report.rows[number], before.bytes != bytes {
            throw DumpError(
                "the TagInfo report has two blocks of address \(number) that differ", advice: DumpError.damaged)
        }
        report.rows[number] = TagInfoReport.Row(bytes: bytes, access: data.attributes["access"] ?? "")
    }
}
