import Testing

@testable import App

@Suite("The arguments")
struct InvocationTests {
    private func parse(_ line: String...) throws -> Invocation { try Invocation(parsing: line) }

    @Test("nothing at all means the workstation")
    func nothing() throws {
        #expect(try Invocation(parsing: []).command.name == .workstation)
    }

    @Test(
        "every command of the table is found by its words", arguments: CommandName.allCases.filter { !$0.words.isEmpty }
    )
    func everyCommand(name: CommandName) throws {
        let spec = try #require(CommandSpec.all.first { $0.name == name })
        let operands = Array(repeating: "00", count: spec.operandCount.lowerBound)
        #expect(try Invocation(parsing: name.words + operands).command.name == name)
    }

    @Test("every option has a row in the table and belongs to a command", arguments: OptionName.allCases)
    func everyOption(name: OptionName) throws {
        #expect(OptionSpec.all.filter { $0.name == name }.count == 1)
        #expect(CommandSpec.all.contains { $0.takes(name) })
    }

    @Test("common options may stand on either side of the command")
    func eitherSide() throws {
        let before = try parse("--json", "--reader", "ACR", "read")
        let after = try parse("read", "--json", "--reader=ACR")
        #expect(before.options == after.options)
        #expect(before.value(of: .reader) == "ACR")
        #expect(after.has(.json))
    }

    @Test("records keep their order and may be repeated")
    func order() throws {
        let given = try parse("ndef", "encode", "--text", "a", "--uri", "b", "--text", "c")
        #expect(given.options.map(\.name) == [.text, .uri, .text])
        #expect(given.values(of: .text) == ["a", "c"])
    }

    @Test("a value may hold an equals sign and may be empty")
    func equals() throws {
        #expect(try parse("ndef", "encode", "--uri=a=b").value(of: .uri) == "a=b")
        #expect(try parse("ndef", "encode", "--text=").value(of: .text) == "")
    }

    @Test("after two dashes everything is an operand")
    func dashes() throws {
        #expect(try parse("ndef", "decode", "--", "--json").operands == ["--json"])
    }

    @Test("a lone dash is an operand")
    func stdin() throws {
        #expect(try parse("ndef", "decode", "-").operands == ["-"])
    }

    @Test("help may be asked of a command whose operands are missing")
    func help() throws {
        #expect(try parse("ndef", "decode", "--help").has(.help))
        #expect(try parse("ndef", "--help").has(.help))
    }

    @Test("help may stand in a command's place, and one word of two asks for the commands that begin with it")
    func helpWord() throws {
        #expect(try parse("help").command.name == .workstation && parse("help").has(.help))
        #expect(try parse("help", "read").command.name == .read && parse("help", "read").has(.help))
        for line in [["ndef", "--help"], ["help", "ndef"], ["ndef", "help"]] {
            let given = try Invocation(parsing: line)
            #expect(given.has(.help) && given.group == "ndef")
        }
        #expect(try parse("ndef", "decode", "--help").group == nil)
        let page = Help.page(ofGroup: "ndef")
        #expect(page.contains("ndef decode") && page.contains("ndef encode") && !page.contains("readers"))
    }

