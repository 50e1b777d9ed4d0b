import Tags

/// Which bytes of a tag may be changed by hand, and what a change does; of a dump every byte may.
///
/// All of it comes from what was read and from the chip's tables. It is asked before a byte is taken, so that nobody types
/// for an hour what no plan can write; the plan is asked again before anything is sent.
struct EditRules {
    let report: TagReport
    /// The bytes are those of a dump, not of a tag.
    var isDump = false

    private var image: TagImage? { report.image }
    private var chip: Type2Chip? { report.identity.chip }

    /// Why these bytes cannot be put there, one sentence without a full stop; `nil` where they can.
    func refusal(of bytes: [UInt8], at place: MemoryEdit.Place, in edit: MemoryEdit) -> String? {
        switch place.area {
        case .memory: memoryRefusal(of: bytes, at: place.offset, in: edit)
        case .file(let id): fileRefusal(of: bytes.count, at: place.offset, in: id)
        }
    }

    /// The byte is part of a password or key: never shown.
    func isSecret(_ place: MemoryEdit.Place) -> Bool {
        guard place.area == .memory else { return false }
        return isSecret(at: place.offset)
    }

    /// As above, of a byte of the memory.
    func isSecret(at offset: Int) -> Bool {
        switch kind(at: offset) {
        case .password, .passwordAcknowledge, .key: true
        default: false
        }
    }

    // MARK: - Pages

    private func memoryRefusal(of bytes: [UInt8], at offset: Int, in edit: MemoryEdit) -> String? {
        guard let image, offset >= 0, offset < image.byteCount else { return "there is no byte here" }
        let left = image.byteCount - offset
        guard bytes.count <= left else {
            return "\(Words.count(bytes.count, "byte")) do not fit: \(left) are left to the end of the memory"
        }
        let range = offset..<offset + bytes.count
        let pages = range.lowerBound / image.pageSize...max(range.lowerBound, range.upperBound - 1) / image.pageSize
        if !isDump, let words = crossingRefusal(range) { return words }
        for page in pages {
            let part = range.clamped(to: page * image.pageSize..<(page + 1) * image.pageSize)
            if let words = pageRefusal(page, part, in: edit) { return words }
            let new = Array(bytes[part.lowerBound - offset..<part.upperBound - offset])
            if !isDump, let words = bitRefusal(page, part, new, in: edit) { return words }
        }
        return nil
    }

    /// Bytes that are pasted or filled over the end of user memory would set lock bits by accident, for good.
    private func crossingRefusal(_ range: Range<Int>) -> String? {
        let regions = report.regions.filter { $0.kind != .mirror && $0.bytes.overlaps(range) }
        // A password and its acknowledgement are written together.
        let kinds = Set(regions.map { $0.kind == .passwordAcknowledge ? .password : $0.kind })
        guard kinds.count > 1 else { return nil }
        guard let guarded = regions.first(where: { Self.onlyAlone.contains($0.kind) }) else { return nil }
        let page = Words.page(guarded.bytes.lowerBound / max(1, image?.pageSize ?? 4))
        return "the bytes reach over \(guarded.label) (page \(page)), which are changed only by themselves"
    }

    private static let onlyAlone: Set<MemoryRegion.Kind> = [
        .staticLock, .dynamicLock, .oneTimeProgrammable, .capabilityContainer, .configuration, .password,
        .passwordAcknowledge, .key, .counter,
    ]

    /// Why no byte, or not these bytes, of a page can be changed.
    private func pageRefusal(_ page: Int, _ part: Range<Int>, in edit: MemoryEdit) -> String? {
        guard let image else { return nil }
        let name = "page \(Words.page(page))"
        if !isDump {
            guard let chip else {
                return "the memory map of this chip is not known, so no byte of it can be changed safely"
            }
            if page < Type2Chip.staticLockPage { return "\(name) holds the UID, which the factory wrote for good" }
            if page == Type2Chip.staticLockPage, part.lowerBound % image.pageSize < 2 {
                return "bytes 0 and 1 of \(name) are "
                    + (chip.serialLayout == .checked ? "a check byte and an internal one" : "the ATQA")
                    + ", which the factory wrote for good"
            }
            if let words = closedWords(page, name, chip) { return words }
        }
        guard image.page(page) == nil, part.count < image.pageSize, !isSecret(at: page * image.pageSize) else {
            return nil
        }
        // Once it was given whole, single bytes of it can be put right.
        let whole = page * image.pageSize..<(page + 1) * image.pageSize
        if whole.allSatisfy({ edit.value(at: .memory($0)) != nil }) { return nil }
        return "\(name) was not read: only all \(image.pageSize) bytes of it at once can be put there"
    }

