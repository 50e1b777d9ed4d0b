extension PlanDraft {
    /// The configuration pages as they are, and where they may be changed.
    func configuration() throws(Refusal) -> (place: Type2Chip.Configuration, cfg0: [UInt8], cfg1: [UInt8]) {
        guard let place = chip.configuration else {
            throw .notPossible(
                "\(chip.name) has no configuration that this program can change", "Use it as it is.")
        }
        if let missing = place.layout.unknownBits {
            throw .notPossible("the configuration of \(chip.name) is not written: \(missing)", "Leave it as it is.")
        }
        guard let cfg0 = image.page(place.cfg0), let cfg1 = image.page(place.cfg1) else {
            throw isGuarded && !hasCredential ? .needsPassword : .unread(place.cfg0)
        }
        return (place, cfg0, cfg1)
    }

    /// The same of a chip that has a password or key.
    func secretConfiguration() throws(Refusal) -> (place: Type2Chip.Configuration, cfg0: [UInt8], cfg1: [UInt8]) {
        guard chip.authentication != .none || chip.configuration == nil else {
            throw .notPossible(
                "\(chip.name) has neither password nor key", "Lock its pages instead, or use a tag with a password.")
        }
        return try configuration()
    }

    /// CFGLCK freezes CFG0 and CFG1 for good, REG_LOCK of an NTAG I2C its registers.
    func refuseFrozenConfiguration() throws(Refusal) {
        if let lock = chip.configuration?.value(of: .registerLock, in: image), lock != 0 {
            throw Refusal(
                .configurationLocked,
                reason:
                    "the registers are locked for good (REG_LOCK \(Hex.byte(lock))), for this side, the wired one, or both",
                advice: "Use the tag as it is configured, or another one.")
        }
        guard protection.configurationLocked != true else {
            throw Refusal(
                .configurationLocked, reason: "the configuration is locked for good (CFGLCK)",
                advice: "Use the tag as it is configured, or another one.")
        }
    }

    /// Plans changed settings: CFG1, then CFG0 with AUTH0; a configuration lock comes after both.
    mutating func planConfiguration(_ changes: [Wish.ConfigurationChange]) throws(Refusal) {
        var (place, cfg0, cfg1) = try configuration()
        try refuseFrozenConfiguration()
        var locks = false
        var words: [String] = []
        for change in changes {
            if case .configurationLock = change {
                locks = true
                continue
            }
            for (setting, value) in try change.settings(for: chip) {
                try set(setting, to: value, in: place, &cfg0, &cfg1, &words)
            }
        }
        try refuseMirrorOutsideUserMemory(place, cfg0, cfg1)
        let why = words.isEmpty ? "configuration" : words.joined(separator: ", ")
        let closes = try proveBeforeClosing(place, cfg0, cfg1)
        noteTornConfiguration(place, cfg0)
        try write(cfg1, to: place.cfg1, .configuration, why: why, extra: closes)
        try write(cfg0, to: place.cfg0, .close, why: why, extra: closes)
        if locks {
            guard let field = place.field(.configurationLock) else { throw Self.noSetting(.configurationLock, chip) }
            cfg1[field.byte] |= field.mask
            try write(cfg1, to: place.cfg1, .lock, why: "CFGLCK: freeze the configuration")
        }
        plan.takesEffect = plan.steps.isEmpty ? nil : "the new configuration acts from the next time the tag is put on"
    }

    /// Protection that is switched on, or made wider, with the password or key that is on the tag already.
    ///
    /// An open tag never had it proved, so that it may be one that nobody knows: the one that was given is proved first.
    /// - Returns: What may be lost where none was given.
    mutating func proveBeforeClosing(
        _ place: Type2Chip.Configuration, _ cfg0: [UInt8], _ cfg1: [UInt8]
    ) throws(Refusal) -> String? {
        guard closes(place, cfg0, cfg1) else { return nil }
        // A tag that guards its configuration had the right to it proved before.
        if isGuarded, place.cfg0 >= (protection.auth0 ?? .max) { return nil }
        if let key = credential.key, chip.authentication == .tripleDES {
            prove("AUTHENTICATE", with: key)
            return nil
        }
        if let password = credential.password, chip.authentication == .password {
            prove("PWD_AUTH", with: password)
            return nil
        }
        return "the tag then asks for the \(chip.secretWord) that is on it; if nobody knows it, these pages are lost"
    }

    /// A write of CFG0 that is torn can leave zeros, and AUTH0 00 asks for the password that is on the tag, known or not.
    ///
    /// It is not overwritten first by one that is known: nobody could bring back the one that was there.
    mutating func noteTornConfiguration(_ place: Type2Chip.Configuration, _ cfg0: [UInt8]) {
        guard !isGuarded, chip.authentication != .none, current(place.cfg0) != cfg0,
            !plan.steps.contains(where: { $0.phase == .prove })
        else { return }
        let delivered = chip.authentication == .password ? ", FFFFFFFF as delivered" : ", the maker's as delivered"
        plan.notices.append(
            "do not take the tag off while page \(Hex.address(place.cfg0)) is written: torn, it may ask for the "
                + "\(chip.secretWord) that is on it\(delivered), and to put it right that one is needed")
    }

    private func closes(_ place: Type2Chip.Configuration, _ cfg0: [UInt8], _ cfg1: [UInt8]) -> Bool {
        var after = image
        after.set(page: place.cfg0, to: cfg0)
        after.set(page: place.cfg1, to: cfg1)
        let new = ProtectionState(chip: chip, image: after, authenticated: false)
        return (new.auth0 ?? .max) < min(protection.auth0 ?? .max, chip.guardEnd)
            || new.passwordProtects == .readWrite && protection.passwordProtects != .readWrite
    }

    /// Puts a value into the bits of its field.
    func set(
        _ setting: ConfigurationSetting, to value: Int, in place: Type2Chip.Configuration, _ cfg0: inout [UInt8],
        _ cfg1: inout [UInt8], _ words: inout [String]
    ) throws(Refusal) {
        guard let field = place.field(setting) else { throw Self.noSetting(setting, chip) }
        let largest = Int(field.mask >> UInt8(field.bits.lowerBound))
        guard value >= 0, value <= largest else {
            throw .badArgument(
                "\(setting.rawValue) takes 0 to \(largest), not \(value)", "Give a value that the chip can hold.")
        }
        func put(_ bytes: inout [UInt8]) {
            let old = field.value(in: bytes[field.byte])
            bytes[field.byte] = bytes[field.byte] & ~field.mask | UInt8(value) << UInt8(field.bits.lowerBound)
            if old != UInt8(value) {
                words.append("\(setting.rawValue) \(Hex.byte(old)) -> \(Hex.byte(UInt8(value)))")
            }
        }
        if field.page == .cfg0 { put(&cfg0) } else { put(&cfg1) }
    }

    private mutating func refuseMirrorOutsideUserMemory(
        _ place: Type2Chip.Configuration, _ cfg0: [UInt8], _ cfg1: [UInt8]
    ) throws(Refusal) {
        var after = image
        after.set(page: place.cfg0, to: cfg0)
        after.set(page: place.cfg1, to: cfg1)
        guard let mirror = MirrorState(chip: chip, configuration: place, image: after), mirror != protection.mirror
        else { return }
        guard mirror.length > 0 || mirror.content == .tamper else {
            throw .badArgument(
                "the mirror would reach out of user memory, and the chip then shows none",
                "Begin it earlier: user memory ends with page \(Hex.address(chip.userPages.upperBound)).")
        }
        if mirror.content != .uid, after.page(place.cfg1) != nil,
            place.value(of: .counterEnable, in: after) == 0
        {
            plan.notices.append("the counter is off, so the mirror shows 000000 until it is switched on")
        }
    }

    static func noSetting(_ setting: ConfigurationSetting, _ chip: Type2Chip) -> Refusal {
        .notPossible("\(chip.name) has no \(setting.rawValue)", "Leave that setting out for this chip.")
    }
}

