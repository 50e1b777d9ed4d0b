/// A setting in the configuration pages of a Type 2 chip; the raw value is the data sheet's name.
public enum ConfigurationSetting: String, Equatable, Sendable, CaseIterable {
    /// The first page that needs the password.
    case auth0 = "AUTH0"
    /// 1: reading needs the password too.
    case readProtection = "PROT"
    /// 1: the configuration is frozen for good.
    case configurationLock = "CFGLCK"
    /// The limit of wrong passwords.
    case authLimit = "AUTHLIM"
    /// 1: the NFC counter counts.
    case counterEnable = "NFC_CNT_EN"
    /// 1: the NFC counter needs the password.
    case counterProtection = "NFC_CNT_PWD_PROT"
    /// What the ASCII mirror shows.
    case mirrorContent = "MIRROR_CONF"
    /// The byte in its first page at which the mirror begins.
    case mirrorByte = "MIRROR_BYTE"
    /// The first page of the mirror.
    case mirrorPage = "MIRROR_PAGE"
    /// 1: strong modulation.
    case strongModulation = "STRG_MOD_EN"
    /// The byte that VCSL answers.
    case virtualCardType = "VCTID"
    /// UL-C: 1 means that only writing needs the key.
    case writeOnlyProtection = "AUTH1"
    /// 1: the chip sleeps while its field detection pin is held.
    case sleepEnable = "SLEEP_EN"
    /// What the field detection pin reports.
    case fieldDetection = "FDP_CONF"
    /// 1: the tag tamper loop is measured.
    case tamperEnable = "TT_EN"
    /// 1: the tag tamper message is frozen.
    case tamperMessageLock = "TT_LOCK"
    /// 1: commands and answers carry a MAC after authentication.
    case secureMessaging = "SEC_MSG_EN"
    /// 1: sector 1 is closed on the contactless side.
    case sectorOneDisable = "NFC_DIS_SEC1"
    /// The wired side's configuration register NC.
    case ncRegister = "NC_REG"
    /// The last block of a message, for the wired side.
    case lastMessageBlock = "LAST_NDEF_BLOCK"
    /// The block at which the SRAM is mirrored.
    case sramMirrorBlock = "SRAM_MIRROR_BLOCK"
    /// The watchdog time, low byte.
    case watchdogLow = "WDT_LS"
    /// The watchdog time, high byte.
    case watchdogHigh = "WDT_MS"
    /// Clock stretching on the wired side.
    case clockStretching = "I2C_CLOCK_STR"
    /// Freezes these registers for one or both sides.
    case registerLock = "REG_LOCK"
}

/// Where one setting is: some bits of one byte of one configuration page.
public struct ConfigurationField: Equatable, Sendable {
    /// The two configuration pages.
    public enum Page: Equatable, Sendable {
        case cfg0
        case cfg1
    }
    /// The setting.
    public var setting: ConfigurationSetting
    /// The page.
    public var page: Page
    /// The byte within the page.
    public var byte: Int
    /// The bits within the byte, 0 = least significant.
    public var bits: ClosedRange<Int>

    /// A field of these parts.
    public init(_ setting: ConfigurationSetting, _ page: Page, byte: Int, bits: ClosedRange<Int> = 0...7) {
        self.setting = setting
        self.page = page
        self.byte = byte
        self.bits = bits
    }

    /// The bits of `byte` that belong to the field.
    public var mask: UInt8 {
        bits.reduce(0) { $1 < 8 ? $0 | 1 << UInt8($1) : $0 }
    }

    /// The field's value in a byte that holds it.
    public func value(in byte: UInt8) -> UInt8 { (byte & mask) >> UInt8(bits.lowerBound) }
}

extension Type2Chip.Configuration {
    /// Every setting that the chip has and where it is.
    public var fields: [ConfigurationField] { layout.fields + extraFields }

    /// Where a setting is, `nil` where the chip has none such.
    public func field(_ setting: ConfigurationSetting) -> ConfigurationField? {
        fields.first { $0.setting == setting }
    }

    /// The page, counted from the start of the memory, that holds a field.
    public func page(of field: ConfigurationField) -> Int { field.page == .cfg0 ? cfg0 : cfg1 }

    /// The value of a setting as the memory shows it, `nil` where the chip has none or the page was not read.
    public func value(of setting: ConfigurationSetting, in image: TagImage) -> UInt8? {
        guard let field = field(setting), let byte = image.byte(at: page(of: field) * image.pageSize + field.byte)
        else { return nil }
        return field.value(in: byte)
    }
}

