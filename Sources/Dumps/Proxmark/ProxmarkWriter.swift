import Tags

/// Writes Proxmark3's `.bin`: the new generation for Type 2, the structure of fixed size for Type 5, the blocks of a MIFARE
/// Classic.
struct ProxmarkWriter {
    let dump: Dump
    private var losses = Losses()

    init(dump: Dump) { self.dump = dump }

    func export() throws(DumpError) -> DumpExport {
        var work = self
        guard let image = dump.report.image else { throw dump.refusal(.proxmarkBinary, "memories") }
        let bytes: [UInt8]
        switch dump.report.identity.type {
        case .type2: bytes = work.type2(image)
        case .type5: bytes = try work.type5(image)
        // Its .bin is nothing but the blocks.
        case .unknown where ClassicSize.of(image) != nil: return try RawWriter(dump: dump).export()
        default: throw dump.refusal(.proxmarkBinary, "Type 2 and Type 5 tags and MIFARE Classic")
        }
        work.losses.checkKind(of: bytes, dump)
        return DumpExport(bytes: bytes, lost: work.losses.sentences)
    }

    private mutating func type2(_ image: TagImage) -> [UInt8] {
        let parts = ProxmarkType2Parts(dump, image, hasHeader: false, &losses)
        return parts.version + parts.tbo + [UInt8(truncatingIfNeeded: parts.pages.count - 1)] + parts.signature
            + parts.counters.flatMap { $0.bytes + [$0.tearing] } + parts.pages.joined()
    }

    private mutating func type5(_ image: TagImage) throws(DumpError) -> [UInt8] {
        typealias Layout = ProxmarkVicinity.Layout
        let parts = try ProxmarkType5Parts(dump, image, most: 255, bytes: Layout.data.count, &losses)
        var bytes = [UInt8](repeating: 0, count: Layout.size)
        bytes.replaceSubrange(Layout.uid, with: parts.uid)
        bytes[Layout.dsfid] = parts.dsfid
        bytes[Layout.dsfidLock] = parts.dsfidLock
        bytes[Layout.afi] = parts.afi
        bytes[Layout.afiLock] = parts.afiLock
        bytes[Layout.bytesPerPage] = UInt8(truncatingIfNeeded: image.pageSize)
        bytes[Layout.pagesCount] = UInt8(truncatingIfNeeded: parts.blocks.count)
        bytes[Layout.ic] = parts.ic
        for (index, lock) in parts.locks.prefix(Layout.locks.count).enumerated() {
            bytes[Layout.locks.lowerBound + index] = lock
        }
        if parts.locks.count > Layout.locks.count {
            losses.add("which blocks from \(Hex.address(Layout.locks.count)) on are locked")
        }
        let data = Array(parts.blocks.joined())
        bytes.replaceSubrange(Layout.data.lowerBound..<Layout.data.lowerBound + data.count, with: data)
        bytes.replaceSubrange(Layout.privacyPassword, with: parts.privacyPassword)
        return bytes
    }
}

/// Writes Proxmark3's `.json`: `mfu` for Type 2, `15693 v4` for Type 5, `mfc v2` for MIFARE Classic.
struct ProxmarkJSONWriter {
    let dump: Dump
    private var losses = Losses()

    init(dump: Dump) { self.dump = dump }

    func export() throws(DumpError) -> DumpExport {
        var work = self
        guard let image = dump.report.image else { throw dump.refusal(.proxmarkJSON, "memories") }
        var root = JSONMembers()
        root.add("Created", "proxmark3")
        switch dump.report.identity.type {
        case .type2: work.add(type2: image, &root)
        case .type5: try work.add(type5: image, &root)
        case .unknown where ClassicSize.of(image) != nil: work.add(classic: image, &root)
        default: throw dump.refusal(.proxmarkJSON, "Type 2 and Type 5 tags and MIFARE Classic")
        }
        let bytes = root.outline(inline: false).text
        // Which card it is is not said there: its size and block 00 have to tell.
        if dump.report.identity.type == .unknown { work.losses.checkKind(of: bytes, dump) }
        return DumpExport(bytes: bytes, lost: work.losses.sentences)
    }

    private mutating func add(type2 image: TagImage, _ root: inout JSONMembers) {
        let parts = ProxmarkType2Parts(dump, image, hasHeader: true, &losses)
        root.add("FileType", "mfu")
        var card = JSONMembers()
        card.add("UID", bytes: dump.report.identity.uid)
        card.add("Version", bytes: parts.version)
        card.add("TBO_0", bytes: Array(parts.tbo.prefix(2)))
        card.add("TBO_1", bytes: Array(parts.tbo.suffix(1)))
        card.add("Signature", bytes: parts.signature)
        for (number, counter) in parts.counters.enumerated() {
            card.add("Counter\(number)", bytes: counter.bytes)
            card.add("Tearing\(number)", bytes: [counter.tearing])
        }
        root.add("Card", card)
        root.add("blocks", Self.blocks(parts.pages))
    }

