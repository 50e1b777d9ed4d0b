import Engine
import Tags

extension JSONValue {
    /// The document of `tagdesk readers`.
    init(readers state: ReadersState) {
        self = [
            "pcscd": .string(state.service.rawValue),
            "readers": .array(state.readers.map(JSONValue.init(reader:))),
            "advice": JSONValue(strings: state.advice),
        ]
    }

    private init(reader: ReaderState) {
        var object: JSONObject = [
            "name": .string(reader.name), "profile": .string(reader.profile), "native": .bool(reader.native),
            "tag": .bool(reader.present), "atr": reader.atr.isEmpty ? .null : JSONValue(hex: reader.atr),
        ]
        if reader.mute { object["mute"] = true }
        if reader.busyElsewhere { object["busyElsewhere"] = true }
        if reader.simulated { object["simulated"] = true }
        if let limits = reader.limits { object["limits"] = .string(limits) }
        self = .object(object)
    }
}
