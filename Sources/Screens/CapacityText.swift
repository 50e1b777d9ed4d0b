import Tags
import Terminal

/// How large a message can be, in words.
enum CapacityText {
    /// The lines under the gauge.
    static func lines(of report: TagReport?, columns: Int) -> [StyledLine] {
        guard let report, let ndef = report.ndef else {
            return StyledLine.wrapped("not known: the memory was not read", .unread, columns: columns)
        }
        guard let capacity = ndef.capacity else {
            let why = ndef.state == .unformatted ? "the tag is not formatted for NDEF" : "the tag does not say"
            return StyledLine.wrapped("not known: \(why)", .unread, columns: columns)
        }
        var lines = StyledLine.wrapped(capacity.how, .dim, columns: columns)
        if capacity.provenance == .assumed {
            lines += StyledLine.wrapped(
                "assumed: neither the tag nor its chip table says so", .warning, columns: columns)
        }
        // What the data area holds, block by block, for the technician.
        for entry in ndef.tlvs.prefix(50) {
            let page = Words.page(entry.range.lowerBound / max(1, report.image?.pageSize ?? 4))
            let words = Words.safe(entry.words, limit: 200)
            lines += StyledLine.wrapped(
                "TLV \(Words.byte(entry.tag)) at page \(page): \(words)", .dim, columns: columns)
        }
        return lines
    }

    /// Used, free or read-only, and how sure that is; for the pane's first line and for its title. `nil` where no
    /// capacity is known.
    static func summary(of report: TagReport) -> StyledLine? {
        report.ndef?.capacity.map {
            summary($0, report.protection, isClosed: report.messageFile?.access.write == .never)
        }
    }

    /// The same for a capacity of a tag protected so.
    /// - Parameter isClosed: The message's file can never be written.
    static func summary(
        _ capacity: Capacity, _ protection: ProtectionState?, isClosed: Bool = false
    ) -> StyledLine {
        var spans: [Span]
        if let used = capacity.used {
            spans = [Span("\(used) of \(Words.count(capacity.maximum, "byte"))", .value)]
        } else {
            spans = [Span(Words.count(capacity.maximum, "byte"), .value)]
        }
        if let used = capacity.used, used > capacity.maximum {
            spans.append(Span("  \(used - capacity.maximum) too many", .error))
        } else if isClosed || protection?.isReadOnly == true {
            // Bytes nobody can write any more are not free.
            spans.append(Span("  read-only", .locked))
        } else if let used = capacity.used {
            let partly = protection?.lockedPages.isEmpty == false ? ", pages locked" : ""
            spans.append(Span("  \(capacity.maximum - used) free\(partly)", .text))
        } else {
            spans.append(Span("  used not known", .unread))
        }
        spans.append(Span("  " + capacity.provenance.rawValue, .provenance))
        return StyledLine(spans)
    }
}

extension ProtectionState {
    /// No message can be written any more, by the lock bits or by what the capability container says.
    fileprivate var isReadOnly: Bool { permanentlyReadOnly == true || ccReadOnly == true }
}
