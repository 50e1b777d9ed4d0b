/// The settings of one file as ChangeFileSettings sets them.
public struct NTAG424FileSettings: Equatable, Sendable {
    /// How commands are protected.
    public var mode: NTAG424Mode
    /// Read, write, read-write and change from the highest nibble down: a key number, E for anybody, F for nobody.
    public var access: UInt16
    /// Secure Dynamic Messaging, where it is enabled.
    public var sdm: SDM?

    /// Settings without SDM.
    public init(mode: NTAG424Mode, access: UInt16, sdm: SDM? = nil) {
        self.mode = mode
        self.access = access
        self.sdm = sdm
    }

    /// The nibbles.
    var read: UInt8 { Self.nibble(access, 3) }
    var write: UInt8 { Self.nibble(access, 2) }
    var readWrite: UInt8 { Self.nibble(access, 1) }
    var change: UInt8 { Self.nibble(access, 0) }

    static func nibble(_ value: UInt16, _ place: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value >> (place * 4)) & 0x0F
    }
    static let free: UInt8 = 0x0E
    static let never: UInt8 = 0x0F
}

extension NTAG424FileSettings {
    /// Where and what a message mirrors. Offsets count bytes from the beginning of the file.
    public struct SDM: Equatable, Sendable {
        /// UID, counter, limit, encrypted file data, tamper status, ASCII: the bits of SDMOptions.
        public var options: UInt8
        /// Meta read, file read, F, counter retrieval from the highest nibble down.
        public var access: UInt16
        /// Of the UID in plain.
        public var uidOffset: Int?
        /// Of the counter in plain; FFFFFF where the counter is counted and not shown.
        public var counterOffset: Int?
        /// Of the encrypted PICC data.
        public var piccOffset: Int?
        /// Of the two letters of a TagTamper.
        public var tamperOffset: Int?
        /// Where the bytes begin that the MAC is over.
        public var macInputOffset: Int?
        /// Of the encrypted file data.
        public var encryptedOffset: Int?
        /// Bytes it takes up in the file, twice as many as are encrypted.
        public var encryptedLength: Int?
        /// Of the MAC.
        public var macOffset: Int?
        /// Readings after which the file shows nothing any more.
        public var limit: Int?

        /// Options and rights; offsets are set one by one.
        public init(options: UInt8, access: UInt16) {
            self.options = options
            self.access = access
        }

        static let uidBit: UInt8 = 0x80
        static let counterBit: UInt8 = 0x40
        static let limitBit: UInt8 = 0x20
        static let encryptedBit: UInt8 = 0x10
        static let tamperBit: UInt8 = 0x08
        static let asciiBit: UInt8 = 0x01
        /// "Not shown", as a counter's offset.
        static let notShown = 0xFF_FFFF

        var metaRead: UInt8 { nibble(access, 3) }
        var fileRead: UInt8 { nibble(access, 2) }
        var counterRetrieval: UInt8 { nibble(access, 0) }
        func has(_ bit: UInt8) -> Bool { options & bit != 0 }

        /// The offsets that these options and rights come with, in the order of the wire.
        var fields: [WritableKeyPath<SDM, Int?>] {
            var fields: [WritableKeyPath<SDM, Int?>] = []
            if metaRead == free, has(Self.uidBit) { fields.append(\.uidOffset) }
            if metaRead == free, has(Self.counterBit) { fields.append(\.counterOffset) }
            if metaRead <= 4 { fields.append(\.piccOffset) }
            if has(Self.tamperBit) { fields.append(\.tamperOffset) }
            if fileRead != never {
                fields.append(\.macInputOffset)
                if has(Self.encryptedBit) { fields += [\.encryptedOffset, \.encryptedLength] }
                fields.append(\.macOffset)
            }
            if has(Self.limitBit) { fields.append(\.limit) }
            return fields
        }
    }
}

/// The wire form: FileOption, AccessRights, and what SDM adds.
extension NTAG424FileSettings {
    /// As ChangeFileSettings takes it and GetFileSettings gives it, without type and size.
    var encoded: (head: [UInt8], sdm: [UInt8]) {
        let head = [mode.rawValue | (sdm == nil ? 0 : 0x40)] + Self.little(Int(access), 2)
        guard let sdm else { return (head, []) }
        return (
            head,
            [sdm.options] + Self.little(Int(sdm.access), 2)
                + sdm.fields.flatMap { Self.little(sdm[keyPath: $0] ?? 0, 3) }
        )
    }

    /// Settings as they come in a command.
    init(_ bytes: [UInt8]) throws(NTAG424Refusal) {
        guard bytes.count >= 3 else { throw .length }
        let option = bytes[0]
        guard option & 0xBC == 0, let mode = NTAG424Mode(rawValue: option & 3 == 2 ? 0 : option & 3) else {
            throw .parameter
        }
        self.init(mode: mode, access: UInt16(Self.number(bytes[1...2])))
        guard option & 0x40 != 0 else {
            if bytes.count > 3 { throw .length }
            return
        }
        guard bytes.count >= 6 else { throw .length }
        var sdm = SDM(options: bytes[3], access: UInt16(Self.number(bytes[4...5])))
        var rest = bytes.dropFirst(6)
        for field in sdm.fields {
            guard rest.count >= 3 else { throw .length }
            sdm[keyPath: field] = Self.number(rest.prefix(3))
            rest = rest.dropFirst(3)
        }
        if !rest.isEmpty { throw .length }
        self.sdm = sdm
    }

