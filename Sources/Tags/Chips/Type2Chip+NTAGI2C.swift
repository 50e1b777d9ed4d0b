/// NTAG I2C and NTAG I2C plus: chips with sectors, a wired side and session registers.
///
/// Pages are absolute: page 256 is page 0 of sector 1. The SRAM and the session registers belong to the wired side and are
/// left out: reading them disturbs a pass-through transfer. Source: nfcpy and proxmark3 on NT3H1101/1201 and NT3H2111/2211;
/// the lock bits' granularity (16 pages, 32 on the 2K) and the registers as delivered are not confirmed by a second source.
extension Type2Chip {
    static let ntagI2C1K = Type2Chip(
        name: "NTAG I2C 1K", versions: [[0, 4, 4, 5, 2, 1, 0x13, 3], [0, 4, 4, 5, 2, 0, 0x13, 3]], pageCount: 0xEA,
        userPages: 4...0xE1, factoryPage3: [0xE1, 0x10, 0x6D, 0x00], factoryUser: [0x03, 0x00, 0xFE],
        dynamicLock: DynamicLock(
            page: 0xE2, constantByte3: nil, bits: evenLockBits(over: 16...225, granularity: 16, freezing: 32)),
        configuration: ntagI2CConfiguration(at: 0xE8), commands: [.getVersion, .fastRead, .sectorSelect],
        absentPages: [0xE3...0xE7], serialLayout: .plain)

    static let ntagI2C2K = Type2Chip(
        name: "NTAG I2C 2K", versions: [[0, 4, 4, 5, 2, 1, 0x15, 3], [0, 4, 4, 5, 2, 0, 0x15, 3]], pageCount: 0x1EA,
        userPages: 4...0x1DF, factoryPage3: [0xE1, 0x10, 0xEA, 0x00], factoryUser: [0x03, 0x00, 0xFE],
        dynamicLock: DynamicLock(
            page: 0x1E0, constantByte3: nil, bits: evenLockBits(over: 16...479, granularity: 32, freezing: 64)),
        configuration: ntagI2CConfiguration(at: 0x1E8), commands: [.getVersion, .fastRead, .sectorSelect],
        absentPages: [0x1E1...0x1E7], serialLayout: .plain)

    static let ntagI2CPlus1K = ntagI2CPlus("NTAG I2C plus 1K", version: [0, 4, 4, 5, 2, 2, 0x13, 3], pageCount: 0xEA)

    /// The second kilobyte is sector 1; the message has to fit in sector 0, which is what its container says.
    static let ntagI2CPlus2K: Type2Chip = {
        var chip = ntagI2CPlus("NTAG I2C plus 2K", version: [0, 4, 4, 5, 2, 2, 0x15, 3], pageCount: 0x200)
        chip.absentPages = [0xEA...0xFF]
        chip.specialPages.append(SpecialPage(pages: 0x100...0x1FF, kind: .user, label: "user memory of sector 1"))
        return chip
    }()

    private static func ntagI2CPlus(_ name: String, version: [UInt8], pageCount: Int) -> Type2Chip {
        Type2Chip(
            name: name, versions: [version], pageCount: pageCount, userPages: 4...0xE1,
            factoryPage3: [0xE1, 0x10, 0x6D, 0x00], factoryUser: [0x03, 0x00, 0xFE],
            dynamicLock: DynamicLock(
                page: 0xE2, constantByte3: nil, bits: evenLockBits(over: 16...225, granularity: 16, freezing: 32)),
            configuration: Configuration(
                layout: .ntagI2CPlus, cfg0: 0xE3, cfg1: 0xE4, password: 0xE5, pack: 0xE6,
                factoryCFG0: [0, 0, 0, 0xFF], factoryCFG1: [0, 0, 0, 0]),
            authentication: .password,
            commands: [.getVersion, .fastRead, .readSignature, .passwordAuth, .sectorSelect],
            signatureCurve: .secp128r1,
            specialPages: [
                SpecialPage(pages: 0xE7...0xE7, kind: .configuration, label: "PT_I2C: protection from the wired side"),
                SpecialPage(pages: 0xE8...0xE9, kind: .configuration, label: "NC, LD, SM, WDT, CLK, LOCK"),
            ], serialLayout: .plain)
    }

    private static func ntagI2CConfiguration(at page: Int) -> Configuration {
        Configuration(
            layout: .ntagI2C, cfg0: page, cfg1: page + 1, password: nil, pack: nil, factoryCFG0: [1, 0, 0xF8, 0x48],
            factoryCFG1: [8, 1, 0, 0])
    }

    /// The two pages of an NTAG I2C plus that its registers begin with (NC, LD, SM, WDT0 / WDT1, CLK, LOCK, RFU); `nil` for
    /// chips that have them as their configuration, or not at all.
    var registerPages: ClosedRange<Int>? {
        guard let place = configuration, place.layout == .ntagI2CPlus else { return nil }
        return place.cfg0 + 5...place.cfg0 + 6
    }
}
