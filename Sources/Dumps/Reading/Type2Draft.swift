import Tags

/// What a file tells of a Type 2 tag, gathered piece by piece, and made into a dump at the end.
struct Type2Draft {
    /// What the file is, in the middle of a sentence: `Flipper file`.
    let source: String
    /// The program it comes from, where that is told.
    var program: String?
    /// The UID that the file states beside the pages.
    var statedUID: [UInt8] = []
    /// The chip that the file names.
    var statedChip: Type2Chip?
    /// The chip's name as the file has it.
    var statedName: String?
    /// The chip follows from something else than the file's word for it: what, for `identifiedBy`.
    var statedBy: String?
    /// The answer to GET_VERSION; zeros stand for none.
    var version: [UInt8]?
    /// The answer to READ_SIG; zeros stand for none.
    var signature: [UInt8]?
    var counters: [CounterState] = []
    var sak: UInt8?
    /// Most significant byte first.
    var atqa: [UInt8]?
    /// The pages the file holds, by address; `nil` for a byte that it does not know.
    private(set) var pages: [Int: [UInt8?]] = [:]
    /// The pages that the tag has, as the file says it.
    var statedCount: Int?
    /// Why pages are not known, where the file says so.
    private var reasons: [Int: UnreadReason] = [:]
    var values: [NamedValue] = []
    var taken: UInt64?
    var problems: [String] = []

    init(source: String, program: String? = nil) {
        self.source = source
        self.program = program
    }

    /// Pages that follow each other from page 00 on.
    mutating func take(_ memory: some Collection<UInt8>) {
        var rest = memory[...]
        var page = 0
        while rest.count >= 4 {
            pages[page] = Array(rest.prefix(4))
            rest = rest.dropFirst(4)
            page += 1
        }
    }

    /// A page of which some bytes may not be known.
    /// - Parameter reason: Why, where none is.
    mutating func take(_ page: Int, _ bytes: [UInt8?], otherwise reason: UnreadReason = .unreadInFile) {
        pages[page] = bytes
        if bytes.allSatisfy({ $0 == nil }) { reasons[page] = reason }
    }

    /// A page that the file names as not read.
    mutating func leave(_ page: Int, _ reason: UnreadReason) { take(page, [nil, nil, nil, nil], otherwise: reason) }

    /// A page of the file, where all its bytes are known.
    private func whole(_ page: Int) -> [UInt8]? {
        pages[page].flatMap { $0.contains(nil) ? nil : $0.compactMap(\.self) }
    }

    /// The dump, with what contradicts itself.
    func opened(as format: DumpFormat) -> OpenedDump {
        var work = self
        return work.finish(format)
    }

    private mutating func finish(_ format: DumpFormat) -> OpenedDump {
        if version?.allSatisfy({ $0 == 0 }) == true { version = nil }
        if signature?.allSatisfy({ $0 == 0 }) == true { signature = nil }
        var identity = identity()
        var image = image(of: identity.chip)
        closeRollOver(&image)
        identity.uid = uid(of: identity.chip)
        identity.vendor = Manufacturer.name(ofUID: identity.uid)
        identity.sak = sak
        var report = TagReader.report(identity: identity, image: image, authenticated: false)
        if let signature {
            let curve = identity.chip?.signatureCurve ?? Self.curve(of: signature)
            report.signature = curve.map { Originality.verify(uid: identity.uid, signature: signature, curve: $0) }
            if let curve, report.signature?.valid == false, !statedUID.isEmpty, statedUID != identity.uid,
                Originality.verify(uid: statedUID, signature: signature, curve: curve).valid == true
            {
                problems.append(
                    "the signature is that of UID \(Hex.string(statedUID, separator: ":")), which the \(source) states, not of "
                        + "the UID in its pages")
            }
        }
        report.counters = counters.map { counter in
            var counter = counter
            if identity.chip?.counters == .nfc { counter.enabled = report.protection?.counterEnabled }
            return counter
        }
        if let atqa { values.insert(NamedValue(ValueName.atqa, Hex.string(atqa, separator: " ")), at: 0) }
        checkGaps(image)
        let dump = Dump(report: report, values: values, origin: DumpOrigin(taken: taken, program: program))
        return OpenedDump(format: format, dump: dump, problems: problems + dump.problems)
    }

    // MARK: - Chip

    private mutating func identity() -> TagIdentity {
        var identity = TagIdentity(
            uid: [], type: .type2, chipName: "Type 2 tag", identifiedBy: "the \(source)", provenance: .derived,
            version: version)
        let reported = version.flatMap(Type2Chip.match(version:))
        if let chip = reported {
            settle(&identity, chip, "GET_VERSION, as the \(source) keeps it", .reported)
            if let stated = statedChip, stated.pageCount != chip.pageCount {
                problems.append(
                    "the \(source) says \(statedName ?? stated.name), its version bytes are those of \(chip.name): the "
                        + "version counts")
            }
        } else if let chip = statedChip {
            settle(&identity, chip, statedBy ?? "the chip that the \(source) names", .derived)
            if let version { problems.append(Self.unknown(version)) }
        } else {
            if let version { problems.append(Self.unknown(version)) }
            if let name = statedName { problems.append("the \(source) names a chip that is not known here: \(name)") }
            let guess = ChipGuess(
                pageCount: max(statedCount ?? 0, highest + 1), container: whole(3),
                user: (whole(4) ?? []) + (whole(5) ?? []))
            if let chip = guess.chip {
                settle(&identity, chip, guess.how, guess.provenance)
            } else {
                identity.identifiedBy = guess.how
                identity.provenance = guess.provenance
            }
            if let problem = guess.problem { problems.append(problem) }
        }
        return identity
    }

