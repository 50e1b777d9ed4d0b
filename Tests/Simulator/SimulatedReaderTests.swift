import Tags
import Testing

@testable import Simulator

@Suite("A simulated reader")
struct SimulatedReaderTests {
    @Test("gives the UID and the first pages of every chip", arguments: SimulatedProfile.all, playedChips)
    func readsFirstPages(profile: SimulatedProfile, name: String) throws {
        let reader = SimulatedReader(profile: profile)
        let tag = SimulatedTag(chip: try chip(name), uid: hex("04E10CDA993C80"))
        reader.insert(tag)
        let channel = try reader.connect()
        #expect(try channel.transmit(hex("FFCA000000")) == hex("04E10CDA993C809000"))
        #expect(try channel.transmit(hex("FFCA000007")) == hex("04E10CDA993C809000"))
        #expect(try channel.transmit(hex("FFCA000004")) == hex("6C07"))
        #expect(try channel.transmit(hex("FFCA010000")) == hex("6A81"))
        #expect(try channel.transmit(hex("FFB0000010")).dropLast(2) == tag.image.prefix(16))
        #expect(try channel.transmit(hex("FFB0000304")) == tag.image[12..<16] + [0x90, 0x00])
        #expect(try channel.transmit(hex("FFD600050401020304")) == hex("9000"))
        #expect(tag.image[20..<24] == [1, 2, 3, 4])
    }

    @Test("has the ATR of a storage card, with the card name its table gives")
    func atr() throws {
        // PC/SC part 3 supplement: ATR of storage cards.
        let ultralight = hex("3B8F8001804F0CA0000003060300030000000068")
        let ultralightC = hex("3B8F8001804F0CA00000030603003A0000000051")
        for profile in SimulatedProfile.all {
            for name in playedChips {
                let reader = SimulatedReader(profile: profile)
                reader.insert(SimulatedTag(chip: try chip(name)))
                let own = name == "Ultralight C" && profile.namesUltralightC
                #expect(try reader.connect().atr == (own ? ultralightC : ultralight))
            }
        }
    }

    @Test("after a NAK refuses every read until the card is connected anew", arguments: SimulatedProfile.all)
    func silentAfterNAK(profile: SimulatedProfile) throws {
        let reader = SimulatedReader(profile: profile)
        reader.insert(SimulatedTag(chip: try chip("NTAG213")))
        let channel = try reader.connect()
        for kind in [ResetKind.reset, .unpower] {
            #expect(try channel.transmit(hex("FFB0002D10")) == hex("6300"))
            #expect(try channel.transmit(hex("FFB0000010")) == hex("6300"))
            #expect(try channel.transmit(hex("FFB0000010")) == hex("6300"))
            try channel.reconnect(kind)
            #expect(try channel.transmit(hex("FFB0000010")).count == 18)
        }
    }

    @Test("keeps the field on through a reset and off and on when unpowered")
    func resetKinds() throws {
        let reader = SimulatedReader(profile: .acr122)
        reader.insert(SimulatedTag(chip: try chip("NTAG213")))
        let channel = try reader.connect()
        #expect(try channel.transmit(hex("FFD6002904040000FF")).suffix(2) == [0x90, 0x00])
        #expect(try channel.transmit(hex("FFD600290404000005")).suffix(2) == [0x90, 0x00])
        try channel.reconnect(.reset)
        #expect(try channel.transmit(hex("FFD600060401010101")) == hex("9000"))
        try channel.reconnect(.unpower)
        #expect(try channel.transmit(hex("FFD600060402020202")) == hex("6300"))
    }

    @Test("that knows storage cards only refuses what it does not know")
    func storage() throws {
        let reader = SimulatedReader(profile: .storage)
        reader.insert(SimulatedTag(chip: try chip("NTAG213")))
        let channel = try reader.connect()
        #expect(try channel.transmit(hex("FF00000003D44260")) == hex("6A81"))
        #expect(try channel.transmit(hex("FFC20000028100")) == hex("6A81"))
        #expect(try channel.transmit(hex("00A4040007D276000085010100")) == hex("6D00"))
        #expect(try channel.transmit(hex("FFB0000010")).count == 18, "the tag heard nothing of it")
    }

