import NDEF
import Tags

/// A trace for people: three to five lines an exchange.
extension Trace {
    /// The whole trace as text.
    var text: String {
        var lines = ["# tagdesk trace" + (program.map { " of tagdesk " + $0.visible } ?? "")]
        if let first = entries.first(where: { $0.time > 0 }) {
            lines.append("# begun " + TraceMoment.date(first.time) + " UTC; secrets are shown as **")
        }
        lines += problems.map { "# " + $0.visible }
        for entry in entries { lines += entry.lines }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Trace.Entry {
    /// What is printed of it.
    public var lines: [String] {
        switch self {
        case .mark(let mark): ["", "-- \(TraceMoment.clock(mark.time))  \(mark.words)"]
        case .exchange(let exchange): [""] + exchange.lines
        }
    }
}

extension TraceMark {
    /// What happened, in words.
    public var words: String {
        let reader = reader.visible
        return switch event {
        case .reader(let profile, let atr?):
            "\(reader) (\(profile.visible)): a card with ATR \(Hex.string(atr, separator: " "))"
        case .reader(let profile, nil): "\(reader) (\(profile.visible)): no card"
        case .tag(let uid, let chip, _): "\(reader): \(chip.visible), UID \(Hex.string(uid, separator: ":"))"
        case .tagLeft: "\(reader): the tag left"
        }
    }
}

extension Exchange {
    /// What is printed of it: number, time and reader; what went out and came back; the frame in it; what it means.
    public var lines: [String] {
        let head = "\(number)  \(TraceMoment.clock(time))  \(TraceMoment.milliseconds(duration))  \(reader.visible)"
        var lines: [String] = []
        switch kind {
        case .transmit: lines.append(head)
        case .control(let code): lines.append(head + "  control " + PCSCCode.hex(code))
        case .reconnect: lines.append(head + "  reconnect")
        }
        if kind != .reconnect {
            lines.append("  > " + Self.hex(command, maskedCommand))
            if let response { lines.append("  < " + Self.hex(response, maskedResponse)) }
        }
        if let frame = nativeCommand {
            let answer = nativeResponse.map { " -> " + Self.hex($0, maskedNativeResponse) } ?? ""
            lines.append("    frame " + Self.hex(frame, maskedNativeCommand) + answer)
        }
        lines.append("    " + meaning.visible)
        return lines
    }

    /// Hex with blanks, secrets as `**`.
    static func hex(_ bytes: [UInt8], _ masked: [Range<Int>]) -> String {
        guard !bytes.isEmpty else { return "(nothing)" }
        guard !masked.isEmpty else { return Hex.string(bytes, separator: " ") }
        return bytes.enumerated().map { index, byte in
            masked.contains { $0.contains(index) } ? "**" : Hex.byte(byte)
        }.joined(separator: " ")
    }
}

/// Moments of a trace as text, in UTC: a trace is read on other machines than it was made on.
enum TraceMoment {
    /// `12:04:31.123456`
    static func clock(_ microseconds: UInt64) -> String {
        let second = microseconds / 1_000_000 % 86_400
        return
            "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60)).\(padded(microseconds % 1_000_000, 6))"
    }

    /// `2026-11-30 12:04:31`; days by the proleptic Gregorian calendar.
    static func date(_ microseconds: UInt64) -> String {
        let days = Int(min(microseconds / 1_000_000 / 86_400, 3_000_000)) + 719_468
        let era = days / 146_097
        let day = days % 146_097
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let (monthNumber, dayNumber) = (month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
        let yearNumber = year + era * 400 + (monthNumber <= 2 ? 1 : 0)
        return "\(padded(UInt64(yearNumber), 4))-\(two(UInt64(monthNumber)))-\(two(UInt64(dayNumber))) "
            + clock(microseconds).prefix(8)
    }

    /// `1.234 ms`
    static func milliseconds(_ microseconds: UInt64) -> String {
        "\(microseconds / 1000).\(padded(microseconds % 1000, 3)) ms"
    }

    private static func two(_ number: UInt64) -> String { padded(number, 2) }

    private static func padded(_ number: UInt64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
