/// The one place that knows, for every Type 2 chip, what a write does to a page for good.
///
/// It never decides whether to write: it says what the page will read afterwards and what of that can never be undone, so
/// that a plan can show it and ask. What no write may ever touch it refuses.
public struct WriteGuard: Sendable {
    /// What a write does.
    public struct Effect: Equatable, Sendable {
        /// What the page reads afterwards; `nil` where it never reads back.
        public var readsBack: [UInt8]?
        /// What can never be undone, one sentence each; empty for a write that can be undone.
        public var consequences: [String]
    }

    /// The chip.
    public let chip: Type2Chip

    /// The guard of a chip.
    public init(chip: Type2Chip) { self.chip = chip }

    /// What writing `new` to a page does.
    /// - Parameters:
    ///   - new: Four bytes.
    ///   - page: The page, absolute.
    ///   - old: What the page reads now; `nil` where it is not known.
    /// - Throws: A refusal for pages that are not ours to write, and for one-way pages whose bits are not known.
    public func effect(
        ofWriting new: [UInt8], to page: Int, over old: [UInt8]?
    ) throws(Refusal) -> Effect {
        guard new.count == 4, page >= 0, page < chip.pageCount else {
            throw .notPossible(
                "page \(Hex.address(page)) of \(chip.name) cannot be written with \(new.count) bytes",
                "Choose a page from 02 to \(Hex.address(chip.pageCount - 1)).")
        }
        if page < Type2Chip.staticLockPage {
            throw .notPossible(
                "page \(Hex.address(page)) holds the UID, which the factory wrote for good",
                "Leave out pages 00 and 01: no tag takes another UID.")
        }
        if writeOnce(page) {
            guard let old else { throw .unread(page) }
            return try oneWayEffect(new, page, old)
        }
        if chip.writeOnlyPages.contains(page) { return Effect(readsBack: nil, consequences: []) }
        if page == chip.counterPage {
            return Effect(readsBack: nil, consequences: ["the counter in page \(Hex.address(page)) only ever grows"])
        }
        return Effect(
            readsBack: new,
            consequences: configurationConsequences(new, page, old) + registerConsequences(new, page, old))
    }

    /// Pages in which bits can only be set: UID and lock page, CC or OTP, dynamic lock page.
    private func writeOnce(_ page: Int) -> Bool {
        page == Type2Chip.staticLockPage || page == Type2Chip.capabilityPage || page == chip.dynamicLock?.page
    }

    private func oneWayEffect(_ new: [UInt8], _ page: Int, _ old: [UInt8]) throws(Refusal) -> Effect {
        var after = zip(old, new).map { $0 | $1 }
        if page == Type2Chip.staticLockPage { after.replaceSubrange(0..<2, with: old.prefix(2)) }
        if page == chip.dynamicLock?.page {
            // Bytes 0-2 are lock bits where the table names bits in them; the rest is constant or not ours.
            let used = chip.dynamicLock?.bits.map(\.byte).max() ?? -1
            for byte in used + 1..<4 where byte >= 0 { after[byte] = old[byte] }
            for byte in 0...max(0, used) where (new[byte] & ~old[byte]) & ~definedBits(byte) != 0 {
                throw .notPossible(
                    "byte \(byte) of lock page \(Hex.address(page)) has reserved bits set in \(Hex.string(new))",
                    "Leave reserved lock bits at 0.")
            }
        }
        guard after != old else { return Effect(readsBack: old, consequences: []) }
        if page == Type2Chip.capabilityPage {
            return Effect(
                readsBack: after,
                consequences: [
                    "the bits of page 03 go from \(Hex.string(old)) to \(Hex.string(after)) and can never be cleared"
                ])
        }
        let bits = chip.lockBits.filter { held, bit in
            held == page && (after[bit.byte] & ~old[bit.byte]) >> UInt8(bit.bit) & 1 == 1
        }
        let words = words(bits.map(\.bit))
        if !words.isEmpty { return Effect(readsBack: after, consequences: words) }
        // Bits without a page of this chip behind them stay set all the same.
        return Effect(
            readsBack: after,
            consequences: [
                "the bits of page \(Hex.address(page)) go from \(Hex.string(old)) to \(Hex.string(after)) and can never be "
                    + "cleared"
            ])
    }

    private func definedBits(_ byte: Int) -> UInt8 {
        (chip.dynamicLock?.bits ?? []).filter { $0.byte == byte }.reduce(0) { $0 | 1 << UInt8($1.bit) }
    }

    /// One sentence for what is locked, one for what is frozen, neighbouring pages drawn together.
    private func words(_ bits: [Type2Chip.LockBit]) -> [String] {
        let locked = Hex.pageWords(bits.filter { $0.kind == .locks }.flatMap(\.pages))
        let frozen = Hex.pageWords(bits.filter { $0.kind == .freezes }.flatMap(\.pages))
        return [
            locked.map { "\($0) can never be written again" },
            frozen.map { "the lock bits of \($0) can never be changed again" },
        ].compactMap { $0 }
    }

    /// REG_LOCK of an NTAG I2C plus, in the page behind its registers' defaults: its bits can only be set.
    private func registerConsequences(_ new: [UInt8], _ page: Int, _ old: [UInt8]?) -> [String] {
        guard let registers = chip.registerPages, page == registers.upperBound else { return [] }
        guard new[2] & ~(old?[2] ?? 0) != 0 else { return [] }
        return ["the configuration registers can never be changed again from the locked side"]
    }

    /// CFGLCK, a limit of tries and the other bits of configuration that work one way.
    private func configurationConsequences(_ new: [UInt8], _ page: Int, _ old: [UInt8]?) -> [String] {
        guard let configuration = chip.configuration else { return [] }
        return configuration.fields.compactMap { field in
            guard configuration.page(of: field) == page else { return nil }
            let after = field.value(in: new[field.byte])
            let before = old.map { field.value(in: $0[field.byte]) }
            guard after != 0, after != before else { return nil }
            return switch field.setting {
            case .configurationLock:
                "the configuration (\(Hex.pages(configuration.cfg0...configuration.cfg1))) can never be changed again"
            case .authLimit:
                "after \(after) wrong passwords in all, the protected pages can never be opened again"
            case .tamperEnable: "the tag tamper loop can never be switched off again"
            case .tamperMessageLock: "the tag tamper message can never be changed again"
            case .registerLock: "the configuration registers can never be changed again from the locked side"
            default: nil
            }
        }
    }
}

extension Hex {
    /// `page 04` or `pages 04-0F`.
    static func pages(_ pages: ClosedRange<Int>) -> String {
        pages.count == 1
            ? "page \(address(pages.lowerBound))" : "pages \(address(pages.lowerBound))-\(address(pages.upperBound))"
    }

    /// `page 04` or `pages 04-0F, 12`; `nil` for none.
    static func pageWords(_ pages: [Int]) -> String? {
        switch Set(pages).count {
        case 0: nil
        case 1: "page \(pageList(pages))"
        default: "pages \(pageList(pages))"
        }
    }

    /// A list of pages, neighbours drawn together: `04-0F, 12`.
    public static func pageList(_ pages: some Sequence<Int>) -> String {
        var ranges: [ClosedRange<Int>] = []
        for page in Set(pages).sorted() {
            if let last = ranges.last, last.upperBound + 1 == page {
                ranges[ranges.count - 1] = last.lowerBound...page
            } else {
                ranges.append(page...page)
            }
        }
        return ranges.map {
            $0.count == 1 ? address($0.lowerBound) : "\(address($0.lowerBound))-\(address($0.upperBound))"
        }.joined(separator: ", ")
    }
}