    @Test("of the ACR1252 passes the tag's own commands, and 63 00 for a refusal")
    func direct() throws {
        let reader = SimulatedReader(profile: .acr1252)
        reader.insert(SimulatedTag(chip: try chip("NTAG216")))
        let channel = try reader.connect()
        #expect(try channel.transmit(hex("FF0000000160")) == hex("00040402010013039000"))
        #expect(try channel.transmit(hex("FF000000033A003E")).count == 63 * 4 + 2)
        #expect(try channel.transmit(hex("FF00000006A20501020304")) == hex("0A9000"))
        #expect(try channel.transmit(hex("FF000000023902")) == hex("6300"))
        #expect(try channel.transmit(hex("FF0000000160")) == hex("6300"))
        try channel.reconnect(.reset)
        #expect(try channel.transmit(hex("FF0000000160")).count == 10)
    }

    @Test("passes control commands to the firmware, unless the driver refuses them")
    func escapes() throws {
        let reader = SimulatedReader(profile: .acr122)
        reader.insert(SimulatedTag(chip: try chip("NTAG213")))
        let channel = try reader.connect()
        #expect(try channel.control(0x4200_0001, hex("FF00480000")) == Array("ACR122U201".utf8))
        #expect(try channel.control(0x4200_0D48, []) == hex("130442000001"))
        reader.faults.escapesRefused = true
        #expect(try channel.control(0x4200_0D48, []).isEmpty)
        #expect(throws: ChannelError.controlRefused(code: 0x8010_0016)) {
            try channel.control(0x4200_0001, hex("FF00480000"))
        }
    }

    @Test("survives any bytes as an APDU", arguments: SimulatedProfile.all)
    func anything(profile: SimulatedProfile) throws {
        var generator = SeededGenerator(seed: 5)
        let reader = SimulatedReader(profile: profile)
        reader.insert(SimulatedTag(chip: try chip("NTAG213")))
        let channel = try reader.connect()
        let starts = ["", "FF000000", "FF000000", "FFC20001", "FFC20000", "FFB000", "FFCA", "FF0000"].map(hex)
        for round in 0..<3000 {
            var apdu = starts[round % starts.count] + generator.bytes(Int.random(in: 0...12, using: &generator))
            if round.isMultiple(of: 5), apdu.count > 6 {
                apdu[4] = UInt8(apdu.count - 5)
                apdu[5] = 0xD4
            }
            #expect(try channel.transmit(apdu).count >= 2)
            if round.isMultiple(of: 50) { try channel.reconnect(.unpower) }
        }
    }

    @Test(
        "with frames of 64 bytes takes 15 pages at once and not 16",
        arguments: [
            SimulatedProfile.acr122, .acr1252, .part3,
        ])
    func shortFrames(profile: SimulatedProfile) throws {
        var profile = profile
        profile.maximumFrame = 64
        let reader = SimulatedReader(profile: profile)
        reader.insert(SimulatedTag(chip: try chip("NTAG216")))
        let channel = try reader.connect()
        if profile.name == "part3" {
            _ = try channel.transmit(hex("FFC20000028100"))
            #expect(try channel.transmit(hex("FFC2000105 95033A000E")).count == 14 + 60 + 2)
            #expect(try channel.transmit(hex("FFC2000105 95033A000F")) == hex("C0030164019000"))
        } else if profile.name == "acr122" {
            #expect(try channel.transmit(hex("FF00000005D4423A000E")).count == 3 + 60 + 2)
            #expect(try channel.transmit(hex("FF00000005D4423A000F")) == hex("D543079000"))
        } else {
            #expect(try channel.transmit(hex("FF000000033A000E")).count == 62)
            #expect(try channel.transmit(hex("FF000000033A000F")) == hex("6300"))
        }
    }
}
