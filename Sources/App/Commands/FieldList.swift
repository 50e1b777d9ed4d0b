/// A value of the form `name=..,tel=..`: named fields, split at commas.
///
/// A comma ends a field only where a known field's name and `=` follow; so a Wi-Fi key may hold commas. Where a value
/// would look like that by chance, `\,` is a comma that ends nothing.
enum FieldList {
    /// The fields in order, names lower case.
    /// - Returns: `nil` where the text does not begin with a known name and `=`.
    static func parse(_ text: String, known: [String]) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        var rest = Substring(text)
        var atStart = true
        while atStart || !rest.isEmpty {
            if atStart {
                guard let name = known.first(where: { rest.begins(withField: $0) }) else { return nil }
                rest = rest.dropFirst(name.count + 1)
                fields.append((name, ""))
                atStart = false
            } else if rest.hasPrefix("\\,") {
                fields[fields.count - 1].value += ","
                rest = rest.dropFirst(2)
            } else {
                let next = rest.removeFirst()
                if next == ",", known.contains(where: { rest.begins(withField: $0) }) {
                    atStart = true
                } else {
                    fields[fields.count - 1].value.append(next)
                }
            }
        }
        return fields
    }
}

extension Substring {
    fileprivate func begins(withField name: String) -> Bool {
        let head = prefix(name.count + 1)
        return head.last == "=" && head.dropLast().lowercased() == name
    }
}
