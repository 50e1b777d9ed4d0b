import Tags

/// Writes nothing but the bytes: the memory, or the NDEF file of a card.
struct RawWriter {
    let dump: Dump

    func export() throws(DumpError) -> DumpExport {
        var losses = Losses()
        let bytes: [UInt8]
        if let image = dump.report.image, image.byteCount > 0 {
            bytes = image.zeroFilled
            let isType2 = dump.report.identity.type == .type2
            losses.zeros(image, 0..<image.pageCount, isType2 ? "page" : "block")
            losses.take(dump, kept: dump.rawUID)
        } else if let file = dump.report.messageFile {
            guard let content = file.content.bytes(in: 0..<min(file.size, file.content.end)), !content.isEmpty else {
                throw DumpError(
                    "the NDEF file has gaps that were not read", advice: "Use the format tagdesk, which keeps gaps.")
            }
            bytes = content
            if content.count < file.size {
                losses.add("that the file has \(file.size) bytes: the \(content.count) that were read are written")
            }
            for other in dump.report.files where other.id != file.id { losses.add("file \(other.name)") }
            losses.take(dump, kept: [])
        } else if let message = dump.report.ndef?.raw, !message.isEmpty {
            bytes = message
            losses.take(dump, kept: [])
        } else {
            throw DumpError(nothingToWrite, advice: "Use the format tagdesk, which keeps everything.")
        }
        losses.checkKind(of: bytes, dump)
        return DumpExport(bytes: bytes, lost: losses.sentences)
    }

    /// Why there are no bytes that would stand for the tag.
    private var nothingToWrite: String {
        let files = dump.applications.flatMap(\.files).filter { $0.content != nil }.count
        guard files > 0 else { return "the dump holds neither a memory nor a file that was read" }
        return "raw is one memory, and this card has applications: the dump holds the content of "
            + "\(Words.count(files, "file")) in \(Words.count(dump.applications.count, "application"))"
    }
}

extension Dump {
    /// The UID, where the memory alone tells it: in pages 00 and 01 of a Type 2 tag, in block 00 of a MIFARE Classic.
    var rawUID: Losses.Parts {
        guard let image = report.image else { return [] }
        switch report.identity.type {
        case .type2: return image.tellsUID(of: report.identity.chip, besideHeader: false) ? [.uid] : []
        case .unknown: return image.page(0) != nil ? [.uid] : []
        default: return []
        }
    }
}
