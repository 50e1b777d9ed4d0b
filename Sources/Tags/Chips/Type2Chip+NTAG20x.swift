/// NTAG203 and the small NTAG210, 210µ and 212.
extension Type2Chip {
    /// The map of Ultralight C without its authentication. Source: NTAG203 data sheet; counter page as nfcpy uses it.
    static let ntag203 = Type2Chip(
        name: "NTAG203", pageCount: 42, userPages: 4...39, factoryPage3: [0xE1, 0x10, 0x12, 0x00],
        dynamicLock: DynamicLock(
            page: 0x28, constantByte3: nil,
            bits: ultralightCLockBits + [
                LockBit(byte: 1, bit: 0, kind: .freezes, pages: 0x29...0x29),
                LockBit(byte: 1, bit: 4, kind: .locks, pages: 0x29...0x29),
            ]),
        counterPage: 0x29)

    /// Factory pages 03 and 04 by nfcpy; the container is not confirmed in a document.
    static let ntag210 = Type2Chip(
        name: "NTAG210", versions: [[0, 4, 4, 1, 1, 0, 0x0B, 3]], pageCount: 20, userPages: 4...15,
        factoryPage3: [0xE1, 0x10, 0x06, 0x00], factoryUser: [0x03, 0x00, 0xFE],
        configuration: ntag210Configuration(at: 0x10), authentication: .password, commands: ntag210Commands,
        signatureCurve: .secp128r1)

    /// NTAG210 for small antennas. Whether it has configuration pages is told differently by different sources, so only
    /// the 16 pages that all name are taken as memory.
    static let ntag210Micro = Type2Chip(
        name: "NTAG210µ", versions: [[0, 4, 4, 1, 2, 0, 0x0B, 3], [0, 4, 4, 2, 2, 0, 0x0B, 3]], pageCount: 16,
        userPages: 4...15, factoryPage3: [0xE1, 0x10, 0x06, 0x00], commands: [.getVersion, .readSignature],
        signatureCurve: .secp128r1, remark: "sources differ on whether this chip has pages after 0F")

    /// Factory pages by nfcpy; the container is not confirmed in a document.
    static let ntag212 = Type2Chip(
        name: "NTAG212", versions: [[0, 4, 4, 1, 1, 0, 0x0E, 3]], pageCount: 41, userPages: 4...35,
        factoryPage3: [0xE1, 0x10, 0x10, 0x00], factoryUser: [0x01, 0x03, 0x90, 0x0A, 0x34, 0x03, 0x00, 0xFE],
        dynamicLock: ultralightEV1DynamicLock, configuration: ntag210Configuration(at: 0x25),
        authentication: .password, commands: ntag210Commands, signatureCurve: .secp128r1)

    static let ntag210Commands: Commands = [.getVersion, .fastRead, .readSignature, .passwordAuth]

    static func ntag210Configuration(at page: Int) -> Configuration {
        Configuration(
            layout: .ntag210, cfg0: page, cfg1: page + 1, password: page + 2, pack: page + 3,
            factoryCFG0: [0, 0, 0, 0xFF], factoryCFG1: [0, 5, 0, 0])
    }
}
