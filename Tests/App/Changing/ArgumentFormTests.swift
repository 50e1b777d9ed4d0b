import Engine
import Tags
import Testing

@testable import App

@Suite("Pages on the command line")
struct PageNumberTests {
    @Test(
        "are hex as the screen shows them; 0x may stand before, # marks a decimal one",
        arguments: [
            ("4", 4), ("04", 4), ("10", 16), ("1c", 28), ("E2", 0xE2), ("0x10", 16), ("0XfF", 255), ("#28", 28),
            ("#0", 0), ("FFFF", 0xFFFF),
        ])
    func page(text: String, page: Int) {
        #expect(PageNumber.parse(text) == page)
    }

    @Test("anything else is none", arguments: ["", "-1", "+4", "4G", "#1C", "#", "0x", "10000", "4 ", "０４"])
    func refused(text: String) {
        #expect(PageNumber.parse(text) == nil)
    }

    @Test("a list has pages and ranges, in any order, each page once")
    func list() {
        #expect(PageNumber.parseList("04-0F,10") == Array(4...16))
        #expect(PageNumber.parseList("10, 4-6,5,#7") == [4, 5, 6, 7, 16])
        #expect(PageNumber.parseList("28") == [0x28])
    }

    @Test("a list that is none is refused", arguments: ["", ",", "4,", "6-4", "4-5-6", "4-", "-4", "all"])
    func noList(text: String) {
        #expect(PageNumber.parseList(text) == nil)
    }

    @Test("UIDs are taken with colons, blanks or nothing between, and only whole")
    func uids() {
        let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]
        for text in ["04:E1:0C:DA:99:3C:80", "04e10cda993c80", "04 E1 0C DA 99 3C 80"] {
            #expect(UIDText.parse(text) == uid)
        }
        for text in ["", "3C80", "04:E1:0C:DA:99:3C", "04:E1:0C:DA:99:3C:80:00", "x"] {
            #expect(UIDText.parse(text) == nil)
        }
    }
}

@Suite("Settings on the command line")
struct SettingWordTests {
    @Test("every setting of the contract is there")
    func names() {
        let wanted = [
            "mirror", "mirrorPage", "mirrorByte", "counter", "counterProtected", "strongModulation", "auth0", "prot",
            "authLimit", "configLock",
        ]
        #expect(SettingWord.all.map(\.name) == wanted)
    }

    @Test("each value is the change it stands for")
    func values() throws {
        let cases: [(String, Wish.ConfigurationChange)] = [
            ("mirror=none", .mirror(nil)), ("mirror=uid", .mirror(.uid)), ("mirror=counter", .mirror(.counter)),
            ("mirror=both", .mirror(.both)), ("mirrorPage=0A", .mirrorPage(10)), ("mirrorByte=3", .mirrorByte(3)),
            ("counter=on", .counter(true)), ("counter=off", .counter(false)),
            ("counterProtected=on", .counterProtected(true)), ("strongModulation=off", .strongModulation(false)),
            ("auth0=FF", .auth0(255)), ("prot=readwrite", .guardsReading(true)), ("prot=write", .guardsReading(false)),
            ("prot=1", .guardsReading(true)), ("authLimit=7", .authLimit(7)), ("configLock=on", .configurationLock),
            ("CONFIGLOCK=ON", .configurationLock),
        ]
        for (text, change) in cases { #expect(try SettingWord.changes([text]) == [change], "\(text)") }
        #expect(try SettingWord.changes(["counter=on", "mirror=uid"]) == [.counter(true), .mirror(.uid)])
    }

    @Test(
        "what is no setting, no value or said twice is wrong usage",
        arguments: [
            ["mirror"], ["mirror=x"], ["mirorr=uid"], ["mirrorByte=4"], ["authLimit=8"], ["authLimit=-1"],
            ["configLock=off"], ["auth0=zz"], ["counter=maybe"], ["counter=on", "counter=off"], [""], ["=on"],
        ])
    func refused(operands: [String]) {
        #expect(throws: UsageError.self) { try SettingWord.changes(operands) }
    }
}

@Suite("What a changing command is told")
struct ChangeOrderTests {
    private func order(_ line: String...) throws -> ChangeOrder {
        let invocation = try Invocation(parsing: line)
        return try ChangeOrder(
            invocation,
            secrets: SecretReader(invocation: invocation, environment: { _ in nil }, ask: { _ in nil }, warn: { _ in }))
    }

