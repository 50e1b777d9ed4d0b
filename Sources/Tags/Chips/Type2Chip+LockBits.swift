/// The lock bits of Type 2 chips as tables, bit by bit.
extension Type2Chip {
    /// The page of the static lock bytes, the same on all of them.
    public static let staticLockPage = 2
    /// The page of the capability container, or of the OTP bits where the chip is sold without NDEF.
    public static let capabilityPage = 3
    /// The user memory that every Type 2 tag has at least. Source: NFC Forum Type 2 Tag, static memory structure.
    static let leastUserPages = 4...15

    /// The lock bits of page 2, bytes 2 and 3, as far as this chip has the pages.
    ///
    /// Source: NTAG213/215/216 data sheet rev 3.2, 8.5.2; the same on MF0ICU1, MF0ICU2 and MF0ULx1.
    public var staticLockBits: [LockBit] {
        Self.staticLockTable.filter { $0.pages.lowerBound < pageCount }
    }

    /// Every lock bit of the chip with the page that holds it, static ones first.
    public var lockBits: [(page: Int, bit: LockBit)] {
        staticLockBits.map { (page: Self.staticLockPage, bit: $0) }
            + (dynamicLock.map { lock in lock.bits.map { (page: lock.page, bit: $0) } } ?? [])
    }

    static let staticLockTable: [LockBit] =
        [
            LockBit(byte: 2, bit: 0, kind: .freezes, pages: 3...3),
            LockBit(byte: 2, bit: 1, kind: .freezes, pages: 4...9),
            LockBit(byte: 2, bit: 2, kind: .freezes, pages: 10...15),
        ]
        + (3...7).map { LockBit(byte: 2, bit: $0, kind: .locks, pages: $0...$0) }
        + (8...15).map { LockBit(byte: 3, bit: $0 - 8, kind: .locks, pages: $0...$0) }

    /// Lock bits of one size in a row from byte 0, bit 0, and freeze bits of another in byte 2.
    ///
    /// - Parameters:
    ///   - pages: The pages that have dynamic lock bits.
    ///   - granularity: Pages a lock bit.
    ///   - freezing: Pages a block-lock bit.
    static func evenLockBits(over pages: ClosedRange<Int>, granularity: Int, freezing: Int) -> [LockBit] {
        func spans(of size: Int) -> [ClosedRange<Int>] {
            stride(from: pages.lowerBound, through: pages.upperBound, by: size).map {
                $0...min($0 + size - 1, pages.upperBound)
            }
        }
        let locks = spans(of: granularity).enumerated().map { index, span in
            LockBit(byte: index / 8, bit: index % 8, kind: .locks, pages: span)
        }
        let freezes = spans(of: freezing).enumerated().map { index, span in
            LockBit(byte: 2, bit: index, kind: .freezes, pages: span)
        }
        return locks + freezes
    }
}
