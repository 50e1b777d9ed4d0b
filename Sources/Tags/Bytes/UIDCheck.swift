/// The check bytes of a seven-byte UID: what ISO/IEC 14443-3 sends in anticollision and most Type 2 chips store in pages 00-02.
public enum UIDCheck {
    /// BCC0: the cascade tag 88h with bytes 0-2; `nil` for a UID of another length.
    public static func bcc0(_ uid: [UInt8]) -> UInt8? { uid.count == 7 ? 0x88 ^ uid[0] ^ uid[1] ^ uid[2] : nil }

    /// BCC1: bytes 3-6; `nil` for a UID of another length.
    public static func bcc1(_ uid: [UInt8]) -> UInt8? { uid.count == 7 ? uid[3] ^ uid[4] ^ uid[5] ^ uid[6] : nil }
}
