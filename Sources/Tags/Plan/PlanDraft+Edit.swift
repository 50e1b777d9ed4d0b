extension PlanDraft {
    /// Plans exactly the pages that a person typed.
    ///
    /// Whatever would not read back as typed is refused: bits that the chip cannot clear, bytes that are the factory's,
    /// counters, pages without memory.
    mutating func planEdit(_ typed: [Int: [UInt8]]) throws(Refusal) {
        var pages: [Int: [UInt8]] = [:]
        for (page, bytes) in typed.sorted(by: { $0.key < $1.key }) {
            guard bytes.count == 4, (0..<chip.pageCount).contains(page) else {
                throw .badArgument(
                    "page \(Hex.address(page)) of \(chip.name) cannot hold \(bytes.count) bytes",
                    "Pages 00 to \(Hex.address(chip.pageCount - 1)) hold 4 bytes each.")
            }
            if image.page(page) == bytes, !chip.writeOnlyPages.contains(page) { continue }
            try refuseUneditable(page)
            try refuseOtherThanTyped(page, bytes)
            pages[page] = bytes
        }
        let secret = try typedSecret(pages)
        for page in chip.writeOnlyPages { pages[page] = nil }
        try planPages(pages, secret: secret, why: "as typed")
    }

    /// Pages that no edit can bring to chosen bytes, or of which nobody here knows what a write does.
    private func refuseUneditable(_ page: Int) throws(Refusal) {
        if chip.absentPages.contains(where: { $0.contains(page) }) {
            throw .notPossible(
                "page \(Hex.address(page)) of \(chip.name) holds no memory, or registers that are better left alone",
                "Leave this page out.")
        }
        if page == chip.counterPage {
            throw .notPossible(
                "page \(Hex.address(page)) is a counter: a write adds to it, and what is typed would not be there",
                "Leave this page out.")
        }
        if chip.authentication == .aes, chip.unreadablePages?.contains(page) == true {
            throw .notPossible(
                "page \(Hex.address(page)) belongs to an AES key, which this program cannot prove after writing it",
                "Leave this page out.")
        }
        if let special = chip.specialPages.first(where: { $0.pages.contains(page) }) {
            let isKnown = special.kind != .configuration || chip.configuration?.layout == .ntagI2CPlus
            guard special.kind != .reserved, isKnown else {
                throw .notPossible(
                    "what a write to page \(Hex.address(page)) (\(special.label)) of \(chip.name) does is not known",
                    "Leave this page out.")
            }
            if special.kind == .tamper, isSet(.tamperMessageLock) {
                throw Refusal(
                    .configurationLocked, reason: "the tag tamper message is frozen for good (TT_LOCK)",
                    advice: "Leave this page out.")
            }
        }
    }

    private func isSet(_ setting: ConfigurationSetting) -> Bool {
        (chip.configuration?.value(of: setting, in: image) ?? 0) != 0
    }

    /// A one-way page reads the old bits OR the new ones, and some of its bytes not even that.
    private func refuseOtherThanTyped(_ page: Int, _ bytes: [UInt8]) throws(Refusal) {
        guard page < Type2Chip.capabilityPage || oneWayPages.contains(page) else { return }
        guard let after = try writeGuard.effect(ofWriting: bytes, to: page, over: image.page(page)).readsBack,
            after != bytes
        else { return }
        throw .notPossible(
            "page \(Hex.address(page)) would read \(Hex.string(after)) and not \(Hex.string(bytes)): of its bits some can "
                + "only be set, and some never be written",
            "Change no bit from 1 to 0 in this page, and leave bytes alone that are not yours.")
    }

    /// The password or key among the pages; `nil` where there is none.
    private func typedSecret(_ pages: [Int: [UInt8]]) throws(Refusal) -> NewSecret? {
        if let keyPages = chip.unreadablePages, keyPages.contains(where: { pages[$0] != nil }) {
            guard let key = UltralightCAuthentication.key(fromMemory: keyPages.prefix(4).flatMap { pages[$0] ?? [] })
            else {
                throw .badArgument(
                    "a key has 16 bytes in \(Hex.pages(keyPages)), and not all of them are given",
                    "Give all four pages, or none of them.")
            }
            return NewSecret(bytes: key)
        }
        guard let place = chip.configuration, let passwordPage = place.password, let packPage = place.pack else {
            return nil
        }
        guard let password = pages[passwordPage] else {
            guard pages[packPage] == nil else {
                throw .badArgument(
                    "PACK (page \(Hex.address(packPage))) is given without PWD (page \(Hex.address(passwordPage))), so it "
                        + "could not be proved",
                    "Give both.")
            }
            return nil
        }
        guard let pack = pages[packPage] else { return NewSecret(bytes: password, keepsPack: true) }
        guard pack[2] == 0, pack[3] == 0 else {
            throw .badArgument(
                "bytes 2 and 3 of PACK (page \(Hex.address(packPage))) are reserved",
                "Leave them at 00.")
        }
        return NewSecret(bytes: password, pack: Array(pack.prefix(2)))
    }
}
