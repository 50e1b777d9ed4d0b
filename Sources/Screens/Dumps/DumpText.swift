import Dumps
import NDEF
import Tags
import Terminal

/// A dump in words: where it comes from, what is wrong with it, and what is in it that no pane has a place for.
enum DumpText {
    /// The most problems that are told one by one.
    static let mostProblems = 20

    /// What the Tag pane says before the facts of the tag itself.
    static func fields(of opened: OpenedDump, from place: DumpPlace) -> [TagField] {
        var fields = [
            TagField("Dump", [StyledLine(place.name, .value), StyledLine(opened.format.title, .dim)], copy: place.name)
        ]
        fields += origin(opened.dump.origin)
        fields += problems(opened).map { TagField("! Dump", $0, .warning) }
        fields += opened.dump.values.prefix(60).map { value in
            TagField(
                Words.safe(value.name, limit: 40), value.isSecret ? masked : Words.safe(value.value, limit: 400),
                value.isSecret ? .dim : .value, copy: value.isSecret ? masked : nil)
        }
        return fields + opened.dump.applications.prefix(40).map(application)
    }

    /// What stands in place of a password or key.
    static let masked = "******** (kept in the file, not shown)"

    private static func origin(_ origin: DumpOrigin) -> [TagField] {
        var fields: [TagField] = []
        let by = [origin.program, origin.reader].compactMap { $0.map { Words.safe($0, limit: 120) } }
        if !by.isEmpty { fields.append(TagField("Taken by", by.joined(separator: " with "))) }
        if let taken = origin.taken { fields.append(TagField("Taken", Self.taken(taken, zone: 0) + " UTC")) }
        return fields
    }

    /// A moment in microseconds since 1970 as a day and time.
    static func taken(_ microseconds: UInt64, zone: Int) -> String {
        Words.date(Int64(clamping: microseconds / 1000), secondsEastOfUTC: zone)
    }

    /// Contradictions and gaps, made safe to show.
    static func problems(_ opened: OpenedDump) -> [String] {
        var sentences = opened.problems.prefix(mostProblems).map { Words.safe($0, limit: 500) }
        if opened.problems.count > mostProblems {
            sentences.append("and \(Words.count(opened.problems.count - mostProblems, "problem")) more")
        }
        return sentences
    }

    private static func application(_ application: CardApplication) -> TagField {
        var lines = [StyledLine(Hex.string(application.id, separator: " "), .value)]
        lines += application.settingLines.prefix(20).map { StyledLine(Words.safe($0, limit: 200), .dim) }
        for file in application.files.prefix(40) {
            let size = file.size.map { ", " + Words.count($0, "byte") } ?? ""
            lines.append(StyledLine("file \(file.number): \(Words.safe(file.kind, limit: 40))\(size)", .text))
            lines += file.settingLines.prefix(20).map { StyledLine("  " + Words.safe($0, limit: 200), .dim) }
            lines.append(
                file.content.map { StyledLine("  " + Words.bytes($0, limit: 256), .value) }
                    ?? StyledLine(
                        "  not read" + (file.refusal.map { ": " + Words.safe($0, limit: 200) } ?? ""), .unread))
        }
        return TagField("App", lines)
    }

    /// What the message of a report holds, in a few words; empty where nothing is known of one.
    static func message(_ report: TagReport) -> String {
        guard let ndef = report.ndef else { return "" }
        switch ndef.state {
        case .empty: return "empty"
        case .unformatted: return "not formatted"
        case .protected: return "not read"
        case .unread: return ""
        case .invalid: return "invalid message"
        case .message:
            let records = ndef.decoding?.records ?? []
            guard let first = records.first else { return "a message without a record" }
            let title = RecordText.title(first.record)
            let more = records.count > 1 ? " and \(records.count - 1) more" : ""
            return title.kind + (title.gist.isEmpty ? "" : " " + title.gist) + more
        }
    }

    /// How much of the tag a dump knows: `45 pages`, `40 of 45 pages`, `3 files`; empty where it has neither.
    static func extent(_ report: TagReport) -> String {
        if let image = report.image {
            let unit = report.identity.type == .type5 ? "block" : "page"
            let known = image.knownPages
            return known == image.pageCount
                ? Words.count(known, unit) : "\(known) of \(Words.count(image.pageCount, unit))"
        }
        return report.files.isEmpty ? "" : Words.count(report.files.count, "file")
    }

