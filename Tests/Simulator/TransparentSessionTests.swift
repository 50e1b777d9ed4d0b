import Tags
import Testing

@testable import Simulator

@Suite("The transparent session of a simulated reader")
struct TransparentSessionTests {
    private let reader = SimulatedReader(profile: .part3)
    private let tag: SimulatedTag
    private let channel: any CardChannel

    init() throws {
        tag = SimulatedTag(chip: try chip("NTAG216"), uid: hex("04E10CDA993C80"))
        reader.insert(tag)
        channel = try reader.connect()
    }

    private func send(_ p2: UInt8, _ objects: String) throws -> [UInt8] {
        let data = hex(objects)
        return try channel.transmit([0xFF, 0xC2, 0x00, p2, UInt8(data.count)] + data + [0x00])
    }
    private func begin(timer: String = "5F4604 204E0000") throws {
        #expect(try send(0, "8100") == hex("C003009000 9000"))
        #expect(try send(0, timer) == hex("C003009000 9000"))
        #expect(try send(2, "8F020003").starts(with: hex("C003009000")))
    }

    @Test("passes a command and gives validity, status and data, which begin at offset 14")
    func exchange() throws {
        try begin()
        #expect(try send(1, "950160") == hex("C003009000 920100 96020000 9708 0004040201001303 9000"))
        #expect(try send(0, "8200") == hex("C003009000 9000"))
    }

    @Test("gives an acknowledgement and every NAK as four bits")
    func nibbles() throws {
        try begin()
        #expect(try send(1, "9506A20501020304") == hex("C003009000 920104 96020000 97010A 9000"))
        #expect(try send(1, "95023902") == hex("C003009000 920104 96020000 970100 9000"))
        #expect(try send(1, "950160") == hex("C003016402 9000"), "the tag is silent now")
        #expect(try send(2, "8F020003").starts(with: hex("C003009000")))
        #expect(try send(1, "950160").count == 24)
    }

    @Test("loses the answer of a write in the default window, though the tag has written")
    func window() throws {
        #expect(try send(0, "8100") == hex("C003009000 9000"))
        #expect(try send(2, "8F020003").starts(with: hex("C003009000")))
        #expect(try send(1, "9506A20501020304") == hex("C003016402 9000"))
        #expect(tag.image[20..<24] == [1, 2, 3, 4])
    }

    @Test("takes the timer least significant byte first: the other order is too short or far too long")
    func timerOrder() throws {
        try begin(timer: "5F4604 00000100")  // 65 536 µs
        #expect(try send(1, "9506A20501020304").starts(with: hex("C003009000")))
        try begin(timer: "5F4604 01000000")  // 1 µs
        #expect(try send(1, "9506A20501020304") == hex("C003016402 9000"))
    }

    @Test("gives answers longer than 127 bytes with a length of two bytes")
    func longAnswer() throws {
        try begin()
        let answer = try send(1, "95033A0039")
        #expect(answer.count == 5 + 3 + 4 + 3 + 58 * 4 + 2)
        #expect(answer[12..<15] == [0x97, 0x81, 58 * 4])
    }

    @Test(
        "names the failing data object and why",
        arguments: [
            (0, "9900", "C003016A81"), (0, "8100 5F4601 00", "C003026700"), (2, "8F0100", "C003016700"),
            (2, "8F020203", "C003016300"), (3, "8100", "C003016A81"), (1, "950160", "C003016300"),
        ])
    func failures(p2: Int, objects: String, says: String) throws {
        #expect(try send(UInt8(p2), objects) == hex(says) + [0x90, 0x00])
    }

    @Test("leaves the CRC to the caller when the flags say so")
    func flags() throws {
        try begin()
        let frame = Hex.string(SimulatedChip.withCRC([0x60]))
        let answer = try send(1, "90020003 9503" + frame)
        #expect(answer.dropLast(2).suffix(10) == SimulatedChip.withCRC(hex("0004040201001303"))[...])
    }

    @Test("switches the field off and on, after which configuration is in force")
    func field() throws {
        try begin()
        #expect(try send(1, "9506A2E304000005").starts(with: hex("C003009000")))
        #expect(try send(0, "8300") == hex("C003009000 9000"))
        #expect(try send(1, "950160") == hex("C003016402 9000"))
        #expect(try send(0, "8400") == hex("C003009000 9000"))
        #expect(try send(2, "8F020003").starts(with: hex("C003009000")))
        #expect(try send(1, "9506A20601020304") == hex("C003009000 920104 96020000 970100 9000"))
    }

    @Test("is offered by ACR1252 and ACR1552 too", arguments: [SimulatedProfile.acr1252, .acr1552])
    func others(profile: SimulatedProfile) throws {
        let reader = SimulatedReader(profile: profile)
        reader.insert(tag)
        #expect(try reader.connect().transmit(hex("FFC2000002810000")) == hex("C0030090009000"))
    }
}
