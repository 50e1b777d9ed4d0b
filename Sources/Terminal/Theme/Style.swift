/// How a role looks: colours and attributes.
public struct Style: Hashable, Sendable {
    /// Attributes a terminal can add to a colour. There is no blinking.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8
        /// Attributes of these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Heavier or brighter.
        public static let bold = Attributes(rawValue: 1)
        /// Fainter.
        public static let dim = Attributes(rawValue: 2)
        /// Slanted.
        public static let italic = Attributes(rawValue: 4)
        /// Underlined.
        public static let underline = Attributes(rawValue: 8)
        /// Foreground and background swapped.
        public static let reverse = Attributes(rawValue: 16)

        /// The words of theme files.
        static let names: [(name: String, attribute: Attributes)] = [
            ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
        ]
    }

    /// The colour of the character.
    public var foreground: Colour
    /// The colour behind it.
    public var background: Colour
    /// What is added.
    public var attributes: Attributes
    /// The terminal's own look.
    public static let plain = Style(foreground: .terminal, background: .terminal, attributes: [])

    /// A style of these parts.
    public init(foreground: Colour, background: Colour, attributes: Attributes) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// What to tell a terminal of `count` colours: colour numbers (-1 its own) and attributes.
    ///
    /// With fewer than 16 colours a bright one becomes its plain sister in bold, and grey a dimmed foreground. Two
    /// different colours that fall on one number are kept readable by giving the foreground up for black or white.
    func resolved(forColours count: Int) -> (foreground: Int32, background: Int32, attributes: Attributes) {
        guard count >= 8 else { return (-1, -1, attributes) }
        var attributes = attributes
        var front = foreground.number(of: count)
        let back = background.number(of: count)
        if count < 16, case .palette(let number) = foreground, (8..<16).contains(number) {
            if number == 8 {
                front = background == .terminal ? -1 : 7
                attributes.insert(.dim)
            } else {
                front = Int32(number) - 8
                attributes.insert(.bold)
            }
        }
        if front == back, front >= 0, foreground != background {
            let light = background.components.map { $0.red * 3 + $0.green * 6 + $0.blue > 1275 } ?? false
            front = light ? 0 : 7
        }
        return (front, back, attributes)
    }
}
