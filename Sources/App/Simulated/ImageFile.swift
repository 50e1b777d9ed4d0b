import NDEF
import Simulator
import Tags

/// A tag's memory in a file: of a Type 2 tag the pages from 00 on, of a card its whole state or its NDEF file.
enum ImageFile {
    /// The least an image may hold: UID, lock bytes and CC.
    private static let leastBytes = 16

    /// The whole memory of `chip` as the file has it.
    ///
    /// A file may end before the chip's memory does: the pages it does not hold stay as `delivered`.
    /// Hex text may be one page a line or all in one; a line may begin with `#` to be a comment.
    static func memory(_ path: String, chip: Type2Chip, delivered: [UInt8]) throws(UsageError) -> [UInt8] {
        let content = try MessageInput.raw(path)
        let bytes = text(content) ?? content
        let pageSize = 4
        guard bytes.count >= leastBytes, bytes.count.isMultiple(of: pageSize), bytes.count <= delivered.count else {
            throw .content(
                path, reason: "it holds \(bytes.count) bytes, and a \(chip.name) has \(delivered.count)",
                advice: "An image is the pages from 00 on, \(leastBytes) to \(delivered.count) bytes in whole pages of "
                    + "\(pageSize), as raw bytes or hex text.")
        }
        return bytes + delivered[bytes.count...]
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
        let bytes = text(content) ?? content
        guard bytes.count >= leastFileBytes, delivered.replaceMessageFile(with: bytes) else {
            throw .content(
                path, reason: "it holds \(bytes.count) bytes, which make no NDEF file of a \(delivered.kind.name)",
                advice: "An image is what simulate --serve saves, or an NDEF file with its length field, at most "
                    + "\(delivered.messageFileSize) bytes, as raw bytes or hex text.")
        }
        return delivered
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
