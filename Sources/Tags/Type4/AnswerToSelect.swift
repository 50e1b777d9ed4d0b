/// The answer to select (ATS) of an ISO/IEC 14443-4 Type A card, taken apart.
///
/// Readers give it whole or only its historical bytes. Sources: ISO/IEC 14443-4, 5.2; ISO/IEC 7816-4, 12.1.1; AN10833.
public struct AnswerToSelect: Equatable, Sendable {
    /// The bytes as the reader gave them.
    public let bytes: [UInt8]
    /// The most bytes of a frame to the card (FSC); `nil` where only historical bytes are there.
    public let frameSize: Int?
    /// TA(1): bit rates; `nil` where it is not there.
    public let rates: UInt8?
    /// The exponent of the frame waiting time (FWI).
    public let waitingExponent: Int?
    /// The card takes a card identifier (CID).
    public let supportsCID: Bool?
    /// The historical bytes.
    public let historical: [UInt8]

    /// Takes an answer apart; bytes that do not begin with their own length are historical bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let length = bytes.first, Int(length) == bytes.count, bytes.count >= 2 else {
            frameSize = nil
            rates = nil
            waitingExponent = nil
            supportsCID = nil
            historical = bytes
            return
        }
        let format = bytes[1]
        var rest = bytes.dropFirst(2)
        func next(_ bit: UInt8) -> UInt8? { format & bit != 0 ? rest.popFirst() : nil }
        frameSize = FrameSizes.bytes(Int(format & 0x0F))
        rates = next(0x10)
        waitingExponent = next(0x20).map { Int($0 >> 4) }
        supportsCID = next(0x40).map { $0 & 0x02 != 0 }
        historical = Array(rest)
    }

    /// The longest that the card may take for an answer, in milliseconds.
    public var waitingMilliseconds: Double? {
        // 256 x 16 / 13.56 MHz = 0.302 ms, doubled for each step.
        waitingExponent.map { 0.302 * Double(1 << min($0, 14)) }
    }

    /// What it says, one sentence each.
    public var words: [String] {
        var words: [String] = []
        if let frameSize { words.append("frames of up to \(frameSize) bytes") }
        if let waitingMilliseconds { words.append("answers within \(Int(waitingMilliseconds.rounded(.up))) ms") }
        if let rates { words.append(rates & 0x77 == 0 ? "106 kbit/s only" : "\(Self.fastest(rates)) kbit/s at most") }
        if !historical.isEmpty {
            words.append(
                "historical bytes " + Hex.string(historical, separator: " ") + (meaning.map { ": " + $0 } ?? ""))
        }
        return words
    }

    /// What the historical bytes stand for, where a source says.
    public var meaning: String? {
        if let known = Self.known.first(where: { historical.starts(with: $0.start) }) { return known.meaning }
        switch historical.first {
        case 0x80 where historical.count == 1: return "as DESFire and NTAG 424 DNA send them"
        case 0x80: return "status and capabilities follow (compact TLV)"
        case 0x00: return "compact TLV with a status at the end"
        default: return nil
        }
    }

    private static func fastest(_ rates: UInt8) -> Int {
        let both = (rates >> 4 | rates) & 0x07
        return both & 0x04 != 0 ? 848 : both & 0x02 != 0 ? 424 : 212
    }

    /// Source: AN10833 rev 3.8; data sheets of DESFire and NTAG 424 DNA.
    private static let known: [(start: [UInt8], meaning: String)] = [
        ([0xC1, 0x05, 0x2F, 0x2F, 0x00], "MIFARE Plus"), ([0xC1, 0x05, 0x2F, 0x2F, 0x01], "MIFARE Plus"),
        ([0xC1, 0x05, 0x21, 0x30], "MIFARE Plus or DESFire on a SmartMX"),
        ([0x00, 0xF6, 0xD1], "MIFARE Plus SE"), ([0x10, 0xF6, 0xD1], "MIFARE Plus SE, 70 pF"),
    ]
}
