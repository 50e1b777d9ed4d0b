import Engine
import Tags
import Terminal

/// What the Tag pane says, as named values; each can wrap over several rows.
struct TagField: Equatable, Sendable {
    /// The name, empty for a line that belongs to the one above.
    var name: String
    /// The value, one or more lines; lines of one run wrap, others are cut.
    var lines: [StyledLine]
    /// What is copied, where that is not the text.
    var copy: String?

    init(_ name: String, _ lines: [StyledLine], copy: String? = nil) {
        self.name = name
        self.lines = lines
        self.copy = copy
    }

    init(_ name: String, _ text: String, _ role: Role = .value, copy: String? = nil) {
        self.init(name, [StyledLine(text, role)], copy: copy)
    }
}

/// One row of the Tag pane.
struct FieldRow: Equatable, Sendable {
    /// The field's name, on its first row only.
    var label: String
    /// The field's name, on every row.
    var name: String
    var line: StyledLine
    /// What is copied from this row: the whole field.
    var copyText: String
}

/// Makes the fields of the Tag pane from what is known.
enum TagFields {
    /// The columns of the names, and a blank behind them: what the longest one takes, as far as a third of the pane goes.
    static func labelColumns(_ names: some Sequence<String>, columns: Int) -> Int {
        max(11, min((names.map(DisplayWidth.of).max() ?? 0) + 1, columns / 3))
    }

    /// The rows for a pane of so many columns, and the columns that their names take.
    static func rows(of deck: Deck, columns: Int) -> (rows: [FieldRow], labels: Int) {
        let fields = fields(of: deck)
        let labels = labelColumns(fields.map(\.name), columns: columns)
        let room = max(8, columns - labels)
        let rows = fields.flatMap { field -> [FieldRow] in
            let copy = field.copy ?? field.lines.map(\.text).joined(separator: " ")
            let wrapped = field.lines.flatMap { line -> [StyledLine] in
                guard line.spans.count == 1, let span = line.spans.first else { return [line] }
                return StyledLine.wrapped(span.text, span.role, columns: room)
            }
            return wrapped.enumerated().map { index, line in
                FieldRow(label: index == 0 ? field.name : "", name: field.name, line: line, copyText: copy)
            }
        }
        return (rows, labels)
    }

    private static func fields(of deck: Deck) -> [TagField] {
        guard let identity = deck.identity else { return [] }
        var fields = deck.source + identification(identity)
        if let report = deck.report {
            fields += signature(report)
            fields += ProtectionText.fields(of: report)
            fields += FileFields.fields(of: report)
            fields += counters(report)
        }
        fields += findings(deck)
        fields += raw(identity)
        if let cost = deck.cost {
            let text = Words.cost(exchanges: cost.exchanges, milliseconds: cost.milliseconds)
            let again = cost.reconnects == 0 ? "" : ", " + Words.count(cost.reconnects, "reconnect")
            fields.append(TagField("Read in", text + again))
        }
        return fields
    }

    private static func identification(_ identity: TagIdentity) -> [TagField] {
        var chip = [Span(identity.chipName, .value)]
        chip.append(Span("  " + identity.provenance.rawValue, .provenance))
        var fields = [
            TagField(
                "Chip", [StyledLine(chip), StyledLine("by " + identity.identifiedBy, .dim)], copy: identity.chipName)
        ]
        if identity.uid.isEmpty {
            fields.append(TagField("UID", "not read", .unread))
        } else {
            fields.append(TagField("UID", Words.uid(identity.uid)))
        }
        if let vendor = identity.vendor { fields.append(TagField("Vendor", vendor)) }
        if let version = identity.version {
            var lines = [StyledLine(Words.bytes(version, limit: 64), .value)]
            let words = identity.type == .type4 ? NativeVersion(version)?.words : versionWords(version)
            if let words { lines.append(StyledLine(words, .dim)) }
            fields.append(TagField("Version", lines, copy: Words.bytes(version, limit: 64)))
        }
        return fields
    }

    /// The free fields of an answer to GET_VERSION. Source: NTAG213/215/216 data sheet rev 3.2, table 28.
    static func versionWords(_ version: [UInt8]) -> String? {
        guard version.count == 8 else { return nil }
        let exponent = Int(version[6] >> 1)
        guard exponent < 32 else { return nil }
        let low = 1 << exponent
        let size = version[6] & 1 == 0 ? "\(low) bytes" : "\(low) to \(low * 2) bytes"
        return "version \(version[4]).\(version[5]), storage \(size)"
    }

    private static func signature(_ report: TagReport) -> [TagField] {
        if let signature = report.signature {
            var lines: [StyledLine] = []
            if signature.valid {
                lines.append(StyledLine("valid: \(signature.key ?? signature.verdict)", .success))
            } else if signature.isBlank {
                lines.append(StyledLine(signature.verdict, .dim))
            } else {
                lines.append(StyledLine("NOT VALID: \(Words.safe(signature.verdict, limit: 200))", .error))
            }
            return [TagField("Signature", lines, copy: Hex.string(signature.bytes, separator: " "))]
        }
        guard let chip = report.identity.chip else { return [] }
        return [
            chip.signatureCurve == nil
                ? TagField("Signature", "this chip has none", .dim) : TagField("Signature", "not read", .unread)
        ]
    }

    private static func counters(_ report: TagReport) -> [TagField] {
        report.counters.map { counter in
            let name = report.counters.count == 1 ? "Counter" : "Counter \(counter.number)"
            var words: [String] = []
            words.append(counter.value.map { "\($0)" } ?? (counter.enabled == false ? "switched off" : "not read"))
            if counter.enabled == false, counter.value != nil { words.append("switched off") }
            if counter.torn == true { words.append("torn: a count was cut off") }
            if report.protection?.counterProtected == true { words.append("needs the password") }
            let role: Role = counter.torn == true ? .warning : counter.value == nil ? .unread : .value
            return TagField(name, words.joined(separator: ", "), role)
        }
    }

    private static func findings(_ deck: Deck) -> [TagField] {
        var fields: [TagField] = []
        if let failure = deck.failure {
            fields.append(
                TagField("! Reading", [StyledLine(failure.headline, .error), StyledLine(failure.advice, .text)]))
        }
        for finding in deck.report?.findings ?? [] {
            let sentence = Words.safe(finding.sentence, limit: 500)
            switch finding.weight {
            case .warning: fields.append(TagField("! Warning", sentence, .warning))
            case .note: fields.append(TagField("Note", sentence, .text))
            }
        }
        return fields
    }

    private static func raw(_ identity: TagIdentity) -> [TagField] {
        var fields: [TagField] = []
        if !identity.atr.isEmpty { fields.append(TagField("ATR", Words.bytes(identity.atr, limit: 64), .dim)) }
        if let ats = identity.ats {
            let lines = [Words.bytes(ats, limit: 64)] + AnswerToSelect(ats).words
            fields.append(
                TagField("ATS", lines.map { StyledLine($0, .dim) }, copy: Words.bytes(ats, limit: 64)))
        }
        if let sak = identity.sak { fields.append(TagField("SAK", Words.byte(sak), .dim)) }
        return fields
    }
}

extension AppModel {
    /// The rows of the Tag pane of the deck shown.
    func fieldRows(columns: Int) -> [FieldRow] { TagFields.rows(of: deck, columns: columns).rows }
}
