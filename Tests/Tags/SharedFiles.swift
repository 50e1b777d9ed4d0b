import Foundation
import Testing

@testable import Tags

/// The folder of cases and vectors that `TAGDESK_CASES` names; without the variable these tests are skipped, with it a missing
/// file is a failure.
enum SharedFiles {
    static let folder = ProcessInfo.processInfo.environment["TAGDESK_CASES"]
    static var present: Bool { folder != nil }

    static func vectors(_ name: String) throws -> JSON {
        try JSON(file: try #require(folder) + "/../vectors/" + name)
    }

    static func cases(area: String) throws -> [JSON] {
        let all = try JSON(file: try #require(folder) + "/cases.json")["cases"].list
        return all.filter { $0["area"].text == area }
    }
}

/// A value read from a JSON file, asked for without casts.
struct JSON: CustomStringConvertible {
    let value: Any?

    init(file: String) throws {
        value = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: file)))
    }

    private init(_ value: Any?) { self.value = value }

    subscript(key: String) -> JSON { JSON((value as? [String: Any])?[key]) }
    var list: [JSON] { (value as? [Any] ?? []).map { JSON($0) } }
    var object: [String: JSON] { (value as? [String: Any] ?? [:]).mapValues { JSON($0) } }
    var text: String? { value as? String }
    var number: Int? { value as? Int }
    var flag: Bool? { value as? Bool }
    var bytes: [UInt8]? { text.flatMap(Hex.bytes) }
    var isPresent: Bool { value != nil && !(value is NSNull) }
    /// The bytes that a key spells in hex; a key that is missing fails the test.
    func bytes(_ key: String) throws -> [UInt8] { try #require(self[key].bytes) }
    /// The text of a key; one that is missing fails the test.
    func text(_ key: String) throws -> String { try #require(self[key].text) }
    var description: String { text ?? "\(value ?? "nothing")" }
}

/// The bytes that a literal spells.
func hex(_ text: String) throws -> [UInt8] { try #require(Hex.bytes(text)) }