    private func closedWords(_ page: Int, _ name: String, _ chip: Type2Chip) -> String? {
        let state = report.protection
        if state?.lockedPages.contains(page) == true { return "\(name) is locked for good" }
        switch kind(at: page * (image?.pageSize ?? 4)) {
        case .reserved: return "\(name) holds no memory, or registers that are left alone"
        case .counter: return "\(name) is a counter: a write would add to it, and not put there what is typed"
        case .session: return "\(name) holds registers that only live while the tag is powered"
        case .internal: return "\(name) is the chip's own"
        case .configuration where state?.configurationLocked == true:
            return "the configuration is locked for good (CFGLCK)"
        default: return nil
        }
    }

    /// What the guard of writes refuses, and bits that would not stay.
    private func bitRefusal(_ page: Int, _ part: Range<Int>, _ new: [UInt8], in edit: MemoryEdit) -> String? {
        guard let chip, let image, let old = image.page(page), old.count == 4 else { return nil }
        var wanted = self.page(page, in: edit) ?? old
        wanted.replaceSubrange(part.lowerBound - page * 4..<part.upperBound - page * 4, with: new)
        do throws(Refusal) {
            guard let after = try WriteGuard(chip: chip).effect(ofWriting: wanted, to: page, over: old).readsBack
            else { return nil }
            let stuck = part.first { offset in
                let byte = offset - page * 4
                return after[byte] == old[byte] && wanted[byte] & ~old[byte] != 0
            }
            return stuck.map { "byte \($0 % 4) of page \(Words.page(page)) is the chip's own and cannot be changed" }
        } catch {
            return error.reason
        }
    }

    private func kind(at offset: Int) -> MemoryRegion.Kind? {
        report.regions.last { $0.kind != .mirror && $0.bytes.contains(offset) }?.kind
    }

    /// A page as it was typed; `nil` where bytes of it are not known.
    func page(_ page: Int, in edit: MemoryEdit) -> [UInt8]? {
        guard let image else { return nil }
        var bytes: [UInt8] = []
        for offset in page * image.pageSize..<(page + 1) * image.pageSize {
            // The bytes behind a PACK belong to its page and to nobody: 00, as the chip is delivered.
            let spare: UInt8? = kind(at: offset) == .passwordAcknowledge && offset % image.pageSize > 1 ? 0 : nil
            guard let byte = edit.value(at: .memory(offset)) ?? image.byte(at: offset) ?? spare else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    // MARK: - Files

    private func fileRefusal(of count: Int, at offset: Int, in id: UInt16) -> String? {
        guard let file = report.file(id) else { return "there is no such file" }
        let name = "file \(Hex.file(id))"
        let end = max(file.size, file.content.end)
        guard offset >= 0, offset < end else { return "\(name) ends before" }
        guard count <= end - offset else {
            return "\(Words.count(count, "byte")) do not fit: \(end - offset) are left to the end of \(name)"
        }
        let rights = [file.access.write, file.access.readWrite].compactMap { $0 }
        if !isDump, !rights.isEmpty, rights.allSatisfy({ $0 == .never }) { return "\(name) can never be written" }
        guard let unread = file.content.unread(below: offset + count).first(where: { $0.upperBound > offset }) else {
            return nil
        }
        if isDump { return nil }
        return "byte \(max(offset, unread.lowerBound)) of \(name) was not read: \(file.unreadWords)"
    }
}

extension EditRules {
    /// What writing the page of a byte does for good, and what the tag will read where that is not what was typed.
    struct Effect: Equatable {
        /// What can never be undone, one sentence each.
        var forGood: [String] = []
        /// What else is worth knowing.
        var notes: [String] = []
    }

    /// What becomes of the page under a byte.
    func effect(at place: MemoryEdit.Place, in edit: MemoryEdit) -> Effect {
        guard place.area == .memory, let image, image.pageSize > 0 else { return Effect() }
        let number = place.offset / image.pageSize
        guard edit.touches(number * image.pageSize..<(number + 1) * image.pageSize, of: .memory) else {
            return Effect()
        }
        guard let new = page(number, in: edit) else {
            let given = (number * image.pageSize..<(number + 1) * image.pageSize).count {
                edit.value(at: .memory($0)) != nil
            }
            return Effect(notes: ["\(given) of \(image.pageSize) bytes given: the page is written whole or not at all"])
        }
        guard !isDump, let chip, new.count == 4 else { return Effect() }
        do throws(Refusal) {
            let effect = try WriteGuard(chip: chip).effect(ofWriting: new, to: number, over: image.page(number))
            var notes: [String] = []
            if let reads = effect.readsBack, reads != new {
                notes.append(
                    "bits here can only be set: the tag would read \(Hex.string(reads, separator: " ")), and no plan does that"
                )
            }
            if isSecret(at: place.offset) { notes.append("never shown, and never to be read back") }
            return Effect(forGood: effect.consequences, notes: notes)
        } catch {
            return Effect(notes: ["it will be refused: \(error.reason)"])
        }
    }
}
