import Dumps

extension Files {
    /// A path with `~` for the home folder, as people type it where no shell replaces it.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = Environment.value("HOME") else { return path }
        return home + path.dropFirst(1)
    }
}
