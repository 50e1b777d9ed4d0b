import NDEF
import Tags

/// Looks whether an NTAG 424 DNA holds what was sent: settings and files are read back, and a link is tapped once.
///
/// Keys never read back: their proofs are steps of the plan.
struct DNAVerification {
    let hand: DNAHand
    let plan: DNAPlan

    /// What was found, one sentence each; anything else than what was sent is an error.
    func run() throws(EngineError) -> [String] {
        hand.context.tell(
            OperationProgress(activity: "reading back", done: plan.actions.count, total: plan.actions.count))
        var settings: [UInt8: FileSettings] = [:]
        var written: [UInt8: [(offset: Int, bytes: [UInt8])]] = [:]
        for action in plan.actions {
            switch action {
            case .settings(let file, let new): settings[file] = new
            case .write(let file, let offset, let bytes): written[file, default: []].append((offset, bytes))
            case .changeKey, .prove, .configure: break
            }
        }
        for (file, wanted) in settings.sorted(by: { $0.key < $1.key }) { try check(file, wanted) }
        for (file, parts) in written.sorted(by: { $0.key < $1.key }) { try check(file, parts) }
        guard let layout = plan.layout else { return [] }
        return [try tap(layout)]
    }

    private func check(_ file: UInt8, _ wanted: FileSettings) throws(EngineError) {
        let found = try hand.done("reading back what was set") { () throws(TagError) in
            try hand.card.fileSettings(file)
        }
        guard found.encoded == wanted.encoded else {
            throw .badAnswer(
                "the settings of file \(Hex.byte(file)) read back as \(Hex.string(found.encoded, separator: " ")), and "
                    + "\(Hex.string(wanted.encoded, separator: " ")) was sent")
        }
    }

    /// The last bytes written to each place, read within a session so that nothing is mirrored.
    private func check(_ file: UInt8, _ parts: [(offset: Int, bytes: [UInt8])]) throws(EngineError) {
        let end = parts.map { $0.offset + $0.bytes.count }.max() ?? 0
        let mayRead = hand.state.settings[file]?.access.conditions(for: .reading) ?? []
        let numbers = mayRead.compactMap { if case .key(let number) = $0 { number } else { nil } }
        if let number = numbers.first(where: { hand.keys.present[$0] != nil }) {
            try hand.open(number)
        } else if hand.card.session == nil, hand.keys.present[0] != nil {
            try hand.open(0)
        }
        guard mayRead.contains(.free) || !numbers.isEmpty else { return }
        let mode = hand.mode(file, .reading)
        let found = try hand.done("reading back what was written") { () throws(TagError) in
            try hand.card.read(file: file, length: end, mode: mode)
        }
        var wanted = found
        for part in parts { wanted.replaceSubrange(part.offset..<part.offset + part.bytes.count, with: part.bytes) }
        guard wanted == found else {
            throw .badAnswer("file \(Hex.byte(file)) does not read back as it was written")
        }
    }

    // MARK: - Tapping

    /// Reads the link as a phone does, and checks it.
    private func tap(_ layout: SDMTemplate.Layout) throws(EngineError) -> String {
        guard hand.state.settings[2]?.access.conditions(for: .reading).contains(.free) == true else {
            return "Not tapped: without a key nobody can read the file, so no phone sees the link."
        }
        let card = hand.card
        let id = NTAG424.fileIDs[2] ?? 0xE104
        let bytes = try hand.done("tapping it once") { () throws(TagError) in
            try card.selectApplication()
            try card.selectFile(id)
            return try card.readBinary(offset: 0, length: layout.file.count, file: id)
        }
        let message = NDEFMessage.decode(Array(bytes.dropFirst(2)))
        guard case .uri(let link)? = message.records.first?.record.content else {
            throw .badAnswer("what is read in place of the link is no link")
        }
        guard hand.hasKeys(for: layout.settings) else {
            return "Tapped once: \(link). Its MAC was not checked, for want of the keys."
        }
        let result = hand.check(link, layout.settings)
        if let problem = result.problems.first { throw .badAnswer("the link that is read does not fit: \(problem)") }
        if layout.settings.fileRead != .never, result.mac != .valid {
            throw .badAnswer("the MAC of the link that is read does not hold (\(link))")
        }
        if let uid = result.uid, uid != plan.plan.uid {
            throw .badAnswer("the link that is read names another UID")
        }
        let counter = result.counter.map { ", reading \($0)" } ?? ""
        let mac = layout.settings.fileRead == .never ? "it has no MAC" : "its MAC holds"
        return "Tapped once\(counter): \(mac). \(link)"
    }
}

extension DNAHand {
    /// The keys that the mirrors use are known.
    fileprivate func hasKeys(for settings: SDMSettings) -> Bool {
        [settings.metaRead, settings.fileRead].allSatisfy {
            if case .key(let number) = $0 { keys.present[number] != nil } else { true }
        }
    }

    fileprivate func check(_ link: String, _ settings: SDMSettings) -> SUNResult {
        func key(_ condition: AccessCondition) -> [UInt8]? {
            if case .key(let number) = condition { keys.present[number] } else { nil }
        }
        let checker = SUNChecker(
            suite: card.suite ?? .aes, metaKey: key(settings.metaRead), fileKey: key(settings.fileRead))
        return checker?.check(link) ?? SUNResult()
    }
}
