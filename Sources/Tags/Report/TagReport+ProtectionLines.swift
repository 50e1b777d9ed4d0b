extension TagReport {
    /// Protection in words, one line a fact, the one that matters most first; empty where nothing was read.
    public var protectionLines: [String] {
        guard let state = protection else {
            if identity.type == .type5, image != nil { return ["which blocks are locked is not known"] }
            return files.map { "\($0.name): \($0.access.words)" }
        }
        return state.lockLines(noun: pageNoun)
            + state.passwordLines(chip: identity.chip) + state.frozenLines
    }

    /// What a part of the memory is called: `block` on ISO 15693 tags and MIFARE Classic, else `page`.
    public var pageNoun: String { identity.type == .type5 || image?.pageSize == 16 ? "block" : "page" }

    /// The mirror in words; `nil` where none is set.
    public var mirrorLine: String? {
        guard let mirror = protection?.mirror else { return nil }
        guard mirror.length > 0 else { return "set, but shows nothing that could be told" }
        let size = image?.pageSize ?? 4
        let page = Hex.address(mirror.offset / size)
        return "\(mirror.content.words) shown from page \(page) byte \(mirror.offset % size)"
    }
}

extension ProtectionState {
    fileprivate func lockLines(noun: String) -> [String] {
        var lines: [String] = []
        if permanentlyReadOnly == true {
            lines.append("read-only for good: every \(noun) of user memory is locked")
        } else if !lockedPages.isEmpty {
            lines.append("locked for good: \(PageList.words(lockedPages, noun: noun))")
        }
        if let words = undecidedWords(noun: noun) { lines.append("locks of \(words)") }
        if ccReadOnly == true {
            lines.append(
                permanentlyReadOnly == false
                    ? "the capability container says read-only; the memory itself is not all locked"
                    : "the capability container says read-only")
        }
        let frozen = frozenPages.filter { !lockedPages.contains($0) }
        if !frozen.isEmpty { lines.append("never to be locked any more: \(PageList.words(frozen, noun: noun))") }
        if lines.isEmpty {
            lines.append(knowsLocks ? "no \(noun) is locked" : "which \(noun)s are locked is not known")
        }
        return lines
    }

    fileprivate func passwordLines(chip: Type2Chip?) -> [String] {
        guard let chip, chip.authentication != .none else { return [] }
        let secret = chip.authentication == .password ? "password" : "key"
        guard let guards = passwordProtects, let page = auth0 else {
            return ["what the \(secret) protects is not known"]
        }
        var lines: [String] = []
        // AUTH0 counts pages of the first sector.
        let place = Hex.address(page) + (chip.pageCount > 256 ? " of the first sector" : "")
        switch guards {
        case .nothing: lines.append("no \(secret) needed")
        case .write: lines.append("\(secret) needed to write from page \(place)")
        case .readWrite: lines.append("\(secret) needed to read and write from page \(place)")
        }
        if authenticated { lines.append("authenticated: the \(secret) was accepted") }
        if let limit = authLimit, limit > 0 {
            let wrong = limit == 1 ? "1 wrong \(secret)" : "\(limit) wrong \(secret)s"
            lines.append("at most \(wrong) in all (AUTHLIM), then the protected pages are lost")
        }
        return lines
    }

    fileprivate var frozenLines: [String] {
        configurationLocked == true ? ["configuration frozen for good (CFGLCK)"] : []
    }

    /// Which locks are not known and why, such as `pages 10-27 not known: page 28 was not read`; `nil` where all are.
    private func undecidedWords(noun: String) -> String? {
        guard !undecidedPages.isEmpty else { return nil }
        // A file that does not say of all blocks whether they are locked names no place where that would stand.
        guard !unreadLockPages.isEmpty else { return "\(PageList.words(undecidedPages, noun: noun)) not known" }
        let verb = unreadLockPages.count == 1 ? "was" : "were"
        return "\(PageList.words(undecidedPages, noun: noun)) not known: "
            + "\(PageList.words(unreadLockPages, noun: noun)) \(verb) not read"
    }
}
