import Testing

@testable import Dumps

@Suite("Dump formats")
struct DumpFormatTests {
    @Test("Every format has a word of its own and an ending that a file name can have", arguments: DumpFormat.allCases)
    func words(format: DumpFormat) {
        #expect(DumpFormat.allCases.filter { $0.rawValue == format.rawValue }.count == 1)
        #expect(format.ending.first == ".")
    }

    @Test(
        "text of separators alone spells no byte and is refused in words",
        arguments: [":", ": :", "-", ":\n:\n", "0x", " : \n#\n", "::::::::"])
    func separatorsAlone(text: String) {
        #expect(throws: DumpError.self) { try Dump.open(Array(text.utf8)) }
    }
}
