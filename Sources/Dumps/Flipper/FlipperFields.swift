import NDEF
import Tags

/// The lines `key: value` of a Flipper file, found by key in whatever order and case they stand.
struct FlipperFields {
    /// One line.
    struct Field {
        /// As the file has it.
        var key: String
        var value: ArraySlice<UInt8>
        var line: Int

        /// The value as text.
        var text: String { String(decoding: value, as: UTF8.self) }

        /// The value as hex bytes.
        func bytes() throws(DumpError) -> [UInt8] {
            guard let bytes = Hex.bytes(ascii: value) else {
                throw .line(line, "gives `\(value.words)` for \(key.visible), which is no hex")
            }
            return bytes
        }

        /// The value as this many hex bytes.
        func bytes(_ count: Int) throws(DumpError) -> [UInt8] {
            let bytes = try bytes()
            guard bytes.count == count else {
                throw .line(
                    line,
                    "gives \(Words.count(bytes.count, "byte")) for \(key.visible), \(count) \(count == 1 ? "is" : "are") needed"
                )
            }
            return bytes
        }

        /// The value as a number from 0 to `most`.
        func number(to most: Int) throws(DumpError) -> Int {
            guard let number = value.decimal, number <= most else {
                throw .line(line, "gives `\(value.words)` for \(key.visible), a number from 0 to \(most) is needed")
            }
            return number
        }

        /// The value as `true` or `false`.
        func flag() throws(DumpError) -> Bool {
            if value.spells("true") { return true }
            if value.spells("false") { return false }
            throw .line(line, "gives `\(value.words)` for \(key.visible), true or false is needed")
        }
    }

    /// In the order of the file.
    private(set) var fields: [Field] = []
    /// What is odd.
    private(set) var problems: [String] = []
    private var places: [String: Int] = [:]

    init(_ lines: TextLines) throws(DumpError) {
        for line in lines.lines where line.text.first != UInt8(ascii: "#") {
            guard let colon = line.text.firstIndex(of: UInt8(ascii: ":")) else {
                throw .line(line.number, "is no `key: value`: `\(line.text.words)`")
            }
            guard String(validating: line.text, as: UTF8.self) != nil else {
                throw .line(line.number, "is no text in UTF-8: `\(line.text.words)`")
            }
            let key = String(decoding: line.text[..<colon].trimmed, as: UTF8.self)
            let field = Field(key: key, value: line.text[(colon + 1)...].trimmed, line: line.number)
            try add(field)
        }
    }

    private mutating func add(_ field: Field) throws(DumpError) {
        let name = field.key.lowercased()
        if let place = places[name], name != "ndef data" {
            let first = fields[place]
            guard first.value.elementsEqual(field.value) else {
                throw .line(
                    field.line,
                    "says \(field.key.visible) again, and otherwise than line \(first.line): `\(field.value.words)` in place of "
                        + "`\(first.value.words)`")
            }
            problems.append("line \(field.line) says \(field.key.visible) once more")
        } else {
            places[name] = fields.count
        }
        fields.append(field)
    }

    /// The field of this key, whatever its case.
    subscript(key: String) -> Field? { places[key.lowercased()].map { fields[$0] } }

    /// The field of this key, without which the file says nothing.
    func needed(_ key: String) throws(DumpError) -> Field {
        guard let field = self[key] else {
            throw DumpError("the Flipper file has no line `\(key)`", advice: DumpError.damaged)
        }
        return field
    }

    /// Fields `Word n`, such as `Page 12`, with their numbers in the order of the file.
    func numbered(_ word: StaticString) throws(DumpError) -> [(number: Int, field: Field)] {
        var found: [(number: Int, field: Field)] = []
        for field in fields where field.key.utf8.count > word.utf8CodeUnitCount + 1 {
            let key = Array(field.key.utf8)
            guard key.hasPrefix(word), key[word.utf8CodeUnitCount].isBlank else { continue }
            let digits = key[(word.utf8CodeUnitCount + 1)...].trimmed
            // `Page 12`, but not `Pages read` nor `Block Size`.
            guard let first = digits.first, (0x30...0x39).contains(first) || first == UInt8(ascii: "-") else {
                continue
            }
            guard let number = digits.decimal else {
                throw .line(field.line, "names \(field.key.visible), which is no place in a memory")
            }
            found.append((number, field))
        }
        return found
    }
}
