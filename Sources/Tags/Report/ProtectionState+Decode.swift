extension ProtectionState {
    /// Decodes locks and configuration of a Type 2 memory by the chip's tables; what was not read stays `nil`.
    init(chip: Type2Chip?, image: TagImage, authenticated: Bool) {
        self.init()
        self.authenticated = authenticated
        decodeLocks(chip: chip, image: image)
        let container = Type2Chip.capabilityPage * 4
        if let magic = image.byte(at: container), let access = image.byte(at: container + 3) {
            ccReadOnly = magic == 0xE1 && access & 0x0F == 0x0F
        }
        guard let chip, let configuration = chip.configuration else { return }
        decodeSettings(configuration, image: image)
        decodePassword(chip, configuration, image: image)
        mirror = MirrorState(chip: chip, configuration: configuration, image: image)
    }

    private mutating func decodeLocks(chip: Type2Chip?, image: TagImage) {
        let bits =
            chip?.lockBits
            ?? Type2Chip.staticLockTable.map { (page: Type2Chip.staticLockPage, bit: $0) }
        var locked: Set<Int> = []
        var frozen: Set<Int> = []
        var undecided: Set<Int> = []
        var open: Set<Int> = []
        for (page, bit) in bits {
            guard let byte = image.byte(at: page * 4 + bit.byte) else {
                if bit.kind == .locks { undecided.formUnion(bit.pages) }
                continue
            }
            let isSet = byte >> UInt8(bit.bit) & 1 == 1
            switch bit.kind {
            case .locks where isSet: locked.formUnion(bit.pages)
            case .locks: open.formUnion(bit.pages)
            case .freezes where isSet: frozen.formUnion(bit.pages)
            case .freezes: break
            }
        }
        lockedPages = locked.sorted()
        frozenPages = frozen.sorted()
        undecidedPages = undecided.sorted()
        let holders = Set(bits.map(\.page))
        unreadLockPages = Set(bits.filter { image.byte(at: $0.page * 4 + $0.bit.byte) == nil }.map(\.page)).sorted()
        knowsLocks = unreadLockPages.count < holders.count
        // Without a chip's table user memory is at least pages 04-0F; one page known to be open decides for all of it.
        let user = chip?.userPages ?? Type2Chip.leastUserPages
        let more = chip?.pagesWithoutLocks ?? []
        if open.contains(where: user.contains) || !more.isEmpty {
            permanentlyReadOnly = false
        } else if chip != nil, locked.isSuperset(of: user) {
            permanentlyReadOnly = true
        }
    }

    private mutating func decodeSettings(_ configuration: Type2Chip.Configuration, image: TagImage) {
        func flag(_ setting: ConfigurationSetting) -> Bool? {
            configuration.value(of: setting, in: image).map { $0 == 1 }
        }
        authLimit = configuration.value(of: .authLimit, in: image).map(Int.init)
        configurationLocked = flag(.configurationLock)
        counterEnabled = flag(.counterEnable)
        counterProtected = flag(.counterProtection)
        strongModulation = flag(.strongModulation)
    }

    /// AUTH0 beyond the last page means that nothing is protected, whatever the password is.
    private mutating func decodePassword(
        _ chip: Type2Chip, _ configuration: Type2Chip.Configuration, image: TagImage
    ) {
        guard chip.authentication != .none else { return }
        if let page = configuration.value(of: .auth0, in: image).map(Int.init) {
            auth0 = page
            if page >= chip.guardEnd {
                passwordProtects = .nothing
            } else if let reading = configuration.value(of: .readProtection, in: image) {
                passwordProtects = reading == 1 ? .readWrite : .write
            } else if let writeOnly = configuration.value(of: .writeOnlyProtection, in: image) {
                passwordProtects = writeOnly == 1 ? .write : .readWrite
            } else if image.state(of: configuration.cfg1) == .unread(.protected) {
                // The page that would say so was itself refused, which only the protection of reading does.
                passwordProtects = .readWrite
            }
        } else if let page = image.states.firstIndex(of: .unread(.protected)) {
            // The configuration itself is behind the password: the first page that was refused is AUTH0.
            auth0 = page
            passwordProtects = .readWrite
        }
    }
}

extension MirrorState {
    /// The mirror that the configuration sets, `nil` where there is none or it was not read.
    ///
    /// One that would reach out of user memory shows nothing: its length is 0. The data sheet's last places (UID: third page
    /// from the end, byte 1; counter: one page, byte 1; both: five pages, byte 2) all leave the very last byte free.
    /// Source: NTAG213/215/216 data sheet rev 3.2, 8.7.
    init?(chip: Type2Chip, configuration: Type2Chip.Configuration, image: TagImage) {
        guard let page = configuration.value(of: .mirrorPage, in: image).map(Int.init), page > 3,
            let byte = configuration.value(of: .mirrorByte, in: image).map(Int.init)
        else { return nil }
        let content: Content
        switch configuration.layout {
        case .ntag210:
            content = .uid
        case .ntag21x, .ntag213TT:
            switch configuration.value(of: .mirrorContent, in: image) {
            case 1: content = .uid
            case 2: content = .counter
            case 3: content = .both
            case let other? where other > 3: content = .tamper
            default: return nil
            }
        default:
            return nil
        }
        let offset = page * 4 + byte
        let end = (chip.userPages.upperBound + 1) * 4
        self.init(content: content, offset: offset, length: offset + content.length < end ? content.length : 0)
    }
}

extension MirrorState.Content {
    /// The ASCII characters shown. The length of a tamper mirror is in no source at hand: 0.
    var length: Int {
        switch self {
        case .uid: 14
        case .counter: 6
        case .both: 21
        case .tamper: 0
        }
    }
}
