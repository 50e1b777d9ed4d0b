import Foundation
import Tags
import Testing

@testable import Simulator

/// Where the shared cases and vectors are; without the variable their tests are skipped.
enum SharedFiles {
    static let cases = ProcessInfo.processInfo.environment["TAGDESK_CASES"]
    static var available: Bool { cases != nil }

    static func vectors(_ name: String) throws -> [String: Any] {
        try object(
            at: URL(fileURLWithPath: cases ?? "").deletingLastPathComponent().appendingPathComponent("vectors/" + name))
    }

    static func allCases() throws -> [[String: Any]] {
        let file = URL(fileURLWithPath: cases ?? "").appendingPathComponent("cases.json")
        return try #require(try object(at: file)["cases"] as? [[String: Any]])
    }

    private static func object(at url: URL) throws -> [String: Any] {
        let data = try Data(contentsOf: url.standardizedFileURL)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}

func hex(_ text: String) -> [UInt8] { Hex.bytes(text) ?? [] }

func chip(_ name: String) throws -> Type2Chip { try #require(Type2Chip.named(name)) }

/// The chips that the simulator plays in full.
let playedChips = [
    "NTAG213", "NTAG215", "NTAG216", "Ultralight", "Ultralight C", "Ultralight EV1 (UL11)", "Ultralight EV1 (UL21)",
    "NTAG203", "NTAG210", "NTAG212",
]
let passwordChips = [
    "NTAG213", "NTAG215", "NTAG216", "Ultralight EV1 (UL11)", "Ultralight EV1 (UL21)", "NTAG210", "NTAG212",
]
let ntag21x = ["NTAG213", "NTAG215", "NTAG216"]

/// A chip in a field of its own, driven frame by frame.
struct Bare {
    var silicon: SimulatedChip

    init(_ name: String, uid: [UInt8] = hex("04E10CDA993C80"), prepare: (inout SimulatedChip) -> Void = { _ in }) throws
    {
        let table = try chip(name)
        silicon = SimulatedChip(
            chip: table, memory: FactoryMemory.image(of: table, uid: uid),
            signature: Array(repeating: 0x5A, count: table.signatureCurve?.signatureLength ?? 0), seed: 7)
        prepare(&silicon)
        silicon.powerOn()
        activate()
    }

    /// WUPA to SELECT, as a reader does it.
    mutating func activate() {
        if silicon.receive([0x52], short: true) == .silence { _ = silicon.receive([0x52], short: true) }
        guard case .bare(let first) = silicon.receive([0x93, 0x20]) else { return }
        _ = silicon.receive(SimulatedChip.withCRC([0x93, 0x70] + first))
        guard case .bare(let second) = silicon.receive([0x95, 0x20]) else { return }
        _ = silicon.receive(SimulatedChip.withCRC([0x95, 0x70] + second))
    }

    mutating func powerCycle() {
        silicon.powerOff()
        silicon.powerOn()
        activate()
    }

    /// One frame, CRC added.
    mutating func send(_ frame: String) -> SimulatedChip.Answer { silicon.receive(SimulatedChip.withCRC(hex(frame))) }
    mutating func send(_ frame: [UInt8]) -> SimulatedChip.Answer { silicon.receive(SimulatedChip.withCRC(frame)) }

    mutating func write(_ bytes: [UInt8], page: Int) -> SimulatedChip.Answer { send([0xA2, UInt8(page)] + bytes) }

    /// One page by READ, activated anew first where need be.
    mutating func page(_ page: Int) -> [UInt8]? {
        if silicon.state != .active && silicon.state != .authenticated { activate() }
        guard case .bytes(let bytes) = send([0x30, UInt8(page)]) else { return nil }
        return Array(bytes.prefix(4))
    }

    var isActive: Bool { silicon.state == .active || silicon.state == .authenticated }
}

let ack = SimulatedChip.Answer.nibble(0x0A)
let nak0 = SimulatedChip.Answer.nibble(0x00)
let nak1 = SimulatedChip.Answer.nibble(0x01)
let nak4 = SimulatedChip.Answer.nibble(0x04)

extension SimulatedProfile: CustomTestStringConvertible {
    /// The word for it.
    public var testDescription: String { name }
}
