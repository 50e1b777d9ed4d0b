import Glibc

extension TerminalSession {
    /// What became of a copy.
    public enum Copied: Equatable, Sendable {
        /// Sent; whether the terminal took it, it does not say.
        case sentToTerminal
        /// Longer than terminals take, in bytes; nothing was sent.
        case tooLong(limit: Int)
        /// The terminal knows no clipboard sequence, or is gone.
        case notPossible
    }

    /// The most bytes of text that are sent: xterm and its kin cut or drop longer ones.
    public static let longestCopy = 74_994

    /// Hands text to the terminal's clipboard (OSC 52), which works over ssh too. Only ever written, never read.
    public func copy(_ text: String) -> Copied {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longestCopy else { return .tooLong(limit: Self.longestCopy) }
        guard isModern else { return .notPossible }
        let sequence = Array("\u{1B}]52;c;".utf8) + Self.base64(bytes) + [0x07]
        return write(getenv("STY") == nil ? sequence : Self.throughScreen(sequence)) ? .sentToTerminal : .notPossible
    }

    /// GNU screen passes on what comes in device control strings, of at most 768 bytes each.
    static func throughScreen(_ sequence: [UInt8]) -> [UInt8] {
        stride(from: 0, to: sequence.count, by: 760).reduce(into: []) { result, start in
            result += [0x1B, 0x50] + sequence[start..<min(start + 760, sequence.count)] + [0x1B, 0x5C]
        }
    }

    /// RFC 4648, section 4.
    static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        return stride(from: 0, to: bytes.count, by: 3).reduce(into: []) { result, start in
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                result.append(place <= group.count ? alphabet[value >> (6 * (3 - place)) & 0x3F] : UInt8(ascii: "="))
            }
        }
    }
}
