import Tags

extension FlipperWriter {
    /// A MIFARE Classic with `??` for bytes that are not known.
    mutating func writeClassic(_ image: TagImage) throws(DumpError) {
        guard let kind = Self.classicKinds.first(where: { $0.blocks == image.pageCount }) else {
            throw dump.refusal(.flipper, "MIFARE Classic of 20, 64 and 256 blocks")
        }
        header("Mifare Classic")
        // Bit 7 tells a UID of seven bytes.
        let isLong = report.identity.uid.count == 7
        type3A(atqa: isLong ? [kind.atqa[0], kind.atqa[1] | 0x40] : kind.atqa, sak: kind.sak)
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

    /// A card of ISO/IEC 14443: its message, its applications, what its answer to select is, or the UID alone.
    ///
    /// A card that this program knows only by name is refused: the file would be another tag.
    mutating func writeCard() throws(DumpError) {
        try checkCard()
        let name = report.identity.chipName.lowercased()
        if let header = FlipperKindB.headers.first(where: { $0.lowercased() == name }) {
            try writeKindB(header)
            return
        }
        try checkKindA()
        let isDESFire = report.identity.chipName.hasPrefix(FlipperDESFire.family)
        if report.messageFile == nil, !dump.applications.isEmpty || isDESFire && report.identity.version != nil {
            writeDESFire()
            return
        }
        let message = report.messageFile.flatMap { file in
            report.ndef?.raw.flatMap { file.isExtended ? nil : $0 }
        }
        let header: String
        if let message {
            header = "Type 4 Tag"
            self.header(header)
            writeSelect()
            comment("Type 4 Tag specific data")
            line("NDEF Data Size", String(message.count))
            for start in stride(from: 0, to: message.count, by: 16) {
                line("NDEF Data", bytes: message[start..<min(start + 16, message.count)])
            }
            losses.add("the files of the card but for its message: only some firmwares know `Type 4 Tag`")
        } else {
            header = isLayer4 ? "ISO14443-4A" : "ISO14443-3A"
            self.header(header)
            writeSelect()
            if !report.files.isEmpty || report.ndef?.raw != nil { losses.add("the files of the card") }
            if report.image != nil { losses.add("the memory of the card") }
        }
        let generic = [header, "UID", "Type 4 tag"]
        if !generic.contains(report.identity.chipName) {
            losses.add("that the card is \(report.identity.chipName): the file says \(header)")
        }
        losses.take(dump, kept: [.uid, .sak, .ats], values: [ValueName.atqa])
    }

    private func checkCard() throws(DumpError) {
        guard !report.identity.uid.isEmpty else {
            throw DumpError(
                "the dump has no UID, and Flipper refuses a file without one",
                advice: "Use the format raw, ndef or tagdesk.")
        }
        if let part = dump.leftOut.first {
            throw DumpError(
                "\(part) is not read here: a Flipper file without it would be another tag",
                advice: "Keep the original file.")
        }
    }

    /// SAK is what a file of the kind A stands on: it is known, or follows from the layer that the card speaks.
    private func checkKindA() throws(DumpError) {
        let uid = report.identity.uid
        guard [4, 7, 10].contains(uid.count) else {
            throw DumpError(
                "a UID of \(Words.count(uid.count, "byte")) is none of ISO 14443-3A, where they have 4, 7 or 10",
                advice: "Use the format tagdesk, which keeps everything.")
        }
        guard report.identity.sak != nil || report.identity.type == .type4 else {
            throw DumpError(
                "SAK of this \(report.identity.chipName) is not known, and a Flipper file says what card it is by it",
                advice: "Use the format tagdesk, or keep the original file.")
        }
    }

    /// The card speaks ISO 14443-4, by its kind, by its answer to select or by bit 6 of SAK.
    private var isLayer4: Bool {
        report.identity.type == .type4 || report.identity.ats != nil || (report.identity.sak ?? 0) & 0x20 != 0
    }

    /// A card of the kind B: its answer to the request holds all that such a file has.
    private mutating func writeKindB(_ header: String) throws(DumpError) {
        let parts = FlipperKindB.parts.map { part in
            (part.key, dump.values.first { $0.name == part.key }.flatMap { Hex.bytes($0.value) } ?? [], part.count)
        }
        if let missing = parts.first(where: { $0.1.count != $0.2 }) {
            throw DumpError(
                "\(missing.0) of this \(report.identity.chipName) is not known, and Flipper refuses a file without it",
                advice: "Use the format tagdesk, or keep the original file.")
        }
        self.header(header)
        comment("ISO14443-3B specific data")
        for (key, bytes, _) in parts { line(key, bytes: bytes) }
        losses.take(dump, kept: [.uid], values: Set(FlipperKindB.parts.map(\.key)))
    }

    /// ATQA, SAK and the answer to select.
    mutating func writeSelect() {
        type3A(atqa: [0x03, 0x44], sak: 0x20)
        guard let ats = report.identity.ats else {
            if isLayer4 { losses.add("that the answer to select (ATS) was not read: Flipper gets none") }
            return
        }
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

/// Words of Flipper's files of ISO 14443-3B.
enum FlipperKindB {
    /// Device types whose files hold the same.
    static let headers = ["ISO14443-3B", "ISO14443-4B"]
    /// What such a file holds beside the UID: each as the firmware calls it, with its bytes.
    static let parts: [(key: String, count: Int)] = [("Application data", 4), ("Protocol info", 3)]
}
