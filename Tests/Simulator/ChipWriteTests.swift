import Tags
import Testing

@testable import Simulator

@Suite("Writing a chip")
struct ChipWriteTests {
    @Test("pages 0 and 1 and those that do not exist are refused", arguments: playedChips)
    func refusedPages(name: String) throws {
        var tag = try Bare(name)
        for page in [0, 1, tag.silicon.chip.pageCount, 0xFF] where page >= tag.silicon.chip.pageCount || page < 2 {
            #expect(tag.write([1, 2, 3, 4], page: page) == nak0)
            tag.activate()
        }
    }

    @Test("every user page takes what is written, by WRITE and by COMPATIBILITY_WRITE", arguments: playedChips)
    func userPages(name: String) throws {
        var tag = try Bare(name)
        for page in tag.silicon.chip.userPages {
            #expect(tag.write([UInt8(page), 2, 3, 4], page: page) == ack)
            #expect(tag.page(page) == [UInt8(page), 2, 3, 4])
            #expect(tag.send([0xA0, UInt8(page)]) == ack)
            #expect(tag.send([9, 8, 7, UInt8(page)] + Array(repeating: 0xEE, count: 12)) == ack)
            #expect(tag.page(page) == [9, 8, 7, UInt8(page)])
        }
    }

    @Test("the second part of COMPATIBILITY_WRITE must have 16 bytes", arguments: playedChips)
    func compatibilityLength(name: String) throws {
        var tag = try Bare(name)
        #expect(tag.send("A005") == ack)
        #expect(tag.send([1, 2, 3, 4]) == nak0)
        #expect(tag.page(5) == FactoryMemory.page(5, of: name))
    }

    @Test("page 3 only ever gains bits", arguments: playedChips)
    func otp(name: String) throws {
        var tag = try Bare(name)
        let before = tag.silicon.page(3)
        #expect(tag.write([0x01, 0x02, 0x04, 0x80], page: 3) == ack)
        #expect(tag.write([0, 0, 0, 0], page: 3) == ack)
        #expect(tag.page(3) == zip(before, [0x01, 0x02, 0x04, 0x80]).map { $0 | $1 })
    }

    @Test("page 2 keeps its first two bytes, and its lock bits only ever gain", arguments: playedChips)
    func lockPage(name: String) throws {
        var tag = try Bare(name)
        let before = tag.silicon.page(2)
        #expect(tag.write([0xFF, 0xFF, 0x10, 0x01], page: 2) == ack)
        #expect(tag.write([0, 0, 0, 0], page: 2) == ack)
        #expect(tag.page(2) == [before[0], before[1], 0x10, 0x01])
    }

    @Test("every lock bit closes exactly its pages, from the moment the family says", arguments: playedChips)
    func everyLockBit(name: String) throws {
        let table = try chip(name)
        for (page, bit) in table.lockBits where bit.kind == .locks {
            var tag = try Bare(name)
            var bytes: [UInt8] = [0, 0, 0, 0]
            bytes[bit.byte] = 1 << UInt8(bit.bit)
            #expect(tag.write(bytes, page: page) == ack)
            let probe = bit.pages.lowerBound
            if table.lockTakesEffect == .atOnce {
                #expect(!tag.silicon.mayWrite(probe))
            } else {
                #expect(tag.silicon.mayWrite(probe), "not before the next REQA or WUPA")
                tag.send5000AndActivate()
            }
            for other in 4..<table.pageCount {
                #expect(tag.silicon.mayWrite(other) == !bit.pages.contains(other), "\(name) bit \(bit) page \(other)")
            }
            #expect(tag.write([1, 2, 3, 4], page: probe) == nak0)
        }
    }

