import NDEF
import Tags

/// A DESFire card as Proxmark3 saves it: FileType `mfdes v1` with applications and files, `v2` with keys alone.
///
/// Source: proxmark3, client/src/fileutils.c and cmdhfmfdes.c; files of its folder `traces`. An application is named as
/// people write it, most significant byte first; access rights travel the other way round from how they are printed there.
struct ProxmarkDESFire {
    let root: JSONNode

    /// As many as no card has room for.
    private static let mostApplications = 1024
    /// Source: MF3D(H)x3 data sheet: 32 files an application.
    private static let mostFiles = 32

    private typealias Settings = [(key: String, name: String)]
    private static let applicationSettings: Settings = [
        ("ISOFileID", "ISO file ID"), ("DFName", "DF name"), ("KeySettings", "Key settings"), ("NumKeys", "Keys"),
        ("KeyType", "Key type"),
    ]
    private static let fileSettings: Settings = [
        ("ISOFileID", "ISO file ID"), ("LowerLimit", "Lo Limit"), ("UpperLimit", "Hi Limit"),
        ("LimitedCredit", "Limited Credit"), ("MaxRecords", "Max"), ("CurRecords", "Cur"),
    ]

    func open() throws(DumpError) -> OpenedDump {
        let uid = try bytes(root["Card"], "UID") ?? []
        var identity = TagIdentity(
            uid: uid, type: .type4, chipName: "MIFARE DESFire", vendor: Manufacturer.name(ofUID: uid),
            identifiedBy: "the Proxmark3 dump", provenance: .derived,
            sak: try bytes(root["Card"], "SAK")?.first)
        if let answer = try bytes(root["Card"], "ATS"), let length = answer.first.map(Int.init), length <= answer.count
        {
            // Proxmark3 keeps the check sum behind it.
            identity.ats = Array(answer.prefix(max(1, length)))
        }
        var version: [UInt8] = []
        for key in ["VersionHW", "VersionSW", "VersionProd"] { version += try bytes(root["Card"], key) ?? [] }
        if !version.isEmpty { identity.take(picc: version, from: "Proxmark3 dump") }
        var values: [NamedValue] = []
        if let atqa = try bytes(root["Card"], "ATQA"), atqa.count == 2 {
            values.append(NamedValue(ValueName.atqa, Hex.string(atqa.reversed(), separator: " ")))
        }
        if let free = root["Card"]?["FreeMem"]?.integer {
            values.append(NamedValue(FlipperDESFire.freeMemory, String(free)))
        }
        var dump = Dump(
            report: TagReport(identity: identity), values: values, origin: DumpOrigin(program: "Proxmark3"))
        var problems: [String] = uid.isEmpty ? ["the file has no UID"] : []
        let applications = root["Applications"]?.members ?? []
        guard applications.count <= Self.mostApplications else {
            throw ProxmarkJSON.wrong("it names \(applications.count) applications, more than any card has")
        }
        for member in applications {
            if let application = try application(member, &dump.values) { dump.applications.append(application) }
        }
        if dump.applications.isEmpty { problems.append("the file holds no application and no file of the card") }
        return OpenedDump(format: .proxmarkJSON, dump: dump, problems: problems)
    }

