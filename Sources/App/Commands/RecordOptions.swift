import Dumps
import NDEF
import Tags

/// Records as the command line gives them: one option a record, in order.
enum RecordOptions {
    /// The records that the options stand for.
    static func records(of options: [GivenOption]) throws(UsageError) -> [NDEFRecord] {
        var records: [NDEFRecord] = []
        for option in options {
            guard OptionSpec.records.contains(option.name), let value = option.value else { continue }
            records += try RecordOptions.records(option.name, value)
        }
        return records
    }

    private static func records(_ name: OptionName, _ value: String) throws(UsageError) -> [NDEFRecord] {
        switch name {
        case .uri: return [try built(name) { () throws(RecordError) in try .uri(value) }]
        case .text: return [try text(value)]
        case .vcard:
            return [.vcard(try MessageInput.raw(value))]
        case .contact: return [try contact(value)]
        case .wifi: return [try wifi(value)]
        case .mime: return [try mime(value)]
        case .external, .externalHex: return [try external(name, value)]
        case .aar: return [try built(name) { () throws(RecordError) in try .aar(package: value) }]
        case .poster: return [try poster(value)]
        case .bluetooth: return [try bluetooth(value)]
        case .ndef: return try message(try MessageInput.file(value), name, value)
        case .raw:
            guard let bytes = Hex.bytes(value) else { throw bad(name, value, "it is not hex") }
            return try message(bytes, name, value)
        default: return []
        }
    }

    private static func bad(_ name: OptionName, _ value: String, _ wanted: String) -> UsageError {
        .badValue(of: name.dashed, value: value, wanted: wanted)
    }

    /// Builds a record; what the builder objects to is wrong usage.
    private static func built(
        _ name: OptionName, _ build: () throws(RecordError) -> NDEFRecord
    ) throws(UsageError) -> NDEFRecord {
        do throws(RecordError) {
            return try build()
        } catch {
            throw .record(name, sentence: error.description)
        }
    }

    /// `TEXT` or `LANG:TEXT`. LANG is taken for one only where it looks like a language tag in the usual spelling, a
    /// primary subtag of two or three small letters, so that `Note: x` and `https://x` are text.
    private static func text(_ value: String) throws(UsageError) -> NDEFRecord {
        var language = "en"
        var text = value
        if let colon = value.firstIndex(of: ":"), isLanguage(value[..<colon]) {
            language = String(value[..<colon])
            text = String(value[value.index(after: colon)...])
        }
        return try built(.text) { () throws(RecordError) in try .text(text, language: language) }
    }

    private static func isLanguage(_ tag: Substring) -> Bool {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let primary = parts.first, (2...3).contains(primary.count),
            primary.allSatisfy({ ("a"..."z").contains($0) })
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.count)
                && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }
        }
    }

    private static func contact(_ value: String) throws(UsageError) -> NDEFRecord {
        let known = ["name", "tel", "email", "org", "title", "url", "address", "note"]
        guard let fields = FieldList.parse(value, known: known) else {
            throw bad(.contact, value, "it has the form name=..,tel=..,email=..,org=..,title=..,url=..")
        }
        return try built(.contact) { () throws(RecordError) in
            try .contact(ContactFields(pairs: fields.map { (field: $0.name, value: $0.value) }))
        }
    }

    private static func wifi(_ value: String) throws(UsageError) -> NDEFRecord {
        guard let fields = FieldList.parse(value, known: ["ssid", "auth", "encryption", "key", "mac"]) else {
            throw bad(.wifi, "...", "it has the form ssid=..,auth=..,key=..")
        }
        func field(_ name: String) -> String? { fields.last { $0.name == name }?.value }
        guard let ssid = field("ssid") else { throw bad(.wifi, "...", "ssid= is missing") }
        return try built(.wifi) { () throws(RecordError) in
            var authentication: WiFiAuthentication?
            if let word = field("auth") { authentication = try WiFiAuthentication(word: word) }
            var encryption: WiFiEncryption?
            if let word = field("encryption") { encryption = try WiFiEncryption(word: word) }
            var address: Bytes?
            if let mac = field("mac") { address = Bytes(try BluetoothAddress(mac).bytes) }
            return try .wifi(
                ssid: ssid, authentication: authentication, encryption: encryption, key: field("key") ?? "",
                macAddress: address)
        }
    }

    /// `TYPE=FILE`; a type may hold `=` in its parameters, so the first split whose file is there counts.
    private static func mime(_ value: String) throws(UsageError) -> NDEFRecord {
        let splits = value.indices.filter {
            value[$0] == "=" && $0 > value.startIndex && value.index(after: $0) < value.endIndex
        }
        guard let first = splits.first else {
            throw bad(.mime, value, "it has the form TYPE=FILE, such as text/plain=note.txt")
        }
        let place = splits.first { Files.exists(String(value[value.index(after: $0)...])) } ?? first
        let payload = try MessageInput.raw(String(value[value.index(after: place)...]))
        return try built(.mime) { () throws(RecordError) in
            try .mime(type: String(value[..<place]), payload: payload)
        }
    }

    /// `DOMAIN:TYPE=TEXT` or, for the hex option, `DOMAIN:TYPE=HEX`.
    private static func external(_ name: OptionName, _ value: String) throws(UsageError) -> NDEFRecord {
        let form = "it has the form DOMAIN:TYPE=" + (name == .external ? "TEXT" : "HEX")
        guard let equals = value.firstIndex(of: "="), let colon = value[..<equals].firstIndex(of: ":") else {
            throw bad(name, value, form)
        }
        let rest = String(value[value.index(after: equals)...])
        let bytes = name == .external ? Array(rest.utf8) : Hex.bytes(rest)
        guard let bytes else { throw bad(name, value, form) }
        return try built(name) { () throws(RecordError) in
            try .external(
                domain: String(value[..<colon]), type: String(value[value.index(after: colon)..<equals]), payload: bytes
            )
        }
    }

    /// `URI=TITLE`; the last `=` separates, since URIs hold them in queries.
    private static func poster(_ value: String) throws(UsageError) -> NDEFRecord {
        guard let equals = value.lastIndex(of: "=") else { throw bad(.poster, value, "it has the form URI=TITLE") }
        let title = String(value[value.index(after: equals)...])
        return try built(.poster) { () throws(RecordError) in
            try .smartPoster(uri: String(value[..<equals]), titles: [TextContent(text: title, language: "en")])
        }
    }

    /// `MAC[=NAME]`.
    private static func bluetooth(_ value: String) throws(UsageError) -> NDEFRecord {
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return try built(.bluetooth) { () throws(RecordError) in
            try .bluetooth(address: parts[0], name: parts.count > 1 ? parts[1] : "")
        }
    }

    /// All records of a message that must be without fault: what is written should be what was meant.
    private static func message(
        _ bytes: [UInt8], _ name: OptionName, _ value: String
    ) throws(UsageError) -> [NDEFRecord] {
        let decoding = NDEFMessage.decode(bytes)
        if let problem = decoding.problems.first(where: { $0.severity == .malformed }) {
            throw bad(
                name, String(value.prefix(40)),
                "as a message it is broken at byte \(problem.offset): \(problem.sentence)")
        }
        return decoding.records.map(\.record)
    }
}
