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
        let count = (blocks.keys.max() ?? -1) + 1
        let size = statedSize.flatMap { $0.blocks >= count ? $0 : nil } ?? ClassicSize.holding(blocks: count)
        if let stated = statedSize, stated != size {
            problems.append("the \(source) says \(stated.name), but holds block \(count - 1): that of \(size.name)")
        }
        let image = image(of: size)
        var identity = TagIdentity(
            uid: uid(), type: .unknown, chipName: size.name,
            identifiedBy: statedSize == nil ? "the number of blocks in the \(source)" : "the \(source)",
            provenance: .derived, sak: sak)
        identity.vendor = Manufacturer.name(ofUID: identity.uid)
        var report = TagReport(identity: identity)
        report.image = image
        report.regions = size.regions
        report.findings.append(
            Finding(.note, "MIFARE Classic keeps its data under keys: this program reads dumps of it only"))
        if let atqa { values.insert(NamedValue(ValueName.atqa, Hex.string(atqa, separator: " ")), at: 0) }
        let missing = image.unreadPages
        if !missing.isEmpty {
            problems.append("not all is known of \(Words.places(missing, "block"))")
        }
        return OpenedDump(
            format: format,
            dump: Dump(report: report, values: values, origin: DumpOrigin(taken: taken, program: program)),
            problems: problems)
    }

    private func image(of size: ClassicSize) -> TagImage {
        var image = TagImage(pageSize: 16, pageCount: size.blocks)
        for (block, bytes) in blocks where bytes.contains(where: { $0 != nil }) {
            image.set(page: block, to: bytes.map { $0 ?? 0 })
            for (index, byte) in bytes.enumerated() where byte == nil { image.markHole(at: block * 16 + index) }
        }
        return image
    }

    private mutating func uid() -> [UInt8] {
        let head = (blocks[0] ?? []).compactMap { $0 }
        guard head.count == 16 else { return statedUID }
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

/// The sizes of MIFARE Classic. Source: MF1S50 and MF1S70 data sheets.
struct ClassicSize: Equatable {
    let name: String
    let blocks: Int

    static let all = [
        ClassicSize(name: "MIFARE Mini", blocks: 20), ClassicSize(name: "MIFARE Classic 1K", blocks: 64),
        ClassicSize(name: "MIFARE Classic 2K", blocks: 128), ClassicSize(name: "MIFARE Classic 4K", blocks: 256),
    ]
    /// The largest.
    static let mostBlocks = 256

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

    /// Sixteen bytes can be the keys of a sector: the access bits are there twice, once inverted.
    static func isTrailer(_ block: ArraySlice<UInt8>) -> Bool {
        guard block.count == 16 else { return false }
        let bits = Array(block)[6..<9]
        let (first, second, third) = (bits[6], bits[7], bits[8])
        return first & 0x0F == ~second >> 4 && first >> 4 == ~third & 0x0F && second & 0x0F == ~third >> 4
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
