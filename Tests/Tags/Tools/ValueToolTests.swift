import Testing

@testable import Tags

@Suite("Tools for values, TLV and rights")
struct ValueToolTests {
    private func value(_ result: ToolResult, _ name: String) -> ToolResult.Value? {
        result.fields.first { $0.name == name }?.value
    }

    private func item(_ value: ToolResult.Value?, _ index: Int) -> [String: ToolResult.Value] {
        guard case .list(let items)? = value, items.indices.contains(index), case .object(let fields) = items[index]
        else { return [:] }
        return Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    }

    // MARK: - TLV

    @Test("BER is taken apart with all its levels and the names of its tags")
    func nested() throws {
        let result = try Tool.tlv.evaluate("6F 0B 84 07 D2760000850101 50 00")
        #expect(result.problems.isEmpty)
        #expect(value(result, "encoding") == .text("ber"))
        let outer = item(value(result, "items"), 0)
        #expect(outer["tag"] == .text("6F"))
        #expect(item(outer["items"], 0)["value"] == .text("D2760000850101"))
        #expect(item(outer["items"], 0)["name"] == .text("DF name (AID)"))
        #expect(item(outer["items"], 1)["length"] == .number(0))
    }

    @Test(
        "tags of several bytes and long lengths are read",
        arguments: ["7F4903010203", "7F49810301 0203", "7F49820003010203"])
    func longForms(text: String) throws {
        let result = try Tool.tlv.evaluate(text)
        #expect(item(value(result, "items"), 0)["tag"] == .text("7F49"))
    }

    @Test(
        "lengths that claim more than there is end the reading with that sentence",
        arguments: [
            "84 05 01", "84 84 FF FF FF FF 01", "6F 80 00 00", "84 85 01 01 01 01 01", "1F", "84", "84 82 01",
            "1F 81 81 81 01",
        ])
    func hostile(text: String) throws {
        #expect(!(try Tool.tlv.evaluate(text).problems.isEmpty))
    }

    @Test("nesting without end is shown as bytes from a depth on")
    func deep() throws {
        var bytes: [UInt8] = []
        for _ in 0..<60 { bytes = [0x61, UInt8(bytes.count)] + bytes }
        let result = try Tool.tlv.evaluate(Hex.string(bytes))
        #expect(result.lines.map(\.depth).max() ?? 0 <= TLVTool.mostDepth)
    }

    @Test("the blocks of a tag's memory are recognised, and named")
    func blocks() throws {
        let result = try Tool.tlv.evaluate("0103A00C34 0303D00000 FE")
        #expect(result.problems.isEmpty)
        #expect(value(result, "encoding") == .text("ndef"))
        #expect(item(value(result, "items"), 0)["name"] == .text("Lock Control: page 28, 12 bits, 8 bytes a bit"))
        #expect(item(value(result, "items"), 1)["name"] == .text("NDEF message"))
        let long = try Tool.tlv.evaluate("03FF0100" + String(repeating: "00", count: 256))
        #expect(item(value(long, "items"), 0)["length"] == .number(256))
        #expect(try Tool.tlv.evaluate("03 10 D1").problems == ["block 03 claims 16 bytes, 1 are left"])
    }

    // MARK: - Rights

