import Tags

extension FlipperFile {
    /// The most blocks of ISO/IEC 15693 that Flipper keeps.
    private static let mostBlocks = 256

    /// An ISO/IEC 15693 tag, `SLIX` included.
    func type5(isSLIX: Bool) throws(DumpError) -> OpenedDump {
        var draft = Type5Draft(source: "Flipper file", program: "Flipper")
        draft.uid = try uid()
        draft.add(ValueName.dsfid, try fields["DSFID"]?.bytes(1).first)
        draft.add(ValueName.afi, try fields["AFI"]?.bytes(1).first)
        draft.add(ValueName.icReference, try fields["IC Reference"]?.bytes(1).first)
        for (key, name) in Type5Values.locks {
            guard let field = fields[key] else { continue }
            draft.values.append(NamedValue(name, try field.flag() ? "yes" : "no"))
        }
        try takeMemory(&draft)
        try takeSLIX(&draft)
        // Version 3 tells the kind of SLIX by a number.
        if let subtype = try fields["Subtype"]?.bytes(1).first {
            draft.statedName = Type5Values.subtypes[subtype]
            if draft.statedName == nil, subtype != 0 {
                draft.problems.append("Subtype \(Hex.byte(subtype)) of an ISO15693 tag is not known here")
            }
        }
        if isSLIX, draft.statedName == nil { draft.statedName = "ICODE SLIX" }
        return draft.opened(as: .flipper)
    }

    private func takeMemory(_ draft: inout Type5Draft) throws(DumpError) {
        guard let count = fields["Block Count"] else {
            draft.problems.append(
                try fields.numbered("Block").isEmpty
                    ? "the Flipper file holds no memory"
                    : "the Flipper file has no line `Block Count` and `Data Content`: its lines `Block n` are not those that "
                        + "Flipper writes for ISO15693, and are left out")
            return
        }
        draft.blockCount = try count.number(to: Self.mostBlocks)
        guard draft.blockCount > 0 else {
            draft.problems.append("Block Count is 0: the tag did not tell its size, and the file holds no memory")
            return
        }
        if let field = fields["Block Size"] {
            // Programs of others write `4` for `04`.
            let size = field.value.count == 1 ? field.value.decimal ?? 0 : Int(try field.bytes(1).first ?? 0)
            guard (1...32).contains(size) else {
                throw .line(field.line, "gives a block size of \(size) bytes, ISO/IEC 15693 has 1 to 32")
            }
            draft.blockSize = size
        }
        draft.content = try fields["Data Content"]?.bytes() ?? []
        let size = draft.blockCount * draft.blockSize
        if draft.content.count > size {
            draft.problems.append(
                "Data Content has \(draft.content.count) bytes, \(draft.blockCount) blocks of \(draft.blockSize) have \(size): "
                    + "the rest is left out")
        }
        guard let security = fields["Security Status"] else { return }
        var status = try security.bytes()
        // Older files begin with a byte for the lock bits of DSFID and AFI.
        if status.count == draft.blockCount + 1 { takeOldLocks(status.removeFirst(), &draft) }
        if status.count != draft.blockCount {
            draft.problems.append(
                "Security Status is of \(Words.count(status.count, "block")), the tag has \(draft.blockCount)")
        }
        draft.security = status
    }

    private func takeOldLocks(_ bits: UInt8, _ draft: inout Type5Draft) {
        for (bit, place) in Type5Values.oldLocks where !draft.values.contains(where: { $0.name == place }) {
            draft.values.append(NamedValue(place, bits & bit != 0 ? "yes" : "no"))
        }
    }

    private func takeSLIX(_ draft: inout Type5Draft) throws(DumpError) {
        draft.signature = try fields["Signature"]?.bytes(32)
        for entry in Type5Values.slix {
            guard let field = fields[entry.key] else { continue }
            draft.values.removeAll { $0.name == entry.name }
            switch entry.kind {
            case .password:
                draft.values.append(
                    NamedValue(entry.name, Hex.string(try field.bytes(4), separator: " "), isSecret: true))
            case .byte: draft.add(entry.name, try field.bytes(1).first)
            case .flag: draft.values.append(NamedValue(entry.name, try field.flag() ? "yes" : "no"))
            case .text: draft.values.append(NamedValue(entry.name, field.text))
            }
        }
    }
}

/// The values of Type 5 tags: what Flipper calls them, and what they are called here.
enum Type5Values {
    /// What a value is.
    enum Kind {
        case password, byte, flag, text
    }

    /// Lock bits that every tag has.
    static let locks: [(key: String, name: String)] = [("Lock DSFID", "DSFID locked"), ("Lock AFI", "AFI locked")]
    /// The same in the byte that older files put before the security status.
    static let oldLocks: [(bit: UInt8, name: String)] = [
        (0x01, "DSFID locked"), (0x02, "AFI locked"), (0x04, "EAS locked"), (0x08, "Protection page locked"),
    ]
    /// The security status byte of each block, where it says more than locked or not.
    static let security = "Block security status"

    /// The chips that `Subtype` means. Source: the firmware's nfc_device.c of version 3.
    static let subtypes: [UInt8: String] = [
        1: "ICODE SLIX", 2: "ICODE SLIX-S", 3: "ICODE SLIX-L", 4: "ICODE SLIX2",
    ]

    /// What `SLIX` adds.
    static let slix: [(key: String, name: String, kind: Kind)] = [
        ("Capabilities", "Capabilities", .text),
        ("Password Read", "Read password", .password), ("Password Write", "Write password", .password),
        ("Password Privacy", "Privacy password", .password), ("Password Destroy", "Destroy password", .password),
        ("Password EAS", "EAS/AFI password", .password), ("Privacy Mode", "Privacy mode", .flag),
        ("Protection Pointer", "Protection pointer", .byte), ("Protection Condition", "Protection condition", .byte),
        ("Lock EAS", "EAS locked", .flag), ("Lock PPL", "Protection page locked", .flag),
    ]
}