    @Test("an unknown option names the one that was meant")
    func unknownOption() {
        #expect(throws: UsageError.unknownOption("--jsn", command: .read, meant: "--json")) {
            try parse("read", "--jsn")
        }
        #expect(throws: UsageError.unknownOption("--xyzzy", command: .read, meant: nil)) {
            try parse("read", "--xyzzy=1")
        }
        #expect(throws: UsageError.unknownOption("-x", command: .workstation, meant: nil)) { try parse("-x") }
    }

    @Test("an unknown command names the one that was meant")
    func unknownCommand() {
        #expect(throws: UsageError.unknownCommand("raed", meant: "read")) { try parse("raed") }
        #expect(throws: UsageError.unknownCommand("ndef encoed", meant: "ndef encode")) { try parse("ndef", "encoed") }
        #expect(throws: UsageError.unknownCommand("frobnicate", meant: nil)) { try parse("frobnicate") }
    }

    @Test("an option of another command is refused by name")
    func optionOfOther() {
        #expect(throws: UsageError.optionOfOther(.uri, command: .read, owner: .ndefEncode)) {
            try parse("read", "--uri", "x")
        }
    }

    @Test("missing values, unwanted values and operands are refused")
    func shapes() {
        #expect(throws: UsageError.missingValue(.reader, placeholder: "NAME")) { try parse("read", "--reader") }
        #expect(throws: UsageError.missingValue(.reader, placeholder: "NAME")) {
            try parse("read", "--reader", "--json")
        }
        #expect(throws: UsageError.unwantedValue(.json)) { try parse("read", "--json=yes") }
        #expect(throws: UsageError.missingOperand("HEX...|FILE|-", command: .ndefDecode)) {
            try parse("ndef", "decode")
        }
        #expect(throws: UsageError.surplusOperand("x", command: .read)) { try parse("read", "x") }
        #expect(throws: UsageError.missingSubcommand("ndef", choices: ["ndef decode", "ndef encode"])) {
            try parse("ndef")
        }
    }

    @Test("seconds are a number from 0 to a day", arguments: ["", "-1", "nan", "inf", "1e300", "ten", "86401"])
    func badSeconds(text: String) throws {
        let given = try parse("read", "--wait=" + text)
        #expect(throws: UsageError.self) { try CommonOptions(given) }
    }

    @Test("seconds may be a fraction or 0")
    func seconds() throws {
        #expect(try CommonOptions(parse("read", "--wait", "0")).wait == 0)
        #expect(try CommonOptions(parse("read", "--wait", "2.5")).wait == 2.5)
        #expect(try CommonOptions(parse("read")).wait == 10)
    }

    @Test("a simulated tag is a chip, perhaps with a name in front and a file behind")
    func tagSpec() throws {
        let plain = try TagSpec("NTAG213", option: .tag, named: true)
        #expect(plain.name == "ntag213" && plain.chip == "ntag213" && plain.image == nil)
        let full = try TagSpec("shop=ntag215:/a/b=c:d.bin", option: .tag, named: true)
        #expect(full.name == "shop" && full.chip == "ntag215" && full.image == "/a/b=c:d.bin")
        for bad in ["", "=ntag213", "a=", "ntag213:"] {
            #expect(throws: UsageError.self) { try TagSpec(bad, option: .tag, named: true) }
        }
        #expect(try CommonOptions(parse("read", "--simulate")).simulate == .bench)
    }

    @Test("a value that is wrong leads to the help of its command")
    func advice() {
        let error = UsageError.badValue(of: "--wait", value: "soon", wanted: "a number")
        #expect(error.advice(for: .read) == "`tagdesk read --help` says what it takes.")
        #expect(UsageError.badValue(of: "a", value: "b", wanted: "did you mean c?").sentence.hasSuffix("c?"))
    }

    @Test("every error says what is wrong and what to do, one sentence each, with nothing unprintable")
    func sentences() {
        let hostile = "a\u{1B}[31m\u{202E}b"
        let errors: [UsageError] = [
            .unknownCommand(hostile, meant: nil), .unknownCommand("a", meant: "b"),
            .missingSubcommand("ndef", choices: ["ndef decode"]), .unknownOption(hostile, command: .read, meant: nil),
            .unknownOption("--a", command: .workstation, meant: "--b"),
            .optionOfOther(.uri, command: .read, owner: .ndefEncode), .missingValue(.uri, placeholder: "URI"),
            .unwantedValue(.json), .missingOperand("HEX", command: .ndefDecode),
            .surplusOperand(hostile, command: .read), .badValue(of: "--wait", value: hostile, wanted: "a number"),
            .file(hostile, reason: "No such file or directory"),
            .content(hostile, reason: "it is longer than 256 bytes", advice: "Name another file."), .noRecords,
            .noTerminal,
        ]
        for error in errors {
            // The full screen's refusal is one sentence.
            for text in [error.sentence, error.advice()] where error != .noTerminal || text == error.sentence {
                #expect(text.hasSuffix(".") || text.hasSuffix("?"))
                #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
            }
        }
    }
}

@Suite("The help pages")
struct HelpTests {
    @Test("each names every option of its command and every line fits 120 columns", arguments: CommandSpec.all)
    func everyPage(command: CommandSpec) {
        let page = Help.page(for: command, chips: TagSpec.chipWords, tags: TagSpec.benchNames)
        let options = page.split(separator: "\n").filter { $0.hasPrefix("  --") }
        for option in OptionName.allCases {
            let expected = command.options.contains(option) || command.heeded.contains(option)
            let row = options.first { line in
                line.dropFirst(2).prefix { !" =[".contains($0) } == option.dashed
            }
            #expect((row != nil) == expected, "\(option.dashed)")
        }
        if command.name == .workstation {
            for other in CommandSpec.all.dropFirst() { #expect(page.contains(other.name.rawValue)) }
        }
        for line in page.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }
}
