import NDEF
import Tags

/// Reads the program's own format.
struct OwnReader {
    private let root: JSONNode
    private var problems: [String] = []

    init(_ root: JSONNode) { self.root = root }

    func open() throws(DumpError) -> OpenedDump {
        var work = self
        return try work.read()
    }

    private mutating func read() throws(DumpError) -> OpenedDump {
        guard let version = root["version"]?.integer, version >= 1 else {
            throw Self.wrong("`version`, a whole number from 1 on")
        }
        guard version <= OwnFormat.version else {
            throw DumpError(
                "the dump is of version \(version) of the tagdesk format, this program knows up to \(OwnFormat.version)",
                advice: "Open it with a newer tagdesk.")
        }
        for member in root.members where !Self.known.contains(member.key) {
            problems.append("`\(member.key.visible)` is not known here and left out")
        }
        var facts = TagReport(identity: try identity())
        if let memory = root["memory"] { facts.image = try image(memory) }
        facts.files = try list("files").map { (node) throws(DumpError) in try file(node) }
        if root["authenticated"]?.flag == true {
            var protection = ProtectionState()
            protection.authenticated = true
            facts.protection = protection
        }
        var report = OwnFormat.analysis(of: facts)
        report.files = facts.files
        if let blocks = root["lockedBlocks"] {
            report.setLockedBlocks(
                try blocks.elements.map { (node) throws(DumpError) in try count(node, "lockedBlocks") },
                unknown: try list("undecidedBlocks").map { (node) throws(DumpError) in
                    try count(node, "undecidedBlocks")
                })
        }
        if let dna = root["dna"] { report.dna = try self.dna(dna) }
        if let key = root["openedWith"] { report.openedWith = try count(key, "openedWith") }
        if let bytes = try bytes(root, "signature") {
            report.signature = OwnFormat.signature(bytes, report.identity)
        }
        report.counters = try list("counters").map { (node) throws(DumpError) in try counter(node) }
        if let ndef = root["ndef"] {
            let stated = try self.ndef(ndef)
            if facts.image == nil, facts.files.isEmpty {
                report.ndef = stated
            } else if facts.image == nil, var found = report.ndef {
                (found.state, found.problems, found.capacity) = (stated.state, stated.problems, stated.capacity)
                report.ndef = found
            } else {
                problems.append("`ndef` is left out: the message is looked for in the memory")
            }
        }
        let stated = try list("findings").map { (node) throws(DumpError) in
            Finding(node["weight"]?.text == "note" ? .note : .warning, try text(node, "sentence"))
        }
        if facts.image != nil {
            report.findings += stated.filter { !report.findings.contains($0) }
        } else if root["findings"] != nil {
            report.findings = stated
        }
        var dump = Dump(report: report)
        dump.applications = try list("applications").map { (node) throws(DumpError) in try application(node) }
        dump.values = try list("values").map { (node) throws(DumpError) in
            NamedValue(try text(node, "name"), try text(node, "value"), isSecret: node["secret"]?.flag ?? false)
        }
        dump.leftOut = try list("leftOut").compactMap(\.text)
        // Where the findings do not say it already.
        let untold = dump.leftOut.filter { part in !dump.report.findings.contains { $0.sentence.hasPrefix(part) } }
        problems += untold.map { "\($0.visible) is not in this dump" }
        // Those of the file that it was made of come first; what the bytes say is found anew.
        let before = try list("problems").compactMap(\.text).map { String($0.visible.prefix(1000)) }
        problems = before.filter { !problems.contains($0) } + problems
        dump.origin = try origin()
        if report.identity.provenance == .assumed {
            problems.append(
                "that it is \(report.identity.chipName) is assumed: by \(report.identity.identifiedBy)")
        }
        return OpenedDump(format: .tagdesk, dump: dump, problems: problems + dump.problems)
    }

    private static let known: Set<String> = [
        "schema", "version", "taken", "reader", "program", "tag", "authenticated", "memory", "lockedBlocks",
        "undecidedBlocks", "leftOut", "files", "dna", "openedWith", "signature", "counters", "ndef", "findings",
        "problems", "applications", "values",
    ]

    // MARK: - Tag

    private func origin() throws(DumpError) -> DumpOrigin {
        var origin = DumpOrigin(reader: root["reader"]?.text, program: root["program"]?.text)
        if let taken = root["taken"] {
            origin.taken = taken.text.flatMap(Timestamp.microseconds) ?? taken.integer.flatMap { UInt64(exactly: $0) }
            guard origin.taken != nil else { throw Self.wrong("`taken`, a time such as 2026-11-30T12:04:31Z") }
        }
        return origin
    }

