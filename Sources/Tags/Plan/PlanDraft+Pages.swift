/// A password or key that is set together with other pages.
struct NewSecret: Equatable {
    /// PWD, or the 3DES key as DES takes it.
    var bytes: [UInt8]
    /// PACK; 00 00 where none is given.
    var pack: [UInt8]?
    /// PACK is left alone.
    var keepsPack = false
}

/// Pages of every purpose in one plan, in the order that a torn write can harm least.
///
/// User memory goes first, with the present message hidden while it changes; then pages beside it; the container, which
/// makes a message visible where there was none; the password, proved; CFG1, then CFG0 with AUTH0 in it; at the very end
/// what can never be undone: CFGLCK and its like, the container's write right, dynamic and static lock bytes.
extension PlanDraft {
    /// Adds the writes that bring these pages to these bytes.
    /// - Parameters:
    ///   - target: Four bytes a page, those of PWD, PACK and keys left out; pages not named stay.
    ///   - secret: The password or key to set.
    ///   - why: What the data are, in a few words.
    mutating func planPages(_ target: [Int: [UInt8]], secret: NewSecret? = nil, why: String) throws(Refusal) {
        try writeUserMemory(target.filter { chip.userPages.contains($0.key) }, why: why)
        try writeOtherData(target, why: why)
        if let container = target[Type2Chip.capabilityPage] {
            let kept = try containerWithPresentWriteRight(container)
            try write(kept, to: Type2Chip.capabilityPage, .container, why: containerWords(kept))
        }
        var freezing: [Int: [UInt8]] = [:]
        if let place = chip.configuration {
            if let secret {
                if isGuarded { try refuseFrozenConfiguration() }
                for page in settingPages where image.page(page) == nil { throw refusalForUnread(page) }
                try openFirst(true, place, openValue)
                try planSecret(secret.bytes, pack: secret.pack, place, keepsPack: secret.keepsPack)
            }
            freezing = try writeSettings(target, place, proved: secret != nil)
        }
        try writeLastBits(target, freezing)
    }

    /// Pages for data that lie outside user memory: the second sector of some chips, a tamper message.
    mutating func writeOtherData(_ target: [Int: [UInt8]], why: String) throws(Refusal) {
        let placed = Set(settingPages + oneWayPages)
        for (page, bytes) in target.sorted(by: { $0.key < $1.key })
        where !chip.userPages.contains(page) && !placed.contains(page) {
            guard current(page) != nil else { throw refusalForUnread(page) }
            let isRegister = chip.registerPages?.contains(page) == true
            try write(bytes, to: page, isRegister ? .configuration : .data, why: isRegister ? "registers" : why)
        }
    }

    /// CFG0 and CFG1, or what the chip has in their place.
    var settingPages: [Int] { chip.configuration.map { [$0.cfg0, $0.cfg1] } ?? [] }

    /// The pages whose bits can only be set, in the order in which they are written.
    var oneWayPages: [Int] {
        [Type2Chip.capabilityPage, chip.dynamicLock?.page, Type2Chip.staticLockPage].compactMap { $0 }
    }

    // MARK: - Configuration

    /// Writes CFG1, then CFG0, without the bits that freeze something.
    /// - Parameter proved: The password that AUTH0 lets the tag ask for is known to be the user's.
    /// - Returns: The same pages with these bits, where some are to be set: they come last.
    mutating func writeSettings(
        _ target: [Int: [UInt8]], _ place: Type2Chip.Configuration, proved: Bool
    ) throws(Refusal) -> [Int: [UInt8]] {
        // A secret may have been set over an AUTH0 that was taken off for it: it comes back in any case.
        let present = [place.cfg0, place.cfg1].compactMap { page in image.page(page).map { (page, $0) } }
        let wanted = Dictionary(present, uniquingKeysWith: { first, _ in first }).merging(
            target.filter { settingPages.contains($0.key) }, uniquingKeysWith: { $1 })
        guard target.keys.contains(where: settingPages.contains) || proved else { return [:] }
        var plain = wanted
        var freezing: [Int: [UInt8]] = [:]
        for (page, bytes) in wanted where bytes != image.page(page) {
            guard let old = image.page(page) else { throw refusalForUnread(page) }
            try refuseFrozenConfiguration()
            for field in place.fields where field.setting.freezes && place.page(of: field) == page {
                try refuseClearing(field, old, bytes)
                guard bytes[field.byte] & field.mask != old[field.byte] & field.mask else { continue }
                var kept = plain[page] ?? bytes
                kept[field.byte] = kept[field.byte] & ~field.mask | old[field.byte] & field.mask
                plain[page] = kept
                freezing[page] = bytes
            }
            for field in place.fields where field.setting == .tamperEnable && place.page(of: field) == page {
                try refuseClearing(field, old, bytes)
            }
        }
        let (cfg0, cfg1) = (plain[place.cfg0], plain[place.cfg1])
        var closes: String?
        if !proved, let cfg0, let cfg1 {
            closes = try proveBeforeClosing(place, cfg0, cfg1)
            noteTornConfiguration(place, cfg0)
        }
        for (page, phase) in [(place.cfg1, PlanStep.Phase.configuration), (place.cfg0, .close)] {
            guard let bytes = plain[page] else { continue }
            let old = current(page) ?? bytes
            try write(bytes, to: page, phase, why: settingWords(page, old, bytes, place), extra: closes)
        }
        return freezing
    }

