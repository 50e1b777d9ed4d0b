/// What one byte of a tag's memory means, for the line under the cursor.
///
///     ByteExplanation.explain(offset: 17, in: report).sentence
///     // "page 04 byte 1: 10h = 16, NDEF message TLV: length of the message"
///
/// Everything comes from the chip's tables and the decoded report; there is an answer for every offset, also outside.
public struct ByteExplanation: Equatable, Sendable {
    /// One sentence: place, value, meaning.
    public var sentence: String
    /// The bits from 7 to 0 where they mean something one by one, else empty.
    public var bits: [BitMeaning]

    /// An explanation of these parts.
    public init(sentence: String, bits: [BitMeaning] = []) {
        self.sentence = sentence
        self.bits = bits
    }

    /// One bit and what it does.
    public struct BitMeaning: Equatable, Sendable {
        /// The bit, 0 = least significant.
        public var bit: Int
        /// Its value.
        public var value: Bool
        /// The data sheet's name, such as `L4` or `CFGLCK`.
        public var name: String
        /// What it does, set or not.
        public var meaning: String
        /// Once 1 it can never be 0 again.
        public var irreversible: Bool
        /// A bit of these parts.
        public init(bit: Int, value: Bool, name: String, meaning: String, irreversible: Bool) {
            self.bit = bit
            self.value = value
            self.name = name
            self.meaning = meaning
            self.irreversible = irreversible
        }
    }

    /// Explains the byte at `offset`, counted from the start of page 0.
    public static func explain(offset: Int, in report: TagReport) -> ByteExplanation {
        guard let image = report.image, offset >= 0, offset < image.byteCount else {
            return ByteExplanation(sentence: "outside the memory")
        }
        let place = BytePlace(offset: offset, report: report, image: image)
        let byte = image.byte(at: offset)
        let (meaning, bits) = place.meaning(of: byte)
        var sentence = "\(report.pageNoun) \(Hex.address(place.page)) byte \(place.index): "
        if let byte {
            sentence += "\(Hex.byte(byte))h = \(byte), \(meaning)"
        } else if case .unread(let reason) = image.state(of: place.page) {
            sentence += "\(meaning); not read: \(reason.words)"
        }
        if let mirror = report.protection?.mirror, mirror.covers(offset) {
            sentence += "; shown by the mirror (\(mirror.content.words)), the memory below it is hidden"
        }
        return ByteExplanation(sentence: sentence, bits: bits)
    }
}

extension MirrorState {
    /// True where the tag shows something else than its memory.
    public func covers(_ position: Int) -> Bool { position >= offset && position - offset < length }
}

/// A byte in a memory with all that is known around it.
struct BytePlace {
    let offset: Int
    let report: TagReport
    let image: TagImage

    var page: Int { offset / max(1, image.pageSize) }
    var index: Int { offset % max(1, image.pageSize) }
    var chip: Type2Chip? { report.identity.chip }

    typealias Meaning = (words: String, bits: [ByteExplanation.BitMeaning])

    /// The meaning by NDEF structure where there is one, else by region.
    func meaning(of byte: UInt8?) -> Meaning {
        if let words = ndefWords(byte) { return (words, []) }
        let region = report.regions.last { $0.bytes.contains(offset) && $0.kind != .mirror }
        guard let region else { return ("no region of its own", []) }
        switch region.kind {
        case .uid: return (uidWords, [])
        case .staticLock, .dynamicLock: return lockMeaning(byte, label: region.label)
        case .capabilityContainer: return containerMeaning(byte)
        case .oneTimeProgrammable: return (region.label, byte.map(oneWayBits) ?? [])
        case .configuration: return configurationMeaning(byte, label: region.label)
        case .counter: return (index < 2 ? "\(region.label), byte \(index)" : "unused byte of the counter page", [])
        case .user: return (userWords(region, byte), [])
        default: return (region.label, [])
        }
    }

    private var uidWords: String {
        let layout = report.image?.serialNumber(of: chip)?.layout ?? chip?.serialLayout ?? .checked
        if let index = layout.uidIndex(at: offset) { return "UID byte \(index)" }
        return offset == 3 ? "BCC0: 88h exclusive-or UID bytes 0-2" : "BCC1: exclusive-or of UID bytes 3-6"
    }

    private func userWords(_ region: MemoryRegion, _ byte: UInt8?) -> String {
        guard let byte, (0x20..<0x7F).contains(byte) else { return region.label }
        return "\(region.label), '\(Character(Unicode.Scalar(byte)))'"
    }

    /// OTP and container bits can be set and never cleared.
    private func oneWayBits(_ byte: UInt8) -> [ByteExplanation.BitMeaning] {
        (0..<8).reversed().map {
            let value = byte >> UInt8($0) & 1 == 1
            return ByteExplanation.BitMeaning(
                bit: $0, value: value, name: "OTP", meaning: value ? "set for good" : "not set",
                irreversible: true)
        }
    }
}
