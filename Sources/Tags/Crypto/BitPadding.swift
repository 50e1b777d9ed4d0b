/// Padding method 2 of ISO/IEC 9797-1: one bit 1, then zeros up to a whole block.
public enum BitPadding {
    /// The message with `80h` and zeros up to a multiple of 16 bytes: at least one byte is added, a whole block where the
    /// message is one already.
    public static func padded(_ message: [UInt8]) -> [UInt8] {
        let length = (message.count / 16 + 1) * 16
        return message + [0x80] + Array(repeating: 0, count: length - message.count - 1)
    }

    /// The message without its padding; `nil` where there is none within the last 16 bytes.
    public static func stripped(_ padded: [UInt8]) -> [UInt8]? {
        guard let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == 0x80, padded.count - end <= 16 else {
            return nil
        }
        return Array(padded[..<end])
    }
}
