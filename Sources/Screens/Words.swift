import NDEF
import Tags

/// How numbers and places are written, the same everywhere on the screen.
enum Words {
    /// A byte as two hex digits.
    static func byte(_ value: UInt8) -> String { Hex.byte(value) }

    /// A page address.
    static func page(_ number: Int) -> String { Hex.address(number) }

    /// A byte of a memory by page: `0C.2`.
    static func place(_ offset: Int, _ image: TagImage) -> String {
        "\(page(offset / max(1, image.pageSize))).\(offset % max(1, image.pageSize))"
    }

    /// Bytes apart by spaces, at most `limit` of them, and how many more there are.
    static func bytes(_ bytes: [UInt8], limit: Int = 4096) -> String {
        guard bytes.count > limit else { return Hex.string(bytes, separator: " ") }
        return Hex.string(Array(bytes.prefix(limit)), separator: " ") + " and \(bytes.count - limit) more"
    }

    /// A UID with colons.
    static func uid(_ bytes: [UInt8]) -> String { Hex.string(bytes, separator: ":") }

    /// A number and its noun: `1 byte`, `2 bytes`.
    static func count(_ number: Int, _ noun: String) -> String {
        if number == 1 { return "1 \(noun)" }
        let ending = noun.hasSuffix("ch") ? "es" : "s"
        return noun.hasSuffix("ry") ? "\(number) \(noun.dropLast())ies" : "\(number) \(noun)\(ending)"
    }

    /// Milliseconds without noise: `0.04 ms`, `1.8 ms`, `53 ms`, `1.2 s`.
    static func duration(microseconds: UInt64) -> String {
        if microseconds > 0, microseconds < 1000 {
            let hundredths = min(99, max(1, (microseconds + 5) / 10))
            if hundredths % 10 == 0 { return "0.\(hundredths / 10) ms" }
            return hundredths < 10 ? "0.0\(hundredths) ms" : "0.\(hundredths) ms"
        }
        if microseconds < 10_000 { return tenths(microseconds, unit: 1000, "ms") }
        if microseconds < 1_000_000 { return "\((microseconds + 500) / 1000) ms" }
        return tenths(microseconds, unit: 1_000_000, "s")
    }

    /// What was spent: `7 exchanges, 53 ms`.
    static func cost(exchanges: Int, milliseconds: Double) -> String {
        let bounded = milliseconds.isFinite ? min(max(0, milliseconds), 1e12) : 0
        return "\(count(exchanges, "exchange")), \(duration(microseconds: UInt64(bounded * 1000)))"
    }

    private static func tenths(_ microseconds: UInt64, unit: UInt64, _ name: String) -> String {
        let tenths = (microseconds * 10 + unit / 2) / unit
        return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }

    /// Text from a tag or reader made safe to show, at most `limit` characters of it.
    static func safe(_ text: String, limit: Int = 4096) -> String {
        let head = text.prefix(limit)
        return head.endIndex == text.endIndex ? String(head).visible : String(head).visible + "…"
    }
}
