import Glibc

/// Why a theme's file could not be read: a sentence part such as `Permission denied`.
public struct ThemeFileFault: Error, Equatable, Sendable {
    /// The reason.
    public var reason: String

    /// A fault for this reason.
    public init(reason: String) { self.reason = reason }
}

extension Theme {
    /// Reads a whole file of at most so many bytes, without ever waiting for one that is no file. The program has one
    /// place that knows how; themes are read by it.
    public typealias FileReader = (_ path: String, _ limit: Int) throws(ThemeFileFault) -> [UInt8]

    /// No theme comes near it.
    private static let largestFile = 64 * 1024

    /// A theme by name: a file of the user's own first, then one that is inside the program.
    ///
    /// - Parameters:
    ///   - name: As in `NAME.theme`, or a path (anything with a `/`).
    ///   - folder: The user's themes, `$XDG_CONFIG_HOME/tagdesk/themes`.
    ///   - read: Reads a file.
    /// - Returns: The theme asked for, or the standard one where it cannot be had, and what was wrong with it.
    public static func load(
        name: String, folder: String? = nil, read: FileReader
    ) -> (Theme, [ThemeProblem]) {
        if name.contains("/") { return load(file: name, read: read) }
        if let folder {
            let path = folder + "/" + name + ".theme"
            if access(path, F_OK) == 0 { return load(file: path, read: read) }
        }
        if let theme = shipped(name) { return (theme, []) }
        let known = shippedNames.joined(separator: ", ")
        let message = "there is no theme of this name (shipped: \(known)); using default"
        return (.standard, [ThemeProblem(file: name, line: 0, role: nil, message: message)])
    }

    /// A theme from a file; roles it leaves out look as in the standard theme.
    public static func load(file: String, read: FileReader) -> (Theme, [ThemeProblem]) {
        let last = file.split(separator: "/").last.map(String.init) ?? file
        let name = last.hasSuffix(".theme") ? String(last.dropLast(6)) : last
        do throws(ThemeFileFault) {
            return ThemeParser.parse(try read(file, largestFile), name: name, file: file, base: .standard)
        } catch {
            let message = "cannot be read (\(error.reason)); using default"
            return (.standard, [ThemeProblem(file: file, line: 0, role: nil, message: message)])
        }
    }
}
