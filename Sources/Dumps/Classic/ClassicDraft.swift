import Tags

/// What a file tells of a MIFARE Classic card: blocks of 16 bytes, in sectors that end with their keys.
struct ClassicDraft {
    /// What the file is, in the middle of a sentence.
    let source: String
    var program: String?
    /// The UID that the file states beside block 00.
    var statedUID: [UInt8] = []
    var sak: UInt8?
    var atqa: [UInt8]?
    /// `MINI`, `1K`, `2K`, `4K`, where the file says it.
    var statedSize: ClassicSize?
    /// The file may hold some sectors of a card and not say so: the number of its blocks says nothing.
    var isOfChosenSectors = false
    /// The bytes of the blocks that the file holds, `nil` for one it does not know.
    var blocks: [Int: [UInt8?]] = [:]
    var values: [NamedValue] = []
    var taken: UInt64?
    var problems: [String] = []

    init(source: String, program: String? = nil) {
        self.source = source
        self.program = program
    }

    /// Blocks that follow each other from block 00 on.
    mutating func take(_ memory: [UInt8]) {
        for block in 0..<memory.count / 16 {
            blocks[block] = memory[block * 16..<(block + 1) * 16].map { $0 }
        }
    }

    func opened(as format: DumpFormat) -> OpenedDump {
        var work = self
        return work.finish(format)
    }

    private mutating func finish(_ format: DumpFormat) -> OpenedDump {
        let (size, how, provenance) = kind()
        let image = image(of: size)
        var identity = TagIdentity(
            uid: uid(), type: .unknown, chipName: size.name, identifiedBy: how, provenance: provenance, sak: sak)
        identity.vendor = Manufacturer.name(ofUID: identity.uid)
        var facts = TagReport(identity: identity)
        facts.image = image
        let report = OwnFormat.analysis(of: facts)
        if let atqa { values.insert(NamedValue(ValueName.atqa, Hex.string(atqa, separator: " ")), at: 0) }
        let absent = image.pages(unread: .notInFile)
        if !absent.isEmpty { problems.append("the \(source) does not hold \(Words.places(absent, "block"))") }
        let missing = image.unreadPages.filter { !absent.contains($0) }
        if !missing.isEmpty { problems.append("not all is known of \(Words.places(missing, "block"))") }
        let dump = Dump(report: report, values: values, origin: DumpOrigin(taken: taken, program: program))
        return OpenedDump(format: format, dump: dump, problems: problems + dump.problems)
    }

    /// Which card it is of: what the file says counts, then what block 00 says, then the number of blocks.
    private mutating func kind() -> (size: ClassicSize, how: String, provenance: Provenance) {
        let count = (blocks.keys.max() ?? -1) + 1
        if let stated = statedSize {
            if let size = stated.holding(count) { return (size, "the \(source)", .derived) }
            let size = ClassicSize.holding(blocks: count)
            problems.append("the \(source) says \(stated.name), but holds block \(count - 1): that of \(size.name)")
            return (size, "the number of blocks in the \(source)", .derived)
        }
        if let answer = ClassicAnswer(sak: sak, atqa: atqa) ?? ClassicAnswer(block: blocks[0]) {
            let words = "SAK \(Hex.byte(answer.sak)) and ATQA \(Hex.file(answer.atqa))"
            let place = sak == nil || atqa == nil ? " in block 00" : ""
            if let size = answer.size.holding(count) { return (size, words + place, .derived) }
            let size = ClassicSize.holding(blocks: count)
            problems.append(
                "\(words)\(place) are those of \(answer.size.name), but the \(source) holds block \(count - 1): that of "
                    + "\(size.name)")
            return (size, "the number of blocks in the \(source)", .derived)
        }
        let size = ClassicSize.holding(blocks: count)
        if size.blocks == count, blocks.count == count, !isOfChosenSectors {
            return (size, "the number of blocks in the \(source)", .derived)
        }
        problems.append(
            "the \(source) does not say what card it is of: \(size.name) is assumed, the smallest with block \(max(0, count - 1))"
        )
        return (size, "the blocks in the \(source), of which the last is \(max(0, count - 1))", .assumed)
    }

    private func image(of size: ClassicSize) -> TagImage {
        var image = TagImage(pageSize: 16, pageCount: size.blocks)
        for block in 0..<size.blocks { image.take(block, blocks[block]) }
        return image
    }

    private mutating func uid() -> [UInt8] {
        let head = (blocks[0] ?? []).compactMap { $0 }
        guard head.count == 16 else { return statedUID }
        if head.allSatisfy({ $0 == 0 }), !statedUID.isEmpty {
            problems.append("block 00 holds zeros in place of the UID, which is taken from the \(source)")
            return statedUID
        }
        let isShort = head[0] ^ head[1] ^ head[2] ^ head[3] == head[4]
        let stored = statedUID.count == 7 || !isShort && statedUID.isEmpty ? Array(head[0..<7]) : Array(head[0..<4])
        if !statedUID.isEmpty, stored != statedUID {
            problems.append(
                "the \(source) says UID \(Hex.string(statedUID, separator: ":")), its block 00 begins "
                    + "\(Hex.string(stored, separator: ":")): the block counts")
        }
        if stored.count == 4, !isShort {
            problems.append(
                "the check byte of block 00 is \(Hex.byte(head[4])), \(Hex.byte(head[0] ^ head[1] ^ head[2] ^ head[3])) "
                    + "computed")
        }
        return stored
    }
}

