/// The check bytes of a seven-byte UID: what ISO/IEC 14443-3 sends in anticollision and Type 2 chips store in pages 0-2.
public enum UIDCheck {
    /// BCC0: the cascade tag 88h with bytes 0-2; `nil` for a UID of another length.
    public static func bcc0(_ uid: [UInt8]) -> UInt8? { uid.count == 7 ? 0x88 ^ uid[0] ^ uid[1] ^ uid[2] : nil }

    /// BCC1: bytes 3-6; `nil` for a UID of another length.
    public static func bcc1(_ uid: [UInt8]) -> UInt8? { uid.count == 7 ? uid[3] ^ uid[4] ^ uid[5] ^ uid[6] : nil }

    /// The UID as pages 0 and 1 hold it, without the check byte; `nil` where fewer than 8 bytes are given.
    public static func uid(fromMemory bytes: [UInt8]) -> [UInt8]? {
        bytes.count >= 8 ? Array(bytes[0..<3]) + Array(bytes[4..<8]) : nil
    }

    /// Page 0 of a tag with this UID; `nil` for a UID of another length.
    public static func page0(of uid: [UInt8]) -> [UInt8]? { bcc0(uid).map { Array(uid[0..<3]) + [$0] } }
}
