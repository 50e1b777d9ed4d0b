import NDEF
import Tags

/// A `.nfc` file of Flipper, versions 2 to 4.
///
/// Source: the Flipper firmware's description of its file formats; see docs/DUMPS.md.
struct FlipperFile {
    private let lines: TextLines
    /// The versions that can be read. 1 was given up by the firmware itself.
    static let versions = 2...4

    let fields: FlipperFields
    let version: Int
    /// `Device type`, as the file has it.
    let deviceType: String

    init(_ lines: TextLines) throws(DumpError) {
        self.lines = lines
        fields = try FlipperFields(lines)
        let kind = try fields.needed("Filetype")
        guard kind.value.spells("Flipper NFC device") else {
            throw DumpError(
                "this is a `\(kind.value.words)` file of Flipper, not one of an NFC tag",
                advice: "Name a file whose first line is `Filetype: Flipper NFC device`.")
        }
        let version = try fields.needed("Version")
        guard let number = version.value.decimal, Self.versions.contains(number) else {
            let isOld = version.value.decimal == 1
            throw DumpError(
                "the Flipper file is of version \(version.value.words), versions 2 to 4 are known",
                advice: isOld
                    ? "Flipper itself gave version 1 up: read the tag anew with a firmware of today."
                    : "Save it in version 4.")
        }
        self.version = number
        deviceType = try fields.needed("Device type").text
    }

    func open() throws(DumpError) -> OpenedDump {
        do throws(DumpError) {
            var opened = try content()
            opened.problems = fields.problems + opened.problems
            return opened
        } catch {
            if let opened = withoutLastLine() { return opened }
            throw error
        }
    }

    /// The file without a last line that has no end, where it is that line which cannot be read: it is cut off.
    private func withoutLastLine() -> OpenedDump? {
        guard lines.isOpen, let last = lines.lines.last, lines.lines.count > 1 else { return nil }
        var rest = lines
        rest.lines.removeLast()
        guard let file = try? FlipperFile(rest), var opened = try? file.content() else { return nil }
        opened.problems =
            ["the file ends in the middle of line \(last.number), which is left out: `\(last.text.words)`"]
            + file.fields.problems + opened.problems
        return opened
    }

    private func content() throws(DumpError) -> OpenedDump {
        switch deviceType.lowercased() {
        case "ntag/ultralight", "mifare ultralight/ntag": return try type2(typed: fields["NTAG/Ultralight type"]?.text)
        case let name where FlipperType2.named(name) != nil || name.hasPrefix("mifare ultralight"):
            return try type2(typed: deviceType)
        case "iso15693-3", "iso15693": return try type5(isSLIX: false)
        case "slix": return try type5(isSLIX: true)
        case let name where name.hasPrefix("mifare classic"): return try classic()
        case "mifare desfire": return try desfire()
        case "type 4 tag": return try type4Tag()
        case "ntag4xx": return try ntag4()
        default: return try identityOnly()
        }
    }

    // MARK: - What all kinds have

    func uid() throws(DumpError) -> [UInt8] {
        let field = try fields.needed("UID")
        let uid = try field.bytes()
        guard uid.count <= 10 else {
            throw .line(field.line, "gives a UID of \(uid.count) bytes, the longest there is has 10")
        }
        return uid
    }

    /// ATQA, most significant byte first: version 2 has it the other way round.
    func atqa() throws(DumpError) -> [UInt8]? {
        guard let bytes = try fields["ATQA"]?.bytes(2) else { return nil }
        return version == 2 ? bytes.reversed() : bytes
    }

    func sak() throws(DumpError) -> UInt8? { try fields["SAK"]?.bytes(1).first }
}
