import Tags

/// What a format cannot hold of a dump, in words.
struct Losses {
    /// Parts of a dump that formats differ in.
    struct Parts: OptionSet {
        let rawValue: Int
        static let uid = Parts(rawValue: 1 << 0)
        static let chip = Parts(rawValue: 1 << 1)
        static let version = Parts(rawValue: 1 << 2)
        static let signature = Parts(rawValue: 1 << 3)
        static let counters = Parts(rawValue: 1 << 4)
        static let origin = Parts(rawValue: 1 << 5)
        static let sak = Parts(rawValue: 1 << 6)
        static let locks = Parts(rawValue: 1 << 7)
        static let identity = Parts(rawValue: 1 << 8)
        static let ats = Parts(rawValue: 1 << 9)
        static let applications = Parts(rawValue: 1 << 10)
    }

    private(set) var sentences: [String] = []

    mutating func add(_ sentence: String) { sentences.append(sentence) }

    /// Names what `dump` has of what the format does not keep.
    /// - Parameters:
    ///   - kept: The parts that the format keeps.
    ///   - values: The names of the values that it keeps.
    mutating func take(_ dump: Dump, kept: Parts, values: Set<String> = []) {
        let report = dump.report
        let identity = report.identity
        func lose(_ part: Parts, _ isThere: Bool, _ sentence: String) {
            if isThere, !kept.contains(part) { add(sentence) }
        }
        lose(.uid, !identity.uid.isEmpty, "the UID")
        lose(.chip, identity.type == .type2 && identity.chip != nil, "which chip it is: the size has to tell")
        lose(.version, identity.version != nil, "the version bytes of the chip")
        lose(.signature, report.signature != nil, "the originality signature")
        lose(.counters, report.counters.contains { $0.value != nil || $0.torn != nil }, "the counters")
        lose(.locks, identity.type != .type2 && report.protection?.knowsLocks == true, "which blocks are locked")
        lose(.sak, identity.sak != nil, "SAK")
        lose(.identity, !identity.atr.isEmpty, "the answer to reset")
        lose(.ats, identity.ats != nil, "the answer to select (ATS)")
        lose(.origin, dump.origin.reader != nil || dump.origin.taken != nil, "when and with which reader it was read")
        lose(.identity, report.protection?.authenticated == true, "that the password was given when it was read")
        let noticed = report.findings.filter { !OwnFormat.analysis(of: report).findings.contains($0) }
        if !noticed.isEmpty { add("what was noticed when it was read") }
        if let dna = report.dna, dna != DNAState() { add("file settings and key versions") }
        lose(.applications, !dump.applications.isEmpty, "the applications of the card")
        for part in dump.leftOut { add("\(part), which is not read here") }
        let others = dump.values.map(\.name).filter { !values.contains($0) }
        if !others.isEmpty { add("the values \(others.joined(separator: ", "))") }
    }

    /// Names what a file that does not say what it is of does not tell: the kind of tag, its size and its blocks.
    mutating func checkKind(of file: [UInt8], _ dump: Dump) {
        let report = dump.report
        let opened = (try? Dump.open(file))?.dump.report
        guard let opened, opened.identity.type == report.identity.type, (opened.image == nil) == (report.image == nil)
        else {
            add("what kind of tag it is of: nothing in the bytes tells")
            return
        }
        guard let image = report.image else { return }
        if opened.image?.pageSize != image.pageSize {
            add("that \(Words.count(image.pageSize, "byte")) are a block: \(opened.image?.pageSize ?? 0) are taken")
        }
        if report.identity.type == .unknown, opened.identity.chipName != report.identity.chipName {
            add("which card it is: block 00 and the size tell of \(opened.identity.chipName)")
        }
    }

    /// Names a signature of zeros, for which the same is written as for one that was not read.
    mutating func checkSignature(_ report: TagReport) {
        if report.signature?.isBlank == true {
            add("that the originality signature is all zero: the same is written for one that was not read")
        }
    }

    /// Names those of `pages` that were not read, wholly or in part, and for which zeros are written.
    mutating func zeros(_ image: TagImage, _ pages: some Sequence<Int>, _ unit: String) {
        let unread = pages.filter { image.page($0) == nil }
        let gaps = unread.filter { !image.isKnownInPart($0) }
        if !gaps.isEmpty {
            add(
                "that \(Words.places(gaps, unit)) \(gaps.count == 1 ? "was" : "were") not read: zeros are written there"
            )
        }
        let missing = unread.filter(image.isKnownInPart).map { page in
            (page: page, bytes: (0..<image.pageSize).filter { image.byte(at: page * image.pageSize + $0) == nil })
        }
        for (words, count) in PageBytes.words(missing, noun: unit) {
            add("that \(words) \(count == 1 ? "was" : "were") not read: zeros are written there")
        }
    }

    /// Names pages that come back as unread, but for another reason.
    /// - Parameters:
    ///   - named: Pages of which something else was said already.
    ///   - reason: What the format makes of an unread page.
    mutating func reasons(
        _ image: TagImage, _ unit: String, except named: Set<Int> = [], _ reason: (Int) -> UnreadReason
    ) {
        let told = (0..<image.pageCount).filter { page in
            guard case .unread(let why) = image.state(of: page), !named.contains(page) else { return false }
            return why != reason(page)
        }
        if !told.isEmpty { add("why \(Words.places(told, unit)) \(told.count == 1 ? "was" : "were") not read") }
    }
}

extension TagImage {
    /// All bytes in order, zeros where one is not known.
    var zeroFilled: [UInt8] { (0..<byteCount).map { byte(at: $0) ?? 0 } }

    /// Takes a page as a file tells it: `nil` for one that the file does not hold, or for a byte that it does not know.
    mutating func take(_ page: Int, _ bytes: [UInt8?]?, otherwise reason: UnreadReason = .unreadInFile) {
        guard let bytes else { return markUnread(page: page, .notInFile) }
        guard bytes.contains(where: { $0 != nil }) else { return markUnread(page: page, reason) }
        set(page: page, to: bytes.map { $0 ?? 0 })
        for (index, byte) in bytes.enumerated() where byte == nil { markHole(at: page * pageSize + index) }
    }

    /// The bytes of a page, `nil` for one that is not known.
    func bytesOfPage(_ page: Int) -> [UInt8?] { (page * pageSize..<(page + 1) * pageSize).map { byte(at: $0) } }

    /// Something of the page is known.
    func isKnownInPart(_ page: Int) -> Bool { bytesOfPage(page).contains { $0 != nil } }

    /// A file with these pages of a Type 2 tag in it, zeros where one is not known, tells the UID.
    /// - Parameter besideHeader: It says the UID in another place too, which counts where pages 00 and 01 are zeros.
    func tellsUID(of chip: Type2Chip?, besideHeader: Bool) -> Bool {
        // Without check bytes it takes page 02 to tell how the UID lies.
        if page(0) != nil, page(1) != nil, chip?.serialLayout != .plain || page(2) != nil { return true }
        return besideHeader && !isKnownInPart(0) && !isKnownInPart(1)
    }

    /// The pages that are not known for this reason.
    func pages(unread reason: UnreadReason) -> [Int] { states.indices.filter { states[$0] == .unread(reason) } }

    /// The pages of which not all is known.
    var unreadPages: [Int] { (0..<pageCount).filter { page($0) == nil } }
}