    private func settle(_ identity: inout TagIdentity, _ chip: Type2Chip, _ how: String, _ sure: Provenance) {
        identity.chip = chip
        identity.chipName = chip.name
        identity.identifiedBy = how
        identity.provenance = sure
    }

    private static func unknown(_ version: [UInt8]) -> String {
        "the version bytes \(Hex.string(version, separator: " ")) are those of no chip that is known here"
    }

    private static func curve(of signature: [UInt8]) -> Type2Chip.SignatureCurve? {
        [.secp128r1, .secp192r1, .secp224r1].first { $0.signatureLength == signature.count }
    }

    // MARK: - Memory

    /// The address of the last page that the file names.
    private var highest: Int { max(pages.keys.max() ?? -1, reasons.keys.max() ?? -1) }

    private func image(of chip: Type2Chip?) -> TagImage {
        let count = max(chip?.pageCount ?? statedCount ?? 0, highest + 1)
        var image = TagImage(pageSize: 4, pageCount: count)
        let absent = chip?.absentPages ?? []
        for page in 0..<count {
            let bytes = pages[page]
            let isKnown = bytes?.contains { $0 != nil } == true
            // Where the chip has no page, zeros are what programs write that know no gaps.
            let isZero = bytes?.allSatisfy { $0 == 0 } == true
            if !isKnown || isZero, absent.contains(where: { $0.contains(page) }) {
                image.markUnread(page: page, .doesNotExist)
            } else if !isKnown, chip?.writeOnlyPages.contains(page) == true {
                image.markUnread(page: page, .writeOnly)
            } else {
                image.take(page, bytes, otherwise: reasons[page] ?? .unreadInFile)
            }
        }
        return image
    }

    /// Pages are what the tag would answer; what a header says beside them may be of another tag.
    private mutating func uid(of chip: Type2Chip?) -> [UInt8] {
        guard let first = whole(0), let second = whole(1) else { return statedUID }
        guard let stored = SerialNumber(memory: first + second + (whole(2) ?? []), chip: chip)?.uid else {
            return statedUID
        }
        if (first + second).allSatisfy({ $0 == 0 }), !statedUID.isEmpty {
            problems.append("pages 00-01 hold zeros in place of the UID, which is taken from the \(source)")
            return statedUID
        }
        if !statedUID.isEmpty, stored != statedUID {
            problems.append(
                "the \(source) says UID \(Hex.string(statedUID, separator: ":")), its pages 00-01 hold "
                    + "\(Hex.string(stored, separator: ":")): the pages count")
        }
        if stored.allSatisfy({ $0 == 0 }) { problems.append("UID is all zero") }
        return stored
    }

    /// READ beyond the last page a tag answers begins again at page 00; programs that do not know keep that as data.
    private mutating func closeRollOver(_ image: inout TagImage) {
        guard let first = image.page(0), let second = image.page(1), image.pageCount > 5,
            (first + second).contains(where: { $0 != 0 })
        else { return }
        let starts = (4..<image.pageCount - 1).filter { image.page($0) == first && image.page($0 + 1) == second }
        // What a READ answers: the page that was asked for and three more.
        let repeats = starts.flatMap { start in
            (start..<min(start + 3, image.pageCount)).prefix { image.page($0) == image.page($0 - start) }
        }
        guard !repeats.isEmpty else { return }
        for page in repeats { image.markUnread(page: page, .refused(nak: nil)) }
        problems.append(
            "\(Words.places(repeats, "page")) held pages 00, 01.. again: they were not read, the tag began anew where it would "
                + "not answer")
    }

    private mutating func checkGaps(_ image: TagImage) {
        let absent = image.pages(unread: .notInFile)
        if !absent.isEmpty {
            problems.append(
                "the \(source) holds \(image.states.count { $0 == .known }) of \(image.pageCount) pages: "
                    + "\(Words.places(absent, "page")) \(absent.count == 1 ? "was" : "were") not read, or left out")
        }
        let known: Set<UnreadReason> = [.notInFile, .doesNotExist, .writeOnly]
        let unread = image.states.indices.filter { page in
            if case .unread(let reason) = image.state(of: page) { !known.contains(reason) } else { false }
        }
        if !unread.isEmpty {
            problems.append("\(Words.places(unread, "page")) \(unread.count == 1 ? "was" : "were") not read")
        }
    }
}

/// Names of values that readers fill in and writers look for.
enum ValueName {
    static let atqa = "ATQA"
    static let dsfid = "DSFID"
    static let afi = "AFI"
    static let icReference = "IC reference"
}
