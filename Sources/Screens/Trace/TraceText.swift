import Engine
import NDEF
import Tags
import Terminal

/// An exchange in words and bytes, as one line of the trace and as all that is known of it.
enum TraceText {
    /// The headings of the columns.
    static func headings(_ columns: TraceColumns) -> StyledLine { columns.line { Span($0.heading, .dim) } }

    /// One line of the list.
    static func row(_ exchange: Exchange, _ columns: TraceColumns, zone: Int) -> StyledLine {
        columns.line { column in
            switch column {
            case .time: Span(time(exchange, milliseconds: columns.milliseconds, zone: zone), .dim)
            case .duration: Span(Words.duration(microseconds: exchange.duration), .dim)
            case .reader: Span(Words.safe(exchange.reader, limit: 60), .dim)
            case .layer: Span(exchange.layer.word, .label)
            case .command: Span(cut(exchange.shownCommand, columns[.command]), .value)
            case .answer: Span(cut(exchange.shownAnswer, columns[.answer]), .text)
            case .meaning: Span(Words.safe(exchange.meaning, limit: 200), role(exchange))
            }
        }
    }

    /// The bytes that fit in a column, and a mark where there are more.
    private static func cut(_ part: ExchangePart?, _ columns: Int) -> String {
        guard let part else { return "" }
        let most = (columns + 1) / 3
        return part.bytes.count <= most
            ? part.line() : part.digits(limit: max(0, most - 1)).map { $0 + " " }.joined() + "…"
    }

    /// A failure of the reader is told apart from an answer, and from a refusal.
    static func role(_ exchange: Exchange) -> Role { exchange.isFailure ? .error : .value }

    private static func time(_ exchange: Exchange, milliseconds: Bool, zone: Int) -> String {
        let moment = Moment(microseconds: exchange.time)
        let seconds = moment.timeOfDay(secondsEastOfUTC: zone)
        return milliseconds ? seconds + fraction(exchange.time, digits: 3) : seconds
    }

    /// The part of a second after the point, with this many digits of six.
    private static func fraction(_ microseconds: UInt64, digits: Int) -> String {
        let all = String(microseconds % 1_000_000)
        return "." + (String(repeating: "0", count: 6 - all.count) + all).prefix(digits)
    }

    // MARK: Details

    /// Everything known of an exchange: facts, then each run of bytes with what it is made of.
    static func details(_ exchange: Exchange, columns: Int, zone: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        func fact(_ name: String, _ text: String, _ role: Role = .value) {
            for (row, line) in StyledLine.wrapped(text, role, columns: max(8, columns - 10)).enumerated() {
                lines.append(StyledLine([Span(HelpText.pad(row == 0 ? name : "", 10), .label)] + line.spans))
            }
        }
        let date = Words.date(Int64(clamping: exchange.time / 1000), secondsEastOfUTC: zone)
        let seconds = time(exchange, milliseconds: false, zone: zone).suffix(2) + fraction(exchange.time, digits: 6)
        fact("Exchange", "\(exchange.number), \(exchange.layer.sentence)")
        fact("When", "\(date):\(seconds), took \(Words.duration(microseconds: exchange.duration))")
        fact("Reader", Words.safe(exchange.reader, limit: 200))
        if case .control(let code) = exchange.kind {
            fact("Control", "code 0x" + String(code, radix: 16, uppercase: true))
        }
        fact("Meaning", Words.safe(exchange.meaning, limit: 500), role(exchange))
        if let words = ExchangeMeaning.words(of: exchange) { fact("Says", Words.safe(words, limit: 500)) }
        if let failure = exchange.failure { fact("Failed", Words.failure(failure), .error) }
        for part in exchange.parts {
            lines.append(StyledLine())
            lines += run(part, columns: columns)
        }
        if exchange.parts.contains(where: { !$0.secrets.isEmpty }) {
            lines.append(StyledLine())
            lines += StyledLine.wrapped(
                "\(ExchangePart.mask) is a byte of a password or key; it was never kept.", .dim, columns: columns)
        }
        return lines
    }

    /// The most bytes shown of one run.
    private static let limit = 4096

