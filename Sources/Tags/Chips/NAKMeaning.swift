/// What the four bits of a NAK mean: the numbers differ by chip family.
public enum NAKMeaning {
    /// A few words for the code a chip answered.
    ///
    /// - Parameter chip: The chip, `nil` where it is not known.
    /// Sources: NTAG213/215/216 data sheet rev 3.2, 9.3; MF0ULx1 rev 3.3; MF0ICU2 rev 3.4, table 15.
    public static func words(_ code: UInt8, chip: Type2Chip?) -> String {
        let table: [UInt8: String] =
            switch family(of: chip) {
            case .plain: plain
            case .ultralightEV1: ultralightEV1
            case .ntag21x: ntag21x
            }
        return table[code] ?? "NAK \(Hex.byte(code)), which the data sheet does not name"
    }

    private enum Family { case plain, ultralightEV1, ntag21x }

    private static func family(of chip: Type2Chip?) -> Family {
        guard let chip, chip.commands.contains(.getVersion) else { return chip == nil ? .ntag21x : .plain }
        return chip.counters == .three ? .ultralightEV1 : .ntag21x
    }

    private static let plain: [UInt8: String] = [
        0: "refused (any error but those below)", 1: "parity or CRC error", 2: "EEPROM write error",
    ]
    private static let ntag21x: [UInt8: String] = [
        0: "invalid argument, such as a page that does not exist or is protected", 1: "parity or CRC error",
        4: "too many wrong passwords, or counter overflow", 5: "EEPROM write error",
    ]
    private static let ultralightEV1: [UInt8: String] = [
        0: "invalid argument, such as a page that does not exist or is protected", 1: "parity or CRC error",
        4: "counter overflow", 5: "EEPROM write error", 6: "other error", 7: "EEPROM write error", 9: "other error",
    ]
}