    /// - Returns: `nil` for the card itself, which stands among the applications as 000000.
    private func application(
        _ member: JSONNode.Member, _ values: inout [NamedValue]
    ) throws(DumpError) -> CardApplication? {
        guard let id = Hex.bytes(member.key), id.count == 3 else {
            throw ProxmarkJSON.wrong("`\(member.key.visible.prefix(40))` is no application: those have 6 hex digits")
        }
        let node = member.value
        var settings = Self.words(node, Self.applicationSettings)
        let isCard = id.allSatisfy { $0 == 0 }
        let owner = isCard ? "PICC" : "Application \(Hex.string(id))"
        for key in node["Keys"]?.members ?? [] {
            let number = key.key.visible.prefix(8)
            if let version = key.value["Version"]?.text {
                settings.append((name: "Key \(number) Version", value: String(version.visible.prefix(8))))
            }
            if let key = try bytes(key.value, "Key") {
                values.append(
                    NamedValue("\(owner) Key \(number)", Hex.string(key, separator: " "), isSecret: true))
            }
        }
        if isCard {
            values += settings.map { NamedValue("PICC \($0.name)", $0.value) }
            return nil
        }
        let files = node["Files"]?.members ?? []
        guard files.count <= Self.mostFiles else {
            throw ProxmarkJSON.wrong(
                "application \(Hex.string(id)) has \(files.count) files, the most are \(Self.mostFiles)")
        }
        var application = CardApplication(id: id, settings: settings.map { "\($0.name): \($0.value)" })
        for file in files { application.files.append(try self.file(file, of: Hex.string(id))) }
        return application
    }

    private func file(_ member: JSONNode.Member, of owner: String) throws(DumpError) -> ApplicationFile {
        guard let number = Hex.bytes(member.key), number.count == 1 else {
            throw ProxmarkJSON.wrong(
                "`\(member.key.visible.prefix(40))` of application \(owner) is no file: those have 2 digits")
        }
        let node = member.value
        let kind = node["Type"]?.text.map { String($0.visible.prefix(40)).replacing("_", with: " ") }
        var file = ApplicationFile(number: Int(number[0]), kind: kind ?? "file")
        if let mode = node["CommMode"]?.text, mode != "unknown" {
            file.settings.append(mode == "mac" ? "MAC" : String(mode.visible.prefix(40)))
        } else if let raw = try bytes(node, "CommModeRaw")?.first {
            // The lowest two bits are the mode; what the others mean is the chip's affair.
            file.settings.append(FlipperDESFire.modes[raw & 0x03] ?? "communication \(Hex.byte(raw))")
        }
        if let printed = try bytes(node, "AccessRights"), printed.count == 2 {
            let rights = Array(printed.reversed())
            file.settings.append("access \(Hex.string(rights)): \(AccessWords.words(rights))")
        }
        file.settings += Self.words(node, Self.fileSettings).map { "\($0.name): \($0.value)" }
        file.size = node["FileSize"]?.integer ?? node["RecordSize"]?.integer
        if let size = file.size, !(0...0xFF_FFFF).contains(size) {
            throw ProxmarkJSON.wrong("file \(member.key.visible) of application \(owner) has a size of \(size) bytes")
        }
        file.content = try content(of: node)
        return file
    }

    private func content(of node: JSONNode) throws(DumpError) -> [UInt8]? {
        if let data = try bytes(node, "Data") { return data }
        if let records = node["Records"]?.members {
            var content: [UInt8] = []
            for record in records { content += try bytes(node["Records"], record.key) ?? [] }
            return content
        }
        // A value file has four bytes, least significant first.
        guard let value = node["Value"]?.integer, let signed = Int32(exactly: value) else { return nil }
        let bits = UInt32(bitPattern: signed)
        return (0..<4).map { UInt8(truncatingIfNeeded: bits >> UInt32($0 * 8)) }
    }

    /// The settings that are there, as text.
    private static func words(_ node: JSONNode, _ settings: Settings) -> [(name: String, value: String)] {
        settings.compactMap { entry in
            guard let value = node[entry.key] else { return nil }
            return (value.text.map { String($0.visible.prefix(64)) } ?? value.integer.map(String.init)).map {
                (name: entry.name, value: $0)
            }
        }
    }

    private func bytes(_ node: JSONNode?, _ key: String) throws(DumpError) -> [UInt8]? {
        guard let text = node?[key]?.text, text != "N/A", !text.isEmpty else { return nil }
        guard let bytes = Hex.bytes(text) else {
            // Proxmark3 has cut one digit off the version of some cards.
            if key == "VersionProd" { return nil }
            throw ProxmarkJSON.wrong("\(key) is `\(text.visible.prefix(40))`, which is no hex")
        }
        return bytes
    }
}
