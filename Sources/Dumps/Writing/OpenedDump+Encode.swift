import Tags

extension OpenedDump {
    /// The dump as a file of another format, as `Dump.encoded(as:)` makes it.
    ///
    /// Our own format keeps what is doubtful about the file that was opened, so that nothing becomes a fact by being saved.
    /// - Throws: Why the format cannot hold the dump at all.
    public func encoded(as format: DumpFormat) throws(DumpError) -> DumpExport {
        guard format == .tagdesk else { return try dump.encoded(as: format) }
        // What the bytes say by themselves is found anew, also after they were edited.
        let said = Set(dump.report.findings.map(\.sentence) + dump.problems)
        let bytes = OwnWriter(dump: dump, problems: problems.filter { !said.contains($0) }).encoded()
        return DumpExport(bytes: bytes, lost: dump.leftOut)
    }
}
