/// The bytes of the configuration pages, from the table of settings.
extension BytePlace {
    func configurationMeaning(_ byte: UInt8?, label: String) -> Meaning {
        guard let configuration = chip?.configuration else { return (label, []) }
        let fields = configuration.fields
            .filter { configuration.page(of: $0) == page && $0.byte == index }
            .sorted { $0.bits.upperBound > $1.bits.upperBound }
        guard !fields.isEmpty else { return ("\(label): reserved byte, to be kept as it is", []) }
        let names = fields.map(\.setting.rawValue).joined(separator: ", ")
        guard let byte else { return ("\(label): \(names)", []) }
        let words = fields.map { field in
            "\(field.setting.rawValue): \(field.setting.meaning(of: field.value(in: byte), chip: chip))"
        }
        return ("\(label), " + words.joined(separator: "; "), bits(of: byte, fields: fields))
    }

    private func bits(of byte: UInt8, fields: [ConfigurationField]) -> [ByteExplanation.BitMeaning] {
        // A byte that is one number says nothing bit by bit.
        if fields.count == 1, fields[0].bits == 0...7 { return [] }
        return (0..<8).reversed().map { number in
            let value = byte >> UInt8(number) & 1 == 1
            guard let field = fields.first(where: { $0.bits.contains(number) }) else {
                return ByteExplanation.BitMeaning(
                    bit: number, value: value, name: "RFUI", meaning: "reserved, to be kept as it is",
                    irreversible: false)
            }
            let position = number - field.bits.lowerBound
            return ByteExplanation.BitMeaning(
                bit: number, value: value,
                name: field.bits.count == 1 ? field.setting.rawValue : "\(field.setting.rawValue) \(position)",
                meaning: field.setting.meaning(of: field.value(in: byte), chip: chip),
                irreversible: field.setting.isOneWay)
        }
    }
}

extension ConfigurationSetting {
    /// Once set it can never be taken back.
    public var isOneWay: Bool {
        switch self {
        case .configurationLock, .tamperMessageLock, .registerLock: true
        default: false
        }
    }

    /// What a value means, in a few words.
    public func meaning(of value: UInt8, chip: Type2Chip?) -> String {
        let on = value != 0
        return switch self {
        case .auth0: Self.auth0Words(value, chip)
        case .readProtection: on ? "the password is needed to read and write" : "the password is needed to write only"
        case .writeOnlyProtection: on ? "the key is needed to write only" : "the key is needed to read and write"
        case .configurationLock: on ? "the configuration is frozen for good" : "the configuration can be changed"
        case .authLimit: on ? "at most \(value) wrong passwords, then never again" : "any number of wrong passwords"
        case .counterEnable: on ? "the NFC counter counts" : "the NFC counter is off"
        case .counterProtection: on ? "the counter needs the password" : "the counter is open"
        case .mirrorContent: Self.mirrorWords(value)
        case .mirrorByte: "the mirror begins at byte \(value) of its page"
        case .mirrorPage: value > 3 ? "the mirror begins in page \(Hex.byte(value))" : "no mirror"
        case .strongModulation: on ? "strong modulation on" : "strong modulation off"
        case .virtualCardType: "VCSL answers \(Hex.byte(value))h"
        case .sleepEnable: on ? "sleeps while its pin is held" : "does not sleep"
        case .fieldDetection: "setting \(value) of the field detection pin"
        case .tamperEnable: on ? "the tag tamper loop is measured" : "the tag tamper loop is not measured"
        case .tamperMessageLock: on ? "the tag tamper message is frozen" : "the tag tamper message can be written"
        case .secureMessaging: on ? "frames carry a MAC after authentication" : "frames carry no MAC"
        case .sectorOneDisable: on ? "sector 1 is closed to readers" : "sector 1 is open to readers"
        case .registerLock: on ? "the registers are frozen for a side" : "the registers can be changed"
        case .ncRegister, .lastMessageBlock, .sramMirrorBlock, .watchdogLow, .watchdogHigh, .clockStretching:
            "\(Hex.byte(value))h for the wired side"
        }
    }

    private static func auth0Words(_ value: UInt8, _ chip: Type2Chip?) -> String {
        guard let chip else { return "first protected page" }
        if Int(value) >= chip.pageCount {
            return "no page is protected, the last page is \(Hex.address(chip.pageCount - 1))"
        }
        return "pages from \(Hex.byte(value)) on are protected"
    }

    private static func mirrorWords(_ value: UInt8) -> String {
        switch value {
        case 0: "no mirror"
        case 1: "the UID is mirrored"
        case 2: "the NFC counter is mirrored"
        case 3: "UID and NFC counter are mirrored"
        default: "the tag tamper message is part of the mirror"
        }
    }
}
