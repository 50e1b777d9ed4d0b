import Tags
import Testing

@testable import Simulator

@Suite("The PN532 of a simulated ACR122U")
struct ACR122Tests {
    private let reader = SimulatedReader(profile: .acr122)
    private let tag: SimulatedTag
    private let channel: any CardChannel

    init() throws {
        tag = SimulatedTag(chip: try chip("NTAG216"), uid: hex("04E10CDA993C80"))
        reader.insert(tag)
        channel = try reader.connect()
    }

    private func pn532(_ command: String) throws -> [UInt8] {
        let data = hex(command)
        return try channel.transmit([0xFF, 0, 0, 0, UInt8(data.count)] + data)
    }

    @Test("InCommunicateThru answers data with status 00, no answer with 01, four bits with 02")
    func communicateThrough() throws {
        #expect(try pn532("D44260") == hex("D5430000040402010013039000"))
        #expect(try pn532("D442A20501020304") == hex("D543029000"), "the ACK looks like a CRC error")
        #expect(tag.image[20..<24] == [1, 2, 3, 4])
        #expect(try pn532("D4423902") == hex("D543029000"), "so does a NAK")
        #expect(try pn532("D44260") == hex("D543019000"), "and then the tag is silent")
    }

    @Test("GET_VERSION with a byte too many gets no answer")
    func exactBytes() throws { #expect(try pn532("D4426000") == hex("D543019000")) }

    @Test("InDataExchange swallows the acknowledgement of a write")
    func dataExchange() throws {
        #expect(try pn532("D44001A205AABBCCDD") == hex("D541009000"))
        #expect(try pn532("D440013005") == hex("D54100AABBCCDD") + Array(repeating: 0, count: 12) + hex("9000"))
        #expect(try pn532("D4400230050") != hex("D54100"))
    }

    @Test("answers of 62 pages fit, of 63 do not")
    func frameLimit() throws {
        #expect(try pn532("D4423A003D").count == 253)
        #expect(try pn532("D4423A003E") == hex("D543079000"))
        #expect(try pn532("D4423A003D").count == 253, "the tag is still there")
    }

    @Test("InListPassiveTarget finds the tag with modulation 00 only, and wakes one that fell silent", arguments: 0...8)
    func list(modulation: Int) throws {
        #expect(try pn532("D4423902") == hex("D543029000"))
        let answer = try pn532("D44A01" + Hex.byte(UInt8(modulation)))
        #expect(answer == (modulation == 0 ? hex("D54B01010044000704E10CDA993C809000") : hex("D54B009000")))
        #expect(try channel.transmit(hex("FFB0000010")).count == (modulation == 0 ? 18 : 2))
    }

    @Test("InDeselect halts the tag, InRelease forgets it, and exchanges then have no context")
    func release() throws {
        #expect(try pn532("D44401") == hex("D545009000"))
        #expect(try pn532("D44260") == hex("D543019000"))
        #expect(try pn532("D45401") == hex("D555009000"))
        #expect(try pn532("D44260").count == 13)
        #expect(try pn532("D45200") == hex("D553009000"))
        #expect(try pn532("D440013000") == hex("D541279000"))
    }

    @Test("with the CRC registers off the tag's CRC is in the frame, both ways")
    func rawFrames() throws {
        #expect(try pn532("D40663026303") == hex("D50780809000"))
        #expect(try pn532("D4086302006303 00") == hex("D5099000"))
        #expect(try pn532("D40663026303") == hex("D50700009000"))
        let version: [UInt8] = hex("0004040201001303")
        let command = SimulatedChip.withCRC([0x60])
        #expect(try pn532("D442" + Hex.string(command)) == hex("D54300") + SimulatedChip.withCRC(version) + hex("9000"))
        let write = SimulatedChip.withCRC(hex("A20501020304"))
        #expect(try pn532("D442" + Hex.string(write)) == hex("D543000A9000"), "and the ACK is seen")
        #expect(try pn532("D406633C") == hex("D507049000"), "as four bits")
        #expect(try pn532("D44260") == hex("D54300019000"), "without a CRC the tag says NAK 1")
    }

    @Test("with seven bits set a REQA goes out as it is")
    func shortFrame() throws {
        _ = try pn532("D44401")
        _ = try pn532("D408630200630300633D07")
        #expect(try pn532("D44252") == hex("D5430044009000"))
    }

    @Test("the field goes off and on by RFConfiguration, and configuration takes force")
    func field() throws {
        _ = try pn532("D44001A2E304000005")
        #expect(try pn532("D4320100") == hex("D5339000"))
        #expect(try pn532("D44260") == hex("D543019000"))
        #expect(try pn532("D4320101") == hex("D5339000"))
        #expect(try pn532("D44A0100").count == 17)
        #expect(try pn532("D44001A20601020304") == hex("D541029000"))
    }

    @Test("firmware, status, diagnosis and the rest answer as the manual says")
    func housekeeping() throws {
        #expect(try pn532("D402") == hex("D503320106079000"))
        #expect(try pn532("D404") == hex("D5050001010100001080 9000"))
        #expect(try pn532("D400006C6962") == hex("D501006C69629000"))
        #expect(try pn532("D41200") == hex("D5139000"))
        #expect(try pn532("D41401") == hex("D5159000"))
        #expect(try pn532("D4FE") == hex("6300"))
        #expect(try channel.transmit(hex("FF00480000")) == Array("ACR122U201".utf8), "no status word")
        #expect(try channel.transmit(hex("FF00400D0404040101")) == hex("9001"))
        #expect(try channel.transmit(hex("FF00500000")) == hex("90FF"))
        #expect(try channel.transmit(hex("FF00517F00")) == hex("907F"))
        #expect(try channel.transmit(hex("FF00500000")) == hex("907F"))
        #expect(try channel.transmit(hex("FF00520000")) == hex("9000"))
        #expect(try channel.transmit(hex("FF00410000")) == hex("9000"))
    }

    @Test("FF CA selects a silent tag anew, as independent clients of real ones rely on")
    func getUIDWakes() throws {
        #expect(try channel.transmit(hex("FFB000F010")) == hex("6300"))
        #expect(try channel.transmit(hex("FFCA000000")) == hex("04E10CDA993C809000"))
        #expect(try channel.transmit(hex("FFB0000010")).count == 18)
    }
}
