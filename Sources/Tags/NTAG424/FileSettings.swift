/// The settings of one file of an NTAG 424 DNA.
///
///     let settings = FileSettings(answer)                   // of GetFileSettings
///     let command = settings.encoded                        // the data of ChangeFileSettings
///
/// Source: NT4H2421Gx data sheet, 10.7.
public struct FileSettings: Equatable, Sendable {
    /// 00: standard data file; the chip has no other.
    public var fileType: UInt8
    /// How its data travel.
    public var mode: CommunicationMode
    /// Who may do what.
    public var access: AccessRights
    /// Its bytes; settings that are only sent have none.
    public var size: Int
    /// Secure Dynamic Messaging, where it is on.
    public var sdm: SDMSettings?
    /// Bits of the option byte that are reserved, as they were read.
    public var reservedOptions: UInt8
    /// Bytes behind what is known.
    public var surplus: [UInt8]

    /// Settings of these parts.
    public init(mode: CommunicationMode, access: AccessRights, size: Int, sdm: SDMSettings? = nil) {
        fileType = 0
        self.mode = mode
        self.access = access
        self.size = size
        self.sdm = sdm
        reservedOptions = 0
        surplus = []
    }

    /// The settings as delivered, by file number. Source: NT4H2421Gx data sheet, table 8.
    public static let factory: [UInt8: FileSettings] = [
        1: FileSettings(mode: .plain, access: AccessRights(wire: 0x00, 0xE0), size: 32),
        2: FileSettings(mode: .plain, access: AccessRights(wire: 0xE0, 0xEE), size: 256),
        3: FileSettings(mode: .full, access: AccessRights(wire: 0x30, 0x23), size: 128),
    ]
}

// MARK: - Decoding

extension FileSettings {
    /// The settings that a GetFileSettings answer holds; `nil` where it ends too early.
    public init?(_ bytes: [UInt8]) {
        var reading = SettingsReading(bytes)
        guard let type = reading.byte(), let option = reading.byte(), let low = reading.byte(),
            let high = reading.byte(),
            let size = reading.number()
        else { return nil }
        self.init(
            mode: CommunicationMode(bits: option), access: AccessRights(wire: low, high), size: size)
        fileType = type
        reservedOptions = option & 0xBC
        if option & 0x40 != 0 {
            guard let sdm = SDMSettings(&reading) else { return nil }
            self.sdm = sdm
        }
        surplus = reading.rest
    }
}

extension SDMSettings {
    fileprivate init?(_ reading: inout SettingsReading) {
        guard let options = reading.byte(), let low = reading.byte(), let high = reading.byte() else { return nil }
        self.init(
            metaRead: AccessCondition(nibble: high >> 4), fileRead: AccessCondition(nibble: high),
            counterRead: AccessCondition(nibble: low))
        reservedRight = low >> 4
        mirrorsUID = options & 0x80 != 0
        mirrorsCounter = options & 0x40 != 0
        encryptsFileData = options & 0x10 != 0
        mirrorsTamperStatus = options & 0x08 != 0
        isASCII = options & 0x01 != 0
        reservedOptions = options & 0x06
        for field in fields(limited: options & 0x20 != 0) {
            guard let number = reading.number() else { return nil }
            self[keyPath: field] = number
        }
    }

    /// The numbers that follow options and rights, in order: only those that the options call for.
    func fields(limited: Bool) -> [WritableKeyPath<SDMSettings, Int?>] {
        var fields: [WritableKeyPath<SDMSettings, Int?>] = []
        if metaRead == .free, mirrorsUID { fields.append(\.uidOffset) }
        if metaRead == .free, mirrorsCounter { fields.append(\.counterOffset) }
        if case .key = metaRead { fields.append(\.piccOffset) }
        if mirrorsTamperStatus { fields.append(\.tamperOffset) }
        if fileRead != .never {
            fields.append(\.macInputOffset)
            if encryptsFileData { fields += [\.encryptionOffset, \.encryptionLength] }
            fields.append(\.macOffset)
        }
        if limited { fields.append(\.counterLimit) }
        return fields
    }

    /// The option byte.
    public var options: UInt8 {
        var options = reservedOptions & 0x06
        if mirrorsUID { options |= 0x80 }
        if mirrorsCounter { options |= 0x40 }
        if counterLimit != nil { options |= 0x20 }
        if encryptsFileData { options |= 0x10 }
        if mirrorsTamperStatus { options |= 0x08 }
        if isASCII { options |= 0x01 }
        return options
    }

    /// The access rights as they travel, the least significant byte first.
    public var rights: [UInt8] {
        [reservedRight << 4 | counterRead.nibble, metaRead.nibble << 4 | fileRead.nibble]
    }

    /// Options, rights and numbers, as they travel.
    fileprivate var encoded: [UInt8] {
        [options] + rights + fields(limited: counterLimit != nil).flatMap { LittleEndian.three(self[keyPath: $0] ?? 0) }
    }
}

/// Numbers of three bytes, least significant byte first.
enum LittleEndian {
    static func three(_ number: Int) -> [UInt8] {
        [0, 8, 16].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    static func number(_ bytes: some Collection<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

/// Takes bytes from the front, and stops where there are none left.
private struct SettingsReading {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var rest: [UInt8] { Array(bytes) }

    mutating func byte() -> UInt8? { bytes.popFirst() }

    mutating func number() -> Int? {
        guard bytes.count >= 3 else { return nil }
        defer { bytes = bytes.dropFirst(3) }
        return LittleEndian.number(bytes.prefix(3))
    }
}

// MARK: - Encoding

extension FileSettings {
    /// The data of ChangeFileSettings after the file's number: option, rights, and what SDM needs.
    public var encoded: [UInt8] {
        let option = mode.rawValue | (sdm == nil ? 0 : 0x40)
        return [option] + access.wire + (sdm?.encoded ?? [])
    }
}

extension FileSettings {
    /// The settings as GetFileSettings answers them; what `init(_:)` reads.
    public var answer: [UInt8] {
        let sent = encoded
        return [fileType, sent[0] | reservedOptions] + access.wire + LittleEndian.three(size)
            + sent.dropFirst(1 + access.wire.count) + surplus
    }
}
