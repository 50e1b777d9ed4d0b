import Tags

/// A Proxmark3 dump of an Ultralight or NTAG as bytes: a header of one of two generations, then the pages.
///
/// Source: proxmark3, doc/mfu_binary_format_notes.md. What generation it is, the check bytes of the UID tell: they hold where
/// the pages begin. A memory without a header is a plain one, whatever its size.
struct ProxmarkUltralight {
    /// The headers.
    enum Generation: CaseIterable {
        case new, old

        /// The bytes of the header.
        var headerBytes: Int { self == .new ? 56 : 48 }
        var words: String { self == .new ? "new generation, 56 bytes of header" : "old generation, 48 bytes of header" }
    }

    let bytes: [UInt8]
    let generation: Generation
    /// The check bytes hold; where not, the header itself had to tell.
    private let isSure: Bool

    /// `nil` for bytes that are none.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        func fits(_ generation: Generation) -> Bool {
            bytes.count >= generation.headerBytes + 16 && (bytes.count - generation.headerBytes).isMultiple(of: 4)
                && bytes.count <= generation.headerBytes + 256 * 4
        }
        guard !UIDPages.haveCheckBytes(bytes[...]) else { return nil }
        let candidates = Generation.allCases.filter(fits)
        if let sure = candidates.first(where: { UIDPages.hold(bytes[$0.headerBytes...]) }) {
            generation = sure
            isSure = true
        } else if let chip = Type2Chip.match(version: Array(bytes.prefix(8))),
            let likely = candidates.first(where: { bytes.count == $0.headerBytes + chip.pageCount * 4 })
        {
            generation = likely
            isSure = false
        } else if fits(.new), Int(bytes[11]) == (bytes.count - Generation.new.headerBytes) / 4 - 1,
            UIDPages.areLikely(Array(bytes[Generation.new.headerBytes...]))
        {
            generation = .new
            isSure = false
        } else {
            return nil
        }
    }

    func open() -> OpenedDump {
        var draft = Type2Draft(source: "Proxmark3 dump", program: "Proxmark3")
        draft.version = Array(bytes[0..<8])
        let pages = bytes[generation.headerBytes...]
        draft.take(pages)
        switch generation {
        case .new: takeNewHeader(&draft, pageCount: pages.count / 4)
        case .old: takeOldHeader(&draft)
        }
        if !isSure { draft.problems.append("the header alone says where the pages begin: the check bytes do not hold") }
        return draft.opened(as: .proxmarkBinary)
    }

    /// version 8 · tbo 2 · tbo1 1 · last page 1 · signature 32 · three counters of 3 and a tearing byte.
    private func takeNewHeader(_ draft: inout Type2Draft, pageCount: Int) {
        Self.takeUnnamed(Array(bytes[8..<11]), &draft)
        let last = Int(bytes[11])
        if last != pageCount - 1 {
            draft.problems.append(
                "the header says \(Words.count(last + 1, "page")), the file holds \(pageCount): what is there counts")
        }
        draft.signature = Array(bytes[12..<44])
        let chip = draft.version.flatMap(Type2Chip.match(version:))
        draft.counters = (0..<3).compactMap { number in
            let start = 44 + number * 4
            return CounterState.kept(
                number, Self.counter(bytes[start..<start + 3]), bytes[start + 3], chip: chip)
        }
    }

    /// version 8 · tbo 2 · three tearing bytes · PACK 2 · tbo1 1 · signature 32.
    private func takeOldHeader(_ draft: inout Type2Draft) {
        Self.takeUnnamed([bytes[8], bytes[9], bytes[15]], &draft)
        let chip = draft.version.flatMap(Type2Chip.match(version:))
        draft.counters = (0..<3).compactMap { number in
            guard var counter = CounterState.kept(number, 0, bytes[10 + number], chip: chip) else { return nil }
            counter.value = nil
            return counter
        }
        if bytes[13] != 0 || bytes[14] != 0 {
            draft.values.append(NamedValue("PACK", Hex.string(bytes[13..<15], separator: " "), isSecret: true))
        }
        draft.signature = Array(bytes[16..<48])
    }

    /// Three bytes that the header calls tbo and that nobody explains; zeros say nothing.
    static func takeUnnamed(_ bytes: [UInt8], _ draft: inout Type2Draft) {
        if bytes.contains(where: { $0 != 0 }) {
            draft.values.append(NamedValue(tbo, Hex.string(bytes, separator: " ")))
        }
    }

    static let tbo = "TBO"

    /// Three bytes, least significant first.
    static func counter(_ bytes: some Collection<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
