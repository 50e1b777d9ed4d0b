/// Makers of chips by the byte that ISO/IEC 7816-6 gives them.
public enum Manufacturer {
    /// The maker's name, `nil` for a byte without one here.
    public static func name(_ code: UInt8) -> String? { names[code] }

    /// The maker of the chip with this UID in print order: byte 0, or byte 1 after the `E0h` of ISO/IEC 15693.
    ///
    /// A UID of four bytes names no maker: its first byte is a serial number or random.
    public static func name(ofUID uid: [UInt8]) -> String? {
        switch uid.count {
        case 8 where uid[0] == 0xE0: name(uid[1])
        case 7, 10: name(uid[0])
        default: nil
        }
    }

    private static let names: [UInt8: String] = [
        0x01: "Motorola", 0x02: "STMicroelectronics", 0x03: "Hitachi", 0x04: "NXP Semiconductors",
        0x05: "Infineon Technologies", 0x06: "Cylink", 0x07: "Texas Instruments", 0x08: "Fujitsu",
        0x09: "Matsushita Electronics", 0x0A: "NEC", 0x0B: "Oki Electric", 0x0C: "Toshiba", 0x0D: "Mitsubishi Electric",
        0x0E: "Samsung Electronics", 0x0F: "Hynix", 0x10: "LG Semiconductors", 0x11: "Emosyn-EM Microelectronics",
        0x12: "INSIDE Technology", 0x13: "ORGA Kartensysteme", 0x14: "Sharp", 0x15: "Atmel", 0x16: "EM Microelectronic",
        0x17: "SMARTRAC", 0x18: "ZMD", 0x19: "XICOR", 0x1A: "Sony", 0x1B: "Malaysia Microelectronic Solutions",
        0x1C: "Emosyn", 0x1D: "Shanghai Fudan Microelectronics", 0x1E: "Magellan Technology", 0x1F: "Melexis",
        0x20: "Renesas", 0x21: "TAGSYS", 0x22: "Transcore", 0x23: "Shanghai Belling", 0x24: "Masktech",
        0x25: "Innovision", 0x26: "Hitachi ULSI Systems", 0x27: "Yubico", 0x28: "Ricoh", 0x29: "ASK",
        0x2A: "Unicore Microsystems", 0x2B: "Dallas Semiconductor", 0x2C: "Impinj", 0x2D: "RightPlug Alliance",
        0x2E: "Broadcom", 0x2F: "MStar Semiconductor", 0x30: "BeeDar Technology", 0x31: "RFIDsec",
        0x32: "Schweizer Electronic", 0x33: "AMIC Technology", 0x34: "Mikron", 0x35: "Fraunhofer IPMS",
        0x36: "IDS Microchip", 0x37: "Kovio", 0x38: "HMT Microelectronic", 0x39: "Silicon Craft Technology",
        0x53: "Jiangsu Feiju",
    ]
}
