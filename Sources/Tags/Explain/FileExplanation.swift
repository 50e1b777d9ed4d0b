extension ByteExplanation {
    /// Explains the byte of a file at `offset`, counted from the file's start.
    public static func explain(file id: UInt16, offset: Int, in report: TagReport) -> ByteExplanation {
        guard let file = report.file(id), offset >= 0 else {
            return ByteExplanation(sentence: "no such file")
        }
        let byte = file.content.byte(at: offset)
        var sentence = "file \(Hex.file(id)) byte \(offset): "
        if let byte { sentence += "\(Hex.byte(byte))h = \(byte), " }
        sentence += meaning(of: byte, at: offset, file, report)
        if byte == nil {
            sentence += offset < file.size ? "; not read: \(file.unreadWords)" : "; the file ends before"
        }
        if file.mirrored.contains(where: { $0.contains(offset) }) {
            sentence += "; the card puts its own characters here when it is read (SDM)"
        }
        return ByteExplanation(sentence: sentence)
    }

    private static func meaning(of byte: UInt8?, at offset: Int, _ file: TagFile, _ report: TagReport) -> String {
        switch file.role {
        case .capabilityContainer: return containerMeaning(at: offset, report.container)
        case .proprietary: return "data of the card's maker or owner"
        case .message: break
        }
        let field = file.isExtended ? "ENLEN" : "NLEN"
        if offset < file.lengthBytes { return "\(field), byte \(offset): the length of the message" }
        let place = offset - file.lengthBytes
        let message = report.ndef?.raw ?? []
        guard place < message.count else { return "behind the message" + character(byte) }
        let record = report.ndef?.decoding?.records.firstIndex { $0.range.contains(place) }
        let of = record.map { ", in record \($0 + 1)" } ?? ""
        return "byte \(place) of the message\(of)" + character(byte)
    }

    private static func containerMeaning(at offset: Int, _ container: CapabilityContainer?) -> String {
        guard let container else { return "capability container" }
        switch offset {
        case 0, 1: return "CCLEN: the container has \(container.length) bytes"
        case 2: return "mapping version \(container.versionWords)"
        case 3, 4: return "MLe: an answer has at most \(container.maximumRead) bytes"
        case 5, 6: return "MLc: a command has at most \(container.maximumWrite) bytes of data"
        default: break
        }
        guard
            let control = container.files.first(where: { control in
                let sizeBytes = control.isExtended ? 4 : 2
                return (control.writeOffset - sizeBytes - 5...control.writeOffset).contains(offset)
            })
        else { return offset < container.length ? "in the container" : "behind the container" }
        let name = "file \(Hex.file(control.id))"
        switch offset - control.writeOffset {
        case 0: return "write access to \(name): \(control.access.write.words)"
        case -1: return "read access to \(name): \(control.access.read.words)"
        default: break
        }
        let start = control.writeOffset - (control.isExtended ? 9 : 7)
        switch offset - start {
        case 0: return "a file control TLV: \(control.isMessage ? "NDEF" : "proprietary")"
        case 1: return "the length of the TLV"
        case 2, 3: return "the identifier of \(name)"
        default: return "the size of \(name): \(control.maximumSize) bytes"
        }
    }

    private static func character(_ byte: UInt8?) -> String {
        guard let byte, (0x20..<0x7F).contains(byte) else { return "" }
        return ", '\(Character(Unicode.Scalar(byte)))'"
    }
}
