import NDEF
import Tags

/// What a report of NXP TagInfo tells, as XML or as text, and the dump that makes.
///
/// Source: reports as TagInfo exports them; see docs/DUMPS.md.
struct TagInfoReport {
    /// One row of the memory.
    struct Row {
        /// The bytes, `nil` for one that is not shown.
        var bytes: [UInt8?]
        /// The one or two signs before them.
        var access: String
    }

    var uid: [UInt8] = []
    /// `IC type`, such as `NTAG215` or `MIFARE Ultralight C (MF0ICU2)`.
    var icType: String?
    /// When, by the phone's clock: the report does not tell its time zone.
    var date: String?
    /// Most significant byte first: TagInfo prints it the other way round.
    var atqa: [UInt8]?
    var sak: UInt8?
    var ats: [UInt8]?
    /// What an ISO/IEC 15693 tag told of itself, by the names used here.
    var systemValues: [NamedValue] = []
    /// The blocks of the memory and their size, as the report counts them.
    var stated: (blocks: Int, size: Int)?
    /// The UID is one that the card makes up anew each time.
    var isRandomID = false
    var version: [UInt8] = []
    var signature: [UInt8] = []
    var rows: [Int: Row] = [:]
    var problems: [String] = []
    /// The message of the tag, where the report shows it apart from the memory.
    var message: [UInt8] = []
    /// The first address that two rows with other bytes have; nothing is made of a memory of which that is so.
    var doubled: Int?

    /// The highest address of any memory, with the registers behind it.
    static let mostRows = 0x400

    /// Takes a line of a section with words, such as `ATQA: 0x4400`.
    mutating func take(_ line: ArraySlice<UInt8>, under title: String) {
        let title = title.lowercased()
        if title.hasPrefix("ic type"), icType == nil { icType = String(decoding: line, as: UTF8.self) }
        func value(_ key: StaticString) -> [UInt8]? {
            guard line.hasPrefix(key) else { return nil }
            let text = line.dropFirst(key.utf8CodeUnitCount).trimmed
            return Hex.bytes(ascii: text.hasPrefix("0x") ? text.dropFirst(2) : text)
        }
        if uid.isEmpty, let id = value("ID:") { uid = id }
        if let wire = value("ATQA:"), wire.count == 2 { atqa = wire.reversed() }
        if let byte = value("SAK:"), byte.count == 1 { sak = byte[0] }
        if let answer = value("ATS:"), let length = answer.first, Int(length) == answer.count { ats = answer }
        for (key, name) in Self.systemKeys {
            guard let byte = value(key), byte.count == 1, !systemValues.contains(where: { $0.name == name }) else {
                continue
            }
            systemValues.append(NamedValue(name, Hex.byte(byte[0])))
        }
        let plain = line.drop { $0 == UInt8(ascii: "*") || $0.isBlank }
        if plain.spells("Random ID") { isRandomID = true }
        if title.hasPrefix("memory size") { takeSize(plain) }
        // Bullets stand before r and s.
        let rest = line.drop { !($0.lowercased == 0x72 || $0.lowercased == 0x73) }
        if title.hasPrefix("originality"), rest.hasPrefix("r: 0x") || rest.hasPrefix("s: 0x"),
            let half = Hex.bytes(ascii: rest.dropFirst(5).prefix { $0.isHexDigit })
        {
            signature += half
        }
        if title.hasPrefix("version"), let byte = Self.codeInBrackets(line) { version.append(byte) }
    }

    private static let systemKeys: [(key: StaticString, name: String)] = [
        ("AFI:", ValueName.afi), ("DSFID:", ValueName.dsfid), ("IC reference value:", ValueName.icReference),
    ]

    /// `28 blocks, with 4 bytes per block`.
    private mutating func takeSize(_ line: ArraySlice<UInt8>) {
        let words = line.split { $0.isBlank || $0 == UInt8(ascii: ",") }
        guard words.count >= 6, words[1].spells("blocks"), words[2].spells("with"), words[4].spells("bytes"),
            let blocks = words[0].decimal, let size = words[3].decimal, blocks <= Self.mostRows, (1...32).contains(size)
        else { return }
        stated = (blocks, size)
    }

