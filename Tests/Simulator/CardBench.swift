import Tags
import Testing

@testable import Simulator

/// A card on a reader, driven by APDUs.
struct CardBench {
    let reader: SimulatedReader
    let tag: SimulatedTag
    let channel: any CardChannel

    init(_ tag: SimulatedTag, profile: SimulatedProfile = .acr122, seed: UInt64 = 1) throws {
        self.tag = tag
        reader = SimulatedReader(profile: profile, seed: seed)
        reader.insert(tag)
        channel = try reader.connect()
    }

    init(_ card: Type4Card, profile: SimulatedProfile = .acr122, seed: UInt64 = 1) throws {
        try self.init(SimulatedTag(type4: card), profile: profile, seed: seed)
    }

    /// The answer in hex.
    func send(_ command: String) throws -> String { Hex.string(try channel.transmit(hex(command))) }
    func send(_ command: [UInt8]) throws -> [UInt8] { try channel.transmit(command) }

    /// SELECT of the NDEF application and a file.
    func select(_ file: String) throws {
        try #require(try send("00A4040007D276000085010100") == "9000")
        try #require(try send("00A4000C02" + file) == "9000")
    }
}
