import Foundation
import Tags
import Testing

/// Other people's files, where the tests are told to look for them (`TAGDESK_CASES`).
enum Cases {
    static let folder = ProcessInfo.processInfo.environment["TAGDESK_CASES"]
    static var isThere: Bool { folder != nil }

    /// One case with what is expected of it.
    struct Case: CustomTestStringConvertible, Sendable {
        let id: String
        let kind: String
        let title: String
        let input: Value
        let expected: Value
        var testDescription: String { "\(id) \(title)" }
    }

    /// JSON that can be handed to a test.
    struct Value: Sendable {
        let data: Data
        var object: [String: Any] { (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:] }
        subscript(key: String) -> Any? { object[key] }
        func text(_ key: String) -> String? { self[key] as? String }
        func number(_ key: String) -> Int? { (self[key] as? NSNumber)?.intValue }
        func flag(_ key: String) -> Bool? { self[key] as? Bool }
    }

    /// The cases of these kinds of input; none without the folder.
    static func all(_ kinds: Set<String>) -> [Case] {
        guard let folder, let data = FileManager.default.contents(atPath: folder + "/cases.json"),
            let root = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any],
            let cases = root["cases"] as? [[String: Any]]
        else { return [] }
        return cases.compactMap { entry in
            guard let input = entry["input"] as? [String: Any], let kind = input["kind"] as? String,
                kinds.contains(kind),
                let inputData = try? JSONSerialization.data(withJSONObject: input),
                let expected = try? JSONSerialization.data(withJSONObject: entry["expected"] ?? [:])
            else { return nil }
            return Case(
                id: entry["id"] as? String ?? "", kind: kind, title: entry["title"] as? String ?? "",
                input: Value(data: inputData), expected: Value(data: expected))
        }
    }

    /// A file beside the cases.
    static func file(_ name: String) throws -> [UInt8] {
        let path = try #require(folder) + "/files/" + name
        return [UInt8](try #require(FileManager.default.contents(atPath: path)))
    }

    /// The bytes of a case: a file beside the cases, or text in the case itself.
    static func bytes(_ test: Case) throws -> [UInt8] {
        if let text = test.input.text("text") { return Array(text.utf8) }
        if let hex = test.input.text("hex"), let bytes = Hex.bytes(hex) { return bytes }
        let path = try #require(folder) + "/" + (try #require(test.input.text("file")))
        return [UInt8](try #require(FileManager.default.contents(atPath: path)))
    }
}
