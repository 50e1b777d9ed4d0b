import NDEF
import Tags

/// A scan of Metrodroid as JSON.
///
/// Source: the files of its own tests; see docs/DUMPS.md.
struct MetrodroidFile {
    let root: JSONNode

    /// The dump; `nil` for JSON that is none of Metrodroid's.
    func open() throws(DumpError) -> OpenedDump? {
        guard let id = root["tagId"]?.text else { return nil }
        guard let uid = Hex.bytes(id) else { throw Self.wrong("tagId is `\(id.visible.prefix(40))`, which is no hex") }
        if let card = root["mifareUltralight"] { return try ultralight(card, uid) }
        if let card = root["mifareClassic"] { return try classic(card, uid) }
        if let card = root["mifareDesfire"] { return try desfire(card, uid) }
        let kinds = root.members.filter { if case .object = $0.value { $0.key != "scannedAt" } else { false } }
        throw DumpError(
            "a Metrodroid scan of `\(kinds.first?.key.visible ?? "nothing")` is of a card that is not known here",
            advice: "Scans of mifareUltralight, mifareClassic and mifareDesfire can be opened.")
    }

    private static func wrong(_ reason: String) -> DumpError {
        DumpError("the Metrodroid scan is damaged: \(reason)", advice: DumpError.damaged)
    }

    /// The end of the year 9999.
    private static let lastMillisecond = 253_402_300_800_000

    private var taken: UInt64? {
        guard let milliseconds = root["scannedAt"]?["timeInMillis"]?.integer,
            (0..<Self.lastMillisecond).contains(milliseconds)
        else { return nil }
        return UInt64(milliseconds) * 1000
    }

    private func bytes(_ node: JSONNode, _ what: String) throws(DumpError) -> [UInt8]? {
        // A row is its hex, or an object with it; nothing stands for one that was not read.
        guard let text = node.text ?? node["data"]?.text, !text.isEmpty else { return nil }
        guard let bytes = Hex.bytes(text) else { throw Self.wrong("\(what) is no hex") }
        return bytes
    }

    // MARK: - Kinds

    private static let models: [String: String] = [
        "EV1_MF0UL11": "Ultralight EV1 (UL11)", "EV1_MF0UL21": "Ultralight EV1 (UL21)", "ULTRALIGHT": "Ultralight",
        "ULTRALIGHT_C": "Ultralight C", "NTAG203": "NTAG203", "NTAG213": "NTAG213", "NTAG215": "NTAG215",
        "NTAG216": "NTAG216",
    ]

    private func ultralight(_ card: JSONNode, _ uid: [UInt8]) throws(DumpError) -> OpenedDump {
        var draft = Type2Draft(source: "Metrodroid scan", program: "Metrodroid")
        draft.statedUID = uid
        draft.taken = taken
        if let model = card["cardModel"]?.text {
            draft.statedName = model
            draft.statedChip = Self.models[model].flatMap { Type2Chip.named($0) }
        }
        let pages = card["pages"]?.elements ?? []
        guard pages.count <= 512 else { throw Self.wrong("it has \(pages.count) pages, and no chip has more than 512") }
        for (page, node) in pages.enumerated() {
            guard let bytes = try bytes(node, "page \(page)") else {
                draft.leave(page, node["isUnauthorized"]?.flag == true ? .protected : .unreadInFile)
                continue
            }
            guard bytes.count == 4 else {
                throw Self.wrong("page \(page) has \(Words.count(bytes.count, "byte")), a page has 4")
            }
            draft.take(page, bytes)
        }
        draft.statedCount = pages.count
        return draft.opened(as: .metrodroid)
    }

