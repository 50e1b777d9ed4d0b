import Tags

/// WRITE: what may be written, what a write makes of the page, and what is left of it when it is torn.
extension SimulatedChip {
    /// Microseconds one page takes to program (the data sheets' 4.6 ms a WRITE less its frames).
    static let programmingTime = 3750

    /// Whether a write to the page is accepted at all.
    func mayWrite(_ page: Int) -> Bool {
        guard page >= 2, page < chip.pageCount else { return false }
        let settings = settings
        if page >= settings.auth0, page < Self.sectorPages, state != .authenticated { return false }
        if let configuration = chip.configuration, settings.configurationLocked,
            page == configuration.cfg0 || page == configuration.cfg1
        {
            return false
        }
        return !isLocked(page)
    }

    /// A lock bit in force closes the page.
    func isLocked(_ page: Int) -> Bool {
        staticLockBits.contains {
            $0.kind == .locks && $0.pages.contains(page) && Self.isSet($0, in: [0, 0] + latched.staticLock)
        }
            || chip.dynamicLock?.bits.contains {
                $0.kind == .locks && $0.pages.contains(page) && Self.isSet($0, in: latched.dynamicLock)
            } ?? false
    }

    mutating func write(_ bytes: [UInt8], page: Int) -> Answer {
        guard mayWrite(page) else { return refuse(Self.nakArgument) }
        if page == chip.counterPage { return writeCounterPage(bytes) }
        let old = self.page(page)
        commit(written(bytes, over: old, page: page), page: page)
        if chip.lockTakesEffect == .atOnce, page == 2 || page == chip.dynamicLock?.page { latchLocks() }
        return .nibble(Self.acknowledge)
    }

    /// What the page holds after a write: OR where bits can only be set, unchanged where the chip keeps its own.
    private func written(_ bytes: [UInt8], over old: [UInt8], page: Int) -> [UInt8] {
        switch page {
        case 2:
            let allowed = Self.settable(staticLockBits, in: [0, 0] + latched.staticLock)
            return zip(zip(old, bytes), allowed).map { $0.0 | ($0.1 & $1) }
        case 3:
            return zip(old, bytes).map { $0 | $1 }
        case chip.dynamicLock?.page:
            guard let dynamic = chip.dynamicLock else { return old }
            let allowed = Self.settable(dynamic.bits, in: latched.dynamicLock)
            return zip(zip(old, bytes), allowed).map { $0.0 | ($0.1 & $1) }
        default:
            return bytes
        }
    }

    /// Programs a page, or leaves of it what the manner of tearing leaves.
    mutating func commit(_ new: [UInt8], page: Int) {
        programming += Self.programmingTime
        guard let tearing else { return store(new, page: page) }
        var left = tearing.leaves(
            old: self.page(page), new: new, tearProof: isTearProof(page), using: &generator)
        // The first two bytes of page 2 are not written at all.
        if page == 2 { left.replaceSubrange(0..<2, with: self.page(2)[0..<2]) }
        store(left, page: page)
    }

    /// NTAG21x writes pages 2, 3 and the dynamic lock page whole or not at all (data sheet rev 3.2), UL EV1 likewise.
    private func isTearProof(_ page: Int) -> Bool {
        chip.authentication == .password && (page == 2 || page == 3 || page == chip.dynamicLock?.page)
    }

    private static func isSet(_ bit: Type2Chip.LockBit, in bytes: [UInt8]) -> Bool {
        bytes.indices.contains(bit.byte) && bytes[bit.byte] >> UInt8(bit.bit & 7) & 1 != 0
    }

    /// The bits of a lock page that a write may set: defined, and not frozen by a block-locking bit in force.
    private static func settable(_ bits: [Type2Chip.LockBit], in bytes: [UInt8]) -> [UInt8] {
        var mask: [UInt8] = [0, 0, 0, 0]
        for bit in bits where mask.indices.contains(bit.byte) {
            let frozen =
                bit.kind == .locks
                && bits.contains {
                    $0.kind == .freezes && isSet($0, in: bytes) && $0.pages.overlaps(bit.pages)
                }
            if !frozen { mask[bit.byte] |= 1 << UInt8(bit.bit & 7) }
        }
        return mask
    }
}

/// The one-way counter page of Ultralight C and NTAG203.
extension SimulatedChip {
    /// The first write sets any value; each later one of 01 to 0F is added at the next field reset. Overflow is refused.
    private mutating func writeCounterPage(_ bytes: [UInt8]) -> Answer {
        guard let page = chip.counterPage else { return refuse(Self.nakArgument) }
        let old = self.page(page)
        let value = UInt16(old[0]) | UInt16(old[1]) << 8
        let given = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
        if value == 0 {
            commit([bytes[0], bytes[1]] + old[2...3], page: page)
        } else {
            let sum = value.addingReportingOverflow(given)
            guard given <= 0x0F, !sum.overflow else { return refuse(Self.nakArgument) }
            programming += Self.programmingTime
            if tearing == nil || tearing == .new { pendingIncrement = given }
        }
        return .nibble(Self.acknowledge)
    }

    mutating func applyPendingIncrement() {
        guard pendingIncrement != 0, let page = chip.counterPage else { return }
        let old = self.page(page)
        let value = (UInt16(old[0]) | UInt16(old[1]) << 8) &+ pendingIncrement
        store([UInt8(value & 0xFF), UInt8(value >> 8)] + old[2...3], page: page)
        pendingIncrement = 0
    }
}
