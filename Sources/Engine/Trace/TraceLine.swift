import Tags

/// One line of a trace file; docs/TRACE.md says what its members mean.
enum TraceLine: Equatable {
    /// The first line: this is a trace, of this version of the form, by this version of the program.
    case header(version: UInt64, program: String?)
    case entry(Trace.Entry)

    /// The word that the first line has for `schema`.
    static let schema = "tagdesk-trace"
    /// The version of the form that is written, and the last that is read.
    static let version: UInt64 = 1
    /// The longest line that is read: an extended APDU with its answer and the frames in them.
    static let limit = 1 << 20

    /// The line that bytes are; `nil` where they are none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count <= Self.limit, let members = TraceJSON(bytes)?.object else { return nil }
        if members["schema"]?.string == Self.schema, let version = members["version"]?.integer {
            self = .header(version: version, program: members["program"]?.string)
        } else if let entry = Self.mark(members).map(Trace.Entry.mark)
            ?? Self.exchange(members).map(Trace.Entry.exchange)
        {
            self = .entry(entry)
        } else {
            return nil
        }
    }

    private static func bytes(_ value: TraceJSON?) -> [UInt8]? { value?.string.flatMap(Hex.bytes) }

    /// Ranges as pairs of first and end; those that reach beyond the bytes are cut.
    private static func ranges(_ value: TraceJSON?, in count: Int) -> [Range<Int>] {
        (value?.array ?? []).compactMap { pair in
            guard let ends = pair.array, ends.count == 2, let lower = ends[0].integer, let upper = ends[1].integer
            else { return nil }
            let first = Int(clamping: min(lower, UInt64(count))), end = Int(clamping: min(upper, UInt64(count)))
            return first < end ? first..<end : nil
        }
    }

    private static func mark(_ members: [String: TraceJSON]) -> TraceMark? {
        guard let word = members["event"]?.string, let reader = members["reader"]?.string else { return nil }
        let event: TraceMark.Event
        switch word {
        case "reader":
            event = .reader(profile: members["profile"]?.string ?? "", atr: bytes(members["atr"]))
        case "tag":
            event = .tag(
                uid: bytes(members["uid"]) ?? [], chip: members["chip"]?.string ?? "", atr: bytes(members["atr"]) ?? [])
        case "tagLeft": event = .tagLeft
        default: return nil
        }
        return TraceMark(time: members["time"]?.integer ?? 0, reader: reader, event: event)
    }

    private static func exchange(_ members: [String: TraceJSON]) -> Exchange? {
        guard let reader = members["reader"]?.string, let kind = kind(members) else { return nil }
        // Powering the tag anew carries no bytes.
        let members = kind == .reconnect ? members.filter { !byteMembers.contains($0.key) } : members
        let command = bytes(members["command"]) ?? []
        let response = bytes(members["response"])
        guard kind == .reconnect || members["command"] != nil else { return nil }
        return Exchange(
            number: members["number"]?.integer ?? 0, reader: reader, kind: kind, command: command,
            maskedCommand: ranges(members["maskedCommand"], in: command.count), response: response,
            maskedResponse: ranges(members["maskedResponse"], in: response?.count ?? 0), failure: failure(members),
            nativeCommand: bytes(members["nativeCommand"]), nativeResponse: bytes(members["nativeResponse"]),
            meaning: members["meaning"]?.string ?? "", time: members["time"]?.integer ?? 0,
            duration: members["duration"]?.integer ?? 0)
    }

    private static let byteMembers: Set<String> = [
        "command", "response", "nativeCommand", "nativeResponse", "maskedCommand", "maskedResponse",
    ]

    private static func kind(_ members: [String: TraceJSON]) -> Exchange.Kind? {
        switch members["kind"]?.string {
        case "transmit": .transmit
        case "reconnect": .reconnect
        case "control": members["code"]?.string.flatMap { UInt32($0, radix: 16) }.map { .control(code: $0) }
        default: nil
        }
    }

    private static func failure(_ members: [String: TraceJSON]) -> ChannelError? {
        guard let word = members["failure"]?.string else { return nil }
        let code = members["failureCode"]?.string.flatMap { UInt32($0, radix: 16) } ?? 0
        return FailureWord(rawValue: word)?.error(code) ?? .failed(code: code)
    }
}

// MARK: - Writing

