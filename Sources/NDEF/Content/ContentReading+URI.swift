extension ContentReading {
    /// A URI record: an identifier code and the rest in UTF-8. Source: RTD URI 1.0, 3.2.
    static func uri(_ payload: Bytes) -> ContentReading {
        guard let code = payload.byte(at: 0) else {
            return .malformed("the URI has no identifier byte: the payload is empty")
        }
        let rest = payload[1..<payload.count]
        var reading = ContentReading(.uri((URIPrefix.text(of: code) ?? "") + rest.utf8Repaired))
        if URIPrefix.text(of: code) == nil {
            reading.problems.warn(at: 0, "the URI identifier \(code.hex) is reserved; it is read as 00, no prefix")
        }
        if rest.utf8 == nil { reading.problems.warn(at: 1, "the URI is not valid UTF-8") }
        if rest.isEmpty, code == 0 { reading.problems.warn(at: 1, "the URI is empty") }
        reading.checkURICharacters(rest, at: 1)
        return reading
    }

    /// A record whose type field is the URI. Source: NDEF 1.0, 3.2.6; RFC 3986, 4.3.
    static func absoluteURI(_ record: NDEFRecord) -> ContentReading {
        var reading = ContentReading(.absoluteURI(record.type.utf8Repaired))
        if !record.type.isEmpty, !record.type.beginsWithScheme {
            let payload =
                record.payload.beginsWithScheme ? "; the payload looks like one, where it does not belong" : ""
            reading.problems.warn(at: 0, "the type '\(record.type.visible)' is not an absolute URI\(payload)")
        }
        reading.checkURICharacters(record.type, at: 0)
        return reading
    }

    private mutating func checkURICharacters(_ bytes: Bytes, at offset: Int) {
        guard let index = bytes.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) else { return }
        problems.warn(
            at: offset + index, "the URI holds a control character (U+\(Unicode.Scalar(bytes[index]).hex(digits: 4)))")
    }
}

extension Bytes {
    /// True where the bytes begin with a scheme and a colon. Source: RFC 3986, 3.1.
    var beginsWithScheme: Bool {
        guard let colon = firstIndex(of: 0x3A), colon > 0, 0x61...0x7A ~= self[0].lowercasedASCII else { return false }
        return self[0..<colon].allSatisfy {
            0x61...0x7A ~= $0.lowercasedASCII || 0x30...0x39 ~= $0 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
        }
    }
}
