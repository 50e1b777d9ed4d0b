import NDEF
import Testing

@Suite("Text made visible")
struct VisibleTextTests {
    @Test(
        "what steers or hides is shown as a symbol",
        arguments: [
            ("A\u{1B}[2J", "A␛[2J", "A\\x1B[2J"), ("a\u{0}b\r\n\t", "a␀b␍␊␉", "a\\x00b\\x0D\\x0A\\x09"),
            ("\u{7F}", "␡", "\\x7F"),
            ("\u{9B}31m", "‹U+009B›31m", "\\u{9B}31m"), ("a\u{202E}b", "a‹U+202E›b", "a\\u{202E}b"),
            ("\u{2066}\u{2069}", "‹U+2066›‹U+2069›", "\\u{2066}\\u{2069}"), ("a\u{200B}b", "a‹U+200B›b", "a\\u{200B}b"),
            ("\u{FEFF}", "‹U+FEFF›", "\\u{FEFF}"), ("\u{2028}\u{2029}", "‹U+2028›‹U+2029›", "\\u{2028}\\u{2029}"),
            ("\u{E0041}", "‹U+E0041›", "\\u{E0041}"),
            ("a\u{FE0F}\u{E0101}", "a‹U+FE0F›‹U+E0101›", "a\\u{FE0F}\\u{E0101}"),
            ("a\u{AD}b", "a‹U+00AD›b", "a\\u{AD}b"), ("a\u{200D}b", "a‹U+200D›b", "a\\u{200D}b"),
            // A byte of a name that is no UTF-8.
            ("caf\u{10FFE9}", "caf‹E9›", "caf\\xE9"),
            ("\u{3164}", "‹U+3164›", "\\u{3164}"), ("é", "é", "\\u{E9}"),
        ])
    func symbols(text: String, shown: String, ascii: String) {
        #expect(text.visible == shown)
        #expect(text.visible(as: .ascii) == ascii)
        #expect(VisibleText.isHostile(text) == (text != shown))
    }

    @Test(
        "text of any script and emoji stays as it is",
        arguments: [
            "plain ASCII", "Grüße, 日本語, العربية, हिन्दी", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "❤\u{FE0F}",
            "1\u{FE0F}\u{20E3}",
            "\u{0645}\u{06CC}\u{200C}\u{062E}\u{0648}", "e\u{301}", "葛\u{E0100}", "",
        ])
    func untouched(text: String) {
        #expect(text.visible == text)
        #expect(!VisibleText.isHostile(text))
    }

    @Test("every control, format and separator character is shown, and what is shown is never hostile")
    func exhaustive() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                #expect(String(scalar).visible != String(scalar))
            case .format:
                #expect(
                    String(scalar).visible != String(scalar) || scalar.properties.isAlphabetic
                        || Self.isVisibleFormat(value))
            default: break
            }
            if value < 0x20000 || value >= 0xE0000 && value < 0xE1000 {
                let shown = String(scalar).visible
                if VisibleText.isHostile(shown) { Issue.record("U+\(String(value, radix: 16)) is shown hostile") }
            }
        }
    }

    /// Signs before numbers: format characters that have a shape.
    private static func isVisibleFormat(_ value: UInt32) -> Bool {
        [
            0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x110BD...0x110BD,
            0x110CD...0x110CD,
        ]
        .contains { $0.contains(value) }
    }

    @Test("a heap of marks on one letter is cut open")
    func heapOfMarks() {
        let text = "a" + String(repeating: "\u{301}", count: 30)
        #expect(text.visible.contains("‹U+0301›"))
    }

    @Test("bytes that are not UTF-8 are shown one by one, the text around them as it is")
    func bytes() {
        #expect(visible(hex("41 FF C3BC C3 1B 42")) == "A‹FF›ü‹C3›␛B")
        #expect(VisibleText.bytes(hex("41 FF C3BC"), as: .ascii) == "A\\xFF\\u{FC}")
        #expect(Bytes(hex("F09F98")).visible == "‹F0›‹9F›‹98›")
    }
}
