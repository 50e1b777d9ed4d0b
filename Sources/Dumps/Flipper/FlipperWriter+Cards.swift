import Tags

extension FlipperWriter {
    /// A MIFARE Classic with `??` for bytes that are not known.
    mutating func writeClassic(_ image: TagImage) throws(DumpError) {
        guard let kind = Self.classicKinds.first(where: { $0.blocks == image.pageCount }) else {
            throw dump.refusal(.flipper, "MIFARE Classic of 20, 64 and 256 blocks")
        }
        header("Mifare Classic")
        type3A(atqa: kind.atqa, sak: kind.sak)
        comment("Mifare Classic specific data")
        line("Mifare Classic type", kind.word)
        line("Data format version", "2")
        comment("Mifare Classic blocks, '??' means unknown data")
        for block in 0..<image.pageCount {
            let bytes = (block * 16..<block * 16 + 16).map { image.byte(at: $0).map(Hex.byte) ?? "??" }
            line("Block \(block)", bytes.joined(separator: " "))
        }
        losses.reasons(image, "block") { _ in .unreadInFile }
        losses.take(dump, kept: [.uid, .sak], values: [ValueName.atqa])
    }

    private static let classicKinds: [(blocks: Int, word: String, atqa: [UInt8], sak: UInt8)] = [
        (20, "MINI", [0x00, 0x04], 0x09), (64, "1K", [0x00, 0x04], 0x08), (256, "4K", [0x00, 0x02], 0x18),
    ]

    /// A card of ISO/IEC 14443-4: its message, or what its answer to select is, or the UID alone.
    mutating func writeCard() throws(DumpError) {
        guard !report.identity.uid.isEmpty else {
            throw DumpError(
                "the dump has no UID, and Flipper refuses a file without one",
                advice: "Use the format raw, ndef or tagdesk.")
        }
        if !dump.applications.isEmpty, report.messageFile == nil {
            writeDESFire()
            return
        }
        let message = report.messageFile.flatMap { file in
            report.ndef?.raw.flatMap { file.isExtended ? nil : $0 }
        }
        if let message {
            header("Type 4 Tag")
            writeSelect()
            comment("Type 4 Tag specific data")
            line("NDEF Data Size", String(message.count))
            for start in stride(from: 0, to: message.count, by: 16) {
                line("NDEF Data", bytes: message[start..<min(start + 16, message.count)])
            }
            losses.add("the files of the card but for its message: only some firmwares know `Type 4 Tag`")
        } else {
            header(report.identity.ats == nil ? "ISO14443-3A" : "ISO14443-4A")
            writeSelect()
            if !report.files.isEmpty || report.ndef?.raw != nil { losses.add("the files of the card") }
        }
        losses.take(dump, kept: [.uid, .sak, .ats], values: [ValueName.atqa])
    }

    /// ATQA, SAK and the answer to select.
    mutating func writeSelect() {
        let isCard = report.identity.type == .type4
        type3A(atqa: [0x03, 0x44], sak: isCard ? 0x20 : 0x00)
        guard let ats = report.identity.ats else { return }
        comment("ISO14443-4A specific data")
        var rest = ats[...]
        // As a reader gives it the answer begins with its own length.
        if let length = rest.first, Int(length) == ats.count { rest = rest.dropFirst() }
        guard let format = rest.popFirst() else { return }
        line("T0", bytes: [format])
        for (bit, key) in [(UInt8(0x10), "TA(1)"), (0x20, "TB(1)"), (0x40, "TC(1)")] where format & bit != 0 {
            if let byte = rest.popFirst() { line(key, bytes: [byte]) }
        }
        line("T1...Tk", bytes: rest)
    }
}
