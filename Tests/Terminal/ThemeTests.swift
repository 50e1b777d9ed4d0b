import Foundation
import Testing

@testable import Terminal

@Suite("Themes")
struct ThemeTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("themes")

    private static func read(_ path: String, _ limit: Int) throws(ThemeFileFault) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path), data.count <= limit else {
            throw ThemeFileFault(reason: "no such file")
        }
        return Array(data)
    }

    @Test("every file in themes/ is inside the program, word for word")
    func shippedAreTheFiles() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(Theme.shippedNames.map { $0 + ".theme" }))
        for file in Theme.files {
            let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(file.name + ".theme"))
            #expect(Array(bytes) == file.text(), "\(file.name)")
        }
    }

    @Test("every shipped theme is without fault and says how each role looks", arguments: Theme.shippedNames)
    func shippedAreComplete(name: String) throws {
        let path = Self.folder.appendingPathComponent(name + ".theme").path
        let (theme, problems) = Theme.load(file: path, read: Self.read)
        #expect(problems.isEmpty)
        #expect(theme.name == name)
        let named = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap {
            $0.hasPrefix("#") ? nil : $0.split(separator: " ").first.map(String.init)
        }
        #expect(Set(named) == Set(Role.allCases.map(\.rawValue)))
        #expect(named.count == Role.allCases.count)
    }

    /// WCAG 2.1, 1.4.3 and 1.4.6: 4.5 is the least for text, 7 for enhanced contrast.
    @Test(
        "text keeps its contrast in every theme with colours of its own",
        arguments: [
            ("dark", 4.5), ("light", 4.5), ("high-contrast", 7), ("deuteranopia", 4.5),
        ])
    func contrast(name: String, least: Double) throws {
        let theme = try #require(Theme.shipped(name))
        // Borders and empty gauges are not text: 3 suffices (1.4.11).
        let lines: Set<Role> = [.border, .gaugeFree]
        for role in Role.allCases {
            let front = try #require(theme[role].foreground.components)
            let back = try #require(theme[role].background.components)
            let ratio = contrastRatio(front, back)
            #expect(ratio >= (lines.contains(role) ? 3 : least), "\(name): \(role) has \(ratio)")
        }
    }

    @Test("mono has no colour, and what must be told apart is told apart by attributes")
    func mono() {
        for role in Role.allCases {
            #expect(Theme.mono[role].foreground == .terminal && Theme.mono[role].background == .terminal)
        }
        for role in [Role.cursor, .selection, .match, .error, .buttonFocused, .borderFocused, .input] {
            #expect(Theme.mono[role] != Theme.mono[.text], "\(role)")
        }
    }

    @Test("the default theme uses the 16 colours alone, so that the user's palette stays")
    func standardPalette() {
        for role in Role.allCases {
            for colour in [Theme.standard[role].foreground, Theme.standard[role].background] {
                if case .palette(let number) = colour { #expect(number < 16) } else { #expect(colour == .terminal) }
            }
        }
    }

    @Test(
        "a fault is told by file, line and role, and the rest of the file counts",
        arguments: [
            ("text = purpel default", "t:1: text: 'purpel' is no colour"),
            ("text = red", "t:1: text: needs a foreground and a background"),
            ("text = red default shiny", "t:1: text: 'shiny' is no attribute"),
            ("\n# x\ntxt = red default", "t:3: txt: there is no such role"),
            ("text red default", "t:1: text red default: no '=' in this line"),
            ("text = red default\ntext = blue default", "t:2: text: was already set in line 1"),
            ("text = #12345 default", "t:1: text: '#12345' is no colour"),
            ("text = 256 default", "t:1: text: '256' is no colour"),
            ("text = +1 default", "t:1: text: '+1' is no colour"),
            ("text = #+12345 default", "t:1: text: '#+12345' is no colour"),
        ])
    func faults(text: String, told: String) {
        let file = Array((text + "\ndim = 250 #102030 bold underline\r\n").utf8)
        let (theme, problems) = ThemeParser.parse(file, name: "t", file: "t", base: .standard)
        #expect(problems.count == 1)
        #expect(problems.first?.description.hasPrefix(told) == true, "\(problems)")
        #expect(
            theme[.dim]
                == Style(
                    foreground: .palette(250), background: .rgb(red: 0x10, green: 0x20, blue: 0x30),
                    attributes: [.bold, .underline]))
    }

    @Test("a faulty line leaves its role as in the standard theme")
    func faultKeepsStandard() {
        let (theme, _) = ThemeParser.parse(
            Array("error = nothing default".utf8), name: "t", file: "t", base: .standard)
        #expect(theme[.error] == Theme.standard[.error])
    }

    @Test("bytes that are no text make faults and no more")
    func garbage() {
        let (theme, problems) = ThemeParser.parse(
            (0...255).map(UInt8.init) + [0x0A, 0xFF, 0xFE], name: "t", file: "t", base: .standard)
        #expect(!problems.isEmpty)
        #expect(theme[.text] == Theme.standard[.text])
    }

    @Test("a theme that is not there is reported and the standard one used")
    func missing() {
        let (byName, problems) = Theme.load(name: "no-such-theme", read: Self.read)
        #expect(byName == .standard)
        #expect(problems.first?.description.contains("no theme of this name") == true)
        let (byPath, others) = Theme.load(name: "/nowhere/x.theme", read: Self.read)
        #expect(byPath == .standard)
        #expect(others.first?.file == "/nowhere/x.theme")
        #expect(others.first?.message == "cannot be read (no such file); using default")
    }

    @Test("a theme of the user's own goes before a shipped one of the same name")
    func ownFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("themes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("text = 3 4\n".utf8).write(to: folder.appendingPathComponent("dark.theme"))
        let (theme, problems) = Theme.load(name: "dark", folder: folder.path, read: Self.read)
        #expect(problems.isEmpty)
        #expect(theme[.text] == Style(foreground: .palette(3), background: .palette(4), attributes: []))
        #expect(Theme.load(name: "light", folder: folder.path, read: Self.read).0 == Theme.shipped("light"))
    }

    private func contrastRatio(_ one: (red: Int, green: Int, blue: Int), _ two: (red: Int, green: Int, blue: Int))
        -> Double
    {
        func luminance(_ colour: (red: Int, green: Int, blue: Int)) -> Double {
            func linear(_ value: Int) -> Double {
                let part = Double(value) / 255
                return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
        }
        let (light, dark) = (max(luminance(one), luminance(two)), min(luminance(one), luminance(two)))
        return (light + 0.05) / (dark + 0.05)
    }
}

