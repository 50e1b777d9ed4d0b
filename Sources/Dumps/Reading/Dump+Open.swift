import NDEF
import Tags

extension Dump {
    /// The largest file that is taken, in bytes.
    public static let limit = 16 << 20

    /// Of a UID that no tag has.
    static let zeroUID = "UID is all zero"

    /// Opens a dump, report or message of any format; which one is told by the content alone.
    ///
    /// Takes hostile bytes: it never crashes, and takes time and memory in proportion to the file.
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - named: The file's name, which serves for contradictions, such as another UID in it; and where it ends in `.ndef`,
    ///     bytes that are of no format are taken for a message with its faults.
    /// - Throws: What is wrong with the file, in one sentence, and what to do.
    public static func open(_ bytes: [UInt8], named: String? = nil) throws(DumpError) -> OpenedDump {
        guard bytes.count <= limit else {
            throw DumpError(
                "the file has \(bytes.count) bytes, and no dump of a tag has more than \(limit)",
                advice: "Name the dump of a tag.")
        }
        guard bytes.contains(where: { !$0.isBlank }) else {
            throw DumpError(
                bytes.isEmpty ? "the file is empty" : "the file holds only blanks", advice: DumpError.damaged)
        }
        var opened = try FileFormats.open(bytes, isNamedMessage: FileName.isMessage(named))
        let uid = opened.dump.report.identity.uid
        if !uid.isEmpty, uid.allSatisfy({ $0 == 0 }), !opened.problems.contains(Self.zeroUID) {
            opened.problems.append(Self.zeroUID)
        }
        if let contradiction = FileName.contradiction(named, opened.dump.report.identity.uid) {
            opened.problems.append(contradiction)
        }
        return opened
    }
}

/// The formats in the order in which they are tried: from the one that says its name to raw bytes.
enum FileFormats {
    static func open(_ bytes: [UInt8], isNamedMessage: Bool) throws(DumpError) -> OpenedDump {
        var file = RawFile(bytes)
        file.isNamedMessage = isNamedMessage
        guard let text = FileText(bytes) else { return try file.open() }
        if let opened = try text.open() { return opened }
        do throws(DumpError) {
            return try file.open()
        } catch {
            // The first bytes of a text help nobody.
            throw text.unknown
        }
    }
}

/// What a file's name says of the tag.
enum FileName {
    /// It ends in `.ndef`, whatever the case.
    static func isMessage(_ name: String?) -> Bool {
        guard let name else { return false }
        return Array(name.utf8.suffix(5)).spells(".ndef")
    }

    /// The sentence for a name with the UID of another tag in it; `nil` where it has none or the same.
    static func contradiction(_ name: String?, _ uid: [UInt8]) -> String? {
        guard let name, uid.count >= 4, uid.contains(where: { $0 != 0 }) else { return nil }
        let last = name.utf8.split(separator: 0x2F).last.map(Array.init) ?? []
        let uids = last.split { !$0.isHexDigit }.compactMap { Hex.bytes(ascii: $0) }.filter { $0.count == uid.count }
        // Only what looks like a UID of the same kind: Proxmark3 and others name files so.
        guard let other = uids.first(where: { $0[0] == uid[0] }), !uids.contains(uid) else { return nil }
        return "the file's name says UID \(Hex.string(other, separator: ":")), the file itself "
            + "\(Hex.string(uid, separator: ":")): the file counts"
    }
}
