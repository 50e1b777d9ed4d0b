/// What a user wants of the keys, rights and links of an NTAG 424 DNA.
public enum DNAWish: Equatable, Sendable {
    /// Put these keys in place of the present ones.
    case keys([DNAKeyChange])
    /// Set rights and mode of files, by number; what is `nil` stays.
    case access([UInt8: AccessChange])
    /// One of the usual sets of rights.
    case preset(AccessPreset)
    /// Write a link in which the chip puts UID, counter and MAC.
    case link(DNALink)
    /// Mirror nothing any more; the file stays as it is.
    case linkOff
    /// Change the whole chip.
    case configure([DNAConfiguration])
    /// Finish an interrupted change, or put back what was there: the steps that the journal has, with what it says of each.
    case resume([DNAJournalStep], backwards: Bool)

    /// The word in JSON and in the journal.
    public var kind: Plan.Kind {
        switch self {
        case .keys: .key
        case .access, .preset: .access
        case .link, .linkOff: .sdm
        case .configure: .configure
        case .resume(let steps, _):
            steps.contains { $0.step.target.keyNumber != nil } ? .key : .access
        }
    }
}

/// New rights of a file; what is `nil` stays.
public struct AccessChange: Equatable, Sendable {
    /// May read.
    public var read: AccessCondition?
    /// May write.
    public var write: AccessCondition?
    /// May read and write.
    public var readWrite: AccessCondition?
    /// May change the settings.
    public var change: AccessCondition?
    /// How data travel.
    public var mode: CommunicationMode?

    /// A change of these parts.
    public init(
        read: AccessCondition? = nil, write: AccessCondition? = nil, readWrite: AccessCondition? = nil,
        change: AccessCondition? = nil, mode: CommunicationMode? = nil
    ) {
        self.read = read
        self.write = write
        self.readWrite = readWrite
        self.change = change
        self.mode = mode
    }

    /// The settings afterwards.
    public func applied(to settings: FileSettings) -> FileSettings {
        var settings = settings
        settings.access.read = read ?? settings.access.read
        settings.access.write = write ?? settings.access.write
        settings.access.readWrite = readWrite ?? settings.access.readWrite
        settings.access.change = change ?? settings.access.change
        settings.mode = mode ?? settings.mode
        return settings
    }
}

/// The usual sets of rights.
public enum AccessPreset: String, Equatable, Sendable, CaseIterable {
    /// Everybody reads the NDEF file, so that phones do it in the background; who has key 0 writes it.
    case publicRead = "public-read"
    /// Only who has key 0 reads and writes it.
    case `private`
    /// As delivered, the capability container too.
    case factory

    /// The new rights by file number.
    public var changes: [UInt8: AccessChange] {
        switch self {
        case .publicRead:
            return [2: AccessChange(read: .free, write: .key(0), readWrite: .key(0), change: .key(0), mode: .plain)]
        case .private:
            return [2: AccessChange(read: .key(0), write: .key(0), readWrite: .key(0), change: .key(0), mode: .full)]
        case .factory:
            return FileSettings.factory.mapValues {
                AccessChange(
                    read: $0.access.read, write: $0.access.write, readWrite: $0.access.readWrite,
                    change: $0.access.change, mode: $0.mode)
            }
        }
    }

    /// What it does, one sentence.
    public var sentence: String {
        switch self {
        case .publicRead: "Everybody reads the NDEF file, phones in the background too; only who has key 0 writes it."
        case .private: "Only who has key 0 reads and writes the NDEF file, encrypted; phones see nothing."
        case .factory: "As delivered: everybody reads and writes the NDEF file; the capability container is restored."
        }
    }
}

/// A link to be written, and the keys it uses.
public struct DNALink: Equatable, Sendable {
    /// The link with its placeholders.
    public var template: SDMTemplate
    /// Whose keys the mirrors use.
    public var rights: SDMTemplate.Rights
    /// The last reading that is answered.
    public var counterLimit: Int?
    /// Rights that are set with it; what is `nil` stays.
    public var access: AccessChange
    /// Keys to be set afterwards, as a bolt card has them.
    public var keys: [DNAKeyChange]
    /// The issuer of a bolt card, from whose key all five follow, and the card's version.
    public var issuer: Issuer?

    /// Who issues bolt cards.
    public struct Issuer: Equatable, Sendable {
        /// The issuer's key.
        public var key: [UInt8]
        /// Counts on each time a card is set up anew.
        public var version: UInt32
        /// An issuer of these parts.
        public init(key: [UInt8], version: UInt32 = 1) {
            self.key = key
            self.version = version
        }
    }

    /// A link of these parts.
    public init(
        template: SDMTemplate, rights: SDMTemplate.Rights = SDMTemplate.Rights(), counterLimit: Int? = nil,
        access: AccessChange = AccessChange(), keys: [DNAKeyChange] = [], issuer: Issuer? = nil
    ) {
        self.template = template
        self.rights = rights
        self.counterLimit = counterLimit
        self.access = access
        self.keys = keys
        self.issuer = issuer
    }
}

/// One step of an interrupted change, as the journal has it.
public struct DNAJournalStep: Equatable, Sendable {
    /// The step; a key in it was not kept.
    public var step: PlanStep
    /// The tag acknowledged it.
    public var acknowledged: Bool
    /// A step of these parts.
    public init(step: PlanStep, acknowledged: Bool) {
        self.step = step
        self.acknowledged = acknowledged
    }
}

/// The names of commands in plans and in the journal.
extension PlanStep.Target {
    static func changeKey(_ number: UInt8) -> PlanStep.Target { .command("ChangeKey \(number)") }
    static func changeSettings(_ file: UInt8) -> PlanStep.Target { .command("ChangeFileSettings \(Hex.byte(file))") }
    static func proveKey(_ number: UInt8) -> PlanStep.Target { .command("Authenticate \(number)") }
    static func configure(_ option: UInt8) -> PlanStep.Target { .command("SetConfiguration \(Hex.byte(option))") }

    private func number(after word: String) -> UInt8? {
        guard case .command(let name) = self, name.hasPrefix(word) else { return nil }
        return UInt8(name.dropFirst(word.count), radix: 16)
    }

    /// The key that the step changes.
    public var keyNumber: UInt8? { number(after: "ChangeKey ") }
    /// The file whose settings the step changes.
    public var settingsFile: UInt8? { number(after: "ChangeFileSettings ") }
    /// The step belongs to a change of keys, rights or links of an NTAG 424 DNA.
    public var isOfDNA: Bool {
        keyNumber != nil || settingsFile != nil || number(after: "Authenticate ") != nil
            || number(after: "SetConfiguration ") != nil
    }
}
