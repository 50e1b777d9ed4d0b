import Tags

extension FlipperWriter {
    /// A DESFire card with its applications, from the settings as its readers put them.
    mutating func writeDESFire() {
        header("Mifare DESFire")
        writeSelect()
        comment("Mifare DESFire specific data")
        if let version = report.identity.version {
            line("PICC Version", bytes: version)
        } else {
            losses.add("that the version of the chip was not read: Flipper refuses a file without it")
        }
        if let free = dump.values.first(where: { $0.name == FlipperDESFire.freeMemory })?.value {
            line(FlipperDESFire.freeMemory, free)
        }
        let names = FlipperDESFire.settings.map { "PICC " + $0 }
        for name in names {
            if let value = dump.values.first(where: { $0.name == name })?.value { line(name, value) }
        }
        let keys = dump.values.filter { $0.name.hasPrefix("PICC Key ") && !names.contains($0.name) }
        for value in keys { line(value.name, value.value) }
        line("Application Count", String(dump.applications.count))
        if !dump.applications.isEmpty {
            line("Application IDs", bytes: dump.applications.flatMap { $0.id.reversed() })
        }
        for application in dump.applications { write(application) }
        losses.take(
            dump, kept: [.uid, .sak, .ats, .version, .applications],
            values: Set([ValueName.atqa, FlipperDESFire.freeMemory] + names + keys.map(\.name)))
    }

    private mutating func write(_ application: CardApplication) {
        let owner = "Application " + Hex.string(application.id.reversed()).lowercased()
        for setting in application.settings where setting.contains(": ") { text += "\(owner) \(setting)\n".utf8 }
        if application.settings.isEmpty {
            losses.add(
                "that the key settings of application \(Hex.string(application.id)) are not known: Flipper may refuse")
        }
        line("\(owner) File IDs", bytes: application.files.map { UInt8(truncatingIfNeeded: $0.number) })
        for file in application.files { write(file, "\(owner) File \(file.number)") }
    }

    private mutating func write(_ file: ApplicationFile, _ name: String) {
        let type = FlipperDESFire.kinds.first { $0.value == file.kind }?.key
        line("\(name) Type", bytes: [type ?? 0])
        if type == nil { losses.add("that \(name) is of \(file.kind)") }
        for setting in file.settings {
            // 2 is plain too: the byte that is usual is written.
            if let mode = FlipperDESFire.modes.filter({ $0.value == setting }).keys.min() {
                line("\(name) Communication Settings", bytes: [mode])
            } else if setting.hasPrefix("access "), let rights = Hex.bytes(String(setting.dropFirst(7).prefix(4))) {
                line("\(name) Access Rights", bytes: rights)
            } else if setting.contains(": ") {
                text += "\(name) \(setting)\n".utf8
            }
        }
        if let size = file.size { line("\(name) Size", String(size)) }
        if let content = file.content {
            line(name, bytes: content)
        } else if file.refusal != nil {
            losses.add("why \(name) was not read")
        }
    }
}
