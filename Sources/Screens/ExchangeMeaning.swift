import Engine
import Tags

/// What an exchange told, decoded from the native frames inside; its title already names command and answer.
enum ExchangeMeaning {
    /// One line of what the answer says; `nil` where it says no more than the title.
    static func words(of exchange: Exchange) -> String? {
        guard exchange.failure == nil else { return nil }
        guard let frame = exchange.nativeCommand, let answer = exchange.nativeResponse, let code = frame.first else {
            return CardMeaning.words(of: exchange)
        }
        switch (code, answer.count) {
        case (0x60, 8): return version(answer)
        case (0x30, 16): return frame.count > 1 ? pages(Int(frame[1]), answer.count) : nil
        case (0x3A, 4...): return frame.count > 2 ? pages(Int(frame[1]), answer.count) : nil
        case (0x39, 3): return "the counter stands at \(answer.reversed().reduce(0) { $0 << 8 | Int($1) })"
        case (0x3C, 32...): return "the originality signature, \(Words.count(answer.count, "byte"))"
        case (0x1B, 2): return "the tag took the password and answered with its PACK"
        case (0x1A, 9): return "the tag's challenge, to be answered with the key"
        default: return nil
        }
    }

    private static func version(_ answer: [UInt8]) -> String {
        let chip = Type2Chip.match(version: answer)?.name ?? "no chip of the table"
        return [chip, TagFields.versionWords(answer)].compactMap { $0 }.joined(separator: ", ")
    }

    private static func pages(_ first: Int, _ bytes: Int) -> String {
        let last = first + max(1, bytes / 4) - 1
        return "pages \(Words.page(first)) to \(Words.page(last)), \(Words.count(bytes, "byte"))"
    }
}