    /// The byte of `... (0x04)`.
    private static func codeInBrackets(_ line: ArraySlice<UInt8>) -> UInt8? {
        guard let bracket = line.lastIndex(of: UInt8(ascii: "(")) else { return nil }
        let code = line[(bracket + 1)...]
        guard code.hasPrefix("0x"), let bytes = Hex.bytes(ascii: code.dropFirst(2).prefix { $0.isHexDigit }) else {
            return nil
        }
        return bytes.count == 1 ? bytes[0] : nil
    }

    // MARK: - Making a dump

    func opened(as format: DumpFormat) throws(DumpError) -> OpenedDump {
        guard !rows.isEmpty || !uid.isEmpty else {
            if MessageBytes.begin(message[...]) {
                return OpenedDump(
                    format: format, dump: .message(message),
                    problems: ["the report is cut: it holds the message alone, neither UID nor memory"])
            }
            throw DumpError(
                "the TagInfo report holds neither a UID nor a memory",
                advice: "Copy the whole report, down to `Memory content`.")
        }
        // What a card holds stands file by file.
        if isCard { return identityOnly(format) }
        if let doubled {
            throw DumpError(
                "the TagInfo report has two rows [\(Hex.address(doubled))] that differ",
                advice: "Keep only the report of one tag.")
        }
        // Rows of a Type 2 tag may be cut to the bytes that count, and keys are not shown at all.
        let longest = rows.values.map(\.bytes.count).max() ?? 0
        guard longest <= 32 else {
            throw DumpError(
                "the TagInfo report has a row of \(longest) bytes, and no tag has so large a block",
                advice: DumpError.damaged)
        }
        if longest == 16 { return classic(format) }
        if uid.count == 8 || icType?.contains("ICODE") == true {
            // A report that is cut off in its first row has no whole one.
            return type5(format, blockSize: max(longest, stated?.size ?? 1, 1))
        }
        if longest > 4 {
            throw DumpError(
                "the TagInfo report has rows of \(longest) bytes, which no tag that is known here has",
                advice: DumpError.damaged)
        }
        if rows.isEmpty { return identityOnly(format) }
        return type2(format)
    }

    /// An ISO/IEC 14443-4 card: its answers say so, or its name. Source of the bit: ISO/IEC 14443-3, 6.5.3.4.
    private var isCard: Bool {
        if let sak, sak & 0x20 != 0 || ats != nil { return true }
        return ["DESFire", "NTAG 4", "NTAG4", "MIFARE Plus"].contains { icType?.contains($0) == true } && sak == nil
    }

    private var values: [NamedValue] { date.map { [NamedValue("Time of the scan", $0)] } ?? [] }
    private static let program = "NXP TagInfo"

    private func type2(_ format: DumpFormat) -> OpenedDump {
        var draft = Type2Draft(source: "TagInfo report", program: Self.program)
        draft.statedUID = uid
        draft.statedName = icType
        draft.statedChip = icType.flatMap(TagInfoChips.chip(named:))
        draft.version = version.count == 7 ? [0] + version : nil
        draft.signature = signature.count == 32 || signature.count == 48 ? signature : nil
        draft.atqa = atqa
        draft.sak = sak
        draft.values = values
        draft.problems = problems
        for (address, row) in rows where address < 0x200 {
            let secret = row.access.contains("P") || row.access.contains("-")
            let bytes = row.bytes.prefix(4) + [UInt8?](repeating: nil, count: max(0, 4 - row.bytes.count))
            let otherwise: UnreadReason = secret ? .writeOnly : row.access.contains("p") ? .protected : .unreadInFile
            draft.take(address, Array(bytes), otherwise: otherwise)
        }
        if rows.keys.contains(where: { $0 >= 0x200 }) {
            draft.problems.append("registers behind the memory are left out")
        }
        return draft.opened(as: format)
    }