extension Type2Chip.Configuration.Layout {
    /// The settings of a layout. Sources: the data sheets named at the chips.
    var fields: [ConfigurationField] {
        switch self {
        case .ntag21x: Self.ntag21xFields
        case .ntag213TT: Self.ntag213TTFields
        case .ntag210: Self.ntag210Fields
        case .ultralightEV1: Self.ultralightEV1Fields
        case .ultralightC: Self.ultralightCFields
        case .ultralightAES: Self.ultralightAESFields
        case .ntagI2C: Self.ntagI2CFields
        case .ntagI2CPlus: Self.ntagI2CPlusFields
        }
    }

    /// ACCESS as all chips with a password have it.
    private static let access = [
        ConfigurationField(.readProtection, .cfg1, byte: 0, bits: 7...7),
        ConfigurationField(.configurationLock, .cfg1, byte: 0, bits: 6...6),
        ConfigurationField(.authLimit, .cfg1, byte: 0, bits: 0...2),
    ]
    private static let counterAccess = [
        ConfigurationField(.counterEnable, .cfg1, byte: 0, bits: 4...4),
        ConfigurationField(.counterProtection, .cfg1, byte: 0, bits: 3...3),
    ]
    private static let lastByteAUTH0 = ConfigurationField(.auth0, .cfg0, byte: 3)
    private static let mirrorPage = ConfigurationField(.mirrorPage, .cfg0, byte: 2)

    private static let ntag21xFields =
        [
            ConfigurationField(.mirrorContent, .cfg0, byte: 0, bits: 6...7),
            ConfigurationField(.mirrorByte, .cfg0, byte: 0, bits: 4...5),
            ConfigurationField(.strongModulation, .cfg0, byte: 0, bits: 2...2),
            mirrorPage, lastByteAUTH0,
        ] + access + counterAccess

    private static let ntag213TTFields =
        [
            ConfigurationField(.mirrorContent, .cfg0, byte: 0, bits: 5...7),
            ConfigurationField(.mirrorByte, .cfg0, byte: 0, bits: 3...4),
            ConfigurationField(.strongModulation, .cfg0, byte: 0, bits: 2...2),
            ConfigurationField(.tamperEnable, .cfg0, byte: 1, bits: 1...1),
            ConfigurationField(.tamperMessageLock, .cfg0, byte: 1, bits: 2...2),
            mirrorPage, lastByteAUTH0,
        ] + access + counterAccess

    private static let ntag210Fields =
        [ConfigurationField(.mirrorByte, .cfg0, byte: 0, bits: 4...5), mirrorPage, lastByteAUTH0] + access

    private static let ultralightEV1Fields =
        [ConfigurationField(.strongModulation, .cfg0, byte: 0, bits: 2...2), lastByteAUTH0] + access
        + [ConfigurationField(.virtualCardType, .cfg1, byte: 1)]

    private static let ultralightCFields = [
        ConfigurationField(.auth0, .cfg0, byte: 0),
        ConfigurationField(.writeOnlyProtection, .cfg1, byte: 0, bits: 0...0),
    ]

    private static let ultralightAESFields = [
        ConfigurationField(.secureMessaging, .cfg0, byte: 0, bits: 1...1),
        ConfigurationField(.auth0, .cfg0, byte: 3, bits: 0...6),
        ConfigurationField(.readProtection, .cfg1, byte: 0, bits: 7...7),
        ConfigurationField(.virtualCardType, .cfg1, byte: 1),
    ]

    private static let ntagI2CFields = [
        ConfigurationField(.ncRegister, .cfg0, byte: 0), ConfigurationField(.lastMessageBlock, .cfg0, byte: 1),
        ConfigurationField(.sramMirrorBlock, .cfg0, byte: 2), ConfigurationField(.watchdogLow, .cfg0, byte: 3),
        ConfigurationField(.watchdogHigh, .cfg1, byte: 0), ConfigurationField(.clockStretching, .cfg1, byte: 1),
        ConfigurationField(.registerLock, .cfg1, byte: 2),
    ]

    private static let ntagI2CPlusFields = [
        lastByteAUTH0,
        ConfigurationField(.readProtection, .cfg1, byte: 0, bits: 7...7),
        ConfigurationField(.sectorOneDisable, .cfg1, byte: 0, bits: 5...5),
        ConfigurationField(.authLimit, .cfg1, byte: 0, bits: 0...2),
    ]
}