    private mutating func add(type5 image: TagImage, _ root: inout JSONMembers) throws(DumpError) {
        let parts = try ProxmarkType5Parts(dump, image, most: 2048, bytes: 8192, &losses)
        // From version 5 on the number of blocks has two bytes.
        let isLarge = parts.blocks.count > 255
        root.add("FileType", isLarge ? "15693 v5" : "15693 v4")
        let count = [0, 8].map { UInt8(truncatingIfNeeded: parts.blocks.count >> $0) }
        var card = JSONMembers()
        card.add("uid", bytes: parts.uid)
        card.add("dsfid", bytes: [parts.dsfid])
        card.add("dsfidlock", bytes: [parts.dsfidLock])
        card.add("afi", bytes: [parts.afi])
        card.add("afilock", bytes: [parts.afiLock])
        card.add("bytesperpage", bytes: [UInt8(truncatingIfNeeded: image.pageSize)])
        card.add("pagescount", bytes: isLarge ? count : [count[0]])
        card.add("ic", bytes: [parts.ic])
        card.add("locks", bytes: parts.locks)
        card.add("random", bytes: [0, 0])
        card.add("privacypasswd", bytes: parts.privacyPassword)
        card.add("state", bytes: [0])
        root.add("Card", card)
        root.add("blocks", Self.blocks(parts.blocks))
    }

    /// Source: proxmark3, client/src/fileutils.c, `jsfMfc_v2`: ATQA as it travels, least significant byte first.
    private mutating func add(classic image: TagImage, _ root: inout JSONMembers) {
        root.add("FileType", "mfc v2")
        let atqa = dump.values.first { $0.name == ValueName.atqa }.flatMap { Hex.bytes($0.value) }
        var card = JSONMembers()
        card.add("UID", bytes: dump.report.identity.uid)
        card.add("ATQA", bytes: atqa?.reversed())
        card.add("SAK", bytes: dump.report.identity.sak.map { [$0] })
        root.add("Card", card)
        root.add(
            "blocks",
            Self.blocks(
                (0..<image.pageCount).map { block in
                    (block * 16..<block * 16 + 16).map { image.byte(at: $0) ?? 0 }
                }))
        losses.zeros(image, 0..<image.pageCount, "block")
        losses.take(dump, kept: [.uid, .sak], values: [ValueName.atqa])
    }

    private static func blocks(_ blocks: [[UInt8]]) -> JSONMembers {
        var members = JSONMembers()
        for (number, bytes) in blocks.enumerated() { members.add(String(number), bytes: bytes) }
        return members
    }
}

/// A Type 2 tag in the parts of Proxmark3's formats.
struct ProxmarkType2Parts {
    let version: [UInt8]
    let tbo: [UInt8]
    let signature: [UInt8]
    let counters: [(bytes: [UInt8], tearing: UInt8)]
    let pages: [[UInt8]]

    /// The most pages: their number has one byte, and one of its values means none.
    private static let mostPages = 255

    /// - Parameter hasHeader: The format says the UID beside the pages too.
    init(_ dump: Dump, _ image: TagImage, hasHeader: Bool, _ losses: inout Losses) {
        let report = dump.report
        let chip = report.identity.chip
        version = report.identity.version.flatMap { $0.count == 8 ? $0 : nil } ?? [UInt8](repeating: 0, count: 8)
        let stated = dump.values.first { $0.name == ProxmarkUltralight.tbo }.flatMap { Hex.bytes($0.value) }
        tbo = stated.flatMap { $0.count == 3 ? $0 : nil } ?? [0, 0, 0]
        var signature = report.signature?.bytes ?? []
        if signature.count > 32 {
            losses.add("the signature of \(signature.count) bytes, for which there is no place")
            signature = []
        }
        losses.checkSignature(report)
        self.signature = signature + [UInt8](repeating: 0, count: 32 - signature.count)
        counters = (0..<3).map { number in
            let counter = report.counters.first { $0.number == number }
            let value = counter?.value ?? 0
            return ([0, 8, 16].map { UInt8(truncatingIfNeeded: value >> $0) }, counter?.tearingByte ?? 0)
        }
        for counter in report.counters where counter.value == 0 && counter.torn == nil {
            losses.add("that counter \(counter.number) is 0: the same is written for one that was not read")
        }
        for counter in report.counters where counter.value == nil && counter.torn != nil {
            losses.add("that the value of counter \(counter.number) was not read: 0 is written")
        }
        let count = min(image.pageCount, Self.mostPages)
        pages = (0..<count).map { page in (page * 4..<page * 4 + 4).map { image.byte(at: $0) ?? 0 } }
        losses.zeros(image, (0..<count).filter { image.state(of: $0) != .unread(.doesNotExist) }, "page")
        let beyond = (count..<max(count, image.pageCount)).filter(image.isKnownInPart)
        if !beyond.isEmpty { losses.add("\(Words.places(beyond, "page")), for which there is no place") }
        // What does not come back as zeros comes back as pages that the file has no place for.
        losses.reasons(image, "page", except: Set(0..<count)) { page in
            if chip?.absentPages.contains(where: { $0.contains(page) }) == true { return .doesNotExist }
            return chip?.writeOnlyPages.contains(page) == true ? .writeOnly : .notInFile
        }
        var kept: Losses.Parts = [.version, .counters, .signature]
        if report.identity.version != nil { kept.insert(.chip) }
        if image.tellsUID(of: chip, besideHeader: hasHeader) { kept.insert(.uid) }
        losses.take(dump, kept: kept, values: [ProxmarkUltralight.tbo])
    }
}