    private func type5(_ format: DumpFormat, blockSize: Int) -> OpenedDump {
        var draft = Type5Draft(source: "TagInfo report", program: Self.program)
        draft.uid = uid
        draft.statedName = icType
        draft.blockSize = blockSize
        draft.signature = signature.isEmpty ? nil : signature
        draft.values = values
        draft.problems = problems
        for (address, row) in rows {
            let missing = [UInt8?](repeating: nil, count: max(0, blockSize - row.bytes.count))
            draft.blocks[address] = Array(row.bytes.prefix(blockSize)) + missing
        }
        draft.blockCount = max(
            (rows.keys.max() ?? -1) + 1, stated.flatMap { $0.size == blockSize ? $0.blocks : nil } ?? 0)
        draft.values += systemValues
        draft.security = (0..<draft.blockCount).map { block in
            guard let access = rows[block]?.access, !access.isEmpty else { return nil }
            return access.contains("x") || access.contains("*") ? 0x01 : 0x00
        }
        return draft.opened(as: format)
    }

    private func classic(_ format: DumpFormat) -> OpenedDump {
        var draft = ClassicDraft(source: "TagInfo report", program: Self.program)
        draft.statedUID = uid
        draft.sak = sak
        draft.atqa = atqa
        draft.values = values
        draft.problems = problems
        for (address, row) in rows where address < ClassicSize.mostBlocks && row.bytes.count == 16 {
            draft.blocks[address] = row.bytes
        }
        return draft.opened(as: format)
    }

    private func identityOnly(_ format: DumpFormat) -> OpenedDump {
        var identity = TagIdentity(
            uid: uid, type: isCard ? .type4 : .unknown, chipName: icType ?? "unknown tag",
            vendor: Manufacturer.name(ofUID: uid), identifiedBy: "the TagInfo report", provenance: .derived, sak: sak)
        identity.ats = ats
        var problems = problems
        if isRandomID {
            problems.append("the UID is random: the card makes up another each time, so that it names no card")
        }
        var report = TagReport(identity: identity)
        let length = message.count
        if isCard, length <= 0xFFFF, MessageBytes.begin(message[...]) {
            report = TagReader.report(
                identity: identity, message: [UInt8(length >> 8), UInt8(length & 0xFF)] + message, isExtended: false)
        }
        var dump = Dump(
            report: report, values: values, origin: DumpOrigin(program: Self.program))
        if let atqa { dump.values.insert(NamedValue(ValueName.atqa, Hex.string(atqa, separator: " ")), at: 0) }
        return OpenedDump(
            format: format, dump: dump,
            problems: problems + [
                isCard ? "what the report says of the card's files is not read here" : "the report holds no memory"
            ])
    }
}

/// Chips as TagInfo names them.
enum TagInfoChips {
    /// Part of the name, and the chip; the first that fits counts.
    private static let table: [(part: String, chip: String)] = [
        ("MF0UL11", "Ultralight EV1 (UL11)"), ("MF0UL21", "Ultralight EV1 (UL21)"), ("MF0AES", "Ultralight AES"),
        ("Ultralight AES", "Ultralight AES"), ("MF0ICU2", "Ultralight C"), ("Ultralight C", "Ultralight C"),
        ("MF0UN", "Ultralight Nano"), ("Ultralight Nano", "Ultralight Nano"), ("NT3H2111", "NTAG I2C plus 1K"),
        ("NT3H2211", "NTAG I2C plus 2K"), ("NT3H1101", "NTAG I2C 1K"), ("NT3H1201", "NTAG I2C 2K"),
        ("NTAG I2C Plus 1K", "NTAG I2C plus 1K"), ("NTAG I2C Plus 2K", "NTAG I2C plus 2K"),
        ("NTAG I2C 1K", "NTAG I2C 1K"), ("NTAG I2C 2K", "NTAG I2C 2K"), ("NTAG213F", "NTAG213F"),
        ("NTAG216F", "NTAG216F"), ("NTAG213 TT", "NTAG213TT"), ("NTAG213TT", "NTAG213TT"), ("NTAG203", "NTAG203"),
        ("NTAG210", "NTAG210"), ("NTAG212", "NTAG212"), ("NTAG213", "NTAG213"), ("NTAG215", "NTAG215"),
        ("NTAG216", "NTAG216"), ("MF0ICU1", "Ultralight"),
    ]

    static func chip(named name: String) -> Type2Chip? {
        let name = name.lowercased()
        if let entry = table.first(where: { name.contains($0.part.lowercased()) }) {
            return Type2Chip.named(entry.chip)
        }
        return name == "mifare ultralight" ? Type2Chip.named("Ultralight") : nil
    }
}
