/// A plan for a card with files while it is made: NDEF in its file, and the write access in the capability container.
///
/// The order is that of the NFC Forum's update procedure: length 0, the body, the length. A command that is torn anywhere
/// leaves the old message, none, or, only while the length itself is being written, an undefined length.
struct FilePlanDraft {
    let report: TagReport
    let container: CapabilityContainer
    let file: TagFile
    /// The user gave a key, which the card will judge.
    let hasKey: Bool
    var plan: Plan

    /// Bytes that stay between two changed ones are written along rather than spend one more command.
    private static let widestGap = 16

    init(kind: Plan.Kind, report: TagReport, hasKey: Bool = false) throws(Refusal) {
        guard let container = report.container, let file = report.messageFile else {
            throw Self.noFile(report)
        }
        self.hasKey = hasKey
        self.report = report
        self.container = container
        self.file = file
        plan = Plan(kind: kind, uid: report.identity.uid, chipName: report.identity.chipName)
    }

    /// Plans an NDEF message in place of the present one.
    mutating func planMessage(_ message: [UInt8]) throws(Refusal) {
        let fits = report.ndef?.capacity?.maximum ?? 0
        guard message.count <= fits else {
            throw Refusal(
                .tooBig(by: message.count - fits), reason: "message is \(message.count) bytes, \(fits) fit",
                advice: "Shorten it by \(message.count - fits) bytes, or use a tag with more room.")
        }
        try bring(file, to: FileContent(lengthField(message.count) + message), why: "NDEF message")
    }

    /// Plans an empty file: no message, and 00 wherever it is known that something else stands.
    mutating func planEmpty(why: String) throws(Refusal) {
        var target = FileContent(lengthField(0))
        for run in file.content.runs {
            let range = run.range.clamped(to: file.lengthBytes..<max(file.lengthBytes, file.size))
            target.set(Array(repeating: 0, count: range.count), at: range.lowerBound)
        }
        let unread = file.content.unread(below: file.size)
        if let first = unread.first {
            plan.notices.append(
                "bytes from \(first.lowerBound) on were not read and stay as they are: \(file.unreadWords)")
        }
        try bring(file, to: target, why: why)
    }

    /// Plans write access `never` in the capability container.
    mutating func planReadOnly(_ locks: Wish.Locks) throws(Refusal) {
        guard locks.pages == nil, !locks.freezes else {
            throw .notPossible(
                "\(report.identity.chipName) has files and no pages", "Lock all of it: mark its message read-only.")
        }
        guard let control = container.message, let holder = report.file(Type4Names.capabilityContainer) else {
            throw Self.noFile(report)
        }
        guard control.write != 0xFF else { return }
        try refuseClosed(holder)
        let withKeys = holder.access.change != nil
        let consequence =
            "the capability container then says that the message can never be written, and a card may take that for good"
        plan.steps.append(
            PlanStep(
                target: .file(id: holder.id, offset: control.writeOffset), phase: .container, old: [control.write],
                new: [0xFF], readsBack: [0xFF], why: "CC: write access of \(Hex.file(file.id)) becomes FF, never",
                reversible: withKeys, consequence: withKeys ? nil : consequence))
        if !withKeys {
            plan.notices.append(
                "whether the card lets its CC be written shows only when it is tried; a refusal changes nothing")
        }
    }

    /// Plans the way to these bytes: how an interrupted plan is finished or put back.
    mutating func planTransition(to target: [UInt16: FileContent]) throws(Refusal) {
        for (id, content) in target.sorted(by: { $0.key < $1.key }) {
            if id == file.id {
                try bring(file, to: content, why: "bring back NDEF data")
            } else if let other = report.file(id) {
                try refuseClosed(other)
                let ranges = try changes(of: other, to: content, from: 0)
                write(content, ranges, to: other, .container, why: "as planned")
            } else {
                throw .notPossible(
                    "file \(Hex.file(id)) is not there any more", "Read the tag, and write what you want it to hold.")
            }
        }
    }

    /// The finished plan, with what its steps leave.
    func finished() -> Plan {
        var plan = plan
        for step in plan.steps {
            guard case .file(let id, let offset) = step.target, let bytes = step.readsBack else { continue }
            plan.afterFiles[id, default: FileContent()].set(bytes, at: offset)
        }
        return plan
    }

    // MARK: - Bytes

    mutating func bring(_ file: TagFile, to target: FileContent, why: String) throws(Refusal) {
        let head = file.lengthBytes
        guard let present = file.content.bytes(in: 0..<head) else { throw unread(file, 0..<head) }
        let wanted = target.bytes(in: 0..<head) ?? present
        let body = try changes(of: file, to: target, from: head)
        guard !body.isEmpty || wanted != present else { return }
        try refuseClosed(file)
        if !file.mirrored.isEmpty {
            plan.notices.append(
                "the card puts its own characters into bytes "
                    + file.mirrored.map { "\($0.lowerBound)-\($0.upperBound - 1)" }.joined(separator: ", ")
                    + " of the file (SDM): a message of another form is then shown wrongly")
        }
        let name = file.isExtended ? "ENLEN" : "NLEN"
        let none = Array(repeating: UInt8(0), count: head)
        if !body.isEmpty, present != none {
            append(none, over: present, at: 0, of: file, .hide, why: "hide the present message: \(name) 0")
        }
        write(target, body, to: file, .data, why: why)
        let now = body.isEmpty ? present : none
        if wanted != now {
            let length = CapabilityContainer.number(wanted[...])
            append(wanted, over: now, at: 0, of: file, .show, why: "\(why): \(name) \(length)")
        }
    }