    private func classic(_ card: JSONNode, _ uid: [UInt8]) throws(DumpError) -> OpenedDump {
        var draft = ClassicDraft(source: "Metrodroid scan", program: "Metrodroid")
        draft.statedUID = uid
        draft.taken = taken
        let sectors = card["sectors"]?.elements ?? []
        guard sectors.count <= 40 else { throw Self.wrong("it has \(sectors.count) sectors, a 4K card has 40") }
        for (number, sector) in sectors.enumerated() {
            let range = ClassicSize.sector(number)
            for (index, node) in (sector["blocks"]?.elements ?? []).prefix(range.count).enumerated() {
                guard let bytes = try bytes(node, "block \(range.lowerBound + index)") else {
                    draft.blocks[range.lowerBound + index] = [UInt8?](repeating: nil, count: 16)
                    continue
                }
                guard bytes.count == 16 else {
                    throw Self.wrong("block \(range.lowerBound + index) has \(Words.count(bytes.count, "byte"))")
                }
                draft.blocks[range.lowerBound + index] = bytes.map { $0 }
            }
            for key in ["keyA", "keyB"] {
                guard let text = sector[key]?.text, !text.isEmpty else { continue }
                let name = "Sector \(number) key \(key.suffix(1))"
                draft.values.append(NamedValue(name, text.uppercased(), isSecret: true))
            }
        }
        draft.statedSize = ClassicSize.all.first { $0.sectors == sectors.count }
        return draft.opened(as: .metrodroid)
    }

    private func desfire(_ card: JSONNode, _ uid: [UInt8]) throws(DumpError) -> OpenedDump {
        var identity = TagIdentity(
            uid: uid, type: .type4, chipName: "MIFARE DESFire", vendor: Manufacturer.name(ofUID: uid),
            identifiedBy: "the Metrodroid scan", provenance: .derived)
        if let version = card["manufacturingData"]?.text.flatMap({ Hex.bytes($0) }), !version.isEmpty {
            identity.take(picc: version, from: "Metrodroid scan")
        }
        var dump = Dump(
            report: TagReport(identity: identity), origin: DumpOrigin(taken: taken, program: "Metrodroid"))
        for member in card["applications"]?.members ?? [] {
            guard let number = Array(member.key.utf8).decimal, number < 1 << 24 else {
                throw Self.wrong("application `\(member.key.visible.prefix(40))` has no number of three bytes")
            }
            // The number is that of the three bytes as they travel, least significant first.
            let wire = [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
            var application = CardApplication(id: wire.reversed())
            for file in member.value["files"]?.members ?? [] {
                guard let number = Array(file.key.utf8).decimal, number < 256 else {
                    throw Self.wrong("file `\(file.key.visible.prefix(40))` has no number of one byte")
                }
                application.files.append(try self.file(number, file.value))
            }
            dump.applications.append(application)
        }
        return OpenedDump(format: .metrodroid, dump: dump)
    }

    private func file(_ number: Int, _ node: JSONNode) throws(DumpError) -> ApplicationFile {
        var file = ApplicationFile(number: number, kind: "standard")
        if let settings = node["settings"]?.text.flatMap({ Hex.bytes($0) }), settings.count >= 4 {
            file.take(settings: settings)
        }
        file.content = try bytes(node, "file \(number)")
        if file.content == nil, let error = node["error"]?.text, !error.isEmpty { file.refusal = error.visible }
        return file
    }
}

extension ApplicationFile {
    /// Takes the answer to GetFileSettings of a DESFire: type, communication, access, then what the type has.
    mutating func take(settings: [UInt8]) {
        kind = FlipperDESFire.kinds[settings[0]] ?? "type \(Hex.byte(settings[0]))"
        self.settings.append(FlipperDESFire.modes[settings[1]] ?? "communication \(Hex.byte(settings[1]))")
        let rights = Array(settings[2..<4])
        self.settings.append("access \(Hex.string(rights)): \(AccessWords.words(rights))")
        if settings.count >= 7, settings[0] != 2 { size = Int(ProxmarkUltralight.counter(settings[4..<7])) }
        if settings[0] == 2, settings.count >= 17 {
            for (name, start) in [("Lo Limit", 4), ("Hi Limit", 8), ("Limited Credit Value", 12)] {
                self.settings.append("\(name): \(ProxmarkUltralight.counter(settings[start..<start + 4]))")
            }
            self.settings.append("Limited Credit Enabled: \(settings[16] & 1 != 0)")
        }
        if settings.count >= 13, settings[0] == 3 || settings[0] == 4 {
            self.settings.append("Max: \(ProxmarkUltralight.counter(settings[7..<10]))")
            self.settings.append("Cur: \(ProxmarkUltralight.counter(settings[10..<13]))")
        }
    }
}
