/// One line of JSON, read strictly and within bounds: what the trace's reader needs and no more.
///
/// A line comes from a file that anybody may have written. Nesting is bounded, nothing is looked up outside the line, and a
/// line that is no JSON, or no UTF-8 within a string, is `nil`.
enum TraceJSON: Equatable {
    case null
    case bool(Bool)
    /// A whole number that fits; any other number is `null`.
    case integer(UInt64)
    case string(String)
    case array([TraceJSON])
    case object([String: TraceJSON])

    /// The deepest nesting that is taken.
    private static let depth = 8

    /// The value that the bytes are, blanks around it aside.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = Reader(rest: bytes)
        guard let value = reader.value(depth: Self.depth) else { return nil }
        reader.skipBlanks()
        guard reader.rest.isEmpty else { return nil }
        self = value
    }

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var integer: UInt64? { if case .integer(let value) = self { value } else { nil } }
    var array: [TraceJSON]? { if case .array(let value) = self { value } else { nil } }
    var object: [String: TraceJSON]? { if case .object(let value) = self { value } else { nil } }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func skipBlanks() {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        }

        mutating func take(_ byte: UInt8) -> Bool {
            guard rest.first == byte else { return false }
            rest.removeFirst()
            return true
        }

        mutating func word(_ text: StaticString, _ value: TraceJSON) -> TraceJSON? {
            let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            guard rest.starts(with: bytes) else { return nil }
            rest.removeFirst(bytes.count)
            return value
        }

        mutating func value(depth: Int) -> TraceJSON? {
            skipBlanks()
            switch rest.first {
            case UInt8(ascii: "n"): return word("null", .null)
            case UInt8(ascii: "t"): return word("true", .bool(true))
            case UInt8(ascii: "f"): return word("false", .bool(false))
            case UInt8(ascii: "\""): return string().map(TraceJSON.string)
            case UInt8(ascii: "["): return depth > 0 ? array(depth: depth - 1) : nil
            case UInt8(ascii: "{"): return depth > 0 ? object(depth: depth - 1) : nil
            default: return number()
            }
        }

        mutating func array(depth: Int) -> TraceJSON? {
            rest.removeFirst()
            var values: [TraceJSON] = []
            skipBlanks()
            if take(UInt8(ascii: "]")) { return .array(values) }
            while true {
                guard let value = value(depth: depth) else { return nil }
                values.append(value)
                skipBlanks()
                if take(UInt8(ascii: "]")) { return .array(values) }
                guard take(UInt8(ascii: ",")) else { return nil }
            }
        }

        mutating func object(depth: Int) -> TraceJSON? {
            rest.removeFirst()
            var members: [String: TraceJSON] = [:]
            skipBlanks()
            if take(UInt8(ascii: "}")) { return .object(members) }
            while true {
                skipBlanks()
                guard rest.first == UInt8(ascii: "\""), let key = string() else { return nil }
                skipBlanks()
                guard take(UInt8(ascii: ":")), let value = value(depth: depth) else { return nil }
                members[key] = value
                skipBlanks()
                if take(UInt8(ascii: "}")) { return .object(members) }
                guard take(UInt8(ascii: ",")) else { return nil }
            }
        }

        mutating func number() -> TraceJSON? {
            let digits = rest.prefix { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
                    UInt8(ascii: "e"), UInt8(ascii: "E"):
                    true
                default: false
                }
            }
            guard let first = digits.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else {
                return nil
            }
            rest = rest[digits.endIndex...]
            let text = String(decoding: digits, as: UTF8.self)
            if let value = UInt64(text) { return .integer(value) }
            return Double(text) == nil ? nil : .null
        }

        mutating func string() -> String? {
            rest.removeFirst()
            var bytes: [UInt8] = []
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\""): return String(validating: bytes, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard let scalar = escaped() else { return nil }
                    bytes += Array(String(scalar).utf8)
                case ..<0x20: return nil
                default: bytes.append(byte)
                }
            }
            return nil
        }

        /// What follows a backslash.
        private mutating func escaped() -> Unicode.Scalar? {
            switch rest.popFirst() {
            case UInt8(ascii: "\""): return "\""
            case UInt8(ascii: "\\"): return "\\"
            case UInt8(ascii: "/"): return "/"
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "u"):
                guard let high = unit() else { return nil }
                guard (0xD800...0xDBFF).contains(high) else { return Unicode.Scalar(high) }
                guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = unit(),
                    (0xDC00...0xDFFF).contains(low)
                else { return nil }
                return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            default: return nil
            }
        }

        private mutating func unit() -> UInt32? {
            guard rest.count >= 4 else { return nil }
            let digits = rest.prefix(4)
            rest.removeFirst(4)
            guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
            return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        }
    }
}
