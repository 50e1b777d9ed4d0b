/// MIFARE Ultralight and Ultralight C: chips without GET_VERSION.
extension Type2Chip {
    /// MF0ICU1. Source: MF0ICU1 data sheet.
    static let ultralight = Type2Chip(
        name: "Ultralight", pageCount: 16, userPages: 4...15, factoryPage3: [0, 0, 0, 0],
        factoryUser: [0xFF, 0xFF, 0xFF, 0xFF], lockTakesEffect: .nextActivation)

    /// MF0ICU2: 3DES authentication, AUTH0 and AUTH1 in pages of their own, a 16-bit counter in page 29h.
    /// Source: MF0ICU2 data sheet rev 3.4.
    static let ultralightC = Type2Chip(
        name: "Ultralight C", pageCount: 48, userPages: 4...39, factoryPage3: [0, 0, 0, 0],
        dynamicLock: DynamicLock(
            page: 0x28, constantByte3: nil, bits: ultralightCLockBits + ultralightCSettingLockBits),
        configuration: Configuration(
            layout: .ultralightC, cfg0: 0x2A, cfg1: 0x2B, password: nil, pack: nil, factoryCFG0: [0x30, 0, 0, 0],
            factoryCFG1: [0, 0, 0, 0]),
        authentication: .tripleDES, commands: .authenticate, counterPage: 0x29, unreadablePages: 0x2C...0x2F,
        lockTakesEffect: .nextActivation)

    /// The bits of page 28h, byte 0, shared with NTAG203. Source: MF0ICU2 data sheet rev 3.4, 7.5.3.
    static let ultralightCLockBits: [LockBit] = [
        LockBit(byte: 0, bit: 0, kind: .freezes, pages: 16...27),
        LockBit(byte: 0, bit: 1, kind: .locks, pages: 16...19),
        LockBit(byte: 0, bit: 2, kind: .locks, pages: 20...23),
        LockBit(byte: 0, bit: 3, kind: .locks, pages: 24...27),
        LockBit(byte: 0, bit: 4, kind: .freezes, pages: 28...39),
        LockBit(byte: 0, bit: 5, kind: .locks, pages: 28...31),
        LockBit(byte: 0, bit: 6, kind: .locks, pages: 32...35),
        LockBit(byte: 0, bit: 7, kind: .locks, pages: 36...39),
    ]

    /// The bits of page 28h, byte 1: counter, AUTH0, AUTH1 and key.
    static let ultralightCSettingLockBits: [LockBit] = [
        LockBit(byte: 1, bit: 0, kind: .freezes, pages: 0x29...0x29),
        LockBit(byte: 1, bit: 1, kind: .freezes, pages: 0x2A...0x2A),
        LockBit(byte: 1, bit: 2, kind: .freezes, pages: 0x2B...0x2B),
        LockBit(byte: 1, bit: 3, kind: .freezes, pages: 0x2C...0x2F),
        LockBit(byte: 1, bit: 4, kind: .locks, pages: 0x29...0x29),
        LockBit(byte: 1, bit: 5, kind: .locks, pages: 0x2A...0x2A),
        LockBit(byte: 1, bit: 6, kind: .locks, pages: 0x2B...0x2B),
        LockBit(byte: 1, bit: 7, kind: .locks, pages: 0x2C...0x2F),
    ]
}
