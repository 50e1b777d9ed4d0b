import Tags

/// Writes Proxmark3's `.eml`: one page or block a line in hex.
struct EmulatorWriter {
    let dump: Dump

    func export() throws(DumpError) -> DumpExport {
        guard let image = dump.report.image, image.pageCount > 0 else { throw dump.refusal(.eml, "memories") }
        var losses = Losses()
        let bytes = image.zeroFilled
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: image.pageSize) {
            text += Hex.string(bytes[start..<start + image.pageSize]).utf8
            text.append(0x0A)
        }
        let isType2 = dump.report.identity.type == .type2
        losses.zeros(image, 0..<image.pageCount, isType2 ? "page" : "block")
        losses.take(dump, kept: dump.rawUID)
        losses.checkKind(of: text, dump)
        return DumpExport(bytes: text, lost: losses.sentences)
    }
}

/// Writes the NDEF message and nothing else.
struct MessageWriter {
    let dump: Dump

    func export() throws(DumpError) -> DumpExport {
        guard let ndef = dump.report.ndef, let message = ndef.raw, !message.isEmpty else {
            throw DumpError(
                "the dump holds no NDEF message" + (dump.report.ndef?.state == .empty ? ", it is empty" : ""),
                advice: "Use the format tagdesk, which keeps everything.")
        }
        guard ndef.state != .unread, ndef.state != .protected else {
            throw DumpError(
                "the message was not read whole: \(ndef.problems.first ?? "its end is missing")",
                advice: "Read the tag again, with its password if it has one, or use the format tagdesk.")
        }
        var losses = Losses()
        if ndef.state != .message {
            losses.add("that the message is not sound: what could be cut out of it is written")
        }
        if dump.report.image != nil { losses.add("the memory around the message") }
        if !dump.report.files.isEmpty { losses.add("the files around the message") }
        losses.take(dump, kept: [])
        return DumpExport(bytes: message, lost: losses.sentences)
    }
}
