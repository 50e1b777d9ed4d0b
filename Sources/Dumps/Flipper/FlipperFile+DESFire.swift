import NDEF
import Tags

extension FlipperFile {
    /// A DESFire card: its applications with their files, each file known by its application.
    func desfire() throws(DumpError) -> OpenedDump {
        var identity = try identity()
        identity.type = .type4
        identity.chipName = "MIFARE DESFire"
        identity.ats = try ats()
        if let version = try fields["PICC Version"]?.bytes() { identity.take(picc: version, from: "Flipper file") }
        var dump = Dump(
            report: TagReport(identity: identity), values: try values(), origin: DumpOrigin(program: "Flipper"))
        var work = DESFireFields(fields: fields)
        dump.values += work.settings("PICC").map { NamedValue("PICC \($0.name)", $0.value) }
        dump.applications = try work.applications()
        let free = FlipperDESFire.freeMemory
        if let field = fields[free] { dump.values.append(NamedValue(free, field.text)) }
        return OpenedDump(format: .flipper, dump: dump, problems: warnings(dump) + work.problems)
    }
}

/// Words of Flipper's DESFire files.
enum FlipperDESFire {
    static let freeMemory = "PICC Free Memory"
    /// What the names of these cards begin with.
    static let family = "MIFARE DESFire"
    /// The kinds of file by their type byte.
    static let kinds: [UInt8: String] = [
        0: "standard", 1: "backup", 2: "value", 3: "linear record", 4: "cyclic record",
    ]
    /// How data travel, by the communication settings byte.
    static let modes: [UInt8: String] = [0: "plain", 1: "MAC", 2: "plain", 3: "full"]
    /// Key settings in the order in which the firmware writes them.
    static let settings = [
        "Change Key ID", "Config Changeable", "Free Create Delete", "Free Directory List", "Key Changeable", "Flags",
        "Max Keys",
    ]
}

/// The DESFire lines of a Flipper file, application by application.
private struct DESFireFields {
    /// As many as no card has room for.
    private static let mostApplications = 1024
    /// Source: MF3D(H)x3 data sheet: 32 files an application.
    private static let mostFiles = 32

    let fields: FlipperFields
    var problems: [String] = []

    /// The key settings of the card or of an application.
    func settings(_ owner: String) -> [(name: String, value: String)] {
        var found = FlipperDESFire.settings.compactMap { name in
            fields["\(owner) \(name)"].map { (name: name, value: $0.text) }
        }
        for number in 0..<16 {
            guard let field = fields["\(owner) Key \(number) Version"] else { continue }
            found.append((name: "Key \(number) Version", value: field.text))
        }
        return found
    }

    mutating func applications() throws(DumpError) -> [CardApplication] {
        let list = try fields["Application IDs"]?.bytes() ?? []
        guard list.count <= Self.mostApplications * 3 else {
            throw DumpError(
                "the Flipper file names \(list.count / 3) applications, more than any card has",
                advice: DumpError.damaged)
        }
        var applications: [CardApplication] = []
        for start in stride(from: 0, to: list.count - 2, by: 3) {
            let wire = Array(list[start..<start + 3])
            applications.append(try application(wire))
        }
        if !list.count.isMultiple(of: 3) { problems.append("Application IDs ends within an application's number") }
        if let stated = try fields["Application Count"]?.number(to: Int(UInt16.max)), stated != applications.count {
            problems.append("Application Count is \(stated), the file names \(applications.count)")
        }
        return applications
    }

    private mutating func application(_ wire: [UInt8]) throws(DumpError) -> CardApplication {
        let owner = "Application " + Hex.string(wire)
        var application = CardApplication(
            id: wire.reversed(), settings: settings(owner).map { "\($0.name): \($0.value)" })
        let numbers = try fields["\(owner) File IDs"]?.bytes() ?? []
        guard numbers.count <= Self.mostFiles else {
            throw DumpError(
                "the Flipper file names \(numbers.count) files of one application, the most are \(Self.mostFiles)",
                advice: DumpError.damaged)
        }
        for number in numbers { application.files.append(try file(Int(number), of: owner)) }
        return application
    }

    private mutating func file(_ number: Int, of owner: String) throws(DumpError) -> ApplicationFile {
        let name = "\(owner) File \(number)"
        let type = try fields["\(name) Type"]?.bytes(1).first ?? 0
        var file = ApplicationFile(number: number, kind: FlipperDESFire.kinds[type] ?? "type \(Hex.byte(type))")
        if let mode = try fields["\(name) Communication Settings"]?.bytes(1).first {
            file.settings.append(FlipperDESFire.modes[mode] ?? "communication \(Hex.byte(mode))")
        }
        if let rights = try fields["\(name) Access Rights"]?.bytes(2) {
            file.settings.append("access \(Hex.string(rights)): \(AccessWords.words(rights))")
        }
        for key in ["Hi Limit", "Lo Limit", "Limited Credit Value", "Limited Credit Enabled", "Max", "Cur"] {
            if let field = fields["\(name) \(key)"] { file.settings.append("\(key): \(field.text)") }
        }
        if let size = fields["\(name) Size"] {
            file.size = try size.number(to: Int(UInt32.max))
        }
        file.content = try fields[name]?.bytes()
        return file
    }
}

/// Access rights of DESFire files in words.
enum AccessWords {
    /// The two bytes as they travel, least significant first: read, write, both, change.
    static func words(_ wire: [UInt8]) -> String {
        guard wire.count == 2 else { return "" }
        func condition(_ nibble: UInt8) -> FileAccess.Condition { FileAccess.Condition(native: nibble) }
        return FileAccess(
            read: condition(wire[1] >> 4), write: condition(wire[1]), readWrite: condition(wire[0] >> 4),
            change: condition(wire[0])
        ).words
    }
}
