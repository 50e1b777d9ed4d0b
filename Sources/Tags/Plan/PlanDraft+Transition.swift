extension PlanDraft {
    /// Plans the way from the present memory to given pages: how an interrupted plan is finished or put back.
    ///
    /// The same order as for the plan itself: a guard is taken off before the rest changes and put on after it; container
    /// and locks come last. Passwords are not in an image: where the one on the tag may be torn, the user gives it again and
    /// it is written and proved before AUTH0 goes on.
    mutating func planTransition(to pages: [Int: [UInt8]], _ secret: Wish.Secret) throws(Refusal) {
        let place = chip.configuration
        try refuseClearing(oneWayPages, pages)
        var freezing: [Int: [UInt8]] = [:]
        let opens = place.map { opensMemory(pages, $0) } ?? false
        if opens, let place { try writeConfiguration(opening: pages, place) }
        try writeUserMemory(pages.filter { chip.userPages.contains($0.key) }, why: "bring back NDEF data")
        try writeOtherData(pages, why: "bring back data")
        if let place {
            let opened = try bringSecret(secret, place)
            if !opens || opened { freezing = try writeSettings(pages, place, proved: true) }
        }
        for page in oneWayPages {
            if page != Type2Chip.capabilityPage {
                for (page, bytes) in freezing { try write(bytes, to: page, .lock, why: "as planned") }
                freezing = [:]
            }
            guard var bytes = pages[page], let old = image.page(page), bytes != old else { continue }
            if page == chip.dynamicLock?.page, chip.dynamicLock?.constantByte3 != nil { bytes[3] = 0 }
            try write(bytes, to: page, page == Type2Chip.capabilityPage ? .container : .lock, why: "as planned")
        }
    }

    /// Writes the password or key where the one on the tag may be torn.
    /// - Returns: AUTH0 was taken off for it.
    private mutating func bringSecret(
        _ secret: Wish.Secret, _ place: Type2Chip.Configuration
    ) throws(Refusal) -> Bool {
        switch secret {
        case .untouched: return false
        case .delivered:
            try writeDeliveredPassword(place)
            return false
        case .renewed, .renewedPassword:
            guard let given = chip.authentication == .tripleDES ? credential.key : credential.password else {
                throw Refusal(
                    .needsPassword, reason: "the password was not kept, and the tag may hold a torn one",
                    advice: "Give the password or key that shall be on the tag.")
            }
            try openFirst(true, place, openValue)
            let keepsPack = secret == .renewedPassword
            try planSecret(given, pack: credential.pack, place, keepsPack: keepsPack)
            if chip.authentication == .password, credential.pack == nil, !keepsPack {
                plan.notices.append("PACK becomes 00 00: the one that was chosen was not kept")
            }
            return isGuarded
        }
    }

    private mutating func writeConfiguration(
        opening pages: [Int: [UInt8]], _ place: Type2Chip.Configuration
    ) throws(Refusal) {
        for page in [place.cfg0, place.cfg1] {
            guard let bytes = pages[page] else { continue }
            guard let old = current(page) else { throw isGuarded && !hasCredential ? .needsPassword : .unread(page) }
            if bytes != old { try refuseFrozenConfiguration() }
            try write(bytes, to: page, page == place.cfg0 ? .open : .configuration, why: "configuration")
        }
    }

    /// The target asks for the password on fewer pages than the tag does now.
    private func opensMemory(_ pages: [Int: [UInt8]], _ place: Type2Chip.Configuration) -> Bool {
        guard let field = place.field(.auth0), let target = pages[place.cfg0], let present = image.page(place.cfg0)
        else {
            return false
        }
        return field.value(in: target[field.byte]) > field.value(in: present[field.byte])
    }

    private func refuseClearing(_ oneWay: [Int], _ pages: [Int: [UInt8]]) throws(Refusal) {
        for page in oneWay {
            guard let bytes = pages[page], let old = image.page(page) else { continue }
            let compared =
                switch page {
                case Type2Chip.staticLockPage: 2..<4
                case chip.dynamicLock?.page: 0..<3
                default: 0..<4
                }
            guard compared.contains(where: { old[$0] & ~bytes[$0] != 0 }) else { continue }
            throw .notPossible(
                "page \(Hex.address(page)) is \(Hex.string(old)) and its bits can only be set, so it cannot go back to "
                    + "\(Hex.string(bytes))",
                "Leave this page as it is.")
        }
    }
}
