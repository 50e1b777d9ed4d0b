import Testing

@testable import Tags

@Suite("Capability containers")
struct CapabilityContainerTests {
    @Test("every published container is read as its source says", .enabled(if: SharedFiles.present))
    func vectors() throws {
        let vectors = try SharedFiles.vectors("type4_cc.json")["cc"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let container = try CapabilityContainer(try vector.bytes("hex"))
            #expect(container.length == vector["cclen"].number)
            #expect(container.versionWords == vector["version"].text)
            #expect(container.maximumRead == vector["mle"].number)
            #expect(container.maximumWrite == vector["mlc"].number)
            #expect(container.problems.isEmpty)
            let files = vector["files"].list
            #expect(container.files.count == files.count)
            for (found, wanted) in zip(container.files, files) {
                #expect(Hex.byte(found.tag) == wanted["tag"].text)
                #expect(Hex.file(found.id) == wanted["fid"].text)
                #expect(found.maximumSize == wanted["max_size"].number)
                #expect(Hex.byte(found.read) == wanted["read"].text)
                #expect(Hex.byte(found.write) == wanted["write"].text)
                let bytes = try vector.bytes("hex")
                #expect(bytes[found.writeOffset] == found.write)
            }
        }
    }

    @Test("every published NDEF file gives its message", .enabled(if: SharedFiles.present))
    func files() throws {
        for vector in try SharedFiles.vectors("type4_cc.json")["ndef_files"].list {
            let bytes = try vector.bytes("hex")
            let isExtended = try vector.text("name").contains("ENDEF")
            let file = TagFile(
                id: 0xE104, role: .message, size: 64, isExtended: isExtended, content: FileContent(bytes),
                access: FileAccess(read: .free, write: .free))
            let state = NDEFState(file: file)
            #expect(state.raw ?? [] == (try vector.bytes("message")))
            #expect(state.capacity?.used == vector["nlen"].number)
            #expect(state.state == (vector["nlen"].number == 0 ? .empty : .message))
        }
    }

    @Test(
        "MLe and MLc that no card may have are clamped, and said",
        arguments: [(0, 15), (1, 1), (14, 14), (15, 15), (256, 256), (257, 256), (65_535, 256)])
    func clamping(said: Int, used: Int) throws {
        let bytes: [UInt8] = [0, 15, 0x20, UInt8(said >> 8), UInt8(said & 0xFF), UInt8(said >> 8), UInt8(said & 0xFF)]
        let container = try CapabilityContainer(bytes + [4, 6, 0xE1, 4, 1, 0, 0, 0])
        #expect(container.readChunk == used)
        #expect(container.writeChunk == (said == 0 ? 13 : min(used, 255)))
        #expect(container.problems.contains { $0.hasPrefix("MLe \(said) ") } == (said < 15))
        #expect(container.problems.contains { $0.hasPrefix("MLc \(said) ") } == (said < 13))
    }

    @Test("no bytes at all make the reader of containers fall over, and every cut is told")
    func everyCut() throws {
        let whole = try #require(Hex.bytes("001720010000FF0506E105008082830406E10401000000"))
        for count in 0...whole.count {
            let cut = Array(whole.prefix(count))
            let container = try? CapabilityContainer(cut)
            #expect(count >= 7 || container == nil)
            if let container, count < whole.count { #expect(!container.problems.isEmpty) }
        }
        for place in whole.indices {
            for value in [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF] as [UInt8] {
                var changed = whole
                changed[place] = value
                _ = try? CapabilityContainer(changed)
            }
        }
    }

    @Test("the message's file is found wherever the container names it")
    func order() throws {
        let container = try CapabilityContainer(try hex("001720010000FF0506E105008082830406E10401000000"))
        #expect(container.message?.id == 0xE104)
        #expect(container.files.map(\.words).first == "E105 proprietary, 128 bytes, read 82, write 83")
    }
}

@Suite("Contents of files")
struct FileContentTests {
    @Test("bytes that are set one by one, in any order, are one run; what was not set is not known")
    func anyOrder() {
        for stride in 1..<7 {
            var content = FileContent()
            for step in 0..<7 { content.set([UInt8(step * stride % 7)], at: 10 + step * stride % 7) }
            #expect(content.runs.count == 1)
            #expect(content.bytes(in: 10..<17) == [0, 1, 2, 3, 4, 5, 6])
            #expect(content.byte(at: 9) == nil && content.byte(at: 17) == nil)
            #expect(content.unread(below: 20) == [0..<10, 17..<20])
        }
    }

    @Test("what is set last holds, whatever it overlaps")
    func overlaps() {
        for start in 0..<12 {
            for count in 1..<8 {
                var content = FileContent([1, 2, 3], at: 2)
                content.set([4, 5, 6], at: 7)
                let new = Array(repeating: UInt8(9), count: count)
                content.set(new, at: start)
                #expect(content.bytes(in: start..<start + count) == new)
                for (offset, byte) in [(2, 1), (3, 2), (4, 3), (7, 4), (8, 5), (9, 6)]
                where !(start..<start + count).contains(offset) {
                    #expect(content.byte(at: offset) == UInt8(byte))
                }
                #expect(zip(content.runs, content.runs.dropFirst()).allSatisfy { $0.range.upperBound < $1.offset })
            }
        }
    }
}
