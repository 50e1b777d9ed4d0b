/// Chips of other makers that answer GET_VERSION like an NXP part but with a vendor byte of their own.
///
/// They take over the map of what they copy; whether every bit acts alike is not known. Source: proxmark3.
extension Type2Chip {
    static let mikronUltralight = clone(
        of: ultralightEV1Large, name: "Mikron Ultralight EV1 (UL21) clone", version: [0, 0x34, 0x21, 1, 1, 0, 0x0E, 3])
    static let feijuNTAG213 = clone(
        of: ntag213, name: "Feiju NTAG213 clone", version: [0, 0x53, 0x04, 2, 1, 0, 0x0F, 3])
    static let feijuNTAG215 = clone(
        of: ntag215, name: "Feiju NTAG215 clone", version: [0, 0x05, 0x34, 2, 1, 0, 0x11, 3])

    private static func clone(of original: Type2Chip, name: String, version: [UInt8]) -> Type2Chip {
        var chip = original
        chip.name = name
        chip.versions = [version]
        chip.remark = "a copy of \(original.name) by another maker: its vendor byte says so"
        return chip
    }
}
