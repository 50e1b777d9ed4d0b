import Dumps
import Glibc
import Terminal

/// The themes there are to choose from.
enum ThemeNames {
    /// Those inside the program, and the user's own.
    static func all(in folder: String) -> [String] {
        let own = Files.names(in: folder).filter { $0.hasSuffix(".theme") && !$0.hasPrefix(".") }
            .map { String($0.dropLast(6)) }
        return Theme.shippedNames + own.filter { !Theme.shippedNames.contains($0) }.sorted()
    }
}

extension Theme {
    /// A theme by name or path, and what was wrong with it.
    static func load(_ name: String, of paths: Paths) -> (Theme, [ThemeProblem]) {
        load(name: name, folder: paths.themes) { path, limit throws(ThemeFileFault) in
            do throws(FileError) { return try Files.read(path, atMost: limit) } catch {
                throw ThemeFileFault(reason: error.reason)
            }
        }
    }
}
