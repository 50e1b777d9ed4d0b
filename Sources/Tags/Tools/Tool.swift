/// A converter or decoder for what a technician has at hand, without a tag; the raw value is the word on the command line.
///
///     try Tool.crc.evaluate("00 00").lines[0].value      // "A0 1E"
///
/// All of them take any input of at most `Tool.limit` bytes and end at once.
public enum Tool: String, CaseIterable, Sendable {
    case crc
    case atr
    case ats
    case tlv
    case sak
    case convert
    case access

    /// The most bytes or characters of an input.
    public static let limit = 65_536

    /// What it does, in a few words.
    public var title: String {
        switch self {
        case .crc: "checksums: CRC_A, CRC_B, CRC-32, JAMCRC"
        case .atr: "answer to reset"
        case .ats: "answer to select"
        case .tlv: "TLV: BER and the blocks of NFC tags"
        case .sak: "ATQA and SAK: which chip it may be"
        case .convert: "hex, decimal, binary, text"
        case .access: "access rights: DESFire, NTAG 424 DNA, MIFARE Classic"
        }
    }

    /// What it takes, as help shows it.
    public var operands: String {
        switch self {
        case .crc, .atr, .ats, .tlv, .access: "HEX"
        case .sak: "ATQA SAK"
        case .convert: "VALUE"
        }
    }

    /// An input to try it with.
    public var example: String {
        switch self {
        case .crc: "30 04"
        case .atr: "3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 03 00 00 00 00 68"
        case .ats: "06 77 77 71 02 80"
        case .tlv: "6F 09 84 07 D2 76 00 00 85 01 01"
        case .sak: "0044 00"
        case .convert: "0x1F90"
        case .access: "00 E0"
        }
    }

    /// What the tool says of an input.
    public func evaluate(_ input: String) throws(ToolError) -> ToolResult {
        guard input.utf8.count <= Self.limit * 3 else { throw ToolError("it is longer than \(Self.limit) bytes") }
        switch self {
        case .crc: return try CRCTool.evaluate(Self.bytes(input))
        case .atr: return try ATRTool.evaluate(Self.bytes(input))
        case .ats: return try ATSTool.evaluate(Self.bytes(input))
        case .tlv: return try TLVTool.evaluate(Self.bytes(input))
        case .sak: return try SAKTool.evaluate(input)
        case .convert: return try ConvertTool.evaluate(input)
        case .access: return try AccessTool.evaluate(input)
        }
    }

    /// The bytes of hex; a `0x` in front may stay.
    static func bytes(_ input: String) throws(ToolError) -> [UInt8] {
        let digits = input.hasPrefix("0x") || input.hasPrefix("0X") ? String(input.dropFirst(2)) : input
        guard let bytes = Hex.bytes(digits) else { throw ToolError("it is no hex: two digits a byte") }
        guard !bytes.isEmpty else { throw ToolError("it holds no byte") }
        guard bytes.count <= limit else { throw ToolError("it is longer than \(limit) bytes") }
        return bytes
    }
}
