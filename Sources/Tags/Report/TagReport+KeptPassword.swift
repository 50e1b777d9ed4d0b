extension TagReport {
    /// The same report with a password in the place where the chip keeps it, for a dump that shall hold it.
    ///
    /// A tag answers zeros, or nothing, in place of PWD and PACK: what is filled in is what the user gave and the tag
    /// accepted, and a finding says so. Only a person who asks for it gets such a dump.
    /// - Parameters:
    ///   - password: PWD, four bytes, or the 3DES key of an Ultralight C, 16 bytes, as given.
    ///   - pack: PACK, two bytes, as the tag answered it; `nil` takes `answeredPack`, and leaves the page unread without one.
    /// - Returns: `nil` for a tag that has no such password.
    public func keepingPassword(_ password: [UInt8], pack: [UInt8]? = nil) -> TagReport? {
        guard let chip = identity.chip, var image else { return nil }
        let names: String
        if chip.authentication == .tripleDES, let pages = chip.unreadablePages, pages.count == 4,
            let stored = UltralightCAuthentication.memory(ofKey: password)
        {
            for (index, page) in pages.enumerated() {
                image.set(page: page, to: Array(stored[index * 4..<index * 4 + 4]))
            }
            names = "the key (\(Hex.pages(pages))) is"
        } else if password.count == 4, let place = chip.configuration, let passwordPage = place.password,
            let packPage = place.pack
        {
            image.set(page: passwordPage, to: password)
            if let pack = pack ?? answeredPack, pack.count == 2 {
                image.set(page: packPage, to: pack + [0, 0])
                names = "PWD and PACK (\(Hex.pages(passwordPage...packPage))) are"
            } else {
                names = "PWD (page \(Hex.address(passwordPage))) is"
            }
        } else {
            return nil
        }
        var kept = TagReader.report(
            identity: identity, image: image, authenticated: protection?.authenticated ?? false)
        kept.signature = signature
        kept.counters = counters
        kept.answeredPack = answeredPack
        let mark = Finding(.note, "\(names) as the user gave it and the tag accepted it: the tag itself never shows it")
        kept.findings = findings.filter { $0 != mark } + [mark]
        return kept
    }

    /// PWD and PACK, or the key, that a dump holds because somebody put them there; `nil` where there is none.
    ///
    /// Zeros in the place of PWD are what a tag shows there, and no password.
    public var keptPassword: (password: [UInt8], pack: [UInt8]?)? {
        guard let chip = identity.chip, let image else { return nil }
        if chip.authentication == .tripleDES, let pages = chip.unreadablePages, pages.count == 4 {
            let stored = pages.compactMap { image.page($0) }.joined()
            guard stored.count == 16, stored.contains(where: { $0 != 0 }),
                let key = UltralightCAuthentication.key(fromMemory: Array(stored))
            else { return nil }
            return (key, nil)
        }
        guard let place = chip.configuration, let page = place.password, let password = image.page(page),
            password != [0, 0, 0, 0]
        else { return nil }
        return (password, place.pack.flatMap { image.page($0) }.map { Array($0.prefix(2)) })
    }
}