    @Test("each command is the wish it names")
    func wishes() throws {
        let uri: [UInt8] = [0xD1, 0x01, 0x05, 0x55, 0x04, 0x61, 0x2E, 0x64, 0x65]
        #expect(try order("write", "--uri", "https://a.de").deed == .wish(.write(message: uri)))
        #expect(try order("write", "--raw", "D101055504612E6465").deed == .wish(.write(message: uri)))
        #expect(try order("write", "--append", "--uri", "https://a.de").deed == .append(uri))
        #expect(try order("format").deed == .wish(.format))
        #expect(try order("erase").deed == .wish(.erase))
        #expect(try order("unprotect").deed == .wish(.unprotect))
        #expect(try order("lock", "--all").deed == .wish(.lock(.init(pages: nil))))
        #expect(
            try order("lock", "--pages", "04-06,10", "--block-locking").deed
                == .wish(.lock(.init(pages: [4, 5, 6, 16], freezes: true))))
        #expect(try order("configure", "counter=on").deed == .wish(.configure([.counter(true)])))
        let key = Array("IEMKAERB!NACUOYF".utf8)
        let set = try order(
            "key", "set", "0", "--new", "hex:49454D4B41455242214E4143554F5946", "--old",
            "hex:" + String(repeating: "00", count: 16))
        #expect(set.deed == .key(DNAKeyChange(number: 0, new: key, version: 1)))
        #expect(set.credential.key == Array(repeating: 0, count: 16))
    }

    @Test("protect takes the given password for the new one, and for the present one beside --new")
    func protect() throws {
        let plain = try order(
            "protect", "--password", "hex:01020304", "--mode", "readwrite", "--from", "10", "--pack", "ABCD", "--limit",
            "5")
        #expect(plain.secret == [1, 2, 3, 4])
        #expect(
            plain.deed
                == .protect(.init(password: nil, pack: [0xAB, 0xCD], guardsReading: true, firstPage: 16, limit: 5)))
        let changed = try order("protect", "--password", "ascii:abcd", "--new", "ascii:efgh")
        #expect(changed.credential.password == Array("abcd".utf8))
        #expect(changed.deed == .wish(.protect(.init(password: Array("efgh".utf8)))))
    }

    @Test("four bytes are a password, sixteen a key")
    func credentials() throws {
        #expect(try order("erase", "--password", "ascii:abcd").credential == Credential(password: Array("abcd".utf8)))
        let key = try order("erase", "--password", "hex:" + String(repeating: "AB", count: 16)).credential
        #expect(key == Credential(key: Array(repeating: 0xAB, count: 16)))
    }

    @Test(
        "wrong usage is refused before any reader is asked",
        arguments: [
            ["write"], ["write", "--raw", "xx"], ["write", "--confirm", "12"],
            ["write", "--uri", "https://a.de", "extra"],
            ["lock"], ["lock", "--all", "--pages", "04"], ["lock", "--pages", "zz"], ["protect"],
            ["protect", "--password", "hex:01"], ["protect", "--password", "ascii:abcd", "--mode", "read"],
            ["protect", "--password", "ascii:abcd", "--from", "xyz"],
            ["protect", "--password", "ascii:abcd", "--pack", "AB"],
            ["protect", "--password", "ascii:abcd", "--limit", "8"], ["configure"], ["configure", "what=on"],
            ["key", "set", "1", "--new", "hex:00"], ["key", "set", "0"], ["key", "set", "0", "--new", "ascii:abcd"],
            ["key"], ["journal"], ["journal", "show", "x"], ["journal", "show", "0"], ["journal", "recover"],
            ["journal", "recover", "--finish", "--put-back"], ["journal", "recover", "--finish", "--uid", "04"],
            ["format", "--append"], ["journal", "list", "--uid", "zz"],
        ])
    func usage(line: [String]) {
        #expect(throws: UsageError.self) { try ReadCommandTests.run(line + ["--simulate=ntag213"]) }
    }
}

