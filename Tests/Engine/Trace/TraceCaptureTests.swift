import Tags
import Testing

@testable import Engine

/// A pcapng file, taken apart by the specification alone.
struct CaptureFile {
    var packets: [(interface: UInt32, time: UInt64, data: [UInt8])] = []
    var linkTypes: [UInt16] = []

    init?(_ bytes: [UInt8]) {
        func number(_ start: Int) -> UInt32? {
            guard start + 4 <= bytes.count else { return nil }
            return (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
        }
        var place = 0
        while place < bytes.count {
            guard let type = number(place), let length = number(place + 4), length >= 12, length % 4 == 0,
                number(place + Int(length) - 4) == length
            else { return nil }
            switch type {
            case 1: linkTypes.append(UInt16(bytes[place + 8]) | UInt16(bytes[place + 9]) << 8)
            case 6:
                guard let interface = number(place + 8), let high = number(place + 12), let low = number(place + 16),
                    let count = number(place + 20), number(place + 24) == count
                else { return nil }
                let start = place + 28
                guard start + Int(count) <= place + Int(length) else { return nil }
                packets.append((interface, UInt64(high) << 32 | UInt64(low), Array(bytes[start..<start + Int(count)])))
            case 0x0A0D_0D0A: guard place == 0, number(8) == 0x1A2B_3C4D else { return nil }
            default: return nil
            }
            place += Int(length)
        }
    }
}

@Suite("captures for Wireshark") struct TraceCaptureTests {
    @Test("frames and blocks go in with their times, and what has no place is counted")
    func packets() throws {
        let export = TraceSample.trace.exported(as: .pcapng)
        let file = try #require(CaptureFile(export.bytes))
        #expect(file.linkTypes == [264, 264])
        #expect(
            file.packets.map { Hex.string($0.data) } == [
                "00FA000160", "00FB00080004040201000F03",  // GET_VERSION
                "00FA00051B00000000", "00FB00020000",  // PWD_AUTH, masked
                "00FA0006A20403101112",  // WRITE, the tag was lost
                "00FA000E0200A4040007D276000085010100", "00FB0003029000",  // SELECT as an I-block
                "00FA00023902",  // READ_CNT, no answer
            ])
        #expect(file.packets[0].time == TraceSample.all[1].time)
        #expect(file.packets[1].time == TraceSample.all[1].time + 700)
        #expect(file.packets.map(\.interface) == [0, 0, 0, 0, 0, 1, 1, 0])
        #expect(export.exchanges == 5)
        #expect(export.lost.count == 3)
        #expect(export.lost.contains { $0.hasPrefix("2 exchanges with the reader itself") })
        #expect(export.lost.contains { $0.hasPrefix("1 exchange that powered the tag anew is") })
    }

    @Test("the numbers of blocks alternate, and begin anew when the tag is powered")
    func blocks() throws {
        let select = { (number: UInt64) in TraceSample.exchange(number, "00A4000C02E103", "9000") }
        let trace = Trace(entries: [
            .exchange(select(1)), .exchange(select(2)), .exchange(select(3)),
            .exchange(TraceSample.exchange(4, kind: .reconnect, "", nil)), .exchange(select(5)),
        ])
        let file = try #require(CaptureFile(trace.exported(as: .pcapng).bytes))
        #expect(file.packets.map { $0.data[4] } == [2, 2, 3, 3, 2, 2, 2, 2])
    }

    @Test(
        "storage-card APDUs and frames that Wireshark cannot take are left out",
        arguments: [
            ("FFB0000410", "30 04", "00000000000000000000000000000000"), ("FFD6000404", "A20400000000", "0A"),
            ("FF0000000160", "60", "00"), ("FF000000029320", "9320AA", "00"), ("FF00000002E080", "E080", "0578"),
            ("FF00000002FFFF", "FA00", "00"), ("FF000000023002", "3002", "C2"),
        ])
    func leftOut(command: String, frame: String, answer: String) throws {
        let export = Trace(entries: [
            .exchange(TraceSample.exchange(1, command, answer + "9000", frame: frame, answer: answer))
        ])
        .exported(as: .pcapng)
        let file = try #require(CaptureFile(export.bytes))
        #expect(file.packets.isEmpty)
        #expect(export.lost.count == 1)
    }

    @Test("an empty trace is a file all the same")
    func empty() throws {
        let file = try #require(CaptureFile(Trace().exported(as: .pcapng).bytes))
        #expect(file.packets.isEmpty)
    }
}
