import Tags

/// A tag's state as text: a heading, then `key value` a line, a key as often as it is needed.
struct StateText {
    private var lines: [(key: String, value: String)] = []

    private static let heading = "tagdesk simulated tag 1"

    init() {}

    /// `nil` for bytes that begin otherwise.
    init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard text.first.map(String.init) == Self.heading else { return nil }
        for line in text.dropFirst() {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2 { lines.append((String(parts[0]), String(parts[1]))) }
        }
    }

    /// The bytes to keep.
    var bytes: [UInt8] {
        Array(([Self.heading] + lines.map { $0.key + " " + $0.value }).joined(separator: "\n").utf8) + [0x0A]
    }

    /// Says how many lines there are, so that a text that was cut off is known by it.
    mutating func seal() { add("end", [lines.count]) }

    /// Sealed, and nothing is missing; whoever writes one by hand ends it with `end any`.
    var isWhole: Bool {
        lines.last?.key == "end" && (value("end") == "any" || number("end") == lines.count - 1)
    }

    mutating func add(_ key: String, _ value: String) { lines.append((key, value)) }
    mutating func add(_ key: String, _ bytes: [UInt8]) { add(key, Hex.string(bytes)) }
    mutating func add(_ key: String, _ numbers: [Int]) { add(key, numbers.map(String.init).joined(separator: " ")) }
    mutating func add(_ key: String, _ isSet: Bool) { add(key, isSet ? "1" : "0") }

    /// The last value of a key.
    func value(_ key: String) -> String? { lines.last { $0.key == key }?.value }
    /// Every value of a key.
    func values(_ key: String) -> [String] { lines.filter { $0.key == key }.map(\.value) }
    /// The bytes of a key; none where the value is empty.
    func bytes(_ key: String) -> [UInt8]? { value(key).flatMap { Hex.bytes($0) } }
    /// The numbers of a key, none below 0.
    func numbers(_ key: String) -> [Int] { (value(key) ?? "").split(separator: " ").map { max(0, Int($0) ?? 0) } }
    func number(_ key: String) -> Int? { numbers(key).first }
    func isSet(_ key: String) -> Bool? { number(key).map { $0 != 0 } }
}