    /// What a write to a configuration page changes: `AUTH0 FF -> 04, PROT 00 -> 01`.
    func settingWords(_ page: Int, _ old: [UInt8], _ new: [UInt8], _ place: Type2Chip.Configuration) -> String {
        let words = place.fields.compactMap { field -> String? in
            guard place.page(of: field) == page else { return nil }
            let (before, after) = (field.value(in: old[field.byte]), field.value(in: new[field.byte]))
            return before == after ? nil : "\(field.setting.rawValue) \(Hex.byte(before)) -> \(Hex.byte(after))"
        }
        return words.isEmpty ? "configuration" : words.joined(separator: ", ")
    }

    private func refuseClearing(_ field: ConfigurationField, _ old: [UInt8], _ new: [UInt8]) throws(Refusal) {
        guard old[field.byte] & field.mask & ~new[field.byte] != 0 else { return }
        throw .notPossible(
            "\(field.setting.rawValue) is set on the tag and can never be cleared", "Leave that bit as it is.")
    }

    // MARK: - What comes last

    private mutating func writeLastBits(_ target: [Int: [UInt8]], _ freezing: [Int: [UInt8]]) throws(Refusal) {
        if let container = target[Type2Chip.capabilityPage] {
            try write(container, to: Type2Chip.capabilityPage, .container, why: "CC: read-only")
        }
        for (page, bytes) in freezing.sorted(by: { $0.key > $1.key }) {
            guard let place = chip.configuration, let old = current(page) else { continue }
            try write(bytes, to: page, .lock, why: settingWords(page, old, bytes, place))
        }
        for page in oneWayPages.dropFirst() {
            guard var bytes = target[page], let old = current(page) else { continue }
            // The constant byte of a dynamic lock page is written as 00, as reserved bits are.
            if page == chip.dynamicLock?.page, chip.dynamicLock?.constantByte3 != nil { bytes[3] = 0 }
            try write(bytes, to: page, .lock, why: lockWords(page, from: old, to: bytes))
        }
        noteWhenItActs()
    }

    /// `lock 04-07, freeze the lock bits of 03`.
    private func lockWords(_ page: Int, from old: [UInt8], to new: [UInt8]) -> String {
        func pages(_ kind: Type2Chip.LockBit.Kind) -> [Int] {
            chip.lockBits.filter { held, bit in
                held == page && bit.kind == kind && new[bit.byte] & ~old[bit.byte] & 1 << UInt8(bit.bit) != 0
            }.flatMap(\.bit.pages)
        }
        let (locked, frozen) = (pages(.locks), pages(.freezes))
        let words = [
            locked.isEmpty ? nil : "lock \(Hex.pageList(locked))",
            frozen.isEmpty ? nil : "freeze the lock bits of \(Hex.pageList(frozen))",
        ].compactMap { $0 }
        return words.isEmpty ? "lock bytes" : words.joined(separator: ", ")
    }

    /// The container, but whether the tag may be written stays as it is: that belongs to the locks.
    private func containerWithPresentWriteRight(_ container: [UInt8]) throws(Refusal) -> [UInt8] {
        guard let old = image.page(Type2Chip.capabilityPage) else { throw .unread(Type2Chip.capabilityPage) }
        guard container.first == 0xE1 else { return container }
        var kept = container
        kept[3] = kept[3] & 0xF0 | old[3] & 0x0F
        return kept
    }

    private func containerWords(_ container: [UInt8]) -> String {
        container.first == 0xE1
            ? "capability container: NDEF, \(Int(container[2]) * 8) bytes" : "one-time programmable bits"
    }

    private mutating func noteWhenItActs() {
        let phases = Set(plan.steps.map(\.phase))
        if phases.contains(.close) || phases.contains(.configuration) {
            plan.takesEffect = "the new configuration acts from the next time the tag is put on"
        } else if phases.contains(.lock) {
            switch chip.lockTakesEffect {
            case .atOnce: break
            case .nextActivation: plan.takesEffect = "the locks act from the next time the tag is selected"
            case .nextPowerUp: plan.takesEffect = "the locks act from the next time the tag is put on"
            }
        }
    }
}

extension ConfigurationSetting {
    /// Setting it freezes other bits or pages for good, as a lock does.
    var freezes: Bool {
        switch self {
        case .configurationLock, .tamperMessageLock, .registerLock: true
        default: false
        }
    }
}
