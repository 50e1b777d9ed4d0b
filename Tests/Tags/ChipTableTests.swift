import Testing

@testable import Tags

@Suite("The chip tables agree with the data sheets and with themselves")
struct ChipTableTests {
    /// Name, GET_VERSION, pages, user pages, dynamic lock page, CFG0, page 3, first user bytes.
    static let reference: [(String, String, Int, ClosedRange<Int>, Int?, Int, String, String)] = [
        ("NTAG210", "0004040101000B03", 20, 4...15, nil, 0x10, "E1100600", "0300FE"),
        ("NTAG212", "0004040101000E03", 41, 4...35, 0x24, 0x25, "E1101000", "0103900A340300FE"),
        ("NTAG213", "0004040201000F03", 45, 4...39, 0x28, 0x29, "E1101200", "0103A00C340300FE"),
        ("NTAG215", "0004040201001103", 135, 4...129, 0x82, 0x83, "E1103E00", "0300FE"),
        ("NTAG216", "0004040201001303", 231, 4...225, 0xE2, 0xE3, "E1106D00", "0300FE"),
        ("Ultralight EV1 (UL11)", "0004030101000B03", 20, 4...15, nil, 0x10, "00000000", ""),
        ("Ultralight EV1 (UL21)", "0004030101000E03", 41, 4...35, 0x24, 0x25, "00000000", ""),
    ]

