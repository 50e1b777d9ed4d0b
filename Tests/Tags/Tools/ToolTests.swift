import Testing

@testable import Tags

@Suite("Tools")
struct ToolTests {
    private func value(_ result: ToolResult, _ name: String) -> ToolResult.Value? {
        result.fields.first { $0.name == name }?.value
    }

    private func line(_ result: ToolResult, _ label: String) -> ToolResult.Line? {
        result.lines.first { $0.label == label }
    }

    @Test("every example gives lines and no problem", arguments: Tool.allCases)
    func examples(tool: Tool) throws {
        let result = try tool.evaluate(tool.example)
        #expect(!result.lines.isEmpty && !result.fields.isEmpty)
        #expect(result.problems.isEmpty)
    }

    @Test("no input traps, whatever it is", arguments: Tool.allCases)
    func anything(tool: Tool) {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for round in 0..<400 {
            var bytes: [UInt8] = []
            for _ in 0..<round % 40 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                bytes.append(UInt8(truncatingIfNeeded: state))
            }
            for text in [Hex.string(bytes), String(decoding: bytes, as: UTF8.self), "0x" + Hex.string(bytes)] {
                _ = try? tool.evaluate(text)
            }
        }
        for text in ["", " ", "0x", "#", "\"", "\"\"", "0b", "-1", "0", String(repeating: "F", count: 300_000)] {
            _ = try? tool.evaluate(text)
        }
    }

    @Test("hex that is none is refused with the reason", arguments: [Tool.crc, .atr, .ats, .tlv, .access])
    func noHex(tool: Tool) {
        #expect(throws: ToolError("it is no hex: two digits a byte")) { try tool.evaluate("0G 12") }
        #expect(throws: ToolError.self) { try tool.evaluate("") }
    }

    @Test("the checksums are those of the published frames", .enabled(if: SharedFiles.present))
    func checksums() throws {
        let vectors = try SharedFiles.vectors("crc.json")
        for vector in vectors["crc_a"]["vectors"].list {
            let result = try Tool.crc.evaluate(try vector.text("data"))
            #expect(value(result, "crcA") == .text(try vector.text("crc_a_wire_order")))
        }
        for vector in vectors["crc_b_and_iso15693"]["vectors"].list {
            let result = try Tool.crc.evaluate(try vector.text("data"))
            #expect(value(result, "crcB") == .text(try vector.text("crc_wire_order")))
        }
        for vector in vectors["crc32_jamcrc"]["vectors"].list {
            let result = try Tool.crc.evaluate(try vector.text("data"))
            #expect(value(result, "jamcrc") == .text(try vector.text("expected")))
        }
    }

    @Test("CRC-32 is the one of zlib, and a frame's own checksum is recognised")
    func endings() throws {
        // The check value of the CRC catalogues: CBF43926 over "123456789".
        let result = try Tool.crc.evaluate("313233343536373839")
        #expect(value(result, "crc32") == .text("2639F4CB"))
        #expect(value(result, "crc32Number") == .text("CBF43926"))
        #expect(value(try Tool.crc.evaluate("500057CD"), "endsWith") == .list([.text("CRC_A")]))
    }

    // MARK: - ATR and ATS

    @Test("a storage card's ATR is taken apart to its name, and its check byte held against it")
    func storageCard() throws {
        let result = try Tool.atr.evaluate("3B8F8001804F0CA0000003060300030000000068")
        #expect(result.problems.isEmpty)
        #expect(line(result, "RID")?.value == "A0 00 00 03 06")
        #expect(line(result, "SS")?.explanation == "ISO/IEC 14443 Type A, part 3")
        #expect(line(result, "NN")?.explanation == "Ultralight family")
        #expect(value(result, "checkByte") == .text("right"))
        let wrong = try Tool.atr.evaluate("3B8F8001804F0CA0000003060300030000000069")
        #expect(wrong.problems == ["TCK is 69, and 68 is right"])
    }

    @Test(
        "the card names of PC/SC part 3 are those of the tables",
        arguments: [
            ("3B8F8001804F0CA000000306030001000000006A", "MIFARE Classic 1K"),
            ("3B8F8001804F0CA0000003060300020000000069", "MIFARE Classic 4K"),
            ("3B8F8001804F0CA00000030603003A0000000051", "Ultralight C"),
            ("3B8F8001804F0CA0000003060B00140000000077", "ICODE SLI"),
            ("3B8F8001804F0CA000000306110 03B0000000042", "FeliCa"),
        ])
    func names(atr: String, name: String) throws {
        let result = try Tool.atr.evaluate(atr.filter { $0 != " " })
        #expect(result.problems.isEmpty)
        #expect(line(result, "NN")?.explanation == name)
    }

    @Test("a reader that puts the whole ATS into the ATR is understood, with its surplus zeros")
    func wholeATS() throws {
        let result = try Tool.atr.evaluate("3B86800106757781028000")
        #expect(result.problems.isEmpty)
        #expect(line(result, "ATS")?.value == "06 75 77 81 02 80")
        #expect(line(result, "Known as")?.value.contains("DESFire EV1") == true)
        let short = try Tool.atr.evaluate("3B8180018080")
        #expect(short.problems.isEmpty && value(short, "historical") == .text("80"))
    }

    @Test("an ATR that ends early says where, at every length")
    func shortened() throws {
        let whole = try hex("3B8F8001804F0CA0000003060300030000000068")
        for count in 1..<whole.count {
            let result = try Tool.atr.evaluate(Hex.string(whole.prefix(count)))
            #expect(!result.problems.isEmpty, "\(count)")
        }
    }

    @Test("a contact card's interface bytes are explained")
    func contactCard() throws {
        // T=0 with TA1 11 and no check byte.
        let result = try Tool.atr.evaluate("3B 12 11 41 42")
        #expect(result.problems.isEmpty)
        #expect(line(result, "TA1")?.explanation.contains("Fi 372") == true)
        #expect(line(result, "TA1")?.explanation.contains("Di 1") == true)
        #expect(value(result, "checkByte") == .text("none"))
    }

    @Test("an ATS is taken apart as the data sheets print it")
    func ats() throws {
        let result = try Tool.ats.evaluate("06777771 0280")
        #expect(result.problems.isEmpty)
        #expect(value(result, "frameSize") == .number(128))
        #expect(value(result, "fwi") == .number(7))
        #expect(value(result, "sfgi") == .number(1))
        #expect(value(result, "cid") == .truth(true))
        #expect(value(result, "nad") == .truth(false))
        #expect(value(result, "historical") == .text("80"))
        #expect(line(result, "TB1")?.explanation.contains("38.7 ms") == true)
        #expect(line(result, "Known as")?.value.contains("NTAG 424 DNA") == true)
        #expect(value(try Tool.ats.evaluate("0675778102 80"), "fwi") == .number(8))
    }

    @Test("an ATS that is cut off or says another length is told so")
    func shortATS() throws {
        let whole = try hex("067777710280")
        for count in 1..<whole.count {
            #expect(!(try Tool.ats.evaluate(Hex.string(whole.prefix(count))).problems.isEmpty), "\(count)")
        }
        let minimal = try Tool.ats.evaluate("01")
        #expect(minimal.problems.isEmpty && value(minimal, "frameSize") == .number(32))
        let framed = try Tool.ats.evaluate(Hex.string(whole + CRC.a(whole)))
        #expect(framed.problems.isEmpty && value(framed, "historical") == .text("80"))
    }

    // MARK: - SAK

    private func candidates(_ input: String) throws -> [String] {
        guard case .list(let values)? = value(try Tool.sak.evaluate(input), "candidates") else { return [] }
        return values.compactMap { if case .text(let name) = $0 { name } else { nil } }
    }

    @Test("SAK 20 alone names no chip: every one that answers so is listed")
    func ambiguous() throws {
        let desfire = try candidates("0344 20")
        #expect(desfire.contains { $0.contains("DESFire") } && desfire.contains { $0.contains("424") })
        let plus = try candidates("0044 20")
        #expect(plus.contains { $0.contains("MIFARE Plus") } && plus.count > 1)
    }

    @Test("the pairs that other tools do not know are known")
    func known() throws {
        #expect(try candidates("0004 28") == ["SmartMX with MIFARE Classic 1K"])
        #expect(try candidates("0002 38") == ["SmartMX with MIFARE Classic 4K"])
        #expect(try candidates("0044 00").first?.contains("NTAG") == true)
        #expect(try candidates("FFFF 77").isEmpty)
    }

    @Test("ATQA is understood in both orders", arguments: ["0044", "4400", "00 44", "44 00", "0x0044"])
    func orders(atqa: String) throws {
        #expect(value(try Tool.sak.evaluate(atqa + " 00"), "atqa") == .text("0044"))
        #expect(value(try Tool.sak.evaluate("4403 20"), "atqa") == .text("0344"))
    }

    @Test("what is no ATQA and SAK is refused", arguments: ["0044", "0044 00 11", "00", "0044 0"])
    func badPair(input: String) {
        #expect(throws: ToolError.self) { try Tool.sak.evaluate(input) }
    }
}
