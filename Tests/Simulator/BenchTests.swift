import NDEF
import Synchronization
import Tags
import Testing

@testable import Simulator

/// A storage in memory.
final class MemoryStorage: SimulatorStorage {
    private let files = Mutex<[String: [UInt8]]>([:])
    let writes = Counter()
    func load(_ name: String) -> [UInt8]? { files.withLock { $0[name] } }
    func save(_ name: String, _ bytes: [UInt8]) {
        writes.add()
        files.withLock { $0[name] = bytes }
    }
}

@Suite("The bench")
struct BenchTests {
    @Test("has its default tags, each with a name and UID of its own and one line")
    func defaults() {
        let tags = SimulatorBench.defaultTags()
        #expect(tags.count == 18)
        #expect(Set(tags.map(\.name)).count == tags.count)
        #expect(Set(tags.map(\.tag.uid)).count == tags.count)
        for entry in tags {
            #expect(!entry.name.contains(" "))
            #expect(!entry.summary.contains("\n") && entry.summary.count < 100)
        }
    }

    @Test("default tags carry published signatures, but for the counterfeit and the one without")
    func signatures() {
        for entry in SimulatorBench.defaultTags() where entry.tag.chip?.signatureCurve != nil {
            let state = Originality.verify(uid: entry.tag.uid, signature: entry.tag.signature, curve: .secp128r1)
            let genuine = entry.name != "ntag213-counterfeit" && entry.name != "ntag213-locked"
            #expect(state.valid == genuine, "\(entry.name): \(state.verdict)")
        }
    }

    @Test("messages of the default tags decode without a fault, but for the torn one")
    func messages() throws {
        for entry in SimulatorBench.defaultTags() where entry.name != "ul11" {
            guard let chip = entry.tag.chip else { continue }
            let image = entry.tag.image
            var offset = 16
            while image[offset] != 0x03 { offset += image[offset] == 0 ? 1 : 2 + Int(image[offset + 1]) }
            var (start, length) = (offset + 2, Int(image[offset + 1]))
            if length == 0xFF {
                length = Int(image[offset + 2]) << 8 | Int(image[offset + 3])
                start = offset + 4
            }
            #expect(start + length <= (chip.userPages.upperBound + 1) * 4, "\(entry.name)")
            let decoded = NDEFMessage.decode(Array(image[start..<start + length]))
            if entry.name == "ntag215-torn" {
                #expect(!decoded.problems.isEmpty)
            } else if length > 0 {
                #expect(decoded.problems.isEmpty, "\(entry.name): \(decoded.problems)")
                #expect(!decoded.records.isEmpty)
                #expect(image[start + length] == 0xFE)
            }
        }
    }

    @Test("the mirror tag shows its UID and counter in its link")
    func mirror() throws {
        let reader = SimulatedReader(profile: .acr122)
        let bench = SimulatorBench(reader: reader, tags: SimulatorBench.defaultTags())
        #expect(bench.place("ntag213-mirror"))
        let memory = try reader.connect().transmit(hex("FF00000005D4423A0027"))
        #expect(String(decoding: memory, as: UTF8.self).contains("example.com/t?m=045869D29C3980x00002A"))
    }

