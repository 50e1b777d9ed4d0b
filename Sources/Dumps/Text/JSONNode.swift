/// A JSON document as read: members in their order, keys that stand twice kept.
indirect enum JSONNode: Equatable {
    case null
    case bool(Bool)
    /// A number, by its text: what a float means is asked by who needs it.
    case number(ArraySlice<UInt8>)
    case string(String)
    case array([JSONNode])
    case object([Member])

    /// A key with its value.
    struct Member: Equatable {
        var key: String
        var value: JSONNode
    }

    /// The value of a key, the first where it stands twice; `nil` for what is no object.
    subscript(key: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The members of an object, none for anything else.
    var members: [Member] { if case .object(let members) = self { members } else { [] } }
    /// The elements of an array, none for anything else.
    var elements: [JSONNode] { if case .array(let elements) = self { elements } else { [] } }
    /// The text of a string.
    var text: String? { if case .string(let text) = self { text } else { nil } }
    /// A truth value.
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    /// A whole number that fits; a fraction, an exponent or a sign before a value that is none is `nil`.
    var integer: Int? {
        guard case .number(let text) = self else { return nil }
        if text.first == UInt8(ascii: "-") { return text.dropFirst().decimal.map { -$0 } }
        return text.decimal
    }

    /// A key that stands twice in one object, anywhere; the first one found.
    var doubledKey: String? {
        switch self {
        case .object(let members):
            var seen: Set<String> = []
            for member in members {
                if !seen.insert(member.key).inserted { return member.key }
                if let key = member.value.doubledKey { return key }
            }
            return nil
        case .array(let elements):
            for element in elements { if let key = element.doubledKey { return key } }
            return nil
        default: return nil
        }
    }
}
