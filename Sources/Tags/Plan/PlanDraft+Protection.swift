extension PlanDraft {
    /// Plans a password and what it guards.
    ///
    /// On an open tag: PWD, PACK, proof, CFG1, CFG0 with AUTH0 last. On a tag that is guarded already AUTH0 goes off first,
    /// so that a torn PWD or PACK never stands between the tag and its owner.
    mutating func planProtection(_ wish: Wish.Protection) throws(Refusal) {
        var (place, cfg0, cfg1) = try secretConfiguration()
        try refuseFrozenConfiguration()
        let first = wish.firstPage ?? chip.userPages.lowerBound
        guard first >= 0, first < chip.pageCount else {
            throw .badArgument(
                "page \(first) is no page of \(chip.name)",
                "Give the first page that needs the password, 00 to \(Hex.address(chip.pageCount - 1)).")
        }
        var words: [String] = []
        let off = openValue
        for (setting, value) in try Wish.ConfigurationChange.guardsReading(wish.guardsReading).settings(for: chip) {
            try set(setting, to: value, in: place, &cfg0, &cfg1, &words)
        }
        if let limit = wish.limit {
            guard limit >= 0, limit <= 7 || chip.authentication != .password else {
                throw .badArgument("AUTHLIM takes 0 to 7, not \(limit)", "Give 0 for no limit, or 1 to 7.")
            }
            try set(.authLimit, to: limit, in: place, &cfg0, &cfg1, &words)
        }
        try openFirst(wish.password != nil, place, off)
        if let password = wish.password { try planSecret(password, pack: wish.pack, place) }
        var closed = cfg0
        var unused: [String] = []
        try set(.auth0, to: first, in: place, &closed, &cfg1, &unused)
        let closes = wish.password == nil ? try proveBeforeClosing(place, closed, cfg1) : nil
        let open = current(place.cfg0) ?? cfg0
        let what = wish.guardsReading ? "reading and writing" : "writing"
        try write(
            cfg1, to: place.cfg1, .configuration, why: words.isEmpty ? "configuration" : words.joined(separator: ", "),
            extra: closes)
        try write(
            closed, to: place.cfg0, .close,
            why:
                "AUTH0 \(auth0Word(open, place)) -> \(Hex.address(first)): \(what) from page \(Hex.address(first)) on needs "
                + "the password", extra: closes)
        noteWhatProtectionLeavesOpen(first, place)
        plan.takesEffect =
            plan.steps.isEmpty ? nil : "the password is asked for from the next time the tag is put on"
    }

    /// Plans an open tag: AUTH0 off, then the other bits, then PACK and PWD as delivered.
    mutating func planUnprotection() throws(Refusal) {
        var (place, cfg0, cfg1) = try secretConfiguration()
        try refuseFrozenConfiguration()
        var words: [String] = []
        try set(.auth0, to: openValue, in: place, &cfg0, &cfg1, &words)
        let wasGuarded = isGuarded
        try write(cfg0, to: place.cfg0, .open, why: "AUTH0 off: no page needs the password")
        if chip.authentication == .password {
            try set(.readProtection, to: 0, in: place, &cfg0, &cfg1, &words)
            try set(.authLimit, to: 0, in: place, &cfg0, &cfg1, &words)
        }
        try write(cfg1, to: place.cfg1, .configuration, why: "no read protection, no limit of tries")
        if wasGuarded { try writeDeliveredPassword(place) }
    }

    /// PACK and PWD as the chip is delivered; a 3DES key stays, since any key is as good on an open tag.
    mutating func writeDeliveredPassword(_ place: Type2Chip.Configuration) throws(Refusal) {
        guard let pack = place.pack, let password = place.password else { return }
        try write([0, 0, 0, 0], to: pack, .password, why: "PACK as delivered", secret: true)
        try write([0xFF, 0xFF, 0xFF, 0xFF], to: password, .password, why: "PWD as delivered", secret: true)
    }

    /// Plans the 3DES key of an Ultralight C.
    mutating func planKey(_ key: [UInt8]) throws(Refusal) {
        let (place, cfg0, _) = try secretConfiguration()
        guard chip.authentication == .tripleDES else {
            throw .notPossible("\(chip.name) has no 3DES key", "Use protect to set its password.")
        }
        try openFirst(true, place, openValue)
        try planSecret(key, pack: nil, place)
        try write(cfg0, to: place.cfg0, .close, why: "AUTH0 as before")
    }

    /// AUTH0 beyond the last page: the value the chip is delivered with.
    var openValue: Int {
        guard let place = chip.configuration, let field = place.field(.auth0) else { return 0xFF }
        return Int(field.value(in: place.factoryCFG0[field.byte]))
    }

    mutating func openFirst(_ changesSecret: Bool, _ place: Type2Chip.Configuration, _ off: Int) throws(Refusal) {
        guard changesSecret, isGuarded, var cfg0 = image.page(place.cfg0), var cfg1 = image.page(place.cfg1) else {
            return
        }
        var words: [String] = []
        try set(.auth0, to: off, in: place, &cfg0, &cfg1, &words)
        try write(cfg0, to: place.cfg0, .open, why: "AUTH0 off while the password changes")
    }

    /// PWD and PACK, or the 3DES key, and the proof that the tag took them.
    /// - Parameter keepsPack: PACK is not written.
    mutating func planSecret(
        _ secret: [UInt8], pack: [UInt8]?, _ place: Type2Chip.Configuration, keepsPack: Bool = false
    ) throws(Refusal) {
        if chip.authentication == .tripleDES {
            guard secret.count == 16, let pages = chip.unreadablePages else {
                throw .badArgument(
                    "the key of \(chip.name) has 16 bytes, not \(secret.count)", "Give 32 hex digits.")
            }
            // Memory holds each half of the key reversed. Source: MF0ICU2 data sheet rev 3.4, 7.5.5.
            let stored = Array(secret[0..<8].reversed()) + Array(secret[8..<16].reversed())
            for (index, page) in pages.enumerated() where index < 4 {
                try write(Array(stored[index * 4..<index * 4 + 4]), to: page, .password, why: "3DES key", secret: true)
            }
            prove("AUTHENTICATE", with: secret)
            return
        }
        guard secret.count == 4, let passwordPage = place.password, let packPage = place.pack else {
            throw .badArgument("a password has 4 bytes, not \(secret.count)", "Give 8 hex digits or 4 characters.")
        }
        guard pack?.count ?? 2 == 2 else {
            throw .badArgument("a PACK has 2 bytes, not \(pack?.count ?? 0)", "Give 4 hex digits.")
        }
        var writes: [(Int, [UInt8], String)] = [(passwordPage, secret, "PWD")]
        if !keepsPack { writes.append((packPage, (pack ?? [0, 0]) + [0, 0], "PACK")) }
        // On a guarded tag PACK goes first: until PWD is written the old password still opens the tag.
        for (page, bytes, name) in isGuarded ? writes.reversed() : writes {
            try write(bytes, to: page, .password, why: name, secret: true)
        }
        prove("PWD_AUTH", with: secret)
    }

    private func auth0Word(_ cfg0: [UInt8], _ place: Type2Chip.Configuration) -> String {
        place.field(.auth0).map { Hex.byte($0.value(in: cfg0[$0.byte])) } ?? "??"
    }

    private mutating func noteWhatProtectionLeavesOpen(_ first: Int, _ place: Type2Chip.Configuration) {
        if let password = place.password, first > password {
            plan.notices.append(
                "AUTH0 lies behind the password page \(Hex.address(password)): anybody can overwrite the password")
        } else if first > place.cfg0, first <= chip.pageCount - 1 {
            plan.notices.append(
                "AUTH0 lies behind page \(Hex.address(place.cfg0)): anybody can switch the protection off again")
        }
        let others = chip.specialPages.filter { $0.kind == .user }
        if !others.isEmpty {
            let pages = others.map { Hex.pages($0.pages) }.joined(separator: ", ")
            plan.notices.append("AUTH0 names pages of the first sector only: \(pages) stay as open as they are")
        }
        if first <= Type2Chip.capabilityPage {
            plan.notices.append("lock bits and CC (pages 02 and 03) need the password too")
        }
    }
}
