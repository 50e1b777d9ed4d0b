import Tags

/// What the configuration pages set, as the chip took it over at power-up; where the bits are is in the chip's table.
struct ChipSettings: Equatable, Sendable {
    /// Where a mirror begins and what it shows.
    struct Mirror: Equatable, Sendable {
        var offset: Int
        var uid: Bool
        var counter: Bool
    }

    /// The first page that needs authentication; beyond every memory where there is none.
    var auth0 = Int.max
    /// Reading from `auth0` on needs authentication too.
    var protectsReading = false
    /// CFG0 and CFG1 are frozen.
    var configurationLocked = false
    /// Wrong passwords allowed, 0 = any number.
    var authLimit = 0
    /// The NFC counter counts.
    var counterEnabled = false
    /// The NFC counter needs the password.
    var counterProtected = false
    /// What VCSL answers.
    var virtualCardType: UInt8 = 0
    /// The mirror, `nil` where none is set.
    var mirror: Mirror?

    /// The settings of a chip that has none.
    init() {}

    /// The settings in a chip's memory.
    init(_ configuration: Type2Chip.Configuration, memory: [UInt8]) {
        func value(_ setting: ConfigurationSetting) -> UInt8? {
            guard let field = configuration.field(setting) else { return nil }
            let offset = configuration.page(of: field) * 4 + field.byte
            return memory.indices.contains(offset) ? field.value(in: memory[offset]) : nil
        }
        auth0 = value(.auth0).map(Int.init) ?? Int.max
        // Ultralight C says it the other way round: 1 leaves reading free.
        protectsReading = value(.readProtection) == 1 || value(.writeOnlyProtection) == 0
        configurationLocked = value(.configurationLock) == 1
        authLimit = value(.authLimit).map(Int.init) ?? 0
        counterEnabled = value(.counterEnable) == 1
        counterProtected = value(.counterProtection) == 1
        virtualCardType = value(.virtualCardType) ?? 0
        if let page = value(.mirrorPage), page > 3, let byte = value(.mirrorByte) {
            // NTAG210 and 212 have the UID's mirror only, and no bits to choose.
            let content = value(.mirrorContent) ?? 1
            if (1...3).contains(content) {
                mirror = Mirror(
                    offset: Int(page) * 4 + Int(byte), uid: content & 1 != 0, counter: content & 2 != 0)
            }
        }
    }
}
