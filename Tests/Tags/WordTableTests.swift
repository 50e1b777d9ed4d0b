import Testing

@testable import Tags

@Suite("Tables of words")
struct WordTableTests {
    @Test("a NAK means what the chip's own data sheet says")
    func naks() {
        #expect(NAKMeaning.words(2, chip: .ultralightC) == "EEPROM write error")
        #expect(NAKMeaning.words(5, chip: .ntag213) == "EEPROM write error")
        #expect(NAKMeaning.words(4, chip: .ultralightEV1Small) == "counter overflow")
        #expect(NAKMeaning.words(4, chip: .ntag216).contains("passwords"))
        #expect(NAKMeaning.words(4, chip: .ultralight).contains("does not name"))
        #expect(NAKMeaning.words(0, chip: nil).contains("invalid argument"))
    }

    @Test("every code of every chip has words", arguments: Type2Chip.all.map(\.name))
    func everyNAK(name: String) {
        for code in UInt8(0)...15 { #expect(!NAKMeaning.words(code, chip: Type2Chip.named(name)).isEmpty) }
    }

    @Test(
        "a UID names its maker where its form has room for one",
        arguments: [
            ("04A1B2C3D4E5F6", "NXP Semiconductors"), ("1D424AB9950000", "Shanghai Fudan Microelectronics"),
            ("E004010866153980", "NXP Semiconductors"), ("E00208000A17DB6E", "STMicroelectronics"), ("08A1B2C3", nil),
            ("", nil), ("FFA1B2C3D4E5F6", nil),
        ])
    func makers(uid: String, name: String?) throws {
        #expect(Manufacturer.name(ofUID: try hex(uid)) == name)
    }
}