extension TraceLine {
    /// The line, a line break at its end.
    /// - Parameter profile: The name of the reader's profile, where it is known.
    static func bytes(of exchange: Exchange, profile: String?) -> [UInt8] {
        var line = TraceLineWriter()
        line.add("number", exchange.number)
        line.add("time", exchange.time)
        line.add("duration", exchange.duration)
        line.add("reader", exchange.reader)
        if let profile { line.add("profile", profile) }
        switch exchange.kind {
        case .transmit: line.add("kind", "transmit")
        case .reconnect: line.add("kind", "reconnect")
        case .control(let code):
            line.add("kind", "control")
            line.add("code", PCSCCode.hex(code))
        }
        line.add("layer", exchange.layer.rawValue)
        if exchange.kind != .reconnect { line.add("command", exchange.command) }
        line.add("maskedCommand", exchange.maskedCommand)
        if exchange.kind != .reconnect, let response = exchange.response { line.add("response", response) }
        line.add("maskedResponse", exchange.maskedResponse)
        if let failure = exchange.failure {
            line.add("failure", FailureWord(failure).rawValue)
            if let code = failure.code { line.add("failureCode", PCSCCode.hex(code)) }
        }
        if let frame = exchange.nativeCommand { line.add("nativeCommand", frame) }
        if let answer = exchange.nativeResponse { line.add("nativeResponse", answer) }
        line.add("meaning", exchange.meaning)
        return line.ended
    }

    /// The line, a line break at its end.
    static func bytes(of mark: TraceMark) -> [UInt8] {
        var line = TraceLineWriter()
        switch mark.event {
        case .reader: line.add("event", "reader")
        case .tag: line.add("event", "tag")
        case .tagLeft: line.add("event", "tagLeft")
        }
        line.add("time", mark.time)
        line.add("reader", mark.reader)
        switch mark.event {
        case .reader(let profile, let atr):
            line.add("profile", profile)
            if let atr { line.add("atr", atr) }
        case .tag(let uid, let chip, let atr):
            line.add("uid", Hex.string(uid, separator: ":"))
            line.add("chip", chip)
            line.add("atr", atr)
        case .tagLeft: break
        }
        return line.ended
    }

    /// The first line of a file, a line break at its end.
    static func header(program: String, time: UInt64) -> [UInt8] {
        var line = TraceLineWriter()
        line.add("schema", schema)
        line.add("version", version)
        line.add("program", program)
        line.add("time", time)
        return line.ended
    }
}

/// The word that the file has for a failure.
enum FailureWord: String {
    case cardRemoved, cardReset, unresponsive, readerGone, sharingViolation, serviceGone, notAuthorized
    case controlRefused, communication, cancelled, notInTrace, failed

    init(_ error: ChannelError) {
        self =
            switch error {
            case .cardRemoved: .cardRemoved
            case .cardReset: .cardReset
            case .unresponsive: .unresponsive
            case .readerGone: .readerGone
            case .sharingViolation: .sharingViolation
            case .serviceGone: .serviceGone
            case .notAuthorized: .notAuthorized
            case .controlRefused: .controlRefused
            case .communication: .communication
            case .cancelled: .cancelled
            case .notInTrace: .notInTrace
            case .failed: .failed
            }
    }

    func error(_ code: UInt32) -> ChannelError {
        switch self {
        case .cardRemoved: .cardRemoved(code: code)
        case .cardReset: .cardReset(code: code)
        case .unresponsive: .unresponsive(code: code)
        case .readerGone: .readerGone(code: code)
        case .sharingViolation: .sharingViolation(code: code)
        case .serviceGone: .serviceGone(code: code)
        case .notAuthorized: .notAuthorized(code: code)
        case .controlRefused: .controlRefused(code: code)
        case .communication: .communication(code: code)
        case .cancelled: .cancelled
        case .notInTrace: .notInTrace
        case .failed: .failed(code: code)
        }
    }
}

/// Writes one JSON object on one line, its members in the order in which they are added.
struct TraceLineWriter {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]
    private static let digits = Array("0123456789ABCDEF".utf8)

    init() { bytes.reserveCapacity(384) }

    /// The line with its end.
    var ended: [UInt8] { bytes + [UInt8(ascii: "}"), 0x0A] }

    mutating func add(_ key: StaticString, _ value: UInt64) {
        begin(key)
        bytes += Array(String(value).utf8)
    }

    mutating func add(_ key: StaticString, _ value: String) {
        begin(key)
        quote(value)
    }

    /// Bytes as hex.
    mutating func add(_ key: StaticString, _ value: [UInt8]) {
        begin(key)
        bytes.append(UInt8(ascii: "\""))
        for byte in value {
            bytes.append(Self.digits[Int(byte >> 4)])
            bytes.append(Self.digits[Int(byte & 15)])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Ranges as pairs; nothing where there are none.
    mutating func add(_ key: StaticString, _ ranges: [Range<Int>]) {
        guard !ranges.isEmpty else { return }
        begin(key)
        bytes += Array("[\(ranges.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ","))]".utf8)
    }

    private mutating func begin(_ key: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes += UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
    }

    /// A string; every scalar that a terminal could take for a command, or that hides what is written, as `\u` with four digits.
    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\"")]
            case "\\": bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
            case " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            default:
                if Self.isPlain(scalar) {
                    bytes += Array(String(scalar).utf8)
                } else {
                    for unit in String(scalar).utf16 { escape(unit) }
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ unit: UInt16) {
        bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
        for shift in [12, 8, 4, 0] { bytes.append(Self.digits[Int(unit >> UInt16(shift)) & 15]) }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
