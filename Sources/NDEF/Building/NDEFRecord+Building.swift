extension NDEFRecord {
    /// A URI record with the longest prefix there is for it.
    ///
    /// Characters that no URI may hold are percent-encoded, non-ASCII ones as UTF-8 (RFC 3987, 3.1); those of the host
    /// stay as they are, since a percent-encoded name is looked up by few programs. A scheme or host in capitals is
    /// abbreviated too.
    ///
    /// - Throws: `RecordError.uriEmpty`, `.unprintable`.
    public static func uri(_ uri: String) throws(RecordError) -> NDEFRecord {
        try TypedText.checkLink(uri.trimmingSpaces)
        let bytes = URIText.encoded(uri)
        guard !bytes.isEmpty else { throw .uriEmpty }
        let (code, length) = URIPrefix.longest(of: bytes)
        return NDEFRecord(tnf: .wellKnown, type: "U", payload: Bytes([code] + bytes.dropFirst(length)))
    }

    /// A Text record; UTF-16 is written big-endian with its byte order mark.
    ///
    /// - Parameter language: An IANA language tag, 1 to 63 ASCII characters.
    /// - Throws: `RecordError.languageCode`.
    public static func text(
        _ text: String, language: String = "en", encoding: TextContent.Encoding = .utf8
    ) throws(RecordError) -> NDEFRecord {
        let code = Array(language.utf8)
        guard 1...63 ~= code.count, code.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw .languageCode(language) }
        var payload = [(encoding == .utf16 ? 0x80 : 0) | UInt8(truncatingIfNeeded: code.count)] + code
        switch encoding {
        case .utf8: payload += text.utf8
        case .utf16:
            payload += [0xFE, 0xFF]
            for unit in text.utf16 { payload += unit.bigEndianBytes }
        }
        return NDEFRecord(tnf: .wellKnown, type: "T", payload: Bytes(payload))
    }

    /// A record of a MIME type, parameters allowed.
    ///
    /// - Throws: `RecordError.mediaType`, `.typeTooLong`.
    public static func mime(type: String, payload: [UInt8]) throws(RecordError) -> NDEFRecord {
        let bytes = Array(type.utf8)
        let name = bytes.prefix { $0 != 0x3B }
        let halves = name.split(separator: 0x2F, omittingEmptySubsequences: false)
        guard bytes.allSatisfy({ 0x20...0x7E ~= $0 }), halves.count == 2,
            halves.allSatisfy({ !$0.isEmpty && !$0.contains(0x20) })
        else { throw .mediaType(type) }
        guard bytes.count <= 255 else { throw .typeTooLong(bytes.count) }
        return NDEFRecord(tnf: .media, type: Bytes(bytes), payload: Bytes(payload))
    }

    /// A record of an external type, stored in lower case: such types are compared without case (RTD 1.0, 3.3), yet
    /// phones compare them letter by letter.
    ///
    /// - Throws: `RecordError.externalType`, `.typeTooLong`.
    public static func external(domain: String, type: String, payload: [UInt8]) throws(RecordError) -> NDEFRecord {
        var name = (domain + ":" + type).lowercased()
        if name.hasPrefix("urn:nfc:ext:") { name.removeFirst("urn:nfc:ext:".count) }
        let bytes = Array(name.utf8)
        let halves = bytes.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
        guard bytes.allSatisfy({ 0x21...0x7E ~= $0 }), halves.count == 2, halves.allSatisfy({ !$0.isEmpty }) else {
            throw .externalType(domain + ":" + type)
        }
        guard bytes.count <= 255 else { throw .typeTooLong(bytes.count) }
        return NDEFRecord(tnf: .external, type: Bytes(bytes), payload: Bytes(payload))
    }

    /// An Android Application Record: a phone opens the application, or the store's page of it.
    ///
    /// - Throws: `RecordError.packageName`.
    public static func aar(package: String) throws(RecordError) -> NDEFRecord {
        let bytes = Array(package.utf8)
        let isName = bytes.allSatisfy {
            0x61...0x7A ~= $0.lowercasedASCII || 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x5F
        }
        guard isName, !bytes.isEmpty else { throw .packageName(package) }
        return NDEFRecord(tnf: .external, type: "android.com:pkg", payload: Bytes(bytes))
    }

    /// A record whose type field is the URI, without payload.
    ///
    /// - Throws: `RecordError.notAbsoluteURI`, `.typeTooLong`, `.unprintable`.
    public static func absoluteURI(_ uri: String) throws(RecordError) -> NDEFRecord {
        try TypedText.checkLink(uri.trimmingSpaces)
        let bytes = Bytes(URIText.encoded(uri))
        guard bytes.beginsWithScheme else { throw .notAbsoluteURI(uri) }
        guard bytes.count <= 255 else { throw .typeTooLong(bytes.count) }
        return NDEFRecord(tnf: .absoluteURI, type: bytes)
    }

    /// A Smart Poster: a URI with titles and, if said, what to do with it and what it points to.
    ///
    /// - Parameters:
    ///   - action: 0 do it, 1 save it, 2 open it to edit.
    ///   - mediaType: The MIME type of what the URI points to.
    ///   - size: The size in bytes of what the URI points to.
    /// - Throws: `RecordError` of the URI or of a title.
    public static func smartPoster(
        uri: String, titles: [TextContent], action: UInt8? = nil, mediaType: String? = nil, size: UInt32? = nil
    ) throws(RecordError) -> NDEFRecord {
        var records = [try NDEFRecord.uri(uri)]
        for title in titles {
            records.append(try .text(title.text, language: title.language, encoding: title.encoding))
        }
        if let action { records.append(NDEFRecord(tnf: .wellKnown, type: "act", payload: [action])) }
        if let size {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
            records.append(NDEFRecord(tnf: .wellKnown, type: "s", payload: Bytes(bytes)))
        }
        if let mediaType {
            try TypedText.check(mediaType, "the type of what the link leads to")
            records.append(NDEFRecord(tnf: .wellKnown, type: "t", payload: Bytes(Array(mediaType.utf8))))
        }
        return NDEFRecord(tnf: .wellKnown, type: "Sp", payload: Bytes(NDEFMessage(records).encoded()))
    }

    /// The empty record: what an erased tag holds.
    public static var empty: NDEFRecord { NDEFRecord(tnf: .empty) }
}

extension Bytes: ExpressibleByStringLiteral {
    /// A view of the UTF-8 bytes of the text.
    public init(stringLiteral value: StaticString) { self.init(value.withUTF8Buffer { Array($0) }) }
}

extension UInt16 {
    var bigEndianBytes: [UInt8] { [UInt8(truncatingIfNeeded: self >> 8), UInt8(truncatingIfNeeded: self)] }
}
