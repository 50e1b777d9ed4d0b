extension PlanDraft {
    /// Plans the way from the present memory to given pages: how an interrupted plan is finished or put back.
    ///
    /// The same order as for the plan itself: a guard is taken off before the rest changes and put on after it; container
    /// and locks come last. Passwords are not in an image: where the target is guarded and the tag did not prove its
    /// password yet, the user gives it again and it is written and proved before AUTH0 goes on.
    mutating func planTransition(to pages: [Int: [UInt8]]) throws(Refusal) {
        let place = chip.configuration
        let oneWay = [Type2Chip.capabilityPage, chip.dynamicLock?.page, Type2Chip.staticLockPage].compactMap { $0 }
        try refuseClearing(oneWay, pages)
        let opens = place.map { opensMemory(pages, $0) } ?? false
        if opens, let place { try writeConfiguration(pages, place, .open) }
        try writeUserMemory(pages.filter { chip.userPages.contains($0.key) }, why: "bring back NDEF data")
        if !opens, let place {
            try writeSecretBeforeClosing(pages, place)
            try writeConfiguration(pages, place, .close)
        }
        for page in oneWay {
            guard var bytes = pages[page], let old = image.page(page), bytes != old else { continue }
            if page == chip.dynamicLock?.page, chip.dynamicLock?.constantByte3 != nil { bytes[3] = 0 }
            try write(bytes, to: page, page == Type2Chip.capabilityPage ? .container : .lock, why: "as planned")
        }
    }

    private mutating func writeConfiguration(
        _ pages: [Int: [UInt8]], _ place: Type2Chip.Configuration, _ phase: PlanStep.Phase
    ) throws(Refusal) {
        let order = phase == .open ? [place.cfg0, place.cfg1] : [place.cfg1, place.cfg0]
        for page in order {
            guard let bytes = pages[page] else { continue }
            guard let old = current(page) else { throw isGuarded && !hasCredential ? .needsPassword : .unread(page) }
            if bytes != old { try refuseFrozenConfiguration() }
            try write(bytes, to: page, page == place.cfg0 ? phase : .configuration, why: "configuration")
        }
    }

    private mutating func writeSecretBeforeClosing(
        _ pages: [Int: [UInt8]], _ place: Type2Chip.Configuration
    ) throws(Refusal) {
        guard plan.kind == .protect || plan.kind == .key, !isGuarded || !protection.authenticated,
            let field = place.field(.auth0), let target = pages[place.cfg0],
            Int(field.value(in: target[field.byte])) < chip.pageCount
        else { return }
        guard let secret = chip.authentication == .tripleDES ? credential.key : credential.password else {
            throw Refusal(
                .needsPassword, reason: "the new password was not kept, and the tag may hold a torn one",
                advice: "Give the new password again to finish, or put the tag back.")
        }
        guard !isGuarded else { return }
        try planSecret(secret, pack: credential.pack, place)
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
            let compared = page == Type2Chip.staticLockPage ? 2..<4 : 0..<3
            guard compared.contains(where: { old[$0] & ~bytes[$0] != 0 }) else { continue }
            throw .notPossible(
                "page \(Hex.address(page)) is \(Hex.string(old)) and its bits can only be set, so it cannot go back to "
                    + "\(Hex.string(bytes))",
                "Leave this page as it is.")
        }
    }
}
