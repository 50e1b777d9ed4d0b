import Tags

/// Writes `.nfc` files of Flipper, version 4, complete: Flipper refuses a file that lacks one of its lines.
struct FlipperWriter {
    let dump: Dump
    var report: TagReport { dump.report }
    var text: [UInt8] = []
    var losses = Losses()

    init(dump: Dump) { self.dump = dump }

    func export() throws(DumpError) -> DumpExport {
        var work = self
        return try work.write()
    }

    private mutating func write() throws(DumpError) -> DumpExport {
        switch report.identity.type {
        case .type2: try writeType2()
        case .type5: try writeType5()
        case .type4: try writeCard()
        case .unknown:
            if let image = report.image, image.pageSize == 16 { try writeClassic(image) } else { try writeCard() }
        }
        return DumpExport(bytes: text, lost: losses.sentences)
    }

    // MARK: - Lines

    mutating func comment(_ words: String) { text += "# \(words)\n".utf8 }

    mutating func line(_ key: String, _ value: String) { text += "\(key): \(value)\n".utf8 }

    mutating func line(_ key: String, bytes: some Sequence<UInt8>) {
        line(key, Hex.string(bytes, separator: " "))
    }

    /// The lines that every file begins with.
    mutating func header(_ deviceType: String) {
        line("Filetype", "Flipper NFC device")
        line("Version", "4")
        comment(
            "Device type can be ISO14443-3A, ISO14443-3B, ISO14443-4A, NTAG/Ultralight, Mifare Classic, ISO15693-3, SLIX"
        )
        line("Device type", deviceType)
        comment("UID is common for all formats")
        line("UID", bytes: report.identity.uid)
    }

    /// ATQA and SAK, as the dump has them or as such tags answer.
    mutating func type3A(atqa: [UInt8], sak: UInt8) {
        comment("ISO14443-3A specific data")
        let stated = dump.values.first { $0.name == ValueName.atqa }.flatMap { Hex.bytes($0.value) }
        line("ATQA", bytes: stated ?? atqa)
        line("SAK", bytes: [report.identity.sak ?? sak])
        var assumed: [(name: String, value: String)] = []
        if stated == nil { assumed.append(("ATQA", Hex.string(atqa, separator: " "))) }
        if report.identity.sak == nil { assumed.append(("SAK", Hex.byte(sak))) }
        guard !assumed.isEmpty else { return }
        losses.add(
            "that \(assumed.map(\.name).joined(separator: " and ")) \(assumed.count == 1 ? "was" : "were") not read: "
                + "Flipper gets the usual \(assumed.map(\.value).joined(separator: " and "))")
    }
}
