import Testing

@testable import Tags

@Suite("Type 2 memories that people met")
struct CaseTests {
    private static let chips = [
        "UL": "Ultralight", "ULC": "Ultralight C", "UL11": "Ultralight EV1 (UL11)", "UL21": "Ultralight EV1 (UL21)",
    ]

    private func report(_ input: JSON) throws -> TagReport {
        let version = input["get_version"].bytes
        let name = try input.text("ic")
        // A chip that has GET_VERSION but did not answer it in the case is one that we do not know.
        let named = Type2Chip.named(Self.chips[name] ?? name)
        let chip = version.flatMap(Type2Chip.match(version:)) ?? (named?.versions.isEmpty == true ? named : nil)
        let identity = TagIdentity(
            uid: [], type: .type2, chipName: chip?.name ?? "Type 2 tag", chip: chip, identifiedBy: "the case",
            provenance: .reported, version: version)
        let image = TagImage(pageSize: 4, bytes: try input.bytes("hex"))
        return TagReader.report(identity: identity, image: image, authenticated: false)
    }

    @Test("every case is read as it must be", .enabled(if: SharedFiles.present))
    func cases() throws {
        let cases = try SharedFiles.cases(area: "t2t")
        #expect(!cases.isEmpty)
        for item in cases {
            let id = try item.text("id")
            let report = try report(item["input"])
            let expected = item["expected"]
            try checkMessage(id, report, expected)
            checkSentences(id, report, expected)
            checkProtection(id, report, expected)
            checkEveryByte(report)
        }
    }

