extension Restoration {
    /// How well the dump's chip is known to be that of the tag.
    enum Kinship: Equatable {
        /// The same chip.
        case same
        /// Another name for the same map: a copy by another maker, or a variant whose memory is laid out alike.
        case alike
        /// The dump does not say, but its size is that of this chip.
        case bySize
    }

    /// The dump's chip against the tag's, before anything is planned.
    /// - Throws: Where the memories are laid out differently: then pages of one mean something else on the other.
    func kinship(of image: TagImage, with chip: Type2Chip) throws(Refusal) -> Kinship {
        let fits = image.pageCount == chip.pageCount || image.pageCount == chip.readablePageCount
        // A file that names no chip leaves a guess, which a tag of the same size may well put right.
        let isGuess = source.identity.provenance != .reported
        guard let own = source.identity.chip else {
            guard fits else {
                throw differs(
                    "the dump does not name its chip and has \(image.pageCount) pages, \(chip.name) has \(chip.pageCount)"
                )
            }
            return .bySize
        }
        if own.name == chip.name {
            guard image.pageCount <= chip.pageCount else {
                throw differs("the dump has \(image.pageCount) pages, \(chip.name) has \(chip.pageCount)")
            }
            return .same
        }
        if own.hasSameMap(as: chip) { return isGuess ? .bySize : .alike }
        if isGuess, fits, own.userPages == chip.userPages { return .bySize }
        let sizes =
            own.pageCount == chip.pageCount
            ? "their pages have other purposes" : "\(own.pageCount) pages against \(chip.pageCount)"
        throw differs("the dump is of \(own.name), the tag is \(chip.name): \(sizes)")
    }

    private func differs(_ reason: String) -> Refusal {
        let hasMessage = source.ndef?.state == .message
        return .notPossible(
            reason,
            hasMessage
                ? "Write the dump's message instead: save it as .ndef (`tagdesk convert`) and restore that."
                : "Use a tag of the same chip.")
    }
}

extension Type2Chip {
    /// Every page of this chip has the same purpose on another one: user memory, locks, configuration, secrets.
    public func hasSameMap(as other: Type2Chip) -> Bool {
        pageCount == other.pageCount && userPages == other.userPages && dynamicLock == other.dynamicLock
            && authentication == other.authentication && counterPage == other.counterPage
            && unreadablePages == other.unreadablePages && absentPages == other.absentPages
            && factoryPage3 == other.factoryPage3 && versions.isEmpty == other.versions.isEmpty
            && configuration?.layout == other.configuration?.layout && configuration?.cfg0 == other.configuration?.cfg0
            && specialPages == other.specialPages
    }

    /// Every configuration bit means the same on another chip of the same map.
    public func hasSameSettings(as other: Type2Chip) -> Bool {
        configuration?.fields == other.configuration?.fields
    }

    /// The pages that hold a user's data: user memory, and what other sectors have of it.
    public var dataPages: [Int] {
        Array(userPages) + specialPages.filter { $0.kind == .user }.flatMap { Array($0.pages) }
    }
}
