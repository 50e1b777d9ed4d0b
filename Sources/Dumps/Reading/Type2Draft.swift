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
    /// The pages the file holds, by address.
    var pages: [Int: [UInt8]] = [:]
    /// Bytes of these pages that are not known, counted within the page.
    private var holes: [Int: [Int]] = [:]
    /// The pages that the tag has, as the file says it.
    var statedCount: Int?
    /// Why pages are not known, where the file says so.
    var reasons: [Int: UnreadReason] = [:]
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
    mutating func take(_ page: Int, _ bytes: [UInt8?], otherwise reason: UnreadReason) {
        guard bytes.contains(where: { $0 != nil }) else {
            reasons[page] = reason
            return
        }
        pages[page] = bytes.map { $0 ?? 0 }
        let missing = bytes.indices.filter { bytes[$0] == nil }
        if !missing.isEmpty { holes[page] = missing }
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
        checkSecrets(identity.chip, image)
        let checks = report.findings.filter { $0.sentence.hasPrefix("BCC") }.map(\.sentence)
        return OpenedDump(
            format: format,
            dump: Dump(report: report, values: values, origin: DumpOrigin(taken: taken, program: program)),
            problems: problems + checks)
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
                pageCount: max(statedCount ?? 0, highest + 1), container: pages[3],
                user: (pages[4] ?? []) + (pages[5] ?? []))
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
            if let bytes = pages[page] {
                image.set(page: page, to: bytes)
                for index in holes[page] ?? [] { image.markHole(at: page * 4 + index) }
            } else if let reason = reasons[page] {
                image.markUnread(page: page, reason)
            } else if absent.contains(where: { $0.contains(page) }) {
                image.markUnread(page: page, .doesNotExist)
            } else if chip?.writeOnlyPages.contains(page) == true {
                image.markUnread(page: page, .writeOnly)
            }
        }
        return image
    }

    /// Pages are what the tag would answer; what a header says beside them may be of another tag.
    private mutating func uid(of chip: Type2Chip?) -> [UInt8] {
        guard let first = pages[0], let second = pages[1], holes[0] == nil, holes[1] == nil else { return statedUID }
        let third = holes[2] == nil ? pages[2] ?? [] : []
        guard let stored = SerialNumber(memory: first + second + third, chip: chip)?.uid else { return statedUID }
        if stored.allSatisfy({ $0 == 0 }), !statedUID.isEmpty {
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

    private mutating func checkGaps(_ image: TagImage) {
        let missing = (0..<image.pageCount).filter {
            image.state(of: $0) != .known && image.state(of: $0) != .unread(.doesNotExist)
                && image.state(of: $0) != .unread(.writeOnly)
        }
        guard !missing.isEmpty, holes.isEmpty || missing.contains(where: { holes[$0] == nil }) else { return }
        problems.append(
            "the \(source) holds \(pages.count) of \(image.pageCount) pages: \(Words.places(missing, "page")) "
                + "\(missing.count == 1 ? "was" : "were") not read")
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

    /// A tag never gives its password, so most tools write zeros in its place.
    private mutating func checkSecrets(_ chip: Type2Chip?, _ image: TagImage) {
        if let page = chip?.configuration?.password, image.page(page)?.allSatisfy({ $0 == 0 }) == true {
            problems.append(
                "page \(Hex.address(page)) holds the password 00 00 00 00: many programs write zeros there, since a tag "
                    + "never gives its password")
        }
        if let keys = chip?.unreadablePages, keys.allSatisfy({ image.page($0)?.allSatisfy { $0 == 0 } == true }) {
            problems.append(
                "\(Words.places(Array(keys), "page")) hold a key of zeros: many programs write zeros there, since a tag "
                    + "never gives its key")
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
