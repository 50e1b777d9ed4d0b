import Tags

/// JSON as it is written: objects and lists one member a line, or in one line where that reads better.
indirect enum JSONOutline {
    case null
    case bool(Bool)
    case integer(Int)
    case string(String)
    case list([JSONOutline], inline: Bool)
    case object([(key: String, value: JSONOutline)], inline: Bool)

    /// The document with a line end behind it.
    var text: [UInt8] {
        var text: [UInt8] = []
        write(to: &text, indent: 0)
        text.append(0x0A)
        return text
    }

    private func write(to text: inout [UInt8], indent: Int) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let flag): text += (flag ? "true" : "false").utf8
        case .integer(let number): text += String(number).utf8
        case .string(let string): Self.write(string, to: &text)
        case .list(let elements, let inline):
            Self.write("[", "]", elements.map { (nil, $0) }, inline, to: &text, indent: indent)
        case .object(let members, let inline):
            Self.write("{", "}", members.map { ($0.key, $0.value) }, inline, to: &text, indent: indent)
        }
    }

    private static func write(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ parts: [(key: String?, value: JSONOutline)], _ inline: Bool,
        to text: inout [UInt8], indent: Int
    ) {
        text.append(UInt8(ascii: open))
        for (index, part) in parts.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            if !inline {
                text.append(0x0A)
                text += [UInt8](repeating: 0x20, count: (indent + 1) * 2)
            } else if index > 0 {
                text.append(0x20)
            }
            if let key = part.key {
                write(key, to: &text)
                text += [UInt8(ascii: ":"), 0x20]
            }
            part.value.write(to: &text, indent: indent + 1)
        }
        if !inline, !parts.isEmpty {
            text.append(0x0A)
            text += [UInt8](repeating: 0x20, count: indent * 2)
        }
        text.append(UInt8(ascii: close))
    }

    private static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, 0x7F:
                text += "\\u00".utf8
                text += Array(Hex.byte(byte).utf8)
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}

/// The members of an object as they are gathered; what is not known is left out.
struct JSONMembers {
    private(set) var members: [(key: String, value: JSONOutline)] = []

    mutating func add(_ key: String, _ value: JSONOutline?) {
        if let value { members.append((key, value)) }
    }
    mutating func add(_ key: String, _ text: String?) { add(key, text.map(JSONOutline.string)) }
    mutating func add(_ key: String, _ number: Int?) { add(key, number.map(JSONOutline.integer)) }
    mutating func add(_ key: String, _ flag: Bool?) { add(key, flag.map(JSONOutline.bool)) }
    /// Bytes in hex; none are left out.
    mutating func add(_ key: String, bytes: [UInt8]?) {
        guard let bytes, !bytes.isEmpty else { return }
        add(key, .string(Hex.string(bytes)))
    }
    /// A list; an empty one is left out.
    mutating func add(_ key: String, list: [JSONOutline], inline: Bool = false) {
        if !list.isEmpty { members.append((key, .list(list, inline: inline))) }
    }
    /// An object; one without members is left out.
    mutating func add(_ key: String, _ object: JSONMembers, inline: Bool = false) {
        if !object.members.isEmpty { members.append((key, .object(object.members, inline: inline))) }
    }

    func outline(inline: Bool) -> JSONOutline { .object(members, inline: inline) }
}