    @Test("the locked tag takes no write to any page")
    func locked() throws {
        let entry = try #require(SimulatorBench.defaultTags().first { $0.name == "ntag213-locked" })
        entry.tag.with { chip in
            chip.powerOn()
            chip.state = .active
            for page in 3...39 { #expect(!chip.mayWrite(page)) }
        }
    }

    @Test("protected tags open with the password that their line names", arguments: ["write", "read"])
    func protected(kind: String) throws {
        let reader = SimulatedReader(profile: .acr122)
        let bench = SimulatorBench(reader: reader, tags: SimulatorBench.defaultTags())
        #expect(bench.place("ntag213-\(kind)-password"))
        let channel = try reader.connect()
        #expect(try channel.transmit(hex("FFD600080401020304")) == hex("6300"))
        try channel.reconnect(.reset)
        #expect(try channel.transmit(hex("FF00000007D4421B12345678")) == hex("D54300ABCD9000"))
        #expect(try channel.transmit(hex("FFD600080401020304")) == hex("9000"))
    }

    @Test("puts one tag on in place of another and takes it off")
    func placing() {
        let reader = SimulatedReader(profile: .acr122)
        let bench = SimulatorBench(reader: reader, tags: SimulatorBench.defaultTags())
        #expect(bench.nameOnReader == nil)
        #expect(bench.place("ul11"))
        #expect(bench.place("ntag213-factory"))
        #expect(bench.nameOnReader == "ntag213-factory")
        #expect(!bench.place("nothing"))
        #expect(bench.nameOnReader == "ntag213-factory")
        bench.remove()
        #expect(bench.nameOnReader == nil)
    }

    @Test("keeps what was written, and writes only what has changed")
    func storage() throws {
        let storage = MemoryStorage()
        let reader = SimulatedReader(profile: .acr122)
        let bench = SimulatorBench(reader: reader, tags: SimulatorBench.defaultTags(), storage: storage)
        bench.place("ntag213-factory")
        #expect(storage.writes.value == 0)
        _ = try reader.connect().transmit(hex("FFD6000604A1B2C3D4"))
        bench.remove()
        #expect(storage.writes.value == 1)
        bench.save()
        #expect(storage.writes.value == 1)
        let next = SimulatorBench(
            reader: SimulatedReader(profile: .acr122), tags: SimulatorBench.defaultTags(), storage: storage)
        #expect(next.tag(named: "ntag213-factory")?.image[24..<28] == [0xA1, 0xB2, 0xC3, 0xD4])
    }

    @Test("a tag's state comes back whole, and nothing else is taken for one", arguments: playedChips)
    func state(name: String) throws {
        let tag = SimulatedTag(chip: try chip(name), name: "x", uid: hex("04E10CDA993C80"))
        tag.counters = [1, 2, 0xFFFFFF]
        tag.with { chip in
            chip.failures = 3
            chip.tornCounters[1] = true
            chip.pendingIncrement = 7
        }
        let back = try #require(SimulatedTag(name: "x", encodedState: tag.encodedState()))
        #expect(back.encodedState() == tag.encodedState())
        #expect(back.with { $0.pendingIncrement } == 7)
        for length in stride(from: 0, to: tag.encodedState().count, by: 7) {
            let part = SimulatedTag(name: "x", encodedState: Array(tag.encodedState().prefix(length)))
            #expect(part == nil || part?.image == tag.image)
        }
        #expect(SimulatedTag(name: "x", encodedState: Array("something else".utf8)) == nil)
    }

    @Test("every word of the command line names a chip")
    func words() {
        for (word, name) in SimulatedChipName.all {
            #expect(SimulatedChipName.chip(word)?.name == name)
            #expect(SimulatedChipName.chip(name.uppercased())?.name == name)
        }
        #expect(SimulatedChipName.chip("ntag999") == nil)
        for (word, name) in SimulatedChipName.cards {
            #expect(SimulatedChipName.card(word, name: "x")?.kind.name == name)
            #expect(SimulatedChipName.card(name.lowercased())?.name == name)
            #expect(SimulatedChipName.chip(word) == nil)
        }
        #expect(SimulatedChipName.card("ntag213") == nil)
    }

    @Test("cards of the bench are read by what their lines say", arguments: ["ntag424-link", "type4-link-text"])
    func cards(name: String) throws {
        let reader = SimulatedReader(profile: .acr122)
        let bench = SimulatorBench(reader: reader, tags: SimulatorBench.defaultTags())
        #expect(bench.place(name))
        let channel = try reader.connect()
        #expect(try channel.transmit(hex("00A4040007D276000085010100")) == hex("9000"))
        #expect(try channel.transmit(hex("00A4000C02E104")) == hex("9000"))
        let content = try channel.transmit(hex("00B0000080"))
        let length = Int(content[0]) << 8 | Int(content[1])
        let decoded = NDEFMessage.decode(Array(content[2..<2 + length]))
        #expect(decoded.problems.isEmpty && !decoded.records.isEmpty)
        let text = String(decoding: content, as: UTF8.self)
        #expect(text.contains(name == "ntag424-link" ? "example.com/t?p=" : "example.com/desk/12"))
    }

    // The keys that the bench's line names: 1 hides, 2 signs.
    @Test("the bench's linked NTAG 424 DNA gives links that its keys verify, with a counter that rises")
    func linkedCard() throws {
        let entry = try #require(SimulatorBench.defaultTags().first { $0.name == "ntag424-link" })
        let card = try #require(entry.tag.ntag424)
        try card.files[1].settings.check(for: card.files[1], of: card)
        let reader = SimulatedReader(profile: .storage)
        reader.insert(entry.tag)
        let channel = try reader.connect()
        for tap in 1...3 {
            _ = try channel.transmit(hex("00A4040007D276000085010100"))
            _ = try channel.transmit(hex("00A4000C02E104"))
            let text = String(decoding: try channel.transmit(hex("00B0000000")), as: UTF8.self)
            let query = try #require(text.split(separator: "?p=").last)
            let picc = hex(String(query.prefix(32)))
            let plain = try #require(BlockCipher.aes128.decrypt(picc, key: Array(repeating: 0xA1, count: 16)))
            #expect(Array(plain[0..<11]) == [0xC7] + entry.tag.uid + [UInt8(tap), 0, 0])
            let keys = SDMKeys(
                key: Array(repeating: 0xA2, count: 16), uid: entry.tag.uid, counter: [UInt8(tap), 0, 0], lrp: false)
            #expect(query.dropFirst(35).prefix(16) == Hex.string(keys.mac([])))
        }
    }

    @Test("a card's NDEF file is replaced from its beginning, and never beyond its room")
    func messageFiles() throws {
        for word in ["type4", "ntag424"] {
            let tag = try #require(SimulatedChipName.card(word))
            let size = tag.messageFileSize
            #expect(size == (word == "type4" ? 2048 : 256))
            #expect(tag.replaceMessageFile(with: [0x00, 0x03, 0xD0, 0x00, 0x00]))
            #expect(tag.messageFile == [0x00, 0x03, 0xD0] + Array(repeating: 0, count: size - 3))
            #expect(!tag.replaceMessageFile(with: Array(repeating: 1, count: size + 1)))
            #expect(tag.replaceMessageFile(with: Array(repeating: 1, count: size)))
        }
        let plain = SimulatedTag(chip: try chip("NTAG213"))
        #expect(plain.messageFile == nil && !plain.replaceMessageFile(with: [0, 0]))
    }
}

@Suite("The commands of simulate --serve")
struct SessionTests {
    private let reader = SimulatedReader(profile: .acr122)
    private func session(_ files: @escaping @Sendable (String, [UInt8]) -> String? = { _, _ in nil }) throws
        -> SimulatorSession
    {
        let tags = try ["ntag213", "ul11", "blue one"].map {
            SimulatorBench.Entry(tag: SimulatedTag(chip: try chip("NTAG213"), name: $0), summary: "")
        }
        let bench = SimulatorBench(reader: reader, tags: tags)
        return SimulatorSession(bench: bench) { tag, file in files(file, tag.image) }
    }

