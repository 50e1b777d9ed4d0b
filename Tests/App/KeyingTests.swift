import Foundation
import Testing

@testable import App
@testable import Tags

@Suite("Commands on keys, rights and links")
struct KeyingCommandTests {
    private func order(_ words: [String]) throws -> ChangeOrder {
        let invocation = try Invocation(parsing: words)
        return try ChangeOrder(
            invocation,
            secrets: SecretReader(invocation: invocation, environment: { _ in nil }, ask: { _ in nil }, warn: { _ in }))
    }

    private static let zero = String(repeating: "00", count: 16)
    private static let one = String(repeating: "11", count: 16)

    @Test("key set takes number, keys, version and diversification")
    func keySet() throws {
        let set = try order([
            "key", "set", "2", "--old", "hex:" + Self.zero, "--new", "hex:" + Self.one, "--version", "7", "--diversify",
            "3042F5:NXP Abu", "--key", "0=hex:" + Self.one,
        ])
        let change = DNAKeyChange(
            number: 2, new: Array(repeating: 0x11, count: 16), version: 7,
            diversification: DNAKeyChange.Diversification(
                application: [0x30, 0x42, 0xF5], system: Array("NXP Abu".utf8)))
        #expect(set.deed == .key(change))
        #expect(set.keys == [2: Array(repeating: 0, count: 16), 0: Array(repeating: 0x11, count: 16)])
    }

    @Test("the program's own --version and --keys stay what they are elsewhere")
    func sharedNames() throws {
        #expect(try Invocation(parsing: ["read", "--version"]).has(.version))
        #expect(try Invocation(parsing: ["--keys"]).has(.keys))
        #expect(
            try Invocation(parsing: ["key", "set", "1", "--new", "x", "--version=3"]).value(of: .keyVersion) == "3")
    }

    @Test("a key of another version than the factory's gets one by itself, the factory's gets 00")
    func versions() throws {
        guard case .key(let new) = try order(["key", "set", "1", "--new", "hex:" + Self.one]).deed else { return }
        #expect(new.version == 1)
        guard case .key(let old) = try order(["key", "set", "1", "--new", "hex:" + Self.zero]).deed else { return }
        #expect(old.version == 0)
    }

    @Test("rights and presets are read as they are written")
    func access() throws {
        let set = try order([
            "access", "set", "E104", "read=free", "write=0", "readWrite=3", "change=never", "mode=mac",
        ])
        #expect(
            set.deed
                == .wish(
                    .dna(
                        .access([
                            2: AccessChange(read: .free, write: .key(0), readWrite: .key(3), change: .never, mode: .mac)
                        ]))))
        #expect(try order(["access", "preset", "public-read"]).deed == .wish(.dna(.preset(.publicRead))))
        #expect(try order(["sdm", "off"]).deed == .wish(.dna(.linkOff)))
    }

    @Test("configure knows what only an NTAG 424 DNA has, and leaves the rest to other chips")
    func configure() throws {
        let wish = try order(["configure", "randomUID=on", "failures=500:5", "--key", "0=hex:" + Self.zero]).deed
        #expect(
            wish == .wish(.dna(.configure([.randomID, .failures(enabled: true, limit: 500, decrement: 5)]))))
        #expect(try order(["configure", "strongModulation=on"]).deed == .wish(.configure([.strongModulation(true)])))
        for words in [["lrp=off"], ["failures=5"], ["tamper=9"], ["lrp=on", "lrp=on"], ["lrp=on", "auth0=4"]] {
            #expect(throws: UsageError.self) { try order(["configure"] + words) }
        }
    }

    @Test("sdm setup takes a template and whose keys it uses")
    func setup() throws {
        let setup = try order([
            "sdm", "setup", "--url", "https://example.com/t?p={picc}&m={mac}", "--meta", "1", "--file", "2",
            "--counter",
            "free", "--key", "0=hex:" + Self.zero,
        ])
        guard case .wish(.dna(.link(let link))) = setup.deed else {
            Issue.record("no link")
            return
        }
        #expect(link.rights == SDMTemplate.Rights(meta: .key(1), file: .key(2), counter: .free))
        #expect(link.template.mirrors == [.picc, .mac])
    }

    @Test(
        "what cannot be meant is wrong usage",
        arguments: [
            ["key", "set", "5", "--new", "hex:00"], ["key", "set", "1"], ["key", "set", "1", "--new", "hex:00"],
            ["key", "set", "1", "--new", "hex:" + zero, "--version", "256"], ["key", "reset"],
            ["key", "set", "1", "--new", "hex:" + zero, "--diversify", "30:x"],
            ["access", "set", "4", "read=0"], ["access", "set", "2", "read=5"], ["access", "set", "2", "reed=0"],
            ["access", "set", "2", "mode=none"], ["access", "preset", "open"], ["sdm", "setup"],
            ["sdm", "setup", "--url", "https://x/{nothing}"],
            ["sdm", "setup", "--url", "https://x/{uid}", "--meta", "9"],
            ["sdm", "boltcard", "--url", "https://x/"], ["key", "reset", "--key", "9=hex:" + zero],
            ["key", "reset", "--key", "hex:" + zero],
        ])
    func usage(words: [String]) {
        #expect(throws: UsageError.self) { try order(words) }
    }

    @Test("a file of keys is read where only its owner may read it")
    func keyFile() throws {
        let path = NSTemporaryDirectory() + "tagdesk-keys-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "# keys\n0=\(Self.one)\n2: hex:\(Self.zero)  # spare\n\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: UsageError.self) { try order(["key", "reset", "--keys", path]) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let reset = try order(["key", "reset", "--keys", path])
        #expect(reset.keys == [0: Array(repeating: 0x11, count: 16), 2: Array(repeating: 0, count: 16)])
        for text in ["", "0=12", "9=" + Self.one, "0=\(Self.one)\n0=\(Self.one)", "x"] {
            #expect(throws: UsageError.self) { try KeyFile.keys(in: Array(text.utf8), path: path) }
        }
    }

    @Test("a link is checked on the desk, with the factory's keys where none is given")
    func check() {
        let link = "https://ntag.nxp.com/424?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086"
        let zero = [UInt8](repeating: 0, count: 16)
        let good = LinkCheck(link: link, meta: zero, file: zero, assumesFactory: true).verdict(lrp: nil)
        #expect(good.result.isGenuine)
        #expect(good.json.text.contains("\"uid\":\"04:DE:5F:1E:AC:C0:40\""))
        #expect(good.json.text.contains("\"counter\":61"))
        #expect(good.json.text.contains("\"macValid\":true"))
        let wrong = LinkCheck(
            link: link, meta: zero, file: Array(repeating: 9, count: 16), assumesFactory: false
        ).verdict(lrp: nil)
        #expect(!wrong.result.isGenuine)
        #expect(wrong.otherKey == "the key given with --meta")
        #expect(!wrong.json.text.contains("09090909"), "no key in any output")
    }
}