    /// The ranges that change, close ones drawn together.
    func changes(of file: TagFile, to target: FileContent, from start: Int) throws(Refusal) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for run in target.runs {
            for offset in run.range where offset >= start {
                let old = file.content.byte(at: offset)
                guard let old else { throw unread(file, offset..<run.range.upperBound) }
                let isMirrored = file.mirrored.contains { $0.contains(offset) }
                guard isMirrored || old != run.bytes[offset - run.offset] else { continue }
                // What the gap holds is known where both belong to one run of the target.
                if let last = ranges.last, offset - last.upperBound < Self.widestGap,
                    target.bytes(in: last.lowerBound..<offset + 1) != nil
                {
                    ranges[ranges.count - 1] = last.lowerBound..<offset + 1
                } else {
                    let first = max(start, run.offset)
                    ranges.append((offset - first < Self.widestGap && ranges.isEmpty ? first : offset)..<offset + 1)
                }
            }
        }
        return ranges
    }

    mutating func write(
        _ target: FileContent, _ ranges: [Range<Int>], to file: TagFile, _ phase: PlanStep.Phase, why: String
    ) {
        for range in ranges {
            var offset = range.lowerBound
            while offset < range.upperBound {
                let far = offset > Type4Files.lastPlainOffset
                let most = max(1, container.writeChunk - (far ? Type4Files.objectBytes : 0))
                let part = offset..<min(offset + most, range.upperBound)
                offset = part.upperBound
                guard let bytes = target.bytes(in: part) else { continue }
                append(
                    bytes, over: file.content.bytes(in: part), at: part.lowerBound, of: file, phase, why: why)
            }
        }
    }

    private mutating func append(
        _ bytes: [UInt8], over old: [UInt8]?, at offset: Int, of file: TagFile, _ phase: PlanStep.Phase, why: String
    ) {
        plan.steps.append(
            PlanStep(
                target: .file(id: file.id, offset: offset), phase: phase, old: old, new: bytes, readsBack: bytes,
                why: why))
    }

    private func lengthField(_ count: Int) -> [UInt8] {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
        return Array(bytes.suffix(file.lengthBytes))
    }

    // MARK: - Refusals

    mutating func refuseClosed(_ file: TagFile) throws(Refusal) {
        let rights = [file.access.write, file.access.readWrite].compactMap { $0 }
        if rights.contains(.free) { return }
        let keys = rights.compactMap { if case .key(let number) = $0 { number } else { nil } }
        if !keys.isEmpty, hasKey || keys.contains(where: { $0 == report.openedWith }) {
            plan.needsAuthentication = true
            if let other = plan.keyNumber, let number = file.keyNumber, other != number {
                throw .notPossible(
                    "the files need different keys (\(other) and \(number)), and the card holds one right at a time",
                    "Change one file after the other.")
            }
            plan.keyNumber = file.keyNumber
            return
        }
        if !keys.isEmpty {
            let names = Set(keys).sorted().map { "key \($0)" }.joined(separator: " or ")
            throw Refusal(
                .needsPassword, reason: "file \(Hex.file(file.id)) can be written only with \(names)",
                advice: "Give that key, or open the file for writing with `tagdesk access`.")
        }
        guard rights.contains(.never), !rights.contains(where: { if case .proprietary = $0 { true } else { false } })
        else { return }
        throw Refusal(
            .readOnlyContainer,
            reason: "file \(Hex.file(file.id)) can never be written: so says "
                + (file.access.mode == nil ? "the capability container (write access FF)" : "its setting"),
            advice: "Use another tag.")
    }

    private func unread(_ file: TagFile, _ range: Range<Int>) -> Refusal {
        if case .key(let number) = file.access.read, file.content.isEmpty {
            return Refusal(
                .needsPassword, reason: "file \(Hex.file(file.id)) can be read only with key \(number)",
                advice: "Give that key.")
        }
        return Refusal(
            .unread(pages: []),
            reason:
                "bytes \(range.lowerBound)-\(range.upperBound - 1) of file \(Hex.file(file.id)) were not read, so they "
                + "could not be put back: \(file.unreadWords)",
            advice: "Read the tag again.")
    }

    private static func noFile(_ report: TagReport) -> Refusal {
        guard let ndef = report.ndef else {
            return Refusal(.unread(pages: []), reason: "the tag's files were not read", advice: "Read the tag again.")
        }
        let advice =
            report.container == nil && ndef.state == .unformatted
            ? "Create the NDEF application on it first, with the tool of its maker."
            : "Read the tag again, or use another one."
        return Refusal(
            .unformatted, reason: ndef.problems.first ?? "the card has no file for an NDEF message", advice: advice)
    }
}
