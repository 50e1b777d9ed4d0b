import NDEF
import Tags

/// Writes the program's own format: one page a line, so that two dumps can be compared with any tool.
struct OwnWriter {
    let dump: Dump
    /// What is doubtful about the file that the dump comes from.
    var problems: [String] = []

    func encoded() -> [UInt8] {
        let report = dump.report
        var root = JSONMembers()
        root.add("schema", OwnFormat.schema)
        root.add("version", OwnFormat.version)
        root.add(
            "taken", dump.origin.taken.map { Timestamp.text($0).map(JSONOutline.string) ?? .integer(Int(clamping: $0)) }
        )
        root.add("reader", dump.origin.reader)
        root.add("program", dump.origin.program)
        root.add("tag", tag(report.identity))
        if report.protection?.authenticated == true { root.add("authenticated", true) }
        if let image = report.image { root.add("memory", memory(image)) }
        if report.identity.type != .type2, let protection = report.protection, protection.knowsLocks {
            root.add("lockedBlocks", .list(protection.lockedPages.map { .integer($0) }, inline: true))
            root.add("undecidedBlocks", list: protection.undecidedPages.map { .integer($0) }, inline: true)
        }
        root.add("files", list: report.files.map(file))
        if let dna = report.dna { root.add("dna", self.dna(dna).outline(inline: false)) }
        root.add("openedWith", report.openedWith)
        root.add("signature", bytes: report.signature?.bytes)
        root.add("counters", list: report.counters.map(counter))
        // Where there is a memory or a file, the message is in it and found there anew; of files what was said of it is kept
        // where the settings that were read later would make it something else.
        if let ndef = report.ndef, report.image == nil, OwnFormat.analysis(of: report).ndef != ndef {
            root.add("ndef", self.ndef(ndef, withMessage: report.files.isEmpty))
        }
        let findings = findings
        root.add("findings", .list(findings.map(finding), inline: findings.isEmpty))
        root.add("problems", list: problems.map { .string($0) })
        root.add("applications", list: dump.applications.map(application))
        root.add("values", list: dump.values.map(value))
        root.add("leftOut", list: dump.leftOut.map { .string($0) })
        return root.outline(inline: false).text
    }

    /// Those that the memory gives whenever it is looked at are found anew: it may be edited.
    private var findings: [Finding] {
        guard dump.report.image != nil else { return dump.report.findings }
        let ofMemory = OwnFormat.analysis(of: dump.report).findings
        return dump.report.findings.filter { !ofMemory.contains($0) }
    }

    private func tag(_ identity: TagIdentity) -> JSONMembers {
        var members = JSONMembers()
        if !identity.uid.isEmpty { members.add("uid", Hex.string(identity.uid, separator: ":")) }
        members.add("type", identity.type.rawValue)
        members.add("chip", identity.chipName)
        if Type2Chip.named(identity.chipName) != identity.chip {
            members.add("table", identity.chip.map { .string($0.name) } ?? .null)
        }
        members.add("vendor", identity.vendor)
        members.add("identifiedBy", identity.identifiedBy)
        members.add("provenance", identity.provenance.rawValue)
        members.add("version", bytes: identity.version)
        members.add("atr", bytes: identity.atr)
        members.add("ats", bytes: identity.ats)
        members.add("sak", bytes: identity.sak.map { [$0] })
        return members
    }

    // MARK: - Memory and files

    private func memory(_ image: TagImage) -> JSONMembers {
        var pages = JSONMembers()
        let digits = Hex.address(max(0, image.pageCount - 1)).utf8.count
        for page in 0..<image.pageCount {
            let address = Hex.address(page)
            pages.add(String(repeating: "0", count: digits - address.utf8.count) + address, row(page, of: image))
        }
        var members = JSONMembers()
        members.add("pageSize", image.pageSize)
        members.add("pages", pages.outline(inline: false))
        return members
    }

    private func row(_ page: Int, of image: TagImage) -> String {
        switch image.state(of: page) {
        case .unread(let reason): return "unread: " + OwnFormat.word(reason)
        case .known:
            let start = page * image.pageSize
            return (start..<start + image.pageSize).map { image.byte(at: $0).map(Hex.byte) ?? "??" }
                .joined(separator: " ")
        }
    }

