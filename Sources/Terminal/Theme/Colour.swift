/// A colour as a theme names it.
public enum Colour: Hashable, Sendable {
    /// The terminal's own foreground or background.
    case terminal
    /// One of the terminal's numbered colours: 0-15 are the 16 names, 16-255 the xterm cube and greys.
    case palette(UInt8)
    /// An exact colour, brought down to what the terminal has.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    /// The 16 colour names in order of their numbers.
    static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black", "bright-red",
        "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
    ]

    /// The colour a theme file writes as a name, `0`-`255`, `#rrggbb` or `default`.
    init?(_ word: some StringProtocol) {
        if word == "default" {
            self = .terminal
        } else if let index = Self.names.firstIndex(where: { $0 == word }), let number = UInt8(exactly: index) {
            self = .palette(number)
        } else if word.first == "#", let (red, green, blue) = Self.components(word.dropFirst()) {
            self = .rgb(red: red, green: green, blue: blue)
        } else if word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt8(word) {
            self = .palette(number)
        } else {
            return nil
        }
    }

    private static func components(_ digits: some StringProtocol) -> (UInt8, UInt8, UInt8)? {
        guard digits.utf8.count == 6, digits.utf8.first != 0x2B, let value = UInt32(digits, radix: 16) else {
            return nil
        }
        return (
            UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
            UInt8(truncatingIfNeeded: value)
        )
    }

    /// Red, green and blue; of a numbered colour as xterm draws it, `nil` for the terminal's own.
    var components: (red: Int, green: Int, blue: Int)? {
        switch self {
        case .terminal: nil
        case .palette(let number): Self.xterm(Int(number))
        case .rgb(let red, let green, let blue): (Int(red), Int(green), Int(blue))
        }
    }

    /// The number ncurses takes for this colour where the terminal has `count` of them; -1 is the terminal's own.
    func number(of count: Int) -> Int32 {
        guard let (red, green, blue) = components else { return -1 }
        if case .palette(let number) = self, Int(number) < min(count, 256) { return Int32(number) }
        switch count {
        case ..<8: return -1
        case 8..<16: return Int32(Self.nearest(red, green, blue, among: 0..<8))
        case 16..<256: return Int32(Self.nearest(red, green, blue, among: 0..<16))
        // The first 16 are the user's own and may look like anything.
        case 256: return Int32(Self.nearest(red, green, blue, among: 16..<256))
        default: return Int32(red << 16 | green << 8 | blue)
        }
    }

    private static func nearest(_ red: Int, _ green: Int, _ blue: Int, among numbers: Range<Int>) -> Int {
        func distance(_ number: Int) -> Int {
            let other = xterm(number)
            let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
            return r * r + g * g + b * b
        }
        return numbers.min { distance($0) < distance($1) } ?? numbers.lowerBound
    }

    /// xterm's default for a numbered colour (XTerm-col.ad and 256colres.h: a cube of six steps, then 24 greys).
    private static func xterm(_ number: Int) -> (red: Int, green: Int, blue: Int) {
        switch number {
        case 7: return (0xE5, 0xE5, 0xE5)
        case 8: return (0x7F, 0x7F, 0x7F)
        case 12: return (0x5C, 0x5C, 0xFF)
        case 0..<16:
            let level = number < 8 ? 0xCD : 0xFF
            if number == 4 { return (0, 0, 0xEE) }
            return (number & 1 != 0 ? level : 0, number & 2 != 0 ? level : 0, number & 4 != 0 ? level : 0)
        case 16..<232:
            func step(_ value: Int) -> Int { value == 0 ? 0 : 55 + 40 * value }
            let place = number - 16
            return (step(place / 36), step(place / 6 % 6), step(place % 6))
        default:
            let grey = 8 + 10 * (number - 232)
            return (grey, grey, grey)
        }
    }
}
