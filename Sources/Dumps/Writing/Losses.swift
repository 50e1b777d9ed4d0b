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
        lose(.counters, report.counters.contains { $0.value != nil }, "the counters")
        lose(.locks, identity.type != .type2 && report.protection?.knowsLocks == true, "which blocks are locked")
        lose(.sak, identity.sak != nil, "SAK")
        lose(.identity, !identity.atr.isEmpty, "the answer to reset")
        lose(.ats, identity.ats != nil, "the answer to select (ATS)")
        lose(.origin, dump.origin.reader != nil || dump.origin.taken != nil, "when and with which reader it was read")
        lose(.identity, report.protection?.authenticated == true, "that the password was given when it was read")
        if let dna = report.dna, dna != DNAState() { add("file settings and key versions") }
        lose(.applications, !dump.applications.isEmpty, "the applications of the card")
        let others = dump.values.map(\.name).filter { !values.contains($0) }
        if !others.isEmpty { add("the values \(others.joined(separator: ", "))") }
    }

    /// Names it where bytes alone do not tell what they are the memory of.
    mutating func checkKind(of file: RawFile, _ dump: Dump) {
        let opened = try? file.open()
        guard let opened, opened.dump.report.identity.type == dump.report.identity.type else {
            add("what kind of tag it is of: nothing in the bytes tells")
            return
        }
    }

    /// Names pages that were not read and for which zeros are written.
    mutating func zeros(_ pages: [Int], _ unit: String) {
        guard !pages.isEmpty else { return }
        add("that \(Words.places(pages, unit)) \(pages.count == 1 ? "was" : "were") not read: zeros are written there")
    }
}

extension TagImage {
    /// All bytes in order, zeros where one is not known.
    var zeroFilled: [UInt8] { (0..<byteCount).map { byte(at: $0) ?? 0 } }

    /// The pages of which not all is known.
    var unreadPages: [Int] { (0..<pageCount).filter { page($0) == nil } }
}