    private func identity() throws(DumpError) -> TagIdentity {
        guard let tag = root["tag"] else { throw Self.wrong("`tag`") }
        guard let type = TagType(rawValue: try text(tag, "type")) else {
            throw Self.wrong("`type`: 2, 4, 5 or unknown")
        }
        guard let provenance = Provenance(rawValue: try text(tag, "provenance")) else {
            throw Self.wrong("`provenance`: reported, derived or assumed")
        }
        let name = try text(tag, "chip")
        var identity = TagIdentity(
            uid: try bytes(tag, "uid") ?? [], type: type, chipName: name, identifiedBy: try text(tag, "identifiedBy"),
            provenance: provenance)
        switch tag["table"] {
        case nil: identity.chip = Type2Chip.named(name)
        case .string(let table)?:
            guard let chip = Type2Chip.named(table) else {
                throw DumpError(
                    "the dump names the chip `\(table.visible)`, which this program does not know",
                    advice: "Open it with a newer tagdesk.")
            }
            identity.chip = chip
        default: break
        }
        identity.vendor = tag["vendor"]?.text
        identity.version = try bytes(tag, "version")
        identity.atr = try bytes(tag, "atr") ?? []
        identity.ats = try bytes(tag, "ats")
        identity.sak = try bytes(tag, "sak")?.first
        return identity
    }

    // MARK: - Memory

    /// The most pages or blocks of any tag, with room to spare.
    private static let mostPages = 1 << 16

    private func image(_ memory: JSONNode) throws(DumpError) -> TagImage {
        guard let size = memory["pageSize"]?.integer, (1...64).contains(size) else {
            throw Self.wrong("`pageSize`, 1 to 64")
        }
        guard size == 4 || root["tag"]?["type"]?.text != TagType.type2.rawValue else {
            throw Self.wrong("pages of 4 bytes, as every Type 2 tag has")
        }
        let pages = memory["pages"]?.members ?? []
        guard pages.count <= Self.mostPages else { throw Self.wrong("`pages`, at most \(Self.mostPages)") }
        var image = TagImage(pageSize: size, pageCount: pages.count)
        for (page, member) in pages.enumerated() {
            guard Int(member.key, radix: 16) == page else {
                throw Self.wrong("`\(Hex.address(page))` among `pages`, in order and without a gap")
            }
            try take(member, page, &image)
        }
        return image
    }

    private func take(_ member: JSONNode.Member, _ page: Int, _ image: inout TagImage) throws(DumpError) {
        let row = member.value.text ?? ""
        if row.hasPrefix("unread: ") {
            guard let reason = OwnFormat.reason(String(row.dropFirst(8))) else {
                throw Self.wrong("a reason that is known for page `\(member.key.visible)`")
            }
            image.markUnread(page: page, reason)
            return
        }
        let unknown = Array("??".utf8)
        let parts = row.utf8.split(separator: 0x20)
        var bytes: [UInt8] = []
        for part in parts {
            if part.elementsEqual(unknown) {
                bytes.append(0)
            } else if part.count == 2, let byte = Hex.bytes(ascii: part)?.first {
                bytes.append(byte)
            }
        }
        guard bytes.count == image.pageSize, parts.count == bytes.count else {
            throw Self.wrong("\(image.pageSize) bytes of hex for page `\(member.key.visible)`")
        }
        image.set(page: page, to: bytes)
        for (index, part) in parts.enumerated() where part.elementsEqual(unknown) {
            image.markHole(at: page * image.pageSize + index)
        }
    }

    // MARK: - Files

    private func file(_ node: JSONNode) throws(DumpError) -> TagFile {
        guard let id = try bytes(node, "id"), id.count == 2 else { throw Self.wrong("`id` of a file, two bytes") }
        guard let role = TagFile.Role(rawValue: try text(node, "role")) else {
            throw Self.wrong("`role` of a file: CC, NDEF or proprietary")
        }
        guard let size = node["size"]?.integer, size >= 0, size <= Int(UInt32.max) else {
            throw Self.wrong("`size` of a file, up to \(UInt32.max)")
        }
        var file = TagFile(
            id: UInt16(id[0]) << 8 | UInt16(id[1]), role: role, size: size,
            isExtended: node["extended"]?.flag ?? false, access: try access(node["access"]))
        file.settings = node["settings"]?.elements.compactMap(\.text) ?? []
        file.mirrored = try ranges(node, "mirrored")
        if let refusal = try bytes(node, "refusal"), refusal.count == 2 {
            file.refusal = StatusWord(UInt16(refusal[0]) << 8 | UInt16(refusal[1]))
        }
        for run in node["content"]?.elements ?? [] {
            let offset = try count(run["at"] ?? .null, "at")
            file.content.set(try rows(run["bytes"]), at: offset)
        }
        return file
    }

    private func access(_ node: JSONNode?) throws(DumpError) -> FileAccess {
        func condition(_ key: String) throws(DumpError) -> FileAccess.Condition? {
            guard let word = node?[key]?.text else { return nil }
            guard let condition = OwnFormat.condition(word) else {
                throw Self.wrong("`\(key)` of a file's access: free, never, key n, proprietary hh or untold")
            }
            return condition
        }
        return FileAccess(
            read: try condition("read") ?? .untold, write: try condition("write") ?? .untold,
            readWrite: try condition("readWrite"), change: try condition("change"), mode: node?["mode"]?.text)
    }

