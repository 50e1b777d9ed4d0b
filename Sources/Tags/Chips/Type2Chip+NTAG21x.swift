/// NTAG213, 215 and 216, and the chips that share their map: 213C, 213F, 216F, 213TT.
///
/// Source: NTAG213/215/216 data sheet rev 3.2, 8.5; NTAG213F/216F data sheet rev 3.1.
extension Type2Chip {
    static let ntag213 = ntag21x("NTAG213", versions: [[0, 4, 4, 2, 1, 0, 0x0F, 3]], size: .small)
    static let ntag215 = ntag21x("NTAG215", versions: [[0, 4, 4, 2, 1, 0, 0x11, 3]], size: .medium)
    static let ntag216 = ntag21x("NTAG216", versions: [[0, 4, 4, 2, 1, 0, 0x13, 3]], size: .large)
    static let ntag213C = ntag21x("NTAG213C", versions: [[0, 4, 4, 2, 1, 1, 0x0F, 3]], size: .small)
    static let ntag213F = withFieldDetection(
        ntag21x("NTAG213F", versions: [[0, 4, 4, 4, 1, 0, 0x0F, 3]], size: .small))
    static let ntag216F = withFieldDetection(
        ntag21x("NTAG216F", versions: [[0, 4, 4, 4, 1, 0, 0x13, 3]], size: .large))

    /// The F chips: a pin that tells a microcontroller of the field.
    private static func withFieldDetection(_ plain: Type2Chip) -> Type2Chip {
        var chip = plain
        chip.configuration?.extraFields = [
            ConfigurationField(.sleepEnable, .cfg0, byte: 0, bits: 3...3),
            ConfigurationField(.fieldDetection, .cfg0, byte: 0, bits: 0...1),
        ]
        return chip
    }

    /// As NTAG213, with a tag tamper loop: page 2Dh holds the message it shows once the loop was broken.
    static let ntag213TT: Type2Chip = {
        var chip = ntag21x("NTAG213TT", versions: [[0, 4, 4, 2, 3, 0, 0x0F, 3]], size: .small)
        chip.pageCount = 46
        chip.configuration?.layout = .ntag213TT
        chip.commands.insert(.readTagTamper)
        chip.specialPages = [SpecialPage(pages: 0x2D...0x2D, kind: .tamper, label: "TT_MESSAGE")]
        return chip
    }()

    /// The three memory sizes of the family.
    enum NTAG21xSize {
        case small, medium, large
    }

    /// A chip with the map of NTAG213, 215 or 216.
    static func ntag21x(_ name: String, versions: [[UInt8]], size: NTAG21xSize) -> Type2Chip {
        let lockPage: Int
        let bits: [LockBit]
        let container: UInt8
        var user: [UInt8] = [0x03, 0x00, 0xFE]
        switch size {
        case .small:
            lockPage = 0x28
            bits = evenLockBits(over: 16...39, granularity: 2, freezing: 4)
            container = 0x12
            user = [0x01, 0x03, 0xA0, 0x0C, 0x34] + user
        case .medium:
            lockPage = 0x82
            bits = evenLockBits(over: 16...129, granularity: 16, freezing: 32)
            container = 0x3E
        case .large:
            lockPage = 0xE2
            bits = evenLockBits(over: 16...225, granularity: 16, freezing: 32)
            container = 0x6D
        }
        return Type2Chip(
            name: name, versions: versions, pageCount: lockPage + 5, userPages: 4...lockPage - 1,
            factoryPage3: [0xE1, 0x10, container, 0x00], factoryUser: user,
            dynamicLock: DynamicLock(page: lockPage, constantByte3: 0xBD, bits: bits),
            configuration: Configuration(
                layout: .ntag21x, cfg0: lockPage + 1, cfg1: lockPage + 2, password: lockPage + 3, pack: lockPage + 4,
                factoryCFG0: [4, 0, 0, 0xFF], factoryCFG1: [0, 5, 0, 0]),
            authentication: .password, commands: [.getVersion, .fastRead, .readSignature, .readCounter, .passwordAuth],
            counters: .nfc, signatureCurve: .secp128r1)
    }
}
