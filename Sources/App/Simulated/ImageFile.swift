import Dumps
import NDEF
import Simulator
import Tags

/// A tag's memory in a file: any dump, the pages of a Type 2 tag from 00 on, a card's whole state or its NDEF file.
enum ImageFile {
    /// The least an image may hold: UID, lock bytes and CC.
    private static let leastBytes = 16

    /// A tag of `chip` as the file has it.
    ///
    /// A file may end before the chip's memory does, and a dump may have gaps: what it does not hold stays as `delivered`.
    /// Hex text may be one page a line or all in one; a line may begin with `#` to be a comment.
    static func tag(
        _ path: String, chip: Type2Chip, name: String, delivered: [UInt8], seed: UInt64
    ) throws(UsageError) -> SimulatedTag {
        let content = try MessageInput.raw(path)
        if let dump = described(content) {
            let memory = try memory(of: dump, path, chip: chip, delivered: delivered)
            return SimulatedTag(
                chip: chip, name: name, image: memory, signature: dump.report.signature?.bytes, seed: seed)
        }
        let bytes = text(content) ?? content
        guard bytes.count >= leastBytes, bytes.count.isMultiple(of: pageSize), bytes.count <= delivered.count else {
            throw .content(
                path, reason: "it holds \(bytes.count) bytes, and a \(chip.name) has \(delivered.count)",
                advice: "An image is a dump that `tagdesk show` opens, or the pages from 00 on, \(leastBytes) to "
                    + "\(delivered.count) bytes in whole pages of \(pageSize), as raw bytes or hex text.")
        }
        return SimulatedTag(chip: chip, name: name, image: bytes + delivered[bytes.count...], seed: seed)
    }

    private static let pageSize = 4

    /// A dump that says itself what it is; `nil` for bytes alone, of which the chip named with them decides.
    private static func described(_ content: [UInt8]) -> Dump? {
        guard let opened = try? Dump.open(content) else { return nil }
        switch opened.format {
        case .raw, .eml, .ndef: return nil
        default: return opened.dump
        }
    }

    private static func memory(
        of dump: Dump, _ path: String, chip: Type2Chip, delivered: [UInt8]
    ) throws(UsageError) -> [UInt8] {
        let identity = dump.report.identity
        let advice = "`tagdesk show` says what is in it."
        guard let image = dump.report.image, identity.type == .type2, image.pageSize == pageSize else {
            throw .content(path, reason: "it is the dump of a \(identity.chipName), which has no pages", advice: advice)
        }
        if let own = identity.chip, own.name != chip.name {
            throw .content(path, reason: "it is the dump of a \(own.name), not of a \(chip.name)", advice: advice)
        }
        guard image.byteCount <= delivered.count else {
            throw .content(
                path, reason: "it has \(image.pageCount) pages, and a \(chip.name) has \(delivered.count / pageSize)",
                advice: advice)
        }
        var memory = delivered
        for page in 0..<image.pageCount {
            guard let bytes = image.page(page) else { continue }
            memory.replaceSubrange(page * pageSize..<(page + 1) * pageSize, with: bytes)
        }
        return memory
    }

    /// A card as the file has it: the state that `save` writes, or the bytes of its NDEF file, length field first.
    ///
    /// What an NDEF file does not hold stays as `delivered`.
    static func card(_ path: String, delivered: SimulatedTag, seed: UInt64) throws(UsageError) -> SimulatedTag {
        let content = try MessageInput.raw(path)
        if let tag = SimulatedTag(name: delivered.name, encodedState: content, seed: seed) {
            guard tag.kind == delivered.kind else {
                throw .content(
                    path, reason: "it is the state of a \(tag.kind.name), not of a \(delivered.kind.name)",
                    advice: "Name the kind of tag that the state is of.")
            }
            return tag
        }
        let dump = described(content)
        if let dump, !dump.report.identity.uid.isEmpty, messageFile(dump) == nil {
            throw .content(
                path, reason: "it is a dump that holds no NDEF file of a card",
                advice: "Name a dump of a card whose files were read, or its NDEF file.")
        }
        let bytes = dump.flatMap(messageFile) ?? text(content) ?? content
        guard bytes.count >= leastFileBytes, delivered.replaceMessageFile(with: bytes) else {
            throw .content(
                path, reason: "it holds \(bytes.count) bytes, which make no NDEF file of a \(delivered.kind.name)",
                advice:
                    "An image is what simulate --serve saves, a dump, or an NDEF file with its length field, at most "
                    + "\(delivered.messageFileSize) bytes, as raw bytes or hex text.")
        }
        return delivered
    }

    /// The NDEF file of a card's dump, as far as it was read from its start.
    private static func messageFile(_ dump: Dump) -> [UInt8]? {
        guard let content = dump.report.messageFile?.content, let first = content.runs.first, first.offset == 0 else {
            return nil
        }
        return first.bytes
    }

    /// An NDEF file's length field.
    private static let leastFileBytes = 2

    /// The bytes of hex text; `nil` where the content is something else.
    private static func text(_ content: [UInt8]) -> [UInt8]? {
        guard let text = String(validating: content, as: UTF8.self) else { return nil }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        return Hex.bytes(lines.joined(separator: " "))
    }
}
