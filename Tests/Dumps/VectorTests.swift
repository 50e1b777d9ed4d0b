import Foundation
import NDEF
import Tags
import Testing

@testable import Dumps

@Suite("Dumps of the vectors, as the files that other programs make of them", .enabled(if: Cases.isThere))
struct VectorTests {
    /// A memory of the vectors.
    struct Vector: CustomTestStringConvertible, Sendable {
        let name: String
        let product: String
        let uid: String
        let memory: [UInt8]
        let version: [UInt8]?
        let signature: [UInt8]?
        let isWhole: Bool
        let message: String?
        var testDescription: String { name }
    }

    private static func vectors(_ name: String) -> [String: Any] {
        let path = (Cases.folder ?? "") + "/../vectors/" + name
        let data = FileManager.default.contents(atPath: path) ?? Data()
        return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    }

    private static let chips = [
        "MF0ICU1": "Ultralight", "MF0ICU2": "Ultralight C", "MF0UL11": "Ultralight EV1 (UL11)",
        "MF0UL21": "Ultralight EV1 (UL21)",
    ]

    static let type2: [Vector] = (vectors("type2_dumps.json")["dumps"] as? [[String: Any]] ?? []).compactMap { entry in
        guard let pages = entry["pages"] as? [String: String], let product = entry["product"] as? String else {
            return nil
        }
        let ordered = (0..<pages.count).compactMap { pages[String($0)] }.compactMap { Hex.bytes($0) }
        // Those of which the vectors keep some pages only are no files.
        guard ordered.count == pages.count else { return nil }
        let tlvs = entry["tlvs"] as? [[String: Any]] ?? []
        return Vector(
            name: entry["name"] as? String ?? "", product: chips[product] ?? product,
            uid: entry["uid"] as? String ?? "",
            memory: ordered.flatMap { $0 }, version: (entry["get_version"] as? String).flatMap { Hex.bytes($0) },
            signature: (entry["signature"] as? String).flatMap { Hex.bytes($0) }, isWhole: entry["total_pages"] is Int,
            message: tlvs.first { $0["type"] as? String == "NDEF" }?["value"] as? String)
    }

    @Test("A raw memory is of the chip it was read from, or that chip is among those it could be", arguments: type2)
    func raw(vector: Vector) throws {
        let opened = try Dump.open(vector.memory)
        #expect(Hex.string(opened.dump.report.identity.uid) == vector.uid)
        guard vector.isWhole else { return }
        let name = opened.dump.report.identity.chipName
        #expect(name == vector.product || opened.problems.contains { $0.contains(vector.product) }, "\(name)")
        if let message = vector.message { #expect(opened.dump.report.ndef?.raw.map { Hex.string($0) } == message) }
    }

    @Test(
        "Behind a Proxmark3 header it is of the chip that its version names, and its signature holds",
        arguments: type2.filter { $0.version != nil && $0.isWhole })
    func proxmark(vector: Vector) throws {
        var header = vector.version ?? []
        header += [0, 0, 0, UInt8(vector.memory.count / 4 - 1)]
        header += vector.signature ?? [UInt8](repeating: 0, count: 32)
        header += [UInt8](repeating: 0, count: 12)
        let opened = try Dump.open(header + vector.memory)
        #expect(opened.format == .proxmarkBinary)
        #expect(opened.dump.report.identity.chipName == vector.product)
        #expect(opened.dump.report.identity.provenance == .reported)
        if vector.signature != nil { #expect(opened.dump.report.signature?.valid == true) }
    }

    @Test("A Type 5 memory gives the message of its vector")
    func type5() throws {
        let images = try #require(Self.vectors("type5.json")["tag_images"] as? [[String: Any]])
        #expect(!images.isEmpty)
        for image in images {
            let bytes = try #require((image["image_hex"] as? String).flatMap { Hex.bytes($0) })
            let ndef = try #require(try Dump.open(bytes).dump.report.ndef)
            let tlvs = image["tlvs"] as? [[String: Any]] ?? []
            #expect(ndef.raw?.count == tlvs.first { $0["type"] as? String == "NDEF" }?["length"] as? Int)
            #expect(ndef.state == .message)
            #expect(ndef.tlvs.count == tlvs.count)
        }
    }
}