    /// A heading, rows of bytes with their places and characters, and the fields of an APDU.
    private static func run(_ part: ExchangePart, columns: Int) -> [StyledLine] {
        var lines = [
            StyledLine([
                Span("\(part.kind.rawValue)  ", .title), Span(Words.count(part.bytes.count, "byte"), .dim),
            ])
        ]
        // Place, digits and characters: 6 + 3 a byte + 2 + 1 a byte.
        let width = columns >= 72 ? 16 : columns >= 40 ? 8 : 4
        let digits = part.digits(limit: limit)
        for start in stride(from: 0, to: digits.count, by: width) {
            let end = min(start + width, digits.count)
            let characters = (start..<end).map { part.isSecret($0) ? "*" : character(part.bytes[$0]) }.joined()
            lines.append(
                StyledLine([
                    Span("  " + Hex.address(start) + "  ", .address),
                    Span(HelpText.pad(digits[start..<end].joined(separator: " "), width * 3 - 1), .text),
                    Span("  " + characters, .ascii),
                ]))
        }
        if part.bytes.count > limit { lines.append(StyledLine("  and \(part.bytes.count - limit) more", .dim)) }
        let fields = APDUFields.words(of: part)
        if !fields.isEmpty {
            lines += StyledLine.wrapped(fields, .dim, columns: max(8, columns - 6)).map {
                StyledLine([Span("      ")] + $0.spans)
            }
        }
        return lines
    }

    private static func character(_ byte: UInt8) -> String {
        (0x20...0x7E).contains(byte) ? String(UnicodeScalar(byte)) : "."
    }

    /// An exchange as text to copy: all lines of its details.
    static func copy(_ exchange: Exchange, zone: Int) -> String {
        details(exchange, columns: 120, zone: zone).map(\.text).joined(separator: "\n")
    }
}

/// What the bytes of an APDU are, by ISO/IEC 7816-4 (5.1: CLA INS P1 P2, Lc and data, Le; SW1 SW2 behind an answer).
enum APDUFields {
    /// The fields in their order; empty for what is no APDU.
    static func words(of part: ExchangePart) -> String {
        switch part.kind {
        case .commandFrame, .answerFrame: ""
        case .commandAPDU: command(part)
        case .answerAPDU: answer(part)
        }
    }

    private static func command(_ part: ExchangePart) -> String {
        let bytes = part.bytes
        guard bytes.count >= 4 else { return "" }
        var fields = zip(["CLA", "INS", "P1", "P2"], part.digits(limit: 4)).map { "\($0) \($1)" }
        let body = Array(bytes[4...])
        // Lengths of one byte, and behind a 00 of two.
        let (length, size) =
            body.first == 0 && body.count >= 3 ? (Int(body[1]) << 8 | Int(body[2]), 3) : (Int(body.first ?? 0), 1)
        switch body.count {
        case 0: break
        case size: fields.append("Le \(length == 0 ? (size == 3 ? 65_536 : 256) : length)")
        case size + length: fields.append("Lc \(length), data")
        case (size + length + 1)...(size + length + 2):
            fields.append("Lc \(length), data, Le " + body.suffix(body.count - size - length).map(Words.byte).joined())
        default: fields.append("then \(Words.count(body.count, "byte")) whose lengths do not fit")
        }
        return fields.joined(separator: "  ")
    }

    private static func answer(_ part: ExchangePart) -> String {
        guard let (data, word) = StatusWord.split(part.bytes) else { return "" }
        let before = data.isEmpty ? "" : Words.count(data.count, "byte") + ", then "
        return before + "SW \(word.digits)" + (word.name.map { ": \($0)" } ?? "")
    }
}

extension TraceLayer {
    /// One word, as the list has it.
    var word: String {
        switch self {
        case .native: "native"
        case .apdu: "APDU"
        case .reader: "reader"
        case .connection: "connect"
        }
    }

    /// What it is.
    var sentence: String {
        switch self {
        case .native: "a native frame to the tag, inside a command of the reader"
        case .apdu: "an APDU to the card"
        case .reader: "a command to the reader itself"
        case .connection: "the connection: no command"
        }
    }
}

extension TraceFormat {
    /// What a file of this format is for, and what has no place in it.
    var sentence: String {
        switch self {
        case .text: "To read: time, bytes and meaning of every exchange. Secrets are masked."
        case .jsonl: "JSON lines: all there is, secrets masked; tagdesk shows and replays it (--replay FILE)."
        case .pcapng:
            "For Wireshark (link type ISO 14443). Commands to the reader itself and reconnects have no place there and are left "
                + "out, which is said; ISO-DEP framing is made up."
        }
    }
}
