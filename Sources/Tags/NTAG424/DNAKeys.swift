/// The keys that a user gave for one tag, by number; never kept, never shown.
public struct DNAKeys: Equatable, Sendable {
    /// The keys that open the tag now.
    public var present: [UInt8: [UInt8]]
    /// Keys that are on it instead where a change was interrupted, or shall be on it.
    public var other: [UInt8: [UInt8]]

    /// Keys of these parts.
    public init(present: [UInt8: [UInt8]] = [:], other: [UInt8: [UInt8]] = [:]) {
        self.present = present
        self.other = other
    }

    /// The key to open the tag with: the one given, or the factory's where the tag shows the factory's version.
    public func key(_ number: UInt8, on state: DNAState) -> (bytes: [UInt8], assumed: Bool)? {
        if let given = present[number] { return (given, false) }
        return state.isTakenForFactory(number) ? (NTAG424.factoryKey, true) : nil
    }
}

/// One key to be changed.
public struct DNAKeyChange: Equatable, Sendable {
    /// The key's number, 0-4.
    public var number: UInt8
    /// The new key; with `diversification` the master key it is made from.
    public var new: [UInt8]
    /// Its new version.
    public var version: UInt8
    /// How the tag's own key is made from `new`.
    public var diversification: Diversification?

    /// What goes into AN10922 beside the UID.
    public struct Diversification: Equatable, Sendable {
        /// The application's identifier, three bytes.
        public var application: [UInt8]
        /// The system's identifier.
        public var system: [UInt8]
        /// A diversification of these parts.
        public init(application: [UInt8], system: [UInt8]) {
            self.application = application
            self.system = system
        }
    }

    /// A change of these parts.
    public init(number: UInt8, new: [UInt8], version: UInt8, diversification: Diversification? = nil) {
        self.number = number
        self.new = new
        self.version = version
        self.diversification = diversification
    }

    /// The key as it goes onto the tag of this UID; `nil` where it cannot be made.
    public func key(for uid: [UInt8]) -> [UInt8]? {
        guard let diversification else { return new.count == 16 ? new : nil }
        return KeyDiversification.aes128(
            master: new,
            input: KeyDiversification.input(
                uid: uid, application: diversification.application, system: diversification.system))
    }
}
