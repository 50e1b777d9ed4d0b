import NDEF
import Tags

/// A Proxmark3 dump as JSON, by its `FileType`.
///
/// Source: proxmark3, client/src/fileutils.c.
struct ProxmarkJSON {
    let root: JSONNode

    /// The names by which `FileType` means a kind that can be opened.
    private enum Kind {
        case ultralight, vicinity, classic, desfire, message, bytes
    }

    private static let kinds: [String: Kind] = [
        "mfu": .ultralight, "15693": .vicinity, "15693 v2": .vicinity, "15693 v3": .vicinity, "15693 v4": .vicinity,
        "15693 v5": .vicinity, "mfc": .classic, "mfcard": .classic, "mfc v2": .classic, "mfc v3": .classic,
        "mfdes v1": .desfire, "mfdes v2": .desfire, "ndef": .message, "raw": .bytes,
    ]

    func open() throws(DumpError) -> OpenedDump {
        let type = root["FileType"]?.text ?? ""
        guard let kind = Self.kinds[type] else {
            throw DumpError(
                type.isEmpty
                    ? "this JSON of Proxmark3 does not say of what kind it is (FileType)"
                    : "a Proxmark3 dump of FileType `\(type.visible)` holds no tag that is known here",
                advice: "FileType mfu, 15693 v4, mfc v2, mfc v3, mfdes v1, ndef and raw can be opened.")
        }
        switch kind {
        case .ultralight: return try ultralight()
        case .vicinity: return try vicinity()
        case .classic: return try classic()
        case .desfire: return try ProxmarkDESFire(root: root).open()
        case .message:
            let rows = try blocks(most: 1 << 12)
            let bytes = rows.flatMap(\.bytes)
            guard MessageBytes.begin(bytes[...]) else {
                throw DumpError("the blocks of the Proxmark3 dump hold no NDEF message", advice: DumpError.damaged)
            }
            return OpenedDump(format: .proxmarkJSON, dump: .message(bytes))
        case .bytes:
            let hex = root["raw"]?.text.flatMap { Hex.bytes($0) }
            let rows = try blocks(most: 1 << 12)
            let bytes = hex ?? rows.flatMap(\.bytes)
            guard !bytes.isEmpty else {
                throw DumpError("the Proxmark3 dump holds no bytes", advice: DumpError.damaged)
            }
            var opened = try RawFile(bytes).open()
            opened.format = .proxmarkJSON
            return opened
        }
    }

    // MARK: - Kinds

    private func ultralight() throws(DumpError) -> OpenedDump {
        var draft = Type2Draft(source: "Proxmark3 dump", program: "Proxmark3")
        draft.statedUID = try card("UID") ?? []
        draft.version = try card("Version", 8)
        draft.signature = try card("Signature", 32)
        ProxmarkUltralight.takeUnnamed((try card("TBO_0") ?? []) + (try card("TBO_1") ?? []), &draft)
        let chip = draft.version.flatMap(Type2Chip.match(version:))
        for number in 0..<3 {
            let value = ProxmarkUltralight.counter((try card("Counter\(number)") ?? []).prefix(4))
            let tearing = try card("Tearing\(number)")?.first ?? 0
            if let counter = CounterState.kept(number, value, tearing, chip: chip) { draft.counters.append(counter) }
        }
        for block in try blocks(most: 512) {
            guard block.bytes.count == 4 else {
                throw Self.wrong("block \(block.number) has \(Words.count(block.bytes.count, "byte")), a page has 4")
            }
            draft.take(block.number, block.bytes)
        }
        return draft.opened(as: .proxmarkJSON)
    }

    private func vicinity() throws(DumpError) -> OpenedDump {
        let upper = try card("UID")
        let stored = try card("uid") ?? upper ?? []
        // In the order of the wire, as the tag sends it: E0 comes last.
        var parts = ProxmarkVicinityParts(uid: stored.last == 0xE0 && stored.first != 0xE0 ? stored.reversed() : stored)
        parts.dsfid = try card("dsfid")?.first
        parts.dsfidLock = try card("dsfidlock")?.first
        parts.afi = try card("afi")?.first
        parts.afiLock = try card("afilock")?.first
        parts.ic = try card("ic")?.first
        parts.locks = try card("locks") ?? []
        parts.privacyPassword = try card("privacypasswd") ?? []
        let blocks = try blocks(most: 2048)
        let size = try card("bytesperpage")?.first.map { Int($0) } ?? blocks.first?.bytes.count ?? 4
        guard (1...32).contains(size) else {
            throw Self.wrong("bytesperpage is \(size), ISO/IEC 15693 has 1 to 32")
        }
        parts.blockSize = size
        let highest = (blocks.map(\.number).max() ?? -1) + 1
        // One byte, or two from version 5 on, the least significant first.
        let stated = try card("pagescount").map { Int(ProxmarkUltralight.counter($0.prefix(2))) } ?? highest
        parts.statedCount = max(min(stated, 2048), highest)
        for block in blocks {
            guard block.bytes.count == size else {
                throw Self.wrong(
                    "block \(block.number) has \(Words.count(block.bytes.count, "byte")), the others \(size)")
            }
            parts.blocks[block.number] = block.bytes
        }
        return parts.opened(as: .proxmarkJSON)
    }

    private func classic() throws(DumpError) -> OpenedDump {
        var draft = ClassicDraft(source: "Proxmark3 dump", program: "Proxmark3")
        draft.statedUID = try card("UID") ?? []
        draft.sak = try card("SAK")?.first
        draft.atqa = try card("ATQA").map { $0.reversed() }
        for block in try blocks(most: ClassicSize.mostBlocks) {
            guard block.bytes.count == 16 else {
                throw Self.wrong("block \(block.number) has \(Words.count(block.bytes.count, "byte")), 16 are needed")
            }
            draft.blocks[block.number] = block.bytes.map { $0 }
        }
        return draft.opened(as: .proxmarkJSON)
    }

    // MARK: - Parts

    static func wrong(_ reason: String) -> DumpError {
        DumpError("the Proxmark3 dump is damaged: \(reason)", advice: DumpError.damaged)
    }

    /// Bytes under `Card`, `nil` where they are missing or `N/A`.
    private func card(_ key: String, _ count: Int? = nil) throws(DumpError) -> [UInt8]? {
        guard let text = root["Card"]?[key]?.text, text != "N/A" else { return nil }
        guard let bytes = Hex.bytes(text) else {
            throw Self.wrong("\(key) is `\(text.visible.prefix(40))`, which is no hex")
        }
        if let count, bytes.count != count {
            throw Self.wrong("\(key) has \(Words.count(bytes.count, "byte")), \(count) are needed")
        }
        return bytes
    }

    /// What stands under `blocks`, by number.
    private func blocks(most: Int) throws(DumpError) -> [(number: Int, bytes: [UInt8])] {
        var blocks: [(number: Int, bytes: [UInt8])] = []
        for member in root["blocks"]?.members ?? [] {
            guard let number = Array(member.key.utf8).decimal, number < most else {
                throw Self.wrong("block `\(member.key.visible.prefix(40))` is not between 0 and \(most - 1)")
            }
            guard let bytes = member.value.text.flatMap({ Hex.bytes($0) }) else {
                throw Self.wrong("block \(number) is no hex")
            }
            blocks.append((number, bytes))
        }
        return blocks
    }
}
