/// User memory as it shall be, and the safe order of writes that gets it there.
extension PlanDraft {
    /// Adds the writes that bring user memory to `target`.
    ///
    /// First the present message is hidden (length 0), then everything behind the new message's head is written in
    /// ascending order, then the head in descending order, so that the page a reader parses first changes last.
    /// - Parameter target: Pages of user memory; pages not named stay.
    mutating func writeUserMemory(_ target: [Int: [UInt8]], why: String) throws(Refusal) {
        let changed = target.keys.filter { image.page($0) != target[$0] || isMirrored($0) }.sorted()
        guard !changed.isEmpty else { return }
        let unread = changed.filter { image.page($0) == nil }
        guard unread.isEmpty else {
            if isGuarded, !protection.authenticated, !hasCredential { throw .needsPassword }
            throw Refusal(
                .unread(pages: unread),
                reason: "pages \(Hex.pageList(unread)) were not read, so they could not be put back",
                advice: "Read the tag again, with its password if it has one.")
        }
        var after = image
        for page in changed { if let bytes = target[page] { after.set(page: page, to: bytes) } }
        let lengthPage = Self.lengthPage(of: walk(after)) ?? chip.userPages.lowerBound - 1
        let hidden = try hidePresentMessage(unlessOnly: changed, target)
        // A page that was only hidden comes back last, even where it shall read as it did before.
        let rewritten = Set(changed).union(hidden.map { [$0] } ?? []).sorted()
        let head = rewritten.filter { $0 <= lengthPage }
        let body = rewritten.filter { $0 > lengthPage }
        for page in body { try write(page, target, .data, why: why) }
        for page in head.reversed() { try write(page, target, .show, why: why) }
    }

    private mutating func write(
        _ page: Int, _ target: [Int: [UInt8]], _ phase: PlanStep.Phase, why: String
    ) throws(Refusal) {
        guard let bytes = target[page] ?? image.page(page) else { return }
        try write(bytes, to: page, phase, why: phase == .show ? "\(why): length and head" : why)
    }

    /// Sets the length of the message that is there to 0, where a reader could see it while its bytes change.
    /// - Returns: The page that was hidden, `nil` where there was no need.
    private mutating func hidePresentMessage(
        unlessOnly changed: [Int], _ target: [Int: [UInt8]]
    ) throws(Refusal) -> Int? {
        let present = walk(image)
        guard let message = present.message, message.length > 0, let lengthOffset = present.lengthOffset else {
            return nil
        }
        let page = lengthOffset / image.pageSize
        guard changed.contains(where: { $0 != page }), let old = image.page(page) else { return nil }
        // What follows the length in its page is already what it shall be, but a terminator comes first.
        var hidden = target[page] ?? old
        let place = lengthOffset % image.pageSize
        hidden.replaceSubrange(0..<place, with: old[0..<place])
        hidden[place] = 0
        if place + 1 < hidden.count { hidden[place + 1] = TLVWalk.Tag.terminator }
        try write(hidden, to: page, .hide, why: "hide the present message: length 0")
        return page
    }

    /// The TLV blocks of an image of this chip.
    func walk(_ image: TagImage) -> TLVWalk {
        let area = image.page(Type2Chip.capabilityPage).map { DataArea(container: $0, chip: chip, image: image) }
        let memoryEnd = (chip.userPages.upperBound + 1) * image.pageSize
        var walk = TLVWalk(
            image: image, start: DataArea.start, areaEnd: area?.end ?? memoryEnd,
            memoryEnd: area?.memoryEnd ?? memoryEnd)
        walk.run()
        return walk
    }

    private static func lengthPage(of walk: TLVWalk) -> Int? { walk.lengthOffset.map { $0 / walk.image.pageSize } }
}

extension TLVWalk {
    /// Where the first byte of the message's length stands; reserved bytes may lie between it and T.
    var lengthOffset: Int? {
        guard let message else { return nil }
        var offset = message.start + 1
        while let range = reserved.first(where: { $0.contains(offset) }) { offset = range.upperBound }
        return offset
    }
}
