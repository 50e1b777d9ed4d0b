import Foundation
import NDEF

/// The test files of other people; the environment says where they are.
enum SharedFiles {
    static let folder = ProcessInfo.processInfo.environment["TAGDESK_CASES"].map { URL(fileURLWithPath: $0) }
    static var areThere: Bool { folder != nil }

    struct Missing: Error { let name: String }

    static func bytes(_ path: String) throws -> [UInt8] {
        guard let folder else { throw Missing(name: path) }
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
    }

    static func json(_ path: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(try bytes(path)))
        guard let dictionary = object as? [String: Any] else { throw Missing(name: path) }
        return dictionary
    }

    static func list(_ path: String, _ key: String) throws -> [[String: Any]] {
        guard let items = try json(path)[key] as? [[String: Any]], !items.isEmpty else { throw Missing(name: path) }
        return items
    }
}

/// Bytes written as hex, with or without blanks.
func hex(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var digits = text.filter { !$0.isWhitespace }[...]
    while digits.count >= 2 {
        bytes.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
        digits = digits.dropFirst(2)
    }
    return bytes
}

extension Sequence<UInt8> {
    var hexText: String { map { String(format: "%02X", $0) }.joined() }
}

/// A generator whose numbers are the same for a seed everywhere (xorshift64*).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
