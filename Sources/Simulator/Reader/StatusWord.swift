/// Status words of PC/SC readers and of ISO/IEC 7816-4 cards.
enum StatusWord {
    static let success: [UInt8] = [0x90, 0x00]
    static let endOfData: [UInt8] = [0x62, 0x82]
    static let failed: [UInt8] = [0x63, 0x00]
    static let wrongLength: [UInt8] = [0x67, 0x00]
    static let security: [UInt8] = [0x69, 0x82]
    static let conditions: [UInt8] = [0x69, 0x85]
    static let noFile: [UInt8] = [0x69, 0x86]
    static let wrongData: [UInt8] = [0x6A, 0x80]
    static let unsupportedFunction: [UInt8] = [0x6A, 0x81]
    static let notFound: [UInt8] = [0x6A, 0x82]
    static let noSpace: [UInt8] = [0x6A, 0x84]
    static let wrongParameters: [UInt8] = [0x6A, 0x86]
    static let lengthAgainstParameters: [UInt8] = [0x6A, 0x87]
    static let wrongOffset: [UInt8] = [0x6B, 0x00]
    static let unknownInstruction: [UInt8] = [0x6D, 0x00]
    static let unknownClass: [UInt8] = [0x6E, 0x00]

    /// 6Cxx: so many bytes are there; 00 for 256.
    static func exactLength(_ count: Int) -> [UInt8] { [0x6C, UInt8(truncatingIfNeeded: count)] }

    /// 61xx: so many more bytes are there, or 00 for 256 and more.
    static func more(_ count: Int) -> [UInt8] { [0x61, count > 0xFF ? 0 : UInt8(truncatingIfNeeded: count)] }
}
