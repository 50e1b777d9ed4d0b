extension PlanDraft {
    /// Plans a dump on a tag of the same kind: user memory and, only where asked for, configuration and locks.
    mutating func planRestoration(_ wish: Restoration) throws(Refusal) {
        switch try wish.contents() {
        case .message(let message):
            try wish.refuseMoreThanData(of: "an NDEF message")
            plan.notices.append("the dump is a message alone: it takes the place of the tag's message, nothing else")
            try planMessage(message)
        case .files:
            throw .notPossible(
                "the dump is of a card with files (\(wish.source.identity.chipName)), and \(chip.name) has pages",
                "Write the dump's message instead: save it as .ndef (`tagdesk convert`) and restore that.")
        case .pages(let image):
            try planRestoration(wish, of: image)
        }
    }

    private mutating func planRestoration(_ wish: Restoration, of source: TagImage) throws(Refusal) {
        let kinship = try wish.kinship(of: source, with: chip)
        var pages: [Int: [UInt8]] = [:]
        for page in chip.dataPages { pages[page] = source.page(page) }
        // Where both show the same, the dump knows no better than the tag what lies under the mirror.
        for page in chip.dataPages where isMirrored(page) && image.page(page) == pages[page] { pages[page] = nil }
        guard chip.dataPages.contains(where: { source.page($0) != nil }) else {
            throw .notPossible(
                "the dump knows no page of user memory", "Use a dump that was taken of a tag that could be read.")
        }
        try refuseLocked(pages)
        var secret: NewSecret?
        if wish.withConfiguration {
            try addContainer(of: source, to: &pages)
            secret = try addConfiguration(wish, of: source, to: &pages)
        }
        if wish.withLocks { try addLocks(wish, of: source, to: &pages) }
        try refuseMix(pages, source)
        noteKinship(wish, kinship)
        RestorationNotices(draft: self, wish: wish, source: source).all.forEach { plan.notices.append($0) }
        try planPages(pages, secret: secret, why: "data of the dump")
    }

    /// Pages that are locked on the tag and would have to change.
    private func refuseLocked(_ pages: [Int: [UInt8]]) throws(Refusal) {
        let locked = protection.lockedPages.filter { page in
            pages[page].map { bytes in image.page(page).map { $0 != bytes } ?? true } ?? false
        }
        guard !locked.isEmpty else { return }
        throw Refusal(
            .locked(pages: locked),
            reason: "pages \(Hex.pageList(locked)) of the tag are locked for good and hold other bytes than the dump",
            advice: "Use another tag.")
    }

    // MARK: - Configuration

    /// The container's bits, or those of OTP, that the dump has set; whether the tag may be written belongs to the locks.
    private func addContainer(of source: TagImage, to pages: inout [Int: [UInt8]]) throws(Refusal) {
        let page = Type2Chip.capabilityPage
        guard let wanted = source.page(page) else { return }
        guard let old = image.page(page) else { throw .unread(page) }
        let merged = zip(old, wanted).map { $0 | $1 }
        var kept = merged
        if merged[0] == 0xE1 { kept[3] = merged[3] & 0xF0 | old[3] & 0x0F }
        let same = merged[0] == 0xE1 ? merged.prefix(3) == wanted.prefix(3) : merged == wanted
        guard same else {
            throw .notPossible(
                "page 03 is \(Hex.string(old)) and its bits can only be set: with the dump's \(Hex.string(wanted)) it would "
                    + "become \(Hex.string(merged))",
                "Restore the data alone, or use another tag.")
        }
        if kept != old { pages[page] = kept }
    }

    /// The settings of the dump in the configuration pages of the tag; reserved bits stay as the tag has them.
    /// - Returns: The password or key to set.
    private func addConfiguration(
        _ wish: Restoration, of source: TagImage, to pages: inout [Int: [UInt8]]
    ) throws(Refusal) -> NewSecret? {
        guard chip.configuration != nil else {
            guard wish.password == nil else {
                throw .notPossible("\(chip.name) has no password", "Leave the new password out.")
            }
            return nil
        }
        let (place, cfg0, cfg1) = try configuration()
        if let own = wish.source.identity.chip, !own.hasSameSettings(as: chip) {
            throw .notPossible(
                "configuration bits of \(own.name) mean something else on \(chip.name)",
                "Restore the data alone, and set the configuration by hand.")
        }
        for (page, old) in [(place.cfg0, cfg0), (place.cfg1, cfg1)] {
            guard let wanted = source.page(page) else {
                throw .notPossible(
                    "page \(Hex.address(page)) (configuration) was not read when the dump was taken",
                    "Restore the data alone, or take the dump again with the password.")
            }
            var bytes = old
            for field in place.fields where place.page(of: field) == page {
                bytes[field.byte] = bytes[field.byte] & ~field.mask | restored(field, wanted, old, wish) & field.mask
            }
            if bytes != old { pages[page] = bytes }
        }
        try addRegisters(of: source, to: &pages)
        guard let password = wish.password else { return nil }
        guard chip.authentication != .none else {
            throw .notPossible("\(chip.name) has no password", "Leave the new password out.")
        }
        return NewSecret(bytes: password, pack: wish.pack)
    }

    /// What the wired side's registers begin with, where the chip keeps that apart from its configuration. What locks them
    /// stays as the tag has it.
    private func addRegisters(of source: TagImage, to pages: inout [Int: [UInt8]]) throws(Refusal) {
        guard let registers = chip.registerPages else { return }
        for page in registers {
            guard let wanted = source.page(page) else { continue }
            guard let old = image.page(page) else { throw refusalForUnread(page) }
            var bytes = wanted
            if page == registers.upperBound { bytes.replaceSubrange(2..<4, with: old[2..<4]) }
            guard bytes != old else { continue }
            guard let lock = image.page(registers.upperBound)?[2], lock == 0 else {
                throw Refusal(
                    .configurationLocked,
                    reason:
                        "the registers (\(Hex.pages(registers))) are locked for good, and the dump has other values",
                    advice: "Restore without the configuration, or use another tag.")
            }
            pages[page] = bytes
        }
    }

    /// A byte of a configuration page for one field: freezing bits only with the locks, and what is set for good stays set.
    private func restored(
        _ field: ConfigurationField, _ wanted: [UInt8], _ old: [UInt8], _ wish: Restoration
    ) -> UInt8 {
        let (wanted, old) = (wanted[field.byte], old[field.byte])
        if field.setting.freezes { return wish.withLocks ? wanted | old : old }
        return field.setting == .tamperEnable ? wanted | old : wanted
    }

    // MARK: - Locks

    /// The lock bits that the dump has set, and the container's write right.
    private func addLocks(
        _ wish: Restoration, of source: TagImage, to pages: inout [Int: [UInt8]]
    ) throws(Refusal) {
        for page in [chip.dynamicLock?.page, Type2Chip.staticLockPage].compactMap({ $0 }) {
            let bits = chip.lockBits.filter { $0.page == page }.map(\.bit)
            guard !bits.isEmpty else { continue }
            guard let wanted = source.page(page) else {
                throw .notPossible(
                    "page \(Hex.address(page)) (lock bytes) was not read when the dump was taken",
                    "Restore without the locks, and lock the tag by hand.")
            }
            guard let old = image.page(page) else { throw refusalForUnread(page) }
            var new = old
            for bit in bits where wanted[bit.byte] & ~old[bit.byte] & 1 << UInt8(bit.bit) != 0 {
                try refuseFrozen(bit)
                new[bit.byte] |= 1 << UInt8(bit.bit)
            }
            if new != old { pages[page] = new }
        }
        try addWriteRight(of: source, to: &pages)
    }

    private func refuseFrozen(_ bit: Type2Chip.LockBit) throws(Refusal) {
        guard bit.kind == .locks, !Set(bit.pages).isDisjoint(with: protection.frozenPages) else { return }
        throw Refusal(
            .locked(pages: Array(bit.pages)),
            reason: "the lock bits of \(Hex.pages(bit.pages)) are frozen open for good, and the dump has them set",
            advice: "Restore without the locks, or use another tag.")
    }

    private func addWriteRight(of source: TagImage, to pages: inout [Int: [UInt8]]) throws(Refusal) {
        let page = Type2Chip.capabilityPage
        guard let wanted = source.page(page), wanted[0] == 0xE1, wanted[3] & 0x0F != 0, let old = image.page(page),
            (pages[page] ?? old)[0] == 0xE1
        else { return }
        var new = pages[page] ?? old
        new[3] |= wanted[3] & 0x0F
        guard new != old else { return }
        guard !protection.lockedPages.contains(page) else { throw .locked([page]) }
        pages[page] = new
    }

    // MARK: - What must not come of it

    /// A message of which one part is the dump's and another the tag's is nobody's message.
    private func refuseMix(_ pages: [Int: [UInt8]], _ source: TagImage) throws(Refusal) {
        var after = image
        for (page, bytes) in pages { after.set(page: page, to: bytes) }
        guard after.page(Type2Chip.capabilityPage)?.first == 0xE1 else { return }
        let walk = walk(after)
        guard let message = walk.message, message.length > 0 else { return }
        let last = message.ranges.last.map { $0.upperBound - 1 } ?? message.start
        let span = chip.userPages.lowerBound...max(chip.userPages.lowerBound, last / image.pageSize)
        guard span.contains(where: { pages[$0] != nil && pages[$0] != image.page($0) }) else { return }
        let holes = span.filter { source.page($0) == nil && chip.userPages.contains($0) }
        guard holes.isEmpty else {
            throw Refusal(
                .unread(pages: holes),
                reason:
                    "pages \(Hex.pageList(holes)) are not in the dump, and its message reaches over them: the tag would "
                    + "hold a mix of two messages",
                advice: "Take the dump again, with the password where the tag has one.")
        }
        if case .tooLong = walk.end, case .tooLong = self.walk(source).end { return }
        guard case .tooLong(_, let length, let left) = walk.end else { return }
        throw .notPossible(
            "the dump's message has \(length) bytes, and the tag's container (page 03) lets it have \(left)",
            "Restore the configuration too, which brings the container, or use another tag.")
    }

    private mutating func noteKinship(_ wish: Restoration, _ kinship: Restoration.Kinship) {
        switch kinship {
        case .same: break
        case .alike:
            plan.notices.append(
                "the dump is of \(wish.source.identity.chipName), the tag is \(chip.name): their pages have the same purposes"
            )
        case .bySize: plan.notices.append("the dump does not name its chip; by its size it is taken for \(chip.name)")
        }
    }
}
