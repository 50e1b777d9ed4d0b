import Glibc

extension Theme {
    /// A theme by name: a file of the user's own first, then one that is inside the program.
    ///
    /// - Parameters:
    ///   - name: As in `NAME.theme`, or a path (anything with a `/`).
    ///   - folder: The user's themes, `$XDG_CONFIG_HOME/tagdesk/themes`.
    /// - Returns: The theme asked for, or the standard one where it cannot be had, and what was wrong with it.
    public static func load(name: String, folder: String? = nil) -> (Theme, [ThemeProblem]) {
        if name.contains("/") { return load(file: name) }
        if let folder {
            let path = folder + "/" + name + ".theme"
            if access(path, F_OK) == 0 { return load(file: path) }
        }
        if let theme = shipped(name) { return (theme, []) }
        let known = shippedNames.joined(separator: ", ")
        let message = "there is no theme of this name (shipped: \(known)); using default"
        return (.standard, [ThemeProblem(file: name, line: 0, role: nil, message: message)])
    }

    /// A theme from a file; roles it leaves out look as in the standard theme.
    public static func load(file: String) -> (Theme, [ThemeProblem]) {
        let last = file.split(separator: "/").last.map(String.init) ?? file
        let name = last.hasSuffix(".theme") ? String(last.dropLast(6)) : last
        switch contents(of: file) {
        case .success(let bytes): return ThemeParser.parse(bytes, name: name, file: file, base: .standard)
        case .failure(let fault):
            let problem = ThemeProblem(file: file, line: 0, role: nil, message: fault.sentence + "; using default")
            return (.standard, [problem])
        }
    }

    private enum FileFault: Error {
        case system(Int32)
        case tooLarge

        var sentence: String {
            switch self {
            case .system(let code): "cannot be read (\(String(cString: strerror(code))))"
            case .tooLarge: "is larger than \(Theme.largestFile / 1024) KiB"
            }
        }
    }

    /// No theme comes near it; `/dev/zero` would.
    private static let largestFile = 64 * 1024

    private static func contents(of path: String) -> Result<[UInt8], FileFault> {
        // Without waiting: a named pipe must not hold up the start.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .failure(.system(errno)) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .failure(.system(errno)) }
            guard count > 0 else { return .success(bytes) }
            bytes += part.prefix(count)
            guard bytes.count <= largestFile else { return .failure(.tooLarge) }
        }
    }
}
