/// What it means that a page with a purpose of its own holds other bytes: told by the chip's tables.
///
///     // CFG0 of an NTAG213, 04 00 00 FF -> 04 00 00 04
///     change.words        // "AUTH0 FF -> 04: pages from 04 now need the password"
struct PageChange {
    let pair: ComparedPair
    let page: Int
    let old: [UInt8]
    let new: [UInt8]
    /// The region in words, where no table says more.
    let label: String

    /// One clause a thing that changed, joined.
    var words: String {
        let clauses = clauses
        return clauses.isEmpty ? label : clauses.joined(separator: "; ")
    }

    /// The chip whose tables hold for both sides; `nil` where they are different chips or unknown ones.
    private var chip: Type2Chip? { pair.sameChip ? pair.b.identity.chip : nil }

    private var clauses: [String] {
        switch page {
        case 0, 1: return serialClauses
        case Type2Chip.staticLockPage: return secondPageClauses
        case Type2Chip.capabilityPage: return thirdPageClauses
        default: break
        }
        guard let chip else { return otherChipClauses }
        if page == chip.dynamicLock?.page { return lockClauses(of: chip) + constantClauses(of: chip) }
        if let configuration = chip.configuration {
            if page == configuration.cfg0 || page == configuration.cfg1 {
                return configurationClauses(configuration, of: chip)
            }
            // What the password is stays out of sentences.
            if page == configuration.password { return ["PWD differs"] }
            if page == configuration.pack { return ["PACK differs"] }
        }
        if chip.unreadablePages?.contains(page) == true { return ["a key differs"] }
        if page == chip.counterPage { return counterClauses }
        return []
    }

    private var otherChipClauses: [String] {
        guard !pair.sameChip else { return [] }
        return ["\(label) in \(pair.names.b), another chip"]
    }

    private func changed(_ index: Int) -> Bool { old[index] != new[index] }

    private func step(_ index: Int) -> String { "\(Hex.byte(old[index])) -> \(Hex.byte(new[index]))" }
}

// MARK: - Pages 0 to 3

extension PageChange {
    /// How both sides keep the serial number; `nil` where each does in its own way.
    private var layout: SerialLayout? {
        let layouts = [pair.a, pair.b].map { $0.image?.serialNumber(of: $0.identity.chip)?.layout }
        return layouts[0] == layouts[1] ? layouts[0] : nil
    }

    private var serialClauses: [String] {
        guard let layout else { return [] }
        var clauses: [String] = []
        let places = (0..<4).filter { layout.uidIndex(at: page * 4 + $0) != nil }
        if let first = places.first, let last = places.last, places.contains(where: changed),
            let from = layout.uidIndex(at: page * 4 + first)
        {
            clauses.append(
                "UID bytes \(from)-\(from + last - first) \(Hex.string(old[first...last], separator: ":")) -> "
                    + "\(Hex.string(new[first...last], separator: ":"))")
        }
        if layout == .checked, page == 0, changed(3) { clauses.append("check byte BCC0 \(step(3))") }
        if layout == .plain, page == 1, changed(3) { clauses.append("SAK \(step(3))") }
        return clauses
    }

    private var secondPageClauses: [String] {
        let names =
            switch layout {
            case .checked: ["check byte BCC1", "internal byte"]
            case .plain: ["ATQA byte 0", "ATQA byte 1"]
            case nil: ["byte 0", "byte 1"]
            }
        return (0..<2).filter(changed).map { "\(names[$0]) \(step($0))" } + lockClauses(of: chip)
    }

    private var thirdPageClauses: [String] {
        let isContainer = [pair.a, pair.b].contains { report in
            report.regions.contains { $0.kind == .capabilityContainer }
        }
        return isContainer ? containerClauses : oneWayClauses
    }

    private var containerClauses: [String] {
        var clauses: [String] = []
        if changed(0) {
            clauses.append(
                "NDEF magic number \(step(0)): "
                    + (new[0] == 0xE1 ? "now formatted for NDEF" : "not formatted for NDEF any more"))
        }
        if changed(1) {
            clauses.append("mapping version \(old[1] >> 4).\(old[1] & 0x0F) -> \(new[1] >> 4).\(new[1] & 0x0F)")
        }
        if changed(2) {
            clauses.append("size of the data area \(step(2)): \(Int(old[2]) * 8) -> \(Int(new[2]) * 8) bytes")
        }
        if changed(3) { clauses.append("access \(step(3)): \(Self.accessWords(new[3]))") }
        return clauses
    }

    private static func accessWords(_ byte: UInt8) -> String {
        let read = byte >> 4 == 0 ? "reading is open" : "reading is restricted"
        switch byte & 0x0F {
        case 0x0: return read + ", writing is open"
        case 0xF: return read + ", the message is now read-only"
        default: return read + ", writing is restricted"
        }
    }