    @Test("DESFire rights are read least significant byte first, and the other order is shown too")
    func native() throws {
        let result = try Tool.access.evaluate("00 E0")
        #expect(value(result, "read") == .text("free"))
        #expect(value(result, "write") == .text("key 0"))
        #expect(value(result, "readWrite") == .text("key 0"))
        #expect(value(result, "change") == .text("key 0"))
        let third = try Tool.access.evaluate("30 23")
        #expect(value(third, "read") == .text("key 2") && value(third, "write") == .text("key 3"))
        guard case .object(let other)? = value(result, "asNumber") else { return #expect(Bool(false)) }
        #expect(other.first?.value == .text("key 0"))
        #expect(value(try Tool.access.evaluate("F"), "right") == .text("never"))
    }

    /// The three bytes for C1 C2 C3 of blocks 0 to 3, by the data sheet's layout.
    private func encoded(_ blocks: [Int]) -> [UInt8] {
        func half(_ bit: Int) -> UInt8 {
            blocks.enumerated().reduce(0) { $0 | UInt8($1.element >> (2 - bit) & 1) << UInt8($1.offset) }
        }
        let (c1, c2, c3) = (half(0), half(1), half(2))
        return [(~c2 & 15) << 4 | (~c1 & 15), c1 << 4 | (~c3 & 15), c3 << 4 | c2]
    }

    @Test("the access bits as delivered are those of the data sheet")
    func delivered() throws {
        #expect(encoded([0, 0, 0, 1]) == [0xFF, 0x07, 0x80])
        let result = try Tool.access.evaluate("FF 07 80 69")
        #expect(result.problems.isEmpty)
        #expect(value(result, "consistent") == .truth(true))
        #expect(item(value(result, "blocks"), 0)["bits"] == .text("000"))
        #expect(item(value(result, "blocks"), 3)["bits"] == .text("001"))
        let whole = try Tool.access.evaluate("FFFFFFFFFFFF FF078069 FFFFFFFFFFFF")
        #expect(value(whole, "blocks") == value(result, "blocks"))
    }

    @Test(
        "what a data block allows is the data sheet's table",
        arguments: [
            (0b000, "read A or B, write A or B, increment A or B, decrement A or B"),
            (0b010, "read A or B, write nobody, increment nobody, decrement nobody"),
            (0b100, "read A or B, write B, increment nobody, decrement nobody"),
            (0b110, "read A or B, write B, increment B, decrement A or B"),
            (0b001, "read A or B, write nobody, increment nobody, decrement A or B"),
            (0b011, "read B, write B, increment nobody, decrement nobody"),
            (0b101, "read B, write nobody, increment nobody, decrement nobody"),
            (0b111, "read nobody, write nobody, increment nobody, decrement nobody"),
        ])
    func dataBlock(bits: Int, words: String) throws {
        // With a trailer under which key B cannot be read.
        let result = try Tool.access.evaluate(Hex.string(encoded([bits, bits, bits, 0b011])))
        for block in 0..<3 {
            guard case .text(let text)? = item(value(result, "blocks"), block)["words"] else { continue }
            #expect(text == words)
        }
        #expect(result.problems.isEmpty)
    }

    @Test("a key B that can be read opens nothing, and every combination says so where it holds", arguments: 0..<8)
    func readableKey(trailer: Int) throws {
        let result = try Tool.access.evaluate(Hex.string(encoded([0, 3, 5, trailer])))
        let told = result.lines.contains { $0.explanation.contains("key B can be read") }
        #expect(told == [0b000, 0b001, 0b010].contains(trailer))
    }

    @Test("bits that contradict their inverted copy are found, each of them", arguments: 0..<24)
    func contradiction(bit: Int) throws {
        var bytes = encoded([0, 0, 0, 1])
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        let result = try Tool.access.evaluate(Hex.string(bytes))
        #expect(value(result, "consistent") == .truth(false))
        #expect(result.problems.count == 1)
    }

    // MARK: - Values

    @Test(
        "a value is understood as it is marked",
        arguments: [
            ("0x1F90", "hex", "1F90"), ("0xF", "hex", "0F"), ("#8080", "decimal", "1F90"), ("#0", "decimal", "00"),
            ("0b1010", "binary", "0A"), ("\"abc\"", "text", "616263"), ("\"12\"", "text", "3132"),
            ("04:A1:B2", "hex", "04A1B2"), ("hello", "text", "68656C6C6F"),
            ("#18446744073709551615", "decimal", "FFFFFFFFFFFFFFFF"),
        ])
    func marked(input: String, form: String, hex: String) throws {
        let result = try Tool.convert.evaluate(input)
        #expect(value(result, "as") == .text(form))
        #expect(value(result, "hex") == .text(hex))
    }

    @Test("what can be read in several ways is shown in all of them")
    func ambiguous() throws {
        let readings = try ConvertTool.readings(of: "1010")
        #expect(readings.map(\.form) == ["hex", "decimal", "binary", "text"])
        #expect(readings.map { Hex.string($0.bytes) } == ["1010", "03F2", "0A", "31303130"])
        #expect(try ConvertTool.readings(of: "9").map { Hex.string($0.bytes) } == ["09", "09", "39"])
    }

    @Test("both byte orders and signed numbers are shown")
    func numbers() throws {
        let result = try Tool.convert.evaluate("0xFFFE")
        #expect(value(result, "decimal") == .number(65534))
        #expect(value(result, "decimalReversed") == .number(65279))
        #expect(value(result, "hexReversed") == .text("FEFF"))
        #expect(value(result, "binary") == .text("1111111111111110"))
        #expect(result.lines.contains { $0.explanation == "as a signed number -2" })
        #expect(value(try Tool.convert.evaluate("0xFFFFFFFFFFFFFFFF"), "decimal") == .text("18446744073709551615"))
    }

    @Test("text is shown with what hides in it made visible")
    func hostileText() throws {
        let result = try Tool.convert.evaluate("0x411B5B")
        #expect(result.lines.contains { $0.label == "UTF-8" && $0.value == "A␛[" })
        #expect(value(result, "ascii") == .text("A.["))
    }

    @Test(
        "marks without a value behind them are refused",
        arguments: ["0x", "0xZZ", "0b2", "#", "#x", "#18446744073709551616", "\"\""])
    func refused(input: String) {
        #expect(throws: ToolError.self) {
            let result = try Tool.convert.evaluate(input)
            // An empty text has nothing to convert.
            if case .number(0)? = result.fields.first(where: { $0.name == "bytes" })?.value { throw ToolError("empty") }
        }
    }
}