    /// Least significant byte first.
    static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// Least significant byte first.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}

/// What ChangeFileSettings accepts (NT4H2421Gx, ChangeFileSettings and SDM).
extension NTAG424FileSettings {
    /// Throws where the chip would refuse these settings for a file.
    func check(for file: SimulatedDNA.File, of card: SimulatedDNA) throws(NTAG424Refusal) {
        guard (0..<4).allSatisfy({ Self.isRight(Self.nibble(access, $0)) }) else { throw .parameter }
        guard let sdm else { return }
        guard file.number == 2 else { throw .permission }
        try sdm.checkOptions(for: card)
        try sdm.checkPlaces(size: file.content.count, card: card)
    }

    /// A key, anybody or nobody.
    private static func isRight(_ nibble: UInt8) -> Bool { nibble <= 4 || nibble >= free }
}

extension NTAG424FileSettings.SDM {
    private typealias Settings = NTAG424FileSettings

    private func nibble(_ value: UInt16, _ place: Int) -> UInt8 { Settings.nibble(value, place) }
    private var free: UInt8 { Settings.free }
    private var never: UInt8 { Settings.never }

    fileprivate func checkOptions(for card: SimulatedDNA) throws(NTAG424Refusal) {
        let known: UInt8 = 0xF1 | (card.tamper == nil ? 0 : Self.tamperBit)
        guard options & ~known == 0, has(Self.asciiBit), nibble(access, 1) == 0x0F,
            metaRead <= 4 || metaRead >= free, fileRead <= 4 || fileRead == never,
            counterRetrieval <= 4 || counterRetrieval >= free
        else { throw .parameter }
        // Encrypted PICC data and plain mirrors need something to mirror.
        if metaRead != never, !has(Self.uidBit), !has(Self.counterBit) { throw .parameter }
        if metaRead == never, has(Self.uidBit) { throw .parameter }
        if counterRetrieval != never, !has(Self.counterBit) { throw .parameter }
        if has(Self.limitBit), !has(Self.counterBit) { throw .parameter }
        if has(Self.encryptedBit), !has(Self.uidBit) || !has(Self.counterBit) || fileRead == never { throw .parameter }
        if let limit, limit <= card.readCounter, card.file(2)?.settings.sdm != nil { throw .parameter }
    }

    /// Bytes that the encrypted PICC data takes up: in LRP a random number goes along.
    static func piccLength(lrp: Bool) -> Int { lrp ? 48 : 32 }
    static let uidLength = 14
    static let counterLength = 6
    static let macLength = 16
    static let tamperLength = 2

    fileprivate func checkPlaces(size: Int, card: SimulatedDNA) throws(NTAG424Refusal) {
        var mirrors: [Range<Int>] = []
        func place(_ offset: Int?, _ length: Int) throws(NTAG424Refusal) -> Range<Int>? {
            guard let offset else { return nil }
            guard offset + length <= size else { throw .parameter }
            return offset..<offset + length
        }
        if let range = try place(uidOffset, Self.uidLength) { mirrors.append(range) }
        if counterOffset != Self.notShown, let range = try place(counterOffset, Self.counterLength) {
            mirrors.append(range)
        }
        if let range = try place(piccOffset, Self.piccLength(lrp: card.usesLRP)) { mirrors.append(range) }
        let tamper = try place(tamperOffset, Self.tamperLength)
        let encrypted = try place(encryptedOffset, encryptedLength ?? 0)
        let mac = try place(macOffset, Self.macLength)
        if let encryptedLength, encryptedLength < 32 || !encryptedLength.isMultiple(of: 32) { throw .parameter }
        if let macInputOffset, let macOffset {
            guard macInputOffset <= macOffset else { throw .parameter }
            if let encrypted, encrypted.lowerBound < macInputOffset || encrypted.upperBound > macOffset {
                throw .parameter
            }
        }
        // The tamper status may lie in what is encrypted, and nowhere else in what is mirrored.
        if let tamper {
            let inside = encrypted.map { $0.lowerBound <= tamper.lowerBound && tamper.upperBound <= $0.upperBound }
            if inside != true { mirrors.append(tamper) }
        }
        mirrors += [encrypted, mac].compactMap { $0 }
        for (index, first) in mirrors.enumerated() {
            for second in mirrors[(index + 1)...] where first.overlaps(second) { throw .parameter }
        }
    }
}

/// Why the chip refuses a native command: the second byte of the status word.
enum NTAG424Refusal: UInt8, Error {
    case illegalCommand = 0x1C
    case integrity = 0x1E
    case noSuchKey = 0x40
    case length = 0x7E
    case permission = 0x9D
    case parameter = 0x9E
    case delay = 0xAD
    case authentication = 0xAE
    case boundary = 0xBE
    case aborted = 0xCA
    case fileNotFound = 0xF0
}
