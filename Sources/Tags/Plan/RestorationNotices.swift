/// What a person should know before a dump goes onto a tag: what is left out, and what the dump's tag was set to.
struct RestorationNotices {
    let draft: PlanDraft
    let wish: Restoration
    let source: TagImage

    private var chip: Type2Chip { draft.chip }

    /// One sentence each, the most important first.
    var all: [String] {
        [settings, skipped, holes, container, mirror, secrets, identity].compactMap { $0 }
    }

    /// `the dump's tag has AUTH0=04, PROT=1, CFGLCK=1`, where it is not as delivered.
    private var settings: String? {
        let protection = ProtectionState(chip: chip, image: source, authenticated: true)
        var parts: [String] = []
        if let auth0 = protection.auth0, auth0 < chip.guardEnd { parts.append("AUTH0=\(Hex.address(auth0))") }
        if protection.passwordProtects == .readWrite, chip.authentication == .password { parts.append("PROT=1") }
        if protection.configurationLocked == true { parts.append("CFGLCK=1") }
        if let limit = protection.authLimit, limit > 0 { parts.append("AUTHLIM=\(limit)") }
        if !protection.lockedPages.isEmpty { parts.append("pages \(Hex.pageList(protection.lockedPages)) locked") }
        if protection.ccReadOnly == true { parts.append("a CC that says read-only") }
        guard !parts.isEmpty else { return nil }
        let kept =
            switch (wish.withConfiguration, wish.withLocks) {
            case (true, true): ""
            case (true, false): ": what can never be undone of it does not come along unless the locks are asked for"
            case (false, _): ": its configuration does not come along unless it is asked for"
            }
        return "the dump's tag has " + parts.joined(separator: ", ") + kept
    }

    /// The pages that are not written, with their purposes.
    private var skipped: String? {
        var parts = [
            wish.withLocks ? "pages 00-01 (UID)" : "pages 00-02 (UID, lock bytes)",
            wish.withConfiguration ? nil : "page 03 (\(isContainer ? "CC" : "OTP"))",
        ]
        func add(_ pages: [Int], _ words: String) {
            if let list = Hex.pageWords(pages) { parts.append("\(list) (\(words))") }
        }
        if let lock = chip.dynamicLock, !wish.withLocks { add([lock.page], "dynamic lock bytes") }
        if let page = chip.counterPage { add([page], "counter") }
        if let place = chip.configuration {
            let settings = wish.withConfiguration ? [] : [place.cfg0, place.cfg1]
            let secrets = wish.withConfiguration && wish.password != nil ? [] : chip.writeOnlyPages
            let words = [settings.isEmpty ? nil : "configuration", secrets.isEmpty ? nil : secretWords].compactMap {
                $0
            }
            add(settings + secrets, words.joined(separator: ", "))
        }
        for special in chip.specialPages where special.kind != .user {
            if wish.withConfiguration, let registers = chip.registerPages, registers == special.pages {
                parts.append("bytes 2-3 of page \(Hex.address(registers.upperBound)) (what locks the registers)")
            } else {
                add(Array(special.pages), special.label)
            }
        }
        return "not written: " + parts.compactMap { $0 }.joined(separator: ", ")
    }

    private var secretWords: String { chip.authentication == .password ? "PWD, PACK" : "key" }
    private var isContainer: Bool { draft.image.page(Type2Chip.capabilityPage)?.first == 0xE1 }

    /// Data pages that the dump does not know.
    private var holes: String? {
        let missing = chip.dataPages.filter { source.page($0) == nil }
        guard let list = Hex.pageWords(missing) else { return nil }
        let stay = missing.count == 1 ? "it stays" : "they stay"
        return "the dump does not hold \(list): \(stay) as the tag has \(missing.count == 1 ? "it" : "them")"
    }

    private var container: String? {
        guard !wish.withConfiguration, let own = source.page(Type2Chip.capabilityPage),
            let present = draft.image.page(Type2Chip.capabilityPage), own.prefix(3) != present.prefix(3)
        else { return nil }
        let shows = present[0] == 0xE1 ? "" : "; without one the tag shows no message"
        return "the CC (page 03) stays \(Hex.string(present)), the dump has \(Hex.string(own))\(shows)"
    }

    private var mirror: String? {
        guard let place = chip.configuration,
            let mirror = MirrorState(chip: chip, configuration: place, image: source), mirror.length > 0
        else { return nil }
        let pages = mirror.offset / 4...(mirror.offset + mirror.length - 1) / 4
        return
            "the dump's \(Hex.pages(pages)) show a mirror (\(mirror.content.words)); what its tag holds beneath is not "
            + "known, and what it showed is written"
    }

    private var secrets: String? {
        guard wish.withConfiguration, wish.password == nil, chip.authentication != .none, chip.configuration != nil
        else { return nil }
        let word = chip.authentication == .password ? "password" : "key"
        return
            "a tag never gives its \(word), so the dump has none: the tag keeps the one it has unless a new one is given"
    }

    private var identity: String? {
        let own = wish.source.identity.uid
        let differs = !own.isEmpty && own != draft.report.identity.uid
        return "UID and originality signature are the factory's and are never written"
            + (differs ? ": the tag keeps \(Hex.string(draft.report.identity.uid, separator: ":"))" : "")
    }
}