@Suite("Passwords that a person hardly meant")
struct PasswordWarningTests {
    private func secret(_ spec: String, text: String? = nil, lengths: [Int] = SecretReader.password) throws
        -> PasswordSpec.Secret
    {
        try PasswordSpec(spec).secret(lengths: lengths, environment: { _ in text }, ask: { text })
    }

    @Test(
        "a control character in one is named in a warning",
        arguments: [
            ("abc\n", "line feed"), ("abc\r", "carriage return"), ("\tabc", "tab"), ("ab\u{1B}c", "escape"),
            ("ab\u{7F}c", "delete"), ("a\u{01}bc", "01h"),
        ])
    func warned(text: String, name: String) throws {
        for spec in ["env:P", "ask"] {
            let secret = try secret(spec, text: text)
            #expect(secret.bytes == Array(text.utf8))
            #expect(secret.warning == "password contains a control character (\(name))")
        }
        #expect(try secret("ascii:" + text).warning == "password contains a control character (\(name))")
        #expect(try secret("nfctools:" + text).warning == "password contains a control character (\(name))")
    }

    @Test("one line break at the end of a file or variable does not count, where the rest has the right length")
    func lineBreak() throws {
        for text in ["abcd\n", "abcd\r\n", "61626364\n"] {
            let secret = try secret("env:P", text: text)
            #expect(secret.bytes == Array("abcd".utf8) && secret.warning == nil)
        }
        #expect(throws: UsageError.self) { try secret("env:P", text: "abcd\n\n") }
    }

    @Test("plain ones and hex are taken without a word")
    func plain() throws {
        #expect(try secret("ascii:abcd").warning == nil)
        #expect(try secret("hex:0A0D0900").warning == nil)
        #expect(try secret("env:P", text: "0A0D0900").bytes == [0x0A, 0x0D, 0x09, 0x00])
    }

    @Test("a file is read, with the warning on stderr and the password nowhere")
    func file() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("password", Array("abc\n".utf8))
        let (status, kept) = try ReadCommandTests.run(
            ["protect", "--simulate=ntag213", "--dry-run", "--password", "file:" + file, "--json"], home: folder.path)
        #expect(status == .done)
        #expect(kept.notes.contains("password contains a control character (line feed)"))
        #expect(!kept.result.contains("6162630A") && !kept.result.contains("abc"))
    }

    @Test("a key has sixteen bytes, as hex or as text, and never comes from a phrase")
    func keys() throws {
        let text = "BREAKMEIFYOUCAN!"
        #expect(try secret("env:K", text: text, lengths: SecretReader.key).bytes == Array(text.utf8))
        let digits = String(repeating: "0F", count: 16)
        #expect(try secret("hex:" + digits, lengths: SecretReader.key).bytes == Array(repeating: 15, count: 16))
        #expect(throws: UsageError.self) { try secret("nfctools:phrase", lengths: SecretReader.key) }
        #expect(throws: UsageError.self) { try secret("ascii:abcd", lengths: SecretReader.key) }
    }

    @Test("a new one that is typed is asked for twice, and has to be the same")
    func twice() throws {
        let invocation = try Invocation(parsing: ["protect", "--password", "ascii:abcd", "--new", "ask"])
        for (second, accepted) in [("efgh", true), ("efgi", false)] {
            let reader = SecretReader(
                invocation: invocation, environment: { _ in nil }, ask: { $0 == "Once more: " ? second : "efgh" },
                warn: { _ in })
            if accepted {
                #expect(
                    try ChangeOrder(invocation, secrets: reader).deed
                        == .wish(.protect(.init(password: Array("efgh".utf8)))))
            } else {
                #expect(throws: UsageError.self) { try ChangeOrder(invocation, secrets: reader) }
            }
        }
    }
}

@Suite("Moments of the journal")
struct TimestampTests {
    @Test("are told in UTC")
    func text() {
        #expect(Timestamp.text(0) == "1970-01-01T00:00:00Z")
        #expect(Timestamp.text(-1) == "1969-12-31T23:59:59Z")
        #expect(Timestamp.text(951_782_400_999) == "2000-02-29T00:00:00Z")
        #expect(Timestamp.text(1_796_040_271_000) == "2026-11-30T12:04:31Z")
        #expect(Timestamp.text(.max) == nil && Timestamp.text(.min) == nil)
    }
}
