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
        if isSLIX {
            try takeSLIX(&draft)
            if draft.statedName == nil { draft.statedName = "ICODE SLIX" }
        }
        return draft.opened(as: .flipper)
    }

    private func takeMemory(_ draft: inout Type5Draft) throws(DumpError) {
        guard let count = fields["Block Count"] else {
            draft.problems.append("the Flipper file holds no memory")
            return
        }
        draft.blockCount = try count.number(to: Self.mostBlocks)
        if let size = try fields["Block Size"]?.bytes(1).first {
            guard (1...32).contains(size) else {
                throw .line(count.line + 1, "gives a block size of \(size) bytes, ISO/IEC 15693 has 1 to 32")
            }
            draft.blockSize = Int(size)
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
        draft.lockedBlocks = status.indices.filter { status[$0] & 0x01 != 0 && $0 < draft.blockCount }
        if status.contains(where: { $0 & 0xFE != 0 }) {
            draft.values.append(NamedValue(Type5Values.security, Hex.string(status, separator: " ")))
        }
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
