/// What a tool found: lines for people, and the same under names for programs.
public struct ToolResult: Equatable, Sendable {
    /// One fact.
    public struct Line: Equatable, Sendable {
        /// What it is: `CRC_A`, `TA1`.
        public var label: String
        /// Its value; empty for a heading.
        public var value: String
        /// What it means; empty where the value says all.
        public var explanation: String
        /// How deep it lies in what was taken apart, from 0.
        public var depth: Int
        /// A line of these parts.
        public init(_ label: String, _ value: String, _ explanation: String = "", depth: Int = 0) {
            self.label = label
            self.value = value
            self.explanation = explanation
            self.depth = depth
        }
    }

    /// A value under a name.
    public struct Field: Equatable, Sendable {
        /// The name in JSON.
        public var name: String
        /// The value.
        public var value: Value
        /// A field of these parts.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// A value for programs.
    public indirect enum Value: Equatable, Sendable {
        case text(String)
        case number(Int)
        case truth(Bool)
        case list([Value])
        case object([Field])

        /// Bytes as hex without spaces.
        public static func hex(_ bytes: some Sequence<UInt8>) -> Value { .text(Hex.string(bytes)) }
    }

    /// The lines in order.
    public var lines: [Line]
    /// The values in order.
    public var fields: [Field]
    /// What is wrong with the input, one sentence each without a full stop: it was read as far as it goes.
    public var problems: [String]

    /// A result of these parts.
    public init(lines: [Line] = [], fields: [Field] = [], problems: [String] = []) {
        self.lines = lines
        self.fields = fields
        self.problems = problems
    }

    mutating func add(_ label: String, _ value: String, _ explanation: String = "", depth: Int = 0) {
        lines.append(Line(label, value, explanation, depth: depth))
    }

    mutating func set(_ name: String, _ value: Value) { fields.append(Field(name, value)) }
}

/// Why a tool can do nothing with its input.
public struct ToolError: Error, Equatable, Sendable {
    /// One sentence part without a full stop: `it is no hex: two digits a byte`.
    public var reason: String
    /// An error of this reason.
    public init(_ reason: String) { self.reason = reason }
}
