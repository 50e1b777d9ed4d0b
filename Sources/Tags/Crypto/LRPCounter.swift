/// The counter of LRP's encryption: some nibbles, most significant first, of the length the protocol gives.
public struct LRPCounter: Equatable, Sendable {
    /// The nibbles, each 0-15.
    public private(set) var nibbles: [UInt8]

    /// The nibbles of these bytes, the upper one of each first.
    public init(_ bytes: [UInt8]) { nibbles = bytes.flatMap { [$0 >> 4, $0 & 0x0F] } }

    /// The 32-bit counter of a secure-messaging session.
    public init(_ value: UInt32) {
        self.init([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }

    /// Counts on by one block; after the last value comes zero again, as AN12304 has it.
    public mutating func advance() {
        for place in nibbles.indices.reversed() {
            nibbles[place] = (nibbles[place] + 1) & 0x0F
            if nibbles[place] != 0 { return }
        }
    }
}
