/// MIFARE Ultralight EV1, Nano and AES.
extension Type2Chip {
    /// MF0UL11 and MF0ULH11. Source: MF0ULx1 data sheet rev 3.3.
    static let ultralightEV1Small = Type2Chip(
        name: "Ultralight EV1 (UL11)",
        versions: [[0, 4, 3, 1, 1, 0, 0x0B, 3], [0, 4, 3, 2, 1, 0, 0x0B, 3]],
        pageCount: 20, userPages: 4...15, factoryPage3: [0, 0, 0, 0],
        configuration: ultralightEV1Configuration(at: 0x10), authentication: .password, commands: ultralightEV1Commands,
        counters: .three, signatureCurve: .secp128r1)

    /// MF0UL21 and MF0ULH21. Source: MF0ULx1 data sheet rev 3.3.
    static let ultralightEV1Large = Type2Chip(
        name: "Ultralight EV1 (UL21)",
        versions: [[0, 4, 3, 1, 1, 0, 0x0E, 3], [0, 4, 3, 2, 1, 0, 0x0E, 3]],
        pageCount: 41, userPages: 4...35, factoryPage3: [0, 0, 0, 0], dynamicLock: ultralightEV1DynamicLock,
        configuration: ultralightEV1Configuration(at: 0x25), authentication: .password, commands: ultralightEV1Commands,
        counters: .three, signatureCurve: .secp128r1)

    static let ultralightEV1Commands: Commands = [
        .getVersion, .fastRead, .readSignature, .readCounter, .incrementCounter, .checkTearing, .passwordAuth, .vcsl,
    ]

    /// Page 24h of the chips with 41 pages. Source: MF0ULx1 data sheet rev 3.3, 8.5.3.
    static let ultralightEV1DynamicLock = DynamicLock(
        page: 0x24, constantByte3: 0xBD, bits: evenLockBits(over: 16...35, granularity: 2, freezing: 4))

    /// CFG0, CFG1, PWD, PACK in a row. The MF0ULHx1 are delivered with 04h (strong modulation) in CFG0.
    static func ultralightEV1Configuration(at page: Int) -> Configuration {
        Configuration(
            layout: .ultralightEV1, cfg0: page, cfg1: page + 1, password: page + 2, pack: page + 3,
            factoryCFG0: [0, 0, 0, 0xFF], factoryCFG1: [0, 5, 0, 0])
    }

    /// MF0UN00 and MF0UNH00: 40 bytes, no password, no counter, a signature that its owner can program.
    /// One public tool ends the memory at page 0Ah, 40 bytes from page 04h end at 0Dh; the latter is taken here.
    static let ultralightNano = Type2Chip(
        name: "Ultralight Nano",
        versions: [[0, 4, 3, 1, 2, 0, 0x0B, 3], [0, 4, 3, 2, 2, 0, 0x0B, 3]],
        pageCount: 14, userPages: 4...13, commands: [.getVersion, .readSignature], signatureCurve: .secp128r1,
        remark: "sources differ on the last page of this chip (0A or 0D)")

    /// MF0AES20. Pages 2B, 2C, 2E, 2F and 38-3B are reserved, 30-37 hold the keys. Source: AN13452 rev 1.1.
    static let ultralightAES = Type2Chip(
        name: "Ultralight AES",
        versions: [[0, 4, 3, 1, 4, 0, 0x0F, 3], [0, 4, 3, 2, 4, 0, 0x0F, 3], [0, 4, 3, 3, 4, 0, 0x0F, 3]],
        pageCount: 60, userPages: 4...39, factoryPage3: [0, 0, 0, 0],
        dynamicLock: DynamicLock(page: 0x28, constantByte3: nil, bits: []),
        configuration: Configuration(
            layout: .ultralightAES, cfg0: 0x29, cfg1: 0x2A, password: nil, pack: nil, factoryCFG0: [0, 0, 0, 0x3C],
            factoryCFG1: [0, 5, 0, 0]),
        authentication: .aes,
        commands: [
            .getVersion, .fastRead, .readSignature, .readCounter, .incrementCounter, .checkTearing, .authenticate,
        ],
        counters: .three, signatureCurve: .secp192r1, unreadablePages: 0x30...0x37,
        specialPages: [
            SpecialPage(pages: 0x2B...0x2C, kind: .reserved, label: "reserved"),
            SpecialPage(pages: 0x2D...0x2D, kind: .configuration, label: "LOCK_KEYS"),
            SpecialPage(pages: 0x2E...0x2F, kind: .reserved, label: "reserved"),
            SpecialPage(pages: 0x38...0x3B, kind: .reserved, label: "reserved"),
        ],
        remark: "the lock bits of pages 10-27 are not decoded for this chip: no public source names them")
}
