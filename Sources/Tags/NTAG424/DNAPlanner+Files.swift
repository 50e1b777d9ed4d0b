extension DNAPlanner {
    /// The capability container as delivered. Source: NT4H2421Gx data sheet, 8.2.3.1.
    public static let factoryContainer: [UInt8] =
        [
            0x00, 0x17, 0x20, 0x01, 0x00, 0x00, 0xFF, 0x04, 0x06, 0xE1, 0x04, 0x01, 0x00, 0x00, 0x00, 0x05, 0x06, 0xE1,
            0x05, 0x00, 0x80, 0x82, 0x83,
        ] + Array(repeating: 0, count: 9)

    // MARK: - Rights

    func addAccess(
        _ changes: [UInt8: AccessChange], to plan: inout DNAPlan, withoutLink: Bool = false
    ) throws(Refusal) {
        for (file, change) in changes.sorted(by: { $0.key < $1.key }) {
            let old = try settings(of: file)
            var new = change.applied(to: old)
            if withoutLink { new.sdm = nil }
            try addSettings(file, from: old, to: new, to: &plan)
        }
    }

    /// What the tag said of a file.
    private func settings(of file: UInt8) throws(Refusal) -> FileSettings {
        guard NTAG424.fileIDs[file] != nil else {
            throw .badArgument("the chip has no file \(Hex.byte(file))", "Files are 01 (CC), 02 (NDEF) and 03.")
        }
        guard let settings = state.settings[file] else {
            throw .notPossible(
                "the settings of file \(Hex.byte(file)) could not be read",
                "Read the tag again and see what it refuses.")
        }
        return settings
    }

    private func addSettings(
        _ file: UInt8, from old: FileSettings, to new: FileSettings, to plan: inout DNAPlan
    ) throws(Refusal) {
        if old.encoded == new.encoded { return }
        if let problem = new.problems(file: file, suite: suite, tamper: hasTamper).first {
            throw .badArgument(problem, "Change the settings so that the chip can take them.")
        }
        let closes = new.access.closesForGood && !old.access.closesForGood
        plan.add(
            .settings(file: file, new),
            PlanStep(
                target: .changeSettings(file), phase: .configuration, old: old.encoded, new: new.encoded,
                readsBack: new.encoded, why: Self.why(file, old, new), reversible: !closes,
                consequence: closes ? "nobody can ever change the settings of file \(Hex.byte(file)) again" : nil))
        if file == 2, !new.access.conditions(for: .reading).contains(.free) {
            plan.plan.notices.append("Phones cannot read the NDEF file with these rights.")
        }
    }

    private static func why(_ file: UInt8, _ old: FileSettings, _ new: FileSettings) -> String {
        var parts: [String] = []
        if old.access != new.access { parts.append(new.access.sentence) }
        if old.mode != new.mode { parts.append("mode \(old.mode.word) -> \(new.mode.word)") }
        if old.sdm != new.sdm {
            parts.append(new.sdm == nil ? "nothing mirrored any more" : "mirrors " + (new.sdm?.mirrorWords ?? ""))
        }
        return "file \(Hex.byte(file)): " + parts.joined(separator: "; ")
    }

    // MARK: - Container

    func addContainer(to plan: inout DNAPlan) throws(Refusal) {
        guard let content = contents[1], content.count >= Self.factoryContainer.count else {
            throw Refusal(
                .unread(pages: []), reason: "the capability container was not read", advice: "Read the tag again.")
        }
        let old = Array(content.prefix(Self.factoryContainer.count))
        guard old != Self.factoryContainer else { return }
        plan.add(
            .write(file: 1, offset: 0, Self.factoryContainer),
            PlanStep(
                target: .file(id: 0xE103, offset: 0), phase: .container, old: old, new: Self.factoryContainer,
                readsBack: Self.factoryContainer, why: "capability container as delivered"))
    }

    // MARK: - Links

    func addLinkOff(to plan: inout DNAPlan) throws(Refusal) {
        let old = try settings(of: 2)
        var new = old
        new.sdm = nil
        try addSettings(2, from: old, to: new, to: &plan)
        if old.sdm != nil {
            plan.plan.notices.append(
                "The link stays in the file as it was written, with zeros where the chip put something in.")
        }
    }

    /// No message, its bytes, the settings, then its length: at no moment is a link to be read whose places are wrong.
    func addLink(_ link: DNALink, to plan: inout DNAPlan) throws(Refusal) {
        let old = try settings(of: 2)
        let layout = try link.template.layout(
            suite: suite, rights: link.rights, fileSize: old.size, counterLimit: link.counterLimit, tamper: hasTamper)
        var new = link.access.applied(to: old)
        new.sdm = layout.settings
        plan.layout = layout
        try addMessage(
            layout.file,
            around: { (plan) throws(Refusal) in
                try addSettings(2, from: old, to: new, to: &plan)
            }, to: &plan)
        plan.plan.notices += layout.settings.warnings.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
        if new.access.conditions(for: .writing).contains(.free) {
            plan.plan.notices.append(
                "Everybody may overwrite this link: `access preset public-read` leaves writing to who has key 0.")
        }
        var changes = link.keys
        if let issuer = link.issuer {
            guard let card = BoltCard.keys(issuer: issuer.key, uid: uid, version: issuer.version) else {
                throw .badArgument(
                    "the card's keys cannot be made", "Give an issuer key of 16 bytes, and a tag with 7-byte UID.")
            }
            changes += card.keys.enumerated().map {
                DNAKeyChange(number: UInt8($0.offset), new: $0.element, version: BoltCard.keyVersion)
            }
        }
        if !changes.isEmpty { try addKeys(changes, to: &plan) }
    }

    /// Writes what differs of a message, hidden while it is in the making.
    private func addMessage(
        _ file: [UInt8], around middle: (inout DNAPlan) throws(Refusal) -> Void, to plan: inout DNAPlan
    ) throws(Refusal) {
        let known = contents[2] ?? []
        let old = { (range: Range<Int>) -> [UInt8]? in range.upperBound <= known.count ? Array(known[range]) : nil }
        let id = NTAG424.fileIDs[2] ?? 0xE104
        let start = plan.plan.steps.count
        if old(0..<file.count) == file {
            try middle(&plan)
            if plan.plan.steps.count == start { return }
        }
        var body = DNAPlan(kind: plan.plan.kind, uid: uid, chipName: chipName)
        func step(_ offset: Int, _ bytes: [UInt8], _ phase: PlanStep.Phase, _ why: String) {
            body.add(
                .write(file: 2, offset: offset, bytes),
                PlanStep(
                    target: .file(id: id, offset: offset), phase: phase, old: old(offset..<offset + bytes.count),
                    new: bytes, readsBack: phase == .hide ? nil : bytes, why: why))
        }
        var rest = DNAPlan(kind: plan.plan.kind, uid: uid, chipName: chipName)
        try middle(&rest)
        let changes = old(0..<file.count) != file
        plan.actions.removeSubrange(start...)
        plan.plan.steps.removeSubrange(start...)
        if old(0..<2) != [0, 0] { step(0, [0, 0], .hide, "no message while it is being changed") }
        if changes {
            for offset in stride(from: 2, to: file.count, by: Self.part) {
                let bytes = Array(file[offset..<min(file.count, offset + Self.part)])
                if old(offset..<offset + bytes.count) != bytes { step(offset, bytes, .data, "NDEF data") }
            }
        }
        for (action, one) in zip(rest.actions, rest.plan.steps) { body.add(action, one) }
        step(0, Array(file.prefix(2)), .show, "length of the message: it can be read from here on")
        for (action, one) in zip(body.actions, body.plan.steps) { plan.add(action, one) }
        plan.plan.notices += rest.plan.notices
    }

    /// Bytes of one step: what fits into one frame in every mode.
    private static let part = 95
}

extension SDMSettings {
    /// What is mirrored and with which keys: `UID, counter (key 1, encrypted), MAC (key 2)`.
    public var mirrorWords: String {
        var parts: [String] = []
        let identity = [mirrorsUID ? "UID" : nil, mirrorsCounter ? "counter" : nil].compactMap { $0 }
        if !identity.isEmpty {
            switch metaRead {
            case .key(let number): parts.append("\(identity.joined(separator: " and ")) encrypted with key \(number)")
            case .free: parts.append("\(identity.joined(separator: " and ")) in plain")
            case .never, .reserved: break
            }
        }
        if case .key(let number) = fileRead {
            if encryptsFileData { parts.append("file data encrypted with key \(number)") }
            parts.append("MAC of key \(number)")
        }
        if mirrorsTamperStatus { parts.append("tamper state") }
        if let counterLimit { parts.append("at most \(counterLimit) readings") }
        return parts.joined(separator: ", ")
    }
}
