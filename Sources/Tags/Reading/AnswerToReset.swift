/// The answer to reset of a contactless tag, as a PC/SC reader makes it up.
///
/// Its own length fields say how long it is: some drivers hand over surplus zeros. Sources: ISO/IEC 7816-3, 8.2; PC/SC
/// part 3, 3.1.3.2.3.
public struct AnswerToReset: Equatable, Sendable {
    /// The bytes that count.
    public let bytes: [UInt8]
    /// The historical bytes; for an ISO/IEC 14443-4 tag those of its answer to select.
    public let historical: [UInt8]

    /// Reads an answer; one that ends too early keeps what is there.
    public init(_ raw: [UInt8]) {
        guard raw.count >= 2 else {
            bytes = raw
            historical = []
            return
        }
        let count = Int(raw[1] & 0x0F)
        var position = 2
        var indicator = raw[1]
        var hasCheckByte = false
        while position < raw.count {
            position += (indicator & 0x70).nonzeroBitCount
            guard indicator & 0x80 != 0, position < raw.count else { break }
            indicator = raw[position]
            if indicator & 0x0F != 0 { hasCheckByte = true }
            position += 1
        }
        let start = min(position, raw.count)
        let end = min(start + count, raw.count)
        historical = Array(raw[start..<end])
        bytes = Array(raw[..<min(end + (hasCheckByte ? 1 : 0), raw.count)])
    }

    /// The standard and card name of a storage card (PC/SC part 3), `nil` for others.
    public var storageCard: (standard: UInt8, name: UInt16)? {
        let start: [UInt8] = [0x80, 0x4F]
        guard historical.count >= 11, historical.prefix(2).elementsEqual(start),
            historical[3..<8].elementsEqual([0xA0, 0x00, 0x00, 0x03, 0x06])
        else { return nil }
        return (historical[8], UInt16(historical[9]) << 8 | UInt16(historical[10]))
    }
}
