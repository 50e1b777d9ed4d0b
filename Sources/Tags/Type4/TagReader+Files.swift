extension TagReader {
    /// What the files of a card say: capability container, NDEF, and whatever contradicts itself.
    ///
    /// Pure analysis without a reader, the same for a card just read and for one whose files were changed by a plan.
    public static func report(identity: TagIdentity, files: [TagFile]) -> TagReport {
        var report = TagReport(identity: identity)
        report.files = files
        guard let file = report.file(Type4Names.capabilityContainer) else {
            report.ndef = NDEFState(
                state: .unformatted, problems: ["the card has no capability container (file E103)"])
            return report
        }
        do throws(CapabilityContainer.Fault) {
            guard let bytes = file.content.runs.first.flatMap({ $0.offset == 0 ? $0.bytes : nil }) else {
                let denied = file.refusal != nil && file.refusal != .notFound
                report.ndef = NDEFState(
                    state: denied ? .protected : .unformatted,
                    problems: ["the CC file was not read: \(file.unreadWords)"])
                return report
            }
            let container = try CapabilityContainer(bytes)
            report.container = container
            take(container, &report)
        } catch {
            report.ndef = NDEFState(state: .invalid, problems: [error.sentence])
        }
        return report
    }

    private static func take(_ container: CapabilityContainer, _ report: inout TagReport) {
        report.findings += container.problems.map { Finding(.warning, $0) }
        guard let control = container.message else {
            report.ndef = NDEFState(
                state: .unformatted, problems: container.problems + ["the CC names no file for an NDEF message"])
            return
        }
        guard let file = report.messageFile else {
            report.ndef = NDEFState(
                state: .invalid,
                problems: ["file \(Hex.file(control.id)), which the CC names for the message, was not read"])
            return
        }
        var ndef = NDEFState(file: file)
        ndef.problems = container.problems + ndef.problems
        report.ndef = ndef
    }
}

extension TagReport {
    /// The same card with other content in its files; what was not read from files (signature, settings) stays.
    public func with(files changes: [UInt16: FileContent]) -> TagReport {
        var files = files
        for index in files.indices {
            if let content = changes[files[index].id] { files[index].content.merge(content) }
        }
        var report = TagReader.report(identity: identity, files: files)
        // The write access in a changed container is the file's.
        if let container = report.container {
            for control in container.files {
                guard let index = report.files.firstIndex(where: { $0.id == control.id }),
                    report.files[index].access.mode == nil
                else { continue }
                report.files[index].access = control.access
            }
        }
        report.signature = signature
        report.counters = counters
        report.dna = dna
        report.openedWith = openedWith
        report.protection = protection
        let ofFiles = TagReader.report(identity: identity, files: self.files).findings
        report.findings += findings.filter { !ofFiles.contains($0) && !report.findings.contains($0) }
        return report
    }
}

extension TagReader {
    /// What the NDEF file of a card says where nothing else of the card is known, such as its capability container.
    /// - Parameters:
    ///   - message: The file from its length field on.
    ///   - isExtended: The length field has four bytes.
    public static func report(identity: TagIdentity, message: [UInt8], isExtended: Bool) -> TagReport {
        var report = TagReport(identity: identity)
        let file = TagFile(
            id: Type4Names.message, role: .message, size: message.count, isExtended: isExtended,
            content: FileContent(message), access: FileAccess(read: .untold, write: .untold))
        report.files = [file]
        var ndef = NDEFState(file: file)
        ndef.capacity = nil
        report.ndef = ndef
        return report
    }
}
