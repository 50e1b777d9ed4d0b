import Tags
import Testing

@testable import Simulator

@Suite("Published vectors", .enabled(if: SharedFiles.available))
struct VectorTests {
    @Test("the mirror examples of the data sheet are shown as printed")
    func mirrors() throws {
        let vectors = try #require(try SharedFiles.vectors("type2_dumps.json")["ascii_mirror"] as? [[String: Any]])
        #expect(vectors.count >= 3)
        for vector in vectors {
            func bytes(_ key: String) throws -> [UInt8] { hex(try #require(vector[key] as? String)) }
            let table = try chip(try #require(vector["product"] as? String))
            let configuration = try #require(table.configuration)
            var silicon = SimulatedChip(chip: table, memory: try bytes("physical_pages_0_39"), signature: [], seed: 1)
            silicon.store(try bytes("cfg0"), page: configuration.cfg0)
            let counts = vector["nfc_cnt_en_needed"] as? Bool == true
            silicon.store([counts ? 0x10 : 0, 5, 0, 0], page: configuration.cfg1)
            // The reading itself counts once.
            let shown = try bytes("counter").reduce(0) { $0 << 8 | UInt32($1) }
            silicon.counters[2] = shown - 1
            silicon.powerOn()
            silicon.state = .active
            let physical = Array(silicon.memory.prefix(160))
            let seen = silicon.execute([0x3A, 0, 39]).data
            #expect(seen == (try bytes("virtual_pages_0_39")))
            #expect(Array(silicon.memory.prefix(160)) == physical)
        }
    }

    @Test("the Ultralight C authentications of data sheet and nfcpy go as printed")
    func ultralightC() throws {
        let vectors = try #require(try SharedFiles.vectors("type2_dumps.json")["ultralight_c_auth"] as? [[String: Any]])
        #expect(vectors.count >= 2)
        for vector in vectors {
            func bytes(_ key: String) throws -> [UInt8] { hex(try #require(vector[key] as? String)) }
            var tag = try Bare("Ultralight C")
            let key = try #require(UltralightCAuthentication.memory(ofKey: try bytes("key")))
            for index in 0..<4 { tag.silicon.store(Array(key[index * 4..<index * 4 + 4]), page: 0x2C + index) }
            tag.silicon.presetChallenge = try bytes("rndB")
            #expect(tag.send(try bytes("cmd_1")) == .bytes(try bytes("resp_1")))
            #expect(tag.send(try bytes("cmd_2")) == .bytes(try bytes("resp_2")))
            #expect(tag.silicon.state == .authenticated)
        }
    }

    @Test("whole dumps are read out byte for byte, PWD, PACK and keys as zeros or not at all")
    func dumps() throws {
        let names = [
            "MF0ICU1": "Ultralight", "MF0ICU2": "Ultralight C", "MF0UL11": "Ultralight EV1 (UL11)",
            "MF0UL21": "Ultralight EV1 (UL21)",
        ]
        var tried = 0
        for dump in try #require(try SharedFiles.vectors("type2_dumps.json")["dumps"] as? [[String: Any]]) {
            let product = try #require(dump["product"] as? String)
            let table = try chip(names[product] ?? product)
            let pages = try #require(dump["pages"] as? [String: String])
            guard pages.count == table.pageCount else { continue }
            let memory = (0..<table.pageCount).flatMap { hex(pages[String($0)] ?? "") }
            var silicon = SimulatedChip(chip: table, memory: memory, signature: [], seed: 1)
            silicon.powerOn()
            silicon.state = .active
            let open = silicon.readEnd
            if silicon.mirrored != nil { continue }
            for page in 0..<open {
                let seen = Array(silicon.execute([0x30, UInt8(page)]).data.prefix(4))
                #expect(
                    seen
                        == (table.writeOnlyPages.contains(page)
                            ? [0, 0, 0, 0] : Array(memory[page * 4..<page * 4 + 4])))
            }
            tried += 1
        }
        #expect(tried >= 8)
    }

    @Test("every published signature verifies, and the counterfeits' does not")
    func signatures() throws {
        for pair in PublishedSignature.pairs {
            let state = Originality.verify(
                uid: hex(pair.uid), signature: hex(pair.signature),
                curve: pair.signature.count == 64 ? .secp128r1 : .secp224r1)
            #expect(state.valid == !pair.uid.hasPrefix("1D"))
        }
        let negatives = try #require(try SharedFiles.vectors("ecc_signature.json")["negative"] as? [[String: Any]])
        for negative in negatives where (negative["product"] as? String)?.contains("NTAG213") == true {
            let uid = try #require(negative["uid"] as? String)
            #expect(PublishedSignature.of(hex(uid)) == hex(try #require(negative["signature"] as? String)))
        }
    }
}
