/// What NXP's own commands tell of a card without a key: its signature, and for NTAG 424 DNA its file settings, key versions,
/// counter and tamper state.
///
/// At most eleven exchanges: signature, three files, five keys, counter, tamper status. The NDEF application is selected.
struct NativeInspection {
    let session: APDUSession

    func run(_ report: inout TagReport) throws(TagError) {
        guard let version = report.identity.version.flatMap(NativeVersion.init) else { return }
        try readSignature(version, &report)
        if version.family == .ntag424, !report.files.isEmpty { try readState(version, &report) }
    }

    /// File settings, key versions, counter and tamper loop of an NTAG 424 DNA, and what they mean for its files.
    private func readState(_ version: NativeVersion, _ report: inout TagReport) throws(TagError) {
        let state = try NTAG424(session, random: { _ in nil }).state(hasTamper: version.hasTagTamper)
        report.dna = state
        for (number, id) in NTAG424.fileIDs.sorted(by: { $0.key < $1.key }) {
            guard let settings = state.settings[number] else {
                report.findings.append(Finding(.note, "the card does not tell the settings of file \(Hex.file(id))"))
                continue
            }
            if !report.files.contains(where: { $0.id == id }) {
                report.files.append(
                    TagFile(
                        id: id, role: .proprietary, size: settings.size,
                        access: FileAccess(read: .untold, write: .untold)))
            }
            for index in report.files.indices where report.files[index].id == id {
                report.files[index].take(settings)
            }
        }
        if let words = state.tamperWords {
            report.findings.append(
                Finding(state.tamper?.first == 0x4F ? .warning : .note, "the tag tamper loop \(words)"))
        }
    }

    /// Read_Sig: 56 bytes over the UID, secp224r1.
    private func readSignature(_ version: NativeVersion, _ report: inout TagReport) throws(TagError) {
        guard let family = version.family, family != .plus, !report.identity.hasRandomUID else { return }
        // DESFire EV1 and older have none.
        if family == .desfire, version.hardware[3] < 0x12 { return }
        let answer: ResponseAPDU
        do throws(APDUError) {
            answer = try session.native(DNACommand.readSignature.rawValue, [0x00], frames: 4)
        } catch {
            throw error.asTagError
        }
        // NXP's application notes show 9190 behind a good signature.
        guard answer.data.count == 56 else {
            report.findings.append(
                Finding(
                    .warning,
                    "the card refuses Read_Sig (\(answer.status.sentence)), which \(report.identity.chipName) answers"))
            return
        }
        report.signature = Originality.verify(uid: report.identity.uid, signature: answer.data, curve: .secp224r1)
    }
}