    /// Bytes to a line.
    private static let rowLength = 16

    private func rows(_ bytes: [UInt8]) -> JSONOutline {
        .list(
            stride(from: 0, to: bytes.count, by: Self.rowLength).map {
                .string(Hex.string(bytes[$0..<min($0 + Self.rowLength, bytes.count)], separator: " "))
            }, inline: bytes.count <= Self.rowLength)
    }

    private func file(_ file: TagFile) -> JSONOutline {
        var access = JSONMembers()
        access.add("read", OwnFormat.word(file.access.read))
        access.add("write", OwnFormat.word(file.access.write))
        access.add("readWrite", file.access.readWrite.map(OwnFormat.word))
        access.add("change", file.access.change.map(OwnFormat.word))
        access.add("mode", file.access.mode)
        var members = JSONMembers()
        members.add("id", Hex.file(file.id))
        members.add("role", file.role.rawValue)
        members.add("size", file.size)
        if file.isExtended { members.add("extended", true) }
        members.add("access", access, inline: true)
        members.add("settings", list: file.settings.map { .string($0) })
        members.add(
            "mirrored",
            list: file.mirrored.map { .list([.integer($0.lowerBound), .integer($0.upperBound)], inline: true) },
            inline: true)
        members.add("refusal", file.refusal?.digits)
        members.add(
            "content",
            list: file.content.runs.map { run in
                .object([("at", .integer(run.offset)), ("bytes", rows(run.bytes))], inline: false)
            })
        return members.outline(inline: false)
    }

    private func dna(_ state: DNAState) -> JSONMembers {
        var members = JSONMembers()
        members.add(
            "settings",
            list: state.settings.sorted { $0.key < $1.key }.map { number, settings in
                .object(
                    [("file", .integer(Int(number))), ("bytes", .string(Hex.string(settings.answer)))], inline: true)
            })
        members.add(
            "keyVersions",
            list: state.keyVersions.sorted { $0.key < $1.key }.map { number, version in
                .object([("key", .integer(Int(number))), ("version", .integer(Int(version)))], inline: true)
            })
        members.add("counter", state.counter)
        members.add("tamper", bytes: state.tamper)
        return members
    }

    // MARK: - The rest

    private func counter(_ counter: CounterState) -> JSONOutline {
        var members = JSONMembers()
        members.add("number", counter.number)
        members.add("enabled", counter.enabled)
        members.add("value", counter.value.map { Int($0) })
        members.add("torn", counter.torn)
        return members.outline(inline: true)
    }

    private func ndef(_ state: NDEFState, withMessage: Bool) -> JSONMembers {
        var members = JSONMembers()
        members.add("state", state.state.rawValue)
        members.add("problems", list: state.problems.map { .string($0) })
        if withMessage { members.add("message", state.raw.map(rows)) }
        if let capacity = state.capacity {
            var room = JSONMembers()
            room.add("maximum", capacity.maximum)
            room.add("used", capacity.used)
            room.add("provenance", capacity.provenance.rawValue)
            room.add("how", capacity.how)
            members.add("capacity", room)
        }
        return members
    }

    private func finding(_ finding: Finding) -> JSONOutline {
        .object(
            [
                ("weight", .string(finding.weight == .warning ? "warning" : "note")),
                ("sentence", .string(finding.sentence)),
            ], inline: true)
    }

    private func value(_ value: NamedValue) -> JSONOutline {
        var members = JSONMembers()
        members.add("name", value.name)
        members.add("value", value.value)
        if value.isSecret { members.add("secret", true) }
        return members.outline(inline: true)
    }

    private func application(_ application: CardApplication) -> JSONOutline {
        var members = JSONMembers()
        members.add("id", Hex.string(application.id))
        members.add("settings", list: application.settings.map { .string($0) })
        members.add(
            "files",
            list: application.files.map { file in
                var members = JSONMembers()
                members.add("number", file.number)
                members.add("kind", file.kind)
                members.add("settings", list: file.settings.map { .string($0) })
                members.add("size", file.size)
                members.add("content", file.content.map(rows))
                members.add("refusal", file.refusal)
                return members.outline(inline: false)
            })
        return members.outline(inline: false)
    }
}
