import Dumps
import Glibc
import NDEF
import Tags

/// A file of keys: `N=HEX` a line, blank lines and comments (`#`) between them.
enum KeyFile {
    /// Only its owner may read or write it.
    static func isPrivate(_ path: String) throws(FileError) -> Bool {
        guard let mode = Files.mode(of: path) else { throw FileError(path: path, reason: Files.systemReason()) }
        return mode & 0o077 == 0
    }

    /// The keys by number.
    static func keys(in content: [UInt8], path: String) throws(UsageError) -> [UInt8: [UInt8]] {
        var keys: [UInt8: [UInt8]] = [:]
        let lines = content.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        for (index, line) in lines.enumerated() {
            let text = line.prefix { $0 != "#" }.filter { !$0.isWhitespace }
            if text.isEmpty { continue }
            let parts = text.split(whereSeparator: { $0 == "=" || $0 == ":" })
            let digits = parts.last.map { $0.hasPrefix("hex") ? $0.dropFirst(3) : $0 } ?? ""
            guard parts.count >= 2, let number = KeyOptions.number(parts[0]), let key = Hex.bytes(String(digits)),
                key.count == 16, keys[number] == nil
            else {
                throw .content(
                    path, reason: "line \(index + 1) is no key",
                    advice: "Write a line a key, such as 0=00112233445566778899AABBCCDDEEFF, each number once.")
            }
            keys[number] = key
        }
        guard !keys.isEmpty else {
            throw .content(path, reason: "it holds no key", advice: "Write a line a key: N=HEX.")
        }
        return keys
    }
}