/// What a MIFARE Classic answers when it is selected, and the size that this stands for.
struct ClassicAnswer: Equatable {
    let size: ClassicSize
    let sak: UInt8
    let atqa: UInt16

    /// - Parameter atqa: Most significant byte first.
    init?(sak: UInt8?, atqa: [UInt8]?) {
        guard let sak, let atqa, atqa.count == 2 else { return nil }
        let number = UInt16(atqa[0]) << 8 | UInt16(atqa[1])
        let fitting = TypeACandidate.all(sak: sak, atqa: number).filter { $0.remark == nil }
        guard let size = ClassicSize.all.first(where: { size in fitting.contains { $0.name == size.name } }) else {
            return nil
        }
        self.size = size
        self.sak = sak
        self.atqa = number
    }

    /// What the maker wrote into block 00: behind a UID of four bytes and its check byte, or behind one of seven, SAK and ATQA
    /// as it travels. In SAK there bit 7 may be set that the card does not answer.
    ///
    /// `nil` where these bytes are no answer of such a card: the maker may put anything there.
    init?(block: [UInt8?]?) {
        let head = (block ?? []).prefix(10).compactMap { $0 }
        guard head.count == 10 else { return nil }
        let isShort = head[0] ^ head[1] ^ head[2] ^ head[3] == head[4]
        // The check byte of a UID of four bytes may hold by chance: the ATQA says how long the UID is, and has to agree.
        let places = [(start: 5, length: UInt8(0)), (start: 7, length: 1)].dropFirst(isShort ? 0 : 1)
        let answers = places.compactMap { place -> ClassicAnswer? in
            let atqa = [head[place.start + 2], head[place.start + 1]]
            return atqa[1] >> 6 == place.length ? ClassicAnswer(sak: head[place.start] & 0x7F, atqa: atqa) : nil
        }
        guard let first = answers.first else { return nil }
        self = first
    }
}

/// The sizes of MIFARE Classic. Source: MF1S50 and MF1S70 data sheets.
struct ClassicSize: Equatable {
    let name: String
    let blocks: Int

    static let all = [
        ClassicSize(name: "MIFARE Mini", blocks: 20), oneK, ev1,
        ClassicSize(name: "MIFARE Classic 2K", blocks: 128), ClassicSize(name: "MIFARE Classic 4K", blocks: 256),
    ]
    private static let oneK = ClassicSize(name: "MIFARE Classic 1K", blocks: 64)
    /// A 1K with two sectors behind its memory, which hold the originality signature: it answers like a 1K, and some programs
    /// read those sectors too. Source: proxmark3, `hf mf dump --1k --ev1`.
    private static let ev1 = ClassicSize(name: "MIFARE Classic EV1 1K", blocks: 72)
    /// The largest.
    static let mostBlocks = 256
    /// What is to be known of all of them.
    static let note = Finding(.note, "MIFARE Classic keeps its data under keys: this program reads dumps of it only")

    /// This one, or the one of its kind that has so many blocks; `nil` where none has.
    func holding(_ count: Int) -> ClassicSize? {
        if blocks >= count { return self }
        return self == Self.oneK && count <= Self.ev1.blocks ? Self.ev1 : nil
    }

    /// The one that a memory is of; `nil` where it has other blocks.
    static func of(_ image: TagImage) -> ClassicSize? {
        image.pageSize == 16 ? all.first { $0.blocks == image.pageCount } : nil
    }

    /// The sectors of the largest.
    static let mostSectors = 40

    /// The smallest with so many blocks.
    static func holding(blocks: Int) -> ClassicSize { all.first { $0.blocks >= blocks } ?? all[all.count - 1] }

    /// The first block of a sector and their number: 32 sectors of 4, then sectors of 16.
    static func sector(_ number: Int) -> Range<Int> {
        number < 32 ? number * 4..<number * 4 + 4 : 128 + (number - 32) * 16..<128 + (number - 31) * 16
    }

    /// Sixteen bytes can be the keys of a sector.
    static func isTrailer(_ block: ArraySlice<UInt8>) -> Bool {
        block.count == 16 && areAccessBits(Array(block)[6..<9])
    }

    /// Three bytes are access bits: those are there twice, once inverted.
    static func areAccessBits(_ bytes: some Collection<UInt8>) -> Bool {
        let bits = Array(bytes)
        guard bits.count == 3 else { return false }
        return bits[0] & 0x0F == ~bits[1] >> 4 && bits[0] >> 4 == ~bits[2] & 0x0F && bits[1] & 0x0F == ~bits[2] >> 4
    }

    /// The number of sectors.
    var sectors: Int { blocks <= 128 ? blocks / 4 : 32 + (blocks - 128) / 16 }

    /// What each part is for.
    var regions: [MemoryRegion] {
        var regions = [MemoryRegion(kind: .internal, bytes: 0..<16, label: "UID and maker's data")]
        for number in 0..<sectors {
            let blocks = Self.sector(number)
            let trailer = (blocks.upperBound - 1) * 16
            let first = number == 0 ? 16 : blocks.lowerBound * 16
            regions.append(MemoryRegion(kind: .user, bytes: first..<trailer, label: "sector \(number)"))
            regions.append(MemoryRegion(kind: .key, bytes: trailer..<trailer + 6, label: "sector \(number), key A"))
            regions.append(
                MemoryRegion(
                    kind: .configuration, bytes: trailer + 6..<trailer + 10, label: "sector \(number), access bits"))
            regions.append(
                MemoryRegion(kind: .key, bytes: trailer + 10..<trailer + 16, label: "sector \(number), key B"))
        }
        return regions
    }
}
