import NDEF
import Tags

/// Bytes without a word about them: a memory, a Proxmark3 dump, an NDEF file or a message, told apart by content.
struct RawFile {
    let bytes: [UInt8]
    /// The bytes of a page or block, where the lines of an `.eml` file say it.
    var blockSize: Int?
    /// The file's name says that it is a message.
    var isNamedMessage = false

    init(_ bytes: [UInt8], blockSize: Int? = nil) {
        self.bytes = bytes
        self.blockSize = blockSize
    }

    func open() throws(DumpError) -> OpenedDump {
        if blockSize == nil || blockSize == 4 {
            if let vicinity = ProxmarkVicinity(bytes) { return vicinity.open() }
            if let ultralight = ProxmarkUltralight(bytes) { return ultralight.open() }
            if let opened = type2(strict: true) { return opened }
        }
        if let opened = type5() { return opened }
        if let opened = classic() { return opened }
        if let opened = type4File() { return opened }
        if blockSize == nil, let vicinity = ProxmarkVicinity(cut: bytes) { return vicinity.open() }
        if let opened = message() { return opened }
        if isNamedMessage { return OpenedDump(format: .ndef, dump: .message(bytes)) }
        if let opened = type2(strict: false) { return opened }
        if let archive = PackedFile.of(bytes) {
            throw DumpError(
                "this is \(archive.name), not the dump itself",
                advice: archive.advice)
        }
        throw DumpError(
            "these \(Words.count(bytes.count, "byte")) are no dump, report or message that is known here: they begin "
                + Hex.string(bytes.prefix(8), separator: " "),
            advice: "Formats: \(DumpFormat.allCases.map(\.title).joined(separator: ", ")).")
    }

    // MARK: - Type 2

    /// The smallest memory: UID, locks and CC.
    private static let leastBytes = 16

    private func type2(strict: Bool) -> OpenedDump? {
        guard let memory = AmiiboSize.memory(bytes) ?? plainMemory else { return nil }
        guard strict ? UIDPages.hold(memory.pages) : UIDPages.areLikely(memory.pages) else { return nil }
        var draft = Type2Draft(source: "file")
        draft.take(memory.pages)
        draft.statedChip = memory.chip
        draft.statedBy = memory.chip == nil ? nil : "the size of the file, \(bytes.count) bytes, that of amiibo dumps"
        draft.signature = memory.signature
        return draft.opened(as: .raw)
    }

    private var plainMemory: AmiiboSize.Memory? {
        guard bytes.count >= Self.leastBytes, bytes.count.isMultiple(of: 4), bytes.count <= 4 * 512,
            blockSize ?? 4 == 4
        else { return nil }
        return AmiiboSize.Memory(pages: bytes, chip: nil, signature: nil)
    }

    // MARK: - Type 5 and MIFARE Classic

    /// A Type 5 memory: its capability container comes first. The file does not tell how large the blocks are.
    private func type5() -> OpenedDump? {
        guard bytes.count >= 8, bytes.count <= 1 << 16, bytes[0] == 0xE1 || bytes[0] == 0xE2, bytes[1] >> 6 == 1,
            bytes.count.isMultiple(of: blockSize ?? 4)
        else { return nil }
        var draft = Type5Draft(source: "file")
        draft.blockSize = blockSize ?? 4
        draft.blockCount = bytes.count / draft.blockSize
        draft.content = bytes
        var opened = draft.opened(as: .raw)
        if blockSize == nil { opened.problems.append("the file does not tell the size of a block: 4 bytes are taken") }
        return opened
    }

    /// A MIFARE Classic: a size of its own, and a trailer with sound access bits behind its first blocks.
    private func classic() -> OpenedDump? {
        guard blockSize ?? 16 == 16, ClassicSize.all.contains(where: { $0.blocks * 16 == bytes.count }),
            ClassicSize.isTrailer(bytes[48..<64])
        else { return nil }
        var draft = ClassicDraft(source: "file")
        draft.take(bytes)
        return draft.opened(as: .raw)
    }

    // MARK: - Message and file

    /// An NDEF file of a Type 4 tag: the length first.
    private func type4File() -> OpenedDump? {
        guard bytes.count >= 5 else { return nil }
        let short = Int(bytes[0]) << 8 | Int(bytes[1])
        let long = short << 16 | Int(bytes[2]) << 8 | Int(bytes[3])
        let extended = short == 0 && long > 0
        let head = extended ? 4 : 2
        let length = extended ? long : short
        guard length > 0, length <= bytes.count - head,
            MessageBytes.begin(bytes[head..<head + length]),
            !NDEFMessage.decode(Array(bytes[head..<head + length])).isMalformed
        else { return nil }
        var report = TagReader.report(
            identity: TagIdentity(
                uid: [], type: .type4, chipName: "Type 4 tag", identifiedBy: "the length before the message",
                provenance: .derived),
            message: bytes, isExtended: extended)
        report.findings = []
        return OpenedDump(
            format: .raw, dump: Dump(report: report),
            problems: ["the file is the NDEF file of a Type 4 tag: it tells neither the UID nor the chip"])
    }

    private func message() -> OpenedDump? {
        var problems: [String] = []
        var message = bytes[...]
        // Some programs save the TLV around the message too.
        if bytes.first == 0x03, let value = MessageBytes.value(ofTLV: bytes) {
            message = value
            problems.append("the file begins with the TLV of the message (03): only the message in it counts")
        }
        guard MessageBytes.begin(message) else { return nil }
        return OpenedDump(format: .ndef, dump: .message(Array(message)), problems: problems)
    }
}