/// A Type 5 tag in the parts of Proxmark3's formats.
struct ProxmarkType5Parts {
    /// As it travels, least significant byte first.
    let uid: [UInt8]
    let dsfid: UInt8
    let dsfidLock: UInt8
    let afi: UInt8
    let afiLock: UInt8
    let ic: UInt8
    let locks: [UInt8]
    let blocks: [[UInt8]]
    let privacyPassword: [UInt8]

    init(
        _ dump: Dump, _ image: TagImage, most: Int, bytes: Int, _ losses: inout Losses
    ) throws(DumpError) {
        let report = dump.report
        guard report.identity.uid.count == 8 else {
            throw DumpError(
                "the dump has no UID of 8 bytes, by which Proxmark3 knows such a dump",
                advice: "Use the format raw or tagdesk.")
        }
        guard (1...32).contains(image.pageSize) else {
            throw DumpError("blocks of \(image.pageSize) bytes have no place there", advice: "Use the format tagdesk.")
        }
        uid = report.identity.uid.reversed()
        func byte(_ name: String) -> UInt8? {
            dump.values.first { $0.name == name }.flatMap { Hex.bytes($0.value)?.first }
        }
        func lock(_ name: String) -> UInt8 { dump.values.contains { $0.name == name && $0.value == "yes" } ? 1 : 0 }
        for name in [ValueName.dsfid, ValueName.afi, ValueName.icReference] where byte(name) == nil {
            losses.add("that \(name) is not known: 00 is written")
        }
        dsfid = byte(ValueName.dsfid) ?? 0
        afi = byte(ValueName.afi) ?? 0
        ic = byte(ValueName.icReference) ?? 0
        let lockNames = Type5Values.locks.map(\.name)
        dsfidLock = lock(lockNames[0])
        afiLock = lock(lockNames[1])
        for name in lockNames where !dump.values.contains(where: { $0.name == name }) {
            losses.add("that \(name) is not known: no is written")
        }
        let count = min(image.pageCount, most, bytes / image.pageSize)
        blocks = (0..<count).map { block in
            (block * image.pageSize..<(block + 1) * image.pageSize).map { image.byte(at: $0) ?? 0 }
        }
        losses.zeros(image, 0..<count, "block")
        let beyond = Array(count..<max(count, image.pageCount))
        if !beyond.isEmpty { losses.add("\(Words.places(beyond, "block")), for which there is no place") }
        let status = dump.values.first { $0.name == Type5Values.security }.flatMap { Hex.bytes($0.value) }
        let locked = Set(report.protection?.lockedPages ?? [])
        if report.protection?.knowsLocks != true {
            losses.add("that it is not known which blocks are locked: none is written")
        } else if let undecided = report.protection?.undecidedPages, !undecided.isEmpty {
            losses.add("that it is not known whether \(Words.places(undecided, "block")) are locked: none is written")
        }
        locks = (0..<count).map { block in
            status.flatMap { $0.indices.contains(block) ? $0[block] : nil } ?? (locked.contains(block) ? 1 : 0)
        }
        let password = dump.values.first { $0.name == "Privacy password" }.flatMap { Hex.bytes($0.value) }
        privacyPassword = password.flatMap { $0.count == 4 ? $0 : nil } ?? [0, 0, 0, 0]
        if privacyPassword == [0, 0, 0, 0], password != nil {
            losses.add("that the Privacy password is 00 00 00 00: the same is written for one that is not known")
        }
        losses.take(
            dump, kept: [.uid, .locks],
            values: Set(
                [ValueName.dsfid, ValueName.afi, ValueName.icReference, Type5Values.security, "Privacy password"]
                    + lockNames))
    }
}
