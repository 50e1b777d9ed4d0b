import Tags

/// One tag as a trace recorded it: from its arrival on a reader until it left.
public struct RecordedTag: Equatable, Sendable {
    /// The reader's name in the trace.
    public var reader: String
    /// The profile that was found to work on that reader; `nil` where the trace does not say.
    public var profile: String?
    /// The answer to reset.
    public var atr: [UInt8]
    /// The trace does not say the answer to reset; it was chosen by what was asked of the tag.
    public var atrIsAssumed: Bool
    /// The UID; empty where the trace does not say.
    public var uid: [UInt8]
    /// The chip's name; empty where the trace does not say.
    public var chip: String
    /// What was said to it.
    public var exchanges: [Exchange]

    /// The chip and the UID, or the reader where neither is known.
    public var words: String {
        let parts = [chip, uid.isEmpty ? "" : Hex.string(uid, separator: ":")].filter { !$0.isEmpty }
        return parts.isEmpty ? "a tag on \(reader)" : parts.joined(separator: " ")
    }
}

extension Trace {
    /// The tags of a trace, in the order in which they came.
    public var tags: [RecordedTag] {
        var done: [RecordedTag] = []
        var current: [String: RecordedTag] = [:]
        var profiles: [String: String] = [:]
        var atrs: [String: [UInt8]] = [:]
        var order: [String] = []
        func leave(_ reader: String) {
            if let tag = current.removeValue(forKey: reader), !tag.exchanges.isEmpty { done.append(tag.completed) }
            order.removeAll { $0 == reader }
        }
        func open(_ reader: String) {
            guard current[reader] == nil else { return }
            order.append(reader)
            current[reader] = RecordedTag(
                reader: reader, profile: profiles[reader], atr: atrs[reader] ?? [], atrIsAssumed: false, uid: [],
                chip: "", exchanges: [])
        }
        for entry in entries {
            switch entry {
            case .exchange(let exchange):
                open(exchange.reader)
                current[exchange.reader]?.exchanges.append(exchange)
            case .mark(let mark):
                switch mark.event {
                case .reader(let profile, let atr):
                    profiles[mark.reader] = profile
                    if !profile.isEmpty { current[mark.reader]?.profile = profile }
                    if atr == nil { leave(mark.reader) }
                    atrs[mark.reader] = atr
                    if let atr, current[mark.reader]?.atr.isEmpty == true { current[mark.reader]?.atr = atr }
                case .tag(let uid, let chip, let atr):
                    open(mark.reader)
                    current[mark.reader]?.uid = uid
                    current[mark.reader]?.chip = chip
                    if !atr.isEmpty { current[mark.reader]?.atr = atr }
                case .tagLeft: leave(mark.reader)
                }
            }
        }
        for reader in order { leave(reader) }
        return done
    }
}

extension RecordedTag {
    /// The same tag, with an answer to reset where the trace has none: that of a card with files where it was sent APDUs that no
    /// reader answers itself, else that of an Ultralight.
    fileprivate var completed: RecordedTag {
        guard atr.isEmpty else { return self }
        var tag = self
        tag.atrIsAssumed = true
        tag.atr =
            exchanges.contains { $0.layer == .apdu }
            ? [0x3B, 0x81, 0x80, 0x01, 0x80, 0x80]
            : [
                0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x03, 0x00, 0x03, 0x00, 0x00,
                0x00, 0x00, 0x68,
            ]
        return tag
    }
}
