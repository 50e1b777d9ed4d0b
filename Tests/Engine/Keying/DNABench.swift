import NDEF
import Simulator
import Tags
import Testing

@testable import Engine

/// Keys of these tests.
enum DNATestKeys {
    static let factory = [UInt8](repeating: 0, count: 16)
    static let first = hex("000102030405060708090A0B0C0D0E0F")
    static let second = hex("F0E1D2C3B4A5968778695A4B3C2D1E0F")
    static let third = hex("5004BF991F408672B1EF00F08F9E8647")

    /// Five keys, each another one.
    static let custom: [UInt8: [UInt8]] = Dictionary(
        uniqueKeysWithValues: (0..<5).map { number in (UInt8(number), first.map { $0 ^ UInt8(0x10 * number + 0x11) }) })

    static func changes(to keys: [UInt8: [UInt8]], version: UInt8) -> DNAWish {
        .keys(keys.map { DNAKeyChange(number: $0.key, new: $0.value, version: version) })
    }
}

extension ChangeBench {
    /// A change of an NTAG 424 DNA.
    @discardableResult func change(
        _ wish: DNAWish, keys: [UInt8: [UInt8]] = [:], confirm: Bool = false, dryRun: Bool = false
    ) -> Change {
        change(.dna(wish), Credential(keys: keys), confirm: confirm, dryRun: dryRun)
    }

    /// What the card really holds.
    var card: SimulatedDNA {
        guard let card = tag.ntag424 else { fatalError("no NTAG 424 DNA") }
        return card
    }

    /// Reads the link as a phone does: in a reading of its own.
    func tap() throws -> String {
        let channel = try reader.connect()
        defer { channel.disconnect(reset: true) }
        let card = NTAG424(APDUSession(channel, uid: uid), random: RandomBytes.make)
        try card.selectApplication()
        try card.selectFile(0xE104)
        let length = try card.readBinary(offset: 0, length: 2, file: 0xE104)
        let count = Int(length[0]) << 8 | Int(length[1])
        let message = NDEFMessage.decode(try card.readBinary(offset: 2, length: count, file: 0xE104))
        guard case .uri(let link)? = message.records.first?.record.content else { return "" }
        return link
    }
}

extension SimulatedDNA {
    /// The keys by number.
    var keyValues: [UInt8: [UInt8]] {
        Dictionary(uniqueKeysWithValues: keys.enumerated().map { (UInt8($0.offset), $0.element.value) })
    }

    /// What lasts, without the counts of tries and readings.
    var lasting: SimulatedDNA {
        var card = self
        card.readCounter = 0
        for index in card.keys.indices {
            card.keys[index].failures = 0
            card.keys[index].failuresInRow = 0
            card.keys[index].waited = 0
        }
        return card
    }
}
