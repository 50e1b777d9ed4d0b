/// One JSON value; objects keep the order in which their members were written.
///
///     let document: JSONValue = ["uid": "04:C4", "pages": 45]
///     document.text        // {"uid":"04:C4","pages":45}
///
/// Made for writing only: what the program prints is built from these and nothing else, so a document can never be
/// torn or hold bytes that are no JSON.
indirect enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// The members of a JSON object in order; a key set twice keeps its place and takes the new value.
struct JSONObject: Equatable, Sendable {
    /// One key with its value.
    struct Member: Equatable, Sendable {
        var key: String
        var value: JSONValue
    }

    private(set) var members: [Member] = []

    /// An object without members.
    init() {}

    /// The value of `key`; `nil` removes it or says that there is none.
    subscript(key: String) -> JSONValue? {
        get { members.first { $0.key == key }?.value }
        set {
            let place = members.firstIndex { $0.key == key }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (key, value) in elements { self[key] = value }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue {
    /// A string, or `null` for what is not known.
    init(_ value: String?) { self = value.map(JSONValue.string) ?? .null }
    /// A number, or `null` for what is not known.
    init(_ value: Int?) { self = value.map(JSONValue.integer) ?? .null }
    /// A truth value, or `null` for what is not known.
    init(_ value: Bool?) { self = value.map(JSONValue.bool) ?? .null }
    /// A list of strings.
    init(strings: [String]) { self = .array(strings.map(JSONValue.string)) }
    /// A list of numbers.
    init(integers: [Int]) { self = .array(integers.map(JSONValue.integer)) }
}
