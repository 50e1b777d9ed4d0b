/// Text of several lines in a field of one: a line end is typed and shown as `\n`, a backslash as `\\`.
enum LineText {
    /// The text as a field shows it; `nil` where it holds characters that a field cannot show.
    static func shown(_ text: String) -> String? {
        var shown = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": shown += "\\\\"
            case "\n": shown += "\\n"
            case "\r": shown += "\\r"
            case "\t": shown += "\\t"
            default:
                guard scalar.properties.generalCategory != .control else { return nil }
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown.count <= InputLine.limit ? shown : nil
    }

    /// The text that was typed. A backslash before any other letter stands for itself.
    static func typed(_ shown: String) -> String {
        var text = ""
        var escaped = false
        for character in shown {
            if escaped {
                escaped = false
                switch character {
                case "n": text += "\n"
                case "r": text += "\r"
                case "t": text += "\t"
                case "\\": text += "\\"
                default: text += "\\" + String(character)
                }
            } else if character == "\\" {
                escaped = true
            } else {
                text.append(character)
            }
        }
        return escaped ? text + "\\" : text
    }
}

/// Percent-encoding of the parts of a link. Source: RFC 3986, 2.1 and 2.3.
enum PercentText {
    private static let digits = Array("0123456789ABCDEF")

    /// Everything but letters, digits and `-._~` encoded, and what `keeping` names.
    static func encoded(_ text: String, keeping: String = "") -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain = byte < 0x80 && (Character(scalar).isLetter || Character(scalar).isNumber)
            if isPlain || "-._~".unicodeScalars.contains(scalar) || keeping.unicodeScalars.contains(scalar) {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded.append("%")
                encoded.append(digits[Int(byte >> 4)])
                encoded.append(digits[Int(byte & 15)])
            }
        }
        return encoded
    }

    /// The text with `%XX` decoded; `nil` where that is not UTF-8 or a `%` stands alone.
    static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The fields of a query, `subject=a&body=b`, decoded; `nil` where one cannot be.
    static func fields(_ query: some StringProtocol) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for part in query.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(halves[0]), let value = decoded(halves.count > 1 ? halves[1] : "") else {
                return nil
            }
            fields.append((name, value))
        }
        return fields
    }
}