    @Test("insert and remove move the tag and say so")
    func insert() throws {
        let session = try session()
        #expect(session.handle("insert ntag213") == .ok("inserted ntag213"))
        #expect(reader.tag?.name == "ntag213")
        #expect(session.handle("  insert   blue one ") == .ok("inserted blue one"))
        #expect(session.handle("remove") == .ok("removed blue one"))
        #expect(reader.tag == nil)
        #expect(session.handle("remove").line?.hasPrefix("error ") == true)
    }

    @Test("pull-after takes the tag away in the n-th frame")
    func pull() throws {
        let session = try session()
        #expect(session.handle("pull-after 2") == .ok("pulling the next tag after 2 frames"))
        _ = session.handle("insert ul11")
        #expect(session.handle("pull-after 2") == .ok("pulling after 2 frames"))
        let channel = try reader.connect()
        #expect(try channel.transmit(hex("FFB0000010")).count == 18)
        #expect(try channel.transmit(hex("FFB0000010")) == hex("6300"))
        #expect(reader.tag == nil)
    }

    @Test("save hands tag and file over, and tells why it failed")
    func save() throws {
        let seen = Mutex<[String]>([])
        let session = try session { file, image in
            seen.withLock { $0.append(file) }
            return file == "bad" ? "cannot write bad" : image.count == 180 ? nil : "wrong size"
        }
        #expect(session.handle("save ntag213 /tmp/a b.bin") == .ok("saved ntag213"))
        #expect(session.handle("save blue one c.bin") == .ok("saved blue one"))
        #expect(session.handle("save ntag213 bad") == .error("cannot write bad"))
        #expect(seen.withLock { $0 } == ["/tmp/a b.bin", "c.bin", "bad"])
    }

    @Test(
        "what is no command is an error, an empty line nothing, quit the end",
        arguments: [
            "insert", "insert nobody", "pull-after", "pull-after 0", "pull-after -1", "pull-after x", "save",
            "save ntag213",
            "save nobody file", "dance", "INSERT ntag213",
        ])
    func errors(line: String) throws {
        let session = try session()
        let reply = session.handle(line)
        #expect(reply.line?.hasPrefix("error ") == true)
        #expect(!reply.quits)
        #expect(session.handle("   ") == SimulatorSession.Reply(line: nil, quits: false))
        #expect(session.handle("quit").quits)
    }
}
