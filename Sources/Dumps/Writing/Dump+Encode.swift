import Tags

extension Dump {
    /// The dump as a file of `format`, with what the format cannot hold named.
    ///
    /// What was not read is never moved together: where a format has no word for it, zeros stand in its place, and that is
    /// among what is lost.
    /// - Throws: The format is one that is only read, or has no place for such a tag at all.
    public func encoded(as format: DumpFormat) throws(DumpError) -> DumpExport {
        switch format {
        case .tagdesk:
            return DumpExport(
                bytes: OwnWriter(dump: self).encoded(), lost: leftOut.map { "\($0), which is not read here" })
        case .raw: return try RawWriter(dump: self).export()
        case .flipper: return try FlipperWriter(dump: self).export()
        case .proxmarkBinary: return try ProxmarkWriter(dump: self).export()
        case .proxmarkJSON: return try ProxmarkJSONWriter(dump: self).export()
        case .eml: return try EmulatorWriter(dump: self).export()
        case .ndef: return try MessageWriter(dump: self).export()
        case .tagInfoXML, .tagInfoText, .mct, .metrodroid:
            throw DumpError(
                "\(format.title) is a format that is only read",
                advice: "Formats that are written: "
                    + "\(DumpFormat.allCases.filter(\.isWritten).map(\.rawValue).joined(separator: ", ")).")
        }
    }

    /// The refusal of a format for this kind of tag.
    func refusal(_ format: DumpFormat, _ kinds: String) -> DumpError {
        DumpError(
            "\(format.title) is not written here for \(article) \(report.identity.chipName), only for \(kinds)",
            advice: "Use the format tagdesk, which keeps everything.")
    }

    private var article: String {
        // As the names are said: an NTAG, an MIFARE would be wrong.
        let first = report.identity.chipName.first.map { String($0) } ?? ""
        return report.identity.chipName.hasPrefix("NTAG") || "AEIOU".contains(first) ? "an" : "a"
    }
}
