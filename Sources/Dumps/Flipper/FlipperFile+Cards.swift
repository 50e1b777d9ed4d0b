import NDEF
import Tags

extension FlipperFile {
    /// The answer to select, from its parts or, in older files, as a whole; without the length byte and as a reader gives it.
    func ats() throws(DumpError) -> [UInt8]? {
        if let whole = try fields["ATS"]?.bytes() { return whole }
        guard let format = try fields["T0"]?.bytes(1).first else { return nil }
        var answer: [UInt8] = [format]
        for (bit, key) in [(UInt8(0x10), "TA(1)"), (0x20, "TB(1)"), (0x40, "TC(1)")] where format & bit != 0 {
            answer += try fields[key]?.bytes(1) ?? [0]
        }
        answer += try fields["T1...Tk"]?.bytes() ?? []
        return [UInt8(truncatingIfNeeded: answer.count + 1)] + answer
    }

    /// A tag of which the file keeps no memory: UID, ATQA and SAK, and the answer to select where there is one.
    func identityOnly() throws(DumpError) -> OpenedDump {
        var report = TagReport(identity: try identity())
        report.identity.ats = try ats()
        var dump = Dump(report: report, values: try values(), origin: DumpOrigin(program: "Flipper"))
        for (key, _) in FlipperKindB.parts {
            guard let field = fields[key] else { continue }
            dump.values.append(NamedValue(key, Hex.string(try field.bytes(), separator: " ")))
        }
        // Files of these kinds hold all that such a tag tells before it is asked for more; others hold more.
        let bare = ["uid", "iso14443-3a", "iso14443-3b", "iso14443-4a", "iso14443-4b"]
        let problem: String
        if bare.contains(deviceType.lowercased()) {
            problem = "the file holds no memory"
        } else {
            dump.leftOut = ["what a `\(deviceType.visible)` file holds beside the UID"]
            problem = "what a `\(deviceType.visible)` file holds beside the UID is not read here"
        }
        return OpenedDump(format: .flipper, dump: dump, problems: [problem] + warnings(dump))
    }

    /// A Type 4 tag with its message, as firmwares of others keep it.
    func type4Tag() throws(DumpError) -> OpenedDump {
        var identity = try identity()
        identity.type = .type4
        identity.chipName = "Type 4 tag"
        identity.ats = try ats()
        var data: [UInt8] = []
        for field in fields.fields where field.key.lowercased() == "ndef data" { data += try field.bytes() }
        var problems: [String] = []
        if let size = fields["NDEF Data Size"] {
            let stated = try size.number(to: Int(UInt16.max))
            if stated != data.count {
                problems.append("NDEF Data Size is \(stated), the file holds \(Words.count(data.count, "byte"))")
            }
        }
        // Whether the length field belongs to the data depends on the firmware: a message cannot begin with 00 to 7F.
        let hasLength = data.count >= 2 && (Int(data[0]) << 8 | Int(data[1])) == data.count - 2
        let file = hasLength ? data : [UInt8(data.count >> 8 & 0xFF), UInt8(data.count & 0xFF)] + data
        let report = TagReader.report(identity: identity, message: file, isExtended: false)
        let dump = Dump(report: report, values: try values(), origin: DumpOrigin(program: "Flipper"))
        return OpenedDump(format: .flipper, dump: dump, problems: problems + warnings(dump))
    }

    /// An NTAG 413 or 424 DNA, of which firmwares of others keep the version alone.
    func ntag4() throws(DumpError) -> OpenedDump {
        var identity = try identity()
        identity.type = .type4
        identity.chipName = "NTAG 4xx DNA"
        identity.ats = try ats()
        if let version = try fields["PICC Version"]?.bytes() { identity.take(picc: version, from: "Flipper file") }
        let dump = Dump(
            report: TagReport(identity: identity), values: try values(), origin: DumpOrigin(program: "Flipper"))
        return OpenedDump(
            format: .flipper, dump: dump, problems: ["the file holds neither files nor keys"] + warnings(dump))
    }

    // MARK: - Parts

    func identity() throws(DumpError) -> TagIdentity {
        let uid = try uid()
        return TagIdentity(
            uid: uid, type: deviceType.lowercased() == "iso14443-4a" ? .type4 : .unknown, chipName: deviceType,
            vendor: Manufacturer.name(ofUID: uid),
            identifiedBy: "the device type in the Flipper file", provenance: .derived, sak: try sak())
    }

    func values() throws(DumpError) -> [NamedValue] {
        try atqa().map { [NamedValue(ValueName.atqa, Hex.string($0, separator: " "))] } ?? []
    }

    func warnings(_ dump: Dump) -> [String] {
        let uid = dump.report.identity.uid
        if uid.isEmpty { return ["the file has no UID"] }
        return uid.allSatisfy { $0 == 0 } ? ["UID is all zero"] : []
    }
}

extension TagIdentity {
    /// Takes the answer to GetVersion of a card, which names the chip.
    mutating func take(picc version: [UInt8], from source: String) {
        self.version = version
        guard let native = NativeVersion(version), let name = native.chipName else { return }
        chipName = name
        identifiedBy = "GetVersion, as the \(source) keeps it"
        provenance = .reported
    }
}
