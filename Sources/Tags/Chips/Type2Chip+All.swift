/// The list of chips and the ways to find one.
extension Type2Chip {
    /// Every chip with a table.
    public static let all: [Type2Chip] = [
        ultralight, ultralightC, ultralightEV1Small, ultralightEV1Large, ultralightNano, ultralightAES,
        ntag203, ntag210, ntag210Micro, ntag212, ntag213, ntag213C, ntag213F, ntag213TT, ntag215, ntag216, ntag216F,
        ntagI2C1K, ntagI2C2K, ntagI2CPlus1K, ntagI2CPlus2K,
        ntag223DNA, ntag223DNAStatusDetect, ntag224DNA, ntag224DNAStatusDetect,
        mikronUltralight, feijuNTAG213, feijuNTAG215,
    ]

    /// The chip of this exact name.
    public static func named(_ name: String) -> Type2Chip? { all.first { $0.name == name } }

    /// The chip that answers GET_VERSION so; the last byte (protocol) is not compared. `nil` for a version nobody published:
    /// then there is no map, and nothing but plain reading is safe.
    public static func match(version: [UInt8]) -> Type2Chip? {
        guard version.count == 8 else { return nil }
        return all.first { chip in chip.versions.contains { $0.prefix(7).elementsEqual(version.prefix(7)) } }
    }

    /// The pages that READ answers at all: up to the keys where these end the memory.
    public var readablePageCount: Int {
        if let keys = unreadablePages, keys.upperBound == pageCount - 1 { return keys.lowerBound }
        return pageCount
    }

    /// Pages that can be written but answer zeros, or nothing, when they are read.
    public var writeOnlyPages: [Int] {
        [configuration?.password, configuration?.pack].compactMap { $0 } + (unreadablePages.map(Array.init) ?? [])
    }

    /// User memory beyond the main one that no lock bit closes, and AUTH0 does not count: the second sector of an NTAG I2C
    /// plus 2K.
    public var pagesWithoutLocks: [ClosedRange<Int>] { specialPages.filter { $0.kind == .user }.map(\.pages) }

    /// An AUTH0 from here on guards nothing: the first page address behind the memory, FF on chips with more sectors than
    /// one, where AUTH0 names pages of the first.
    public var guardEnd: Int { min(pageCount, 0xFF) }
}
