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

        /// The value as this many hex bytes, of which some may be given as `??` for not known.
        func bytesIfKnown(_ count: Int) throws(DumpError) -> [UInt8?] {
            let unknown = UInt8(ascii: "?")
            guard value.contains(unknown) else { return try bytes(count).map { $0 } }
            let digits = value.filter { !$0.isBlank }
            guard digits.count == count * 2, digits.allSatisfy({ $0 == unknown || $0.isHexDigit }) else {
                throw .line(line, "gives `\(value.words)` for \(key.visible), which is no hex")
            }
            return stride(from: 0, to: digits.count, by: 2).map { Hex.bytes(ascii: digits[$0..<$0 + 2])?.first }
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
        var foreign: [TextLines.Line] = []
        var repeated: [Int] = []
        var contradictions: [(field: Field, before: Int)] = []
        for line in lines.lines where line.text.first != UInt8(ascii: "#") {
            guard let colon = line.text.firstIndex(of: UInt8(ascii: ":")) else {
                foreign.append(line)
                continue
            }
            guard String(validating: line.text, as: UTF8.self) != nil else {
                throw .line(line.number, "is no text in UTF-8: `\(line.text.words)`")
            }
            let key = String(decoding: line.text[..<colon].trimmed, as: UTF8.self)
            let field = Field(key: key, value: line.text[(colon + 1)...].trimmed, line: line.number)
            if try !add(field, &contradictions) { repeated.append(field.line) }
        }
        if let first = foreign.first {
            problems.append(
                foreign.count == 1
                    ? "line \(first.number) is no `key: value` and is left out: `\(first.text.words)`"
                    : "\(foreign.count) lines are no `key: value` and are left out, the first is line \(first.number): "
                        + "`\(first.text.words)`")
        }
        if let first = contradictions.first {
            let more = contradictions.count > 1 ? "; \(contradictions.count - 1) more lines contradict others" : ""
            problems.append(
                "line \(first.field.line) says \(first.field.key.visible) again, and otherwise than line \(first.before), "
                    + "which counts\(more)")
        }
        repeated.removeAll { line in contradictions.contains { $0.field.line == line } }
        if let first = repeated.first {
            problems.append(
                repeated.count == 1
                    ? "line \(first) says once more what stood before"
                    : "\(repeated.count) lines say once more what stood before, the first is line \(first)")
        }
    }

    /// What a memory is made of and whose it is: two answers to that are no answer. Blocks of FeliCa are counted anew in
    /// each of its systems.
    private func decides(_ key: String) -> Bool {
        let key = key.lowercased()
        let hasBlocks = self["Device type"].map { !$0.value.spells("FeliCa") } ?? true
        return ["uid", "data content"].contains(key) || key.hasPrefix("page ") || key.hasPrefix("block ") && hasBlocks
    }

    /// - Returns: False where it says what another one said before.
    private mutating func add(
        _ field: Field, _ contradictions: inout [(field: Field, before: Int)]
    ) throws(DumpError) -> Bool {
        let name = field.key.lowercased()
        if let place = places[name], name != "ndef data" {
            let first = fields[place]
            if !first.value.elementsEqual(field.value) {
                guard !decides(field.key) else {
                    throw .line(
                        field.line,
                        "says \(field.key.visible) again, and otherwise than line \(first.line): `\(field.value.words)` in "
                            + "place of `\(first.value.words)`")
                }
                contradictions.append((field, first.line))
            }
            fields.append(field)
            return false
        }
        places[name] = fields.count
        fields.append(field)
        return true
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
