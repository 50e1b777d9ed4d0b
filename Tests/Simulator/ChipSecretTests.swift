import Tags
import Testing

@testable import Simulator

@Suite("Passwords, keys, counters and mirrors of a chip")
struct ChipSecretTests {
    @Test("a wrong password gets NAK 0 and ends the session; the right one gives PACK", arguments: passwordChips)
    func password(name: String) throws {
        var tag = try Bare(name)
        #expect(tag.send("1B00000000") == nak0)
        #expect(tag.send("3000") == .silence)
        tag.activate()
        #expect(tag.send("1BFFFFFFFF") == .bytes([0, 0]))
        #expect(tag.silicon.state == .authenticated)
    }

    @Test(
        "under AUTHLIM n the n-th failure closes the tag: then the right password fails too, with NAK 4",
        arguments: passwordChips, 1...7)
    func limit(name: String, limit: Int) throws {
        var tag = try Bare(name) { chip in
            chip.memory[(chip.chip.configuration?.cfg1 ?? 0) * 4] = UInt8(limit)
        }
        for _ in 0..<limit {
            #expect(tag.send("1B00000000") == nak0)
            tag.powerCycle()
        }
        #expect(tag.send("1BFFFFFFFF") == nak4)
        tag.powerCycle()
        #expect(tag.send("1B00000000") == nak4)
    }

    @Test("a success before the limit begins the count anew", arguments: passwordChips, 2...7)
    func success(name: String, limit: Int) throws {
        var tag = try Bare(name) { chip in
            chip.memory[(chip.chip.configuration?.cfg1 ?? 0) * 4] = UInt8(limit)
        }
        for _ in 0..<3 {
            for _ in 0..<limit - 1 {
                #expect(tag.send("1B00000000") == nak0)
                tag.activate()
            }
            #expect(tag.send("1BFFFFFFFF") == .bytes([0, 0]))
        }
    }

    @Test("without AUTHLIM nothing is counted", arguments: passwordChips)
    func noLimit(name: String) throws {
        var tag = try Bare(name)
        for _ in 0..<20 {
            #expect(tag.send("1B00000000") == nak0)
            tag.activate()
        }
        #expect(tag.send("1BFFFFFFFF").isData)
        #expect(tag.silicon.failures == 0)
    }

    @Test("an authentication ends with HLTA, with an error and with the power", arguments: passwordChips, 0..<3)
    func sessionEnds(name: String, way: Int) throws {
        var tag = try Bare(name)
        #expect(tag.send("1BFFFFFFFF").isData)
        switch way {
        case 0: tag.send5000AndActivate()
        case 1:
            #expect(tag.send("30FF") == nak0)
            tag.activate()
        default: tag.powerCycle()
        }
        #expect(tag.silicon.state == .active)
    }

    @Test("the NFC counter counts the first READ or FAST_READ of a power-up and no other", arguments: ntag21x)
    func nfcCounter(name: String) throws {
        var tag = try Bare(name) { chip in
            chip.memory[(chip.chip.configuration?.cfg1 ?? 0) * 4] = 0x10
        }
        #expect(tag.send("3902") == .bytes([0, 0, 0]))
        _ = tag.send("60")
        _ = tag.send("3000")
        _ = tag.send("3A0001")
        #expect(tag.send("3902") == .bytes([1, 0, 0]))
        tag.send5000AndActivate()
        _ = tag.send("3000")
        #expect(tag.send("3902") == .bytes([1, 0, 0]))
        tag.powerCycle()
        _ = tag.send("3A0001")
        #expect(tag.send("3902") == .bytes([2, 0, 0]))
    }

    @Test(
        "the NFC counter stops at FFFFFF, is told least significant byte first, and only as number 2",
        arguments: ntag21x)
    func nfcCounterEnd(name: String) throws {
        var tag = try Bare(name) { chip in
            chip.memory[(chip.chip.configuration?.cfg1 ?? 0) * 4] = 0x10
            chip.counters[2] = 0x123456
        }
        #expect(tag.send("3902") == .bytes([0x56, 0x34, 0x12]))
        tag.silicon.counters[2] = 0xFFFFFF
        _ = tag.send("3000")
        #expect(tag.send("3902") == .bytes([0xFF, 0xFF, 0xFF]))
        #expect(tag.send("3900") == nak0)
    }

    @Test("READ_CNT is refused while the counter is off, and behind the password without it", arguments: ntag21x)
    func nfcCounterRefused(name: String) throws {
        var off = try Bare(name)
        #expect(off.send("3902") == nak0)
        var guarded = try Bare(name) { chip in
            chip.memory[(chip.chip.configuration?.cfg1 ?? 0) * 4] = 0x18
        }
        #expect(guarded.send("3902") == nak0)
        guarded.activate()
        #expect(guarded.send("1BFFFFFFFF").isData)
        #expect(guarded.send("3902") == .bytes([0, 0, 0]))
    }

    @Test("Ultralight EV1 has three counters that are counted by command", arguments: [0, 1, 2])
    func threeCounters(number: Int) throws {
        for name in ["Ultralight EV1 (UL11)", "Ultralight EV1 (UL21)"] {
            var tag = try Bare(name)
            #expect(tag.send([0xA5, UInt8(number), 1, 0, 0, 0]) == ack)
            #expect(tag.send([0xA5, UInt8(number), 0, 1, 2, 0xFF]) == ack)
            #expect(tag.send([0x39, UInt8(number)]) == .bytes([1, 1, 2]))
            #expect(tag.send([0x39, UInt8((number + 1) % 3)]) == .bytes([0, 0, 0]))
            #expect(tag.send([0x3E, UInt8(number)]) == .bytes([0xBD]))
            #expect(tag.send([0xA5, UInt8(number), 0xFF, 0xFF, 0xFF, 0]) == nak4)
            tag.activate()
            #expect(tag.send([0x39, UInt8(number)]) == .bytes([1, 1, 2]))
            #expect(tag.send("3903") == nak0)
        }
    }

