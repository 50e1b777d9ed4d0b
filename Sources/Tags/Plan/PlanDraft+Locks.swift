extension PlanDraft {
    /// Plans lock bits. All of them: the CC is marked read-only first, then the lock pages, the static one last.
    mutating func planLocks(_ wish: Wish.Locks) throws(Refusal) {
        let bits: [HeldBit]
        if let wanted = wish.pages { bits = try lockBits(closing: wanted) } else { bits = try allOpenLockBits() }
        let freezing = wish.freezes ? freezeBits(over: bits.map(\.bit)) : []
        if wish.pages == nil { try markContainerReadOnly() }
        for page in [chip.dynamicLock?.page, Type2Chip.staticLockPage].compactMap({ $0 }) {
            try writeLockPage(page, (bits + freezing).filter { $0.page == page }.map(\.bit))
        }
        if !plan.steps.isEmpty {
            switch chip.lockTakesEffect {
            case .atOnce: break
            case .nextActivation: plan.takesEffect = "the locks act from the next time the tag is selected"
            case .nextPowerUp: plan.takesEffect = "the locks act from the next time the tag is put on"
            }
        }
    }

    private typealias HeldBit = (page: Int, bit: Type2Chip.LockBit)

    private func isSet(_ held: HeldBit) -> Bool {
        (image.page(held.page)?[held.bit.byte] ?? 0) >> UInt8(held.bit.bit) & 1 == 1
    }

    /// The lock bits of user memory and CC that are still open; those that are frozen open cannot be had any more.
    private mutating func allOpenLockBits() throws(Refusal) -> [HeldBit] {
        let memory = Type2Chip.capabilityPage...chip.userPages.upperBound
        let open = chip.lockBits.filter { held in
            held.bit.kind == .locks && held.bit.pages.overlaps(memory) && !isSet(held)
        }
        let frozen = open.filter { !Set($0.bit.pages).isDisjoint(with: protection.frozenPages) }
        guard frozen.isEmpty else { throw Self.frozen(frozen.flatMap(\.bit.pages)) }
        let covered = Set(chip.lockBits.filter { $0.bit.kind == .locks }.flatMap(\.bit.pages))
        let never = Set(chip.userPages).union(chip.pagesWithoutLocks.joined()).subtracting(covered)
        if !never.isEmpty { plan.notices.append("pages \(Hex.pageList(never)) have no lock bit and stay open") }
        return open
    }

    private mutating func lockBits(closing wanted: [Int]) throws(Refusal) -> [HeldBit] {
        var bits: [HeldBit] = []
        for page in Set(wanted).sorted() where !protection.lockedPages.contains(page) {
            guard let held = chip.lockBits.first(where: { $0.bit.kind == .locks && $0.bit.pages.contains(page) }) else {
                throw .notPossible(
                    "page \(Hex.address(page)) of \(chip.name) has no lock bit", "Leave it out of the pages to lock.")
            }
            guard !protection.frozenPages.contains(page) else { throw Self.frozen(Array(held.bit.pages)) }
            if !bits.contains(where: { $0.page == held.page && $0.bit == held.bit }) { bits.append(held) }
        }
        // A page that shares its bit goes with it: the plan says so, and the typed UID agrees to it.
        let more = Set(bits.flatMap(\.bit.pages)).subtracting(wanted)
        if !more.isEmpty {
            plan.notices.append("one lock bit covers several pages: \(Hex.pageList(more)) are locked too, for good")
        }
        return bits
    }

    /// The bits that freeze what these bits lock.
    private func freezeBits(over bits: [Type2Chip.LockBit]) -> [HeldBit] {
        chip.lockBits.filter { held in
            held.bit.kind == .freezes && !isSet(held) && bits.contains { $0.pages.overlaps(held.bit.pages) }
        }
    }

    private mutating func markContainerReadOnly() throws(Refusal) {
        let page = Type2Chip.capabilityPage
        guard let container = image.page(page) else { throw .unread(page) }
        guard container[0] == 0xE1, container[3] & 0x0F != 0x0F, !protection.lockedPages.contains(page) else { return }
        var closed = container
        closed[3] |= 0x0F
        try write(closed, to: page, .container, why: "CC: read-only")
    }

    private mutating func writeLockPage(_ page: Int, _ bits: [Type2Chip.LockBit]) throws(Refusal) {
        guard !bits.isEmpty else { return }
        guard let old = image.page(page) else { throw .unread(page) }
        var new = old
        // The constant byte of a dynamic lock page is written as 00, as reserved bits are.
        if page == chip.dynamicLock?.page, chip.dynamicLock?.constantByte3 != nil { new[3] = 0 }
        for bit in bits { new[bit.byte] |= 1 << UInt8(bit.bit) }
        let pages = Hex.pageList(bits.filter { $0.kind == .locks }.flatMap(\.pages))
        let frozen = Hex.pageList(bits.filter { $0.kind == .freezes }.flatMap(\.pages))
        let words = [pages.isEmpty ? "" : "lock \(pages)", frozen.isEmpty ? "" : "freeze the lock bits of \(frozen)"]
        try write(new, to: page, .lock, why: words.filter { !$0.isEmpty }.joined(separator: ", "))
    }

    private static func frozen(_ pages: [Int]) -> Refusal {
        Refusal(
            .locked(pages: pages), reason: "the lock bits of pages \(Hex.pageList(pages)) are frozen open for good",
            advice: "These pages can be protected by a password, not by a lock.")
    }
}
