import Dumps
import Glibc
import Testing

@testable import App

@Suite("Fields split at commas")
struct FieldListTests {
    private let known = ["ssid", "auth", "key"]
    private func parse(_ text: String) -> [String]? {
        FieldList.parse(text, known: known)?.map { $0.name + "=" + $0.value }
    }

    @Test("a comma belongs to the value unless a known field follows")
    func commas() {
        #expect(parse("ssid=a,b,auth=wpa2,key=x,=y") == ["ssid=a,b", "auth=wpa2", "key=x,=y"])
        #expect(parse(#"ssid=a\,auth=b,key=\"#) == ["ssid=a,auth=b", #"key=\"#])
        #expect(parse("SSID=a,") == ["ssid=a,"])
        #expect(parse("key=") == ["key="])
    }

    @Test("text without a known name at its start is refused", arguments: ["", "x", "=a", "name=a", ",ssid=a"])
    func refused(text: String) {
        #expect(parse(text) == nil)
    }
}

@Suite("The configuration file")
struct ConfigTests {
    @Test("settings are taken, comments and blanks are not")
    func settings() {
        let config = Config(text: "# mine\n theme = dark # nice\n\nmouse=off\nreader =ACR122 U\n")
        #expect(config.theme == "dark" && config.mouse == false && config.reader == "ACR122 U")
        #expect(config.problems.isEmpty)
    }

    @Test("lines may end as on Windows")
    func carriageReturns() {
        let config = Config(text: "theme = dark\r\nmouse = off\r\n")
        #expect(config.theme == "dark" && !config.mouse && config.problems.isEmpty)
    }

    @Test("what is not understood is named by line, and the rest still holds")
    func problems() {
        let config = Config(text: "them = dark\nmouse = perhaps\nnonsense\ntheme = light", name: "config")
        #expect(config.theme == "light" && config.mouse)
        #expect(config.problems.count == 3)
        #expect(config.problems.first == "config line 1: there is no setting `them`, did you mean `theme`?")
    }
}

@Suite("The theme in the configuration file")
struct ConfigSavingTests {
    @Test(
        "only the theme changes, comments stay",
        arguments: [
            ("", "theme = dark\n"),
            ("# mine\nmouse = off\n", "# mine\nmouse = off\ntheme = dark\n"),
            ("mouse = off", "mouse = off\ntheme = dark\n"),
            ("a\n theme=light  # nice = yes\nreader = X\n", "a\ntheme = dark  # nice = yes\nreader = X\n"),
            ("theme = a\ntheme = b\n", "theme = a\ntheme = dark\n"),
            ("# theme = a\n", "# theme = a\ntheme = dark\n"),
            ("theme = mono\r\nmouse = on\r\n", "theme = dark\r\nmouse = on\r\n"),
            ("theme =\n", "theme = dark\n"),
        ])
    func text(before: String, after: String) throws {
        #expect(Config.text(Array(before.utf8), with: "dark") == Array(after.utf8))
    }

    @Test("bytes that are no text stay what they are")
    func bytes() {
        let odd: [UInt8] = [0x23, 0xFF, 0x00, 0x0A]
        #expect(Config.text(odd, with: "dark") == odd + Array("theme = dark\n".utf8))
    }

    @Test("a name that would be read back as another is refused", arguments: ["a#b", " a", "a\nmouse = off", ""])
    func refused(name: String) {
        #expect(Config.text([], with: name) == nil)
    }

    @Test(
        "the file is made with its folders, keeps its rights and its link, and is not touched where it cannot be read")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/deep/config"
        try Config.save(theme: "dark", to: path)
        #expect(Config.load(path).theme == "dark")

        let real = try folder.write("dotfile", Array("mouse = off\n".utf8))
        #expect(chmod(real, 0o644) == 0)
        #expect(symlink(real, folder.path + "/link") == 0)
        try Config.save(theme: "mono", to: folder.path + "/link")
        #expect(Files.mode(of: real) == 0o644 && Files.resolved(folder.path + "/link") == Files.resolved(real))
        #expect(Config.load(real).theme == "mono" && Config.load(real).mouse == false)

        let long = try folder.write("long", Array(repeating: 0x23, count: Config.limit + 1))
        #expect(throws: FileError.self) { try Config.save(theme: "mono", to: long) }
        #expect(try Files.read(long, atMost: Config.limit + 1).count == Config.limit + 1)
    }
}

@Suite("The paths")
struct PathsTests {
    @Test("they follow the XDG variables, and HOME where these are unset or relative")
    func xdg() {
        let set = Paths(environment: { ["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "d"][$0] })
        #expect(set.config == "/c/tagdesk/config")
        #expect(set.data == "/h/.local/share/tagdesk")
        #expect(set.journal == "/h/.local/share/tagdesk/journal.db")
        #expect(set.templates == "/c/tagdesk/templates")
        #expect(set.simulator == "/h/.local/share/tagdesk/simulator")
        #expect(set.state == "/h/.local/state/tagdesk")
    }
}

@Suite("A password's source")
struct PasswordSpecTests {
    private func bytes(
        _ spec: String, environment: [String: String] = [:], typed: String? = nil
    ) throws -> [UInt8] {
        try PasswordSpec(spec).bytes(environment: { environment[$0] }, ask: { typed })
    }

    @Test("hex, ASCII, a phrase, the environment and what is typed give four bytes")
    func sources() throws {
        #expect(try bytes("hex:ffFF0102") == [0xFF, 0xFF, 1, 2])
        #expect(try bytes("ascii:abcd") == [0x61, 0x62, 0x63, 0x64])
        #expect(try bytes("ascii:a:cd") == [0x61, 0x3A, 0x63, 0x64])
        #expect(try bytes("env:P", environment: ["P": "01020304"]) == [1, 2, 3, 4])
        #expect(try bytes("env:P", environment: ["P": "pass"]) == Array("pass".utf8))
        #expect(try bytes("ask", typed: "A1B2C3D4") == [0xA1, 0xB2, 0xC3, 0xD4])
        // RFC 1321 A.5: MD5 ("message digest") = f96b697d...
        #expect(try bytes("nfctools:message digest") == [0xF9, 0x6B, 0x69, 0x7D])
    }

    @Test("a refusal shows where the secret should have been", arguments: ["env:NOPE", "ask", "file:"])
    func shown(source: String) throws {
        let folder = try TemporaryFolder()
        let spec = source == "file:" ? source + (try folder.write("empty", [])) : source
        do {
            _ = try bytes(spec)
            Issue.record("accepted")
        } catch let error as UsageError {
            #expect(error.sentence.hasPrefix("`\(spec)`"), "\(error.sentence)")
        }
    }

    @Test(
        "anything else is refused, and the refusal never repeats it",
        arguments: [
            "", "s3cr", "hex:s3cret", "hex:0102030405", "ascii:s3cret", "ascii:äb", "env:P", "file:/nonexistent/p",
            "ask",
        ])
    func refused(spec: String) {
        do {
            _ = try bytes(spec)
            Issue.record("accepted")
        } catch {
            let text = "\(error)"
            #expect(!text.contains("s3cret"))
        }
    }
}
