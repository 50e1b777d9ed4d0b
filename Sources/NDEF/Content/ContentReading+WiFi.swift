extension ContentReading {
    /// A Wi-Fi record: attributes of a 2-byte type and a 2-byte length, the credentials inside others.
    ///
    /// Attributes that are not known are passed over, as the specification asks (WSC 2.0.5, 6.2).
    static func wifi(_ record: NDEFRecord) -> ContentReading {
        var walk = CredentialWalk()
        walk.walk(record.payload, at: 0, insideCredential: false)
        var reading = ContentReading(.unknown)
        reading.problems = walk.problems
        guard var first = walk.credentials.first else {
            reading.problems.malformed(at: 0, "the Wi-Fi record holds no network: neither credential nor SSID")
            reading.content = .mime(mediaType: record.type.utf8Repaired)
            return reading
        }
        first.furtherCredentials = Array(walk.credentials.dropFirst())
        if first.ssidBytes == nil { reading.problems.warn(at: 0, "the Wi-Fi record names no network (SSID)") }
        reading.content = .wifi(first)
        return reading
    }
}

/// Collects the credentials of a Wi-Fi record; also the attributes of one that lie outside a credential.
private struct CredentialWalk {
    var credentials: [WiFiContent] = []
    var problems = ProblemList()
    /// The place in `credentials` of what was found outside any credential.
    private var looseIndex: Int?

    mutating func walk(_ bytes: Bytes, at offset: Int, insideCredential: Bool) {
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            let start = offset + reader.position
            guard let type = reader.big16(), let length = reader.big16() else {
                if bytes.endOfContent > start - offset {
                    problems.warn(at: start, "the Wi-Fi record is truncated inside the head of an attribute")
                }
                return
            }
            let valueOffset = offset + reader.position
            let value: Bytes
            if let whole = reader.take(length) {
                value = whole
            } else {
                problems.warn(
                    at: start,
                    "the Wi-Fi record is truncated: attribute \(WiFiAttribute.hex16(type)) claims \(length) bytes, \(reader.rest.count) are left"
                )
                value = reader.takeAll()
            }
            if type == WiFiAttribute.credential, !insideCredential {
                credentials.append(WiFiContent())
                walk(value, at: valueOffset, insideCredential: true)
            } else {
                take(value, ofType: type, at: start, insideCredential: insideCredential)
            }
        }
    }

    private mutating func take(_ value: Bytes, ofType type: Int, at offset: Int, insideCredential: Bool) {
        guard let index = index(forType: type, insideCredential: insideCredential) else { return }
        switch type {
        case WiFiAttribute.ssid:
            credentials[index].ssidBytes = value
            credentials[index].ssid = value.utf8
            if value.utf8 == nil { problems.warn(at: offset, "the network name \(value.hex) is not valid UTF-8") }
            if value.count > 32 {
                problems.warn(at: offset, "the network name is \(value.count) bytes long; 32 is the most")
            }
        case WiFiAttribute.authentication:
            credentials[index].authentication = words(
                value, "authentication type", WiFiAttribute.authenticationNames, at: offset)
        case WiFiAttribute.encryption:
            credentials[index].encryption = words(value, "encryption type", WiFiAttribute.encryptionNames, at: offset)
        case WiFiAttribute.networkKey:
            credentials[index].keyBytes = value
            credentials[index].key = value.utf8
            if value.utf8 == nil { problems.warn(at: offset, "the network key is not valid UTF-8") }
            if value.count > 64 {
                problems.warn(at: offset, "the network key is \(value.count) bytes long; 64 is the most")
            }
        case WiFiAttribute.macAddress:
            credentials[index].macAddress = value
            if value.count != 6 { problems.warn(at: offset, "the MAC address is \(value.count) bytes long, not 6") }
        default: break
        }
    }

    /// The credential that an attribute belongs to; `nil` for attributes that describe no network.
    private mutating func index(forType type: Int, insideCredential: Bool) -> Int? {
        if insideCredential { return credentials.indices.last }
        // A MAC address outside a credential is the device's own.
        let describesNetwork = [
            WiFiAttribute.ssid, WiFiAttribute.authentication, WiFiAttribute.encryption, WiFiAttribute.networkKey,
        ].contains(type)
        guard describesNetwork else { return nil }
        if let looseIndex { return looseIndex }
        credentials.append(WiFiContent())
        looseIndex = credentials.count - 1
        return looseIndex
    }

    private mutating func words(
        _ value: Bytes, _ name: String, _ names: [(bit: Int, name: String)], at offset: Int
    ) -> String? {
        guard value.count == 2 else {
            problems.warn(at: offset, "the \(name) is \(value.count) bytes long, not 2")
            return nil
        }
        return WiFiAttribute.words(for: Int(value[0]) << 8 | Int(value[1]), names: names)
    }
}

extension Bytes {
    /// The place after the last byte that is not zero.
    var endOfContent: Int { (lastIndex { $0 != 0 } ?? -1) + 1 }
}