    @Test(
        "the 16-bit counter page takes any first value, then steps of 1 to F at the next power-up",
        arguments: ["Ultralight C", "NTAG203"])
    func counterPage(name: String) throws {
        var tag = try Bare(name)
        // The data sheet's example: F0, F1, 100, 10F, 116.
        #expect(tag.write([0xF0, 0, 0, 0], page: 0x29) == ack)
        #expect(tag.page(0x29)?.prefix(2) == [0xF0, 0x00])
        for (step, expected) in [
            (0x01, [0xF1, 0x00]), (0x0F, [0x00, 0x01]), (0x0F, [0x0F, 0x01]), (0x07, [0x16, 0x01]),
        ] {
            let before = tag.page(0x29)
            #expect(tag.write([UInt8(step), 0, 0, 0], page: 0x29) == ack)
            #expect(tag.page(0x29) == before)
            tag.powerCycle()
            #expect(tag.page(0x29).map { $0.prefix(2).map(Int.init) } == expected)
        }
        #expect(tag.write([0x10, 0, 0, 0], page: 0x29) == nak0)
        tag.silicon.store([0xFF, 0xFF, 0, 0], page: 0x29)
        tag.activate()
        #expect(tag.write([0x01, 0, 0, 0], page: 0x29) == nak0)
    }

    @Test("Ultralight C: AUTH0 and AUTH1 protect reading and writing, or writing only", arguments: [UInt8(0), 1])
    func ultralightCProtection(auth1: UInt8) throws {
        var tag = try Bare("Ultralight C") { chip in
            chip.store([0x08, 0, 0, 0], page: 0x2A)
            chip.store([auth1, 0, 0, 0], page: 0x2B)
        }
        #expect(tag.write([1, 2, 3, 4], page: 7) == ack)
        #expect(tag.write([1, 2, 3, 4], page: 8) == nak0)
        tag.activate()
        let answer = tag.send("3006")
        if auth1 == 0 {
            #expect(answer.data == [6, 7, 0, 1].flatMap { tag.silicon.page($0) })
            #expect(tag.send("3008") == nak0)
        } else {
            #expect(answer.data == [6, 7, 8, 9].flatMap { tag.silicon.page($0) })
        }
    }

    @Test("Ultralight C opens for who knows the key, and refuses who does not")
    func ultralightCAuthentication() throws {
        var tag = try Bare("Ultralight C") { $0.store([0x04, 0, 0, 0], page: 0x2A) }
        #expect(tag.send("3004") == nak0)
        tag.activate()
        let key = try #require(UltralightCAuthentication.key(fromMemory: Array("BREAKMEIFYOUCAN!".utf8)))
        let challenge = tag.send("1A00").data
        #expect(challenge.first == 0xAF)
        let exchange = try #require(
            UltralightCAuthentication(key: key).response(
                to: Array(challenge.dropFirst()), randomA: [1, 2, 3, 4, 5, 6, 7, 8]))
        #expect(tag.send([0xAF] + exchange.send) == .bytes([0x00] + exchange.expect))
        #expect(tag.send("3004").isData)
        tag.powerCycle()
        _ = tag.send("1A00")
        #expect(tag.send([0xAF] + Array(repeating: 0x55, count: 16)) == nak0)
        tag.activate()
        #expect(tag.send("3004") == nak0)
    }

    @Test("a counter mirror behind the password shows no digits without it")
    func guardedMirror() throws {
        var tag = try Bare("NTAG213") { chip in
            chip.store([0x94, 0, 0x0C, 0xFF], page: 0x29)
            chip.store([0x18, 5, 0, 0], page: 0x2A)
        }
        #expect(tag.send("300C").data == [12, 13, 14, 15].flatMap { tag.silicon.page($0) })
        #expect(tag.send("1BFFFFFFFF").isData)
        #expect(tag.send("300C").data != [12, 13, 14, 15].flatMap { tag.silicon.page($0) })
    }

    @Test(
        "a mirror that would reach out of user memory shows nothing, and one that just fits is shown",
        arguments: ntag21x)
    func mirrorLimits(name: String) throws {
        let last = try chip(name).userPages.upperBound
        // Data sheet 8.7: the last places are UID last-3 byte 1, counter last-1 byte 1, both last-5 byte 2; each leaves the
        // very last byte of user memory free.
        for (content, length) in [(UInt8(1), 14), (2, 6), (3, 21)] {
            let final = (last + 1) * 4 - length - 1
            for (offset, shown) in [(final, true), (final + 1, false)] {
                let tag = try Bare(name) { chip in
                    guard let configuration = chip.chip.configuration else { return }
                    let first = content << 6 | UInt8(offset % 4) << 4
                    chip.store([first, 0, UInt8(offset / 4), 0xFF], page: configuration.cfg0)
                    chip.store([0x10, 5, 0, 0], page: configuration.cfg1)
                }
                #expect((tag.silicon.mirrored != nil) == shown)
            }
        }
    }
}
