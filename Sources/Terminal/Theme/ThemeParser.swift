/// Reads theme files: `role = foreground background attributes` a line, `#` begins a comment line.
enum ThemeParser {
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: The theme's name.
    ///   - file: The file's name for problems.
    ///   - base: Where roles come from that the file leaves out or gets wrong.
    static func parse(_ bytes: [UInt8], name: String, file: String, base: Theme) -> (Theme, [ThemeProblem]) {
        var theme = base
        theme.name = name
        var problems: [ThemeProblem] = []
        var lines: [Role: Int] = [:]
        for (index, raw) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            // A carriage return is blank here, as in files that came from elsewhere.
            let words = String(decoding: raw, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let first = words.first, first.first != "#" else { continue }
            do throws(Fault) {
                let (role, style) = try entry(words)
                if let earlier = lines[role] { throw Fault(role: role.rawValue, .repeated(earlier)) }
                lines[role] = index + 1
                theme[role] = style
            } catch {
                problems.append(
                    ThemeProblem(file: file, line: index + 1, role: error.role, message: error.reason.sentence))
            }
        }
        return (theme, problems)
    }

    private static func entry(_ words: [Substring]) throws(Fault) -> (Role, Style) {
        // `role=colour` without blanks is as good as with them.
        let parts = words.joined(separator: " ").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].split(separator: " ").joined(separator: " ")
        guard parts.count == 2 else { throw Fault(role: name, .noEqualsSign) }
        guard let role = Role(rawValue: name) else { throw Fault(role: name, .unknownRole) }
        let values = parts[1].split(separator: " ")
        guard values.count >= 2 else { throw Fault(role: name, .tooFewColours) }
        guard let foreground = Colour(values[0]) else { throw Fault(role: name, .unknownColour(String(values[0]))) }
        guard let background = Colour(values[1]) else { throw Fault(role: name, .unknownColour(String(values[1]))) }
        var attributes: Style.Attributes = []
        for word in values.dropFirst(2) {
            guard let known = Style.Attributes.names.first(where: { $0.name == word }) else {
                throw Fault(role: name, .unknownAttribute(String(word)))
            }
            attributes.insert(known.attribute)
        }
        return (role, Style(foreground: foreground, background: background, attributes: attributes))
    }

    private struct Fault: Error {
        enum Reason {
            case noEqualsSign, unknownRole, tooFewColours, repeated(Int)
            case unknownColour(String), unknownAttribute(String)

            var sentence: String {
                switch self {
                case .noEqualsSign: "no '=' in this line; expected role = foreground background attributes"
                case .unknownRole: "there is no such role; the line is ignored"
                case .tooFewColours: "needs a foreground and a background; the default look is kept"
                case .repeated(let line): "was already set in line \(line); that line is kept"
                case .unknownColour(let word):
                    "'\(word)' is no colour (a name, 0-255, #rrggbb or default); the default look is kept"
                case .unknownAttribute(let word):
                    "'\(word)' is no attribute (\(Style.Attributes.names.map(\.name).joined(separator: ", "))); "
                        + "the default look is kept"
                }
            }
        }
        var role: String
        var reason: Reason
        init(role: String, _ reason: Reason) {
            self.role = role
            self.reason = reason
        }
    }
}
