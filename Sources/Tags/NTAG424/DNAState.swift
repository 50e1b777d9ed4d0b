/// What an NTAG 424 DNA says of itself without a key, beyond what every card with files says.
public struct DNAState: Equatable, Sendable {
    /// The settings of the files, by number.
    public var settings: [UInt8: FileSettings]
    /// The versions of the keys, by number.
    public var keyVersions: [UInt8: UInt8]
    /// The reading counter, where everybody may ask for it.
    public var counter: Int?
    /// The state of the tamper loop, for ever and now, as letters.
    public var tamper: [UInt8]?

    /// A state of these parts.
    public init(
        settings: [UInt8: FileSettings] = [:], keyVersions: [UInt8: UInt8] = [:], counter: Int? = nil,
        tamper: [UInt8]? = nil
    ) {
        self.settings = settings
        self.keyVersions = keyVersions
        self.counter = counter
        self.tamper = tamper
    }

    /// A key whose version is 00 is taken for the factory's: the chip cannot be asked.
    public func isTakenForFactory(_ key: UInt8) -> Bool { keyVersions[key] == 0 }

    /// The tamper state in words; `nil` where it was not asked for.
    public var tamperWords: String? {
        guard let tamper, tamper.count == 2 else { return nil }
        let now = Self.tamperWords(tamper[1])
        return tamper[0] == 0x4F ? "was opened once; now \(now)" : "never opened; now \(now)"
    }

    private static func tamperWords(_ letter: UInt8) -> String {
        switch letter {
        case 0x43: "closed"
        case 0x4F: "open"
        default: "not measured"
        }
    }
}

extension NTAG424 {
    /// Asks for settings and key versions, for the counter where everybody may, and on a TagTamper for its loop; at most ten
    /// exchanges. What the chip refuses is missing.
    public func state(hasTamper: Bool) throws(TagError) -> DNAState {
        var state = DNAState()
        for file in Self.fileIDs.keys.sorted() {
            state.settings[file] = try unlessRefused { () throws(TagError) in try fileSettings(file) }
        }
        for key in 0..<Self.keyCount {
            state.keyVersions[key] = try unlessRefused { () throws(TagError) in try keyVersion(key) }
        }
        if let sdm = state.settings[2]?.sdm, sdm.counterRead == .free {
            state.counter = try unlessRefused { () throws(TagError) in try fileCounter(2) }
        }
        if hasTamper {
            let answer = try unlessRefused { () throws(TagError) in try tamperStatus() }
            state.tamper = answer.map { [$0.permanent, $0.current] }
        }
        return state
    }

    private func unlessRefused<Answer>(_ body: () throws(TagError) -> Answer) throws(TagError) -> Answer? {
        do throws(TagError) {
            return try body()
        } catch .refusedByCard {
            return nil
        }
    }
}
