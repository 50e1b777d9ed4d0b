extension TagReader {
    /// Reads all that can be read of the tag that `identify` found, with the fewest exchanges.
    ///
    /// Never throws: what was learned before a failure is in the report, marked where it ends. A password is tried only where
    /// the options give one, and then once.
    /// - Parameter progress: Told before each exchange of the memory; answering false cancels.
    public static func read(
        _ identity: TagIdentity, link: any TagLink, options: Options = Options(),
        progress: @escaping (Progress) -> Bool = { _ in true }
    ) -> Reading {
        read(identity, over: LinkSession(link), options: options, progress: progress)
    }

    /// The same for a card with files (Type 4), which is spoken to by APDUs.
    public static func readCard(
        _ identity: TagIdentity, channel: any CardChannel, progress: @escaping (Progress) -> Bool = { _ in true }
    ) -> Reading {
        Type4Writer(channel: channel, identity: identity).read(progress: progress)
    }

    /// The same over a session that is there already, and maybe authenticated.
    static func read(
        _ identity: TagIdentity, over session: LinkSession, options: Options, progress: @escaping (Progress) -> Bool
    ) -> Reading {
        guard identity.type == .type2 else {
            var report = TagReport(identity: identity)
            report.findings.append(Finding(.note, "the memory of a \(identity.chipName) is not read by this program"))
            return Reading(report: report)
        }
        var job = Type2Reading(identity: identity, session: session, progress: progress)
        do throws(TagError) {
            try job.run(options)
            return Reading(report: job.report)
        } catch {
            return Reading(report: job.report, failure: error)
        }
    }
}

/// Memory, signature and counters of one Type 2 tag, in the order that spends the fewest exchanges.
struct Type2Reading {
    let session: LinkSession
    let progress: (TagReader.Progress) -> Bool
    private(set) var report: TagReport
    private var identity: TagIdentity

    init(identity: TagIdentity, session: LinkSession, progress: @escaping (TagReader.Progress) -> Bool) {
        self.identity = identity
        self.session = session
        self.progress = progress
        report = TagReport(identity: identity)
    }

    mutating func run(_ options: TagReader.Options) throws(TagError) {
        let authentication = Type2Authentication(session: session, identity: identity)
        if let password = options.password { try authentication.prove(password: password, pack: options.pack) }
        if let key = options.key { try authentication.prove(key: key) }
        try readMemory()
        if let limits = session.capabilities.limits { report.findings.append(Finding(.note, limits)) }
        guard let chip = identity.chip, session.capabilities.nativeFrames else { return }
        // The configuration just read says whether the counter would answer, which saves a refusal.
        try readSignature(chip)
        try readCounters(chip)
        try readTamper(chip)
    }

    private mutating func readMemory() throws(TagError) {
        guard let chip = identity.chip else {
            var reader = UnknownMemoryReader(session: session, progress: progress)
            defer { take(reader.image) }
            try reader.run()
            return
        }
        var reader = MemoryReader(session: session, chip: chip, progress: progress)
        defer { take(reader.image) }
        try reader.run()
    }

    private mutating func take(_ image: TagImage) {
        report = TagReader.report(identity: identity, image: image, authenticated: session.isAuthenticated)
        report.answeredPack = session.pack
    }

    private mutating func readSignature(_ chip: Type2Chip) throws(TagError) {
        guard let curve = chip.signatureCurve, chip.commands.contains(.readSignature) else { return }
        guard let bytes = try ask([0x3C, 0x00], length: curve.signatureLength) else {
            report.findings.append(Finding(.warning, "the tag refuses READ_SIG, which \(chip.name) answers"))
            return
        }
        report.signature = Originality.verify(uid: report.identity.uid, signature: bytes, curve: curve)
    }

    private mutating func readCounters(_ chip: Type2Chip) throws(TagError) {
        guard chip.commands.contains(.readCounter) else { return }
        switch chip.counters {
        case .none:
            break
        case .nfc:
            try readNFCCounter()
        case .three:
            for number in 0..<UInt8(3) {
                var counter = CounterState(number: Int(number))
                counter.value = try counterValue(number)
                if chip.commands.contains(.checkTearing), let flag = try ask([0x3E, number], length: 1)?.first {
                    counter.torn = flag != 0xBD
                }
                report.counters.append(counter)
            }
        }
    }

    /// NTAG21x refuses READ_CNT while the counter is off or wants the password; the configuration says both.
    private mutating func readNFCCounter() throws(TagError) {
        var counter = CounterState(number: 2, enabled: report.protection?.counterEnabled)
        let closed = report.protection?.counterProtected == true && !session.isAuthenticated
        if counter.enabled != false, !closed {
            counter.value = try counterValue(2)
            if counter.value != nil { counter.enabled = true }
        }
        report.counters.append(counter)
    }

    private func counterValue(_ number: UInt8) throws(TagError) -> UInt32? {
        guard let bytes = try ask([0x39, number], length: 3) else { return nil }
        return UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16
    }

    private mutating func readTamper(_ chip: Type2Chip) throws(TagError) {
        guard chip.commands.contains(.readTagTamper), let bytes = try ask([0xA4, 0x00], length: 5) else { return }
        let state: String
        switch bytes[4] {
        case 0x43: state = "closed"
        case 0x4F: state = "open"
        case 0x49: state = "not measured or invalid"
        default: state = "given as \(Hex.byte(bytes[4]))h, which no source names"
        }
        let message = Hex.string(bytes.prefix(4), separator: " ")
        report.findings.append(Finding(.note, "the tag tamper loop is \(state), its message is \(message)"))
    }

    private func ask(_ frame: [UInt8], length: Int) throws(TagError) -> [UInt8]? {
        try session.ask(frame, length: length)
    }
}
