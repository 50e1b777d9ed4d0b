import NDEF
import Tags

/// A memory image in a file: the pages from 00 on, as raw bytes or as hex text.
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

    /// The bytes of hex text; `nil` where the content is something else.
    private static func text(_ content: [UInt8]) -> [UInt8]? {
        guard let text = String(validating: content, as: UTF8.self) else { return nil }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        return Hex.bytes(lines.joined(separator: " "))
    }
}