    /// The pages that were not read though they can be: what makes a dump partial.
    static func missingPages(_ report: TagReport) -> [Int] {
        guard let image = report.image else { return [] }
        return (0..<image.pageCount).filter { image.state(of: $0).isGap }
    }

    /// What is said of a dump that does not know all of its tag; `nil` where it does.
    static func partial(_ report: TagReport) -> String? {
        let missing = missingPages(report)
        if !missing.isEmpty {
            return "partial: \(Words.count(missing.count, "page")) not read (\(Hex.pageList(missing)))"
        }
        let files = report.files.filter { $0.content.count < $0.size }
        return files.isEmpty ? nil : "partial: \(Words.count(files.count, "file")) not read whole"
    }

    /// A dump whole, for the preview beside the list.
    static func lines(of opened: OpenedDump, columns: Int, zone: Int) -> [StyledLine] {
        let report = opened.dump.report
        var lines: [StyledLine] = []
        let values = opened.dump.values.prefix(12)
        let labels = TagFields.labelColumns(values.map { Words.safe($0.name, limit: 40) }, columns: columns)
        func fact(_ name: String, _ text: String, _ role: Role = .value) {
            guard !text.isEmpty else { return }
            for (row, line) in StyledLine.wrapped(text, role, columns: max(8, columns - labels)).enumerated() {
                let label = row == 0 ? HelpText.cut(name, labels - 1) : ""
                lines.append(StyledLine([Span(HelpText.pad(label, labels), .label)] + line.spans))
            }
        }
        fact("Chip", report.identity.chipName)
        fact("UID", Words.uid(report.identity.uid))
        fact("Format", opened.format.title)
        let origin = opened.dump.origin
        fact("Taken", origin.taken.map { taken($0, zone: zone) } ?? "")
        fact(
            "Taken by",
            [origin.program, origin.reader].compactMap { $0.map { Words.safe($0, limit: 120) } }
                .joined(separator: " with "), .text)
        fact("Memory", extent(report), .text)
        if let partial = partial(report) { fact("", partial, .warning) }
        if let signature = report.signature {
            fact("Signature", signature.valid ? "valid" : signature.isBlank ? "none" : "NOT VALID", .text)
        }
        for line in report.protectionLines.prefix(6) { fact("", line, .dim) }
        for counter in report.counters { if let value = counter.value { fact("Counter", "\(value)", .text) } }
        for value in values {
            fact(
                Words.safe(value.name, limit: 40), value.isSecret ? masked : Words.safe(value.value, limit: 200), .text)
        }
        for application in opened.dump.applications.prefix(12) {
            fact(
                "App", Hex.string(application.id, separator: " ") + ", " + Words.count(application.files.count, "file"))
        }
        for problem in problems(opened) { fact("!", problem, .warning) }
        lines += records(report, columns: columns)
        return lines + findings(report, columns: columns)
    }

    private static func records(_ report: TagReport, columns: Int) -> [StyledLine] {
        guard report.ndef != nil else { return [] }
        var lines = [StyledLine(), StyledLine("Message", .title)]
        let records = report.ndef?.decoding?.records ?? []
        if records.isEmpty { lines.append(StyledLine(message(report), .text)) }
        for record in records.prefix(12) {
            let title = RecordText.title(record.record)
            lines += StyledLine.wrapped("\(title.kind)  \(title.gist)", .value, columns: columns).prefix(3)
        }
        if records.count > 12 { lines.append(StyledLine("and \(records.count - 12) more", .dim)) }
        for problem in (report.ndef?.problems ?? []).prefix(6) {
            lines += StyledLine.wrapped("! " + Words.safe(problem, limit: 300), .warning, columns: columns)
        }
        return lines
    }

    private static func findings(_ report: TagReport, columns: Int) -> [StyledLine] {
        let warnings = report.findings.filter { $0.weight == .warning }
        guard !warnings.isEmpty else { return [] }
        return [StyledLine()]
            + warnings.prefix(6).flatMap {
                StyledLine.wrapped("! " + Words.safe($0.sentence, limit: 300), .warning, columns: columns)
            }
    }
}

extension PageState {
    /// The page was not read although the chip would give it: a hole in what is known.
    var isGap: Bool {
        switch self {
        case .known, .unread(.writeOnly), .unread(.doesNotExist): false
        case .unread: true
        }
    }
}
