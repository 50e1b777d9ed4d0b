/// What every role looks like.
public struct Theme: Equatable, Sendable {
    /// Its name, as in `themes/NAME.theme`.
    public var name: String
    private var styles: [Role: Style]

    /// A theme of these styles; a role without one is plain.
    init(name: String, styles: [Role: Style]) {
        self.name = name
        self.styles = styles
    }

    /// How a role looks.
    public subscript(role: Role) -> Style {
        get { styles[role] ?? .plain }
        set { styles[role] = newValue }
    }

    /// The theme that is used where none is asked for: the terminal's own 16 colours and background.
    public static let standard = shipped("default") ?? Theme(name: "default", styles: [:])
    /// The theme without colours.
    public static let mono = shipped("mono") ?? Theme(name: "mono", styles: [:])

    /// The names of the themes inside the program.
    public static var shippedNames: [String] { files.map(\.name) }

    static func shipped(_ name: String) -> Theme? {
        guard let file = files.first(where: { $0.name == name }) else { return nil }
        return ThemeParser.parse(file.text(), name: name, file: name + ".theme", base: Theme(name: name, styles: [:])).0
    }

    /// `themes/*.theme`, put into the program by the build.
    static let files: [(name: String, text: @Sendable () -> [UInt8])] = [
        ("default", { PackageResources.default_theme }),
        ("dark", { PackageResources.dark_theme }),
        ("light", { PackageResources.light_theme }),
        ("high-contrast", { PackageResources.high_contrast_theme }),
        ("deuteranopia", { PackageResources.deuteranopia_theme }),
        ("mono", { PackageResources.mono_theme }),
    ]
}

/// Something wrong with a theme; the program starts all the same.
public struct ThemeProblem: Equatable, Sendable, CustomStringConvertible {
    /// The file as it was given.
    public var file: String
    /// The line, counted from 1; 0 where the whole file is meant.
    public var line: Int
    /// The role's name, as far as the line names one.
    public var role: String?
    /// What is wrong and what is done instead.
    public var message: String

    /// `FILE:LINE: ROLE: what is wrong`.
    public var description: String {
        [line > 0 ? "\(file):\(line)" : file, role, message].compactMap { $0 }.joined(separator: ": ")
    }
}
