import NDEF
import Tags

/// A tag's report in words for a person.
struct ReportText {
    let report: TagReport
    let paint: Paint

    /// All lines, in the order a technician asks: what is it, what protects it, what does it hold, byte by byte.
    var lines: [String] {
        var lines = tagLines
        lines += report.findings.map { Columns.row($0.weight == .warning ? "Warning" : "Note", $0.sentence.visible) }
        lines += protectionLines + messageLines
        if let image = report.image { lines += [""] + memoryLines(image) }
        for file in report.files { lines += [""] + FileText.lines(of: file, paint: paint) }
        return lines
    }

    private var tagLines: [String] {
        let identity = report.identity
        var lines = [
            Columns.row(
                "Chip", paint(.title, identity.chipName.visible) + (identity.vendor.map { ", " + $0.visible } ?? "")),
            Columns.row("", "by \(identity.identifiedBy.visible) (\(identity.provenance.rawValue))"),
            Columns.row("UID", identity.uid.isEmpty ? "not known" : Hex.string(identity.uid, separator: ":")),
        ]
        if identity.type == .type4, let version = identity.version.flatMap(NativeVersion.init) {
            lines.append(Columns.row("Version", version.words))
        }
        if let ats = identity.ats {
            lines.append(Columns.row("ATS", AnswerToSelect(ats).words.joined(separator: ", ")))
        }
        if !report.keyVersions.isEmpty {
            let versions = report.keyVersions.sorted { $0.key < $1.key }.map { "\($0.key): \(Hex.byte($0.value))" }
            lines.append(Columns.row("Key versions", versions.joined(separator: ", ")))
        }
        if let container = report.container {
            lines.append(
                Columns.row(
                    "Container",
                    "mapping \(container.versionWords), answers of \(container.maximumRead) and commands of "
                        + "\(container.maximumWrite) bytes at most"))
        }
        if let signature = report.signature {
            let words =
                signature.valid
                ? paint(.good, "valid") + (signature.key.map { " (\($0))" } ?? "")
                // A chip that was made without one is not an imitation.
                : signature.isBlank ? signature.verdict : paint(.bad, "not valid") + ": " + signature.verdict
            lines.append(Columns.row("Signature", words))
        }
        for counter in report.counters {
            let label = report.counters.count > 1 ? "Counter \(counter.number)" : "Counter"
            var words = counter.value.map(String.init) ?? "not read"
            if counter.enabled == false { words += " (switched off)" }
            if counter.torn == true { words += ", " + paint(.warning, "a write to it was torn") }
            lines.append(Columns.row(label, words))
        }
        return lines
    }

    /// In the words that the full screen uses, too.
    private var protectionLines: [String] {
        guard report.protection != nil || report.identity.type == .type5 else { return [] }
        let closed = report.protection?.permanentlyReadOnly == true || report.protection?.lockedPages.isEmpty == false
        let lines = report.protectionLines.enumerated().map { index, line in
            Columns.row(index == 0 ? "Protection" : "", index == 0 && closed ? paint(.warning, line) : line)
        }
        return lines + (report.mirrorLine.map { [Columns.row("Mirror", $0)] } ?? [])
    }

    /// The message and the room for one.
    var messageLines: [String] {
        guard let ndef = report.ndef else { return [] }
        let state =
            switch ndef.state {
            case .empty: "formatted, no message yet"
            case .message: "a message of \(ndef.raw?.count ?? 0) bytes"
            case .unformatted: "not formatted for NDEF"
            case .invalid: paint(.bad, "broken")
            case .protected:
                report.image?.states.contains(.unread(.protected)) == true
                    ? "needs the password to be read" : "could not be read"
            case .unread: "not known"
            }
        var lines = [Columns.row("NDEF", state)]
        if let capacity = ndef.capacity {
            lines.append(
                Columns.row(
                    "Capacity",
                    (capacity.used.map { "\($0) of \(capacity.maximum) bytes used" }
                        ?? "\(capacity.maximum) bytes, used not known") + " (\(capacity.provenance.rawValue))"))
            lines.append(Columns.row("", paint(.dim, capacity.how.visible)))
        }
        lines += ndef.problems.map { Columns.row("Problem", paint(.warning, $0.visible)) }
        lines += RecordText.lines(ndef.decoding?.records ?? [], paint: paint).map { "  " + $0 }
        return lines
    }

    private func memoryLines(_ image: TagImage) -> [String] {
        let whys = MemoryText.unreadRanges(of: image, regions: report.regions)
        var labels: [Int: [String]] = [:]
        for region in report.regions {
            labels[region.pages(of: image.pageSize).lowerBound, default: []].append(region.label)
        }
        func words(_ page: Int) -> String {
            let label = labels[page]?.joined(separator: ", ")
            guard let unread = whys.first(where: { $0.pages.lowerBound == page }) else { return label ?? "" }
            return (label.map { $0 + ": " } ?? "") + unread.why
        }
        var lines: [String] = []
        var page = 0
        while page < image.pageCount {
            let note = words(page)
            lines.append(line(page: page, of: image) + (note.isEmpty ? "" : "  " + paint(.dim, note)))
            let end = endOfRepeat(from: page, of: image) { words($0).isEmpty }
            if end - page > ReportText.shortestRepeat {
                lines.append(paint(.address, Hex.address(page + 1) + "-" + Hex.address(end - 1)) + "  the same")
                page = end
            } else {
                page += 1
            }
        }
        return lines
    }

    /// A run of this many pages after the first of equal ones is told in one line.
    private static let shortestRepeat = 4

    /// The first page after `page` that differs from it or has something to say.
    private func endOfRepeat(from page: Int, of image: TagImage, _ isPlain: (Int) -> Bool) -> Int {
        var end = page + 1
        while end < image.pageCount, isPlain(end), image.state(of: end) == image.state(of: page),
            MemoryText.partly(end, of: image) == MemoryText.partly(page, of: image)
        {
            end += 1
        }
        return end
    }

    private func line(page: Int, of image: TagImage) -> String {
        let bytes = MemoryText.partly(page, of: image)
        let hex = bytes.map(MemoryText.byte).joined(separator: " ")
        let characters = String(
            bytes.map { byte -> Character in
                guard let byte else { return "?" }
                return (0x20...0x7E).contains(byte) ? Character(Unicode.Scalar(byte)) : "."
            })
        return paint(.address, Hex.address(page)) + "  " + hex + "  " + characters
    }
}