    @Test("a chip's map is that of its data sheet", arguments: reference)
    func map(
        _ row: (String, String, Int, ClosedRange<Int>, Int?, Int, String, String)
    ) throws {
        let (name, version, pages, user, lock, cfg0, page3, factory) = row
        let chip = try #require(Type2Chip.match(version: try hex(version)))
        #expect(chip.name == name)
        #expect(chip == Type2Chip.named(name))
        #expect(chip.pageCount == pages)
        #expect(chip.userPages == user)
        #expect(chip.dynamicLock?.page == lock)
        let configuration = try #require(chip.configuration)
        #expect(
            [configuration.cfg0, configuration.cfg1, configuration.password, configuration.pack] == [
                cfg0, cfg0 + 1, cfg0 + 2, cfg0 + 3,
            ])
        #expect(chip.factoryPage3 == Hex.bytes(page3))
        #expect(chip.factoryUser ?? [] == Hex.bytes(factory))
    }

    @Test(
        "every published version names its chip",
        arguments: [
            ("0004030201000B03", "Ultralight EV1 (UL11)"), ("0004030201000E03", "Ultralight EV1 (UL21)"),
            ("0004030102000B03", "Ultralight Nano"), ("0004030304000F03", "Ultralight AES"),
            ("0004040102000B03", "NTAG210µ"), ("0004040202000B03", "NTAG210µ"), ("0004040401000F03", "NTAG213F"),
            ("0004040401001303", "NTAG216F"), ("0004040201010F03", "NTAG213C"), ("0004040203000F03", "NTAG213TT"),
            ("0004040204000F03", "NTAG223 DNA"), ("0004040205001003", "NTAG224 DNA"),
            ("0004040804000F03", "NTAG223 DNA StatusDetect"), ("0004040502011303", "NTAG I2C 1K"),
            ("0004040502001303", "NTAG I2C 1K"), ("0004040502011503", "NTAG I2C 2K"),
            ("0004040502021303", "NTAG I2C plus 1K"), ("0004040502021503", "NTAG I2C plus 2K"),
            ("0034210101000E03", "Mikron Ultralight EV1 (UL21) clone"), ("0053040201000F03", "Feiju NTAG213 clone"),
            ("0005340201001103", "Feiju NTAG215 clone"),
        ])
    func versions(version: String, name: String) throws {
        #expect(Type2Chip.match(version: try hex(version))?.name == name)
    }

    @Test("the protocol byte does not matter, another byte or length does")
    func matching() {
        #expect(Type2Chip.match(version: [0, 4, 4, 2, 1, 0, 0x0F, 4])?.name == "NTAG213")
        #expect(Type2Chip.match(version: [0, 4, 4, 2, 1, 0, 0x0E, 3]) == nil)
        #expect(Type2Chip.match(version: [0, 4, 4, 2, 1, 0, 0x0F]) == nil)
        #expect(Type2Chip.match(version: []) == nil)
    }

    @Test("names and versions are unique")
    func unique() {
        #expect(Set(Type2Chip.all.map(\.name)).count == Type2Chip.all.count)
        let versions = Type2Chip.all.flatMap(\.versions).map { Array($0.prefix(7)) }
        #expect(Set(versions).count == versions.count)
    }

    @Test("no page has two roles, and every role lies within the memory", arguments: Type2Chip.all.map(\.name))
    func roles(name: String) throws {
        let chip = try #require(Type2Chip.named(name))
        var roles = Array(chip.userPages)
        roles += [
            chip.dynamicLock?.page, chip.counterPage, chip.configuration?.cfg0, chip.configuration?.cfg1,
            chip.configuration?.password, chip.configuration?.pack,
        ].compactMap { $0 }
        roles += chip.unreadablePages.map(Array.init) ?? []
        roles += chip.specialPages.flatMap(\.pages) + chip.absentPages.joined()
        #expect(Set(roles).count == roles.count)
        #expect(Set(roles) == Set(4..<chip.pageCount))
    }

    @Test("no two lock bits share a place, and each covers pages of the chip", arguments: Type2Chip.all.map(\.name))
    func lockBits(name: String) throws {
        let chip = try #require(Type2Chip.named(name))
        let places = chip.lockBits.map { "\($0.page) \($0.bit.byte) \($0.bit.bit)" }
        #expect(Set(places).count == places.count)
        for (page, bit) in chip.lockBits {
            #expect((0...7).contains(bit.bit))
            #expect((0...3).contains(bit.byte))
            #expect(page == 2 || !bit.pages.overlaps(0...15))
            #expect(bit.pages.lowerBound < chip.pageCount)
        }
        if chip.dynamicLock?.bits.isEmpty != true {
            let lockable = Set(chip.lockBits.filter { $0.bit.kind == .locks }.flatMap { $0.bit.pages })
            if chip.configuration?.layout != nil || chip.dynamicLock != nil || chip.pageCount <= 16 {
                #expect(lockable.isSuperset(of: chip.userPages))
            }
        }
    }

    /// Chip, byte, bit, kind, pages: data sheet rows picked from every table, the irregular ones first.
    static let lockRows: [(String, Int, Int, Type2Chip.LockBit.Kind, ClosedRange<Int>)] = [
        ("NTAG213", 0, 0, .locks, 16...17), ("NTAG213", 1, 3, .locks, 38...39), ("NTAG213", 2, 5, .freezes, 36...39),
        ("NTAG215", 0, 6, .locks, 112...127), ("NTAG215", 0, 7, .locks, 128...129),
        ("NTAG215", 2, 3, .freezes, 112...129),
        ("NTAG216", 0, 7, .locks, 128...143), ("NTAG216", 1, 5, .locks, 224...225),
        ("NTAG216", 2, 6, .freezes, 208...225),
        ("Ultralight EV1 (UL21)", 1, 1, .locks, 34...35), ("Ultralight EV1 (UL21)", 2, 4, .freezes, 32...35),
        ("Ultralight C", 0, 0, .freezes, 16...27), ("Ultralight C", 0, 7, .locks, 36...39),
        ("Ultralight C", 1, 3, .freezes, 0x2C...0x2F), ("Ultralight C", 1, 4, .locks, 0x29...0x29),
        ("NTAG203", 0, 4, .freezes, 28...39), ("NTAG203", 1, 4, .locks, 0x29...0x29),
    ]

    @Test("a dynamic lock bit covers what the data sheet says", arguments: lockRows)
    func dynamicLock(_ row: (String, Int, Int, Type2Chip.LockBit.Kind, ClosedRange<Int>)) throws {
        let bits = try #require(Type2Chip.named(row.0)?.dynamicLock?.bits)
        #expect(bits.contains(Type2Chip.LockBit(byte: row.1, bit: row.2, kind: row.3, pages: row.4)))
    }

    @Test("the static lock bytes close pages 3-15 one by one")
    func staticLock() {
        let bits = Type2Chip.ntag213.staticLockBits
        for page in 3...15 {
            let bit = bits.first { $0.kind == .locks && $0.pages == page...page }
            #expect(bit?.byte == (page < 8 ? 2 : 3))
            #expect(bit?.bit == page % 8)
        }
        #expect(bits.filter { $0.kind == .freezes }.map(\.pages) == [3...3, 4...9, 10...15])
    }
}
