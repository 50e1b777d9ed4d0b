import Dumps
import Glibc
import NDEF

extension Config {
    /// Writes the theme into the configuration file, made where there is none; all else in it stays as it is.
    ///
    /// A file that cannot be read is not written over. A link to a file stays a link: what it leads to is replaced.
    static func save(theme: String, to path: String) throws(FileError) {
        var (target, content, mode): (String, [UInt8], mode_t) = (path, [], 0o600)
        if Files.exists(path) {
            target = Files.resolved(path)
            content = try Files.read(target, atMost: limit)
            mode = Files.mode(of: target) ?? mode
        } else if let slash = path.lastIndex(of: "/") {
            try Files.makeFolder(String(path[..<slash]))
        }
        guard let changed = text(content, with: theme) else {
            throw FileError(path: path, reason: "`\(theme.visible)` is no name that can stand there")
        }
        if changed != content { try Files.replace(target, with: changed, mode: mode) }
    }

    /// The file's text with this theme: the last line that names one is changed, its comment kept, or a line is added.
    /// - Returns: `nil` for a name that would not be read back as it is.
    static func text(_ content: [UInt8], with theme: String) -> [UInt8]? {
        let entry = "theme = " + theme
        guard !theme.isEmpty, Config(text: entry) == Config(theme: theme) else { return nil }
        var lines = content.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        if let last = lines.lastIndex(where: { Config(text: String(decoding: $0, as: UTF8.self)).theme != nil }) {
            // Of the old line the comment stays, with the blanks before it, and the line's end.
            let line = lines[last]
            let hash = line.firstIndex(of: 0x23) ?? line.count
            let blanks = line[..<hash].reversed().prefix { [0x20, 0x09, 0x0D].contains($0) }.count
            lines[last] = Array(entry.utf8) + line[(hash - blanks)...]
        } else if lines.last?.isEmpty == true {
            lines.insert(Array(entry.utf8), at: lines.count - 1)
        } else {
            lines += [Array(entry.utf8), []]
        }
        return Array(lines.joined(separator: [0x0A]))
    }
}
