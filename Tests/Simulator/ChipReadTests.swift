import Tags
import Testing

@testable import Simulator

@Suite("Reading a chip")
struct ChipReadTests {
    @Test("READ gives four pages and rolls over to page 0 after the last readable one", arguments: playedChips)
    func rollOver(name: String) throws {
        var tag = try Bare(name)
        // Ultralight C: READ is allowed up to 2Bh, its keys follow.
        let end = name == "Ultralight C" ? 0x2C : tag.silicon.chip.pageCount
        for first in 0..<256 {
            if !tag.isActive { tag.activate() }
            let answer = tag.send([0x30, UInt8(first)])
            if first >= end {
                #expect(answer == nak0)
            } else {
                let pages = (first..<first + 4).map { $0 < end ? $0 : $0 - end }
                #expect(answer.data == pages.flatMap { tag.silicon.visible(page: $0, mirror: nil) })
            }
        }
    }

    @Test("FAST_READ never rolls over and refuses an end before its start", arguments: passwordChips)
    func fastRead(name: String) throws {
        var tag = try Bare(name)
        let last = tag.silicon.chip.pageCount - 1
        #expect(tag.send([0x3A, 0, UInt8(last)]).data.count == (last + 1) * 4)
        #expect(tag.send([0x3A, UInt8(last), UInt8(last)]).data.count == 4)
        #expect(tag.send([0x3A, 0, UInt8(last + 1)]) == nak0)
        tag.activate()
        #expect(tag.send([0x3A, 5, 4]) == nak0)
    }

    @Test("PWD and PACK read as zeros whatever they hold", arguments: passwordChips)
    func secrets(name: String) throws {
        var tag = try Bare(name)
        let configuration = try #require(tag.silicon.chip.configuration)
        let password = try #require(configuration.password)
        let pack = try #require(configuration.pack)
        #expect(tag.write(hex("A1B2C3D4"), page: password) == ack)
        #expect(tag.write(hex("0A0B0000"), page: pack) == ack)
        #expect(tag.page(password) == [0, 0, 0, 0])
        #expect(tag.page(pack) == [0, 0, 0, 0])
        #expect(tag.silicon.page(password) == hex("A1B2C3D4"))
    }

    @Test("with PROT, READ below AUTH0 rolls over there, and from AUTH0 on gets a NAK", arguments: passwordChips)
    func rollOverAtAUTH0(name: String) throws {
        let auth0 = 10
        var tag = try Bare(name) { chip in
            guard let configuration = chip.chip.configuration else { return }
            chip.memory[configuration.cfg0 * 4 + 3] = UInt8(auth0)
            chip.memory[configuration.cfg1 * 4] = 0x80
        }
        for first in 0..<auth0 {
            let pages = (first..<first + 4).map { $0 < auth0 ? $0 : $0 - auth0 }
            #expect(tag.send([0x30, UInt8(first)]).data == pages.flatMap { tag.silicon.page($0) })
        }
        for first in [auth0, auth0 + 1, tag.silicon.chip.pageCount - 1] {
            #expect(tag.send([0x30, UInt8(first)]) == nak0)
            tag.activate()
        }
        #expect(tag.send([0x3A, 0, UInt8(auth0 - 1)]).data.count == auth0 * 4)
        #expect(tag.send([0x3A, 0, UInt8(auth0)]) == nak0)
        tag.activate()
        #expect(tag.send("1BFFFFFFFF") == .bytes([0, 0]))
        #expect(tag.send([0x30, UInt8(auth0)]).isData)
        #expect(tag.send([0x3A, 0, UInt8(tag.silicon.chip.pageCount - 1)]).isData)
    }

    @Test("without PROT everything is read and nothing from AUTH0 on is written", arguments: passwordChips)
    func writeProtection(name: String) throws {
        var tag = try Bare(name) { chip in
            guard let configuration = chip.chip.configuration else { return }
            chip.memory[configuration.cfg0 * 4 + 3] = 8
        }
        #expect(tag.page(12)?.count == 4)
        #expect(tag.write([1, 2, 3, 4], page: 7) == ack)
        #expect(tag.write([1, 2, 3, 4], page: 8) == nak0)
        tag.activate()
        #expect(tag.send("1BFFFFFFFF") == .bytes([0, 0]))
        #expect(tag.write([1, 2, 3, 4], page: 8) == ack)
    }

    @Test("GET_VERSION and READ_SIG answer what the table and the tag say", arguments: passwordChips)
    func version(name: String) throws {
        var tag = try Bare(name)
        let versions = tag.silicon.chip.versions
        #expect(versions.contains(tag.send("60").data))
        #expect(tag.send("3C00").data == Array(repeating: 0x5A, count: 32))
        #expect(tag.send("3C01") == nak0)
    }

    @Test("chips without GET_VERSION do not answer it with data", arguments: ["Ultralight", "Ultralight C", "NTAG203"])
    func noVersion(name: String) throws {
        var tag = try Bare(name)
        #expect(!tag.send("60").isData)
        #expect(!tag.isActive)
    }

    @Test("VCSL of Ultralight EV1 gives VCTID", arguments: ["Ultralight EV1 (UL11)", "Ultralight EV1 (UL21)"])
    func vcsl(name: String) throws {
        var tag = try Bare(name)
        #expect(tag.send([0x4B] + Array(repeating: 0, count: 20)) == .bytes([0x05]))
    }
}
