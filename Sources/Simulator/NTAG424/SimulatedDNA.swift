/// An NTAG 424 DNA: everything in it that survives without power.
///
///     let tag = SimulatedTag(ntag424: SimulatedDNA())
///
/// Facts: NXP data sheets NT4H2421Gx and NT4H2421Tx, application notes AN12196 and AN12321. Written without looking at the
/// driver, so that each is checked alone against the published exchanges.
public struct SimulatedDNA: Equatable, Sendable {
    /// One of the five AES keys, with what the chip counts of it.
    public struct Key: Equatable, Sendable {
        /// Sixteen bytes.
        public var value: [UInt8]
        /// The key's version.
        public var version: UInt8
        /// Failed authentications in a row.
        public var failuresInRow = 0
        /// Failed authentications altogether, less what successes took off.
        public var failures = 0
        /// Attempts that were only answered with "wait" since the last real one.
        public var waited = 0

        /// A key that never failed.
        public init(value: [UInt8] = Array(repeating: 0, count: 16), version: UInt8 = 0) {
            self.value = value
            self.version = version
        }
    }

    /// One of the three files.
    public struct File: Equatable, Sendable {
        /// The number of the native commands.
        public let number: UInt8
        /// The identifier of the ISO commands.
        public let identifier: UInt16
        /// The bytes, as many as the file has.
        public var content: [UInt8]
        /// Who may do what, in which mode.
        public var settings: NTAG424FileSettings
    }

    /// What the loop of a TagTamper says.
    public struct Tamper: Equatable, Sendable {
        /// The feature is switched on, for good.
        public var enabled = false
        /// The key that GetTTStatus needs, 0Eh for none.
        public var statusKey: UInt8 = 0x0E
        /// The loop is broken now.
        public var isOpen = false
        /// It was seen broken once.
        public var wasOpen = false

        /// A loop that is whole, the feature off.
        public init() {}
    }

    /// How failed authentications are counted.
    public struct FailureCounting: Equatable, Sendable {
        /// They are.
        public var enabled = true
        /// At so many a key is closed for good.
        public var limit = 1000
        /// So many a success takes off.
        public var decrement = 10
    }

    /// Seven bytes.
    public var uid: [UInt8]
    /// The answer to select.
    public var ats: [UInt8] = [0x06, 0x77, 0x77, 0x71, 0x02, 0x80]
    /// Keys 0 to 4 of the application.
    public var keys = Array(repeating: Key(), count: 5)
    /// NXP's originality keys 1 to 4, which nobody else knows.
    public var originalityKeys: [[UInt8]]
    /// Capability container, NDEF file, proprietary file.
    public var files: [File]
    /// The originality signature, 56 bytes.
    public var signature: [UInt8]
    /// Times the NDEF file was read without authentication since SDM was enabled.
    public var readCounter = 0
    /// The loop of a TagTamper; `nil` for an NTAG 424 DNA.
    public var tamper: Tamper?
    /// The first answer to GetVersion, 7 bytes.
    public var hardwareVersion: [UInt8]
    /// The second, 7 bytes.
    public var softwareVersion: [UInt8] = [0x04, 0x04, 0x02, 0x01, 0x02, 0x11, 0x05]
    /// What follows the UID in the third: batch, week and year.
    public var production: [UInt8] = [0xCF, 0x3D, 0x3F, 0xB1, 0x40, 0x20, 0x21]
    /// A new UID of four bytes at every power-up. Cannot be switched off.
    public var randomID = false
    /// LRP in place of AES. Cannot be switched off.
    public var usesLRP = false
    /// WriteData in more than one block is refused in modes MAC and Full.
    public var refusesChainedWriting = false
    /// PDCap2.5 and PDCap2.6, which are the user's.
    public var userCapabilities: [UInt8] = [0, 0]
    /// How failed authentications are counted.
    public var failureCounting = FailureCounting()
    /// The modulation as delivered.
    public var strongBackModulation = true
    /// A UID whose signature was published (AN12196).
    public static let publishedUID: [UInt8] = [0x04, 0x51, 0x8D, 0xFA, 0xA9, 0x61, 0x80]

    /// As delivered: empty message, all keys zero.
    /// - Parameters:
    ///   - uid: Seven bytes; an invented one where none is given.
    ///   - tagTamper: An NTAG 424 DNA TagTamper.
    public init(uid: [UInt8]? = nil, tagTamper: Bool = false) {
        self.uid = uid ?? Self.publishedUID
        originalityKeys = (1...4).map { number in (0..<16).map { UInt8(number * 16 + $0) ^ 0x5C } }
        signature = PublishedSignature.of(self.uid) ?? Array(repeating: 0, count: 56)
        tamper = tagTamper ? Tamper() : nil
        hardwareVersion = [0x04, 0x04, tagTamper ? 0x08 : 0x02, 0x30, 0x00, 0x11, 0x05]
        let container: [UInt8] = [
            0x00, 0x17, 0x20, 0x01, 0x00, 0x00, 0xFF, 0x04, 0x06, 0xE1, 0x04, 0x01, 0x00, 0x00, 0x00, 0x05, 0x06, 0xE1,
            0x05, 0x00, 0x80, 0x82, 0x83,
        ]
        files = [
            File(
                number: 1, identifier: 0xE103, content: container + Array(repeating: 0, count: 9),
                settings: NTAG424FileSettings(mode: .plain, access: 0xE000)),
            File(
                number: 2, identifier: 0xE104, content: Array(repeating: 0, count: 256),
                settings: NTAG424FileSettings(mode: .plain, access: 0xEEE0)),
            File(
                number: 3, identifier: 0xE105, content: Array(repeating: 0, count: 128),
                settings: NTAG424FileSettings(mode: .full, access: 0x2330)),
        ]
    }

    /// The file of a number, or `nil`.
    public func file(_ number: UInt8) -> File? { files.first { $0.number == number } }

    /// The first answer to GetVersion as it is now: the modulation shows in it.
    var shownHardwareVersion: [UInt8] {
        var version = hardwareVersion
        if !strongBackModulation, version.count > 2 { version[2] |= 0x80 }
        return version
    }

    /// PDCap2: what the chip says it can do.
    var capabilities: [UInt8] { [usesLRP ? 0x02 : 0x00, 0, 0, 0] + userCapabilities }
}

/// How commands to a file are protected.
public enum NTAG424Mode: UInt8, Equatable, Sendable {
    case plain = 0
    case mac = 1
    case full = 3
}