    private func dna(_ node: JSONNode) throws(DumpError) -> DNAState {
        var state = DNAState()
        for entry in node["settings"]?.elements ?? [] {
            guard let file = entry["file"]?.integer.flatMap({ UInt8(exactly: $0) }),
                let settings = try bytes(entry, "bytes").flatMap(FileSettings.init)
            else { throw Self.wrong("`settings`, each a file and the bytes of GetFileSettings") }
            state.settings[file] = settings
        }
        for entry in node["keyVersions"]?.elements ?? [] {
            guard let key = entry["key"]?.integer.flatMap({ UInt8(exactly: $0) }),
                let version = entry["version"]?.integer.flatMap({ UInt8(exactly: $0) })
            else { throw Self.wrong("`keyVersions`, each a key and a version") }
            state.keyVersions[key] = version
        }
        state.counter = node["counter"]?.integer
        state.tamper = try bytes(node, "tamper")
        return state
    }

    // MARK: - The rest

    private func counter(_ node: JSONNode) throws(DumpError) -> CounterState {
        let value = node["value"]?.integer
        // All counters of these chips have three bytes.
        if let value, !(0...0xFF_FFFF).contains(value) {
            throw Self.wrong("`value` of a counter, a whole number from 0 to 16777215")
        }
        return CounterState(
            number: try count(node["number"] ?? .null, "number"), enabled: node["enabled"]?.flag,
            value: value.flatMap { UInt32(exactly: $0) }, torn: node["torn"]?.flag)
    }

    private func ndef(_ node: JSONNode) throws(DumpError) -> NDEFState {
        guard let state = NDEFState.State(rawValue: try text(node, "state")) else {
            throw Self.wrong("`state`: empty, message, unformatted, invalid or protected")
        }
        var result = NDEFState(state: state, problems: node["problems"]?.elements.compactMap(\.text) ?? [])
        if let message = node["message"] {
            let raw = try rows(message)
            result.raw = raw
            result.decoding = raw.isEmpty ? nil : NDEFMessage.decode(raw)
        }
        if let capacity = node["capacity"] {
            result.capacity = Capacity(
                maximum: try count(capacity["maximum"] ?? .null, "maximum"), used: capacity["used"]?.integer,
                provenance: (capacity["provenance"]?.text).flatMap(Provenance.init(rawValue:)) ?? .assumed,
                how: try text(capacity, "how"))
        }
        return result
    }

    private func application(_ node: JSONNode) throws(DumpError) -> CardApplication {
        let files = try (node["files"]?.elements ?? []).map { (file) throws(DumpError) in
            ApplicationFile(
                number: try count(file["number"] ?? .null, "number"), kind: try text(file, "kind"),
                settings: file["settings"]?.elements.compactMap(\.text) ?? [], size: file["size"]?.integer,
                content: try file["content"].map { (node) throws(DumpError) in try rows(node) },
                refusal: file["refusal"]?.text)
        }
        return CardApplication(
            id: try bytes(node, "id") ?? [], settings: node["settings"]?.elements.compactMap(\.text) ?? [], files: files
        )
    }

    // MARK: - Values

    private static func wrong(_ needed: String) -> DumpError {
        DumpError("the tagdesk dump needs \(needed)", advice: DumpError.damaged)
    }

    private func list(_ key: String) throws(DumpError) -> [JSONNode] {
        switch root[key] {
        case nil: return []
        case .array(let elements)?: return elements
        default: throw Self.wrong("a list for `\(key)`")
        }
    }

    private func text(_ node: JSONNode, _ key: String) throws(DumpError) -> String {
        guard let text = node[key]?.text else { throw Self.wrong("`\(key)`, a text") }
        return text
    }

    private func count(_ node: JSONNode, _ key: String) throws(DumpError) -> Int {
        guard let number = node.integer, (0...Int(UInt32.max)).contains(number) else {
            throw Self.wrong("`\(key)`, a whole number from 0 on")
        }
        return number
    }

    private func bytes(_ node: JSONNode, _ key: String) throws(DumpError) -> [UInt8]? {
        guard let value = node[key] else { return nil }
        guard let bytes = value.text.flatMap({ Hex.bytes($0) }) else { throw Self.wrong("`\(key)`, bytes in hex") }
        return bytes
    }

    private func rows(_ node: JSONNode?) throws(DumpError) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in node?.elements ?? [] {
            guard let part = row.text.flatMap({ Hex.bytes($0) }) else {
                throw Self.wrong("lines of hex for the content")
            }
            bytes += part
        }
        return bytes
    }

    private func ranges(_ node: JSONNode, _ key: String) throws(DumpError) -> [Range<Int>] {
        try (node[key]?.elements ?? []).map { (pair) throws(DumpError) in
            let ends = try pair.elements.map { (end) throws(DumpError) in try count(end, key) }
            guard ends.count == 2, ends[0] <= ends[1] else { throw Self.wrong("`\(key)`, each from and to") }
            return ends[0]..<ends[1]
        }
    }
}