extension Type2Chip {
    /// What it asks for: `password` or `key`.
    var secretWord: String { authentication == .password ? "password" : "key" }
}

extension Type2Chip.Configuration.Layout {
    /// Why configuration of this layout is not written: which bits are in no source at hand; `nil` where all are known.
    var unknownBits: String? {
        switch self {
        case .ultralightAES:
            "where its pages hold AUTH_LIM, LOCK_USR_CFG and the random UID is in no public source (AN13452 names them without "
                + "their places), so that a write could freeze or hide the tag unseen"
        default: nil
        }
    }
}

extension Wish.ConfigurationChange {
    /// The bits that a change sets, by their names in the data sheet.
    func settings(for chip: Type2Chip) throws(Refusal) -> [(ConfigurationSetting, Int)] {
        switch self {
        case .mirror(nil):
            chip.configuration?.field(.mirrorContent) != nil ? [(.mirrorContent, 0)] : [(.mirrorPage, 0)]
        case .mirror(let content?):
            switch content {
            // NTAG210 and 212 have one kind of mirror, switched by its page.
            case .uid: chip.configuration?.field(.mirrorContent) != nil ? [(.mirrorContent, 1)] : []
            case .counter: [(.mirrorContent, 2)]
            case .both: [(.mirrorContent, 3)]
            case .tamper:
                throw .notPossible("a tamper mirror cannot be set here", "Choose none, uid, counter or both.")
            }
        case .mirrorPage(let page): [(.mirrorPage, page)]
        case .mirrorByte(let byte): [(.mirrorByte, byte)]
        case .counter(let on): [(.counterEnable, on ? 1 : 0)]
        case .counterProtected(let on): [(.counterProtection, on ? 1 : 0)]
        case .strongModulation(let on): [(.strongModulation, on ? 1 : 0)]
        case .auth0(let page): [(.auth0, page)]
        case .guardsReading(let on):
            chip.configuration?.field(.writeOnlyProtection) != nil
                ? [(.writeOnlyProtection, on ? 0 : 1)] : [(.readProtection, on ? 1 : 0)]
        case .authLimit(let limit): [(.authLimit, limit)]
        case .configurationLock: []
        }
    }
}