    @Test("every block-locking bit freezes exactly the lock bits of its pages", arguments: playedChips)
    func everyFreezeBit(name: String) throws {
        let table = try chip(name)
        for (page, bit) in table.lockBits where bit.kind == .freezes {
            var tag = try Bare(name)
            var bytes: [UInt8] = [0, 0, 0, 0]
            bytes[bit.byte] = 1 << UInt8(bit.bit)
            #expect(tag.write(bytes, page: page) == ack)
            tag.send5000AndActivate()
            #expect(tag.write([0xFF, 0xFF, 0xFF, 0xFF], page: page) == ack)
            for (otherPage, other) in table.lockBits where otherPage == page && other.kind == .locks {
                let set = tag.silicon.page(page)[other.byte] >> UInt8(other.bit) & 1 == 1
                #expect(set == !bit.pages.overlaps(other.pages), "\(name) \(bit) \(other)")
            }
        }
    }

    @Test(
        "bits of a dynamic lock page that mean nothing stay 0, and byte 3 reads BD where it is constant",
        arguments: playedChips)
    func reservedLockBits(name: String) throws {
        var tag = try Bare(name)
        guard let dynamic = tag.silicon.chip.dynamicLock else { return }
        #expect(tag.write([0xFF, 0xFF, 0xFF, 0xFF], page: dynamic.page) == ack)
        var expected: [UInt8] = [0, 0, 0, 0]
        for bit in dynamic.bits { expected[bit.byte] |= 1 << UInt8(bit.bit) }
        expected[3] = dynamic.constantByte3 ?? 0
        #expect(tag.page(dynamic.page) == expected)
    }

    @Test("CFG0 and CFG1 act from the next power-up, PWD and PACK at once", arguments: passwordChips)
    func effectTimes(name: String) throws {
        var tag = try Bare(name)
        let configuration = try #require(tag.silicon.chip.configuration)
        #expect(tag.write(hex("01020304"), page: try #require(configuration.password)) == ack)
        #expect(tag.write(hex("AABB0000"), page: try #require(configuration.pack)) == ack)
        #expect(tag.write([0x04, 0, 0, 0x05], page: configuration.cfg0) == ack)
        #expect(tag.write([9, 9, 9, 9], page: 6) == ack, "AUTH0 is not in force yet")
        tag.send5000AndActivate()
        #expect(tag.write([8, 8, 8, 8], page: 6) == ack, "nor after a mere activation")
        tag.powerCycle()
        #expect(tag.write([7, 7, 7, 7], page: 6) == nak0)
        tag.activate()
        #expect(tag.send("1BFFFFFFFF") == nak0)
        tag.activate()
        #expect(tag.send("1B01020304") == .bytes([0xAA, 0xBB]))
        #expect(tag.write([7, 7, 7, 7], page: 6) == ack)
    }

    @Test("CFGLCK freezes CFG0 and CFG1 from the next power-up, not PWD and PACK", arguments: passwordChips)
    func configurationLock(name: String) throws {
        var tag = try Bare(name)
        let configuration = try #require(tag.silicon.chip.configuration)
        #expect(tag.write([0x40, 5, 0, 0], page: configuration.cfg1) == ack)
        #expect(tag.write([0x40, 5, 0, 0], page: configuration.cfg1) == ack)
        tag.powerCycle()
        for page in [configuration.cfg0, configuration.cfg1] {
            #expect(tag.write([0, 0, 0, 0], page: page) == nak0)
            tag.activate()
        }
        #expect(tag.write([1, 1, 1, 1], page: try #require(configuration.password)) == ack)
        #expect(tag.write([1, 1, 0, 0], page: try #require(configuration.pack)) == ack)
    }
}

extension Bare {
    /// HLTA and WUPA: selected anew without losing power.
    mutating func send5000AndActivate() {
        _ = send("5000")
        activate()
    }
}

extension FactoryMemory {
    static func page(_ page: Int, of name: String) -> [UInt8]? {
        Type2Chip.named(name).map { Array(image(of: $0, uid: hex("04E10CDA993C80"))[page * 4..<page * 4 + 4]) }
    }
}
