extension ContentReading {
    /// A Signature record of version 1.0 or 2.0. Source: RTD Signature 1.0 and 2.0, 3.
    static func signature(_ payload: Bytes) -> ContentReading {
        var reader = ByteReader(payload)
        guard let version = reader.byte(), let typeByte = reader.byte() else {
            return .malformed("the signature record is cut off: it has no signature type")
        }
        var signature = SignatureContent(
            version: version, signatureType: typeByte & 0x7F, hashType: nil, signature: nil, uri: nil)
        var reading = ContentReading(.unknown)
        reading.checkVersion(version)
        if version >= 0x20 {
            signature.hashType = reader.byte()
            if signature.hashType == nil {
                reading.problems.warn(at: 2, "the signature record is cut off: no hash type")
            }
        }
        // Version 1 marks the start of what is signed by two bytes and nothing more.
        if !reader.isAtEnd {
            reading.fill(&signature, hasURI: typeByte & 0x80 != 0, from: &reader)
        } else if version >= 0x20 || signature.signatureType != 0 {
            reading.problems.warn(at: reader.position, "the signature record is cut off: no signature field")
        }
        reading.content = .signature(signature)
        return reading
    }

    private mutating func checkVersion(_ version: UInt8) {
        if version == 0x01 || version == 0x10 {
            problems.warn(at: 0, "the record uses Signature RTD 1.0, which is withdrawn")
        } else if version != 0x20 {
            problems.warn(at: 0, "the signature version \(version.hex) is not known")
        }
    }

    private mutating func fill(_ signature: inout SignatureContent, hasURI: Bool, from reader: inout ByteReader) {
        guard let field = field(from: &reader, named: "signature") else { return }
        if hasURI {
            signature.uri = field.utf8Repaired
        } else if !field.isEmpty || signature.signatureType != 0 {
            signature.signature = field
        }
        guard let chain = reader.byte() else {
            problems.warn(at: reader.position, "the signature record is cut off: no certificate chain field")
            return
        }
        signature.certificateFormat = chain >> 4 & 7
        for _ in 0..<(chain & 0x0F) {
            guard let certificate = self.field(from: &reader, named: "certificate") else { return }
            signature.certificates.append(certificate)
        }
        if chain & 0x80 != 0, let uri = self.field(from: &reader, named: "certificate URI") {
            signature.certificateURI = uri.utf8Repaired
        }
        if !reader.isAtEnd {
            problems.warn(at: reader.position, "\(reader.rest.count) bytes follow the end of the signature")
        }
    }

    /// A field with its length in two bytes before it.
    private mutating func field(from reader: inout ByteReader, named name: String) -> Bytes? {
        let start = reader.position
        guard let length = reader.big16() else {
            problems.warn(at: start, "the signature record is cut off: the \(name) has no length")
            return nil
        }
        if let field = reader.take(length) { return field }
        problems.warn(at: start, "the \(name) claims \(length) bytes, \(reader.rest.count) are left")
        return nil
    }
}
