/// NTAG223 and NTAG224 DNA: identified and read as far as they are open; their AES side is not decoded.
///
/// Source: proxmark3; no data sheet was at hand, so nothing but the map's outline is claimed.
extension Type2Chip {
    static let ntag223DNA = ntag22x(
        "NTAG223 DNA", versions: [[0, 4, 4, 2, 4, 0, 0x0F, 3]], pageCount: 60, userPages: 4...39)
    static let ntag223DNAStatusDetect = ntag22x(
        "NTAG223 DNA StatusDetect", versions: [[0, 4, 4, 8, 4, 0, 0x0F, 3]], pageCount: 60, userPages: 4...39)
    static let ntag224DNA = ntag22x(
        "NTAG224 DNA", versions: [[0, 4, 4, 2, 5, 0, 0x10, 3]], pageCount: 76, userPages: 4...55)
    static let ntag224DNAStatusDetect = ntag22x(
        "NTAG224 DNA StatusDetect", versions: [[0, 4, 4, 8, 5, 0, 0x10, 3]], pageCount: 76, userPages: 4...55)

    private static func ntag22x(
        _ name: String, versions: [[UInt8]], pageCount: Int, userPages: ClosedRange<Int>
    ) -> Type2Chip {
        Type2Chip(
            name: name, versions: versions, pageCount: pageCount, userPages: userPages, authentication: .aes,
            commands: [.getVersion, .fastRead, .readSignature], signatureCurve: .secp192r1,
            specialPages: [
                SpecialPage(
                    pages: userPages.upperBound + 1...pageCount - 1, kind: .configuration,
                    label: "configuration, not decoded")
            ],
            remark: "locks and configuration of this chip are not decoded: no public source names them")
    }
}