    /// Bits that are set for good.
    private var oneWayClauses: [String] {
        let set = zip(old, new).reduce(0) { $0 + ($1.1 & ~$1.0).nonzeroBitCount }
        let cleared = zip(old, new).reduce(0) { $0 + ($1.0 & ~$1.1).nonzeroBitCount }
        var clauses: [String] = []
        if set > 0 { clauses.append("\(counted(set)) of the OTP bytes now set for good") }
        if cleared > 0 { clauses.append("\(counted(cleared)) of the OTP bytes set in \(pair.names.a) only") }
        return clauses
    }

    private func counted(_ bits: Int) -> String { bits == 1 ? "1 bit" : "\(bits) bits" }
}

// MARK: - Locks, configuration, counter

extension PageChange {
    private func lockClauses(of chip: Type2Chip?) -> [String] {
        let table = chip?.lockBits ?? Type2Chip.staticLockTable.map { (page: Type2Chip.staticLockPage, bit: $0) }
        let bits = table.filter { $0.page == page && old.indices.contains($0.bit.byte) }.map(\.bit)
        func isSet(_ bit: Type2Chip.LockBit, _ bytes: [UInt8]) -> Bool { bytes[bit.byte] >> UInt8(bit.bit) & 1 == 1 }
        func pages(_ kind: Type2Chip.LockBit.Kind, from: [UInt8], to: [UInt8]) -> [Int] {
            let moved = bits.filter { $0.kind == kind && !isSet($0, from) && isSet($0, to) }
            return Set(moved.flatMap { Array($0.pages) }).sorted()
        }
        var clauses: [String] = []
        let locked = pages(.locks, from: old, to: new)
        if !locked.isEmpty { clauses.append("\(PageList.words(locked)) now locked for good") }
        let frozen = pages(.freezes, from: old, to: new)
        if !frozen.isEmpty { clauses.append("the lock bits of \(PageList.words(frozen)) now frozen for good") }
        // No tag clears such a bit: the first side is a later state, or another tag.
        let unlocked = pages(.locks, from: new, to: old)
        if !unlocked.isEmpty { clauses.append("\(PageList.words(unlocked)) locked in \(pair.names.a) only") }
        let thawed = pages(.freezes, from: new, to: old)
        if !thawed.isEmpty {
            clauses.append("the lock bits of \(PageList.words(thawed)) frozen in \(pair.names.a) only")
        }
        return clauses + reservedClauses(lockMask(bits), from: page == Type2Chip.staticLockPage ? 2 : 0, to: 3)
    }

    /// The bits that the table names, by byte.
    private func lockMask(_ bits: [Type2Chip.LockBit]) -> [UInt8] {
        var masks = [UInt8](repeating: 0, count: old.count)
        for bit in bits where masks.indices.contains(bit.byte) && bit.bit < 8 { masks[bit.byte] |= 1 << UInt8(bit.bit) }
        return masks
    }

    /// Bytes of which bits outside `masks` changed.
    private func reservedClauses(_ masks: [UInt8], from first: Int, to last: Int) -> [String] {
        (first...max(first, min(last, old.count - 1))).compactMap { index in
            let isLockConstant = index == 3 && page != Type2Chip.staticLockPage && chip?.dynamicLock?.page == page
            guard !isLockConstant, (old[index] ^ new[index]) & ~masks[index] != 0 else { return nil }
            return "reserved bits of byte \(index) \(step(index))"
        }
    }

    private func constantClauses(of chip: Type2Chip) -> [String] {
        guard changed(3) else { return [] }
        let constant = chip.dynamicLock?.constantByte3.map { ", which the chip reads as \(Hex.byte($0))" } ?? ""
        return ["byte 3 \(step(3))" + constant]
    }

    private func configurationClauses(
        _ configuration: Type2Chip.Configuration, of chip: Type2Chip
    ) -> [String] {
        let fields = configuration.fields.filter {
            configuration.page(of: $0) == page && old.indices.contains($0.byte)
        }
        var masks = [UInt8](repeating: 0, count: old.count)
        for field in fields { masks[field.byte] |= field.mask }
        let clauses = fields.compactMap { field -> String? in
            let (before, after) = (field.value(in: old[field.byte]), field.value(in: new[field.byte]))
            return before == after ? nil : SettingChange(field, from: before, to: after, chip: chip).words
        }
        return clauses + reservedClauses(masks, from: 0, to: 3)
    }

    private var counterClauses: [String] {
        func value(_ bytes: [UInt8]) -> Int { Int(bytes[0]) | Int(bytes[1]) << 8 }
        guard value(old) != value(new) else { return [] }
        return ["one-way counter \(value(old)) -> \(value(new))"]
    }
}
