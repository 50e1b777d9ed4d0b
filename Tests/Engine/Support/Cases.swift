import Foundation
import Testing

/// The real-world cases that `TAGDESK_CASES` names; see Tests/README.md.
enum Cases {
    /// The folder; `nil` where the tests of other people's inputs are to be skipped.
    static let folder = ProcessInfo.processInfo.environment["TAGDESK_CASES"]
    static var areThere: Bool { folder != nil }

    /// All cases of an area; a file that is missing or broken is a failure.
    static func of(area: String) throws -> [Case] {
        let url = URL(fileURLWithPath: (folder ?? "") + "/cases.json")
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
        let all = try #require(document?["cases"] as? [[String: Any]])
        return all.filter { $0["area"] as? String == area }.map(Case.init)
    }
}

/// One case.
struct Case {
    let id: String
    let title: String
    let steps: [Step]
    let expected: [String: Any]

    init(_ object: [String: Any]) {
        id = object["id"] as? String ?? "?"
        title = object["title"] as? String ?? "?"
        let input = object["input"] as? [String: Any]
        steps = (input?["steps"] as? [[String: Any]] ?? []).map(Step.init)
        expected = object["expected"] as? [String: Any] ?? [:]
    }

    /// One step of a script; which fields there are says what it is.
    struct Step {
        let command: String?
        let answer: String?
        /// The PC/SC code in parentheses of an error or result.
        let code: UInt32?
        let call: String?
        let succeeds: Bool
        let atr: String?
        let event: String?
        let name: String?
        let readers: [String]
        let states: [String]

        init(_ object: [String: Any]) {
            command = object["c"] as? String
            answer = object["r"] as? String
            let result = object["result"] as? String
            let failure = object["error"] as? String ?? result ?? ""
            code = failure.split(separator: "(").last.flatMap { UInt32($0.prefix(8), radix: 16) }
            call = object["call"] as? String
            succeeds = result == "ok" || object["result"] is [String]
            atr = object["atr"] as? String
            event = object["event"] as? String
            name = object["name"] as? String
            readers = object["readers"] as? [String] ?? object["result"] as? [String] ?? []
            states = object["states"] as? [String] ?? []
        }
    }
}
