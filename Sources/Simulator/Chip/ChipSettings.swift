import Tags

/// The configuration bytes of a chip, asked by what they mean.
struct ChipSettings: Equatable {
    let chip: Type2Chip
    let cfg0: [UInt8]
    let cfg1: [UInt8]

    private var layout: Type2Chip.Configuration.Layout? { chip.configuration?.layout }
    /// ACCESS: byte 0 of CFG1 on the chips with a password.
    private var access: UInt8 { chip.authentication == .password ? cfg1[0] : 0 }

    /// The first page that needs authentication; beyond the memory where there is none.
    var auth0: Int {
        switch layout {
        case .ultralightC: Int(cfg0[0])
        case .ntag21x, .ntag213TT, .ntag210, .ultralightEV1: Int(cfg0[3])
        default: Int.max
        }
    }
    /// Reading from `auth0` on needs authentication too.
    var protectsReading: Bool {
        layout == .ultralightC ? cfg1[0] & 1 == 0 : access & 0x80 != 0
    }
    /// CFG0 and CFG1 are frozen.
    var configurationLocked: Bool { access & 0x40 != 0 }
    /// Wrong passwords allowed, 0 = any number.
    var authLimit: Int { Int(access & 0x07) }
    /// The NFC counter counts.
    var counterEnabled: Bool { chip.counters == .nfc && access & 0x10 != 0 }
    /// The NFC counter needs the password.
    var counterProtected: Bool { access & 0x08 != 0 }

    /// Where a mirror begins and what it shows; `nil` where none is set.
    var mirror: (offset: Int, uid: Bool, counter: Bool)? {
        guard cfg0[2] > 3 else { return nil }
        let content: UInt8
        let byte: UInt8
        switch layout {
        case .ntag21x: (content, byte) = (cfg0[0] >> 6, cfg0[0] >> 4 & 3)
        case .ntag210: (content, byte) = (1, cfg0[0] >> 4 & 3)
        default: return nil
        }
        guard content != 0 else { return nil }
        return (Int(cfg0[2]) * 4 + Int(byte), content & 1 != 0, content & 2 != 0)
    }
}
