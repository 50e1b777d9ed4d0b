import Tags

extension FlipperWriter {
    mutating func writeType5() throws(DumpError) {
        guard let image = report.image, report.identity.uid.count == 8 else {
            throw DumpError(
                "the dump has no \(report.image == nil ? "memory" : "UID"), and Flipper refuses a file without it",
                advice: "Use the format raw or tagdesk.")
        }
        guard (1...256).contains(image.pageCount), (1...32).contains(image.pageSize) else {
            throw DumpError(
                "the memory has \(image.pageCount) blocks of \(image.pageSize) bytes, Flipper keeps at most 256 of 32",
                advice: "Use the format tagdesk, which keeps everything.")
        }
        let isSLIX = isSLIX
        header(isSLIX ? "SLIX" : "ISO15693-3")
        comment("ISO15693-3 specific data")
        for (key, name) in [
            ("DSFID", ValueName.dsfid), ("AFI", ValueName.afi), ("IC Reference", ValueName.icReference),
        ] {
            if let value = value(name) { line(key, value) }
        }
        comment("Lock Bits")
        for (key, name) in Type5Values.locks { flag(key, name) }
        comment("Number of memory blocks, valid range = 1..256")
        line("Block Count", String(image.pageCount))
        comment("Size of a single memory block, valid range = 01...20 (hex)")
        line("Block Size", bytes: [UInt8(image.pageSize)])
        line("Data Content", bytes: image.zeroFilled)
        losses.zeros(image, 0..<image.pageCount, "block")
        comment("Block Security Status: 01 = locked, 00 = not locked")
        line("Security Status", bytes: securityStatus(image))
        if isSLIX { writeSLIX() }
        losses.take(
            dump, kept: isSLIX ? [.uid, .locks, .signature] : [.uid, .locks],
            values: Set(
                [ValueName.dsfid, ValueName.afi, ValueName.icReference] + Type5Values.locks.map(\.name)
                    + [Type5Values.security] + (isSLIX ? Type5Values.slix.map(\.name) : [])))
    }

    /// Flipper takes only NXP's tags for SLIX; the plain kind is enough where there is nothing that only SLIX has.
    private var isSLIX: Bool {
        guard let name = Type5Chip.of(uid: report.identity.uid)?.name, name.hasPrefix("ICODE SL") else { return false }
        return report.signature != nil || Type5Values.slix.contains { value($0.name) != nil }
    }

    private func value(_ name: String) -> String? { dump.values.first { $0.name == name }?.value }

    private mutating func flag(_ key: String, _ name: String) {
        let value = value(name)
        if value == nil { losses.add("that it is not known whether \(key) is set: Flipper writes false") }
        line(key, value == "yes" ? "true" : "false")
    }

    private mutating func securityStatus(_ image: TagImage) -> [UInt8] {
        if let status = value(Type5Values.security).flatMap({ Hex.bytes($0) }), status.count == image.pageCount {
            return status
        }
        guard let protection = report.protection, protection.knowsLocks else {
            losses.add("that it is not known which blocks are locked: Flipper writes that none is")
            return [UInt8](repeating: 0, count: image.pageCount)
        }
        if !protection.undecidedPages.isEmpty {
            losses.add(
                "that it is not known whether \(Words.places(protection.undecidedPages, "block")) are locked: Flipper writes "
                    + "that none is")
        }
        let locked = Set(protection.lockedPages)
        return (0..<image.pageCount).map { locked.contains($0) ? 0x01 : 0x00 }
    }

    private mutating func writeSLIX() {
        comment("SLIX specific data")
        for entry in Type5Values.slix where entry.kind == .text || entry.kind == .password {
            if let value = value(entry.name) { line(entry.key, value) }
        }
        let signature = report.signature?.bytes ?? []
        losses.checkSignature(report)
        if signature.count != 32, !signature.isEmpty {
            losses.add("the signature of \(signature.count) bytes, for which Flipper has no place")
        }
        line("Signature", bytes: signature.count == 32 ? signature : [UInt8](repeating: 0, count: 32))
        for entry in Type5Values.slix {
            switch entry.kind {
            case .flag: flag(entry.key, entry.name)
            case .byte:
                if value(entry.name) == nil { losses.add("that \(entry.name) is not known: Flipper writes 00") }
                line(entry.key, value(entry.name) ?? "00")
            default: break
            }
        }
    }
}
