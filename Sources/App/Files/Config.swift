import Dumps
import NDEF

/// The configuration file: one `key = value` a line, `#` begins a comment.
struct Config: Equatable, Sendable {
    /// The theme's name or file.
    var theme: String?
    /// The mouse is used.
    var mouse = true
    /// The reader to prefer, a name or a part of it.
    var reader: String?
    /// What could not be understood, one sentence each, told once at the start.
    var problems: [String] = []

    /// The most bytes a configuration file may have.
    static let limit = 65_536

    /// Settings that name this theme and nothing else.
    init(theme: String) { self.theme = theme }

    /// What a file's text says; `name` stands in the problems.
    init(text: String = "", name: String = "config") {
        // A line that ends in CR and LF ends in one Character, which is not "\n".
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() {
            let content = line.prefix { $0 != "#" }.trimmed
            if content.isEmpty { continue }
            let parts = content.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                problems.append("\(name.visible) line \(index + 1): not of the form key = value")
                continue
            }
            if let problem = set(parts[0].trimmed, to: parts[1].trimmed) {
                problems.append("\(name.visible) line \(index + 1): \(problem)")
            }
        }
    }

    /// The configuration in the file, the default where there is none.
    static func load(_ path: String) -> Config {
        guard Files.exists(path) else { return Config() }
        do throws(FileError) {
            let bytes = try Files.read(path, atMost: limit)
            return Config(text: String(decoding: bytes, as: UTF8.self), name: path)
        } catch {
            var config = Config()
            config.problems = ["\(path.visible): \(error.reason)"]
            return config
        }
    }

    /// Takes one setting; returns what is wrong with it.
    private mutating func set(_ key: String, to value: String) -> String? {
        switch key {
        case "theme": theme = value
        case "reader": reader = value
        case "mouse":
            switch value {
            case "on", "yes", "true": mouse = true
            case "off", "no", "false": mouse = false
            default: return "mouse is on or off, not `\(value.visible)`"
            }
        default:
            let near = Spelling.nearest(to: key, among: ["theme", "mouse", "reader"])
            return "there is no setting `\(key.visible)`" + (near.map { ", did you mean `\($0)`?" } ?? "")
        }
        return nil
    }
}

extension StringProtocol {
    /// Without the blanks around it.
    fileprivate var trimmed: String {
        var rest = Substring(self)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
