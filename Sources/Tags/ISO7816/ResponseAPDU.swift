/// A card's answer: data and status word.
public struct ResponseAPDU: Equatable, Sendable {
    /// The data.
    public var data: [UInt8]
    /// The last two bytes.
    public var status: StatusWord

    /// An answer of these parts.
    public init(data: [UInt8], status: StatusWord) {
        self.data = data
        self.status = status
    }

    /// The answer that these bytes are; `nil` where they are fewer than two.
    public init?(_ bytes: [UInt8]) {
        guard let (data, word) = StatusWord.split(bytes) else { return nil }
        self.init(data: data, status: word)
    }

    /// 9000 or 9100.
    public var isOK: Bool { status.isOK }
}
