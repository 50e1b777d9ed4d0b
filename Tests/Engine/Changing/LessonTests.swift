import Simulator
import Tags
import Testing

@testable import Engine

/// What other programs do wrong to tags, and ours does not.
@Suite struct LessonTests {
    private static let text = message("the message before")
    private static let password: [UInt8] = [0x4E, 0x45, 0x58, 0x74]

    @Test("a fresh tag is written without any password being tried", arguments: writableChips)
    func freshTag(chip: String) throws {
        let bench = ChangeBench(try .holding(nil, chip: chip))
        if bench.memory[12] != 0xE1 { #expect(bench.change(.format).isDone) }
        #expect(bench.change(.write(message: Self.text), Credential(password: [0xFF, 0xFF, 0xFF, 0xFF])).isDone)
        #expect(!bench.events.exchanges.contains { $0.nativeCommand?.first == 0x1B })
        #expect(bench.tag.report.ndef?.raw == Self.text)
    }

    @Test(
        "the factory's lock control TLV and CC survive writing, formatting and erasing",
        arguments: ["NTAG212", "NTAG213", "Ultralight C", "NTAG215", "NTAG216"])
    func controlTLV(chip: String) throws {
        let bench = ChangeBench(try .holding(nil, chip: chip))
        if bench.memory[12] != 0xE1 { #expect(bench.change(.format).isDone) }
        let container = bench.tag.page(3)
        let control = bench.tag.report.ndef?.tlvs.filter { $0.tag == 0x01 }
        for wish in [Wish.write(message: Self.text), .format, .write(message: Self.text), .erase] {
            #expect(bench.change(wish).isDone)
            #expect(bench.tag.page(3) == container)
            #expect(bench.tag.report.ndef?.tlvs.filter { $0.tag == 0x01 } == control)
        }
    }

    @Test(
        "no page beyond user memory is touched by the largest message that fits",
        arguments: writableChips + ["NTAG210", "NTAG212"])
    func largest(chip: String) throws {
        let bench = ChangeBench(try .holding(nil, chip: chip))
        if bench.memory[12] != 0xE1 { #expect(bench.change(.format).isDone) }
        let before = bench.memory
        let room = try #require(bench.tag.report.ndef?.capacity?.maximum)
        func filled(_ count: Int) -> [UInt8] {
            let payload = count - 6
            return payload < 256
                ? [0xD5, 0x00, UInt8(count - 3)] + Array(repeating: 0x5A, count: count - 3)
                : [0xC5, 0x00] + [0, 0, UInt8((count - 6) >> 8), UInt8((count - 6) & 0xFF)]
                    + Array(repeating: 0x5A, count: count - 6)
        }
        let tooLong = bench.change(.write(message: filled(room + 1)))
        #expect(tooLong.error?.jsonKind == "refusedHere")
        #expect(bench.memory == before)
        #expect(bench.change(.write(message: filled(room))).isDone)
        let user = bench.tag.table.userPages
        for page in 0..<bench.tag.table.pageCount where !user.contains(page) {
            #expect(bench.tag.page(page) == Array(before[page * 4..<page * 4 + 4]), "page \(page)")
        }
    }

    @Test(
        "AUTH0 goes to byte 3 of CFG0 and PROT to bit 7 of ACCESS, both as the chip then really asks",
        arguments: passwordChips)
    func protection(chip: String) throws {
        let bench = ChangeBench(try .holding(Self.text, chip: chip))
        let place = try #require(bench.tag.table.configuration)
        let before = bench.tag.page(place.cfg0)
        #expect(bench.change(.protect(.init(password: Self.password, guardsReading: true))).isDone)
        #expect(bench.tag.page(place.cfg0) == Array(before.prefix(3)) + [4])
        #expect(bench.tag.page(place.cfg1)[0] & 0x80 == 0x80)
        // Another program without the password reads nothing and writes nothing.
        bench.put(bench.tag.twin())
        let read = bench.read(TagReader.Options())
        #expect(read.report?.ndef?.state == .protected)
        let channel = try bench.reader.connect()
        #expect(try channel.transmit([0xFF, 0xD6, 0x00, 0x04, 0x04, 1, 2, 3, 4]).starts(with: [0x63]))
    }

    @Test("a chip that nobody knows, and one that only looks like an NTAG213, get no protection")
    func strangers() throws {
        let bench = ChangeBench(try .holding(nil, chip: "NTAG203"))
        let before = bench.memory
        #expect(bench.change(.protect(.init(password: Self.password))).error?.jsonKind == "refusedHere")
        #expect(bench.memory == before)
    }

    @Test("a message is written whole, whatever records it has, and the same again costs no write")
    func twice() throws {
        let bench = ChangeBench(try .holding(nil, chip: "NTAG215"))
        #expect(bench.change(.write(message: Self.text)).isDone)
        #expect(bench.change(.write(message: Self.text)).outcome?.result == .nothingToDo)
        #expect(bench.writes.isEmpty)
    }
}
