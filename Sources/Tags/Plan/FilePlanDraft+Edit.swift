extension FilePlanDraft {
    /// Plans exactly the bytes that a person typed into files.
    mutating func planEdit(_ files: [UInt16: FileContent]) throws(Refusal) {
        for (id, content) in files.sorted(by: { $0.key < $1.key }) {
            guard let file = report.file(id) else {
                throw .notPossible("the card has no file \(Hex.file(id))", "Leave it out.")
            }
            guard content.end <= file.size else {
                throw .badArgument(
                    "file \(Hex.file(id)) has \(file.size) bytes, and byte \(content.end - 1) was given",
                    "Leave out what lies behind its end.")
            }
            switch file.role {
            case .message:
                try refuseBrokenLength(of: file, with: content)
                try bring(file, to: content, why: "as typed")
            case .capabilityContainer: try planContainer(file, content)
            case .proprietary:
                try refuseClosed(file)
                write(content, try changes(of: file, to: content, from: 0), to: file, .data, why: "as typed")
            }
        }
    }

    /// Plans the NDEF file of a dump.
    mutating func planRestoration(_ wish: Restoration) throws(Refusal) {
        switch try wish.contents() {
        case .message(let message):
            try wish.refuseMoreThanData(of: "an NDEF message")
            plan.notices.append("the dump is a message alone: it takes the place of the card's message, nothing else")
            try planMessage(message)
        case .pages:
            throw .notPossible(
                "the dump is of a tag with pages (\(wish.source.identity.chipName)), and \(report.identity.chipName) has "
                    + "files",
                "Write the dump's message instead: save it as .ndef (`tagdesk convert`) and restore that.")
        case .files:
            try wish.refuseMoreThanData(of: "a dump of a card with files")
            guard let source = wish.source.messageFile else { return }
            try planFile(of: source, wish)
        }
    }

    private mutating func planFile(of source: TagFile, _ wish: Restoration) throws(Refusal) {
        guard source.size == file.size, source.isExtended == file.isExtended else {
            throw .notPossible(
                "the dump's NDEF file has \(source.size) bytes, that of the card \(file.size)",
                "Write the dump's message instead: save it as .ndef (`tagdesk convert`) and restore that.")
        }
        let head = source.lengthBytes
        guard let field = source.content.bytes(in: 0..<head) else {
            throw .notPossible(
                "the dump does not hold the NDEF file's length: \(source.unreadWords)",
                "Take the dump again, with the key where the card asks for one.")
        }
        let end = head + CapabilityContainer.number(field[...])
        guard end <= source.size, source.content.bytes(in: 0..<end) != nil else {
            throw .notPossible(
                "the dump's message is not all in it: \(end) bytes of the file would be needed, \(source.content.count) of "
                    + "\(source.size) are there",
                "Take the dump again, with the key where the card asks for one.")
        }
        if !source.mirrored.isEmpty {
            plan.notices.append(
                "the dump's card put its own characters into its file (SDM): what it showed then is written, not what it "
                    + "holds")
        }
        let missing = source.content.unread(below: source.size)
        if let first = missing.first {
            plan.notices.append(
                "the dump does not hold the file's bytes from \(first.lowerBound) on: they stay as the card has them")
        }
        let others = wish.source.files.filter { $0.id != source.id }.map(\.name)
        plan.notices.append(
            "not written: UID, keys and rights" + (others.isEmpty ? "" : ", files \(others.joined(separator: ", "))"))
        try bring(file, to: source.content, why: "data of the dump")
    }

    // MARK: - What must not come of it

    /// A length that reaches out of the file makes the message unreadable.
    private func refuseBrokenLength(of file: TagFile, with content: FileContent) throws(Refusal) {
        var after = file.content
        after.merge(content)
        guard let field = after.bytes(in: 0..<file.lengthBytes) else { return }
        let length = CapabilityContainer.number(field[...])
        guard length > file.size - file.lengthBytes else { return }
        throw .badArgument(
            "the length would be \(length), and file \(Hex.file(file.id)) has room for \(file.size - file.lengthBytes)",
            "Give a length that fits, or leave the first \(file.lengthBytes) bytes alone.")
    }

    /// The container must still name the message's file, or nothing could find its way back.
    private mutating func planContainer(_ file: TagFile, _ content: FileContent) throws(Refusal) {
        try refuseClosed(file)
        var after = file.content
        after.merge(content)
        let container = try? CapabilityContainer(after.bytes(in: 0..<after.end) ?? [])
        guard let message = container?.message, message.id == self.file.id, message.maximumSize == self.file.size,
            container?.problems.isEmpty == true
        else {
            throw .badArgument(
                "with these bytes the capability container would not name the NDEF file any more as it is",
                "Leave length, identifiers and sizes as they are.")
        }
        let withKeys = file.access.change != nil
        let first = plan.steps.count
        write(content, try changes(of: file, to: content, from: 0), to: file, .container, why: "CC, as typed")
        guard !withKeys else { return }
        for index in first..<plan.steps.count {
            plan.steps[index].reversible = false
            plan.steps[index].consequence = "a card may take what its capability container says for good"
        }
    }
}
