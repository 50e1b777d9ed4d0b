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
        #expect(try channel.transmit(hex("FFB0000010")).prefix(8) == tag.image.prefix(8))
    }

    @Test("of the ACR122 passes GET_VERSION and FAST_READ through InCommunicateThru")
    func acr122Native() throws {
        let reader = SimulatedReader(profile: .acr122)
        let tag = SimulatedTag(chip: try chip("NTAG216"))
        reader.insert(tag)
        let channel = try reader.connect()
        #expect(try channel.transmit(hex("FF00000003D44260")) == hex("D5430000040402010013039000"))
        let answer = try channel.transmit(hex("FF00000005D4423A003D"))
        #expect(answer.count == 3 + 62 * 4 + 2)
        #expect(answer.dropFirst(3).prefix(16) == tag.image.prefix(16))
        #expect(try channel.transmit(hex("FF00000005D4423A003E")) == hex("D543079000"))
    }
}