    private func checkMessage(_ id: String, _ report: TagReport, _ expected: JSON) throws {
        let ndef = try #require(report.ndef)
        let hasWarning = !expected["warnings"].list.isEmpty || !expected["notes"].list.isEmpty
        switch try expected.text("ndef_state") {
        case "ok":
            #expect(ndef.state == .message, "\(id)")
            if !hasWarning { #expect(ndef.problems.isEmpty, "\(id): \(ndef.problems)") }
        case "ok_with_warning": #expect(ndef.state == .message && !ndef.problems.isEmpty, "\(id)")
        case "empty": #expect(ndef.state == .empty, "\(id)")
        case "none": #expect(ndef.state == .unformatted, "\(id)")
        case "error": #expect(ndef.state == .invalid && !ndef.problems.isEmpty, "\(id)")
        case "error_or_warn":
            #expect((ndef.state == .message || ndef.state == .invalid) && !ndef.problems.isEmpty, "\(id)")
        case let other: Issue.record("\(id): a state nobody explained: \(other)")
        }
        if let bytes = expected["ndef_hex"].bytes { #expect(ndef.raw ?? [] == bytes, "\(id)") }
        if let bytes = expected["partial_hex"].bytes { #expect(ndef.raw == bytes, "\(id)") }
        if let size = expected["max_message_bytes"].number { #expect(ndef.capacity?.maximum == size, "\(id)") }
        if let size = expected["max_message_bytes_physical"].number { #expect(ndef.capacity?.maximum == size, "\(id)") }
        if let image = report.image, let raw = ndef.raw {
            #expect(ndef.memoryRanges.joined().compactMap { image.byte(at: $0) } == raw, "\(id)")
        }
        if !expected["tlvs"].list.isEmpty { #expect(ndef.tlvs.count == expected["tlvs"].list.count, "\(id)") }
    }

    private func checkSentences(_ id: String, _ report: TagReport, _ expected: JSON) {
        let said = (report.ndef?.problems ?? []) + report.findings.map(\.sentence)
        let wanted = expected["warnings"].list + expected["notes"].list + [expected["reason"]].filter(\.isPresent)
        for sentence in wanted.compactMap(\.text) {
            #expect(said.contains { $0.contains(sentence) }, "\(id): \(sentence) is not in \(said)")
        }
    }

    private func checkProtection(_ id: String, _ report: TagReport, _ expected: JSON) {
        guard let state = report.protection else { return }
        if expected["pages_locked"].isPresent {
            #expect(state.lockedPages == expected["pages_locked"].list.compactMap(\.number), "\(id)")
        }
        let wanted = expected["protection"]
        if let page = wanted["auth0"].number { #expect(state.auth0 == page, "\(id)") }
        if let limit = wanted["authlim"].number { #expect(state.authLimit == limit, "\(id)") }
        if let locked = wanted["cfg_locked"].flag { #expect(state.configurationLocked == locked, "\(id)") }
        if wanted["user_memory_protected"].flag == false { #expect(state.passwordProtects == .nothing, "\(id)") }
        switch wanted["prot"].text {
        case "read and write": #expect(state.passwordProtects == .readWrite, "\(id)")
        case "write only": #expect(state.passwordProtects == .write, "\(id)")
        default: break
        }
        let mirror = expected["mirror"]
        if let page = mirror["page"].number, let byte = mirror["byte"].number {
            #expect(state.mirror?.offset == page * 4 + byte, "\(id)")
            #expect(state.mirror?.length == mirror["length"].number, "\(id)")
            #expect(state.counterEnabled == mirror["nfc_counter_enabled"].flag, "\(id)")
        }
        if let words = expected["writable"].text, words.hasPrefix("CC read-only") {
            #expect(state.ccReadOnly == true && state.lockedPages.isEmpty, "\(id)")
        }
    }

    private func checkEveryByte(_ report: TagReport) {
        for offset in 0..<(report.image?.byteCount ?? 0) {
            #expect(ByteExplanation.explain(offset: offset, in: report).sentence.hasPrefix("page "))
        }
    }
}

@Suite("Dumps of real tags")
struct DumpTests {
    private static let chips = ["MF0ICU1": "Ultralight", "MF0ICU2": "Ultralight C"]

    private func image(_ dump: JSON, pages: Int) -> TagImage {
        var image = TagImage(pageSize: 4, pageCount: pages)
        for (key, value) in dump["pages"].object {
            if let page = Int(key), let bytes = value.bytes { image.set(page: page, to: bytes) }
        }
        return image
    }

    private func report(_ dump: JSON) throws -> TagReport {
        let product = try dump.text("product")
        let version = dump["get_version"].bytes
        let chip = try #require(
            version.flatMap(Type2Chip.match(version:)) ?? Type2Chip.named(Self.chips[product] ?? product))
        let identity = TagIdentity(
            uid: try dump.bytes("uid"), type: .type2, chipName: chip.name, chip: chip, identifiedBy: "a dump",
            provenance: .derived, version: version)
        return TagReader.report(identity: identity, image: image(dump, pages: chip.pageCount), authenticated: false)
    }

    @Test(
        "configuration, locks and check bytes are decoded as the dump's author did", .enabled(if: SharedFiles.present))
    func decoded() throws {
        let dumps = try SharedFiles.vectors("type2_dumps.json")["dumps"].list
        #expect(!dumps.isEmpty)
        for dump in dumps {
            let name = try dump.text("name")
            let report = try report(dump)
            let state = try #require(report.protection)
            if let auth0 = dump["auth0"].bytes?.first { #expect(state.auth0 == Int(auth0), "\(name)") }
            if let access = dump["access"].bytes?.first {
                #expect(state.authLimit == Int(access & 7), "\(name)")
                #expect(state.configurationLocked == (access & 0x40 != 0), "\(name)")
            }
            if dump["static_lock_decoded"].isPresent {
                let locked = dump["static_lock_decoded"]["locked_pages"].list.compactMap(\.number)
                #expect(state.lockedPages.filter { $0 < 16 && $0 > 3 } == locked, "\(name)")
            }
            for check in ["BCC0", "BCC1"] where dump[check.lowercased() + "_ok"].isPresent {
                let complained = report.findings.contains { $0.sentence.hasPrefix(check) }
                #expect(complained == (dump[check.lowercased() + "_ok"].flag == false), "\(name) \(check)")
            }
        }
    }

    @Test("the TLV blocks of a dump are found where its author found them", .enabled(if: SharedFiles.present))
    func blocks() throws {
        for dump in try SharedFiles.vectors("type2_dumps.json")["dumps"].list where !dump["tlvs"].list.isEmpty {
            let name = try dump.text("name")
            let entries = try #require(try report(dump).ndef?.tlvs)
            let wanted = dump["tlvs"].list.filter { $0["type"].text != "NULL" }
            for block in wanted {
                let offset = try #require(block["offset"].number)
                let entry = entries.first { $0.range.lowerBound == offset }
                #expect(entry?.value == block["value"].bytes ?? [], "\(name) at \(offset)")
            }
        }
    }

    @Test("a figure's lock bytes close what the data sheet says")
    func figureLocks() throws {
        var image = TagImage(pageSize: 4, pageCount: 135)
        image.set(page: 2, to: [0x67, 0x48, 0x0F, 0xE0])
        image.set(page: 130, to: [0x01, 0x00, 0x0F, 0xBD])
        image.set(page: 131, to: [0, 0, 0, 4])
        image.set(page: 132, to: [0x5F, 0, 0, 0])
        let state = ProtectionState(chip: .ntag215, image: image, authenticated: false)
        #expect(state.lockedPages == [3] + Array(13...31))
        #expect(state.frozenPages == Array(3...129))
        #expect(state.auth0 == 4)
        #expect(state.passwordProtects == .write)
        #expect(state.authLimit == 7)
        #expect(state.configurationLocked == true)
        #expect(state.permanentlyReadOnly == false)
    }

    @Test("a mirror lies where the data sheet's examples show it", .enabled(if: SharedFiles.present))
    func mirrors() throws {
        for example in try SharedFiles.vectors("type2_dumps.json")["ascii_mirror"].list {
            let physical = try example.bytes("physical_pages_0_39")
            let virtual = try example.bytes("virtual_pages_0_39")
            var image = TagImage(pageSize: 4, pageCount: 45)
            for page in 0..<40 { image.set(page: page, to: Array(virtual[page * 4..<page * 4 + 4])) }
            image.set(page: 41, to: try example.bytes("cfg0"))
            image.set(page: 42, to: [0x10, 5, 0, 0])
            let identity = TagIdentity(
                uid: try example.bytes("uid"), type: .type2, chipName: "NTAG213", chip: .ntag213,
                identifiedBy: "the test",
                provenance: .reported)
            let report = TagReader.report(identity: identity, image: image, authenticated: false)
            let mirror = try #require(report.protection?.mirror)
            let differing = (0..<160).filter { physical[$0] != virtual[$0] }
            #expect(differing.allSatisfy(mirror.covers), "\(example["name"])")
            let uid = try example.text("uid")
            let counter = try example.text("counter")
            let shown = [.uid: uid, .counter: counter, .both: "\(uid)x\(counter)"][mirror.content] ?? ""
            #expect(
                Array(virtual[mirror.offset..<mirror.offset + mirror.length]) == Array(shown.utf8), "\(example["name"])"
            )
            #expect(report.regions.contains { $0.kind == .mirror && $0.bytes.count == mirror.length })
        }
    }
}
