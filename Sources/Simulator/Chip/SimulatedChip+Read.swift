import Tags

/// READ and FAST_READ: roll-over, protected pages, mirrors, the NFC counter.
extension SimulatedChip {
    /// The configuration in force.
    var settings: ChipSettings { latched.settings }

    /// The first page of the present sector that cannot be read now; reading on from below it rolls over to the sector's first.
    var readEnd: Int {
        var end = min(chip.pageCount, (sector + 1) * Self.sectorPages)
        // AUTH0 has eight bits and names pages of the first sector.
        guard sector == 0 else { return end }
        // Keys lie at the end of the memory and do not exist for READ.
        if let unreadable = chip.unreadablePages { end = min(end, unreadable.lowerBound) }
        if state != .authenticated, settings.protectsReading { end = min(end, settings.auth0) }
        return end
    }

    mutating func read(_ first: Int) -> Answer {
        let end = readEnd
        guard first < end else { return refuse(Self.nakArgument) }
        countReading()
        let mirror = mirrored
        let start = sector * Self.sectorPages
        return .bytes(
            (first..<first + 4).flatMap { page in
                visible(page: page < end ? page : start + (page - end) % max(1, end - start), mirror: mirror)
            })
    }

    mutating func fastRead(from first: Int, through last: Int) -> Answer {
        guard first <= last, last < readEnd else { return refuse(Self.nakArgument) }
        countReading()
        let mirror = mirrored
        return .bytes((first...last).flatMap { visible(page: $0, mirror: mirror) })
    }

    /// The NFC counter counts the first READ or FAST_READ of a power-up, and stops at FFFFFF.
    private mutating func countReading() {
        guard settings.counterEnabled, !counted else { return }
        counted = true
        if counters[2] < 0xFF_FFFF { counters[2] += 1 }
    }

    /// What a reader gets for a page: secrets as zeros, constants as they are, the mirror in place of its bytes.
    func visible(page: Int, mirror: (range: Range<Int>, text: [UInt8])?) -> [UInt8] {
        if let configuration = chip.configuration, page == configuration.password || page == configuration.pack {
            return [0, 0, 0, 0]
        }
        var bytes = self.page(page)
        if let dynamic = chip.dynamicLock, dynamic.page == page, let constant = dynamic.constantByte3 {
            bytes[3] = constant
        }
        if let mirror {
            for index in 0..<4 where mirror.range.contains(page * 4 + index) {
                bytes[index] = mirror.text[page * 4 + index - mirror.range.lowerBound]
            }
        }
        return bytes
    }

    /// The mirror as it stands: where, and the ASCII shown there; `nil` where nothing is mirrored.
    var mirrored: (range: Range<Int>, text: [UInt8])? {
        guard let mirror = settings.mirror else { return nil }
        var text: [UInt8] = []
        if mirror.uid { text += Self.ascii(uid) }
        if mirror.uid && mirror.counter { text.append(UInt8(ascii: "x")) }
        if mirror.counter {
            // The data sheet shows no digits of a counter that is off or behind the password.
            let shown = settings.counterEnabled && (!settings.counterProtected || state == .authenticated)
            let value = counters[2]
            if shown {
                text += Self.ascii([UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)])
            } else if mirror.uid {
                text.removeLast()
            } else {
                return nil
            }
        }
        let room = mirror.uid && mirror.counter ? 21 : text.count
        guard mirror.offset + room < (chip.userPages.upperBound + 1) * 4 else { return nil }
        return (mirror.offset..<mirror.offset + text.count, text)
    }

    private static func ascii(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}
