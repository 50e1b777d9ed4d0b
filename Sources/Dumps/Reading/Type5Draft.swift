import Tags

/// What a file tells of a Type 5 tag, gathered piece by piece, and made into a dump at the end.
struct Type5Draft {
    /// What the file is, in the middle of a sentence: `Flipper file`.
    let source: String
    var program: String?
    /// In print order, `E0h` first; empty where the file does not say.
    var uid: [UInt8] = []
    /// A name that the file gives where the UID gives none.
    var statedName: String?
    var blockSize = 4
    /// The blocks that the tag has.
    var blockCount = 0
    /// The bytes that the file holds, from block 00 on.
    var content: [UInt8] = []
    /// The blocks of a file that names them one by one; `nil` for a byte that it does not know.
    var blocks: [Int: [UInt8?]] = [:]
    /// The security status of each block from block 00 on, bit 1 set for one that is locked; `nil` for one of which the file
    /// does not say it, and fewer where it says it of none behind.
    var security: [UInt8?] = []
    var signature: [UInt8]?
    var values: [NamedValue] = []
    var taken: UInt64?
    var problems: [String] = []

    init(source: String, program: String? = nil) {
        self.source = source
        self.program = program
    }

    /// A value of one byte.
    mutating func add(_ name: String, _ byte: UInt8?) {
        if let byte { values.append(NamedValue(name, Hex.byte(byte))) }
    }

    /// The dump, with what contradicts itself.
    func opened(as format: DumpFormat) -> OpenedDump {
        var work = self
        return work.finish(format)
    }

    /// What is locked as far as the file says it: of a block of which it says nothing, nothing is known.
    private mutating func takeSecurity(_ report: inout TagReport) {
        let told = security.prefix(blockCount)
        let status = told.compactMap { $0 }
        guard !status.isEmpty else { return }
        report.setLockedBlocks(
            told.indices.filter { (told[$0] ?? 0) & 0x01 != 0 },
            unknown: (0..<blockCount).filter { !told.indices.contains($0) || told[$0] == nil })
        if status.count == told.count, status.contains(where: { $0 & 0xFE != 0 }) {
            values.append(NamedValue(Type5Values.security, Hex.string(status, separator: " ")))
        }
    }

    private mutating func finish(_ format: DumpFormat) -> OpenedDump {
        let chip = Type5Chip.of(uid: uid)
        if uid.isEmpty {
            problems.append("the \(source) does not tell the UID")
        } else if uid.count != 8 || uid.first != 0xE0 {
            problems.append(
                "the UID \(Hex.string(uid, separator: ":")) is none of ISO/IEC 15693: those have 8 bytes and begin with E0"
            )
        }
        let identity = TagIdentity(
            uid: uid, type: .type5, chipName: chip?.name ?? statedName ?? "ISO 15693 tag",
            vendor: Manufacturer.name(ofUID: uid),
            identifiedBy: chip == nil ? "the \(source)" : "the UID, which names the product", provenance: .derived)
        let image = image()
        var report = TagReader.report(identity: identity, image: image, authenticated: false)
        takeSecurity(&report)
        if let signature, signature.contains(where: { $0 != 0 }) {
            report.signature = OwnFormat.signature(signature, identity)
        }
        return OpenedDump(
            format: format,
            dump: Dump(report: report, values: values, origin: DumpOrigin(taken: taken, program: program)),
            problems: problems)
    }

    /// Content counts before blocks that stand alone: a file has one or the other.
    private mutating func image() -> TagImage {
        var image = TagImage(pageSize: blockSize, pageCount: blockCount)
        let whole = content.count / image.pageSize
        for block in 0..<blockCount {
            let isInContent = block < whole
            image.take(
                block,
                isInContent ? Array(content[block * image.pageSize..<(block + 1) * image.pageSize]) : blocks[block])
        }
        if blocks.isEmpty {
            if whole < blockCount {
                problems.append(
                    "\(content.count) of \(blockCount * image.pageSize) data bytes present: the \(source) ends there")
            }
            return image
        }
        let absent = image.pages(unread: .notInFile)
        if !absent.isEmpty { problems.append("the \(source) leaves out \(Words.places(absent, "block"))") }
        let unread = image.unreadPages.filter { !absent.contains($0) }
        if !unread.isEmpty { problems.append("not all is known of \(Words.places(unread, "block"))") }
        return image
    }
}