@Suite("Colours")
struct ColourTests {
    @Test(
        "an exact colour becomes the nearest the terminal has, never one of the user's own 16 where there are 256",
        arguments: [
            ("#ff0000", 256, 196), ("#000000", 256, 16), ("#ffffff", 256, 231), ("#5f87af", 256, 67),
            ("#808080", 256, 244),
            ("#ff0000", 16, 9), ("#000000", 16, 0), ("#ffffff", 16, 15), ("#d00000", 8, 1), ("#00ff00", 8, 2),
            ("#123456", 0x1000000, 0x123456), ("196", 256, 196), ("196", 16, 9), ("bright-red", 16, 9), ("3", 8, 3),
            ("default", 256, -1), ("#123456", 0, -1), ("cyan", 8, 6),
        ])
    func numbers(word: String, count: Int, number: Int32) throws {
        #expect(try #require(Colour(word)).number(of: count) == number)
    }

    @Test("with 8 colours bright ones are bold and grey is dim")
    func eightColours() {
        let bright = Style(foreground: .palette(9), background: .terminal, attributes: []).resolved(forColours: 8)
        #expect(bright.foreground == 1 && bright.background == -1 && bright.attributes == .bold)
        let grey = Style(foreground: .palette(8), background: .terminal, attributes: []).resolved(forColours: 8)
        #expect(grey.foreground == -1 && grey.attributes == .dim)
    }

    @Test(
        "no role of any theme loses its text in the background, however few the colours", arguments: Theme.shippedNames)
    func readable(name: String) throws {
        let theme = try #require(Theme.shipped(name))
        for count in [8, 16, 88, 256, 0x1000000] {
            for role in Role.allCases {
                let (front, back, _) = theme[role].resolved(forColours: count)
                #expect(front != back || front < 0, "\(name) \(role) with \(count) colours")
                #expect(front < count && back < count)
            }
        }
    }

    @Test("without colours only attributes are left")
    func colourless() throws {
        for role in Role.allCases {
            let style = try #require(Theme.shipped("dark"))[role].resolved(forColours: 0)
            #expect(style.foreground == -1 && style.background == -1)
        }
    }
}
