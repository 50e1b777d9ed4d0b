extension ContentReading {
    /// A record of an external type: `domain:type`. Source: RTD 1.0, 3.3; Android Application Record.
    static func external(_ record: NDEFRecord) -> ContentReading {
        let type = record.type
        if type.equalsIgnoringCase("android.com:pkg") {
            var reading = ContentReading(.aar(package: record.payload.utf8Repaired))
            if record.payload.isEmpty { reading.problems.warn(at: 0, "the application record names no package") }
            if record.payload.utf8 == nil { reading.problems.warn(at: 0, "the package name is not valid UTF-8") }
            return reading
        }
        var reading = ContentReading(.external(type: type.utf8Repaired))
        if type.count >= ExternalType.urnPrefix.utf8CodeUnitCount,
            type[0..<ExternalType.urnPrefix.utf8CodeUnitCount].equalsIgnoringCase(ExternalType.urnPrefix)
        {
            reading.problems.warn(
                at: 0, "the external type is stored with its prefix urn:nfc:ext:, which belongs left out")
        } else if type.contains(where: { !(0x21...0x7E ~= $0) }) {
            reading.problems.warn(at: 0, "the external type \(type.hex) is not printable ASCII")
        } else if !type.isEmpty, !type.contains(0x3A) {
            reading.problems.warn(at: 0, "the external type '\(type.visible)' has no domain: there is no colon in it")
        }
        return reading
    }

    /// A MIME record that nothing more is known of.
    static func mime(_ record: NDEFRecord) -> ContentReading {
        var reading = ContentReading(.mime(mediaType: record.type.utf8Repaired))
        if record.type.contains(where: { !(0x20...0x7E ~= $0) }) {
            reading.problems.warn(at: 0, "the MIME type \(record.type.hex) is not printable ASCII")
        }
        return reading
    }
}

/// The name of an external type.
enum ExternalType {
    /// What stands before the name where it is written as a URN; never stored.
    static let urnPrefix: StaticString = "urn:nfc:ext:"
}
