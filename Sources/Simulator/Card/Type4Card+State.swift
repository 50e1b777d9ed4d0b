import Tags

/// A Type 4 tag's state as text.
extension Type4Card {
    /// The value of `card` in the state of a plain Type 4 tag.
    private static let word = "type4"
    /// Files larger than this make a file that no bench would read again.
    private static let largestFile = 1 << 20

    var encodedState: StateText {
        var text = StateText()
        text.add("card", Self.word)
        text.add("uid", uid)
        text.add("ats", ats)
        for (file, content) in files.sorted(by: { $0.key < $1.key }) {
            text.add("file", Hex.string(Self.big(Int(file), 2)) + " " + Hex.string(content))
        }
        rules.add(to: &text)
        text.seal()
        return text
    }

    /// `nil` for the state of another tag, or for one that does not hold together.
    init?(_ text: StateText) {
        guard text.value("card") == Self.word, text.isWhole, let uid = text.bytes("uid"),
            uid.count == 4 || uid.count == 7,
            let ats = text.bytes("ats"), (1...20).contains(ats.count)
        else { return nil }
        var files: Files = [:]
        for value in text.values("file") {
            let parts = value.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2, let id = UInt16(parts[0], radix: 16), let content = Hex.bytes(String(parts[1])),
                content.count <= Self.largestFile
            else { return nil }
            files[id] = content
        }
        self.init(
            uid: uid, ats: ats, container: files[Self.containerID] ?? [], files: files, rules: Type4Rules(text))
    }
}

extension Type4Rules {
    func add(to text: inout StateText) {
        for name in applications { text.add("application", name) }
        text.add("selectLe", selectLe.rawValue)
        text.add("fileLe", fileLe.rawValue)
        text.add("fileP2", fileP2)
        if !template.isEmpty { text.add("template", template) }
        text.add("needsApplication", needsApplication)
        if let unselectedRead { text.add("unselectedRead", unselectedRead) }
        text.add("readingOn", readingOn.rawValue)
        text.add("extendedLengths", extendedLengths)
        text.add("keepsLimits", keepsLimits)
        if let answerPart { text.add("answerPart", [answerPart]) }
        text.add("endlessAnswer", endlessAnswer)
        text.add("grantsOwnConditions", grantsOwnConditions)
        text.add("containerWritable", containerWritable)
        text.add("writeUnit", [writeUnit])
        for (instruction, status) in refusals.sorted(by: { $0.key < $1.key }) {
            text.add("refusal", [instruction] + status)
        }
    }

    /// What the text does not say is as a card comes.
    init(_ text: StateText) {
        self.init()
        let names = text.values("application").compactMap { Hex.bytes($0) }
        if !names.isEmpty { applications = names }
        selectLe = text.value("selectLe").flatMap(Length.init) ?? selectLe
        fileLe = text.value("fileLe").flatMap(Length.init) ?? fileLe
        fileP2 = text.bytes("fileP2") ?? fileP2
        template = text.bytes("template") ?? template
        needsApplication = text.isSet("needsApplication") ?? needsApplication
        unselectedRead = text.bytes("unselectedRead")
        readingOn = text.value("readingOn").flatMap(ReadingOn.init) ?? readingOn
        extendedLengths = text.isSet("extendedLengths") ?? extendedLengths
        keepsLimits = text.isSet("keepsLimits") ?? keepsLimits
        answerPart = text.number("answerPart")
        endlessAnswer = text.isSet("endlessAnswer") ?? endlessAnswer
        grantsOwnConditions = text.isSet("grantsOwnConditions") ?? grantsOwnConditions
        containerWritable = text.isSet("containerWritable") ?? containerWritable
        writeUnit = min(4096, max(1, text.number("writeUnit") ?? writeUnit))
        for value in text.values("refusal") {
            guard let bytes = Hex.bytes(value), bytes.count == 3 else { continue }
            refusals[bytes[0]] = Array(bytes.dropFirst())
        }
    }
}