/// Files of other kinds that people send dumps in, by the bytes that they begin with.
enum PackedFile {
    /// One kind.
    struct Kind {
        /// In the middle of a sentence.
        var name: String
        var advice: String
        fileprivate var start: [UInt8]
    }

    private static let kinds = [
        Kind(name: "a file packed with gzip", advice: "Unpack it first: `gunzip FILE`.", start: [0x1F, 0x8B, 0x08]),
        Kind(name: "a ZIP archive", advice: "Unpack it first: `unzip FILE`.", start: [0x50, 0x4B, 0x03, 0x04]),
        Kind(name: "a file packed with bzip2", advice: "Unpack it first: `bunzip2 FILE`.", start: [0x42, 0x5A, 0x68]),
        Kind(
            name: "a file packed with xz", advice: "Unpack it first: `unxz FILE`.",
            start: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
        Kind(
            name: "a file packed with zstd", advice: "Unpack it first: `unzstd FILE`.",
            start: [0x28, 0xB5, 0x2F, 0xFD]),
        Kind(
            name: "a 7z archive", advice: "Unpack it first: `7z x FILE`.",
            start: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    ]

    /// The kind that bytes are of; `nil` for any other.
    static func of(_ bytes: [UInt8]) -> Kind? { kinds.first { bytes.starts(with: $0.start) } }
}

/// Whether bytes can be an NDEF message.
enum MessageBytes {
    /// Longer than any tag holds.
    private static let limit = 1 << 18

    /// They begin as a message does: MB set, no chunk that ends the message, a TNF that exists, lengths that fit.
    static func begin(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, bytes.count >= 3, bytes.count <= limit else { return false }
        if RecordChain.fills(bytes) { return true }
        guard first & 0x80 != 0, first & 0x07 < 0x07, first & 0x60 != 0x60 else { return false }
        return NDEFMessage.decode(Array(bytes)).records.first != nil || isCut(bytes)
    }

    /// The head of a first record with a type that people can read, and less payload than it claims.
    private static func isCut(_ bytes: ArraySlice<UInt8>) -> Bool {
        let head = Array(bytes.prefix(7))
        let isShort = head[0] & 0x10 != 0
        let start = 2 + (isShort ? 1 : 4) + (head[0] & 0x08 != 0 ? 1 : 0)
        let type = bytes.dropFirst(start).prefix(Int(head[1]))
        return (1...4).contains(head[0] & 0x07) && !type.isEmpty && type.count == Int(head[1])
            && type.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// The value of an NDEF TLV that holds a whole message; `nil` for anything else.
    static func value(ofTLV bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard bytes.count >= 5, bytes[0] == 0x03 else { return nil }
        let isLong = bytes[1] == 0xFF
        let start = isLong ? 4 : 2
        let length = isLong ? Int(bytes[2]) << 8 | Int(bytes[3]) : Int(bytes[1])
        guard length > 0, start + length <= bytes.count else { return nil }
        let value = bytes[start..<start + length]
        return NDEFMessage.decode(Array(value)).isMalformed ? nil : value
    }
}

extension Dump {
    /// A message without a tag around it.
    static func message(_ bytes: [UInt8]) -> Dump {
        var report = TagReport(
            identity: TagIdentity(
                uid: [], type: .unknown, chipName: "NDEF message", identifiedBy: "the content of the file",
                provenance: .derived))
        let decoding = NDEFMessage.decode(bytes)
        report.ndef = NDEFState(
            state: bytes.isEmpty ? .empty : decoding.isMalformed ? .invalid : .message,
            problems: decoding.allProblems.map(\.sentence), raw: bytes, decoding: bytes.isEmpty ? nil : decoding)
        return Dump(report: report)
    }
}

/// The check bytes of pages 00-02.
enum UIDPages {
    /// Both check bytes hold, or the pages are those of an NTAG I2C, which has none.
    static func hold(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 16, bytes.prefix(7).contains(where: { $0 != 0 }), let serial = SerialNumber(memory: bytes)
        else { return false }
        return serial.layout == .plain || serial.wrongCheckBytes(in: Array(bytes.prefix(16))).isEmpty
    }

    /// Both check bytes hold.
    static func haveCheckBytes(_ bytes: ArraySlice<UInt8>) -> Bool {
        SerialNumber(memory: bytes)?.layout == .checked && hold(bytes)
    }

    static func hold(_ bytes: [UInt8]) -> Bool { hold(bytes[...]) }

    /// One of the check bytes does not hold, but all else is as in such a memory: a container of version 1, or the size and
    /// maker of a chip.
    static func areLikely(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 16 else { return false }
        if bytes[12] == 0xE1, bytes[13] >> 4 == 1, bytes[14] != 0 { return true }
        let pages = bytes.count / 4
        return Manufacturer.name(bytes[0]) != nil && bytes[0] == 0x04
            && Type2Chip.all.contains { $0.sizes.contains(pages) }
    }
}

/// The sizes in which dumps of amiibo figures are kept: they are all of one chip.
///
/// 540 bytes are the whole memory of an NTAG215, 532 are without PWD and PACK, 572 have its signature behind it.
enum AmiiboSize {
    /// The pages of a memory and what is known beside them.
    struct Memory {
        var pages: [UInt8]
        var chip: Type2Chip?
        var signature: [UInt8]?
    }

    /// `nil` for another size.
    static func memory(_ bytes: [UInt8]) -> Memory? {
        let chip = Type2Chip.named("NTAG215")
        switch bytes.count {
        case 532: return Memory(pages: bytes, chip: chip, signature: nil)
        case 572: return Memory(pages: Array(bytes.prefix(540)), chip: chip, signature: Array(bytes.suffix(32)))
        default: return nil
        }
    }
}
