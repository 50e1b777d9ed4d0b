extension PlanDraft {
    /// Plans an NDEF message in place of the present one; control TLVs before it stay.
    mutating func planMessage(_ message: [UInt8]) throws(Refusal) {
        guard let container = image.page(Type2Chip.capabilityPage) else { throw .unread(Type2Chip.capabilityPage) }
        guard container[0] == 0xE1 else {
            throw Refusal(
                .unformatted, reason: "the tag is not formatted for NDEF: page 03 is \(Hex.string(container))",
                advice: "Format it first.")
        }
        guard protection.ccReadOnly != true else {
            throw Refusal(
                .readOnlyContainer,
                reason:
                    "the capability container says read-only (\(Hex.string(container))), and its bits cannot be cleared",
                advice: "Use another tag.")
        }
        let area = DataArea(container: container, chip: chip, image: image)
        let walk = walk(image)
        if case .unread(let page) = walk.end, walk.message == nil { throw refusalForUnread(page) }
        let start = walk.message?.start ?? Self.endOfControlTLVs(walk)
        let usable = (start..<max(start, area.end)).filter { offset in
            !walk.reserved.contains { $0.contains(offset) }
        }
        let block = Self.block(message)
        guard block.count <= usable.count else { throw tooBig(message.count, walk) }
        // A terminator follows where there is room for it.
        let bytes = block.count < usable.count ? block + [TLVWalk.Tag.terminator] : block
        try writeUserMemory(pages(zip(usable, bytes).map { ($0, $1) }), why: "NDEF message")
    }

    /// Plans factory content: the factory's TLVs, no message, the rest of user memory 00. CC, locks and configuration stay,
    /// but a CC that was never set is set.
    mutating func planFormat() throws(Refusal) {
        try planContainer()
        let present = walk(image)
        let kept = present.entries.filter { ControlTLV($0.tag, $0.value) != nil }
        let head: [UInt8]
        if let factory = chip.factoryUser, kept.isEmpty, factory.first != 0xFF {
            head = factory
        } else {
            head = kept.flatMap { [$0.tag, UInt8(truncatingIfNeeded: $0.value.count)] + $0.value } + Self.emptyMessage
        }
        try writeUserMemory(cleared(behind: head), why: "factory content")
    }

    /// Plans an empty message and 00 behind it; control TLVs stay, and so does an unformatted tag unformatted.
    mutating func planErase() throws(Refusal) {
        guard image.page(Type2Chip.capabilityPage)?.first == 0xE1 else {
            try writeUserMemory(cleared(behind: []), why: "clear user memory")
            return
        }
        let kept = walk(image).entries.filter { ControlTLV($0.tag, $0.value) != nil }
        let head = kept.flatMap { [$0.tag, UInt8(truncatingIfNeeded: $0.value.count)] + $0.value } + Self.emptyMessage
        try writeUserMemory(cleared(behind: head), why: "clear user memory")
    }

    /// Sets a capability container where there is none. The bits of page 3 can only be set.
    private mutating func planContainer() throws(Refusal) {
        let page = Type2Chip.capabilityPage
        guard let old = image.page(page) else { throw .unread(page) }
        let factory = chip.factoryPage3.flatMap { $0[0] == 0xE1 ? $0 : nil }
        let wanted = factory ?? [0xE1, 0x10, UInt8(clamping: chip.userByteCount / 8), 0x00]
        let merged = zip(old, wanted).map { $0 | $1 }
        if old[0] == 0xE1 {
            if old != wanted {
                plan.notices.append(
                    "the CC \(Hex.string(old)) is kept although \(chip.name) is delivered with \(Hex.string(wanted)): its "
                        + "bits can only be set, so \(Hex.string(old)) OR \(Hex.string(wanted)) would be \(Hex.string(merged))"
                )
            }
            return
        }
        guard merged == wanted else {
            throw .notPossible(
                "page 03 is \(Hex.string(old)) and its bits can only be set: with \(Hex.string(wanted)) it would become "
                    + "\(Hex.string(merged)), which is no capability container",
                "Use the tag as it is, or another one for NDEF.")
        }
        try write(wanted, to: page, .container, why: "capability container: NDEF, \(Int(wanted[2]) * 8) bytes")
    }

    func refusalForUnread(_ page: Int) -> Refusal {
        isGuarded && !protection.authenticated && !hasCredential ? .needsPassword : .unread(page)
    }

    private func tooBig(_ count: Int, _ walk: TLVWalk) -> Refusal {
        let fits = report.ndef?.capacity?.maximum ?? 0
        let control = walk.entries.filter { ControlTLV($0.tag, $0.value) != nil }
        let room = control.reduce(0) { $0 + $1.range.count }
        let names = control.map { $0.tag == TLVWalk.Tag.lockControl ? "Lock Control TLV" : "Memory Control TLV" }
        let more = room > 0 ? " (\(room) more if the \(names.joined(separator: " and ")) is dropped)" : ""
        return Refusal(
            .tooBig(by: max(1, count - fits)), reason: "message is \(count) bytes, \(fits) fit\(more)",
            advice: "Shorten it by \(max(1, count - fits)) bytes, or use a tag with more room.")
    }

    private static let emptyMessage: [UInt8] = [TLVWalk.Tag.message, 0, TLVWalk.Tag.terminator]

    private static func block(_ message: [UInt8]) -> [UInt8] {
        if message.count < 0xFF {
            return [TLVWalk.Tag.message, UInt8(truncatingIfNeeded: message.count)] + message
        }
        let length = UInt16(clamping: message.count)
        return [TLVWalk.Tag.message, 0xFF, UInt8(length >> 8), UInt8(truncatingIfNeeded: length)] + message
    }

    private static func endOfControlTLVs(_ walk: TLVWalk) -> Int {
        walk.entries.filter { ControlTLV($0.tag, $0.value) != nil }.map(\.range.upperBound).max() ?? DataArea.start
    }

    /// User memory that begins with `head` and is 00 behind it; the end of the area is that of the chip's user pages.
    private func cleared(behind head: [UInt8]) -> [Int: [UInt8]] {
        let start = chip.userPages.lowerBound * image.pageSize
        let count = chip.userPages.count * image.pageSize
        let bytes = head.prefix(count) + Array(repeating: 0, count: max(0, count - head.count))
        return pages(bytes.enumerated().map { (start + $0, $1) })
    }

    /// Whole pages in which these bytes are replaced; a page of which nothing is known and not all is given stays out of
    /// the arithmetic as 00, and planning refuses it later because it was not read.
    private func pages(_ bytes: [(Int, UInt8)]) -> [Int: [UInt8]] {
        var pages: [Int: [UInt8]] = [:]
        for (offset, byte) in bytes {
            let page = offset / image.pageSize
            var content = pages[page] ?? image.page(page) ?? Array(repeating: 0, count: image.pageSize)
            content[offset % image.pageSize] = byte
            pages[page] = content
        }
        return pages
    }
}
