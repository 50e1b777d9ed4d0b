/// What NXP's own commands tell of a card without a key: its signature, and for NTAG 424 DNA its file settings, key versions
/// and tamper state.
///
/// At most eleven exchanges: signature, three files, five keys, tamper status.
struct NativeInspection {
    let session: APDUSession

    func run(_ report: inout TagReport) throws(TagError) {
        guard let version = report.identity.version.flatMap(NativeVersion.init) else { return }
        try readSignature(version, &report)
        if version.family == .ntag424 { try readState(version, &report) }
    }

    /// File settings, key versions, counter and tamper loop of an NTAG 424 DNA, and what they mean for its files.
    private func readState(_ version: NativeVersion, _ report: inout TagReport) throws(TagError) {
        let state = try NTAG424(session, random: { _ in nil }).state(hasTamper: version.hasTagTamper)
        report.dna = state
        for index in report.files.indices {
            let number = NTAG424.fileIDs.first { $0.value == report.files[index].id }?.key
            guard let number, let settings = state.settings[number] else { continue }
            report.files[index].take(settings)
        }
    }

    /// Read_Sig: 56 bytes over the UID, secp224r1.
    private func readSignature(_ version: NativeVersion, _ report: inout TagReport) throws(TagError) {
        guard let family = version.family, family != .plus, !report.identity.hasRandomUID else { return }
        // DESFire EV1 and older have none.
        if family == .desfire, version.hardware[3] < 0x12 { return }
        let answer = try ask(0x3C, [0x00])
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

    private func ask(_ ins: UInt8, _ data: [UInt8]) throws(TagError) -> ResponseAPDU {
        do throws(APDUError) {
            return try session.native(ins, data)
        } catch {
            throw error.asTagError
        }
    }
}
